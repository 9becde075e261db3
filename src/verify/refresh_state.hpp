// What refresh remembers from one run to the next: one small JSON file. To lose it costs a repeated
// proposal, never a wrong one.
//
//     RefreshState state = TRY(read_state(source));
//     write_state(state);                                  // the text to keep
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "base/mark.hpp"
#include "base/result.hpp"
#include "base/time.hpp"

namespace understudy::verify {

struct CassetteMemory {
    std::optional<base::Instant> last_agreed, last_unknown;
    std::optional<base::Instant> unknown_since;  // since it was last observed, if it was not
    std::string unknown_why;
};

struct FindingMemory {
    std::string service, cassette, kind, title, fingerprint;
    base::Instant first_seen{};  // with this fingerprint
    std::int64_t attempts = 0;   // runs in which this fingerprint was still there
    bool is_told = false;        // within the noise budget
    std::string reference;       // what the driver called it
    std::optional<base::Instant> escalated;
    bool is_escalation_filed = false;
};

// A finding that is over and that the driver has not closed yet.
struct ClosingMemory {
    std::string service, title, reference;
};

// The one open proposal of a service.
struct ProposalMemory {
    std::string fingerprint, tree, commit, branch, reference;
    base::Instant first_seen{};
    bool is_draft = false;
    bool is_filed = false;  // the driver has it, or none is asked
    std::string base = {};  // the tree that it was made on
};

struct ServiceMemory {
    std::optional<base::Instant> last_seen;  // a run that observed all it could
    std::string ground;                      // digest of plans and rules then
    std::string tools;                       // digest of the programs then
    std::optional<ProposalMemory> proposal;
};

struct RefreshState {
    std::map<std::string, ServiceMemory, std::less<>> services;
    std::map<std::string, CassetteMemory, std::less<>> cassettes;  // by "service/name"
    std::map<std::string, FindingMemory, std::less<>> findings;    // by id
    std::map<std::string, ClosingMemory, std::less<>> closings;    // by id
};

// refresh.bad_state
base::Result<RefreshState> read_state(const base::Source& source);
std::string write_state(const RefreshState& state);

}  // namespace understudy::verify
