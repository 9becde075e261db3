// One run of a plan in a clean room of its own.
//
//     PlanSession session(file, project, {.marker = new_marker()});
//     const Recorded recorded = TRY(session.record());      // reports, and cassettes in memory
//
// Every program that is run leaves one line in `.understudy/telemetry.jsonl` of a project.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "app/plan_file.hpp"
#include "app/run_marker.hpp"
#include "cassette/model.hpp"
#include "plan/run.hpp"

namespace understudy::app {

struct PlanRunOptions {
    std::string marker;
    const plan::Version* version = nullptr;  // nullptr: the tool that is on the PATH
    plan::Effect allowed = plan::Effect::Write;
    RunNote::IsHarmless is_harmless;
    std::function<bool()> is_stopped = {};  // by more than a signal; tear-down runs all the same
};

struct RecordedStep {
    std::string name;  // of the cassette
    plan::Verdict verdict = plan::Verdict::Unknown;
    std::optional<cassette::Cassette> cassette;  // nothing: a call got no answer
};

struct Recorded {
    plan::Report report;
    std::vector<RecordedStep> steps;  // in the order of the plan
};

class PlanSession {
public:
    PlanSession(const PlanFile& file, const ProjectGround& project, PlanRunOptions options)
        : file_(file), project_(project), options_(std::move(options)) {}

    base::Result<Recorded> record();
    // Only tear-down, with the names of an earlier run.
    base::Result<plan::Report> sweep(const Bindings& names);

private:
    base::Result<plan::Report> run(const class CleanRoom& room, class CommandTarget& target,
                                   plan::RunOptions how) const;
    void note_run(const plan::CommandCall& call, const plan::CommandAnswer& answer) const;
    base::Result<class CleanRoom> make_room() const;

    const PlanFile& file_;
    const ProjectGround& project_;
    PlanRunOptions options_;
};

}  // namespace understudy::app
