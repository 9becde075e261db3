// Operations known from an API description: parameters and bodies are checked by it alone.
#include <gtest/gtest.h>

#include "world/asking_testing.hpp"

namespace understudy::world {

namespace {

constexpr std::string_view kPack = R"yaml(
format: 1
pack: described
version: 0.1.0
models: { vendor: Described, api: v1 }
shapes: { v1: { file: shapes/v1.json } }
serve: { hosts: [ { host: "*", base: / } ], input: [ json, form ], unknown: unknown }
errors:
  envelope: { error: error }
  on: { auth: refused, no_route: refused, required: missing, type: wrong, missing: refused }
  codes:
    refused: { status: 404, message: No }
    unknown: { status: 400, message: Unknown, param: "{issue.param}" }
    missing: { status: 400, message: Missing, param: "{issue.param}" }
    wrong: { status: 400, message: "{issue.keyword}", param: "{issue.param}" }
resources:
  pets:
    id: "pet_{base62:4}"
    fields: { name: { from: input, required: true, schema: { type: string } }, age: { from: input, nullable: true, schema: { type: integer } } }
    operations: { create: POST /pets }
)yaml";

constexpr std::string_view kShape = R"json({"openapi":"3.1.0","info":{"title":"t","version":"1"},
"paths":{"/toys":{"post":{"operationId":"makeToy","parameters":[
 {"name":"size","in":"query","required":true,"schema":{"type":"integer","maximum":9}},
 {"name":"X-Tag","in":"header","schema":{"type":"string","maxLength":2}}],
 "requestBody":{"required":true,"content":{"application/json":{"schema":{"$ref":"#/components/schemas/toy"}},
  "application/x-www-form-urlencoded":{"schema":{"$ref":"#/components/schemas/toy"}}}},
 "responses":{"200":{"description":"x","content":{"application/json":{"schema":{"type":"object"}}}}}}},
 "/pets":{"post":{"operationId":"makePet","parameters":[{"name":"loud","in":"query","schema":{"type":"boolean"}}],
 "requestBody":{"content":{"application/json":{"schema":{"type":"object","properties":{"name":{"type":"integer"},"colour":{"enum":["red"]}}}}}},
 "responses":{"200":{"description":"x"}}}}},
"components":{"schemas":{"toy":{"type":"object","required":["name"],
 "properties":{"name":{"type":"string"},"price":{"type":"integer"},"parts":{"type":"array","items":{"type":"object","properties":{"n":{"type":"integer"}}}}}}}}})json";

TEST(Described, ParametersAndBodiesAreChecked) {
    pack::Loaded loaded =
        pack::load({"described",
                    {{"pack.yaml", std::string(kPack)}, {"shapes/v1.json", std::string(kShape)}}});
    ASSERT_TRUE(loaded.pack) << base::render(loaded.as_error());
    Asker asker(loaded.pack);
    const struct {
        const char* line;
        const char* type;
        const char* body;
        const char* answer;
    } cases[] = {
        {"POST /toys?size=3", "json", R"({"name":"a","price":5})", "200"},
        {"POST /toys?size=3", "x-www-form-urlencoded", "name=a&price=5&parts[0][n]=1", "200"},
        {"POST /toys", "json", R"({"name":"a"})", "400 missing size"},
        {"POST /toys?size=12", "json", R"({"name":"a"})", "400 wrong size"},
        {"POST /toys?size=x", "json", R"({"name":"a"})", "400 wrong size"},
        {"POST /toys?size=3", "json", R"({"price":5})", "400 missing name"},
        {"POST /toys?size=3", "json", R"({"name":"a","price":"5"})", "400 wrong price"},
        {"POST /toys?size=3", "json", R"({"name":"a","parts":[{"n":"x"}]})", "400 wrong parts.0.n"},
        {"POST /toys?size=3", "x-www-form-urlencoded", "name=a&parts[0][n]=x",
         "400 wrong parts[0][n]"},
        {"POST /toys?size=3&hue=1", "json", R"({"name":"a"})", "400 unknown hue"},
        {"POST /toys?size=3", "json", R"({"name":"a","hue":1})", "400 unknown hue"},
        {"POST /pets?loud=perhaps", "json", R"({"name":"a"})", "400 wrong loud"},
        {"POST /pets", "json", R"({"name":"a","colour":"blue"})", "400 wrong colour"},
        // The pack's own schema has the word, though the shape's differs.
        {"POST /pets?loud=true", "json", R"({"name":"a","colour":"red"})", "200"},
    };
    for (const auto& c : cases) {
        asker.content_type = std::string("application/") + c.type;
        EXPECT_EQ(asker.ask(c.line, c.body).error(), c.answer) << c.line << " " << c.body;
    }
    asker.content_type = "application/json";
    EXPECT_EQ(asker.ask("POST /toys?size=3", R"({"name":"a"})", {{"X-Tag", "long"}}).error(),
              "400 wrong X-Tag");
    EXPECT_EQ(asker.ask("POST /toys?size=3").error(), "400 missing");
}

}  // namespace

}  // namespace understudy::world
