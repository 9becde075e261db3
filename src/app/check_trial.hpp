// `check --self-test`: shows, for the project's own cassettes and fakes, that a check can fail.
//
// P71: tests that are never collected prove nothing, so a cassette that must fail is planted and
// looked for. P73: not only the committed file but the next recording has to pass.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "app/check_service.hpp"
#include "base/result.hpp"
#include "json/value.hpp"
#include "report/finding.hpp"
#include "secret/policy.hpp"

namespace understudy::app {

struct SelfTest {
    bool was_run = false;
    std::size_t mutants = 0, noticed = 0;
    std::size_t planted = 0, collected = 0;
    std::size_t round_trips = 0, equal_round_trips = 0;
    std::size_t plans = 0, plans_unknown = 0;  // run without their login
    std::vector<report::Finding> findings;

    // Fails only where nothing can be tried: no room for temporary files.
    base::Result<void> add(const CheckedService& checked, const Corpus::OfService& asked,
                           const ProjectGround& project);

    std::string text() const;  // empty: it was not run
    json::Value to_json() const;

private:
    void try_mutants(const CheckedService& checked, const ProjectGround& project);
    base::Result<void> plant(const CheckedService& checked, const Corpus::OfService& asked,
                             const ProjectGround& project);
    base::Result<void> go_round(const CheckedService& checked, const ProjectGround& project);
    base::Result<void> run_plans(const cassette::Service& service, const ProjectGround& project);
    base::Result<cassette::Sealed> sealed(cassette::Cassette cassette);

    std::shared_ptr<const secret::Policy> policy_;  // made when it is first needed
};

}  // namespace understudy::app
