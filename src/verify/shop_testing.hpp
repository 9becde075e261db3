// A small pack for the tests of this room: boxes that are sent.
#pragma once

#include <gtest/gtest.h>

#include <memory>

#include "base/error.hpp"
#include "pack/load.hpp"

namespace understudy::verify::testing {

inline std::shared_ptr<const pack::Pack> shop() {
    static const std::shared_ptr<const pack::Pack> pack = [] {
        const pack::Loaded loaded = pack::load(pack::Folder{"shop", {{"pack.yaml", R"(format: 1
pack: shop
version: 0.1.0
models: { vendor: Shop, api: "1" }
serve: { hosts: [ { host: "*", base: / } ], auth: { places: [ bearer ], fails: no_key }, input: json, unknown: no_such }
durations: { way: 2s }
lists: { page: { style: cursor, after: after, before: before, limit: limit, default: 10, max: 100 }, envelope: { data: page.items, more: page.more } }
errors:
  envelope: { error: error }
  on: { auth: no_key, no_route: no_such, unknown: no_such, required: bad, type: bad, cursor: bad, missing: no_such, state: bad }
  codes: { no_key: { status: 401 }, no_such: { status: 404 }, bad: { status: 400 } }
resources:
  boxes:
    singular: box
    id: "box_{base62:8}"
    fields:
      size: { from: input, required: true, schema: { type: integer, minimum: 1, maximum: 9 } }
      kind: { from: input, schema: { enum: [ flat, tall ] }, default: '"flat"' }
      weight: { from: exogenous, schema: { type: integer, minimum: 1, maximum: 50 } }
      status: { from: lifecycle }
    operations:
      create: { route: POST /boxes, answers: { status: 201 } }
      get: GET /boxes/{id}
      list: { route: GET /boxes, filters: { kind: equal } }
      send: POST /boxes/{id}/send
    lifecycle:
      start: [ { state: packed } ]
      moves:
        send: { from: packed, to: sent }
        arrive: { from: sent, after: way, to: there }
)"}}});
        EXPECT_TRUE(loaded.pack) << base::render(loaded.as_error());
        return loaded.pack;
    }();
    return pack;
}

}  // namespace understudy::verify::testing
