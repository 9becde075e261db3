// Pages of the control plane's lists, and commands whose outcome is the answer.
#pragma once

#include <cstdint>
#include <variant>
#include <vector>

#include "serve/impl/control_call.hpp"
#include "world/world.hpp"

namespace understudy::serve {

std::size_t limit_of(const ControlCall& call);

// A cursor is a position. What is none is refused rather than taken for the beginning.
std::variant<std::uint64_t, world::Refused> cursor_of(const ControlCall& call);

ControlDone page_answer(world::World::Page page);

// One page of a list that is all there.
ControlDone page_of(const std::vector<json::Value>& all, std::uint64_t from, std::size_t limit);
// The same for the page this call asks for.
ControlResult page_of(const ControlCall& call, const std::vector<json::Value>& all);

// Applies it to the world of the call; the answer is the outcome's result.
ControlResult apply(ControlCall& call, const world::Command& command, int status = 200);

}  // namespace understudy::serve
