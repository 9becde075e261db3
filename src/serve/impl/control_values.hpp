// Reading the members of control bodies.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "base/time.hpp"
#include "json/value.hpp"
#include "world/outcome.hpp"

namespace understudy::serve {

std::string text_of(const json::Value& body, std::string_view name);  // empty if not given
std::variant<base::Instant, world::Refused> instant_of(std::string_view text,
                                                       std::string_view name);
// Not negative, and at most a year.
std::variant<base::Duration, world::Refused> duration_of(std::string_view text,
                                                         std::string_view name);

}  // namespace understudy::serve
