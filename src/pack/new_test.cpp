#include "pack/new.hpp"

#include <gtest/gtest.h>

#include "base/error.hpp"
#include "json/parse.hpp"
#include "json/write.hpp"
#include "pack/api_testing.hpp"
#include "pack/code.hpp"
#include "pack/load.hpp"
#include "schema/check.hpp"

namespace understudy::pack {
namespace {

Folder folder_of(std::vector<base::Source> files) {
    Folder folder;
    folder.name = "fresh";
    folder.files = std::move(files);
    return folder;
}

TEST(NewPack, LoadsAndLintsClean) {
    const auto files = new_pack("shop", std::nullopt);
    ASSERT_TRUE(files) << base::render(files.error());
    const Loaded loaded = load(folder_of(*files), Thoroughness::Lint);
    for (const Problem& problem : loaded.problems) ADD_FAILURE() << base::render(problem.error);
    ASSERT_TRUE(loaded.pack);
    EXPECT_EQ(loaded.pack->name, "shop");
    EXPECT_EQ(loaded.pack->operations.size(), 5U);
}

TEST(NewPack, RefusesNamesThatAreNone) {
    for (const char* name : {"", "Shop", "9lives", "a b", "../x"}) {
        const auto files = new_pack(name, std::nullopt);
        ASSERT_FALSE(files) << name;
        EXPECT_EQ(files.error().code, code::BadName);
    }
    EXPECT_EQ(base::render(new_pack("Shop", std::nullopt).error()),
              "error: \"Shop\" cannot be the name of a pack: it is a small letter, then small "
              "letters, digits, _ and - [pack.bad_name]\n");
}

constexpr const char* kText = R"(
openapi: 3.0.3
info: { title: "Parcels: \"all\"", version: "1.2", description: PROSE }
servers: [ { url: "https://api.example.test/v2", description: PROSE } ]
security: [ { key: [] } ]
tags: [ { name: t, description: PROSE } ]
paths:
  /parcels/{id}:
    summary: PROSE
    parameters: [ { name: id, in: path, required: true, description: PROSE, schema: { type: string } } ]
    post:
      operationId: change
      description: PROSE
      x-notes: PROSE
      requestBody: { description: PROSE, content: { application/json: { example: PROSE, schema: { type: object, required: [ description ], properties: { description: { type: string, description: PROSE, example: PROSE, title: PROSE } } } } } }
      responses: { "200": { description: PROSE, content: { application/json: { schema: { $ref: "#/components/schemas/parcel" } } } } }
components:
  securitySchemes: { key: { type: apiKey, in: header, name: X-Key, description: PROSE } }
  schemas: { parcel: { title: PROSE, type: object, required: [ id ], properties: { id: { type: string, default: PROSE }, weight: { type: integer, minimum: 3, default: 5, externalDocs: { url: PROSE } } } } }
)";

TEST(NewPack, ReducesADescriptionToItsShape) {
    const auto files = new_pack("parcels", base::Source{"parcels.yaml", kText});
    ASSERT_TRUE(files) << base::render(files.error());
    std::string names;
    for (const base::Source& file : *files) {
        names += file.name + " ";
        EXPECT_EQ(file.text.find("PROSE"), std::string::npos) << file.text;
    }
    EXPECT_EQ(names, "pack.yaml shapes/parcels.json NOTICE README.md ");
    EXPECT_EQ(json::write(json::parse((*files)[1].text).value()),
              R"({"openapi":"3.0.3","info":{"title":"Parcels: \"all\"","version":"1.2"},)"
              R"("servers":[{"url":"https://api.example.test/v2"}],"security":[{"key":[]}],)"
              R"("paths":{"/parcels/{id}":{"parameters":[{"name":"id","in":"path","required":true,)"
              R"("schema":{"type":"string"}}],"post":{"operationId":"change","requestBody":)"
              R"({"content":{"application/json":{"schema":{"type":"object","required":)"
              R"(["description"],"properties":{"description":{"type":"string"}}}}}},"responses":)"
              R"({"200":{"content":{"application/json":{"schema":)"
              R"({"$ref":"#/components/schemas/parcel"}}}}}}}},"components":{"schemas":{"parcel":)"
              R"({"type":"object","required":["id"],"properties":{"id":{"type":"string"},"weight":)"
              R"({"type":"integer","minimum":3,"default":5}}}},"securitySchemes":{"key":)"
              R"({"type":"apiKey","in":"header","name":"X-Key"}}}})");
    const Loaded loaded = load(folder_of(*files));
    for (const Problem& problem : loaded.problems) ADD_FAILURE() << base::render(problem.error);
    ASSERT_TRUE(loaded.pack);
    ASSERT_EQ(loaded.pack->operations.size(), 1U);
    EXPECT_EQ(loaded.pack->routes.find("POST", "/v2/parcels/7", "", true).match.operation, 0U);
    EXPECT_EQ(json::write(loaded.pack->descriptions[0].success().example.value()),
              R"({"id":"string","weight":5})");
    EXPECT_EQ(loaded.pack->serve.auth.places.size(), 1U);
    EXPECT_EQ(loaded.pack->models.vendor, "Parcels: \"all\"");
}

TEST(LoadDescription, GivesAPackOfShapes) {
    const Loaded loaded = load_description({"specs/My Parcels.yaml", kText});
    for (const Problem& problem : loaded.problems) ADD_FAILURE() << base::render(problem.error);
    ASSERT_TRUE(loaded.pack);
    EXPECT_EQ(loaded.pack->name, "my_parcels");
    ASSERT_EQ(loaded.pack->operations.size(), 1U);
    EXPECT_EQ(loaded.pack->operations[0].does, Does::Shape);
    const auto answer = loaded.pack->routes.find("POST", "/v2/parcels/7", "", true);
    EXPECT_EQ(answer.match.operation, 0U);
    ASSERT_NE(loaded.pack->errors.on_event("required"), nullptr);
}

TEST(LoadDescription, ReportsWhatIsNone) {
    const Loaded loaded = load_description({"x.yaml", "a: 1"});
    EXPECT_FALSE(loaded.pack);
    ASSERT_EQ(loaded.problems.size(), 1U);
    EXPECT_EQ(loaded.problems[0].error.code, code::NotADescription);
}

class VendorPacks : public testing::TestWithParam<const char*> {};

TEST_P(VendorPacks, AnswerTheSameFromTheirReduction) {
    const std::string name = GetParam();
    if (!std::filesystem::exists(vendor_file_for_test(name))) {
        GTEST_SKIP() << "needs the outside test data: openapi/" << name;
    }
    const base::Source source = vendor_source_for_test(name);
    const Loaded whole = load_description(source);
    // Documents do have routes that no request can tell apart; nothing else may be left out.
    for (const Problem& problem : whole.problems) {
        EXPECT_EQ(problem.error.code, code::RoutesClash) << base::render(problem.error);
    }
    ASSERT_TRUE(whole.pack);
    const auto files = new_pack("vendor", source);
    ASSERT_TRUE(files) << base::render(files.error());
    EXPECT_LT((*files)[1].text.size(), source.text.size());
    const Loaded again = load(folder_of(*files));
    for (const Problem& problem : again.problems) {
        EXPECT_EQ(problem.error.code, code::RoutesClash) << base::render(problem.error);
    }
    ASSERT_TRUE(again.pack);
    ASSERT_EQ(again.pack->operations.size(), whole.pack->operations.size());
    for (std::size_t i = 0; i < whole.pack->descriptions.size(); ++i) {
        const Description& a = whole.pack->descriptions[i];
        const Description& b = again.pack->descriptions[i];
        ASSERT_EQ(a.method + a.path, b.method + b.path);
        EXPECT_EQ(a.parameters.size(), b.parameters.size());
        EXPECT_EQ(a.input, b.input);
        EXPECT_EQ(a.success().status, b.success().status);
        EXPECT_EQ(a.success().type, b.success().type);
        if (!a.success().schema.compiled) continue;
        EXPECT_NE(schema::judge(*a.success().schema.compiled, b.success().example.value(),
                                {.direction = schema::Direction::Response}),
                  schema::Verdict::Invalid)
            << a.method << " " << a.path << " "
            << json::write(b.success().example.value()).substr(0, 400);
    }
}

INSTANTIATE_TEST_SUITE_P(All, VendorPacks, testing::ValuesIn(kVendorDocuments));

}  // namespace
}  // namespace understudy::pack
