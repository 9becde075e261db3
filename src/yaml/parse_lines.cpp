// Block scalars: `|` keeps its lines, `>` folds them.
//
//     key: |2-      a digit for the indentation, `-` for no final line break, `+` for all of them
#include <algorithm>
#include <utility>

#include "yaml/impl/syntax.hpp"

namespace understudy::yaml {

bool Syntax::block_scalar(int parent, Properties&& properties) {
    const std::size_t begin = at_;
    const bool is_folded = peek(at_) == '>';
    int digit = 0;
    char chomping = ' ';
    if (!block_header(digit, chomping)) return false;
    buffer_.clear();
    if (!is_end(at_)) skip_break();
    const auto indent = block_indent(parent, digit);
    if (!indent) return false;
    if (!block_lines(*indent, is_folded, chomping)) return false;
    return give_scalar(is_folded ? Style::Folded : Style::Literal, buffer_, begin,
                       std::min(at_, text_.size()), properties);
}

bool Syntax::block_header(int& digit, char& chomping) {
    for (++at_; !is_space(at_); ++at_) {
        const char c = peek(at_);
        if (c >= '1' && c <= '9' && digit == 0) {
            digit = c - '0';
        } else if ((c == '+' || c == '-') && chomping == ' ') {
            chomping = c;
        } else {
            return fail_at(at_, "expected the end of the line after `|` or `>`");
        }
    }
    skip_blanks();
    if (is_comment(at_)) at_ = std::min(text_.find_first_of("\r\n", at_), text_.size());
    return is_break(at_) || fail_at(at_, "expected the end of the line after `|` or `>`");
}

// The first line that is not empty decides, unless the header does.
std::optional<std::size_t> Syntax::block_indent(int parent, int digit) {
    if (digit > 0) return static_cast<std::size_t>(std::max(parent, 0) + digit);
    std::size_t widest = 0;
    for (std::size_t at = at_; !is_end(at);) {
        const std::size_t start = at;
        while (peek(at) == ' ') ++at;
        const std::size_t spaces = at - start;
        if (!is_break(at)) {
            const auto least = static_cast<std::size_t>(parent + 1);
            if (spaces < least) return least;
            if (widest > spaces) {
                fail_at(at, "an empty line above is indented more than this first line",
                        "give the indentation in the header, as in |2");
                return std::nullopt;
            }
            return spaces;
        }
        widest = std::max(widest, spaces);
        if (is_end(at)) break;
        if (peek(at) == '\r' && peek(at + 1) == '\n' && !is_end(at + 1)) ++at;
        ++at;
    }
    return std::max(widest, static_cast<std::size_t>(parent + 1));
}

bool Syntax::block_lines(std::size_t indent, bool folded, char chomping) {
    bool has_text = false;
    bool was_spaced = false;  // the line before began with a blank, so its break stays
    std::size_t empty = 0;    // lines since the last one with text
    while (!is_end(at_) && !is_marker(line_)) {
        std::size_t start = at_;
        while (start - at_ < indent && peek(start) == ' ' && !is_end(start)) ++start;
        if (is_end(start)) {  // blanks without a line break, at the very end
            ++empty;
            at_ = start;
            break;
        }
        if (is_break(start)) {
            at_ = start;
            skip_break();
            ++empty;
            continue;
        }
        if (start - at_ < indent) {
            if (peek(start) == '\t')
                return fail_at(start, "a tab where the text's indentation should be",
                               "indent with spaces only");
            break;
        }
        const bool is_spaced = is_blank(start);
        if (!has_text) {
            buffer_.append(empty, '\n');
        } else if (folded && !was_spaced && !is_spaced) {
            if (empty == 0) buffer_ += ' ';
            buffer_.append(empty, '\n');
        } else {
            buffer_.append(empty + 1, '\n');
        }
        const std::size_t end = std::min(text_.find_first_of("\r\n", start), text_.size());
        buffer_.append(text_.substr(start, end - start));
        has_text = true;
        was_spaced = is_spaced;
        empty = 0;
        at_ = end;
        if (!is_end(at_)) skip_break();
    }
    // The end of the text ends its last line.
    if (has_text && chomping != '-') buffer_ += '\n';
    if (chomping == '+') buffer_.append(empty, '\n');
    return true;
}

}  // namespace understudy::yaml
