// Text from forms, queries and paths as the schema types it: "2000" is the integer 2000 where the
// schema says integer. What does not fit is left as it is, and fails the schema's `type`.
#pragma once

#include <string_view>

#include "json/value.hpp"
#include "pack/known.hpp"
#include "pack/schema_home.hpp"

namespace understudy::world {

using pack::Plain;
using pack::SchemaHome;

json::Value coerce(const json::Value& value, const json::Value& schema, const SchemaHome& home);

// The same where no schema is written but the type is known.
json::Value coerce(const json::Value& value, Plain plain);

// The schema of one member, looked for in `properties`, in the branches of allOf, anyOf and oneOf,
// then in `additionalProperties`; nullptr: none says anything.
const json::Value* schema_of_member(const json::Value& schema, std::string_view name,
                                    const SchemaHome& home);

}  // namespace understudy::world
