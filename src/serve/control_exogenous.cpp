// What testers say of the world outside the service: pins, tapes, what can be pinned, what could
// happen next, and whether all of it hangs together.
#include "base/text.hpp"
#include "serve/impl/control_call.hpp"
#include "serve/impl/control_pages.hpp"
#include "serve/impl/control_values.hpp"

namespace understudy::serve {

namespace {

using json::Value;
using world::Clear;
using world::Refused;
using world::World;

ControlResult set_pin(ControlCall& call) {
    return apply(call, world::SetPin{call.body}, 201);
}

ControlResult set_tape(ControlCall& call) {
    return apply(call, world::SetTape{call.body}, 201);
}

std::vector<Value> records(ControlCall& call, bool tapes) {
    return call.world->look([&](const World& world) { return world.exogenous(tapes); });
}

ControlResult list_pins(ControlCall& call) {
    return page_of(call, records(call, false));
}

ControlResult list_tapes(ControlCall& call) {
    return page_of(call, records(call, true));
}

ControlResult show(ControlCall& call, bool tapes) {
    const std::string& id = call.parameters.front();
    std::vector<std::string> known;
    for (Value& record : records(call, tapes)) {
        known.push_back(text_of(record, "id"));
        if (known.back() == id) return ControlDone{200, std::move(record), {}, {}};
    }
    const std::string what = tapes ? "tape" : "pin";
    return refuse("unknown_" + what, "there is no " + what + " " + base::quoted(id), {},
                  nearest_hint(id, known));
}

ControlResult show_pin(ControlCall& call) {
    return show(call, false);
}

ControlResult show_tape(ControlCall& call) {
    return show(call, true);
}

ControlResult clear_pins(ControlCall& call) {
    return apply(call, Clear{Clear::What::Pins, {}});
}

ControlResult clear_pin(ControlCall& call) {
    return apply(call, Clear{Clear::What::Pins, call.parameters.front()});
}

ControlResult clear_tapes(ControlCall& call) {
    return apply(call, Clear{Clear::What::Tapes, {}});
}

ControlResult clear_tape(ControlCall& call) {
    return apply(call, Clear{Clear::What::Tapes, call.parameters.front()});
}

ControlResult list_fields(ControlCall& call) {
    const std::string operation = call.text("operation");
    auto fields =
        call.world->look([&](const World& world) { return world.exogenous_fields(operation); });
    if (auto* refused = std::get_if<Refused>(&fields)) return std::move(*refused);
    return page_of(call, std::get<std::vector<Value>>(fields));
}

ControlResult list_next(ControlCall& call) {
    const std::string all = call.text("all");
    if (call.query.has("all") && all != "true" && all != "false") {
        return refuse("invalid_request", "all cannot be " + base::quoted(all), {}, "true or false");
    }
    return page_of(call, call.world->look(
                             [&](const World& world) { return world.next_events(all == "true"); }));
}

ControlResult list_coherence(ControlCall& call) {
    return page_of(call,
                   call.world->look([](const World& world) { return world.contradictions(); }));
}

ControlResult set_coherence(ControlCall& call) {
    auto done = apply(call, world::SetCoherence{text_of(call.body, "mode") == "warn"});
    if (std::holds_alternative<Refused>(done)) return done;
    return list_coherence(call);
}

constexpr std::string_view kNone[] = {""};  // an array cannot be empty; see none()
constexpr std::span<const std::string_view> none() {
    return std::span<const std::string_view>(kNone).first(0);
}

constexpr std::string_view kPaging[] = {"limit", "cursor"};
constexpr std::string_view kFieldsQuery[] = {"operation", "limit", "cursor"};
constexpr std::string_view kNextQuery[] = {"all", "limit", "cursor"};
constexpr std::string_view kSetRefusals[] = {
    "illegal_override",  "invalid_pin_value",  "unknown_field",    "unknown_arm",
    "unknown_operation", "unknown_constraint", "unknown_resource", "unknown_event"};
constexpr std::string_view kUnknownPin[] = {"unknown_pin"};
constexpr std::string_view kUnknownTape[] = {"unknown_tape"};
constexpr std::string_view kUnknownOperation[] = {"unknown_operation"};

constexpr Route kRoutes[] = {
    {"POST",
     "/exogenous/pins",
     "setPin",
     "Sets a value that comes from outside the service.",
     Level::World,
     201,
     "PinOrder",
     "Pin",
     false,
     none(),
     kSetRefusals,
     set_pin,
     {},
     R"({"match": {"operation": "createCharge"}, "field": "risk_score", "value": 97})"},
    {"GET", "/exogenous/pins", "listPins", "The pins, oldest first.", Level::World, 200, "", "Pin",
     true, kPaging, none(), list_pins},
    {"GET", "/exogenous/pins/{id}", "showPin", "One pin.", Level::World, 200, "", "Pin", false,
     none(), kUnknownPin, show_pin},
    {"DELETE", "/exogenous/pins", "clearPins", "Takes back all pins; what they bound stays.",
     Level::World, 200, "", "Cleared", false, none(), none(), clear_pins},
    {"DELETE", "/exogenous/pins/{id}", "clearPin", "Takes back one pin; what it bound stays.",
     Level::World, 200, "", "Cleared", false, none(), kUnknownPin, clear_pin},
    {"POST",
     "/exogenous/tapes",
     "setTape",
     "Sets values for one result after another.",
     Level::World,
     201,
     "TapeOrder",
     "Tape",
     false,
     none(),
     kSetRefusals,
     set_tape,
     {},
     R"({"match": {"operation": "createCharge"}, "field": "risk_score", "values": [{"value": 10}, {"value": 97}]})"},
    {"GET", "/exogenous/tapes", "listTapes", "The tapes, oldest first.", Level::World, 200, "",
     "Tape", true, kPaging, none(), list_tapes},
    {"GET", "/exogenous/tapes/{id}", "showTape", "One tape.", Level::World, 200, "", "Tape", false,
     none(), kUnknownTape, show_tape},
    {"DELETE", "/exogenous/tapes", "clearTapes", "Takes back all tapes; what they bound stays.",
     Level::World, 200, "", "Cleared", false, none(), none(), clear_tapes},
    {"DELETE", "/exogenous/tapes/{id}", "clearTape", "Takes back one tape; what it bound stays.",
     Level::World, 200, "", "Cleared", false, none(), kUnknownTape, clear_tape},
    {"GET", "/exogenous/fields", "listExogenousFields",
     "The fields of results: which can be set, their schemas, what sets them now.", Level::World,
     200, "", "ExogenousField", true, kFieldsQuery, kUnknownOperation, list_fields},
    {"GET", "/world/next", "listNextEvents",
     "World events that can happen now, each with data for which it can.", Level::World, 200, "",
     "NextEvent", true, kNextQuery, none(), list_next},
    {"GET", "/coherence", "listContradictions",
     "Contradictions in what is scripted, if the world looks for them.", Level::World, 200, "",
     "Contradiction", true, kPaging, none(), list_coherence},
    {"PUT",
     "/coherence",
     "setCoherence",
     "Looks for contradictions from now on, or no longer.",
     Level::World,
     200,
     "CoherenceOrder",
     "Contradiction",
     true,
     none(),
     none(),
     set_coherence,
     {},
     R"({"mode": "warn"})"},
};

constexpr QueryParameter kParameters[] = {
    {"all", "true: also events that cannot happen now, and why not"},
};

constexpr RefusalCode kRefusals[] = {
    {"unknown_pin", 404, "There is no pin of that id."},
    {"unknown_tape", 404, "There is no tape of that id."},
    {"illegal_override", 422, "The service itself sets this field; nobody else may."},
    {"invalid_pin_value", 422, "The value does not fit the field's schema."},
    {"unknown_field", 422, "There is no field of that name."},
    {"unknown_arm", 422, "The branch has no such arm."},
};

constexpr std::string_view kSchemas = R"json({
  "PinMatch": {
    "type": "object",
    "description": "which results; `operation` is required unless `on` is given",
    "properties": {
      "operation": {"type": ["string", "array"], "items": {"type": "string"}},
      "resource": {"type": "string"},
      "credential_id": {"type": ["string", "number"]},
      "source_id": {"type": ["string", "number"]},
      "input": {"type": "object"},
      "facets": {"type": "object"}}
  },
  "PinOrder": {
    "type": "object", "required": ["field", "value"], "additionalProperties": false,
    "properties": {
      "match": {"$ref": "#/components/schemas/PinMatch"},
      "on": {"type": "string", "minLength": 1, "description": "an event, a workflow or a move"},
      "field": {"type": "string", "minLength": 1, "description": "a dotted path, or `branch`"},
      "value": {}}
  },
  "Pin": {
    "type": "object", "additionalProperties": false,
    "required": ["id", "match", "field", "value", "specificity", "created_seq", "bound", "already_bound"],
    "properties": {
      "id": {"type": "string"},
      "match": {"$ref": "#/components/schemas/PinMatch"},
      "via": {"type": "string", "description": "the name given to `on`"},
      "field": {"type": "string"},
      "value": {},
      "specificity": {"type": "integer"},
      "created_seq": {"type": "integer"},
      "bound": {"type": "integer", "description": "how often it was used"},
      "already_bound": {"type": "integer", "description": "results that were there when it was set and keep what they have"},
      "warnings": {"type": "array", "items": {"$ref": "#/components/schemas/Contradiction"}}}
  },
  "TapeOrder": {
    "type": "object", "required": ["field", "values"], "additionalProperties": false,
    "properties": {
      "match": {"$ref": "#/components/schemas/PinMatch"},
      "on": {"type": "string", "minLength": 1},
      "field": {"type": "string", "minLength": 1},
      "values": {"type": "array", "minItems": 1, "maxItems": 10000, "items": {"$ref": "#/components/schemas/TapeEntry"}},
      "then": {"enum": ["fallback", "last", "cycle"]}}
  },
  "TapeEntry": {
    "type": "object", "required": ["value"], "additionalProperties": false,
    "properties": {"value": {}, "times": {"type": "integer", "minimum": 1, "maximum": 1000000}}
  },
  "Tape": {
    "type": "object", "additionalProperties": false,
    "required": ["id", "match", "field", "values", "position", "then", "shadowed_by"],
    "properties": {
      "id": {"type": "string"},
      "match": {"$ref": "#/components/schemas/PinMatch"},
      "via": {"type": "string"},
      "field": {"type": "string"},
      "values": {"type": "array", "items": {"$ref": "#/components/schemas/TapeEntry"}},
      "position": {"type": "integer", "description": "results that have taken an entry"},
      "then": {"enum": ["fallback", "last", "cycle"]},
      "shadowed_by": {"type": "array", "items": {"type": "string"}, "description": "pins that hide it"},
      "warnings": {"type": "array", "items": {"$ref": "#/components/schemas/Contradiction"}}}
  },
  "ExogenousField": {
    "type": "object", "additionalProperties": false,
    "required": ["operation", "resource", "field", "class", "schema", "source"],
    "properties": {
      "operation": {"type": "string"},
      "resource": {"type": ["string", "null"]},
      "field": {"type": "string"},
      "class": {"enum": ["faithful", "exogenous"]},
      "schema": {"type": ["object", "boolean", "null"], "description": "null: only the data of a result will tell"},
      "source": {"enum": ["input", "derived", "clock", "id", "aggregate", "constant", "pinned", "tape", "synth"]},
      "by": {"type": "array", "items": {"type": "string"}}}
  },
  "NextEvent": {
    "type": "object", "additionalProperties": false,
    "required": ["event", "title", "possible", "data_schema", "candidates", "more", "precondition", "leads_to",
                 "branches", "durations", "trigger"],
    "properties": {
      "event": {"type": "string"},
      "title": {"type": "string"},
      "possible": {"type": "boolean"},
      "data_schema": {"type": "object"},
      "candidates": {"type": "array", "maxItems": 20, "items": {"type": "object"}},
      "more": {"type": "integer", "description": "candidates that are not shown"},
      "precondition": {"type": "string"},
      "blocked_by": {"type": "string"},
      "leads_to": {"type": "array", "items": {"type": "string"}},
      "branches": {"type": "array", "items": {
        "type": "object", "required": ["workflow", "arms", "default", "chosen"], "additionalProperties": false,
        "properties": {"workflow": {"type": "string"}, "arms": {"type": "array", "items": {"type": "string"}},
                       "default": {"type": ["string", "null"]}, "chosen": {"type": ["string", "null"]}}}},
      "durations": {"type": "array", "items": {
        "type": "object", "required": ["name", "value"], "additionalProperties": false,
        "properties": {"name": {"type": "string"}, "value": {"type": "string"}}}},
      "trigger": {"type": ["object", "null"], "description": "to be posted to world/events as it stands"}}
  },
  "CoherenceOrder": {
    "type": "object", "required": ["mode"], "additionalProperties": false,
    "properties": {"mode": {"enum": ["off", "warn"]}}
  },
  "Contradiction": {
    "type": "object", "additionalProperties": false,
    "required": ["code", "rule", "message", "parts", "first_seen"],
    "properties": {
      "code": {"type": "string"},
      "rule": {"type": "string", "description": "the statement of the pack that does not hold"},
      "message": {"type": "string"},
      "parts": {"type": "array", "items": {
        "type": "object", "required": ["kind", "id"], "additionalProperties": false,
        "properties": {"kind": {"enum": ["pin", "tape", "branch", "fault", "seed"]}, "id": {"type": "string"}}}},
      "first_seen": {"type": "string", "format": "date-time"}}
  }
})json";

}  // namespace

const Area& exogenous_area() {
    static const Area area{kRoutes, kParameters, kRefusals, kSchemas};
    return area;
}

}  // namespace understudy::serve
