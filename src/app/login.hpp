// The logins of a plan as this machine has them.
#pragma once

#include <string>
#include <vector>

#include "base/result.hpp"
#include "plan/plan.hpp"
#include "secret/policy.hpp"

namespace understudy::app {

// The value of a variable, or the contents of a file of the home folder. plan.no_login
base::Result<std::string> login_of(const plan::Credential& credential);

// What must never be shown or kept, whatever it looks like: the values, and of a file every long
// word with a digit in it. A login that is not there has none.
std::vector<secret::Known> secrets_of(const std::vector<plan::Credential>& credentials);

}  // namespace understudy::app
