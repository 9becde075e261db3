// What one run of one verb has to say: its findings, what it looked at, and one line to sum it up.
//
//     Report report;
//     report.version = kVersion;
//     report.verb = "lint";
//     report.checked = {"a.json", "b.json"};
//     report.findings = ...;
//     summary_of(report);                  // "1 error, 2 warnings in 2 places checked"
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "report/finding.hpp"

namespace understudy::report {

struct Report {
    std::string tool = "understudy";
    std::string version;
    std::string verb;                  // "lint", "diff"; may be empty
    std::vector<std::string> checked;  // what was looked at, by name; lets a clean file be shown
    std::vector<Finding> findings;
    std::string summary;  // a sentence of the verb's own; empty: made from the counts
};

struct Counts {
    std::size_t errors = 0;
    std::size_t warnings = 0;
    std::size_t infos = 0;

    std::size_t total() const { return errors + warnings + infos; }
};
Counts count(const Report& report);

std::string summary_of(const Report& report);

// The id of each finding, in order. Findings that id_of cannot tell apart get "-2", "-3", ... so
// that every id occurs once in a report.
std::vector<std::string> ids_of(const Report& report);

}  // namespace understudy::report
