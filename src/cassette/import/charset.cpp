#include "cassette/import/charset.hpp"

#include <algorithm>
#include <array>

#include "base/text.hpp"

namespace understudy::cassette {

namespace {

constexpr char32_t kLastOfLatin1 = 0xFF;

bool is_one_of(std::string_view name, std::span<const std::string_view> names) {
    return std::any_of(names.begin(), names.end(), [&](std::string_view each) {
        return base::equal_ignoring_case(each, name);
    });
}

}  // namespace

std::optional<std::string> to_charset(std::string_view text, std::string_view name) {
    constexpr std::array<std::string_view, 7> kSame = {
        "", "UTF-8", "utf8", "US-ASCII", "ascii", "ASCII-8BIT", "BINARY",
    };
    constexpr std::array<std::string_view, 3> kLatin1 = {"ISO-8859-1", "latin1", "latin-1"};
    const bool is_ascii = std::all_of(text.begin(), text.end(),
                                      [](char c) { return static_cast<unsigned char>(c) < 0x80; });
    if (is_ascii || is_one_of(name, kSame)) return std::string(text);
    if (!is_one_of(name, kLatin1) || !base::is_utf8(text)) return std::nullopt;
    std::string bytes;
    for (std::size_t at = 0; at < text.size();) {
        const char32_t point = base::next_code_point(text, at);
        if (point > kLastOfLatin1) return std::nullopt;
        bytes += static_cast<char>(point);
    }
    return bytes;
}

}  // namespace understudy::cassette
