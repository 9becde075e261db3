// A walk: calls that are made, in order, of two services that should say the same.
//
//     Walk walk{"a charge that is refunded twice", {leg, leg, leg}};
//     const std::vector<Taken> taken = take(walk, target, {});
//
// A leg is a step of a plan, holes and captures included, so what was walked can be written down
// and run again by whoever runs plans.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/clock.hpp"
#include "http/message.hpp"
#include "json/value.hpp"
#include "plan/plan.hpp"
#include "plan/target.hpp"

namespace understudy::verify {

struct Leg {
    plan::Step step;        // its expectations are empty; `request.control`: of the control API
    std::string operation;  // as the pack names it; empty: of the control API, or no operation
};

struct Walk {
    std::string about;
    std::vector<Leg> legs;
    bool is_loose = false;  // its legs do not build on each other: what differs spoils nothing

    bool needs_control() const;    // something only a world can be told
    plan::Effect effect() const;   // the most that any leg does
    std::size_t calls() const;     // of the service
    base::Duration waits() const;  // what it lets pass
};

// What came of one leg.
struct Taken {
    enum class Kind { Answer, NoAnswer, NotRun };
    Kind kind = Kind::NotRun;
    http::Response response;
    std::string why;  // of NoAnswer
    std::vector<std::pair<std::string, json::Value>> captured;
    base::Duration at = {};  // when it was begun, from the start of the walk
};

struct TakeOptions {
    std::string run = "us-0";        // ${run}
    base::Duration patience{10, 0};  // for one answer
    // Time passes by waiting, and is measured; nullptr: clocks are told how much has passed.
    base::Clock* clock = nullptr;
    // Time passes as it did there: each leg begins when its counterpart did.
    const std::vector<Taken>* alongside = nullptr;
};

// Leg by leg; one whose names have no value is not run. After an answer that never came nothing is
// run any more.
std::vector<Taken> take(const Walk& walk, plan::Target& target, const TakeOptions& options);

// The names whose values a leg uses.
std::vector<std::string> names_used(const Leg& leg);

// How long a leg lets time pass; nothing: it does something else.
std::optional<base::Duration> advance_of(const Leg& leg);

}  // namespace understudy::verify
