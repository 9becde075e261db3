// What a pack takes for granted, held against both sides: its probe run on the fake, and on the
// real service.
//
//     judge_assumption({.fake = Verdict::Agreed, .live = Verdict::Differed}).meaning   // Drift
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>

#include "base/mark.hpp"
#include "base/result.hpp"
#include "report/finding.hpp"

namespace understudy::verify {

struct ProbedSides {
    report::Verdict fake = report::Verdict::Unknown;
    report::Verdict live = report::Verdict::Unknown;
};

enum class Meaning : std::uint8_t {
    Holds,     // on both sides
    OurBug,    // the fake does not do what its own pack says
    Drift,     // the service does not do it (any more)
    Both,      // neither does: the statement is wrong, or the probe
    NotKnown,  // the real service was not asked, or its answer says nothing
};

struct JudgedAssumption {
    report::Verdict verdict = report::Verdict::Unknown;  // of the statement about the service
    Meaning meaning = Meaning::NotKnown;
};

// Only the real service can confirm a statement about it: whatever the fake does, without the live
// side the verdict is unknown, unless the fake contradicts it.
JudgedAssumption judge_assumption(const ProbedSides& sides);

// The file of assumptions with `verdict` and `checked_at` of those that were decided on this day,
// by id; every other byte stays as it is. An unknown verdict confirms nothing and changes nothing.
// Fails if the file cannot be read.
using DecidedAssumptions = std::map<std::string, report::Verdict, std::less<>>;
base::Result<std::string> with_verdicts(const base::Source& file, const DecidedAssumptions& decided,
                                        std::string_view day);

}  // namespace understudy::verify
