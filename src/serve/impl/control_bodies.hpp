// The schemas of the control plane's bodies, compiled: of calls, and of the bodies that a seed file
// lists.
#pragma once

#include <map>
#include <optional>
#include <string_view>

#include "json/value.hpp"
#include "schema/compile.hpp"
#include "world/outcome.hpp"

namespace understudy::serve {

class ControlBodies {
public:
    explicit ControlBodies(const json::Value& document);  // the OpenAPI document

    // invalid_request with the place of the first thing that does not fit.
    std::optional<world::Refused> check(std::string_view schema, const json::Value& body) const;

private:
    std::map<std::string_view, schema::Schema> schemas_;  // by name
};

}  // namespace understudy::serve
