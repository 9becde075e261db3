// What a check has to say beside its findings: per service how many cassettes agreed, what counts
// as contract and what does not, and what is not checked at all.
#pragma once

#include <string>
#include <vector>

#include "app/check_service.hpp"
#include "app/exit_code.hpp"
#include "json/value.hpp"
#include "report/faces.hpp"

namespace understudy::app {

// One line for all.
std::string summary_of(const std::vector<CheckedService>& services);

// Lines per service, for people.
std::string services_text(const std::vector<CheckedService>& services);
std::string services_markdown(const std::vector<CheckedService>& services);

// `services` and `verdicts`: every cassette with its verdict.
json::Value services_json(const std::vector<CheckedService>& services);

// The report with more members, for programs.
std::string with_members(const std::string& rendered, const json::Value& more);

}  // namespace understudy::app
