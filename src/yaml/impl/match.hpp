// Which entry of the old collection each entry of the new one comes from.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "json/value.hpp"

namespace understudy::yaml {

// For each entry of `after` the index of its origin in `before`; nothing for a new one.
using Origins = std::vector<std::optional<std::size_t>>;

Origins match_members(const json::Value& before, const json::Value& after);  // no repeated keys
Origins match_items(const json::Value& before, const json::Value& after);

}  // namespace understudy::yaml
