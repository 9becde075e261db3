// What coverage has to say beside its findings: one row per service.
#pragma once

#include <map>
#include <string>

#include "base/mark.hpp"
#include "base/result.hpp"
#include "cassette/coverage.hpp"
#include "report/faces.hpp"

namespace understudy::app {

std::string coverage_summary(const cassette::Coverage& coverage, std::size_t calls);

// The whole output in one of the faces.
std::string coverage_text(const report::Report& report, const cassette::Coverage& coverage,
                          report::Format format, bool colour);

// The shares of hand-written cassettes, by service, in an earlier report for programs.
base::Result<std::map<std::string, double>> shares_in(base::Source report);

}  // namespace understudy::app
