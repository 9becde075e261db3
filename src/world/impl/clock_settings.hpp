// What testers have set about a world's time, kept in the state as notes: durations that differ
// from the pack's, a mode that differs from the definition's, the start of a run that differs from
// the definition's. What does not differ leaves no note, so two worlds that behave the same have
// the same digest.
#pragma once

#include <optional>

#include "base/time.hpp"
#include "pack/pack.hpp"
#include "world/command.hpp"
#include "world/impl/state.hpp"

namespace understudy::world {

base::Duration duration_in(const State& state, const pack::Pack& pack, pack::Index duration);
void set_duration(State& state, const pack::Pack& pack, pack::Index duration, base::Duration value);

ClockMode mode_in(const State& state, ClockMode usual);
void set_mode(State& state, ClockMode usual, ClockMode mode);

base::Instant start_in(const State& state, base::Instant usual);
void set_start(State& state, base::Instant usual, base::Instant start);

}  // namespace understudy::world
