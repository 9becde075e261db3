// One fact, seen on several channels: in the webhook, in the answer to GET, in the list. A service
// that shows two values for it has split one fact into two sources.
//
//     judge_fact({"amount", {{"webhook", place, &body}, {"read", place, &answer}}}).verdict
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "json/value.hpp"
#include "plan/plan.hpp"
#include "report/finding.hpp"

namespace understudy::verify {

struct FactSource {
    std::string channel;                // "webhook", or the id of a step
    plan::Place place;                  // of the fact in its body
    const json::Value* body = nullptr;  // nullptr: that channel was not seen
};

struct JudgedFact {
    report::Verdict verdict = report::Verdict::Unknown;
    std::string why;                   // "webhook says 2000, read says 1900"; what was not seen
    std::optional<json::Value> value;  // of Agreed
};

// Differed as soon as two channels that were seen do not show the same one value; unknown if one
// was not seen, since it might.
JudgedFact judge_fact(const std::vector<FactSource>& sources);

// Whether a webhook is the one that a map speaks of: each place holds that value, holes filled.
bool is_wanted(const json::Value& body,
               const std::vector<std::pair<plan::Place, json::Value>>& wanted);

}  // namespace understudy::verify
