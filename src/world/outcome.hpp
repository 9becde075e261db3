// What came of a command.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "http/headers.hpp"
#include "world/trace.hpp"

namespace understudy::world {

struct Answer {
    int status = 200;
    http::Headers
        headers;  // Content-Type included, Content-Length and Date's like left to the codec
    std::shared_ptr<const std::string> body;  // never null
};

// Something to be done outside. Webhook deliveries come with the issue of callbacks; the journal
// and the feed see them already.
struct Effect {
    Emitted event;
    base::Instant due;
    bool in_history = false;  // it belongs to the past: recorded, and never sent
};

// Trouble on the wire: what to do to the answer on its way out (http::make_fault).
struct Wire {
    json::Value transport;    // {"kind": "reset", "at": "headers"}
    std::string fault;        // "flt_1"
    std::uint64_t match = 0;  // calls the fault was chosen for before this one
    std::uint64_t seed = 0;   // the world's
    bool unanswered = false;  // there is no answer: the trouble is all the client gets
    // The answer is held back for a while, and somebody waits to be told that it has left: Release.
    bool held = false;
};

struct Outcome {
    Answer answer;            // of a Call
    ResolvedBy by = ResolvedBy::Stateful;
    bool struck = false;  // a fault acted on it
    std::optional<Wire> wire;
    json::Value result;       // of anything else: the members of the control answer
    std::uint64_t trace = 0;  // sequence number; 0: none
    std::vector<Transition> transitions;
    std::vector<Emitted> events;
    std::vector<Effect> effects;
    // Contradictions in what is scripted that this command has brought about, as records.
    std::vector<json::Value> contradictions;
};

// A control command that cannot be carried out: rendered by `serve` in our own envelope.
struct Refused {
    int status = 422;
    std::string code;  // "clock_backwards"
    std::string message, field, hint;
};

}  // namespace understudy::world
