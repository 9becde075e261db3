// What a tester has armed: a fault, a stub, a pin or a tape. Immutable once stored; each use makes
// a new one with other counters, so forks, snapshots and going back treat it like any entry of the
// state.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "json/value.hpp"
#include "pack/pack.hpp"
#include "world/impl/match.hpp"

namespace understudy::world {

struct Lever {
    enum class Kind : std::uint8_t { Fault, Stub, Pin, Tape };

    Kind kind = Kind::Fault;
    std::uint64_t number = 0;   // per kind, from 1: flt_1
    std::uint64_t created = 0;  // over all kinds, from 1: what "the newest" goes by
    Match match = {};
    // Where calls look for it: see bucket_of. A lever that several operations share has several.
    std::vector<std::string> buckets = {};
    std::string field = {};  // of pins and tapes: "output.balance", "branch"
    json::Value body = {};   // the checked members, as its record shows them

    std::uint64_t matched = 0;   // calls it was chosen for, whether it acted or not
    std::uint64_t fired = 0;     // times it acted: faults and stubs fire, pins and tapes bind
    std::uint64_t position = 0;  // of a tape: results consumed
    bool spent = false;          // it takes no part any more

    std::string id() const;  // "flt_1", "stb_1", "pin_1", "tap_1"
};
using LeverPtr = std::shared_ptr<const Lever>;

std::string_view prefix_of(Lever::Kind kind);                                   // "flt_"
std::optional<std::uint64_t> number_in(std::string_view id, Lever::Kind kind);  // of "flt_1"

// Levers are kept by what they are for, so that ten thousand of them cost a call that has nothing
// to do with them nothing. A call looks into the buckets of its operation, of its verb, of its
// resource, and into the one of all.
std::string bucket_of(std::string_view resource, std::string_view verb);  // either may be empty

// As the journal writes it, and back.
json::Value to_json(const Lever& lever);
base::Result<Lever> lever_from_json(const json::Value& value, const pack::Pack& pack);

// The entry of a tape that the result number `position` (from 0) takes: each entry counts `times`,
// and past the end `then` says ("fallback": none, "last", "cycle"). Nothing: as if there were no
// tape.
std::optional<std::size_t> entry_at(const json::Value& entries, std::string_view then,
                                    std::uint64_t position);

}  // namespace understudy::world
