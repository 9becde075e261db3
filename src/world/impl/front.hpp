// The way in: from the bytes of a call to a Request, or to the vendor's refusal. In this order:
// readable, key, route, serve.guard, unknown parameters, required, other keywords, references,
// state, guards. (State and guards of moves are execute's.)
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "world/impl/request.hpp"
#include "world/impl/turn.hpp"
#include "world/trace.hpp"

namespace understudy::world {

struct TurnedAway {
    Refusal refusal;
    ResolvedBy by = ResolvedBy::Stateful;  // Auth and NoRoute where it got no further
    std::string nearest;                   // declared path, for the trace of NoRoute
};

// Gives the call its request.id. Whoever rolls back on a refusal calls this before the mark, so
// that no id is given twice; read_call does it where nobody has.
void draw_request_id(Turn& turn, Request& request);

// Fills `request` as far as it gets, also when it is turned away. A call whose idempotency key
// decides (a stored answer, another fingerprint, a key in use) is not checked any further:
// idempotency_of says what it gets. Tokens that mint make their objects here; a refusal or a replay
// is followed by rolling back.
std::variant<std::monostate, TurnedAway, base::Error> read_call(Turn& turn, const Call& call,
                                                                Request& request);

// The object that a reference names: by id, by `found_by`, or by a token that mints. A Refusal in
// the words of errors.on.missing if there is none.
std::variant<ObjectPtr, Refusal, base::Error> look_up(Turn& turn, pack::Index resource,
                                                      const std::vector<pack::Index>& found_by,
                                                      const json::Value& value,
                                                      const pack::Missing& missing, Issue issue);

// Checks the input of a child, a `create` or a `call` step inside the engine, as if it had come by
// the operation: values by field path, already typed.
Trouble check_fields(Turn& turn, const pack::Resource& resource,
                     const std::vector<Request::Given>& given, const Request* request);

// What the expressions of operations may read: input, params, headers, self and parent beside what
// every Env has. The request must outlive it.
expr::Env env_of_call(const Turn& turn, const Request& request, std::size_t locals = 0);

}  // namespace understudy::world
