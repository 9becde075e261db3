// Idempotency, scenarios and magic values: what stands between a call and its execution.
#pragma once

#include <optional>
#include <string>
#include <variant>

#include "world/impl/turn.hpp"

namespace understudy::world {

struct FirstUse {
    std::string key;  // where the answer is to be stored; empty: not at all
    std::string fingerprint;
};
struct Replay {
    Remembered record;
};
// First use (or no key), a stored answer, or the vendor's refusal (mismatch, key in use, too long).
std::variant<FirstUse, Replay, Refusal> idempotency_of(const Turn& turn, const Request& request);

// Does the pack's idempotency count for this call, and what is its key? (Header or field, methods,
// operations.)
bool is_keyed(const pack::Pack& pack, const Request& request);
// The stored answer as it left, headers included; finish() gives it this call's own.
Answer answer_again(const Remembered& record);

// Keeps the answer if the pack stores answers of this kind. `held`: it has not left yet, and until
// it has the call counts as running.
void remember(Turn& turn, const Request& request, const FirstUse& first, const Answer& answer,
              std::uint64_t trace, bool held = false);
// Would an answer with this status be kept and replayed?
bool is_stored(const Turn& turn, const Request& request, int status);

// The scenario of the header X-Mock-Scenario: nothing if there is none; Refused (422
// unknown_scenario, in our own envelope) if the pack does not know it.
std::variant<std::monostate, Chosen, Refused> scenario_of(const Turn& turn, const Request& request);

// The first magic value that applies.
std::variant<std::monostate, Chosen, base::Error> magic_of(const Turn& turn,
                                                           const Request& request);

}  // namespace understudy::world
