// What imported cassettes are worth: which could not fail, which only show success, which cannot
// be made again, and the plan that would help most.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "cassette/import/importer.hpp"
#include "cassette/rules.hpp"

namespace understudy::cassette {

// Cassettes by `service/name`, in their order.
struct ImportSummary {
    std::vector<std::string> vacuous;
    std::vector<std::string> success_only;  // of whose call shape no failure is there
    std::vector<std::string> not_runnable;
    std::vector<std::string> hand_written;

    // Without a plan no command of a service can be recorded again.
    struct Plan {
        std::string service;
        std::string target;  // named most often; empty: by none
        std::size_t cassettes = 0;
    };
    std::vector<Plan> plans;  // the one to write first comes first: most cassettes wait for it

    std::vector<report::Finding> findings;  // one for each but the success-only ones
};
ImportSummary summarize(std::span<const Imported> cassettes, const Normalizers& known);

// A plan to be completed: the calls as the cassettes hold them. Effects are left out, so it does
// not load before a person has said them. `cassettes` must be of one service and redacted.
std::string draft_plan(const Importer& importer, const ImportSummary::Plan& plan,
                       std::span<const Cassette> cassettes);

}  // namespace understudy::cassette
