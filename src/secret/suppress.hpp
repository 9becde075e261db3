// Findings that a team has looked at: suppressions with a reason and an end, inline allows, a
// baseline of what was there before, and a gitleaks ignore file.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "json/value.hpp"
#include "report/finding.hpp"
#include "secret/gitleaks.hpp"

namespace understudy::secret {

// One entry for one place and kind.
struct Suppression {
    std::string file;  // as the finding's mark names it
    std::string rule;
    std::string pointer;     // empty: anywhere in the file, or on `line`
    std::uint32_t line = 0;  // 0: any
    std::string reason, owner;
    std::string expires;  // a day: "2027-01-31"; from that day on it silences nothing
};

struct Silenced {
    std::vector<report::Finding> findings;  // what is left, and what is wrong with the suppressions
    std::size_t suppressed = 0;
};

// `today` as "2026-11-16". `checked`: the files that were looked at; a suppression for another file
// is not called unused.
Silenced suppress(std::vector<report::Finding> findings, const std::vector<Suppression>& list,
                  std::string_view today, const std::vector<std::string>& checked);

Silenced suppress(std::vector<report::Finding> findings, const std::vector<Ignored>& list);

// A baseline: what was found once, by id of the finding and by rule and file, without any secret.
json::Value to_baseline(const std::vector<report::Finding>& findings);
// secret.bad_policy: no baseline.
base::Result<Silenced> leave_out(std::vector<report::Finding> findings,
                                 const json::Value& baseline);

}  // namespace understudy::secret
