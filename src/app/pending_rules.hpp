// Rules that were learned for a cassette and wait for review, beside the recordings that wait:
// `.understudy/pending/cassettes/git/log.yaml.rules.json`.
//
//     TRY_VOID(put_rules_aside(project, "cassettes/git/log.yaml", learned.proposals));
//     for (const PendingRule& each : TRY(read_pending_rules(path))) each.rule
//
//     {"version": 1, "rules": [{"rule": {"use": "timestamps.iso", "at": {...}}, "values":
//     ["..."]}]}
//
// They count when somebody has accepted them: `understudy review`.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/project_file.hpp"
#include "base/result.hpp"
#include "cassette/learn.hpp"
#include "json/value.hpp"

namespace understudy::app {

inline constexpr std::string_view kRulesEnding = ".rules.json";

struct PendingRule {
    json::Value rule;                 // as it is written: {use, at, with}
    std::vector<std::string> values;  // some of those it was learned from
    bool is_flagged = false;          // `opaque`: no class is known

    friend bool operator==(const PendingRule&, const PendingRule&) = default;
};
using PendingRules = std::vector<PendingRule>;

// Where the rules for this cassette wait. Nothing: it is outside the project, or it is a .jsonl,
// whose rules stand in its service.
std::optional<std::filesystem::path> place_for_rules(const ProjectGround& project,
                                                     const std::string& cassette);

// In the place of what was learned for the cassette before; none: that is forgotten too. Gives the
// file; empty: there is nothing to put aside, or no place for it.
base::Result<std::string> put_rules_aside(const ProjectGround& project, const std::string& cassette,
                                          const std::vector<cassette::Proposal>& proposals);

// A file that says something else is an error: review.bad_pending
base::Result<PendingRules> read_pending_rules(const base::Source& source);
std::string write_pending_rules(const PendingRules& rules);

}  // namespace understudy::app
