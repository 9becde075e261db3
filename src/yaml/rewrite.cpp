// A changed value back into its file. A block collection is cut into chunks, one per entry:
//
//     a: 1          # note          chunk of a
//     # about b                     chunk of b, which begins after the last line of a
//     b: 2
//
// The new text is the chunks of what stayed, edited inside where only a part changed, and fresh
// entries between them, in the new order. Whatever is not clear-cut makes the step give up, and the
// parent writes the whole entry anew. The result is read back; if it is not the value that was
// asked for (an alias lost its anchor, say), the same is tried with fewer levels edited in place,
// and in the end everything is written anew.
#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/text.hpp"
#include "yaml/impl/block.hpp"
#include "yaml/impl/layout.hpp"
#include "yaml/impl/match.hpp"
#include "yaml/impl/scalar_text.hpp"
#include "yaml/read.hpp"
#include "yaml/write.hpp"

namespace understudy::yaml {

using json::Value;

namespace {

struct Piece {
    std::size_t begin = 0;  // of the bytes that are replaced
    std::size_t end = 0;
    std::string text;
};

// An entry of a block collection.
struct Chunk {
    std::size_t begin = 0;  // with the comment lines above it
    std::size_t entry = 0;  // where its key or dash stands
    std::size_t end = 0;    // behind its last line break
    const LayoutNode* value = nullptr;
};

class Splicer {
public:
    Splicer(std::string_view text, const Layout& layout, std::size_t levels)
        : text_(text), layout_(layout), levels_(levels) {}

    std::optional<Piece> edit(const LayoutNode& node, const Value& before, const Value& after,
                              std::size_t level);

private:
    const LayoutNode& child(const LayoutNode& node, std::size_t at) const {
        return layout_.nodes[node.children[at]];
    }
    std::string_view source_of(const LayoutNode& node) const {
        return text_.substr(node.begin, node.end - node.begin);
    }

    std::optional<Piece> edit_scalar(const LayoutNode& node, const Value& before,
                                     const Value& after) const;
    std::optional<Piece> edit_flow(const LayoutNode& node, const Value& before, const Value& after,
                                   std::size_t level);
    std::optional<Piece> edit_block(const LayoutNode& node, const Value& before, const Value& after,
                                    std::size_t level);
    std::optional<std::vector<Chunk>> cut(const LayoutNode& node) const;
    std::optional<std::size_t> end_of_line(std::size_t at) const;
    std::string fresh_entry(const Value& parent, std::size_t at, std::size_t indent) const;
    std::string changed_chunk(const Chunk& chunk, const Value& before, const Value& parent,
                              std::size_t at, std::size_t indent, std::size_t level);

    std::string_view text_;
    const Layout& layout_;
    std::size_t levels_;
};

const Value& entry_at(const Value& collection, std::size_t at) {
    return collection.is_array() ? collection.items()[at] : collection.members()[at].value;
}

std::optional<Piece> Splicer::edit(const LayoutNode& node, const Value& before, const Value& after,
                                   std::size_t level) {
    if (level >= levels_) return std::nullopt;
    const bool is_mapping = node.shape == LayoutNode::Shape::Mapping;
    const bool is_sequence = node.shape == LayoutNode::Shape::Sequence;
    if (!is_mapping && !is_sequence) return edit_scalar(node, before, after);
    if (before.kind() != after.kind() || after.size() == 0) return std::nullopt;
    if (is_mapping != before.is_object()) return std::nullopt;
    if (is_mapping && (before.has_repeated_keys() || after.has_repeated_keys()))
        return std::nullopt;
    if (node.children.size() != before.size() * (is_mapping ? 2 : 1)) return std::nullopt;
    return node.is_flow ? edit_flow(node, before, after, level)
                        : edit_block(node, before, after, level);
}

// One line for one line, so that a comment behind it stays.
std::optional<Piece> Splicer::edit_scalar(const LayoutNode& node, const Value& before,
                                          const Value& after) const {
    const bool is_collection =
        before.is_array() || before.is_object() || after.is_array() || after.is_object();
    if (is_collection || node.is_block || node.begin == node.end) return std::nullopt;
    if (after.is_string() && fits_literal(after.as_string())) return std::nullopt;
    return Piece{node.begin, node.end, scalar_on_one_line(after, true)};
}

std::optional<Piece> Splicer::edit_flow(const LayoutNode& node, const Value& before,
                                        const Value& after, std::size_t level) {
    const bool is_mapping = before.is_object();
    const Origins origins = is_mapping ? match_members(before, after) : match_items(before, after);
    bool in_place = before.size() == after.size();
    for (std::size_t at = 0; at < origins.size(); ++at) in_place &= origins[at] == at;

    const auto source_of_entry = [&](std::size_t at) {
        const LayoutNode& value = child(node, is_mapping ? 2 * at + 1 : at);
        const std::size_t begin = is_mapping ? child(node, 2 * at).begin : value.begin;
        return Piece{begin, std::max(value.end, begin), {}};
    };
    std::vector<Piece> pieces;
    for (std::size_t at = 0; at < after.size(); ++at) {
        Piece whole;
        if (origins[at]) {
            whole = source_of_entry(*origins[at]);
            const Value& old_value = entry_at(before, *origins[at]);
            const Value& new_value = entry_at(after, at);
            if (old_value == new_value) {
                whole.text = text_.substr(whole.begin, whole.end - whole.begin);
                pieces.push_back(std::move(whole));
                continue;
            }
            const LayoutNode& value = child(node, is_mapping ? 2 * *origins[at] + 1 : *origins[at]);
            if (auto inner = edit(value, old_value, new_value, level + 1)) {
                whole.text.append(text_.substr(whole.begin, inner->begin - whole.begin));
                whole.text.append(inner->text);
                whole.text.append(text_.substr(inner->end, whole.end - inner->end));
                pieces.push_back(std::move(whole));
                continue;
            }
        } else if (in_place) {
            return std::nullopt;
        }
        if (is_mapping)
            whole.text.append(text_on_one_line(after.members()[at].key(), true)).append(": ");
        append_flow(whole.text, entry_at(after, at));
        pieces.push_back(std::move(whole));
    }

    Piece out{node.content, node.end, {}};
    if (in_place) {
        std::size_t at = node.content;
        for (const Piece& piece : pieces) {
            out.text.append(text_.substr(at, piece.begin - at)).append(piece.text);
            at = piece.end;
        }
        out.text.append(text_.substr(at, node.end - at));
        return out;
    }
    const bool has_brackets = text_[node.content] == '{' || text_[node.content] == '[';
    const std::string_view all = text_.substr(node.content, node.end - node.content);
    if (!has_brackets || all.find('#') != all.npos) return std::nullopt;
    out.text += is_mapping ? '{' : '[';
    for (std::size_t at = 0; at < pieces.size(); ++at)
        out.text.append(at > 0 ? ", " : "").append(pieces[at].text);
    out.text += is_mapping ? '}' : ']';
    return out;
}

// Behind the line break of the line `at` is on, if only blanks and a comment are left on it.
std::optional<std::size_t> Splicer::end_of_line(std::size_t at) const {
    if (at > 0 && text_[at - 1] == '\n') return at;  // behind a block scalar
    const std::size_t line = std::min(text_.find('\n', at), text_.size());
    const std::string_view rest = text_.substr(at, line - at);
    const std::size_t first = rest.find_first_not_of(" \t\r");
    const bool is_clear = first == rest.npos || (rest[first] == '#' && (first > 0 || at == 0));
    if (!is_clear) return std::nullopt;
    return std::min(line + 1, text_.size());
}

std::optional<std::vector<Chunk>> Splicer::cut(const LayoutNode& node) const {
    const bool is_mapping = node.shape == LayoutNode::Shape::Mapping;
    const std::size_t step = is_mapping ? 2 : 1;
    std::vector<Chunk> chunks;
    std::size_t indent = 0;
    for (std::size_t at = 0; at < node.children.size(); at += step) {
        Chunk chunk;
        chunk.value = &child(node, at + step - 1);
        chunk.entry = at == 0 ? node.content : skip_blank(text_, chunks.back().end);
        if (chunk.entry >= text_.size() || (!is_mapping && text_[chunk.entry] != '-'))
            return std::nullopt;
        const std::size_t line =
            chunk.entry == 0 ? 0 : text_.rfind('\n', chunk.entry - 1) + 1;  // npos + 1 is 0
        const std::string_view before = text_.substr(line, chunk.entry - line);
        const bool is_alone = before.find_first_not_of(' ') == before.npos;
        if (at == 0) {
            indent = before.size();
            chunk.begin = is_alone ? line : chunk.entry;
            if (before.find('\t') != before.npos || base::count_code_points(before) != indent)
                return std::nullopt;
        } else {
            if (!is_alone || before.size() != indent) return std::nullopt;
            chunk.begin = chunks.back().end;
        }
        const std::size_t last = std::max(child(node, at).end, chunk.value->end);
        const auto end = end_of_line(std::max(last, chunk.entry + 1));
        if (!end || last < chunk.entry) return std::nullopt;
        chunk.end = *end;
        chunks.push_back(chunk);
    }
    return chunks;
}

std::string Splicer::fresh_entry(const Value& parent, std::size_t at, std::size_t indent) const {
    std::string out;
    if (parent.is_array()) {
        append_item(out, parent.items()[at], indent, {});
    } else {
        const json::Member& member = parent.members()[at];
        append_member(out, member.key(), member.value, indent, {});
    }
    return out;
}

std::string Splicer::changed_chunk(const Chunk& chunk, const Value& before, const Value& parent,
                                   std::size_t at, std::size_t indent, std::size_t level) {
    std::string out;
    if (auto inner = edit(*chunk.value, before, entry_at(parent, at), level + 1);
        inner && inner->begin >= chunk.entry && inner->end <= chunk.end) {
        out.append(text_.substr(chunk.begin, inner->begin - chunk.begin)).append(inner->text);
        return out.append(text_.substr(inner->end, chunk.end - inner->end));
    }
    out.append(text_.substr(chunk.begin, chunk.entry - chunk.begin));
    return out.append(fresh_entry(parent, at, indent));
}

std::optional<Piece> Splicer::edit_block(const LayoutNode& node, const Value& before,
                                         const Value& after, std::size_t level) {
    const auto chunks = cut(node);
    if (!chunks) return std::nullopt;
    const Chunk& first = chunks->front();
    const std::size_t line = first.entry == 0 ? 0 : text_.rfind('\n', first.entry - 1) + 1;
    const std::size_t indent = first.entry - line;
    const bool is_compact = first.begin == first.entry && indent > 0;
    const Origins origins =
        before.is_object() ? match_members(before, after) : match_items(before, after);
    // Behind `- ` or `--- ` there is no line for another entry's comments.
    if (is_compact && origins[0] != std::size_t{0}) return std::nullopt;

    Piece out{first.begin, chunks->back().end, {}};
    for (std::size_t at = 0; at < after.size(); ++at) {
        if (!out.text.empty() && out.text.back() != '\n') out.text += '\n';
        if (!origins[at]) {
            out.text.append(indent, ' ').append(fresh_entry(after, at, indent));
            continue;
        }
        const Chunk& chunk = (*chunks)[*origins[at]];
        const Value& old_value = entry_at(before, *origins[at]);
        if (is_compact && *origins[at] == 0 && at != 0) return std::nullopt;
        if (old_value == entry_at(after, at)) {
            out.text.append(text_.substr(chunk.begin, chunk.end - chunk.begin));
        } else {
            out.text.append(changed_chunk(chunk, old_value, after, at, indent, level));
        }
    }
    return out;
}

bool holds(const base::Source& source, std::size_t index, const Value& wanted) {
    for (const Mode mode : {Mode::Strict, Mode::Foreign}) {
        ReadOptions options{.mode = mode, .limits = {}};
        // What was read once may be read again, whichever limits it was read with.
        options.limits.bytes = options.limits.nodes = source.text.size() + 1;
        options.limits.depth = 1000;
        const auto documents = read_all(source, options);
        if (documents) return index < documents->size() && (*documents)[index].root == wanted;
    }
    return false;
}

}  // namespace

std::string rewrite(const json::Document& before, const Value& after) {
    if (before.source == nullptr) return write(after);
    if (before.root == after) return before.source->text;
    const std::string& text = before.source->text;
    const auto layout = read_layout(*before.source);
    if (!layout || layout->roots.empty()) return write(after);

    // The document among several that begins where this one's root does.
    std::size_t index = 0;
    const std::size_t begin = before.marks.rows.empty() ? 0 : before.marks.rows.front().value.begin;
    for (std::size_t at = 0; at < layout->roots.size(); ++at) {
        const LayoutNode& root = layout->nodes[layout->roots[at]];
        if (root.begin <= begin && begin <= root.end) index = at;
    }
    const LayoutNode& root = layout->nodes[layout->roots[index]];
    for (const std::size_t levels :
         {std::size_t{1000}, std::size_t{4}, std::size_t{2}, std::size_t{1}}) {
        Splicer splicer(text, *layout, levels);
        const auto piece = splicer.edit(root, before.root, after, 0);
        if (!piece) break;
        base::Source changed{before.source->name, text.substr(0, piece->begin)};
        changed.text.append(piece->text).append(text.substr(piece->end));
        if (holds(changed, index, after)) return std::move(changed.text);
    }
    if (layout->roots.size() == 1) return write(after);

    std::string flow;
    append_flow(flow, after);
    const std::string_view lead = root.begin > 0 && text[root.begin - 1] != '\n' ? " " : "";
    std::string out = text.substr(0, root.begin);
    out.append(lead).append(flow);
    if (root.end > 0 && text[root.end - 1] == '\n') out += '\n';
    return out.append(text.substr(root.end));
}

}  // namespace understudy::yaml
