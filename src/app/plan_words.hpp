// What running plans has to say: findings without a secret in them, lines for people, and how the
// run ends.
//
//     PlanWords words(project);
//     TRY_VOID(words.cover(plan.credentials));
//     words.put_steps(recorded.report);
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/discreet.hpp"
#include "app/exit_code.hpp"
#include "app/project_file.hpp"
#include "base/error.hpp"
#include "base/result.hpp"
#include "plan/run.hpp"
#include "report/finding.hpp"
#include "secret/policy.hpp"

namespace understudy::app {

// Nothing could be observed, and nothing was done: a login or a variable is missing.
bool is_not_known(base::Code code);

// The one thing that kept steps from being judged, or from agreeing: what others follow from.
std::string reason_of(const plan::Report& report);

struct PlanWords {
    explicit PlanWords(const ProjectGround& ground) : project(ground) {}

    // What is secret while this plan is dealt with.
    base::Result<void> cover(const std::vector<plan::Credential>& credentials);

    void add(report::Finding finding);
    // One finding; what it follows from is told in its hint.
    void add(const base::Error& error, report::Severity severity,
             std::optional<report::Verdict> verdict);
    // Why a plan was not run.
    void refuse(const base::Error& error);
    // What the steps have to say for themselves. That one was not run follows from what went
    // before, and is said only where nothing else is.
    void put_steps(const plan::Report& report);

    const ProjectGround& project;
    std::shared_ptr<const secret::Policy> policy;
    std::optional<Discreet> discreet;
    std::vector<report::Finding> findings;
    std::string lines;
    ExitCode exit = ExitCode::Done;
};

}  // namespace understudy::app
