// Small, exact operations on text. Everything here is UTF-8 unless it says bytes; nothing depends
// on a locale.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace understudy::base {

// --- UTF-8
// -------------------------------------------------------------------------------------------
// Offset of the first byte that is not part of valid UTF-8 (overlong forms and surrogates are
// invalid).
std::optional<std::size_t> find_invalid_utf8(std::string_view bytes);
inline bool is_utf8(std::string_view bytes) {
    return !find_invalid_utf8(bytes);
}

// Number of code points in valid UTF-8.
std::size_t count_code_points(std::string_view text);

void append_utf8(std::string& out, char32_t code_point);

// Reads the code point at `at` in valid UTF-8 and moves `at` past it.
char32_t next_code_point(std::string_view text, std::size_t& at);

std::u32string to_code_points(std::string_view text);
std::string to_utf8(std::u32string_view code_points);

// Replaces every invalid byte by U+FFFD: for showing, never for storing.
std::string to_valid_utf8(std::string_view bytes);

// --- cutting and joining
// -----------------------------------------------------------------------------
std::string_view trim(std::string_view text);  // ASCII white space
std::vector<std::string_view> split(std::string_view text, char separator);
std::vector<std::string_view> split_lines(
    std::string_view text);  // "a\n" is one line; keeps a lone CR
std::string join(std::span<const std::string> parts, std::string_view between);
std::string replace_all(std::string_view text, std::string_view what, std::string_view with);
std::string to_lower_ascii(std::string_view text);
bool equal_ignoring_case(std::string_view a, std::string_view b);  // ASCII

// --- showing
// ----------------------------------------------------------------------------------------- In
// double quotes, with control characters, quotes and invalid bytes escaped; cut with `...` past
// `limit` bytes.
std::string quoted(std::string_view text, std::size_t limit = 80);
std::string with_thousands(std::uint64_t number);                // 1048576 -> "1,048,576"
std::string plural(std::uint64_t count, std::string_view noun);  // "1 file", "2 files"

// --- guessing what was meant
// ------------------------------------------------------------------------- The candidate nearest
// to `name` by edit distance (a swap of neighbours counts as one edit, case half), or empty if none
// is near enough to be worth suggesting.
std::string nearest(std::string_view name, std::span<const std::string_view> candidates);
std::string nearest(std::string_view name, std::span<const std::string> candidates);

// --- numbers
// -----------------------------------------------------------------------------------------
std::optional<std::int64_t> parse_int64(
    std::string_view text);  // whole text, no white space, no '+'
std::optional<double> parse_double(std::string_view text);
// The shortest text that reads back as the same double: 1.5, 1e+300, 100000.0 (always with '.',
// 'e', inf or nan).
std::string shortest(double number);

}  // namespace understudy::base
