// Values that fit a schema: for routes known from a shape alone, for bulk defaults, and for the
// exogenous fields nobody has pinned.
//
//     make_example(schema.written, options)    {"id": "string", "amount": 0, "currency": "usd"}
//
// The same schema, key and seed give the same value on every machine. The value is checked against
// the compiled schema before it is handed out.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "base/result.hpp"
#include "json/value.hpp"
#include "pack/field.hpp"
#include "schema/check.hpp"

namespace understudy::pack {

struct ExampleOptions {
    std::uint64_t seed = 0;
    std::string_view key = {};   // "fetchBalance/output.balance"; with `drawn` part of the stream
    std::uint64_t sequence = 0;  // of the result, for fields that are unique
    bool drawn = false;          // false: the plainest value; true: drawn, so that it looks alive
    const json::Value* document = nullptr;  // what `$ref` points into; null: the schema itself
    schema::Direction direction = schema::Direction::Response;  // write-only ones are left out
    std::size_t nodes = 20'000;
    std::size_t depth = 12;
};

// Code pack.no_example: no value could be found that the schema accepts.
base::Result<json::Value> make_example(const FieldSchema& schema, const ExampleOptions& options);

}  // namespace understudy::pack
