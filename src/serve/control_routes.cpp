// The routes of the control plane: one line each.
#include <algorithm>

#include "base/assert.hpp"
#include "serve/impl/control_call.hpp"

namespace understudy::serve {

namespace {

using Names = std::string_view[];

constexpr std::string_view kNone[] = {""};  // an array cannot be empty; see none()
constexpr std::span<const std::string_view> none() {
    return std::span<const std::string_view>(kNone).first(0);
}

constexpr std::string_view kPaging[] = {"limit", "cursor"};
constexpr std::string_view kStateQuery[] = {"resource", "limit", "cursor"};
constexpr std::string_view kTraceQuery[] = {"class", "path"};
constexpr std::string_view kTracesQuery[] = {"class", "path", "limit", "cursor"};
constexpr std::string_view kRequestsQuery[] = {"operation",   "resource", "status", "since",
                                               "resolved_by", "id",       "limit",  "cursor"};

constexpr std::string_view kUnknownWorld[] = {"unknown_world"};
constexpr std::string_view kUnknownPack[] = {"unknown_pack"};
constexpr std::string_view kCreateRefusals[] = {"unknown_pack", "world_exists", "invalid_instant",
                                                "invalid_duration"};
constexpr std::string_view kForkRefusals[] = {"world_exists", "invalid_duration"};
constexpr std::string_view kInvalidInstant[] = {"invalid_instant"};
constexpr std::string_view kUnknownResource[] = {"unknown_resource"};
constexpr std::string_view kTraceRefusals[] = {"unknown_trace", "trace_evicted"};
constexpr std::string_view kUnknownRequest[] = {"unknown_request"};
constexpr std::string_view kTriggerRefusals[] = {"unknown_event", "not_a_cause",
                                                 "invalid_event_data", "precondition_failed"};

constexpr Route kRoutes[] = {
    {"GET", "/health", "health", "Is the process there? Needs no key.", Level::Open, 200, "",
     "Health", false, none(), none(), show_health},
    {"GET", "/openapi.json", "openapi", "This document. Needs no key.", Level::Open, 200, "",
     "Document", false, none(), none(), show_document},
    {"GET", "/version", "version", "The product, the contract and the packs.", Level::AnyKey, 200,
     "", "Version", false, none(), none(), show_version},
    {"GET", "/packs", "listPacks", "The packs that are served.", Level::AnyKey, 200, "",
     "PackSummary", true, kPaging, none(), list_packs},
    {"GET", "/packs/{name}", "showPack", "What a pack models.", Level::AnyKey, 200, "", "Pack",
     false, none(), kUnknownPack, show_pack},
    {"POST",
     "/worlds",
     "createWorld",
     "A new world. Its key is shown here and never again.",
     Level::Operator,
     201,
     "WorldOrder",
     "World",
     false,
     none(),
     kCreateRefusals,
     create_world,
     {},
     R"({"pack": "parcel"})"},
    {"GET", "/worlds", "listWorlds", "All worlds, oldest first.", Level::Operator, 200, "", "World",
     true, kPaging, none(), list_worlds},
    {"GET", "/worlds/{id}", "showWorldById", "One world.", Level::Family, 200, "", "World", false,
     none(), kUnknownWorld, show_world_by_id},
    {"DELETE", "/worlds/{id}", "deleteWorld", "Ends a world. Worlds forked from it live on.",
     Level::Family, 200, "", "Cleared", false, none(), kUnknownWorld, delete_world},
    {"GET", "/metrics", "metrics", "Counters, as text for Prometheus.", Level::Operator, 200, "",
     "", false, none(), none(), show_metrics},
    {"GET", "/world", "showWorld", "The world of the key.", Level::World, 200, "", "World", false,
     none(), none(), show_world},
    {"POST", "/fork", "forkWorld", "A new world with the same state, and a key of its own.",
     Level::World, 201, "ForkOrder", "World", false, none(), kForkRefusals, fork_world},
    {"POST", "/reset", "resetWorld", "Everything but id and key as it was in the beginning.",
     Level::World, 200, "Reset", "Now", false, none(), kInvalidInstant, reset_world},
    {"GET", "/state", "showState", "The objects, as the service would show them.", Level::World,
     200, "", "State", false, kStateQuery, kUnknownResource, show_state},
    {"POST",
     "/world/events",
     "triggerEvent",
     "Something happens outside the service.",
     Level::World,
     200,
     "Trigger",
     "Triggered",
     false,
     none(),
     kTriggerRefusals,
     trigger_event,
     {},
     R"({"event": "cardholder.disputes", "data": {"charge": "ch_W7pHlkWE35wHo8kKAg9UMqEd"}})"},
    {"GET", "/trace/{id}", "showTrace", "How one answer came about, field by field.", Level::World,
     200, "", "Trace", false, kTraceQuery, kTraceRefusals, show_trace},
    {"GET", "/traces", "listTraces", "The traces that are kept, newest last.", Level::World, 200,
     "", "Trace", true, kTracesQuery, none(), list_traces},
    {"GET", "/requests", "listRequests", "The requests that are kept, newest last.", Level::World,
     200, "", "Request", true, kRequestsQuery, none(), list_requests},
    {"GET", "/requests/{id}", "showRequest", "One request.", Level::World, 200, "", "Request",
     false, none(), kUnknownRequest, show_request},
    {"GET", "/idempotency", "listIdempotency", "Idempotency keys that are known, without bodies.",
     Level::World, 200, "", "Idempotency", true, kPaging, none(), list_idempotency},
};

constexpr QueryParameter kParameters[] = {
    {"limit", "how many records at most (100)", true, 1, 1000},
    {"cursor", "where to go on: `next` of the page before"},
    {"resource", "only this resource"},
    {"operation", "only requests of this operation"},
    {"status", "only answers with this status", true, 100, 599},
    {"since", "only requests after this sequence number", true, 0, INT64_MAX},
    {"resolved_by", "only what was resolved by this step"},
    {"id", "only this request"},
    {"class", "only fields of this class: faithful or exogenous"},
    {"path", "only the field of this path"},
};

constexpr RefusalCode kRefusals[] = {
    {"unauthorized", 401, "The key is missing or nobody's."},
    {"world_mismatch", 401, "The listener or host names one world, the key another."},
    {"forbidden_world", 403, "The key is valid, but not for this."},
    {"unknown_path", 404, "There is no such route."},
    {"unknown_pack", 404, "No pack of that name is served."},
    {"unknown_world", 404, "There is no world of that id."},
    {"unknown_resource", 404, "The pack has no resource of that name."},
    {"unknown_event", 404, "The pack has no world event of that name."},
    {"unknown_trace", 404, "No answer had a trace of that id."},
    {"unknown_request", 404, "No request had that id, or it is no longer kept."},
    {"world_exists", 409, "Another world has this id or key."},
    {"precondition_failed", 409, "The world is in no state in which that can happen."},
    {"trace_evicted", 410, "The trace existed, and newer ones have taken its place."},
    {"invalid_json", 400, "The body is no JSON."},
    {"body_too_large", 413, "The body is larger than a control call may be."},
    {"invalid_request", 422, "A member or parameter is not as it should be."},
    {"invalid_instant", 422, "That is no instant, or none the world can begin at."},
    {"invalid_duration", 422, "That is no duration."},
    {"not_a_cause", 422, "That event is an effect; the hint lists causes."},
    {"invalid_event_data", 422, "The event's data does not fit its schema."},
    {"unsupported_contract", 422, "The client speaks another version of this contract."},
    {"store_failed", 500, "The worlds' file can no longer be written; nothing is accepted."},
};

}  // namespace

const Area& core_area() {
    static const Area area{kRoutes, kParameters, kRefusals, kCoreSchemas};
    return area;
}

}  // namespace understudy::serve
