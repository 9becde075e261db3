// See impl/compose.hpp. Rows of the mark table are written as values are met; an alias copies the
// rows of its anchor, so the places of what it stands for are the anchor's.
#include "yaml/impl/compose.hpp"

#include <algorithm>
#include <utility>

#include "base/text.hpp"
#include "json/write.hpp"

namespace understudy::yaml {

using base::Code;
using base::fail;
using base::Result;
using json::Range;
using json::Value;

namespace {

constexpr std::size_t kMostProblems = 20;
constexpr std::size_t kMostNotes = 100;  // each costs a walk to its line
constexpr std::size_t kMostKeyBytes = 4096;
constexpr std::size_t kMostKeyNodes = 1024;
constexpr std::size_t kMostShown = 60;

}  // namespace

Composer::Composer(std::shared_ptr<const base::Source> source, const ReadOptions& options)
    : source_(std::move(source)), options_(options) {
    out_.document.source = source_;
}

Result<void> Composer::take(const Event& event) {
    switch (event.kind) {
        case EventKind::MappingStart: return open(event, true);
        case EventKind::SequenceStart: return open(event, false);
        case EventKind::MappingEnd:
        case EventKind::SequenceEnd: return close(event);
        case EventKind::Scalar: return add_scalar(event);
        case EventKind::Alias: return add_alias(event);
        case EventKind::DocumentEnd: is_complete_ = true; return {};
        case EventKind::DocumentStart:
        case EventKind::StreamEnd: return {};
    }
    return {};
}

ForeignDocument Composer::finish() {
    if (notes_left_out_ > 0)
        out_.document.notes.push_back(
            base::Error{Code::YamlNotesLeftOut,
                        {{"count", base::plural(notes_left_out_, "note")}},
                        source_->whole(),
                        {}});
    ForeignDocument done = std::exchange(out_, {});
    out_.document.source = source_;
    notes_left_out_ = 0;
    anchors_.clear();
    anchor_names_.clear();
    is_complete_ = false;
    return done;
}

Result<void> Composer::problems() const {
    if (problems_.empty()) return {};
    if (problems_.size() == 1) return fail(problems_.front());
    return fail(Code::YamlProblems, {{"count", base::plural(problems_.size(), "problem")}},
                source_->whole(), problems_);
}

// --- nodes

Result<void> Composer::check_more(Range range) {
    if (problems_.size() >= kMostProblems) return problems();
    if (++nodes_ > options_.limits.nodes)
        return fail(Code::YamlNodes, {{"limit", base::with_thousands(options_.limits.nodes)}},
                    mark({range.begin, range.begin}));
    return {};
}

Result<void> Composer::open(const Event& event, bool is_mapping) {
    TRY_VOID(check_more(event.range));
    if (stack_.size() >= options_.limits.depth)
        return fail(Code::YamlDepth, {{"limit", base::with_thousands(options_.limits.depth)}},
                    mark({event.range.begin, event.range.begin}));
    check_tag_of_collection(event, is_mapping);
    Frame frame;
    frame.is_key = expects_key();
    frame.is_mapping = is_mapping;
    frame.value = is_mapping ? Value::object() : Value::array();
    frame.row = add_row(event.range);
    frame.anchors_before = anchors_.size();
    if (!event.anchor.empty()) {
        Anchor anchor;
        anchor.range = event.range;
        anchor.row = frame.row;
        anchor.is_open = true;
        frame.anchor = event.anchor;
        remember(event.anchor, std::move(anchor));
    }
    stack_.push_back(std::move(frame));
    return {};
}

Result<void> Composer::close(const Event& event) {
    Frame frame = std::move(stack_.back());
    stack_.pop_back();
    auto& rows = out_.document.marks.rows;
    json::Marks::Row& row = rows[frame.row];
    row.nodes = static_cast<std::uint32_t>(rows.size() - frame.row);
    // A block collection ends with what it ends with; a lone pair in a flow list begins with its
    // key.
    row.value.end = event.range.end;
    const Range range = row.value;
    if (!frame.anchor.empty()) {
        Anchor& anchor = anchors_[frame.anchors_before];
        anchor.value = frame.value;
        anchor.range = range;
        anchor.nodes = row.nodes;
        anchor.height = frame.height;
        anchor.bytes = frame.bytes;
        anchor.is_open = false;
    }
    if (!frame.is_key) {
        put(std::move(frame.value), frame.height, frame.bytes);
        return {};
    }

    // A collection as a key: its rows go, and what was anchored inside loses them.
    const std::size_t nodes = row.nodes;
    rows.resize(frame.row);
    for (std::size_t at = frame.anchors_before; at < anchors_.size(); ++at)
        anchors_[at].has_rows = false;
    while (!out_.binaries.empty() && out_.binaries.back().row >= frame.row)
        out_.binaries.pop_back();
    return set_collection_as_key(frame.value, frame.bytes, nodes, range);
}

Result<void> Composer::add_scalar(const Event& event) {
    TRY_VOID(check_more(event.range));
    if (event.text.size() > options_.limits.scalar_bytes)
        return fail(Code::YamlScalarBytes,
                    {{"bytes", base::with_thousands(event.text.size())},
                     {"limit", base::with_thousands(options_.limits.scalar_bytes)}},
                    mark({event.range.begin, event.range.begin}));
    const bool is_key = expects_key();
    const std::uint32_t row = is_key ? 0 : add_row(event.range);
    Value value;
    if (is_key) {
        if (!event.tag.empty()) value_of_tagged(event);  // for its problems and notes only
        value = Value(event.text);
    } else {
        value = value_of(event);
    }
    if (!event.anchor.empty()) {
        Anchor anchor;
        anchor.value = value;
        anchor.range = event.range;
        anchor.row = row;
        anchor.nodes = 1;
        anchor.bytes = event.text.size();
        anchor.has_rows = !is_key;
        remember(event.anchor, std::move(anchor));
    }
    if (is_key)
        set_key(event.text, event.range);
    else
        put(std::move(value), 0, event.text.size());
    return {};
}

Result<void> Composer::add_alias(const Event& event) {
    TRY_VOID(check_more(event.range));
    const std::string name(event.anchor);
    const std::string shown = name.size() > kMostShown ? name.substr(0, kMostShown) : name;
    const auto known = anchor_names_.find(name);
    if (known == anchor_names_.end())
        return fail(Code::YamlAliasUnknown, {{"name", base::to_valid_utf8(shown)}},
                    mark(event.range));
    const Anchor& anchor = anchors_[known->second];
    if (anchor.is_open)
        return fail(Code::YamlAliasCycle, {{"name", base::to_valid_utf8(shown)}},
                    mark(event.range));

    const Limits& limits = options_.limits;
    if (alias_nodes_ + anchor.nodes > limits.alias_nodes)
        return fail(Code::YamlAliasNodes, {{"limit", base::with_thousands(limits.alias_nodes)}},
                    mark(event.range));
    if (alias_bytes_ + anchor.bytes > limits.alias_bytes)
        return fail(Code::YamlAliasBytes, {{"limit", base::with_thousands(limits.alias_bytes)}},
                    mark(event.range));
    if (stack_.size() + anchor.height > limits.depth)
        return fail(Code::YamlDepth, {{"limit", base::with_thousands(limits.depth)}},
                    mark(event.range));
    alias_nodes_ += anchor.nodes;
    alias_bytes_ += anchor.bytes;

    if (!expects_key()) {
        const Value value = anchor.value;
        copy_rows(anchor);
        put(value, anchor.height, anchor.bytes);
        return {};
    }
    if (anchor.height == 0) {
        // The key is the text as it was written for the anchor; a number keeps the one it has.
        const Value& value = anchor.value;
        set_key(value.is_string() ? std::string(value.as_string()) : json::write(value),
                event.range);
        return {};
    }
    return set_collection_as_key(anchor.value, anchor.bytes, anchor.nodes, event.range);
}

// JSON has no such keys. Where they are tolerated the key is the JSON text of the collection; a
// large one is refused, because a chain of keys in keys would double it at every step.
Result<void> Composer::set_collection_as_key(const Value& value, std::size_t bytes,
                                             std::size_t nodes, Range range) {
    std::vector<base::Arg> args{{"kind", value.is_object() ? "a mapping" : "a list"}};
    if (bytes > kMostKeyBytes || nodes > kMostKeyNodes)
        return fail(Code::YamlKeyKind, std::move(args), mark({range.begin, range.begin}));
    if (is_strict())
        problem({Code::YamlKeyKind, std::move(args), mark(range), {}});
    else
        note(Code::YamlKeyKind, std::move(args), range);
    set_key(json::write(value), range);
    return {};
}

bool Composer::expects_key() const {
    return !stack_.empty() && stack_.back().is_mapping && !stack_.back().has_key;
}

void Composer::set_key(std::string_view text, Range range) {
    Frame& frame = stack_.back();
    frame.key.assign(text);
    frame.key_range = range;
    frame.has_key = true;
    frame.bytes += text.size();
    check_repeated(frame);
}

void Composer::put(Value value, std::size_t height, std::size_t bytes) {
    if (stack_.empty()) {
        out_.document.root = std::move(value);
        return;
    }
    Frame& frame = stack_.back();
    frame.height = std::max(frame.height, height + 1);
    frame.bytes += bytes;
    if (frame.is_mapping) {
        frame.value.append(frame.key, std::move(value));
        frame.has_key = false;
    } else {
        frame.value.push_back(std::move(value));
    }
}

void Composer::check_repeated(Frame& frame) {
    const Value* first = frame.value.find(frame.key);
    if (first == nullptr) return;
    const auto& rows = out_.document.marks.rows;
    std::size_t row = frame.row + 1;
    for (const json::Member& member : frame.value.members()) {
        if (member.key() == frame.key) break;
        row += rows[row].nodes;
    }
    const std::string key = base::quoted(frame.key);
    if (!is_strict()) return note(Code::YamlDuplicateKey, {{"key", key}}, frame.key_range);
    problem({Code::YamlDuplicateKey,
             {{"key", key}},
             mark(frame.key_range),
             {base::Error{Code::YamlFirstKey, {{"key", key}}, mark(rows[row].key), {}}}});
}

// --- marks and anchors

std::uint32_t Composer::add_row(Range range) {
    auto& rows = out_.document.marks.rows;
    json::Marks::Row row;
    row.value = range;
    if (!stack_.empty() && stack_.back().is_mapping && stack_.back().has_key)
        row.key = stack_.back().key_range;
    rows.push_back(row);
    return static_cast<std::uint32_t>(rows.size() - 1);
}

void Composer::copy_rows(const Anchor& anchor) {
    if (!anchor.has_rows) return add_rows_like(anchor.value, anchor.range);
    auto& rows = out_.document.marks.rows;
    const std::uint32_t first = add_row(anchor.range);
    rows[first].value = rows[anchor.row].value;
    rows[first].nodes = anchor.nodes;
    for (std::uint32_t at = 1; at < anchor.nodes; ++at) {
        const json::Marks::Row copy = rows[anchor.row + at];
        rows.push_back(copy);
    }
    const std::size_t known = out_.binaries.size();
    const auto begin =
        std::partition_point(out_.binaries.begin(), out_.binaries.end(),
                             [&](const auto& binary) { return binary.row < anchor.row; });
    for (std::size_t at = static_cast<std::size_t>(begin - out_.binaries.begin());
         at < known && out_.binaries[at].row < anchor.row + anchor.nodes; ++at) {
        ForeignDocument::Binary copy = out_.binaries[at];
        copy.row = first + (copy.row - anchor.row);
        out_.binaries.push_back(std::move(copy));
    }
}

// For a value that stood in a key: one place for all of it. Its depth is within the limit.
void Composer::add_rows_like(const Value& value, Range range) {
    const std::uint32_t row = add_row(range);
    auto& rows = out_.document.marks.rows;
    const auto add_child = [&](const Value& child) {
        // Children of an expansion have no key of their own in this document.
        const std::size_t at = rows.size();
        add_rows_like(child, range);
        rows[at].key = {};
    };
    if (value.is_array()) {
        for (const Value& item : value.items()) add_child(item);
    } else if (value.is_object()) {
        for (const json::Member& member : value.members()) add_child(member.value);
    }
    rows[row].nodes = static_cast<std::uint32_t>(rows.size() - row);
}

void Composer::remember(std::string_view name, Anchor anchor) {
    anchors_.push_back(std::move(anchor));
    anchor_names_[std::string(name)] = anchors_.size() - 1;
}

void Composer::problem(base::Error error) {
    if (problems_.size() < kMostProblems) problems_.push_back(std::move(error));
}

void Composer::note(Code code, std::vector<base::Arg> args, Range range) {
    auto& notes = out_.document.notes;
    if (notes.size() >= kMostNotes) {
        ++notes_left_out_;
        return;
    }
    notes.push_back(base::Error{code, std::move(args), mark(range), {}});
}

}  // namespace understudy::yaml
