// How an answer came about: which step resolved it, and for each of its fields the source. Kept
// compactly while the world runs; made into a record (docs/reference/trace.md) when somebody reads.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/time.hpp"
#include "json/value.hpp"

namespace understudy::world {

enum class ResolvedBy : std::uint8_t {
    Fault,
    Stub,
    IdempotentReplay,
    Scenario,
    Magic,
    Stateful,
    Auth,
    NoRoute,
};
inline constexpr std::size_t kResolutions = 8;
std::string_view name_of(ResolvedBy by);  // "idempotent_replay"

enum class Source : std::uint8_t {
    Input,
    Derived,
    Clock,
    Id,
    State,
    Aggregate,
    Constant,
    Pinned,
    Tape,
    Synth,
};
std::string_view name_of(Source source);
bool is_exogenous(Source source);

struct Transition {
    std::string resource;
    json::Value id;
    std::string from, to;  // states, as the pack names them
    std::string cause;     // "call", "timer tmr_4", "event cardholder.disputes", "move charges.x"
};

struct Emitted {
    std::string event;
    json::Value id;
    json::Value payload;
};

struct Scheduled {
    std::string timer;
    base::Instant due;
};

struct Warning {
    std::string code;  // "version_mismatch", "input_dropped", "move_refused", "chain_too_long"
    std::string message;
};

}  // namespace understudy::world
