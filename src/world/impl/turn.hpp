// One change in progress: a call, a timer or a world event with all it sets off. It collects what
// happened; a refusal undoes all of it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "pack/pack.hpp"
#include "world/impl/eyes.hpp"
#include "world/impl/refusal.hpp"
#include "world/impl/request.hpp"
#include "world/impl/state.hpp"
#include "world/impl/stream.hpp"
#include "world/outcome.hpp"

namespace understudy::world {

struct Definition;  // world.hpp
class Memo;
class Renderer;
class ShownBodies;

// What a scenario or a magic value chose for this one call.
struct Chosen {
    const pack::Forced* forced = nullptr;
    std::string by;  // "scenario bank_declines", "magic To"
};

struct Turn {
    State& state;
    Eyes& eyes;
    const json::Value& config;
    std::uint64_t seed = 0;
    std::string cause = {};            // "call", "timer tmr_4", "event cardholder.disputes"
    std::string bound_by = {};         // "trc_2" or "tmr_4"
    std::uint64_t trace = 0;           // number of the trace this turn belongs to
    const Request* request = nullptr;  // null: no call
    const Chosen* chosen = nullptr;
    const Definition* definition = nullptr;  // never null in a world
    bool in_history = false;                 // what happens now belongs to the past
    ShownBodies* shown = nullptr;            // null: nothing is kept
    Memo* memo = nullptr;                    // never null in a world
    const Renderer* renderer = nullptr;      // the one the Eyes look through; never null in a world
    json::Value set_off_by = {};  // a world event: its name and data, as objects keep a call's
    unsigned chained = 0;         // moves, calls and reactions so far; at most 64
    std::optional<base::Instant> clock = {};  // where the world's clock is to go on to, afterwards

    std::vector<Transition> transitions = {};
    std::vector<Emitted> emitted = {};
    std::vector<Scheduled> scheduled = {};
    std::vector<Warning> warnings = {};
    bool is_watched = false;              // somebody wants to know ...
    std::vector<ObjectPtr> touched = {};  // ... which objects it wrote
};

// What an operation came to.
struct Executed {
    ObjectPtr object;                 // made, changed, moved or deleted; null for a `result`
    bool deleted = false;             // `object` is what it was, or its tombstone
    std::string arm;                  // taken by the move, if it has arms
    std::optional<Refusal> answered;  // an `answer` step: committed, and the call answers this
    json::Value values;               // Does::Result: the object of values, printed
    // Does::Result: where the values came from.
    struct Sourced {
        std::string path = {};
        Source source = Source::Constant;
        std::string by = {};     // of an exogenous one
        json::Value parts = {};  // the same: see Bound
        json::Value reply = {};  // what is no part of the answer has its value here
    };
    std::vector<Sourced> sources;
    std::string named;                 // Does::Result: the operation's name from data
    std::optional<Streamed> streamed;  // what the answer is instead of one body
};

// Creates, updates, deletes, moves, or works out a result. On trouble the caller rolls back.
std::variant<Executed, Refusal, base::Error> execute(Turn& turn, const Request& request);

// Fires one timer or world event; a refusal becomes the warning move_refused.
Trouble fire(Turn& turn, const Timer& timer);
Trouble trigger(Turn& turn, const pack::Move& move, pack::Index resource, const ObjectPtr& object,
                const json::Value& data);

// Makes a move that somebody else asks for: a delivery that failed for good. `endpoint` is what
// `self` and `endpoint` are. An object that is in no state for it stays as it is.
Trouble follow(Turn& turn, const pack::MoveStep& step, const ObjectPtr& endpoint);
// An object that nobody's call makes, with these values.
std::variant<ObjectPtr, Refusal, base::Error> make(Turn& turn, pack::Index resource,
                                                   std::vector<Request::Given> given);

// The log of deliveries is bounded, and the service does not keep it for ever either.
void forget_old(State& state, const pack::Pack& pack, std::size_t most);
// Nothing more is sent to an endpoint that is gone.
void forget_endpoint(State& state, const pack::Pack& pack, const Object& endpoint);

// A fresh object for a token of `minted_by`, or the one that exists once; null: no such token.
ObjectPtr mint(Turn& turn, pack::Index resource, std::string_view token);

// The one object of a resource with `one: true`, made at first use.
base::Result<ObjectPtr> single(Turn& turn, pack::Index resource);

// The objects a world begins with (`begins_with`), in the order of the pack. Nobody is told.
base::Result<void> make_first(Turn& turn);

}  // namespace understudy::world
