// Two recordings of the same calls, the one that is kept and a new one: what of them may be held
// against each other, and how.
#pragma once

#include <vector>

#include "base/result.hpp"
#include "cassette/compare.hpp"
#include "cassette/manifest.hpp"
#include "cassette/model.hpp"

namespace understudy::app {

// Outputs of a new run with the old run's values of the variables in them: a marker or an id that
// every run has anew is no difference.
std::vector<cassette::Exchange> with_values_of(const cassette::Cassette& fresh,
                                               const cassette::Cassette& old);

// The same exchanges with the same inputs.
bool are_called_alike(const cassette::Cassette& old, const cassette::Cassette& fresh);
// The same captured values: exchanges of one fit beside exchanges of the other.
bool have_same_values(const cassette::Cassette& old, const cassette::Cassette& fresh);

struct ComparedRecordings {
    cassette::Comparison comparison;
    std::vector<cassette::RuleHit> hits_after;  // what the rules replaced on the new side
};
// Under the rules of the project and of the old one.
base::Result<ComparedRecordings> compare_recordings(const cassette::Manifest& manifest,
                                                    const cassette::Cassette& old,
                                                    const cassette::Cassette& fresh);

}  // namespace understudy::app
