// Looking into a world: state, traces, requests, idempotency records.
#include "base/text.hpp"
#include "serve/impl/control_call.hpp"
#include "serve/impl/control_pages.hpp"

namespace understudy::serve {

namespace {

using json::Value;
using world::Refused;
using world::World;

std::variant<World::TraceFilter, Refused> trace_filter(const ControlCall& call) {
    World::TraceFilter filter{call.text("class"), call.text("path")};
    if (filter.field_class.empty() || filter.field_class == "faithful" ||
        filter.field_class == "exogenous") {
        return filter;
    }
    return refuse("invalid_request", "class cannot be " + base::quoted(filter.field_class), {},
                  nearest_hint(filter.field_class, {"faithful", "exogenous"}));
}

}  // namespace

ControlResult show_state(ControlCall& call) {
    if (!call.query.has("resource")) {
        return ControlDone{
            200, call.world->look([](const World& world) { return world.state_record(); }), {}, {}};
    }
    const std::string name = call.text("resource");
    const pack::Pack& pack = *call.hub.packs()[call.world->identity.pack].pack;
    const pack::Index resource = pack.find_resource(name);
    if (resource == pack::kNone) {
        std::vector<std::string> names;
        for (const pack::Resource& one : pack.resources) names.push_back(one.name);
        return refuse("unknown_resource",
                      "no resource '" + name + "' in pack " + pack.name + '@' + pack.version, {},
                      nearest_hint(name, names));
    }
    auto cursor = cursor_of(call);
    if (auto* refused = std::get_if<Refused>(&cursor)) return std::move(*refused);
    std::string now;
    const std::vector<Value> objects = call.world->look([&](const World& world) {
        now = base::to_rfc3339(world.now());
        return world.objects(resource);
    });
    ControlDone done = page_of(objects, std::get<std::uint64_t>(cursor), limit_of(call));
    Value with_now = Value::object({{"now", now}});
    for (const json::Member& member : done.value.members()) {
        with_now.set(member.key(), member.value);
    }
    done.value = std::move(with_now);
    return done;
}

ControlResult show_trace(ControlCall& call) {
    auto filter = trace_filter(call);
    if (auto* refused = std::get_if<Refused>(&filter)) return std::move(*refused);
    const std::string& id = call.parameters.front();
    return call.world->look([&](const World& world) -> ControlResult {
        if (auto trace = world.trace(id, std::get<World::TraceFilter>(filter))) {
            return ControlDone{200, std::move(*trace), {}, {}};
        }
        if (world.find_trace(id) == World::Kept::Evicted) {
            return refuse("trace_evicted", "the trace " + base::quoted(id) + " is no longer kept",
                          {}, "traces are read soon after the call they belong to");
        }
        return refuse("unknown_trace", "there is no trace " + base::quoted(id), {},
                      "its id is in the answer's header X-Mock-Resolution-Trace");
    });
}

ControlResult list_traces(ControlCall& call) {
    auto filter = trace_filter(call);
    if (auto* refused = std::get_if<Refused>(&filter)) return std::move(*refused);
    auto cursor = cursor_of(call);
    if (auto* refused = std::get_if<Refused>(&cursor)) return std::move(*refused);
    return page_answer(call.world->look([&](const World& world) {
        return world.traces(std::get<World::TraceFilter>(filter), std::get<std::uint64_t>(cursor),
                            limit_of(call));
    }));
}

ControlResult list_requests(ControlCall& call) {
    World::RequestFilter filter;
    filter.operation = call.text("operation");
    filter.resource = call.text("resource");
    filter.resolved_by = call.text("resolved_by");
    filter.id = call.text("id");
    if (const Value* status = call.query.find("status")) {
        filter.status = static_cast<int>(*status->to_int64());
    }
    if (const Value* since = call.query.find("since")) {
        filter.since = static_cast<std::uint64_t>(*since->to_int64());
    }
    auto cursor = cursor_of(call);
    if (auto* refused = std::get_if<Refused>(&cursor)) return std::move(*refused);
    return page_answer(call.world->look([&](const World& world) {
        return world.requests(filter, std::get<std::uint64_t>(cursor), limit_of(call));
    }));
}

ControlResult show_request(ControlCall& call) {
    const std::string& id = call.parameters.front();
    auto request = call.world->look([&](const World& world) { return world.request(id); });
    if (request) return ControlDone{200, std::move(*request), {}, {}};
    return refuse("unknown_request", "there is no request " + base::quoted(id), {},
                  "GET /__admin__/requests lists those that are kept");
}

ControlResult list_idempotency(ControlCall& call) {
    auto cursor = cursor_of(call);
    if (auto* refused = std::get_if<Refused>(&cursor)) return std::move(*refused);
    const Value records = call.world->look([](const World& world) { return world.idempotency(); });
    const std::vector<Value> all(records.items().begin(), records.items().end());
    return page_of(all, std::get<std::uint64_t>(cursor), limit_of(call));
}

}  // namespace understudy::serve
