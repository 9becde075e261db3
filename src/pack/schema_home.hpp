// Following `$ref` from one part of a written schema to another.
#pragma once

#include "json/value.hpp"
#include "pack/pack.hpp"

namespace understudy::pack {

// Where `#/components/...` of a schema is looked for: the schema itself, then the pack's shapes.
struct SchemaHome {
    const Pack* pack = nullptr;
    const json::Value* root = nullptr;
};

// The schema behind `$ref`s, or what was given if they lead nowhere or in a circle.
const json::Value& behind_references(const json::Value& schema, const SchemaHome& home);

}  // namespace understudy::pack
