// The shortest walk that still shows a divergence.
//
//     const auto least = shrink(walk, divergence, shows, 200);
//
// Calls that are not needed are left out with all that builds on them, then what calls say beyond
// need. Nothing more can be left out of the result: without any one call the divergence is gone.
#pragma once

#include <functional>
#include <optional>

#include "verify/divergence.hpp"
#include "verify/walk.hpp"

namespace understudy::verify {

// Walks, and says where both part. Nothing: it could not be told.
using Shows = std::function<std::optional<std::vector<Divergence>>(const Walk& walk)>;

struct Shrunk {
    Walk walk;
    Divergence divergence;   // at its last leg
    bool is_minimal = true;  // false: the tries were used up, or the target no longer answers
};

// Nothing: it does not show again. At most so many tries.
std::optional<Shrunk> shrink(const Walk& walk, const Divergence& divergence, const Shows& shows,
                             std::size_t most);

}  // namespace understudy::verify
