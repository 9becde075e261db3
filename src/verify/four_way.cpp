#include "verify/four_way.hpp"

namespace understudy::verify {

using report::Verdict;

Advice advise(const FourWay& seen) {
    Advice advice;
    const bool breaks_promise = seen.spec == Verdict::Differed;
    const bool has_changed = seen.cassette == Verdict::Differed;
    // A change away from what was promised and kept until now is the vendor's to undo: whoever
    // recorded it, or built it into a fake, would make the mistake permanent.
    advice.vendor_regression = breaks_promise && has_changed && seen.spec_then == Verdict::Agreed;
    if (advice.vendor_regression) return advice;
    advice.refresh_cassette = has_changed;
    advice.fix_pack = seen.fake == Verdict::Differed;
    advice.wait_for_spec = breaks_promise;
    return advice;
}

std::vector<std::string> sentences(const Advice& advice) {
    std::vector<std::string> all;
    if (advice.vendor_regression) {
        all.emplace_back(
            "tell the vendor: the service did as its description promises, and does no more");
    }
    if (advice.refresh_cassette) {
        all.emplace_back("refresh the cassette: the service has changed since it was recorded");
    }
    if (advice.fix_pack) all.emplace_back("fix the fake: it does not say what the service says");
    if (advice.wait_for_spec) {
        all.emplace_back(
            "wait for the vendor's description: it promises something else than the service does");
    }
    return all;
}

}  // namespace understudy::verify
