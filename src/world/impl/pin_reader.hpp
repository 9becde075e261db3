// Reads the body of a pin or a tape, checks all of it against the pack and the data, and makes the
// lever of it. Nothing is armed here.
#pragma once

#include <variant>

#include "world/impl/lever.hpp"
#include "world/impl/outside.hpp"
#include "world/outcome.hpp"

namespace understudy::world {

std::variant<Lever, Refused> read_pin(const json::Value& body, const pack::Pack& pack,
                                      const Outside& outside);
std::variant<Lever, Refused> read_tape(const json::Value& body, const pack::Pack& pack,
                                       const Outside& outside);

}  // namespace understudy::world
