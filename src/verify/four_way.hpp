// Four descriptions of one call, and what follows where they part: what the vendor's description
// promises, what the real service says now, what was recorded, and what the fake says.
//
//     const Advice advice = advise({.spec = Verdict::Agreed, .cassette = Verdict::Differed});
//     advice.refresh_cassette;                    // the service has moved, and has said so
//
// The live answer is what the others are held against: where it was not seen, nothing follows.
#pragma once

#include <string>
#include <vector>

#include "report/finding.hpp"

namespace understudy::verify {

// Each a verdict on the live answer; Unknown: it was not seen, or there is no such description.
struct FourWay {
    report::Verdict spec = report::Verdict::Unknown;      // it fits what the vendor promises
    report::Verdict cassette = report::Verdict::Unknown;  // it is what was recorded
    report::Verdict fake = report::Verdict::Unknown;      // it is what the fake says
    // What was recorded fitted the promise: the service did as promised once.
    report::Verdict spec_then = report::Verdict::Unknown;
};

struct Advice {
    bool refresh_cassette = false;   // the service has changed, and the promise does not forbid it
    bool fix_pack = false;           // the fake is not what the service is
    bool wait_for_spec = false;      // service and promise part, and have done so all along
    bool vendor_regression = false;  // the service did as promised, and does no more

    bool is_empty() const {
        return !refresh_cassette && !fix_pack && !wait_for_spec && !vendor_regression;
    }
    friend bool operator==(const Advice&, const Advice&) = default;
};

Advice advise(const FourWay& seen);

// One sentence each: "refresh the cassette: the service has changed".
std::vector<std::string> sentences(const Advice& advice);

}  // namespace understudy::verify
