// Which pin or tape decides a value from outside. Pins go before tapes, however specific those are;
// among pins, and among tapes, the most specific wins, then the newest.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "json/value.hpp"
#include "world/impl/lever.hpp"
#include "world/impl/match.hpp"
#include "world/impl/state.hpp"
#include "world/trace.hpp"

namespace understudy::world {

// A lever that fits the call, with what it would give.
struct Claim {
    LeverPtr lever = {};
    json::Value value = {};
    std::string by = {};  // "pin_3", "tap_1#0": a tape with the position of its entry
};

// Nothing: a tape that has run out.
std::optional<Claim> claim_of(const LeverPtr& lever);

// All claims to one path, best first.
struct Claims {
    std::string path = {};  // "output.balance"
    std::vector<Claim> pins = {}, tapes = {};
};

// The claims to a field and to what is inside it, outermost path first. `buckets` are where levers
// for this result are kept. Costs next to nothing where no pin and no tape is set.
std::vector<Claims> claims_to(const State& state, std::span<const std::string_view> buckets,
                              const Sought& call, std::string_view field);

// Why a claim lost against another of its kind: "1 constraint against 2", "source_id ranks higher",
// "older".
std::string why_lost(const Lever& winner, const Lever& loser);

// The lever has decided a value: its counters move on, and a tape that has run out takes no part
// any more.
void use(State& state, const Lever& lever);

// What a call is matched by later: operation (the resource's name where no call was made), input,
// credential and source as an object keeps them.
Sought sought_of(const json::Value& started_by, std::string_view resource);

// What `by` says of the source: "tap_1#0" is a tape, nothing is synth, all else a pin.
Source source_by(std::string_view by);

inline constexpr std::string_view kBranch = "branch";
std::string branch_bucket(std::string_view move);  // of "charges.capture"

}  // namespace understudy::world
