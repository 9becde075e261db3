// The OpenAPI 3.1 document of the control plane, made from its table of routes.
#pragma once

#include <string_view>

#include "json/value.hpp"

namespace understudy::serve {

json::Value control_document(std::string_view version);

}  // namespace understudy::serve
