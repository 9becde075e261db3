// Small things every reporting verb needs.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "json/value.hpp"
#include "report/report.hpp"

namespace understudy::app {

// The value as JSON on one line, cut with `...` when it is long.
std::string shown(const json::Value& value);

report::Report new_report(std::string_view verb, std::vector<std::string> checked);

}  // namespace understudy::app
