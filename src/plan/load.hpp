// Reads a plan from strict YAML. Everything wrong with it is reported at once, each problem with
// its mark; nothing is run.
//
//     Plan plan = TRY(load(Source{"plans/tests/refund.yaml", text}, {.effect = Effect::Write}));
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/mark.hpp"
#include "base/result.hpp"
#include "plan/plan.hpp"

namespace understudy::plan {

struct LoadOptions {
    // What a step does that does not say. Nothing: such a step is refused, because an unknown
    // effect is unsafe. Tests of packs run on worlds of their own and take Write.
    std::optional<Effect> effect = {};
    std::vector<std::string> variables = {};  // names the runner will be given, beside `run`
    // In `target` and `env` a hole with a name in capitals is a variable of the environment; the
    // plan lists them and the runner gives their values.
    bool environment = false;
};

inline constexpr std::size_t kMaxPlanBytes = std::size_t{256} * 1024;
inline constexpr std::size_t kMaxPlanNodes = 20'000;  // values and keys, aliases included
inline constexpr std::size_t kMaxSteps = 1000;
inline constexpr std::uint32_t kMaxTries = 1000;

// code::Problems with all problems as reasons; what is no YAML keeps the reader's own code.
base::Result<Plan> load(base::Source source, const LoadOptions& options = {});

}  // namespace understudy::plan
