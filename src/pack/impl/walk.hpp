// Visits every part of a pack of one sort: all steps of all moves and arms, all uses of errors.
#pragma once

#include <functional>
#include <string>

#include "pack/pack.hpp"

namespace understudy::pack {

// Each move's own steps (arm is nullptr) and those of its arms.
void each_steps(const Pack& pack,
                const std::function<void(const Resource&, const Move&, const Arm*, const Steps&)>&);

void each_emit(const Pack& pack, const std::function<void(const Emit&, const Move*)>&);

void each_error_use(const Pack& pack, const std::function<void(const ErrorUse&)>&);

}  // namespace understudy::pack
