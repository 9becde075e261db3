// Hex, base64 and percent encoding.
#include "base/bytes.hpp"

#include <array>

namespace understudy::base {

namespace {

constexpr std::string_view kHex = "0123456789abcdef";
constexpr std::string_view kUpperHex = "0123456789ABCDEF";
constexpr std::string_view kStandard =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
constexpr std::string_view kUrl =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

int hex_digit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
}

unsigned char byte_at(std::string_view bytes, std::size_t at) {
    return static_cast<unsigned char>(bytes[at]);
}

std::string encode_base64(std::string_view bytes, std::string_view alphabet, bool padded) {
    std::string text;
    text.reserve((bytes.size() + 2) / 3 * 4);
    for (std::size_t at = 0; at < bytes.size(); at += 3) {
        const std::size_t have = std::min<std::size_t>(3, bytes.size() - at);
        unsigned group = static_cast<unsigned>(byte_at(bytes, at)) << 16U;
        if (have > 1) group |= static_cast<unsigned>(byte_at(bytes, at + 1)) << 8U;
        if (have > 2) group |= byte_at(bytes, at + 2);
        for (std::size_t i = 0; i < 4; ++i) {
            if (i <= have) {
                text += alphabet[(group >> (18U - 6U * i)) & 63U];
            } else if (padded) {
                text += '=';
            }
        }
    }
    return text;
}

constexpr std::array<signed char, 256> make_decoding(bool both) {
    std::array<signed char, 256> table{};
    for (auto& entry : table) entry = -1;
    for (std::size_t i = 0; i < 64; ++i) {
        table[static_cast<unsigned char>(kStandard[i])] = static_cast<signed char>(i);
        if (both) table[static_cast<unsigned char>(kUrl[i])] = static_cast<signed char>(i);
    }
    return table;
}

constexpr auto kStrictDecoding = make_decoding(false);
constexpr auto kLooseDecoding = make_decoding(true);

bool is_unreserved(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
           c == '.' || c == '_' || c == '~';
}

}  // namespace

std::string to_hex(std::string_view bytes) {
    std::string text(bytes.size() * 2, '0');
    for (std::size_t at = 0; at < bytes.size(); ++at) {
        text[2 * at] = kHex[byte_at(bytes, at) >> 4U];
        text[2 * at + 1] = kHex[byte_at(bytes, at) & 15U];
    }
    return text;
}

std::optional<std::string> from_hex(std::string_view text) {
    if (text.size() % 2 != 0) return std::nullopt;
    std::string bytes;
    bytes.reserve(text.size() / 2);
    for (std::size_t at = 0; at < text.size(); at += 2) {
        const int high = hex_digit(text[at]);
        const int low = hex_digit(text[at + 1]);
        if (high < 0 || low < 0) return std::nullopt;
        bytes += static_cast<char>(high * 16 + low);
    }
    return bytes;
}

std::string to_base64(std::string_view bytes) {
    return encode_base64(bytes, kStandard, true);
}

std::string to_base64url(std::string_view bytes) {
    return encode_base64(bytes, kUrl, false);
}

std::optional<std::string> from_base64(std::string_view text, Base64 mode) {
    const bool strict = mode == Base64::Strict;
    const auto& table = strict ? kStrictDecoding : kLooseDecoding;
    if (strict && text.size() % 4 != 0) return std::nullopt;

    std::string bytes(text.size() / 4 * 3 + 3, '\0');
    std::size_t written = 0;
    unsigned bits = 0;
    unsigned have = 0;  // bits waiting, 0, 6, 12 or 18 before the next digit
    std::size_t digits = 0;
    std::size_t padding = 0;
    for (const char c : text) {
        if (!strict && (c == ' ' || c == '\n' || c == '\r' || c == '\t')) continue;
        if (c == '=') {
            ++padding;
            continue;
        }
        const int digit = table[static_cast<unsigned char>(c)];
        if (digit < 0 || padding > 0) return std::nullopt;
        ++digits;
        bits = (bits << 6U) | static_cast<unsigned>(digit);
        have += 6;
        if (have >= 8) {
            have -= 8;
            bytes[written++] = static_cast<char>((bits >> have) & 255U);
        }
    }
    if (digits % 4 == 1 || padding > 2) return std::nullopt;
    if (padding > 0 && (digits + padding) % 4 != 0) return std::nullopt;
    if (strict && (digits + padding) % 4 != 0) return std::nullopt;
    if (strict && (bits & ((1U << have) - 1U)) != 0) return std::nullopt;
    bytes.resize(written);
    return bytes;
}

std::string to_percent(std::string_view bytes) {
    std::string text;
    text.reserve(bytes.size());
    for (std::size_t at = 0; at < bytes.size(); ++at) {
        if (is_unreserved(bytes[at])) {
            text += bytes[at];
            continue;
        }
        text += '%';
        text += kUpperHex[byte_at(bytes, at) >> 4U];
        text += kUpperHex[byte_at(bytes, at) & 15U];
    }
    return text;
}

std::optional<std::string> from_percent(std::string_view text) {
    std::string bytes;
    bytes.reserve(text.size());
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (text[at] != '%') {
            bytes += text[at];
            continue;
        }
        if (at + 2 >= text.size()) return std::nullopt;
        const int high = hex_digit(text[at + 1]);
        const int low = hex_digit(text[at + 2]);
        if (high < 0 || low < 0) return std::nullopt;
        bytes += static_cast<char>(high * 16 + low);
        at += 2;
    }
    return bytes;
}

}  // namespace understudy::base
