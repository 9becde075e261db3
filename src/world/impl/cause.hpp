// World events before they happen: is the data right, does the precondition hold, and what would be
// moved?
#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "world/impl/course.hpp"
#include "world/impl/turn.hpp"

namespace understudy::world {

// Every move that this event sets off, in the pack's order.
std::vector<MoveAt> moves_of_event(const pack::Pack& pack, std::string_view event);

struct Readied {
    json::Value data;  // with its defaults
    ObjectPtr object;  // null: the move brings it forth
};
struct NotReady {
    int status = 409;
    std::string code;  // "precondition_failed", "invalid_event_data"
    std::string why;   // "charge ch_1 is pending, not succeeded"
    std::string field = {}, hint = {};
};
std::variant<Readied, NotReady> ready(Turn& turn, MoveAt at, const json::Value& given);
NotReady not_ready(std::string why);

// Readied, and made: all that follows at once has happened in this turn, or the turn is spoilt.
std::optional<NotReady> make_happen(Turn& turn, MoveAt at, const Readied& readied);

// "succeeded", "authorized or pending"; empty: any state will do.
std::string wanted_states(const pack::Pack& pack, MoveAt at);

}  // namespace understudy::world
