// What can be said of a delivery, in words: the states of docs/reference/control-api.md.
#pragma once

#include <span>
#include <string_view>

namespace understudy::world {

std::span<const std::string_view> delivery_states();  // "scheduled", "in_flight", ...

}  // namespace understudy::world
