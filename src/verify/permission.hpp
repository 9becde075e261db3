// May a plan run against this address? Reading always; writing on this machine, or where the
// service has a sandbox; destroying only if somebody has said so as well.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "plan/plan.hpp"

namespace understudy::verify {

struct Permission {
    std::string service;               // for the message
    std::vector<std::string> sandbox;  // hosts that may be written to: globs, with port or without
    plan::Effect most = plan::Effect::Write;
};

// plan.not_sandbox, plan.not_allowed, http.bad_url
base::Result<void> allow_plan(const plan::Plan& plan, std::string_view url,
                              const Permission& permission);

}  // namespace understudy::verify
