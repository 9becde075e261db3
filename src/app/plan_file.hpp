// A plan on disk, and what must be true before any of it runs here.
//
//     const PlanFile file = TRY(load_plan_file("plans/git.yaml", project));
//     TRY_VOID(allow(file, project, plan::Effect::Write));
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "app/project_file.hpp"
#include "base/result.hpp"
#include "plan/plan.hpp"

namespace understudy::app {

using Bindings = std::vector<std::pair<std::string, json::Value>>;

struct PlanFile {
    plan::Plan plan;
    std::string path;               // as it was given
    std::string reference;          // seen from the root of the project, for cassettes
    std::string digest;             // "sha256:..."
    std::filesystem::path folder;   // in which it lies
    std::filesystem::path fixture;  // empty: none
    Bindings variables;             // of the environment, which the plan names
    std::string target;
    std::string url;  // where requests go; empty: nowhere

    std::vector<const plan::Step*> all_steps() const;
    // `target: scratch`: there is no service, everything stays in the scratch folder.
    bool is_scratch() const { return target == "scratch"; }
};

// plan.problems and what comes with them; plan.unknown_service, plan.nothing_recorded,
// plan.no_address, plan.no_control; plan.not_set if a variable that it names is not there. A plan
// that is only run, never recorded, need not record anything.
enum class PlanUse : std::uint8_t { Record, Run };
base::Result<PlanFile> load_plan_file(const std::string& path, const ProjectGround& project,
                                      PlanUse use = PlanUse::Record);

// plan.not_sandbox, plan.not_allowed: nothing of the plan may run.
base::Result<void> allow(const PlanFile& file, const ProjectGround& project, plan::Effect most);

}  // namespace understudy::app
