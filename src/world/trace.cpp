// The words of traces.
#include "world/trace.hpp"

namespace understudy::world {

std::string_view name_of(ResolvedBy by) {
    constexpr std::string_view kNames[] = {
        "fault", "stub", "idempotent_replay", "scenario", "magic", "stateful", "auth", "no_route"};
    return kNames[static_cast<std::size_t>(by)];
}

std::string_view name_of(Source source) {
    constexpr std::string_view kNames[] = {"input",     "derived",  "clock",  "id",   "state",
                                           "aggregate", "constant", "pinned", "tape", "synth"};
    return kNames[static_cast<std::size_t>(source)];
}

bool is_exogenous(Source source) {
    return source == Source::Pinned || source == Source::Tape || source == Source::Synth;
}

}  // namespace understudy::world
