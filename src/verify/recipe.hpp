// How to bring an object into a state: what it is made with, and what is done to it then.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "base/time.hpp"
#include "json/value.hpp"
#include "pack/pack.hpp"

namespace understudy::verify {

struct Action {
    enum class Kind { Call, Advance, Event, Choose };
    Kind kind = Kind::Call;
    pack::Index operation = pack::kNone;                     // of Call
    json::Value input = json::Value::object();               // of Call: beside what it needs anyway
    base::Duration by = {};                                  // of Advance
    pack::Index resource = pack::kNone, move = pack::kNone;  // of Event and Choose
    std::string arm;                                         // of Choose
};

struct Recipe {
    pack::Index resource = pack::kNone;
    pack::Index operation = pack::kNone;        // that makes it
    json::Value input = json::Value::object();  // over what the operation needs anyway
    std::map<pack::Index, std::size_t> refs;    // field -> recipe of what it refers to
    std::vector<Action> actions;
    // The object that counts is the one this field refers to, not what is made.
    pack::Index through = pack::kNone;
    std::string state;  // in the end; empty: it has no states

    bool needs_control() const {
        for (const Action& each : actions) {
            if (each.kind == Action::Kind::Event || each.kind == Action::Kind::Choose) return true;
        }
        return false;
    }
};

}  // namespace understudy::verify
