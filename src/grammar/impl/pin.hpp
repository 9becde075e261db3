// Version ranges of pins: `>=1.4 <2`, `1.2.3`, `>=1 <2 || >=3`.
#pragma once

#include <string_view>

namespace understudy::grammar {

bool is_version_range(std::string_view range);
bool is_version(std::string_view version);

// Is `version` above everything the range allows? False where the range has no upper end.
bool is_above(std::string_view range, std::string_view version);

}  // namespace understudy::grammar
