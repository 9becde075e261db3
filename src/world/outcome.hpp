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

struct Outcome {
    Answer answer;            // of a Call
    json::Value result;       // of anything else: the members of the control answer
    std::uint64_t trace = 0;  // sequence number; 0: none
    std::vector<Transition> transitions;
    std::vector<Emitted> events;
    std::vector<Effect> effects;
};

// A control command that cannot be carried out: rendered by `serve` in our own envelope.
struct Refused {
    int status = 422;
    std::string code;  // "clock_backwards"
    std::string message, field, hint;
};

}  // namespace understudy::world
