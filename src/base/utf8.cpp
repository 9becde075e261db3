// The UTF-8 part of text.hpp.
#include <array>
#include <cstring>

#include "base/text.hpp"

namespace understudy::base {

namespace {

// Length of the well-formed sequence at the front of `bytes` (Unicode table 3-7), 0 if it is
// malformed.
std::size_t sequence_length(std::string_view bytes) {
    const auto at = [&](std::size_t i) { return static_cast<unsigned char>(bytes[i]); };
    const auto continues = [&](std::size_t i, unsigned low, unsigned high) {
        return i < bytes.size() && at(i) >= low && at(i) <= high;
    };
    const unsigned first = at(0);
    if (first < 0x80) return 1;
    if (first < 0xC2) return 0;
    if (first < 0xE0) return continues(1, 0x80, 0xBF) ? 2 : 0;
    if (first < 0xF0) {
        const unsigned low = first == 0xE0 ? 0xA0 : 0x80;
        const unsigned high = first == 0xED ? 0x9F : 0xBF;  // no surrogates
        return continues(1, low, high) && continues(2, 0x80, 0xBF) ? 3 : 0;
    }
    if (first < 0xF5) {
        const unsigned low = first == 0xF0 ? 0x90 : 0x80;
        const unsigned high = first == 0xF4 ? 0x8F : 0xBF;  // nothing above U+10FFFF
        const bool whole = continues(1, low, high) && continues(2, 0x80, 0xBF);
        return whole && continues(3, 0x80, 0xBF) ? 4 : 0;
    }
    return 0;
}

constexpr std::uint64_t kHighBits = 0x8080808080808080U;

}  // namespace

std::optional<std::size_t> find_invalid_utf8(std::string_view bytes) {
    std::size_t at = 0;
    while (at < bytes.size()) {
        if (bytes.size() - at >= 8) {  // eight ASCII bytes at a time
            std::uint64_t word = 0;
            std::memcpy(&word, bytes.data() + at, 8);
            if ((word & kHighBits) == 0) {
                at += 8;
                continue;
            }
        }
        const std::size_t length = sequence_length(bytes.substr(at));
        if (length == 0) return at;
        at += length;
    }
    return std::nullopt;
}

std::size_t count_code_points(std::string_view text) {
    std::size_t count = 0;
    for (const char byte : text) {
        if ((static_cast<unsigned char>(byte) & 0xC0U) != 0x80U) ++count;
    }
    return count;
}

void append_utf8(std::string& out, char32_t code_point) {
    const auto put = [&out](std::uint32_t byte) { out += static_cast<char>(byte); };
    const auto c = static_cast<std::uint32_t>(code_point);
    if (c < 0x80) {
        put(c);
    } else if (c < 0x800) {
        put(0xC0U | (c >> 6U));
        put(0x80U | (c & 0x3FU));
    } else if (c < 0x10000) {
        put(0xE0U | (c >> 12U));
        put(0x80U | ((c >> 6U) & 0x3FU));
        put(0x80U | (c & 0x3FU));
    } else {
        put(0xF0U | (c >> 18U));
        put(0x80U | ((c >> 12U) & 0x3FU));
        put(0x80U | ((c >> 6U) & 0x3FU));
        put(0x80U | (c & 0x3FU));
    }
}

char32_t next_code_point(std::string_view text, std::size_t& at) {
    const auto byte = [&](std::size_t i) -> std::uint32_t {
        return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U;
    };
    const std::uint32_t first = byte(at);
    if (first < 0x80) {
        at += 1;
        return first;
    }
    if (first < 0xE0) {
        at += 2;
        return ((first & 0x1FU) << 6U) | (byte(at - 1) & 0x3FU);
    }
    if (first < 0xF0) {
        at += 3;
        return ((first & 0x0FU) << 12U) | ((byte(at - 2) & 0x3FU) << 6U) | (byte(at - 1) & 0x3FU);
    }
    at += 4;
    return ((first & 0x07U) << 18U) | ((byte(at - 3) & 0x3FU) << 12U) |
           ((byte(at - 2) & 0x3FU) << 6U) | (byte(at - 1) & 0x3FU);
}

std::u32string to_code_points(std::string_view text) {
    std::u32string points;
    points.reserve(text.size());
    for (std::size_t at = 0; at < text.size();) points += next_code_point(text, at);
    return points;
}

std::string to_utf8(std::u32string_view code_points) {
    std::string text;
    text.reserve(code_points.size());
    for (const char32_t point : code_points) append_utf8(text, point);
    return text;
}

std::string to_valid_utf8(std::string_view bytes) {
    std::string text;
    text.reserve(bytes.size());
    std::size_t at = 0;
    while (at < bytes.size()) {
        const std::size_t good = find_invalid_utf8(bytes.substr(at)).value_or(bytes.size() - at);
        text += bytes.substr(at, good);
        at += good;
        if (at < bytes.size()) {
            text += "\xEF\xBF\xBD";
            ++at;
        }
    }
    return text;
}

}  // namespace understudy::base
