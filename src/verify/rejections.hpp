// Changes that somebody has looked at and does not want: each by id and fingerprint, with a reason
// and a day on which it ends. A rejection silences that one change and nothing else.
//
//     {"version": 1, "rejections": [{"id": "...", "fingerprint": "...", "service": "github",
//      "title": "...", "reason": "a bug of theirs, ticket 41", "until": "2027-01-31"}]}
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/mark.hpp"
#include "base/result.hpp"
#include "verify/change.hpp"

namespace understudy::verify {

struct Rejection {
    std::string id, fingerprint, service, title, reason;
    std::string until;  // a day; from then on it counts no longer
};

struct Rejections {
    std::vector<Rejection> all;

    // nullptr: it is not rejected today, or its content is another.
    const Rejection* find(const Change& change, std::string_view today) const;
    // Takes the place of one of the same id and fingerprint.
    void put(Rejection rejection);
};

// refresh.bad_rejections
base::Result<Rejections> read_rejections(const base::Source& source);
std::string write_rejections(const Rejections& rejections);

}  // namespace understudy::verify
