// The names ECMA-262 gives to Unicode properties, and what RE2 calls the same sets.
#pragma once

#include <string_view>

namespace understudy::base {

// "Letter", "L" -> "L"; "digit" -> "Nd". Empty if there is no such general category.
std::string_view category_named(std::string_view name);

// "Greek", "Grek" -> "Greek". Empty if there is no such script.
std::string_view script_named(std::string_view name);

}  // namespace understudy::base
