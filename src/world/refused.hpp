// Our own "no" to a control command, in the words of docs/reference/control-api.md.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "world/outcome.hpp"

namespace understudy::world {

Refused refused(int status, std::string code, std::string message, std::string field = {},
                std::string hint = {});

// "did you mean 'x'?", or up to ten of the known names.
std::string nearest_hint(std::string_view name, const std::vector<std::string>& known);

}  // namespace understudy::world
