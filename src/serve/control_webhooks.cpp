// Webhooks on the control plane: who is told, what was sent, what came of it.
#include <algorithm>

#include "base/text.hpp"
#include "serve/impl/control_call.hpp"
#include "serve/impl/control_pages.hpp"
#include "serve/impl/control_values.hpp"
#include "world/delivery_states.hpp"

namespace understudy::serve {

namespace {

using json::Value;
using world::Refused;
using world::World;

ControlResult add_endpoint(ControlCall& call) {
    return apply(call, world::AddEndpoint{call.body}, 201);
}

ControlResult list_endpoints(ControlCall& call) {
    return page_of(call, call.world->look([](const World& world) { return world.endpoints(); }));
}

ControlResult remove_endpoint(ControlCall& call) {
    return apply(call, world::RemoveEndpoint{call.parameters.front()});
}

ControlResult show_secret(ControlCall& call) {
    const std::string url = call.text("url");
    if (url.empty()) {
        return refuse("invalid_request", "which endpoint's?", {},
                      "name its URL: ?url=http://127.0.0.1:5055/hook");
    }
    const std::string secret =
        call.world->look([&](const World& world) { return world.endpoint_secret(url); });
    return ControlDone{
        200, Value::object({{"secret", secret.empty() ? Value() : Value(secret)}}), {}, {}};
}

std::variant<bool, Refused> with_wall(const ControlCall& call) {
    const std::string include = call.text("include");
    if (include.empty()) return false;
    if (include == "wall") return true;
    return refuse("invalid_request", "include cannot be " + base::quoted(include), {},
                  nearest_hint(include, {"wall"}));
}

ControlResult list_deliveries(ControlCall& call) {
    auto wall = with_wall(call);
    if (auto* refused = std::get_if<Refused>(&wall)) return std::move(*refused);
    auto cursor = cursor_of(call);
    if (auto* refused = std::get_if<Refused>(&cursor)) return std::move(*refused);
    const auto states = world::delivery_states();
    const std::string state = call.text("state");
    if (!state.empty() && std::find(states.begin(), states.end(), state) == states.end()) {
        return refuse("invalid_request", "state cannot be " + base::quoted(state), {},
                      nearest_hint(state, {states.begin(), states.end()}));
    }
    const World::DeliveryFilter filter{call.text("endpoint"), call.text("event_type"), state,
                                       std::get<bool>(wall)};
    return page_answer(call.world->look([&](const World& world) {
        return world.deliveries(filter, std::get<std::uint64_t>(cursor), limit_of(call));
    }));
}

ControlResult show_delivery(ControlCall& call) {
    auto wall = with_wall(call);
    if (auto* refused = std::get_if<Refused>(&wall)) return std::move(*refused);
    const std::string& id = call.parameters.front();
    auto record = call.world->look(
        [&](const World& world) { return world.delivery(id, std::get<bool>(wall)); });
    if (record) return ControlDone{200, std::move(*record), {}, {}};
    return refuse("unknown_delivery", "there is no delivery " + base::quoted(id), {},
                  "deliveries are called dlv_1, dlv_2 and so on");
}

ControlResult redeliver(ControlCall& call) {
    return apply(call, world::Redeliver{call.parameters.front()});
}

ControlResult release_delivery(ControlCall& call) {
    return apply(call, world::LetGo{call.parameters.front()});
}

constexpr std::string_view kPaging[] = {"limit", "cursor"};
constexpr std::string_view kUrl[] = {"url"};
constexpr std::string_view kInclude[] = {"include"};
constexpr std::string_view kFilters[] = {"endpoint", "event_type", "state",
                                         "include",  "limit",      "cursor"};
constexpr std::string_view kAddRefusals[] = {
    "no_endpoints",       "invalid_url",    "endpoint_not_allowed",
    "unknown_event_type", "invalid_secret", "endpoint_refused",
};
constexpr std::string_view kUnknownEndpoint[] = {"unknown_endpoint"};
constexpr std::string_view kUnknownDelivery[] = {"unknown_delivery"};
constexpr std::string_view kReleaseRefusals[] = {"unknown_delivery", "not_held"};

constexpr Route kRoutes[] = {
    {"POST",
     "/webhooks/endpoints",
     "addEndpoint",
     "Somebody wants to be told of events.",
     Level::World,
     201,
     "EndpointOrder",
     "Endpoint",
     false,
     kNoNames,
     kAddRefusals,
     add_endpoint,
     {},
     R"({"url": "http://sink.localhost/hook", "subscribe": ["charge.succeeded"]})"},
    {"GET", "/webhooks/endpoints", "listEndpoints", "Who is told of events.", Level::World, 200, "",
     "Endpoint", true, kPaging, kNoNames, list_endpoints},
    {"DELETE", "/webhooks/endpoints/{id}", "removeEndpoint", "It is told of nothing any more.",
     Level::World, 200, "", "Cleared", false, kNoNames, kUnknownEndpoint, remove_endpoint},
    {"GET", "/webhooks/secret", "showSecret",
     "The secret that an endpoint with this URL has or would have.", Level::World, 200, "",
     "Secret", false, kUrl, kNoNames, show_secret},
    {"GET", "/webhooks/deliveries", "listDeliveries",
     "What was sent or is to be sent, oldest first.", Level::World, 200, "", "Delivery", true,
     kFilters, kNoNames, list_deliveries},
    {"GET", "/webhooks/deliveries/{id}", "showDelivery", "One delivery with its attempts.",
     Level::World, 200, "", "Delivery", false, kInclude, kUnknownDelivery, show_delivery},
    {"POST", "/webhooks/deliveries/{id}/redeliver", "redeliver",
     "Sends the same event again, with a fresh signature.", Level::World, 200, "", "Delivery",
     false, kNoNames, kUnknownDelivery, redeliver},
    {"POST", "/webhooks/deliveries/{id}/release", "releaseDelivery",
     "Sends what a fault holds back.", Level::World, 200, "", "Delivery", false, kNoNames,
     kReleaseRefusals, release_delivery},
};

constexpr QueryParameter kParameters[] = {
    {"url", "of the endpoint"},
    {"endpoint", "only deliveries to this endpoint"},
    {"event_type", "only deliveries of this type of event"},
    {"state", "only deliveries in this state"},
    {"include", "wall: real times too"},
};

constexpr RefusalCode kRefusals[] = {
    {"unknown_endpoint", 404, "There is no endpoint of that id."},
    {"unknown_delivery", 404, "There is no delivery of that id, or it is no longer kept."},
    {"endpoint_refused", 409, "The pack does not let such an endpoint exist."},
    {"not_held", 409, "The delivery is not held back."},
    {"no_endpoints", 422, "The pack sends no events to endpoints."},
    {"invalid_url", 422, "That is no URL that webhooks could go to."},
    {"endpoint_not_allowed", 422, "Webhooks may not go there."},
    {"unknown_event_type", 422, "The pack has no event of that type."},
    {"invalid_secret", 422, "The secret does not have the form that the service gives it."},
};

constexpr std::string_view kSchemas = R"json({
  "EndpointOrder": {
    "type": "object", "required": ["url"], "additionalProperties": false,
    "properties": {
      "url": {"type": "string", "minLength": 1, "maxLength": 2048},
      "subscribe": {"type": "array", "minItems": 1, "maxItems": 1000, "items": {"type": "string"}, "description": "event types; `*` (the default): all"},
      "signature_time": {"enum": ["wall", "world"], "description": "whose clock signs; wall for receivers that compare it with real time"},
      "secret": {"type": "string", "description": "instead of the derived one"}}
  },
  "Endpoint": {
    "type": "object", "additionalProperties": false,
    "required": ["id", "resource", "url", "subscribe", "active", "signature_time", "secret"],
    "properties": {
      "id": {"type": "string"}, "resource": {"type": "string", "description": "of the pack, whose object it is"},
      "url": {"type": "string"}, "subscribe": {"type": "array"}, "active": {"type": "boolean"},
      "signature_time": {"enum": ["wall", "world"]},
      "secret": {"type": ["string", "null"], "description": "in full only when it is made"}}
  },
  "Secret": {
    "type": "object", "required": ["secret"], "additionalProperties": false,
    "properties": {"secret": {"type": ["string", "null"], "description": "null: the service does not sign"}}
  },
  "Delivery": {
    "type": "object", "additionalProperties": false,
    "required": ["id", "event_id", "event_type", "endpoint_id", "url", "order", "state", "cause", "created_at",
                 "duplicate_of", "redelivery_of", "attempts", "next_attempt_at"],
    "properties": {
      "id": {"type": "string"},
      "event_id": {"type": ["string", "number", "null"], "description": "null: a callback"},
      "event_type": {"type": "string"},
      "endpoint_id": {"type": ["string", "null"], "description": "null: a callback"},
      "url": {"type": "string"}, "order": {"type": "integer"},
      "state": {"enum": ["scheduled", "in_flight", "delivered", "retrying", "failed", "dropped", "held", "suppressed", "cancelled"]},
      "reason": {"type": "string", "description": "why it is suppressed or cancelled"},
      "cause": {
        "type": "object", "required": ["kind"],
        "properties": {"kind": {"enum": ["call", "world_event", "timer", "delivery"]}, "trace": {"type": "string"}, "timer": {"type": "string"}, "delivery": {"type": "string"}}},
      "created_at": {"type": "string", "format": "date-time"},
      "duplicate_of": {"type": ["string", "null"]},
      "redelivery_of": {"type": ["string", "null"]},
      "next_attempt_at": {"type": ["string", "null"]},
      "attempts": {"type": "array", "items": {
        "type": "object", "additionalProperties": false,
        "required": ["n", "due_at", "at", "request", "response", "outcome", "fault"],
        "properties": {
          "n": {"type": "integer"}, "due_at": {"type": "string"}, "at": {"type": "string"},
          "request": {
            "type": ["object", "null"], "description": "as sent; null: nothing was sent",
            "properties": {"url": {"type": "string"}, "headers": {"type": "object"}, "body_sha256": {"type": "string"}, "body": {"type": "string"}}},
          "response": {
            "type": ["object", "null"], "description": "null: there was none",
            "properties": {"status": {"type": "integer"}, "headers": {"type": "object"}, "body": {"type": ["string", "null"]}}},
          "outcome": {"enum": ["ok", "status", "timeout", "refused", "reset", "tls", "dropped", "cancelled", null], "description": "null: it is under way"},
          "fault": {"type": ["string", "null"], "description": "the delivery fault that acted"},
          "elapsed_ms": {"type": "integer", "description": "of real time"}}}}}
  }
})json";

}  // namespace

const Area& webhook_area() {
    static const Area area{kRoutes, kParameters, kRefusals, kSchemas};
    return area;
}

}  // namespace understudy::serve
