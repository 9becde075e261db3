// Faults and stubs on the control plane, and how many calls came.
#include "base/text.hpp"
#include "serve/impl/control_call.hpp"
#include "serve/impl/control_pages.hpp"

namespace understudy::serve {

namespace {

using json::Value;
using world::Clear;
using world::Refused;
using world::World;

std::vector<std::string> ids_of(const std::vector<Value>& records) {
    std::vector<std::string> ids;
    for (const Value& record : records) ids.emplace_back(record.find("id")->as_string());
    return ids;
}

ControlResult arm_fault(ControlCall& call) {
    return apply(call, world::ArmFault{call.body}, 201);
}

ControlResult list_faults(ControlCall& call) {
    return page_of(call, call.world->look([](const World& world) { return world.faults(); }));
}

ControlResult show_fault(ControlCall& call) {
    const std::string& id = call.parameters.front();
    return call.world->look([&](const World& world) -> ControlResult {
        if (auto record = world.fault(id)) return ControlDone{200, std::move(*record), {}, {}};
        return refuse("unknown_fault", "there is no fault " + base::quoted(id), {},
                      nearest_hint(id, ids_of(world.faults())));
    });
}

ControlResult clear_faults(ControlCall& call) {
    return apply(call, Clear{Clear::What::Faults, {}});
}

ControlResult clear_fault(ControlCall& call) {
    return apply(call, Clear{Clear::What::Faults, call.parameters.front()});
}

ControlResult arm_stub(ControlCall& call) {
    return apply(call, world::ArmStub{call.body}, 201);
}

ControlResult list_stubs(ControlCall& call) {
    return page_of(call, call.world->look([](const World& world) { return world.stubs(); }));
}

ControlResult show_stub(ControlCall& call) {
    const std::string& id = call.parameters.front();
    return call.world->look([&](const World& world) -> ControlResult {
        if (auto record = world.stub(id)) return ControlDone{200, std::move(*record), {}, {}};
        return refuse("unknown_stub", "there is no stub " + base::quoted(id), {},
                      nearest_hint(id, ids_of(world.stubs())));
    });
}

ControlResult clear_stubs(ControlCall& call) {
    return apply(call, Clear{Clear::What::Stubs, {}});
}

ControlResult clear_stub(ControlCall& call) {
    return apply(call, Clear{Clear::What::Stubs, call.parameters.front()});
}

ControlResult count_requests(ControlCall& call) {
    auto counted =
        call.world->look([&](const World& world) { return world.count_requests(call.body); });
    if (auto* refused = std::get_if<Refused>(&counted)) return std::move(*refused);
    return ControlDone{200, std::move(std::get<Value>(counted)), {}, {}};
}

constexpr std::string_view kPaging[] = {"limit", "cursor"};
constexpr std::string_view kArmRefusals[] = {"unknown_resource",   "unknown_operation",
                                             "unknown_constraint", "unknown_error_code",
                                             "unknown_event_type", "invalid_duration"};
constexpr std::string_view kStubRefusals[] = {"unknown_resource", "unknown_operation",
                                              "unknown_constraint"};
constexpr std::string_view kUnknownFault[] = {"unknown_fault"};
constexpr std::string_view kUnknownStub[] = {"unknown_stub"};

constexpr Route kRoutes[] = {
    {"POST",
     "/faults",
     "armFault",
     "Arms a fault: calls that fit fail.",
     Level::World,
     201,
     "FaultOrder",
     "Fault",
     false,
     {},
     kArmRefusals,
     arm_fault,
     {},
     R"({"resource": "charges", "operation": "create", "status": 402, "code": "card_declined", "count": 1})"},
    {"GET",
     "/faults",
     "listFaults",
     "The faults that are armed or spent, oldest first.",
     Level::World,
     200,
     "",
     "Fault",
     true,
     kPaging,
     {},
     list_faults},
    {"DELETE",
     "/faults",
     "clearFaults",
     "Takes all faults back.",
     Level::World,
     200,
     "",
     "Cleared",
     false,
     {},
     {},
     clear_faults},
    {"GET",
     "/faults/{id}",
     "showFault",
     "One fault.",
     Level::World,
     200,
     "",
     "Fault",
     false,
     {},
     kUnknownFault,
     show_fault},
    {"DELETE",
     "/faults/{id}",
     "clearFault",
     "Takes one fault back.",
     Level::World,
     200,
     "",
     "Cleared",
     false,
     {},
     kUnknownFault,
     clear_fault},
    {"POST",
     "/stubs",
     "armStub",
     "A one-off answer for what the pack does not model.",
     Level::World,
     201,
     "StubOrder",
     "Stub",
     false,
     {},
     kStubRefusals,
     arm_stub,
     {},
     R"({"match": {"method": "GET", "path": "/v1/tax/settings"}, "answer": {"status": 200, "body": {"object": "tax.settings"}}})"},
    {"GET",
     "/stubs",
     "listStubs",
     "The stubs that are armed or spent, oldest first.",
     Level::World,
     200,
     "",
     "Stub",
     true,
     kPaging,
     {},
     list_stubs},
    {"DELETE",
     "/stubs",
     "clearStubs",
     "Takes all stubs back.",
     Level::World,
     200,
     "",
     "Cleared",
     false,
     {},
     {},
     clear_stubs},
    {"GET",
     "/stubs/{id}",
     "showStub",
     "One stub.",
     Level::World,
     200,
     "",
     "Stub",
     false,
     {},
     kUnknownStub,
     show_stub},
    {"DELETE",
     "/stubs/{id}",
     "clearStub",
     "Takes one stub back.",
     Level::World,
     200,
     "",
     "Cleared",
     false,
     {},
     kUnknownStub,
     clear_stub},
    {"POST",
     "/requests/count",
     "countRequests",
     "How many calls came that fit.",
     Level::World,
     200,
     "CountOrder",
     "Count",
     false,
     {},
     kStubRefusals,
     count_requests,
     {},
     R"({"match": {"operation": "createCharge"}})"},
};

constexpr RefusalCode kRefusals[] = {
    {"unknown_operation", 404, "The pack has no operation of that name."},
    {"unknown_fault", 404, "There is no fault of that id."},
    {"unknown_stub", 404, "There is no stub of that id."},
    {"unknown_constraint", 422, "The pack cannot match by that."},
    {"unknown_error_code", 422, "The pack has no such error there, and `strict` was asked for."},
};

constexpr std::string_view kSchemas = R"json({
  "FaultMatch": {
    "type": "object",
    "description": "which calls; a member that the pack gives no meaning to is refused (unknown_constraint)",
    "properties": {
      "input": {"type": "object", "description": "a partial object: each leaf must be there and equal"},
      "facets": {"type": "object"},
      "credential_id": {"type": ["string", "number"]},
      "source_id": {"type": ["string", "number"]},
      "id": {"type": ["string", "number"], "description": "of the object addressed"},
      "event_type": {"type": "string", "description": "of a delivery"},
      "endpoint_id": {"type": "string", "description": "of a delivery"},
      "attempt": {"type": "integer", "minimum": 1, "description": "of a delivery: to deliver"}}
  },
  "FaultEntry": {
    "type": "object", "additionalProperties": false,
    "properties": {
      "status": {"type": "integer", "minimum": 100, "maximum": 599},
      "code": {"type": "string", "minLength": 1},
      "message": {"type": "string"},
      "transport": {"type": "object", "required": ["kind"], "properties": {"kind": {"type": "string"}}},
      "delivery": {
        "type": "object", "required": ["kind"], "description": "what happens to a delivery (resource $deliveries, operation send)",
        "properties": {
          "kind": {"type": "string"}, "copies": {"type": "integer"}, "gap": {"type": "string"},
          "window": {"type": "integer"}, "by": {"type": "string"}, "seen_as": {"type": "string"}, "part": {"type": "string"}}},
      "when": {"enum": ["before", "after"]},
      "pass": {"const": true},
      "times": {"type": "integer", "minimum": 1, "maximum": 1000000}}
  },
  "FaultOrder": {
    "type": "object", "required": ["resource", "operation"], "additionalProperties": false,
    "properties": {
      "resource": {"type": "string", "minLength": 1, "description": "`*`: any"},
      "operation": {"type": "string", "minLength": 1, "description": "verb or full name; `*`: any"},
      "status": {"type": "integer", "minimum": 100, "maximum": 599},
      "code": {"type": "string", "minLength": 1},
      "message": {"type": "string"},
      "transport": {"type": "object", "required": ["kind"], "properties": {"kind": {"type": "string"}}},
      "delivery": {
        "type": "object", "required": ["kind"], "description": "what happens to a delivery (resource $deliveries, operation send)",
        "properties": {
          "kind": {"type": "string"}, "copies": {"type": "integer"}, "gap": {"type": "string"},
          "window": {"type": "integer"}, "by": {"type": "string"}, "seen_as": {"type": "string"}, "part": {"type": "string"}}},
      "count": {"type": "integer", "minimum": 1, "maximum": 1000000000, "description": "then it is spent"},
      "skip": {"type": "integer", "minimum": 0, "maximum": 1000000000, "description": "calls let through first"},
      "match": {"$ref": "#/components/schemas/FaultMatch"},
      "when": {"enum": ["before", "after"], "description": "execution"},
      "probability": {"type": "number", "minimum": 0, "maximum": 1},
      "strict": {"type": "boolean", "description": "refuse errors that the pack does not have"},
      "tape": {"type": "array", "minItems": 1, "maxItems": 10000, "items": {"$ref": "#/components/schemas/FaultEntry"}},
      "then": {"enum": ["fallback", "last", "cycle"]}}
  },
  "Warning": {
    "type": "object", "required": ["code", "message"],
    "properties": {"code": {"type": "string"}, "message": {"type": "string"}, "hint": {"type": "string"}}
  },
  "Fault": {
    "type": "object",
    "required": ["id", "resource", "operation", "fired", "state", "specificity", "created_seq", "off_model", "warnings"],
    "properties": {
      "id": {"type": "string"}, "resource": {"type": "string"}, "operation": {"type": "string"},
      "fired": {"type": "integer"}, "remaining": {"type": "integer"}, "position": {"type": "integer"},
      "state": {"enum": ["armed", "spent"]}, "specificity": {"type": "integer"},
      "created_seq": {"type": "integer"}, "off_model": {"type": "boolean"},
      "warnings": {"type": "array", "items": {"$ref": "#/components/schemas/Warning"}}}
  },
  "StubOrder": {
    "type": "object", "required": ["match", "answer"], "additionalProperties": false,
    "properties": {
      "match": {
        "type": "object",
        "properties": {
          "method": {"type": "string"}, "path": {"type": "string"}, "operation": {"type": "string"},
          "resource": {"type": "string"}, "input": {"type": "object"}, "facets": {"type": "object"}}},
      "answer": {
        "type": "object", "required": ["status"], "additionalProperties": false,
        "properties": {
          "status": {"type": "integer", "minimum": 200, "maximum": 599},
          "headers": {"type": "object", "propertyNames": {"pattern": "^[!#$%&'*+.^_`|~0-9A-Za-z-]+$"},
                      "additionalProperties": {"type": "string", "pattern": "^[\\t\\x20-\\x7e]*$"}},
          "body": {"description": "a text is sent as it is, anything else as JSON"}}},
      "count": {"type": "integer", "minimum": 1, "maximum": 1000000000}}
  },
  "Stub": {
    "type": "object", "required": ["id", "match", "answer", "count", "fired", "state", "created_seq"],
    "additionalProperties": false,
    "properties": {
      "id": {"type": "string"}, "match": {"type": "object"}, "answer": {"type": "object"},
      "count": {"type": "integer"}, "fired": {"type": "integer"}, "state": {"enum": ["armed", "spent"]},
      "created_seq": {"type": "integer"}}
  },
  "CountOrder": {
    "type": "object", "additionalProperties": false,
    "properties": {
      "match": {
        "type": "object",
        "properties": {
          "method": {"type": "string"}, "path": {"type": "string"},
          "status": {"type": "integer", "minimum": 100, "maximum": 599},
          "operation": {"type": "string"}, "resource": {"type": "string"}, "input": {"type": "object"},
          "facets": {"type": "object"}, "id": {"type": ["string", "number"]},
          "credential_id": {"type": ["string", "number"]}, "source_id": {"type": ["string", "number"]}}},
      "since": {"type": "integer", "minimum": 0, "description": "only calls after this sequence number"}}
  },
  "Count": {
    "type": "object", "required": ["count", "known"], "additionalProperties": false,
    "properties": {
      "count": {"type": "integer", "minimum": 0},
      "known": {"type": "boolean", "description": "false: some that could have fitted are no longer kept"}}
  }
})json";

}  // namespace

const Area& fault_area() {
    static const Area area{kRoutes, {}, kRefusals, kSchemas};
    return area;
}

}  // namespace understudy::serve
