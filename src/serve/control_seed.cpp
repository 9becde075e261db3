// What a world held before anybody called: objects that were always there, and a past.
#include "serve/impl/control_call.hpp"
#include "serve/impl/control_pages.hpp"

namespace understudy::serve {

namespace {

ControlResult seed_objects(ControlCall& call) {
    return apply(call, world::Seed{call.body});
}

ControlResult seed_history(ControlCall& call) {
    return apply(call, world::History{call.body, call.world->identity.key,
                                      call.hub.reach_of(*call.world).url});
}

constexpr std::string_view kHistoryRefusals[] = {
    "history_overlap",  "replay_refused",     "unknown_operation", "unknown_event",
    "not_a_cause",      "invalid_event_data", "invalid_instant",   "unknown_duration",
    "invalid_duration", "runaway_timers"};
constexpr std::string_view kSeedRefusals[] = {"unknown_resource",   "unknown_field",
                                              "invalid_seed_id",    "duplicate_seed_id",
                                              "invalid_seed_value", "incomplete_seed"};

constexpr Route kRoutes[] = {
    {"POST",
     "/seed",
     "seed",
     "Objects that have always been there; nothing is set off.",
     Level::World,
     200,
     "Seed",
     "Seeded",
     false,
     kNoNames,
     kSeedRefusals,
     seed_objects,
     {},
     R"({"resource": "customers", "objects": [{"id": "cus_0123456789abcd", "email": "ann@example.com"}]})"},
    {"POST",
     "/seed/history",
     "seedHistory",
     "A past, made by running the lifecycle back-dated; it ends at the world's now.",
     Level::World,
     200,
     "History",
     "Past",
     false,
     kNoNames,
     kHistoryRefusals,
     seed_history,
     {},
     R"({"steps": [{"at": "2025-01-01T00:00:02Z", "call": {"operation": "createCustomer", "input": {"email": "ann@example.com"}, "as": "ann"}}]})"},
};

constexpr RefusalCode kRefusals[] = {
    {"duplicate_seed_id", 409, "An object of that id exists already, or is twice in the batch."},
    {"invalid_seed_id", 422, "The id is none the pack could have made."},
    {"invalid_seed_value", 422, "A field cannot have that value."},
    {"incomplete_seed", 422, "A field that is required and has no default was left out."},
    {"history_overlap", 409, "Something has happened after the first step already."},
    {"replay_refused", 422, "The service would have refused a step; nothing has happened."},
};

constexpr std::string_view kSchemas = R"json({
  "Seed": {
    "type": "object", "required": ["resource", "objects"], "additionalProperties": false,
    "properties": {
      "resource": {"type": "string"},
      "objects": {"type": "array", "items": {"type": "object"}, "description": "as the service shows them; hidden fields too"},
      "strict": {"type": "boolean", "description": "a reference that leads nowhere is refused"}}
  },
  "Seeded": {
    "type": "object", "required": ["inserted", "warnings"], "additionalProperties": false,
    "properties": {
      "inserted": {"type": "array", "items": {"type": ["string", "number"]}, "description": "ids"},
      "warnings": {"type": "array", "items": {
        "type": "object", "required": ["code", "message", "field"], "additionalProperties": false,
        "properties": {"code": {"const": "dangling_reference"}, "message": {"type": "string"}, "field": {"type": "string"}}}}}
  },
  "History": {
    "type": "object", "required": ["steps"], "additionalProperties": false,
    "properties": {"steps": {"type": "array", "minItems": 1, "items": {
      "type": "object", "required": ["at"], "additionalProperties": false,
      "properties": {
        "at": {"type": "string", "description": "an instant; not before the step before, not after the world's now"},
        "call": {
          "type": "object", "required": ["operation"], "additionalProperties": false,
          "properties": {
            "operation": {"type": "string"},
            "input": {"type": "object", "description": "${c.id}: from the answer of the step called c"},
            "headers": {"type": "object", "additionalProperties": {"type": "string"}},
            "as": {"type": "string", "pattern": "^[A-Za-z_][A-Za-z0-9_]*$"}}},
        "event": {
          "type": "object", "required": ["name"], "additionalProperties": false,
          "properties": {"name": {"type": "string"}, "data": {"type": "object"}}},
        "durations": {"$ref": "#/components/schemas/Durations"},
        "pins": {"type": "array", "items": {"$ref": "#/components/schemas/PinOrder"}},
        "tapes": {"type": "array", "items": {"$ref": "#/components/schemas/TapeOrder"}}}}}}
  },
  "Past": {
    "type": "object", "required": ["created", "events", "now"], "additionalProperties": false,
    "properties": {
      "created": {"type": "array", "items": {
        "type": "object", "required": ["resource", "id"], "additionalProperties": false,
        "properties": {"resource": {"type": "string"}, "id": {"type": ["string", "number"]}, "as": {"type": "string"}}}},
      "events": {"type": "integer", "description": "how many were emitted"},
      "now": {"type": "string", "format": "date-time"}}
  }
})json";

}  // namespace

const Area& seed_area() {
    static const Area area{kRoutes, {}, kRefusals, kSchemas};
    return area;
}

}  // namespace understudy::serve
