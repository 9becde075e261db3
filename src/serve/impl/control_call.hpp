// One call of the control plane, after everything that is the same for all routes has been looked
// at: contract, path, key, body, query, world.
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "json/value.hpp"
#include "serve/control.hpp"
#include "serve/hub.hpp"
#include "world/outcome.hpp"
#include "world/refused.hpp"

namespace understudy::serve {

// Who asks: the operator, or the holder of a world's key.
struct Holder {
    bool is_operator = false;
    std::shared_ptr<RunningWorld> world;
};

struct Route;

struct ControlCall {
    Hub& hub;
    const ControlOptions& options;
    const json::Value& document;  // the OpenAPI document of this surface
    const Route& route;
    std::vector<std::string> parameters;  // of the path, in order
    json::Value query;                    // object; numbers are numbers
    json::Value body;                     // object; fits the route's schema
    Holder holder;
    std::shared_ptr<RunningWorld> world;  // the one addressed, where the route is about one
    std::string last_event_id;            // header of a reader that resumes

    std::string text(std::string_view name) const;  // of the query; empty if not given
};

class Pending;

struct ControlDone {
    int status = 200;
    json::Value value;
    std::string text;  // instead of the value, with its type
    std::string type;
    std::optional<FeedOrder> feed = {};          // instead of all these
    std::shared_ptr<Pending> pending = nullptr;  // the same
    std::shared_ptr<RunningWorld> owing = nullptr;
};
using ControlResult = std::variant<ControlDone, world::Refused>;

// A result that is not there yet. One side gives it, the other takes it, in any order and from any
// threads, each once.
class Pending {
public:
    void give(ControlResult result);
    void take(std::function<void(ControlResult)> taker);

private:
    std::mutex mutex_;
    std::optional<ControlResult> result_;
    std::function<void(ControlResult)> taker_;
};

// Whose key a route takes.
enum class Level : std::uint8_t {
    Open,      // none at all
    AnyKey,    // any valid one
    Operator,  // the operator's
    Family,    // the operator's, or that of the world named in the path or of one it stems from
    World,     // a world's; the operator names the world in a header
};

// One route, as data: dispatching and the OpenAPI document are both made from it.
struct Route {
    std::string_view method;
    std::string_view path;  // below /__admin__: "/worlds/{id}"
    std::string_view name;  // operationId
    std::string_view about;
    Level level = Level::World;
    int status = 200;
    std::string_view request;                    // name of a schema; empty: no body
    std::string_view answer;                     // name of a schema; empty: text
    bool is_list = false;                        // of such records, in the list envelope
    std::span<const std::string_view> query;     // names of kQueryParameters
    std::span<const std::string_view> refusals;  // codes beyond those of every route of its level
    ControlResult (*handle)(ControlCall& call) = nullptr;
    std::string_view type = "text/plain";  // of a text
    std::string_view example = {};         // a body that works with the pack parcel, as JSON
};

inline constexpr std::span<const std::string_view> kNoNames;

struct QueryParameter {
    std::string_view name;
    std::string_view about;
    bool is_number = false;
    std::int64_t least = 0, most = 0;
};

// Every code of the control plane with its status.
struct RefusalCode {
    std::string_view code;
    int status;
    std::string_view about;
};

// What belongs together: routes with the records, parameters and refusals they need beyond those of
// other areas. The surface is all areas, one behind another (control_areas.cpp).
struct Area {
    std::span<const Route> routes;
    std::span<const QueryParameter> parameters;
    std::span<const RefusalCode> refusals;
    std::string_view schemas;  // JSON: an object of schemas by name
};
extern const std::string_view kCoreSchemas;  // control_schemas.cpp
const Area& core_area();                     // control_routes.cpp
const Area& feed_area();                     // control_feed.cpp
const Area& fault_area();                    // control_faults.cpp
const Area& exogenous_area();                // control_exogenous.cpp
const Area& clock_area();                    // control_clock.cpp
const Area& seed_area();                     // control_seed.cpp
const Area& snapshot_area();                 // control_snapshots.cpp
const Area& webhook_area();                  // control_webhooks.cpp

std::span<const Route> control_routes();
std::span<const RefusalCode> refusal_codes();
const QueryParameter& query_parameter(std::string_view name);
json::Value control_schemas();  // components/schemas of the OpenAPI document
world::Refused refuse(std::string_view code, std::string message, std::string field = {},
                      std::string hint = {});
world::Refused to_refusal(const base::Error& error);
using world::nearest_hint;

json::Value error_envelope(const world::Refused& refused);
json::Value list_envelope(json::Value data, json::Value next, std::uint64_t evicted);

// control_worlds.cpp
enum class Keys : std::uint8_t { Masked, InFull };
json::Value world_record(const Hub& hub, RunningWorld& running, Keys keys);
ControlResult create_world(ControlCall& call);
ControlResult list_worlds(ControlCall& call);
ControlResult show_world_by_id(ControlCall& call);
ControlResult delete_world(ControlCall& call);
ControlResult show_world(ControlCall& call);
ControlResult fork_world(ControlCall& call);
ControlResult reset_world(ControlCall& call);
ControlResult trigger_event(ControlCall& call);

// control_insight.cpp
ControlResult show_state(ControlCall& call);
ControlResult show_trace(ControlCall& call);
ControlResult list_traces(ControlCall& call);
ControlResult list_requests(ControlCall& call);
ControlResult show_request(ControlCall& call);
ControlResult list_idempotency(ControlCall& call);

// control_process.cpp
ControlResult show_health(ControlCall& call);
ControlResult show_document(ControlCall& call);
ControlResult show_version(ControlCall& call);
ControlResult list_packs(ControlCall& call);
ControlResult show_pack(ControlCall& call);
ControlResult show_metrics(ControlCall& call);

}  // namespace understudy::serve
