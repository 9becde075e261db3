// Turns byte offsets into lines and columns, and keeps the piece of the line an error shows.
#include "base/mark.hpp"

#include <algorithm>

#include "base/text.hpp"

namespace understudy::base {

namespace {

constexpr std::size_t kBefore = 60;  // bytes of the line kept before the place
constexpr std::size_t kAfter = 100;  // and after its beginning

bool is_continuation(char byte) {
    return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U;
}

// Moves `at` back to the beginning of the character it stands in, but never below `floor`.
std::size_t to_character(std::string_view text, std::size_t at, std::size_t floor) {
    while (at > floor && at < text.size() && is_continuation(text[at])) --at;
    return at;
}

std::uint32_t characters(std::string_view bytes) {
    const auto count =
        std::count_if(bytes.begin(), bytes.end(), [](char byte) { return !is_continuation(byte); });
    return static_cast<std::uint32_t>(count);
}

}  // namespace

std::string to_text(const Mark& mark) {
    std::string text = mark.file;
    if (mark.line == 0) return text;
    if (!text.empty()) text += ':';
    text += std::to_string(mark.line);
    text += ':';
    text += std::to_string(mark.column);
    return text;
}

Mark mark_in(std::string_view name, std::string_view text, std::size_t begin, std::size_t end) {
    begin = std::min(begin, text.size());
    end = std::clamp(end, begin, text.size());

    const std::size_t newline = begin == 0 ? std::string_view::npos : text.rfind('\n', begin - 1);
    const std::size_t line_begin = newline == std::string_view::npos ? 0 : newline + 1;
    std::size_t line_end = std::min(text.find('\n', begin), text.size());
    if (line_end > line_begin && line_end > begin && text[line_end - 1] == '\r') --line_end;

    Mark mark;
    mark.file = std::string(name);
    const auto newlines =
        std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(line_begin), '\n');
    mark.line = static_cast<std::uint32_t>(newlines) + 1;
    mark.column = characters(text.substr(line_begin, begin - line_begin)) + 1;
    mark.length =
        characters(text.substr(begin, std::min(end, line_end) - std::min(begin, line_end)));

    std::size_t from = begin - line_begin > kBefore ? begin - kBefore : line_begin;
    from = to_character(text, from, line_begin);
    std::size_t to = line_end - std::min(begin, line_end) > kAfter ? begin + kAfter : line_end;
    to = std::max(to_character(text, to, from), from);
    mark.excerpt = to_valid_utf8(text.substr(from, to - from));
    mark.excerpt_column = characters(text.substr(line_begin, from - line_begin)) + 1;
    return mark;
}

Mark Source::mark(std::size_t begin, std::size_t end) const {
    return mark_in(name, text, begin, end);
}

}  // namespace understudy::base
