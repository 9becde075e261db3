// Runs a plan: set-up, steps, variations, tear-down.
//
//     Report report = run(plan, target, {.run = "us-7f3a"});
//     if (report.verdict != Verdict::Agreed) for (const StepReport& step : report.steps) ...
//
// Credentials are probed first: without a login no step runs. The first step that does not agree
// stops the set-up and the steps; what was not run is unknown, never agreed. A step that differs is
// believed only if the probes still succeed. Variations are independent of each other. Tear-down
// always runs, each entry on its own. Pure: calls, time and schemas are the business of what it is
// given.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/clock.hpp"
#include "base/error.hpp"
#include "plan/plan.hpp"
#include "plan/target.hpp"

namespace understudy::plan {

enum class Verdict : std::uint8_t { Agreed, Differed, Unknown };
std::string_view name_of(Verdict verdict);  // "agreed"

struct StepReport {
    std::string id;
    Phase phase = Phase::Step;
    Verdict verdict = Verdict::Unknown;
    std::vector<base::Error> findings;  // each points into the plan
    std::uint32_t tries = 0;            // 0: it was not run
    int status = 0;                     // of the last answer; 0: there was none
    std::string trace;                  // X-Mock-Resolution-Trace of the last answer
    base::Mark mark;

    // Of a command: the last call with its holes filled, and what came of it.
    std::optional<CommandCall> command;
    std::optional<CommandAnswer> answer;
    std::vector<std::pair<std::string, json::Value>> captured;
};

struct Report {
    std::vector<StepReport> steps;      // in the order of running, what was not run included
    Verdict verdict = Verdict::Agreed;  // Differed wins over Unknown
    std::uint64_t calls = 0;            // of the service
    double cost = 0;                    // as the answers tell it, where the plan says where
    std::vector<std::pair<std::string, json::Value>> names;  // all that were bound, at the end
};

// Checks a value against a JSON Schema (`expect: { schema: ... }`). The room plan does not know
// schemas; whoever runs plans that use them hands one in.
class Shapes {
public:
    virtual ~Shapes() = default;
    // One sentence per violation. Fails if the schema itself cannot be used.
    virtual base::Result<std::vector<std::string>> check(const json::Value& schema,
                                                         const json::Value& value) = 0;
};

struct RunOptions {
    std::string run = "us-0";  // the marker `${run}`
    std::vector<std::pair<std::string, json::Value>> variables = {};
    Effect allowed = Effect::Write;  // what goes beyond this is refused, and nothing runs
    Shapes* shapes = nullptr;        // nullptr: a `schema` is not checked, verdict unknown
    base::Clock* clock = nullptr;    // for budget.time; nullptr: time is not counted
    bool retries = false;            // transient answers are tried again, then unknown
    bool only_teardown = false;      // removes what an earlier run left: names are in `variables`
    // True: no further step is begun. Tear-down runs all the same.
    std::function<bool()> is_stopped = {};
    // Each name that gets a value, at once: who was interrupted can still clean up after it.
    std::function<void(std::string_view name, const json::Value& value)> on_bound = {};
};

// The target with its holes filled. code::Unbound for a name without value.
base::Result<std::string> target_of(
    const Plan& plan, const std::vector<std::pair<std::string, json::Value>>& variables);
// A text of the plan (a variable of `env`) the same way.
base::Result<std::string> filled(std::string_view text,
                                 const std::vector<std::pair<std::string, json::Value>>& variables);

// What an answer says it cost, where the plan tells where to look. Nothing: it says nothing.
std::optional<double> cost_of(const Plan& plan, const CommandAnswer& answer);

Report run(const Plan& plan, Target& target, const RunOptions& options = {});

}  // namespace understudy::plan
