#include "serve/impl/control_bodies.hpp"

#include "base/assert.hpp"
#include "schema/check.hpp"
#include "serve/impl/control_call.hpp"

namespace understudy::serve {

ControlBodies::ControlBodies(const json::Value& document) {
    schema::CompileOptions how;
    how.dialect = schema::Dialect::OpenApi31;
    for (const Route& route : control_routes()) {
        if (route.request.empty() || schemas_.contains(route.request)) continue;
        const auto pointer =
            json::Pointer::parse("/components/schemas/" + std::string(route.request));
        ASSERT(pointer.has_value(), "names of schemas are plain words");
        auto compiled = schema::compile_at(document, *pointer, how);
        ASSERT(compiled.has_value(), "the schemas of the control plane compile");
        schemas_.emplace(route.request, std::move(*compiled));
    }
}

std::optional<world::Refused> ControlBodies::check(std::string_view schema,
                                                   const json::Value& body) const {
    const schema::Outcome outcome =
        schema::check(schemas_.at(schema), body, {.most_violations = 1});
    if (outcome.verdict == schema::Verdict::Valid || outcome.violations.empty()) {
        return std::nullopt;
    }
    const schema::Violation& violation = outcome.violations.front();
    const base::Error error = schema::to_error(violation);
    return refuse("invalid_request", base::message(error), violation.instance_path.to_text(),
                  base::hint(error));
}

}  // namespace understudy::serve
