// Escapes inside a text literal: \n \t \" \x41 \101 \u00e9 \U0001F600 and their like, undone; and
// the way back.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace understudy::expr {

struct Unescaped {
    std::string text;
    std::vector<std::pair<std::size_t, std::size_t>> bad;  // offset and length of each bad escape
};
Unescaped unescape(std::string_view content);

// A literal in double quotes that reads back as `text`.
std::string to_literal(std::string_view text);

}  // namespace understudy::expr
