// The words that a rule asks for beside a secret: before it on its line, or as the name of the
// block that begins with it.
//
//     authorization: Basic ...        authorization: |        ...; name="authorization"
//                                       Basic ...
//                                                              Basic ...
#pragma once

#include <cstddef>
#include <string_view>

#include "secret/rule.hpp"

namespace understudy::secret {

// How far before a match a word counts as near.
inline constexpr std::size_t kNear = 40;

// Where the value of a name begins that stands on a line of its own: behind `key: |` in YAML, or
// behind the blank line of a part named `name="key"`. The end of the text: there is none.
std::size_t block_behind(std::string_view text, std::size_t name_end);

// Where a near word of the rule begins that a match at `begin` has; npos: it has none.
std::size_t find_near_word(const Rule& rule, std::string_view text, std::size_t begin);

// Where the near word begins that ends at `end`.
std::size_t begin_of_near_word(const Rule& rule, std::string_view text, std::size_t end);

// The end of the line, or of as much of it as is of interest.
std::size_t line_end_near(std::string_view text, std::size_t begin, std::size_t most);

}  // namespace understudy::secret
