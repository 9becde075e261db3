// A cassette that is one call, and whose plan is that call (`plan: self`): the plan it stands for.
//
//     const plan::Plan plan = TRY(plan_of(cassette, project.root.string()));
//
// P23: what is run again is the cassette's own input, never a constant beside it.
#pragma once

#include <string>

#include "base/result.hpp"
#include "cassette/model.hpp"
#include "plan/plan.hpp"

namespace understudy::verify {

// `root` is the folder of the project, for a command that ran there. Whatever the answer is, it is
// what the comparison judges: the step expects nothing. verify.no_single_call
base::Result<plan::Plan> plan_of(const cassette::Cassette& cassette, const std::string& root);

}  // namespace understudy::verify
