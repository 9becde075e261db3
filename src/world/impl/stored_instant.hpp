// Instants are stored as RFC 3339 text, however the caller wrote them.
#pragma once

#include "json/value.hpp"
#include "pack/field.hpp"

namespace understudy::world {

// What is no instant in any of the forms comes back as it was.
json::Value stored_instant(pack::TimeForm form, const json::Value& value);

}  // namespace understudy::world
