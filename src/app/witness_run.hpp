// Runs a consumer's command over a fixture and its mutants, in a copy of the project, and writes
// down what happened.
#pragma once

#include <chrono>
#include <functional>
#include <string>
#include <vector>

#include "app/scratch_tree.hpp"
#include "base/result.hpp"
#include "fixture/fixture.hpp"
#include "fixture/mutate.hpp"
#include "fixture/witness.hpp"

namespace understudy::app {

// Names the file into which a loader may write a line for each fixture it hands out.
inline constexpr std::string_view kWitnessVariable = "UNDERSTUDY_WITNESS";

struct WitnessPlan {
    std::vector<std::string> command;
    std::string folder;                        // where it runs, seen from the project's root
    std::chrono::milliseconds limit{300'000};  // of one run
    const fixture::Fixture* fixture = nullptr;
    std::vector<fixture::Mutant> mutants;
    std::function<void(std::size_t done, std::size_t all)> on_run;
};

// The part of a witness that runs say: baseline, opened, runs, times. Mutants are tried only over
// a baseline that is green twice.
base::Result<fixture::Witness> run_witness(ScratchTree& scratch, const WitnessPlan& plan);

}  // namespace understudy::app
