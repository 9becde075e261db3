// Sets of characters as RE2 classes: the white space and the Unicode properties of ECMA-262.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace understudy::base {

// What stands between [ and ], or the complement of that.
struct CharSet {
    std::string items;
    bool negated = false;
};

std::string bracketed(const CharSet& set, bool negated);  // [...] or [^...]

CharSet any_character();
CharSet white_space(bool negated);  // \s or \S

// \p{...} or \P{...}: the set, or nothing if RE2 has no name for it.
std::optional<CharSet> named_set(std::string_view name, bool negated);

}  // namespace understudy::base
