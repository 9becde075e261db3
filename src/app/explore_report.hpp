// What an exploration has to say: its findings, what it has reached, and the plans it leaves.
#pragma once

#include <string>
#include <vector>

#include "json/value.hpp"
#include "report/report.hpp"
#include "verify/explore.hpp"

namespace understudy::app {

struct LeastPlan {
    std::string path;  // of the file
    std::string text;
};

// One plan a divergence, below the folder.
std::vector<LeastPlan> least_plans(const pack::Pack& pack, const verify::Exploration& done,
                                   const std::string& folder);

std::vector<report::Finding> findings_of(const verify::Exploration& done,
                                         const std::vector<LeastPlan>& plans);

// One line: verdict, walks, calls.
std::string summary_of(const verify::Exploration& done);
// What was reached and what not, a line a kind; what was left out and why.
std::string reached_text(const verify::Exploration& done);
json::Value to_json(const verify::Exploration& done, const std::vector<LeastPlan>& plans);

}  // namespace understudy::app
