// The whole surface of the control plane: its areas, one behind another.
#include <algorithm>

#include "base/assert.hpp"
#include "json/parse.hpp"
#include "serve/impl/control_call.hpp"

namespace understudy::serve {

namespace {

const std::vector<const Area*>& areas() {
    static const std::vector<const Area*> all = {
        &core_area(),  &fault_area(), &feed_area(),     &exogenous_area(),
        &clock_area(), &seed_area(),  &snapshot_area(), &webhook_area(),
    };
    return all;
}

template <class Item>
std::vector<Item> joined(std::span<const Item> Area::*part) {
    std::vector<Item> items;
    for (const Area* area : areas()) {
        items.insert(items.end(), (area->*part).begin(), (area->*part).end());
    }
    return items;
}

}  // namespace

std::span<const Route> control_routes() {
    static const std::vector<Route> routes = joined(&Area::routes);
    return routes;
}

std::span<const RefusalCode> refusal_codes() {
    static const std::vector<RefusalCode> codes = joined(&Area::refusals);
    return codes;
}

const QueryParameter& query_parameter(std::string_view name) {
    static const std::vector<QueryParameter> parameters = joined(&Area::parameters);
    const auto found = std::find_if(parameters.begin(), parameters.end(),
                                    [&](const QueryParameter& one) { return one.name == name; });
    ASSERT(found != parameters.end(), "a route names a query parameter that is not declared");
    return *found;
}

json::Value control_schemas() {
    json::Value all = json::Value::object();
    for (const Area* area : areas()) {
        const auto schemas = json::parse(area->schemas);
        ASSERT(schemas.has_value(), "the schemas of the control plane are JSON");
        for (const json::Member& member : schemas->members()) {
            all.append(member.key(), member.value);
        }
    }
    return all;
}

}  // namespace understudy::serve
