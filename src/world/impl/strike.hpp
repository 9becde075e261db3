// The first step of resolving a call: what testers have armed against it. Arming checks the whole
// body; striking chooses the most specific fault that fits, then the newest, and no other one.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "json/value.hpp"
#include "world/command.hpp"
#include "world/impl/answer.hpp"
#include "world/impl/lever.hpp"
#include "world/impl/match.hpp"
#include "world/impl/state.hpp"
#include "world/outcome.hpp"

namespace understudy::world {

// --- arming

// What faults against deliveries are armed on.
inline constexpr std::string_view kDeliveries = "$deliveries";
inline constexpr std::string_view kSend = "send";

std::variant<Lever, Refused> read_fault(const json::Value& body, const pack::Pack& pack);
std::variant<Lever, Refused> read_stub(const json::Value& body, const pack::Pack& pack);
std::variant<Lever, Refused> read_delivery_fault(const json::Value& body, const pack::Pack& pack);
json::Value fault_record(const Lever& lever);
json::Value stub_record(const Lever& lever);

// Is it a type of event that this pack sends? Else 422 unknown_event_type with the nearest.
std::optional<Refused> check_event_type(const pack::Pack& pack, std::string_view type,
                                        const std::string& field);

// --- striking

struct Strike {
    enum class Outcome : std::uint8_t {
        NoMatch,
        Fired,
        Skipped,  // it lets some calls through first
        Passed,   // an entry of its tape says so
        Spared,   // its probability
        Stub,
    };
    Outcome outcome = Outcome::NoMatch;
    // The one chosen, counters as they are to be kept whatever becomes of the call.
    std::optional<Lever> lever;
    // What acts: the members of the fault or of its tape's entry; the answer of a stub.
    json::Value members;
    // Of those looked at and not chosen: id and the reason.
    std::vector<std::pair<std::string, std::string>> considered;

    bool acts() const { return outcome == Outcome::Fired || outcome == Outcome::Stub; }
    bool is_after() const;   // it acts on the answer of the call
    bool has_error() const;  // it answers an error of its own
    bool has_transport() const;
    bool tells_in_stream() const;  // its error comes in the middle of a stream
};

// `seed` is the world's.
Strike strike(const State& state, const Sought& call, std::uint64_t seed);
// The fault that strikes an attempt to deliver with these facts: event_type, endpoint_id, attempt.
Strike strike_delivery(const State& state, const json::Value& facts, bool is_duplicate,
                       std::uint64_t seed);
// Only stubs: for calls that no operation answers.
Strike strike_unrouted(const State& state, const Sought& call);

// Does it tell an error in the middle of a stream? That error may be one of the pack.
bool is_error_event(const json::Value& transport);
// Does a transport fault that acts before execution let the call go on (a delay), or end it?
bool goes_on(const json::Value& transport);
// Does it hold the answer back for a while, so that the call counts as running?
bool holds_back(const json::Value& transport);

// What the trouble cannot do to this answer on this protocol, in words; empty: all goes as asked.
std::string remark_on(const Wire& wire, const Answer& answer, http::Version version);

// --- answering

// The error of a fault, to be rendered like any refusal. A code that the catalogue does not have
// borrows the form of one that it has.
Refusal refusal_of_fault(const Turn& turn, const json::Value& members, const Facts& facts);
Answer answer_stub(const json::Value& answer);

}  // namespace understudy::world
