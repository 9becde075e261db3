// Strings, keys and the space between them. A line break is LF or CR LF; inside a multi-line string
// both become LF.
#include "secret/impl/toml_text.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "secret/code.hpp"

namespace understudy::secret {

namespace {

bool is_bare_key_character(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-';
}

// Tab is the only control character that may stand in a text or a comment.
bool is_control(char c) {
    const auto byte = static_cast<unsigned char>(c);
    return (byte < 0x20 && c != '\t') || byte == 0x7F;
}

}  // namespace

bool TomlText::takes(std::string_view what) {
    if (!sees(what)) return false;
    at_ += what.size();
    return true;
}

base::Failure TomlText::fail(std::string_view why, std::size_t begin, std::size_t end) const {
    return base::fail(code::BadToml, {{"why", std::string(why)}}, source_.mark(begin, end));
}

void TomlText::skip_blanks() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t')) ++at_;
}

bool TomlText::takes_line_break() {
    if (at_ == text_.size()) return false;
    if (text_[at_] == '\n') {
        ++at_;
        return true;
    }
    return text_[at_] == '\r' && takes("\r\n");
}

base::Result<void> TomlText::skip_comment() {
    if (!sees("#")) return {};
    std::size_t end = std::min(text_.find('\n', at_), text_.size());
    if (end < text_.size() && text_[end - 1] == '\r') --end;
    for (; at_ < end; ++at_) {
        if (is_control(text_[at_])) return fail("a comment has a control character");
    }
    return {};
}

base::Result<void> TomlText::skip_blank_lines() {
    do {
        skip_blanks();
        TRY_VOID(skip_comment());
    } while (takes_line_break());
    return {};
}

base::Result<void> TomlText::take_end_of_line() {
    skip_blanks();
    TRY_VOID(skip_comment());
    if (is_at_end() || takes_line_break()) return {};
    return fail("the line must end here");
}

base::Result<std::vector<std::string>> TomlText::take_key() {
    std::vector<std::string> parts;
    do {
        skip_blanks();
        parts.push_back(TRY(take_key_part()));
        skip_blanks();
    } while (takes("."));
    return parts;
}

base::Result<std::string> TomlText::take_key_part() {
    if (sees("\"\"\"") || sees("'''")) return fail("a key is written on one line");
    if (sees("\"") || sees("'")) return take_single_line(text_[at_]);
    const std::size_t begin = at_;
    while (at_ < text_.size() && is_bare_key_character(text_[at_])) ++at_;
    if (at_ == begin) return fail("a key must stand here");
    return std::string(text_.substr(begin, at_ - begin));
}

base::Result<std::string> TomlText::take_string() {
    const char quote = text_[at_];
    return sees(std::string(3, quote)) ? take_multi_line(quote) : take_single_line(quote);
}

base::Result<std::string> TomlText::take_single_line(char quote) {
    const std::size_t begin = at_++;
    std::string out;
    while (at_ < text_.size() && text_[at_] != quote) {
        const char c = text_[at_];
        if (c == '\n' || sees("\r\n")) break;
        if (is_control(c)) return fail("a string has a control character that is not escaped");
        if (c == '\\' && quote == '"') {
            TRY_VOID(take_escape(out, at_));
        } else {
            out += c;
            ++at_;
        }
    }
    const char end[] = {quote, '\0'};
    if (!takes(end)) return fail("a string is not closed on its line", begin, at_);
    return out;
}

base::Result<std::string> TomlText::take_multi_line(char quote) {
    const std::size_t begin = at_;
    const std::string quotes(3, quote);
    at_ += quotes.size();
    static_cast<void>(takes_line_break());  // one right behind the quotes is not part of the text
    std::string out;
    while (at_ < text_.size()) {
        if (sees(quotes)) {
            // Up to two quotes may stand right before the three that close it.
            std::size_t run = 0;
            while (at_ + run < text_.size() && text_[at_ + run] == quote && run < 5) ++run;
            out.append(run - quotes.size(), quote);
            at_ += run;
            return out;
        }
        const char c = text_[at_];
        if (takes_line_break()) {
            out += '\n';
        } else if (is_control(c)) {
            return fail("a string has a control character that is not escaped");
        } else if (c == '\\' && quote == '"') {
            const std::size_t escape = at_;
            if (!takes_folded_line_end()) TRY_VOID(take_escape(out, escape));
        } else {
            out += c;
            ++at_;
        }
    }
    return fail("a string is not closed", begin, begin + quotes.size());
}

// A backslash at the end of a line takes away all blank space up to the next character.
bool TomlText::takes_folded_line_end() {
    const std::size_t begin = at_++;
    skip_blanks();
    if (!takes_line_break()) {
        at_ = begin;
        return false;
    }
    do skip_blanks();
    while (takes_line_break());
    return true;
}

base::Result<void> TomlText::take_escape(std::string& out, std::size_t begin) {
    constexpr std::string_view kNames = "btnfr\"\\";
    constexpr std::string_view kMeant = "\b\t\n\f\r\"\\";
    ++at_;
    const char name = at_ < text_.size() ? text_[at_] : '\0';
    if (name == 'u' || name == 'U') {
        ++at_;
        return take_code_point(out, name == 'u' ? 4 : 8, begin);
    }
    const std::size_t which = kNames.find(name);
    if (name == '\0' || which == std::string_view::npos) {
        return fail("a string has an escape that TOML does not know", begin, at_);
    }
    ++at_;
    out += kMeant[which];
    return {};
}

base::Result<void> TomlText::take_code_point(std::string& out, std::size_t digits,
                                             std::size_t begin) {
    char32_t code_point = 0;
    for (std::size_t i = 0; i < digits; ++i) {
        constexpr std::string_view kDigits = "0123456789abcdef";
        const char c = at_ < text_.size() ? text_[at_] : '\0';
        const char lower = c >= 'A' && c <= 'F' ? static_cast<char>(c - 'A' + 'a') : c;
        const std::size_t value = lower == '\0' ? std::string_view::npos : kDigits.find(lower);
        if (value == std::string_view::npos) {
            return fail("\\u is followed by four hexadecimal digits, \\U by eight", begin, at_);
        }
        code_point = code_point * 16 + static_cast<char32_t>(value);
        ++at_;
    }
    if (code_point > 0x10FFFF || (code_point >= 0xD800 && code_point <= 0xDFFF)) {
        return fail("an escape stands for no character", begin, at_);
    }
    base::append_utf8(out, code_point);
    return {};
}

}  // namespace understudy::secret
