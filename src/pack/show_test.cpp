#include "pack/show.hpp"

#include <gtest/gtest.h>

#include "json/write.hpp"
#include "pack/load.hpp"

namespace understudy::pack {
namespace {

constexpr const char* kPack = R"(format: 1
pack: demo
version: 0.3.0
models: { vendor: Demo, api: "2026-01-01" }
serve: { hosts: [ { host: api.demo.test, base: /v1 }, { host: "*", base: /v1 } ], auth: { places: [ bearer ], fails: denied }, input: json }
client: { typescript: { module: demo, with: [ key, { host: host } ] } }
durations: { wait: 90s }
shapes: { v1: { file: shapes/v1.yaml } }
errors:
  envelope: { error: error }
  on: { auth: denied, no_route: gone, required: wrong, type: wrong, missing: gone }
  codes:
    denied: { status: 401, message: No. }
    gone: { status: 404, message: Gone., for: [ things.get ] }
    wrong: { status: 400, message: Wrong. }
magic: [ { at: name, value: bad, error: wrong } ]
ignores: [ { params: [ size, note ], why: nothing is weighed }, { params: hint, of: [ createThing, closeThing ], why: it is not needed } ]
scenarios: { jams: { arms: { things.close: stuck } }, heavy: { exogenous: { createThing: { weight: 9 } } } }
resources:
  owners: { id: "ow_{base62:8}", minted_by: { ow_any: {} }, fields: { a: { from: input } } }
  things:
    id: "th_{base62:8}"
    shape: v1#thing
    fields:
      name: { from: input, required: true, schema: { type: string, maxLength: 3 } }
      owner: { from: input, required: true, ref: owners }
      kind: { from: constant, value: thing }
      loud: { from: derived, is: 'self.name + "!"' }
      weight: { from: exogenous, schema: { type: integer } }
      status: { from: lifecycle }
    operations:
      get: "GET /things/{id}"
      create: POST /things
      close: { route: "POST /things/{id}/close", example: { why: late } }
    lifecycle:
      start: [ { when: 'self.name == ""', state: draft }, { state: open } ]
      moves:
        close: { from: [ draft, open ], workflow: closing, arms: { shut: { default: true, to: closed }, stuck: { to: open } } }
        expire: { from: open, after: wait, to: nothing }
        burn: { from: open, cause: { event: fire.breaks_out, title: it burns }, to: closed }
)";

constexpr const char* kShape = R"(openapi: 3.0.0
servers: [ { url: /v1 } ]
paths:
  /things: { post: { requestBody: { content: { application/json: { schema: { type: object, properties: { note: { type: string } } } } } }, responses: { "200": {} } } }
  /others: { put: { operationId: putOther, requestBody: { content: { application/json: { schema: { $ref: "#/components/schemas/other" } } } }, responses: { "200": {} } } }
components: { schemas: {
  other: { type: object, required: [ n ], properties: { n: { type: integer, minimum: 4 }, m: { type: string } } },
  thing: { type: object, properties: { id: { type: string }, note: { type: string }, list: { type: array, items: { type: string } }, hint: { type: string, nullable: true }, size: { type: integer } } } } }
)";

std::shared_ptr<const Pack> demo() {
    Folder folder;
    folder.name = "demo";
    folder.files = {{"pack.yaml", kPack}, {"shapes/v1.yaml", kShape}};
    const Loaded loaded = load(folder);
    for (const Problem& problem : loaded.problems) ADD_FAILURE() << base::render(problem.error);
    return loaded.pack;
}

TEST(Show, TellsWhatAPackIs) {
    const auto pack = demo();
    ASSERT_TRUE(pack);
    EXPECT_EQ(show(*pack), R"(demo 0.3.0
  models   Demo 2026-01-01, unconfirmed
  serves   api.demo.test/v1, */v1
  shape    v1 from shapes/v1.yaml

operations: 3 modelled, 1 shape only
  getThing                    GET    /things/{id}
  createThing                 POST   /things
  closeThing                  POST   /things/{id}/close
  putOther                    PUT    /others  (shape only)

ignored: 3 parameters
  size, note: nothing is weighed
  hint of createThing, closeThing: it is not needed

owners: spelled out 2
  id                          id ow_{base62:8}
  a                           input

things: spelled out 7, echoed 1, null 1, empty 1, example 1
  id                          id th_{base62:8}
  name                        input, required
  owner                       input, required, refers to owners
  kind                        constant "thing"
  loud                        derived = self.name + "!"
  weight                      exogenous
  status                      lifecycle
  note                        input, by `rest`
  list                        constant [], by `rest`
  hint                        constant null, by `rest`
  size                        constant 0, by `rest`
  lifecycle
    (start)                 --> draft
    (start)                 --> open
    draft                   --> closed                  close.shut
    draft                   --> open                    close.stuck
    open                    --> closed                  close.shut
    open                    --> open                    close.stuck
    open                    --> nothing                 expire (after wait)
    open                    --> closed                  burn (fire.breaks_out)
)");
}

TEST(Show, DrawsLifecyclesForMermaid) {
    const auto pack = demo();
    ASSERT_TRUE(pack);
    EXPECT_EQ(to_mermaid(*pack, pack->resources[1]), R"(stateDiagram-v2
    [*] --> draft
    [*] --> open
    draft --> closed: close.shut
    draft --> open: close.stuck
    open --> closed: close.shut
    open --> open: close.stuck
    open --> [*]: expire (after wait)
    open --> closed: burn (fire.breaks_out)
)");
    EXPECT_EQ(to_mermaid(*pack, pack->resources[0]), "");
}

TEST(Show, GivesTheCatalogue) {
    const auto pack = demo();
    ASSERT_TRUE(pack);
    const json::Value catalogued = catalogue(*pack);
    const auto text = [&](const char* key) { return json::write(*catalogued.find(key)); };
    EXPECT_EQ(text("models"),
              R"({"vendor":"Demo","api":"2026-01-01","captured":null,"confirmed":false})");
    EXPECT_EQ(text("operations"),
              R"([{"name":"getThing","resource":"things","verb":"get","does":"get","method":"GET",)"
              R"("path":"/v1/things/{id}","modelled":true,"example":{}},)"
              R"({"name":"createThing","resource":"things","verb":"create","does":"create",)"
              R"("method":"POST","path":"/v1/things","modelled":true,)"
              R"("example":{"name":"ing","owner":"ow_any"}},)"
              R"({"name":"closeThing","resource":"things","verb":"close","does":"move",)"
              R"("method":"POST","path":"/v1/things/{id}/close","modelled":true,)"
              R"("example":{"why":"late"}},)"
              R"({"name":"putOther","resource":null,"verb":"putOther","does":"shape",)"
              R"("method":"PUT","path":"/v1/others","modelled":false,"example":{"n":4}}])");
    EXPECT_EQ(text("arms"), R"([{"branch":"things.close","workflow":"closing",)"
                            R"("arms":["shut","stuck"],"default":"shut"}])");
    EXPECT_EQ(text("world_events"), R"([{"event":"fire.breaks_out","title":"it burns",)"
                                    R"("resource":"things","move":"burn","data":[]}])");
    EXPECT_EQ(text("durations"), R"([{"name":"wait","value":"1m30s"}])");
    EXPECT_EQ(text("errors"), R"([{"code":"denied","status":401},)"
                              R"({"code":"gone","status":404,"for":["getThing"]},)"
                              R"({"code":"wrong","status":400}])");
    EXPECT_EQ(text("scenarios"),
              R"([{"name":"jams","outcome":{"arms":{"things.close":"stuck"}}},)"
              R"({"name":"heavy","outcome":{"exogenous":{"createThing":{"weight":9}}}}])");
    EXPECT_EQ(text("client"), R"({"typescript":{"module":"demo","with":["key",{"host":"host"}]}})");
    EXPECT_EQ(text("magic"), R"([{"at":"name","value":"bad","outcome":{"error":"wrong"}}])");
    const json::Value& weight = *catalogued.find("resources");
    EXPECT_NE(json::write(weight).find(R"({"path":"weight","class":"exogenous","from":"exogenous",)"
                                       R"("schema":{"type":"integer"})"),
              std::string::npos);
}

}  // namespace
}  // namespace understudy::pack
