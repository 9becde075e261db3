// A step's call with its holes filled: a request or a command.
#pragma once

#include <string>
#include <variant>

#include "base/result.hpp"
#include "plan/impl/holes.hpp"
#include "plan/plan.hpp"
#include "plan/target.hpp"

namespace understudy::plan {

using AnyCall = std::variant<Call, CommandCall>;

// code::Unbound for a name without value.
base::Result<AnyCall> make_call(const Step& step, const Names& names, base::Duration timeout);

// For messages: "POST /v1/charges", "gh issue close 41".
std::string shown_call(const AnyCall& call);

// Where the call stands in the plan.
const base::Mark& mark_of_call(const Step& step);

}  // namespace understudy::plan
