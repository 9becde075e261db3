// The list of tolerated gaps: calls that the program makes and no recording backs. It may shrink;
// to let it grow takes a decision.
//
//     - {shape: gh pr merge --squash, reason: needs two accounts, owner: hub-team, expires:
//     2027-01-31}
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/mark.hpp"
#include "base/result.hpp"
#include "json/document.hpp"
#include "report/finding.hpp"

namespace understudy::cassette {

struct RatchetEntry {
    std::string shape, reason, owner;
    std::string expires;  // a day: from then on it counts no longer
    base::Mark mark;
};

struct Ratchet {
    std::vector<RatchetEntry> entries;

    const RatchetEntry* find(std::string_view shape) const;
};

// coverage.bad_ratchet lists all that is wrong.
base::Result<Ratchet> read_ratchet(const json::Document& document);

struct Tolerated {
    std::vector<std::string> gaps;          // those the list does not name
    std::size_t count = 0;                  // of those it names, before their day
    std::vector<report::Finding> findings;  // entries that expired, that no longer apply, growth
};

// `before` is the list as it was (nullptr: not known, so that nothing has grown).
Tolerated tolerate(std::vector<std::string> gaps, const Ratchet& ratchet, const Ratchet* before,
                   bool allows_growth, std::string_view today);

}  // namespace understudy::cassette
