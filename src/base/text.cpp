// Cutting, joining, showing and reading numbers: the rest of text.hpp.
#include "base/text.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace understudy::base {

namespace {

bool is_space(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v';
}

char lower(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
}

void put_escaped(std::string& out, char32_t c) {
    constexpr std::string_view kHex = "0123456789abcdef";
    switch (c) {
        case U'"': out += "\\\""; return;
        case U'\\': out += "\\\\"; return;
        case U'\n': out += "\\n"; return;
        case U'\r': out += "\\r"; return;
        case U'\t': out += "\\t"; return;
        default: break;
    }
    // C0, DEL and C1: what a terminal might obey.
    if (c < 0x20 || (c >= 0x7F && c < 0xA0)) {
        out += "\\x";
        out += kHex[(c >> 4U) & 15U];
        out += kHex[c & 15U];
        return;
    }
    append_utf8(out, c);
}

}  // namespace

std::string_view trim(std::string_view text) {
    while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
    while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
    return text;
}

std::vector<std::string_view> split(std::string_view text, char separator) {
    std::vector<std::string_view> parts;
    std::size_t from = 0;
    while (true) {
        const std::size_t to = text.find(separator, from);
        parts.push_back(text.substr(from, to - from));
        if (to == std::string_view::npos) return parts;
        from = to + 1;
    }
}

std::vector<std::string_view> split_lines(std::string_view text) {
    if (text.empty()) return {};
    if (text.back() == '\n') text.remove_suffix(1);
    return split(text, '\n');
}

std::string join(std::span<const std::string> parts, std::string_view between) {
    std::string text;
    for (const std::string& part : parts) {
        if (&part != parts.data()) text += between;
        text += part;
    }
    return text;
}

std::string replace_all(std::string_view text, std::string_view what, std::string_view with) {
    std::string out;
    std::size_t from = 0;
    while (!what.empty()) {
        const std::size_t at = text.find(what, from);
        if (at == std::string_view::npos) break;
        out += text.substr(from, at - from);
        out += with;
        from = at + what.size();
    }
    out += text.substr(from);
    return out;
}

std::string to_lower_ascii(std::string_view text) {
    std::string out(text);
    std::transform(out.begin(), out.end(), out.begin(), lower);
    return out;
}

bool equal_ignoring_case(std::string_view a, std::string_view b) {
    if (a.size() != b.size()) return false;
    if (a == b) return true;  // nearly always, where it is true at all
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [](char x, char y) { return lower(x) == lower(y); });
}

std::string quoted(std::string_view text, std::size_t limit) {
    std::string out = "\"";
    bool cut = false;
    if (text.size() > limit) {
        text = text.substr(0, limit);
        // Do not cut a character in two: drop its bytes from the end.
        while (!text.empty() && (static_cast<unsigned char>(text.back()) & 0xC0U) == 0x80U) {
            text.remove_suffix(1);
        }
        if (!text.empty() && static_cast<unsigned char>(text.back()) >= 0xC0U)
            text.remove_suffix(1);
        cut = true;
    }
    const std::string valid = to_valid_utf8(text);
    for (std::size_t at = 0; at < valid.size();) put_escaped(out, next_code_point(valid, at));
    if (cut) out += "...";
    out += '"';
    return out;
}

std::string with_thousands(std::uint64_t number) {
    std::string text = std::to_string(number);
    for (auto at = static_cast<std::ptrdiff_t>(text.size()) - 3; at > 0; at -= 3) {
        text.insert(static_cast<std::size_t>(at), ",");
    }
    return text;
}

std::string plural(std::uint64_t count, std::string_view noun) {
    std::string text = with_thousands(count) + ' ' + std::string(noun);
    if (count != 1) text += 's';
    return text;
}

std::optional<std::int64_t> parse_int64(std::string_view text) {
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
    return number;
}

std::optional<double> parse_double(std::string_view text) {
    double number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (end != text.data() + text.size() || text.empty()) return std::nullopt;
    if (error == std::errc::result_out_of_range) {
        // Too large or too small: from_chars leaves the number alone, the exponent's sign tells
        // which.
        const std::size_t exponent = text.find_first_of("eE");
        const bool small = exponent != std::string_view::npos && text[exponent + 1] == '-';
        const bool negative = text.front() == '-';
        if (small) return negative ? -0.0 : 0.0;
        return negative ? -HUGE_VAL : HUGE_VAL;
    }
    if (error != std::errc{}) return std::nullopt;
    return number;
}

std::string shortest(double number) {
    char buffer[32];
    const auto result = std::to_chars(buffer, buffer + sizeof buffer, number);
    std::string text(buffer, result.ptr);
    if (text.find_first_of(".einf") == std::string::npos) text += ".0";
    return text;
}

}  // namespace understudy::base
