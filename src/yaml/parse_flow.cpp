// Flow style: [a, b] and {k: v}. Lines may break anywhere between tokens; what follows a break must
// still stand right of the block collection around it, unless indentation is loose.
#include <utility>

#include "yaml/impl/syntax.hpp"

namespace understudy::yaml {

namespace {

constexpr std::string_view kFlow = ",[]{}";

}  // namespace

bool Syntax::skip_in_flow(int parent) {
    const std::size_t line = line_;
    skip_to_content();
    if (is_end(at_)) return fail_at(at_, "the text ends inside a flow collection");
    if (line_ == line) return true;
    if (at_ == line_ && is_marker(at_))
        return fail_at(at_, "a document marker inside a flow collection");
    if (indent() <= parent && !options_.loose_indent)
        return fail_at(at_, "indented less than the collection it belongs to");
    return true;
}

// At a `:` that parts a key from its value. Behind a quoted key or a collection it needs no space.
bool Syntax::is_flow_value(bool after_json_key) const {
    if (peek(at_) != ':' || is_end(at_)) return false;
    return after_json_key || is_space(at_ + 1) || kFlow.find(peek(at_ + 1)) != kFlow.npos;
}

bool Syntax::flow_node(int parent) {
    Properties properties;
    while (peek(at_) == '&' || peek(at_) == '!') {
        if (!properties_at(properties) || !skip_in_flow(parent)) return false;
    }
    const char c = peek(at_);
    const bool is_empty = c == ',' || c == ']' || c == '}' || is_flow_value(false);
    if (is_empty) {
        if (!properties.begin) return fail_at(at_, "expected a value here");
        is_json_ = false;
        return give_empty(last_, properties);
    }
    return content(parent, true, false, std::move(properties));
}

bool Syntax::flow_sequence(int parent, Properties&& properties) {
    if (!enter() || !give_start(EventKind::SequenceStart, true, at_, properties)) return false;
    ++at_;
    if (!skip_in_flow(parent)) return false;
    while (peek(at_) != ']') {
        const bool is_pair = is_indicator('?') || is_flow_value(false) || is_key_at(at_, true);
        if (is_pair ? !flow_pair(parent) : !flow_node(parent)) return false;
        if (!skip_in_flow(parent)) return false;
        if (peek(at_) == ']') break;
        if (peek(at_) != ',') return fail_at(at_, "expected `,` or `]`");
        ++at_;
        if (!skip_in_flow(parent)) return false;
    }
    last_ = ++at_;
    leave();
    return give_end(EventKind::SequenceEnd, true);
}

// `k: v` as an item of a list: a mapping of its own.
bool Syntax::flow_pair(int parent) {
    if (!enter() || !give_start(EventKind::MappingStart, true, at_, {})) return false;
    if (!flow_entry(parent)) return false;
    leave();
    return give_end(EventKind::MappingEnd, true);
}

bool Syntax::flow_mapping(int parent, Properties&& properties) {
    if (!enter() || !give_start(EventKind::MappingStart, true, at_, properties)) return false;
    ++at_;
    if (!skip_in_flow(parent)) return false;
    while (peek(at_) != '}') {
        if (!flow_entry(parent) || !skip_in_flow(parent)) return false;
        if (peek(at_) == '}') break;
        if (peek(at_) != ',') return fail_at(at_, "expected `,` or `}`");
        ++at_;
        if (!skip_in_flow(parent)) return false;
    }
    last_ = ++at_;
    leave();
    return give_end(EventKind::MappingEnd, true);
}

bool Syntax::flow_entry(int parent) {
    bool is_json = false;
    if (is_indicator('?')) {
        last_ = ++at_;
        if (!skip_in_flow(parent)) return false;
        const char c = peek(at_);
        if (c == ',' || c == ']' || c == '}') return give_empty(last_, {}) && give_empty(last_, {});
    }
    if (is_flow_value(false)) {
        if (!give_empty(at_, {})) return false;
    } else {
        if (!flow_node(parent)) return false;
        is_json = is_json_;
    }
    // Where no value follows, what was skipped stays skipped.
    const std::size_t behind = last_;
    if (!skip_in_flow(parent)) return false;
    if (!is_flow_value(is_json)) return give_empty(behind, {});
    last_ = ++at_;
    return flow_value(parent);
}

bool Syntax::flow_value(int parent) {
    const std::size_t behind = at_;
    if (!skip_in_flow(parent)) return false;
    const char c = peek(at_);
    if (c == ',' || c == ']' || c == '}') return give_empty(behind, {});
    return flow_node(parent);
}

}  // namespace understudy::yaml
