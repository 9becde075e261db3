// Writes the walks of an exploration: what a pack says, asked call by call.
//
//     const std::vector<Walk> walks = write_walks(pack, reach, {.seed = 7});
//     const Walk walk = random_walk(pack, reach, options, 12);
//
// First comes what every object can be in every state, then what calls are refused, how lists are
// told, and what happens to a call that is repeated. The same pack, reach and seed give the same
// walks.
#pragma once

#include <cstdint>
#include <vector>

#include "verify/reach.hpp"

namespace understudy::verify {

struct AuthorOptions {
    std::uint64_t seed = 0;
    bool control = true;  // world events and chosen arms may be used
    base::Duration longest{400LL * 24 * 3600, 0};
};

std::vector<Walk> write_walks(const pack::Pack& pack, const Reach& reach,
                              const AuthorOptions& options);

// Objects and calls drawn from the seed and the number.
Walk random_walk(const pack::Pack& pack, const Reach& reach, const AuthorOptions& options,
                 std::uint64_t number);

}  // namespace understudy::verify
