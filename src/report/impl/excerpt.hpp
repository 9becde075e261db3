// The source line of a mark with a caret line under it, each indented by four spaces.
#pragma once

#include <string>

#include "base/mark.hpp"

namespace understudy::report {

// Two lines, each ending in a newline; empty if the mark has no excerpt.
std::string excerpt_of(const base::Mark& mark);

}  // namespace understudy::report
