#include <cstddef>

#include "http/impl/percent.hpp"

namespace understudy::http {

namespace {

bool is_unreserved(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
           c == '.' || c == '_' || c == '~';
}

}  // namespace

int hex_digit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
}

std::string undo_percent(std::string_view text, bool plus_is_space) {
    std::string out;
    out.reserve(text.size());
    for (std::size_t at = 0; at < text.size(); ++at) {
        const char c = text[at];
        if (c == '+' && plus_is_space) {
            out += ' ';
            continue;
        }
        if (c == '%' && text.size() - at > 2) {
            const int high = hex_digit(text[at + 1]);
            const int low = hex_digit(text[at + 2]);
            if (high >= 0 && low >= 0) {
                out += static_cast<char>(high * 16 + low);
                at += 2;
                continue;
            }
        }
        out += c;
    }
    return out;
}

void append_percent(std::string& out, std::string_view text, bool space_is_plus) {
    constexpr std::string_view kDigits = "0123456789ABCDEF";
    for (const char c : text) {
        if (is_unreserved(c)) {
            out += c;
        } else if (c == ' ' && space_is_plus) {
            out += '+';
        } else {
            const auto byte = static_cast<unsigned char>(c);
            out += '%';
            out += kDigits[byte >> 4U];
            out += kDigits[byte & 15U];
        }
    }
}

}  // namespace understudy::http
