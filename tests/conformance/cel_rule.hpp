// Which cases of the CEL suite make up our subset, decided by what a case contains and never by
// whether we pass it.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "textproto.hpp"

namespace understudy::conformance {

// Why the case is outside the subset; nullopt if it is inside.
std::optional<std::string> outside_subset(std::string_view file, const Message& test);

}  // namespace understudy::conformance
