// What a world holds when it begins, in one document: a seed file at boot, or the member `seed` of
// the order of a world.
//
//     understudy_seed: 1
//     t0: 2025-06-01T00:00:00Z
//     seed: { customers: [ { id: cus_1 } ] }
//     history: [ { at: ..., call: ... } ]
//     durations: [ { settle: 0s } ]
//
// It is applied in a fixed order, whatever the order of its members, and all or nothing: whoever
// made the world for it drops the world if it is refused. Refusals name the place in the document.
#pragma once

#include <optional>

#include "json/value.hpp"
#include "serve/hub.hpp"

namespace understudy::serve {

inline constexpr int kSeedFormat = 1;

// What the order of the world says itself, which wins over the document.
struct SaidAlready {
    bool config = false, t0 = false, rng_seed = false, clock = false;
};

// Version, names and kinds of the members, and those that belong to the order.
std::optional<world::Refused> read_seed(const json::Value& seed, const SaidAlready& said,
                                        WorldOrder& order);

// Everything else; then a snapshot named `boot` is taken.
std::optional<world::Refused> apply_seed(const Hub& hub, RunningWorld& world,
                                         const json::Value& seed);

}  // namespace understudy::serve
