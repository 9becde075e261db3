// What a world can be asked to do. A command is data: it can be kept, sent and applied again.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "base/time.hpp"
#include "http/message.hpp"
#include "json/value.hpp"

namespace understudy::world {

class Snapshot;  // snapshot.hpp

// A request of the vendor's API. Whoever selected the world has looked at the key; what became of
// that is here, because the refusal is the vendor's own.
struct Call {
    enum class Key : std::uint8_t { Accepted, Missing, Wrong };

    http::Request request;
    Key key = Key::Accepted;
    std::string credential;    // the key as it was presented; scopes idempotency, never shown
    std::string host;          // without port
    bool own_listener = true;  // every prefix of the pack works (serve.hosts)
    std::string origin;        // "http://127.0.0.1:8801": what absolute links begin with
    bool in_history = false;   // replayed to make history: faults do not apply
};

enum class ClockMode : std::uint8_t { Frozen, Ticking };
std::string_view name_of(ClockMode mode);  // "frozen"

// Moves the clock: by a duration, to an instant, or to the next timer. All due timers fire.
struct Advance {
    std::optional<base::Duration> by;
    std::optional<base::Instant> to;
    bool step = false;
};

// Named durations of this world from now on: a map from name to duration, all or nothing. Timers of
// these names that are pending are due anew.
struct SetDurations {
    json::Value body;
};

// Does the world's time stand still from now on?
struct SetClock {
    ClockMode mode = ClockMode::Frozen;
};

// A world event.
struct Trigger {
    std::string event;
    json::Value data;
};

struct Reset {
    std::optional<base::Instant> t0;  // of this run only
};

// What testers arm and set. Each takes the body of its control call
// (docs/reference/control-api.md), which fits the schema there; the whole of it is checked before
// anything changes, and a refusal names the place by JSON Pointer.
struct ArmFault {
    json::Value body;
};
struct ArmStub {
    json::Value body;
};
struct SetPin {
    json::Value body;
};
struct SetTape {
    json::Value body;
};

// Takes back one of these, or all.
struct Clear {
    enum class What : std::uint8_t { Faults, Stubs, Pins, Tapes };
    What what = What::Faults;
    std::string id;  // empty: all
};

// Whether contradictions in what testers have scripted are looked for.
struct SetCoherence {
    bool warns = false;
};

// Puts objects into the world as if they had always been there: {resource, objects, strict}. The
// lifecycle does not run; all or nothing.
struct Seed {
    json::Value body;
};

// Makes a past by running the lifecycle back-dated: {steps}. It ends at the world's now; all or
// nothing.
struct History {
    json::Value body;
    std::string credential;  // whose calls these were, as in Call
    std::string origin;
};

// The world becomes what the snapshot holds, and keeps its definition.
struct Restore {
    std::shared_ptr<const Snapshot> snapshot;
};

// The answer of a call has left that a fault had held back until now.
struct Release {
    std::uint64_t trace = 0;
};

// Somebody wants to be told of events: {url, subscribe, signature_time}.
struct AddEndpoint {
    json::Value body;
};
struct RemoveEndpoint {
    std::string id;
};

// An existing event is sent again, with a fresh signature.
struct Redeliver {
    std::string id;  // of a delivery
};
// A delivery that a fault holds back is sent after all.
struct LetGo {
    std::string id;
};

// Begins what is due to be delivered.
struct Send {};

// What became of an attempt.
struct Report {
    std::uint64_t delivery = 0;  // number
    std::uint32_t attempt = 0;
    // "ok" and "status" are for the world to tell; else "timeout", "refused", "reset", "tls".
    std::string trouble;
    int status = 0;
    std::vector<std::pair<std::string, std::string>> headers;  // of the answer
    std::string body;                                          // as much as is kept of it
    std::uint64_t elapsed_ms = 0;
    // As it was sent.
    std::string url;
    std::vector<std::pair<std::string, std::string>> sent;
    std::shared_ptr<const std::string> sent_body;
};

// A fork goes its own way: what is under way to receivers is the parent's.
struct GoAlone {
    bool endpoints = true;  // false: receivers stay with the parent too
};

// The process has started anew: attempts that were under way are made again.
struct Resume {};

using Command = std::variant<Call,            //
                             Advance,         //
                             Trigger,         //
                             ArmFault,        //
                             ArmStub,         //
                             SetPin,          //
                             SetTape,         //
                             Clear,           //
                             SetDurations,    //
                             SetClock,        //
                             Seed,            //
                             History,         //
                             SetCoherence,    //
                             Release,         //
                             AddEndpoint,     //
                             RemoveEndpoint,  //
                             Redeliver,       //
                             LetGo,           //
                             Send,            //
                             Report,          //
                             Resume,          //
                             GoAlone,         //
                             Restore,         //
                             Reset>;

}  // namespace understudy::world
