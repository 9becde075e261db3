// A world's time on the control plane: shown, moved, stopped; how long things take.
#include "base/text.hpp"
#include "serve/impl/control_call.hpp"
#include "serve/impl/control_pages.hpp"
#include "serve/impl/control_values.hpp"

namespace understudy::serve {

namespace {

using world::Refused;

ControlDone clock_of(const ControlCall& call) {
    return {200,
            call.world->look([](const world::World& world) { return world.clock_record(); }),
            {},
            {}};
}

ControlResult show_clock(ControlCall& call) {
    return clock_of(call);
}

ControlResult advance_clock(ControlCall& call) {
    world::Advance advance;
    const int ways = static_cast<int>(call.body.has("by")) + static_cast<int>(call.body.has("to")) +
                     static_cast<int>(call.body.has("step"));
    if (ways != 1) {
        return refuse("invalid_request", "an advance has one of by, to and step", {},
                      R"(as in {"by": "5s"}, {"to": "2025-02-01T00:00:00Z"} or {"step": true})");
    }
    if (call.body.has("by")) {
        const std::string text = text_of(call.body, "by");
        if (const auto duration = base::parse_duration(text);
            duration && *duration < base::Duration{}) {
            return refuse("clock_backwards", "time does not run backwards: " + base::quoted(text),
                          "/by");
        }
        auto by = duration_of(text, "by");
        if (auto* refused = std::get_if<Refused>(&by)) return std::move(*refused);
        advance.by = std::get<base::Duration>(by);
    } else if (call.body.has("to")) {
        auto to = instant_of(text_of(call.body, "to"), "to");
        if (auto* refused = std::get_if<Refused>(&to)) return std::move(*refused);
        advance.to = std::get<base::Instant>(to);
    } else {
        advance.step = true;
    }
    auto pending = std::make_shared<Pending>();
    auto applied = call.world->advance(advance, [pending](RunningWorld::Advanced ended) {
        if (auto* refused = std::get_if<Refused>(&ended)) {
            pending->give(std::move(*refused));
        } else {
            pending->give(ControlDone{200, std::get<json::Value>(std::move(ended)), {}, {}});
        }
    });
    if (!applied) return to_refusal(applied.error());
    if (auto* refused = std::get_if<Refused>(&*applied)) return std::move(*refused);
    world::Outcome& outcome = std::get<world::Outcome>(*applied);
    ControlDone done{200, std::move(outcome.result), {}, {}};
    if (outcome.under_way != 0) done.pending = std::move(pending);
    return done;
}

ControlResult set_durations(ControlCall& call) {
    return apply(call, world::SetDurations{call.body});
}

ControlResult set_clock_mode(ControlCall& call) {
    const bool ticking = text_of(call.body, "mode") == name_of(world::ClockMode::Ticking);
    auto set = apply(
        call, world::SetClock{ticking ? world::ClockMode::Ticking : world::ClockMode::Frozen});
    if (std::holds_alternative<Refused>(set)) return set;
    return clock_of(call);
}

constexpr std::string_view kAdvanceRefusals[] = {"invalid_duration",  "invalid_instant",
                                                 "clock_backwards",   "runaway_timers",
                                                 "advance_cancelled", "shutting_down"};
constexpr std::string_view kDurationRefusals[] = {"unknown_duration", "invalid_duration"};

constexpr Route kRoutes[] = {
    {"GET", "/clock", "showClock", "The world's time, and the timers that wait for it.",
     Level::World, 200, "", "Clock", false, kNoNames, kNoNames, show_clock},
    {"POST",
     "/clock/advance",
     "advanceClock",
     "Lets the world's time pass; due timers fire.",
     Level::World,
     200,
     "Advance",
     "Advanced",
     false,
     kNoNames,
     kAdvanceRefusals,
     advance_clock,
     {},
     R"({"by": "2s"})"},
    {"POST",
     "/clock/durations",
     "setDurations",
     "How long things take from now on; pending timers are due anew.",
     Level::World,
     200,
     "Durations",
     "Durations",
     false,
     kNoNames,
     kDurationRefusals,
     set_durations,
     {},
     R"({"settle": "0s"})"},
    {"POST",
     "/clock/mode",
     "setClockMode",
     "Does the world's time pass by itself?",
     Level::World,
     200,
     "ClockMode",
     "Clock",
     false,
     kNoNames,
     kNoNames,
     set_clock_mode,
     {},
     R"({"mode": "ticking"})"},
};

constexpr RefusalCode kRefusals[] = {
    {"runaway_timers", 409, "Too many timers fired in one advance; what has fired stays."},
    {"advance_cancelled", 409, "The world was reset or restored before the advance had ended."},
    {"shutting_down", 503, "The process ends, and the advance with it."},
    {"clock_backwards", 422, "Time does not run backwards."},
    {"unknown_duration", 422, "The pack has no duration of that name; nothing was set."},
};

constexpr std::string_view kSchemas = R"json({
  "Clock": {
    "type": "object", "required": ["now", "mode", "t0", "pending", "durations"], "additionalProperties": false,
    "properties": {
      "now": {"type": "string", "format": "date-time"},
      "mode": {"enum": ["frozen", "ticking"]},
      "t0": {"type": "string", "format": "date-time", "description": "where this run began"},
      "pending": {"type": "array", "items": {
        "type": "object", "required": ["id", "due_at", "started_at", "duration", "resource", "object", "move"],
        "additionalProperties": false,
        "properties": {
          "id": {"type": "string"},
          "due_at": {"type": "string", "format": "date-time"},
          "started_at": {"type": "string", "format": "date-time"},
          "duration": {"type": ["string", "null"], "description": "null: a calendar instant"},
          "resource": {"type": "string"}, "object": {"type": ["string", "number"]}, "move": {"type": "string"}}}},
      "durations": {"$ref": "#/components/schemas/Durations"}}
  },
  "Advance": {
    "type": "object", "additionalProperties": false,
    "properties": {"by": {"type": "string"}, "to": {"type": "string"}, "step": {"const": true}}
  },
  "Advanced": {
    "type": "object", "required": ["now", "fired", "details"],
    "properties": {
      "now": {"type": "string", "format": "date-time"},
      "fired": {"type": "array", "items": {"type": "string"}, "description": "names of the events, in order"},
      "details": {"type": "array", "description": "the first 1,000 timers that fired, in order", "items": {
        "type": "object", "required": ["timer", "at", "resource", "object", "move", "transitions", "events"],
        "additionalProperties": false,
        "properties": {
          "timer": {"type": "string"}, "at": {"type": "string", "format": "date-time"},
          "resource": {"type": "string"}, "object": {"type": "string"}, "move": {"type": "string"},
          "transitions": {"type": "array"}, "events": {"type": "array", "items": {"type": "string"}}}}},
      "warnings": {"type": "array"}}
  },
  "Durations": {
    "type": "object", "additionalProperties": {"type": "string"}
  },
  "ClockMode": {
    "type": "object", "required": ["mode"], "additionalProperties": false,
    "properties": {"mode": {"enum": ["frozen", "ticking"]}}
  }
})json";

}  // namespace

const Area& clock_area() {
    static const Area area{kRoutes, {}, kRefusals, kSchemas};
    return area;
}

}  // namespace understudy::serve
