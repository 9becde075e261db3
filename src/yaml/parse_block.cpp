// Block style: structure by indentation. `parent` is the column of the collection around a node, -1
// for none; what belongs to the node stands further right. The one exception is a list below its
// key, which may stand at the key's own column.
#include <algorithm>
#include <utility>

#include "base/bytes.hpp"
#include "yaml/impl/syntax.hpp"

namespace understudy::yaml {

bool Syntax::block_node(int parent, Place place) {
    Properties properties;
    std::size_t empty_at = at_;  // where the node would stand if it is not written
    bool may_compact = place == Place::AfterDash || place == Place::AfterQuestion;
    const bool may_hang = place == Place::AfterKey || place == Place::AfterQuestion;
    bool same_line = place != Place::Fresh;
    const std::size_t behind = at_;
    std::size_t line = line_;
    while (true) {
        skip_to_content();
        if (line_ != line) same_line = false;
        if (is_end(at_) || (at_ == line_ && is_marker(at_)))
            return give_empty(empty_at, properties);
        const bool has_tab = same_line ? text_.substr(behind, at_ - behind).find('\t') != text_.npos
                                       : has_tab_before();
        if (!same_line) {
            const int column = indent();
            const bool is_list_of_key =
                may_hang && column == parent && is_indicator('-') && !has_tab;
            if (column <= parent && !is_list_of_key) return give_empty(empty_at, properties);
        }
        const bool is_list = is_indicator('-');
        const bool is_mapping = !is_list && (is_indicator('?') || is_key_at(at_, false));
        if (is_list || is_mapping) {
            if (same_line && !may_compact)
                return fail_at(at_,
                               is_list ? "a list cannot begin on this line"
                                       : "a mapping cannot begin on this line",
                               "begin it on the next line, or put the text in quotes");
            if (has_tab) return fail_at(at_, "a tab before this entry", "indent with spaces only");
            return is_list ? block_sequence(std::move(properties))
                           : block_mapping(std::move(properties));
        }
        if (peek(at_) != '&' && peek(at_) != '!') return leaf(parent, std::move(properties));
        if (!properties_at(properties)) return false;
        empty_at = at_;
        line = line_;
        same_line = true;
        may_compact = false;
    }
}

// True in has_more if another entry follows at `column`.
bool Syntax::next_entry(int column, bool& has_more) {
    skip_to_content();
    has_more = false;
    if (is_end(at_) || (at_ == line_ && is_marker(at_))) return true;
    const int found = indent();
    if (found < column) return true;
    if (found > column) return fail_at(at_, "indented differently from the entries before");
    if (has_tab_before()) return fail_at(at_, "a tab before this entry", "indent with spaces only");
    has_more = true;
    return true;
}

bool Syntax::block_mapping(Properties&& properties) {
    const int column = static_cast<int>(at_ - line_);
    if (!enter() || !give_start(EventKind::MappingStart, false, at_, properties)) return false;
    bool has_more = true;
    while (has_more) {
        if (!block_entry(column) || !next_entry(column, has_more)) return false;
    }
    leave();
    return give_end(EventKind::MappingEnd, false);
}

bool Syntax::block_entry(int column) {
    if (is_indicator('?')) {
        ++at_;
        if (!block_node(column, Place::AfterQuestion)) return false;
        bool has_more = false;
        const std::size_t behind = last_;
        if (!next_entry(column, has_more)) return false;
        if (!has_more || !is_indicator(':')) return give_empty(behind, {});
        ++at_;
        return block_node(column, Place::AfterQuestion);
    }
    if (!is_key_at(at_, false)) {
        const bool is_list = is_indicator('-');
        return fail_at(at_, is_list ? "a list item among the keys of a mapping"
                                    : "expected a key followed by `:`");
    }
    Properties properties;
    while (peek(at_) == '&' || peek(at_) == '!') {
        if (!properties_at(properties)) return false;
        skip_blanks();
    }
    if (is_indicator(':')) {
        if (!give_empty(properties.begin ? last_ : at_, properties)) return false;
    } else if (!content(column, false, true, std::move(properties))) {
        return false;
    }
    skip_blanks();
    ++at_;  // the `:` that is_key_at saw
    last_ = at_;
    return block_node(column, Place::AfterKey);
}

bool Syntax::block_sequence(Properties&& properties) {
    const int column = static_cast<int>(at_ - line_);
    if (!enter() || !give_start(EventKind::SequenceStart, false, at_, properties)) return false;
    bool has_more = true;
    while (has_more && is_indicator('-')) {
        ++at_;
        last_ = at_;
        if (!block_node(column, Place::AfterDash) || !next_entry(column, has_more)) return false;
    }
    leave();
    return give_end(EventKind::SequenceEnd, false);
}

// What is not a block collection, and nothing but a comment behind it.
bool Syntax::leaf(int parent, Properties&& properties) {
    const char c = peek(at_);
    if (c == '|' || c == '>') return block_scalar(parent, std::move(properties));
    return content(parent, false, false, std::move(properties)) && end_of_leaf();
}

bool Syntax::end_of_leaf() {
    skip_blanks();
    if (is_break(at_) || is_comment(at_)) return true;
    if (peek(at_) == ':')
        return fail_at(at_, "a key cannot stand here",
                       "keys stand on one line; put a text with `: ` in quotes");
    return fail_at(at_, "expected the end of the line");
}

// --- anchors and tags

bool Syntax::properties_at(Properties& properties) {
    const std::size_t begin = at_;
    if (!properties.begin) properties.begin = begin;
    if (peek(at_) == '&') {
        if (properties.has_anchor) return fail_at(begin, "a second anchor for the same value");
        properties.has_anchor = true;
        ++at_;
        if (!anchor_name(properties.anchor)) return false;
    } else {
        if (properties.has_tag) return fail_at(begin, "a second tag for the same value");
        properties.has_tag = true;
        if (!tag_name(properties.tag)) return false;
    }
    last_ = at_;
    const bool is_closed = is_space(at_) || std::string_view(",]}").find(peek(at_)) != text_.npos;
    return is_closed || fail_at(at_, "expected a space here");
}

bool Syntax::anchor_name(std::string& name) {
    const std::size_t begin = at_;
    while (!is_space(at_) && std::string_view(",[]{}").find(peek(at_)) == text_.npos) ++at_;
    name.assign(text_.substr(begin, at_ - begin));
    return at_ > begin || fail_at(begin, "expected a name here");
}

bool Syntax::tag_name(std::string& tag) {
    const std::size_t begin = at_;
    if (peek(at_ + 1) == '<') {
        const std::size_t end = text_.find_first_of("> \t\r\n", at_);
        if (end == text_.npos || text_[end] != '>' || end == at_ + 2)
            return fail_at(begin, "a tag !<...> without its end");
        tag.assign(text_.substr(at_ + 2, end - at_ - 2));
        at_ = end + 1;
        return true;
    }
    ++at_;
    std::size_t second = text_.npos;  // the `!` that ends a handle
    while (!is_space(at_) && std::string_view(",[]{}").find(peek(at_)) == text_.npos) {
        if (peek(at_) == '!' && second == text_.npos)
            second = at_;
        else if (peek(at_) == '!')
            return fail_at(at_, "a tag with too many `!`");
        ++at_;
    }
    const std::size_t split = second == text_.npos ? begin + 1 : second + 1;
    const std::string_view handle = text_.substr(begin, split - begin);
    const std::string_view suffix = text_.substr(split, at_ - split);
    if (suffix.empty() && handle != "!") return fail_at(begin, "a tag without a name");
    return resolve_tag(handle, suffix, begin, tag);
}

bool Syntax::resolve_tag(std::string_view handle, std::string_view suffix, std::size_t begin,
                         std::string& tag) {
    const auto known = std::find_if(handles_.begin(), handles_.end(),
                                    [&](const auto& entry) { return entry.first == handle; });
    if (handle == "!" && suffix.empty()) {
        tag = "!";
        return true;
    }
    if (known != handles_.end()) {
        tag = known->second;
    } else if (handle == "!!") {
        tag = "tag:yaml.org,2002:";
    } else if (handle == "!") {
        tag = "!";
    } else {
        return fail_at(begin, "the handle of this tag has no %TAG directive");
    }
    const auto decoded = base::from_percent(suffix);
    if (!decoded) return fail_at(begin, "a bad % escape in a tag");
    tag += *decoded;
    return true;
}

}  // namespace understudy::yaml
