// What came of a command.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "http/headers.hpp"
#include "pack/error_use.hpp"
#include "world/frames.hpp"
#include "world/trace.hpp"

namespace understudy::world {

struct Answer {
    int status = 200;
    http::Headers
        headers;  // Content-Type included, Content-Length and Date's like left to the codec
    std::shared_ptr<const std::string> body;  // never null
    std::shared_ptr<const Frames> frames;     // null: the body is one piece
    // The operation, if it is answered by becoming a WebSocket.
    pack::Index socket = pack::kNone;
};

// A control command that cannot be carried out: rendered by `serve` in our own envelope.
struct Refused {
    int status = 422;
    std::string code;  // "clock_backwards"
    std::string message, field, hint;
};

// An attempt to deliver that has begun: World::outgoing says what to send, and what comes of it is
// told by Report.
struct Begun {
    std::uint64_t delivery = 0;  // number
    std::uint32_t attempt = 0;   // from 1
};

// One attempt as a request.
struct Outgoing {
    std::uint64_t delivery = 0;
    std::uint32_t attempt = 0;
    std::string url;
    std::vector<std::pair<std::string, std::string>> headers;
    std::shared_ptr<const std::string> body;
    base::Duration timeout = {};
};

// An advance that had to wait for deliveries and has come to its end.
struct Ended {
    std::uint64_t advance = 0;                  // number
    std::variant<json::Value, Refused> result;  // as of one that did not have to wait
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
    Answer answer;  // of a Call
    ResolvedBy by = ResolvedBy::Stateful;
    bool struck = false;  // a fault acted on it
    std::optional<Wire> wire;
    json::Value result;       // of anything else: the members of the control answer
    std::uint64_t trace = 0;  // sequence number; 0: none
    std::vector<Transition> transitions;
    std::vector<Emitted> events;
    std::vector<Begun> begun;     // to be sent now
    std::string attempted;        // of Report: what the attempt came to
    bool owes = false;            // deliveries are due: Send, once the answer has left
    std::uint64_t under_way = 0;  // an Advance that waits for deliveries: its number
    std::vector<Ended> ended;
    // Contradictions in what is scripted that this command has brought about, as records.
    std::vector<json::Value> contradictions;
};

}  // namespace understudy::world
