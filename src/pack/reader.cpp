// The small readers every section of a pack shares: text, flags, words, maps with known keys.
#include "pack/impl/reader.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "pack/code.hpp"

namespace understudy::pack {

using json::Value;

File::File(std::string below, json::Document read)
    : path(std::move(below)), document(std::move(read)) {
    const std::string& text = document.source->text;
    lines.push_back(0);
    for (std::size_t at = text.find('\n'); at != std::string::npos; at = text.find('\n', at + 1)) {
        lines.push_back(at + 1);
    }
}

base::Mark File::mark(json::Range range) const {
    const base::Source& source = *document.source;
    const auto after = std::upper_bound(lines.begin(), lines.end(), std::size_t{range.begin});
    const std::size_t line = static_cast<std::size_t>(after - lines.begin()) - 1;
    const std::size_t begin = lines[line];
    const std::size_t end = line + 1 < lines.size() ? lines[line + 1] : source.text.size();
    const std::string_view text = std::string_view(source.text).substr(begin, end - begin);
    base::Mark mark = base::mark_in(source.name, text, range.begin - begin,
                                    std::max(range.begin, range.end) - begin);
    mark.line = static_cast<std::uint32_t>(line) + 1;
    return mark;
}

Node Node::member(std::string_view key) const {
    if (!is_map()) return {};
    std::uint32_t at = row + 1;
    for (const json::Member& member : value->members()) {
        if (member.key() == key) return Node{file, &member.value, at};
        at += file->document.marks.rows[at].nodes;
    }
    return {};
}

std::vector<Node> Node::items() const {
    std::vector<Node> nodes;
    if (!is_list()) return nodes;
    std::uint32_t at = row + 1;
    for (const Value& item : value->items()) {
        nodes.push_back(Node{file, &item, at});
        at += file->document.marks.rows[at].nodes;
    }
    return nodes;
}

base::Mark Node::mark() const {
    if (file == nullptr || file->document.marks.rows.empty()) return {};
    return file->mark(file->document.marks.rows[row].value);
}

base::Mark Node::key_mark() const {
    if (file == nullptr || file->document.marks.rows.empty()) return {};
    const json::Range key = file->document.marks.rows[row].key;
    return key.begin == key.end ? mark() : file->mark(key);
}

std::string a_kind(const Value& value) {
    switch (value.kind()) {
        case json::Kind::Null: return "nothing";
        case json::Kind::Bool: return value.as_bool() ? "true" : "false";
        case json::Kind::Number: return "the number " + std::string(value.number_text());
        case json::Kind::String: return "the text " + base::quoted(value.as_string(), 40);
        case json::Kind::Array: return "a list";
        case json::Kind::Object: return "a map";
    }
    return {};
}

template <class Words>
static std::string joined(const Words& words) {
    std::string text;
    for (const auto& word : words) {
        if (!text.empty()) text += ", ";
        text += word;
    }
    return text;
}

std::string listed(std::span<const std::string_view> words) {
    return joined(words);
}
std::string listed(std::span<const std::string> words) {
    return joined(words);
}

void Reader::problem_at(base::Code code, std::vector<base::Arg> args, const base::Mark& mark,
                        std::vector<base::Error> because) {
    if (is_full()) return;
    problems_.push_back({Level::Error, {code, std::move(args), mark, std::move(because)}});
}

void Reader::problem(base::Code code, std::vector<base::Arg> args, const Node& node,
                     std::vector<base::Error> because) {
    problem_at(code, std::move(args), node.mark(), std::move(because));
}

void Reader::problem_at_key(base::Code code, std::vector<base::Arg> args, const Node& node,
                            std::vector<base::Error> because) {
    problem_at(code, std::move(args), node.key_mark(), std::move(because));
}

void Reader::wrong_kind(const Node& node, std::string_view what, std::string_view expected,
                        std::string_view help) {
    problem(code::WrongKind,
            {{"what", std::string(what)},
             {"expected", std::string(expected)},
             {"found", a_kind(*node.value)},
             {"help", std::string(help)}},
            node);
}

void Reader::unknown_name(const Node& node, std::string_view what, std::string_view name,
                          std::span<const std::string> known, std::string_view help) {
    std::string told(help);
    if (told.empty() && !known.empty() && known.size() <= 12) told = "known: " + listed(known);
    // The name is the value here, or the key that leads to it.
    const bool is_value =
        node.is_text() && node.value->as_string().find(name) != std::string_view::npos;
    problem_at(code::UnknownName,
               {{"what", std::string(what)},
                {"name", base::quoted(name)},
                {"help", std::move(told)},
                {"nearest", base::nearest(name, known)}},
               is_value ? node.mark() : node.key_mark());
}

std::optional<std::string> Reader::text(const Node& node, std::string_view what) {
    if (!node) return std::nullopt;
    if (node.value->is_string()) return std::string(node.value->as_string());
    wrong_kind(node, what, "text");
    return std::nullopt;
}

std::optional<std::string> Reader::text_or_number(const Node& node, std::string_view what) {
    if (node && node.value->is_number()) return std::string(node.value->number_text());
    return text(node, what);
}

std::optional<bool> Reader::flag(const Node& node, std::string_view what) {
    if (!node) return std::nullopt;
    if (node.value->is_bool()) return node.value->as_bool();
    wrong_kind(node, what, "true or false");
    return std::nullopt;
}

std::optional<std::int64_t> Reader::whole(const Node& node, std::string_view what,
                                          std::int64_t least, std::int64_t most) {
    if (!node) return std::nullopt;
    if (node.value->is_number()) {
        const auto number = node.value->to_int64();
        if (number && *number >= least && *number <= most) return number;
    }
    wrong_kind(node, what,
               "a whole number from " + std::to_string(least) + " to " + std::to_string(most));
    return std::nullopt;
}

std::vector<Node> Reader::list(const Node& node) {
    if (!node) return {};
    if (node.is_list()) return node.items();
    return {node};
}

std::vector<std::string> Reader::texts(const Node& node, std::string_view what) {
    std::vector<std::string> texts;
    for (const Node& item : list(node)) {
        if (auto one = text(item, what)) texts.push_back(std::move(*one));
    }
    return texts;
}

std::vector<Entry> Reader::entries(const Node& node, std::string_view what) {
    std::vector<Entry> entries;
    if (!node) return entries;
    if (!node.is_map()) {
        wrong_kind(node, what, "a map");
        return entries;
    }
    std::uint32_t at = node.row + 1;
    for (const json::Member& member : node.value->members()) {
        entries.push_back({std::string(member.key()), Node{node.file, &member.value, at}});
        at += node.file->document.marks.rows[at].nodes;
    }
    return entries;
}

std::optional<std::size_t> Reader::word(const Node& node, std::string_view what,
                                        std::span<const std::string_view> words) {
    const auto written = text(node, what);
    if (!written) return std::nullopt;
    const auto found = std::find(words.begin(), words.end(), *written);
    if (found != words.end()) return static_cast<std::size_t>(found - words.begin());
    problem(code::WrongWord,
            {{"what", std::string(what)},
             {"word", base::quoted(*written)},
             {"known", listed(words)},
             {"nearest", base::nearest(*written, words)}},
            node);
    return std::nullopt;
}

std::optional<std::size_t> Reader::word(const Node& node, std::string_view what,
                                        std::initializer_list<std::string_view> words) {
    return word(node, what, std::span<const std::string_view>(words.begin(), words.size()));
}

std::optional<base::Duration> Reader::duration(const Node& node, std::string_view what) {
    if (!node) return std::nullopt;
    if (!node.value->is_string()) {
        wrong_kind(node, what, "a duration", "write 500ms, 5s, 1h30m, 7d");
        return std::nullopt;
    }
    const auto read = base::parse_duration(node.value->as_string());
    if (read && read->seconds >= 0 && read->nanoseconds >= 0) return read;
    problem(code::BadDuration, {{"text", base::quoted(node.value->as_string())}}, node);
    return std::nullopt;
}

Map::Map(Reader& reader, const Node& node, std::string what,
         std::initializer_list<std::string_view> known)
    : Map(reader, node, std::move(what),
          std::span<const std::string_view>(known.begin(), known.size())) {}

Map::Map(Reader& reader, const Node& node, std::string what,
         std::span<const std::string_view> known)
    : reader_(reader), node_(node), what_(std::move(what)) {
    if (!node) return;
    for (const Entry& entry : reader.entries(node, what_)) {
        if (std::find(known.begin(), known.end(), entry.key) != known.end()) continue;
        std::string help;
        if (known.size() <= 16) help = "keys here: " + listed(known);
        reader.problem_at_key(code::UnknownKey,
                              {{"what", what_},
                               {"key", base::quoted(entry.key)},
                               {"help", std::move(help)},
                               {"nearest", base::nearest(entry.key, known)}},
                              entry.node);
    }
}

Node Map::need(std::string_view key, std::string_view help) const {
    Node found = get(key);
    if (!found && is_map()) {
        reader_.problem(code::MissingKey,
                        {{"what", what_}, {"key", std::string(key)}, {"help", std::string(help)}},
                        node_);
    }
    return found;
}

}  // namespace understudy::pack
