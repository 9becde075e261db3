// Whether a plan may go on: calls, time and money against its budget.
#pragma once

#include <cstdint>
#include <optional>

#include "base/error.hpp"
#include "base/time.hpp"
#include "plan/plan.hpp"

namespace understudy::plan {

struct Spent {
    std::uint64_t calls = 0;  // of the service
    double cost = 0;
    std::optional<base::Duration> time;  // nothing: it is not counted
};

// Why the step is not begun; nothing: it may be.
std::optional<base::Error> over_budget(const Plan& plan, const Step& step, const Spent& spent);

}  // namespace understudy::plan
