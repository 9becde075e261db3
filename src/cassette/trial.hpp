// What shows that a check can fail: cassettes with one lie each, a cassette that no fake can agree
// with, and recordings that survive being written and read.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "cassette/compare.hpp"
#include "cassette/model.hpp"
#include "cassette/mutate.hpp"
#include "cassette/play.hpp"

namespace understudy::cassette {

struct Trial {
    std::size_t noticed = 0;
    std::vector<Mutant> survivors;        // without their exchanges
    std::vector<std::string> impossible;  // kinds of mutants that the cassette has no place for
};

// Each mutant of what was played is compared with the fake's answers. These do not depend on what
// the cassette expects, so the fake need not be asked again.
Trial try_mutants(const Cassette& cassette, const Played& played, const Rules& rules,
                  const CompareOptions& options);

inline constexpr const char* kPlantedName = "planted-by-self-test";

// The same calls with answers that no fake gives.
Cassette planted(const Cassette& like);

// The recording that a run against the fake would have made.
Cassette recording_of(const Cassette& like, std::span<const Exchange> answered);

// In words, the first thing that is not equal, bit by bit; empty: all is.
std::string first_inequality(std::span<const Exchange> before, std::span<const Exchange> after);

}  // namespace understudy::cassette
