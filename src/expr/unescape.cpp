// Text literals, both ways.
#include "expr/impl/unescape.hpp"

#include <optional>

#include "base/text.hpp"

namespace understudy::expr {

namespace {

constexpr std::string_view kLetters = "abfnrtv\\?\"'`";
constexpr std::string_view kMeanings = "\a\b\f\n\r\t\v\\?\"'`";

// The number written with `length` digits at `at`, if all of them are there.
std::optional<char32_t> read_digits(std::string_view content, std::size_t at, std::size_t length,
                                    unsigned base) {
    if (at + length > content.size()) return std::nullopt;
    char32_t value = 0;
    for (const char c : content.substr(at, length)) {
        unsigned digit = 99;
        if (c >= '0' && c <= '9') digit = static_cast<unsigned>(c - '0');
        if (c >= 'a' && c <= 'f') digit = static_cast<unsigned>(c - 'a') + 10;
        if (c >= 'A' && c <= 'F') digit = static_cast<unsigned>(c - 'A') + 10;
        if (digit >= base) return std::nullopt;
        value = value * base + digit;
    }
    return value;
}

struct Form {
    std::size_t skip;  // characters before the digits
    std::size_t digits;
    unsigned base;
};

std::optional<Form> form_of(char letter) {
    if (letter == 'x' || letter == 'X') return Form{2, 2, 16};
    if (letter == 'u') return Form{2, 4, 16};
    if (letter == 'U') return Form{2, 8, 16};
    if (letter >= '0' && letter <= '3') return Form{1, 3, 8};
    return std::nullopt;
}

bool is_scalar(char32_t c) {
    return c <= 0x10FFFF && !(c >= 0xD800 && c <= 0xDFFF);
}

}  // namespace

Unescaped unescape(std::string_view content) {
    Unescaped result;
    std::size_t at = 0;
    while (at < content.size()) {
        if (content[at] != '\\') {
            result.text += content[at++];
            continue;
        }
        const char letter = at + 1 < content.size() ? content[at + 1] : '\0';
        if (const std::size_t known = kLetters.find(letter);
            letter != '\0' && known != std::string_view::npos) {
            result.text += kMeanings[known];
            at += 2;
            continue;
        }
        const std::optional<Form> form = form_of(letter);
        const std::optional<char32_t> code_point =
            form ? read_digits(content, at + form->skip, form->digits, form->base) : std::nullopt;
        if (code_point && is_scalar(*code_point)) {
            base::append_utf8(result.text, *code_point);
            at += form->skip + form->digits;
            continue;
        }
        std::size_t end = std::min(at + 1, content.size());
        if (end < content.size()) base::next_code_point(content, end);
        result.bad.emplace_back(at, end - at);
        at = end;
    }
    return result;
}

std::string to_literal(std::string_view text) {
    constexpr std::string_view kHex = "0123456789abcdef";
    std::string out = "\"";
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == '"' || c == '\\') {
            out += '\\';
            out += c;
        } else if (c == '\n') {
            out += "\\n";
        } else if (c == '\t') {
            out += "\\t";
        } else if (c == '\r') {
            out += "\\r";
        } else if (byte < 0x20 || byte == 0x7F) {
            out += "\\x";
            out += kHex[byte >> 4];
            out += kHex[byte & 15];
        } else {
            out += c;
        }
    }
    return out + '"';
}

}  // namespace understudy::expr
