// A duration as testers write it: 500ms, 5s, 1d12h, or ISO 8601 without months and years: PT5S,
// P2DT3H.
#pragma once

#include <optional>
#include <string_view>

#include "base/time.hpp"

namespace understudy::world {

std::optional<base::Duration> read_duration(std::string_view text);

}  // namespace understudy::world
