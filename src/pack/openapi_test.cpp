// API documents of the three generations, read; and those of real vendors, whole.
#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "base/seed.hpp"
#include "json/write.hpp"
#include "pack/api_testing.hpp"
#include "pack/code.hpp"
#include "pack/impl/api.hpp"
#include "pack/route_testing.hpp"
#include "schema/check.hpp"

namespace understudy::pack {
namespace {

struct Read {
    base::Result<Api> api = base::fail(code::NotADescription);
    std::vector<Problem> problems;

    explicit Read(const base::Source& source) { api = read_api(source, problems); }
    explicit Read(std::string text) : Read(base::Source{"api.yaml", std::move(text)}) {}
    std::string problem(std::size_t i) const { return base::render(problems.at(i).error); }
};

std::string place_text(const AuthPlace& place) {
    constexpr const char* kNames[] = {"bearer", "basic_user", "basic_password", "header", "query"};
    return kNames[static_cast<int>(place.kind)] + (place.name.empty() ? "" : ":" + place.name);
}

constexpr const char* kThree = R"(
openapi: 3.0.3
info: { title: Parcels, version: "1.2" }
servers: [ { url: "https://{zone}.example.test/v2/", variables: { zone: { default: eu } } } ]
security: [ { key: [] }, { basic: [] }, { oauth: [] }, { hidden: [] } ]
paths:
  /parcels:
    parameters: [ { name: page, in: query, schema: { type: integer } }, { name: X-Tag, in: header, schema: { type: string } } ]
    get:
      operationId: listParcels
      parameters:
        - { name: page, in: query, required: true, schema: { type: integer, minimum: 1 } }
        - { $ref: "#/components/parameters/ids" }
      responses:
        "404": { $ref: "#/components/responses/gone" }
        "200": { description: ok, content: { text/csv: { schema: { type: string } }, application/json: { schema: { type: array, items: { $ref: "#/components/schemas/parcel" } } } } }
    post:
      requestBody: { required: true, content: { application/json: { schema: { $ref: "#/components/schemas/parcel" } }, application/x-www-form-urlencoded: { schema: { type: object } }, image/png: {} } }
      responses: { "201": { content: { application/json: { schema: { $ref: "#/components/schemas/parcel" }, example: { id: ps_9, weight: 7 } } } } }
  /parcels/{id}.json:
    get: { responses: { "2XX": { content: { application/json: { schema: { $ref: "#/components/schemas/parcel" }, examples: { bad: { value: { id: 5 } } } } } } } }
    delete: { responses: { "204": { content: { application/json: { schema: { type: string } } } } } }
    options: { responses: { default: { content: { "*/*": { schema: { type: boolean } } } } } }
components:
  securitySchemes: { key: { type: apiKey, in: header, name: X-Key }, basic: { type: http, scheme: Basic }, oauth: { type: oauth2 }, unused: { type: apiKey, in: query, name: k }, hidden: { type: apiKey, in: cookie, name: c } }
  parameters: { ids: { name: ids, in: query, explode: false, schema: { type: array, items: { type: string } } } }
  responses: { gone: { description: gone } }
  schemas: { parcel: { type: object, required: [ id ], properties: { id: { type: string }, weight: { type: integer, nullable: true }, code: { type: string, writeOnly: true } } } }
)";

TEST(Openapi, ReadsVersionThree) {
    const Read read{std::string(kThree)};
    ASSERT_TRUE(read.api) << base::render(read.api.error());
    EXPECT_TRUE(read.problems.empty());
    const Api& api = *read.api;
    EXPECT_EQ(api.title, "Parcels");
    EXPECT_EQ(api.version, "1.2");
    EXPECT_EQ(api.servers, (std::vector<ApiServer>{{"eu.example.test", "/v2"}}));
    std::vector<std::string> places;
    for (const AuthPlace& place : api.places) places.push_back(place_text(place));
    EXPECT_EQ(places,
              (std::vector<std::string>{"header:X-Key", "basic_password", "basic_user", "bearer"}));
    ASSERT_EQ(api.operations.size(), 5U);

    const Description& list = api.operations[0];
    EXPECT_EQ(list.method + " " + list.path + " " + list.id, "GET /parcels listParcels");
    ASSERT_EQ(list.parameters.size(), 3U);
    EXPECT_EQ(list.parameters[0].in + list.parameters[0].name, "headerX-Tag");
    EXPECT_EQ(list.parameters[1].in + list.parameters[1].name, "querypage");
    EXPECT_TRUE(list.parameters[1].required);
    EXPECT_EQ(json::write(list.parameters[1].schema.written), R"({"type":"integer","minimum":1})");
    EXPECT_EQ(schema::judge(*list.parameters[2].schema.compiled, json::Value("a,b")),
              schema::Verdict::Valid);  // one text stands for the list
    ASSERT_EQ(list.answers.size(), 2U);
    EXPECT_EQ(list.answers[0].status, 200);
    EXPECT_EQ(list.answers[0].type, "application/json");
    EXPECT_EQ(json::write(list.answers[0].example.value()), R"([{"id":"string","weight":0}])");
    EXPECT_EQ(list.answers[1].status, 404);
    EXPECT_EQ(list.answers[1].type, "");
    EXPECT_EQ(list.success().status, 200);

    const Description& create = api.operations[1];
    EXPECT_EQ(create.id, "postParcels");
    EXPECT_EQ(create.input, (std::vector<std::string>{"json", "form", "raw"}));
    EXPECT_TRUE(create.body_required);
    EXPECT_EQ(json::write(create.body.written), R"({"$ref":"#/components/schemas/parcel"})");
    EXPECT_EQ(create.success().status, 201);
    EXPECT_EQ(json::write(create.success().example.value()), R"({"id":"ps_9","weight":7})");

    EXPECT_EQ(api.operations[2].id, "getParcelsIdJson");
    EXPECT_EQ(api.operations[2].success().status, 200);
    EXPECT_EQ(json::write(api.operations[2].success().example.value()),
              R"({"id":"string","weight":0})");
    EXPECT_EQ(api.operations[3].success().type, "");
    EXPECT_EQ(json::write(api.operations[4].success().example.value()), "false");
    EXPECT_EQ(api.operations[4].success().type, "application/json");
}

TEST(Openapi, ReadsSwagger) {
    const Read read{std::string(R"(
swagger: "2.0"
host: api.example.test
basePath: /v1.4
consumes: [ application/json ]
produces: [ text/plain, application/json ]
securityDefinitions: { q: { type: apiKey, in: query, name: token }, b: { type: basic } }
security: [ { q: [] } ]
definitions: { thing: { type: object, required: [ Id ], properties: { Id: { type: string, example: abc }, Size: { type: integer } } } }
parameters: { limit: { name: limit, in: query, type: integer, maximum: 10, x-note: 1 } }
paths:
  /things:
    get:
      parameters: [ { $ref: "#/parameters/limit" }, { name: tags, in: query, type: array, items: { type: string } } ]
      responses: { 200: { schema: { type: array, items: { $ref: "#/definitions/thing" } } } }
    post:
      parameters: [ { name: body, in: body, required: true, schema: { $ref: "#/definitions/thing" } } ]
      responses: { 201: { schema: { $ref: "#/definitions/thing" }, examples: { application/json: { Id: x } } } }
  /files:
    post:
      consumes: [ multipart/form-data ]
      parameters: [ { name: file, in: formData, type: file, required: true }, { name: note, in: formData, type: string } ]
      responses: { 204: {} }
)")};
    ASSERT_TRUE(read.api) << base::render(read.api.error());
    const Api& api = *read.api;
    EXPECT_EQ(api.servers, (std::vector<ApiServer>{{"api.example.test", "/v1.4"}}));
    ASSERT_EQ(api.places.size(), 1U);
    EXPECT_EQ(place_text(api.places[0]), "query:token");
    ASSERT_EQ(api.operations.size(), 3U);
    EXPECT_EQ(json::write(api.operations[0].parameters[0].schema.written),
              R"({"type":"integer","maximum":10})");
    EXPECT_EQ(schema::judge(*api.operations[0].parameters[1].schema.compiled, json::Value("a,b")),
              schema::Verdict::Valid);
    EXPECT_EQ(json::write(api.operations[0].success().example.value()),
              R"([{"Id":"abc","Size":0}])");
    EXPECT_EQ(api.operations[0].success().type, "application/json");
    EXPECT_EQ(api.operations[1].input, (std::vector<std::string>{"json"}));
    EXPECT_TRUE(api.operations[1].body_required);
    EXPECT_EQ(json::write(api.operations[1].success().example.value()), R"({"Id":"x"})");
    EXPECT_EQ(api.operations[2].input, (std::vector<std::string>{"multipart"}));
    EXPECT_EQ(
        json::write(api.operations[2].body.written),
        R"({"type":"object","properties":{"file":{"type":"string"},"note":{"type":"string"}},)"
        R"("required":["file"]})");
}

TEST(Openapi, RefusesWhatIsNoDescription) {
    const std::pair<const char*, const char*> cases[] = {
        {"[1]",
         "api.yaml: error: api.yaml is no API description: it is array "
         "[pack.not_a_description]\n"
         "  hint: OpenAPI 3.0, 3.1 and Swagger 2.0 are read\n"},
        {"{}",
         "api.yaml: error: api.yaml is no API description: it has neither `openapi` nor "
         "`swagger` [pack.not_a_description]\n"
         "  hint: OpenAPI 3.0, 3.1 and Swagger 2.0 are read\n"},
        {"openapi: 4.1.0",
         "api.yaml: error: api.yaml is no API description: version \"4.1.0\" is "
         "not known [pack.not_a_description]\n"
         "  hint: OpenAPI 3.0, 3.1 and Swagger 2.0 are read\n"},
    };
    for (const auto& [text, expected] : cases) {
        const Read read{std::string(text)};
        ASSERT_FALSE(read.api) << text;
        EXPECT_EQ(read.api.error().code, code::NotADescription);
        EXPECT_EQ(base::render(read.api.error()), expected);
    }
    EXPECT_FALSE(Read{std::string("{\"a\": ")}.api);
}

TEST(Openapi, LeavesOutAndNamesWhatCannotBeUsed) {
    const Read read{std::string(R"(
openapi: 3.1.0
servers: [ { url: "ftp:nowhere" } ]
paths:
  no-slash: {}
  /a:
    get:
      parameters: [ { $ref: "#/nowhere" } ]
      responses:
        "200": { content: { application/json: { schema: { type: 7 } } } }
        "abc": {}
        "404": { $ref: "#/nowhere" }
  /b: { get: { responses: { "200": { content: { application/json: { schema: { type: integer, minimum: 2, maximum: 1 } } } } } } }
  /c: { get: { responses: { "200": { content: { application/json: { schema: { type: integer } } } } } } }
)")};
    ASSERT_TRUE(read.api) << base::render(read.api.error());
    ASSERT_EQ(read.problems.size(), 7U);
    for (const Problem& problem : read.problems) {
        EXPECT_EQ(problem.level, Level::Warning);
        EXPECT_EQ(problem.error.code, code::DescriptionPart);
    }
    EXPECT_EQ(read.problem(0),
              "api.yaml: error: the server \"ftp:nowhere\" cannot be used: it is no URL "
              "[pack.description_part]\n");
    EXPECT_EQ(read.problem(2),
              "api.yaml: error: GET /a cannot be used: a parameter refers to nothing "
              "[pack.description_part]\n");
    ASSERT_EQ(read.api->operations.size(), 3U);
    EXPECT_FALSE(read.api->operations[0].success().schema.compiled);
    EXPECT_FALSE(read.api->operations[1].success().schema.compiled);
    EXPECT_EQ(json::write(read.api->operations[2].success().example.value()), "0");
}

TEST(Openapi, LinksRoutesThePackModelsAndAddsTheOthers) {
    const Read read{std::string(kThree)};
    ASSERT_TRUE(read.api);
    Pack pack;
    pack.serve.hosts.push_back(host_for_test("*", "/v2"));
    Operation own;
    own.name = "getParcel";
    own.routes.push_back(route_for_test("GET /parcels/{parcel_id}.json"));
    pack.operations.push_back(own);
    std::vector<Problem> problems;
    attach_api(pack, *read.api, problems);
    EXPECT_TRUE(problems.empty());
    ASSERT_EQ(pack.operations.size(), 5U);
    ASSERT_EQ(pack.descriptions.size(), 5U);
    EXPECT_EQ(pack.operations[0].described, 2U);
    EXPECT_EQ(pack.operations[1].name, "listParcels");
    EXPECT_EQ(pack.operations[1].does, Does::Shape);
    EXPECT_TRUE(pack.routes.build(pack).empty());
    EXPECT_EQ(pack.routes.find("GET", "/v2/parcels", "x", true).match.operation, 1U);
    EXPECT_EQ(pack.routes.find("GET", "/v2/parcels/7.json", "x", true).match.operation, 0U);

    Pack refusing;
    refusing.serve.hosts.push_back(host_for_test("*", "/v2"));
    refusing.serve.refuse_unmodelled = true;
    attach_api(refusing, *read.api, problems);
    EXPECT_TRUE(refusing.operations.empty());
    EXPECT_EQ(refusing.descriptions.size(), 5U);
}

TEST(Openapi, TakesThePrefixThePackServesUnderOffThePaths) {
    const Read read{std::string(R"(
openapi: 3.0.0
paths:
  /2010/Accounts/{AccountSid}/Messages/{Sid}.json:
    parameters: [ { name: AccountSid, in: path, schema: { type: string } }, { name: Sid, in: path, schema: { type: string } } ]
    get: { operationId: fetch, responses: { "200": {} } }
    post: { operationId: fetch, responses: { "200": {} } }
  /2010/Accounts/{AccountSid}/Messages/{Other}.json?x=1:
    get: { operationId: again, responses: { "200": {} } }
)")};
    ASSERT_TRUE(read.api);
    Pack pack;
    pack.serve.hosts.push_back(host_for_test("*", "/2010/Accounts/{account_sid}"));
    std::vector<Problem> problems;
    attach_api(pack, *read.api, problems);
    ASSERT_EQ(pack.descriptions.size(), 2U);
    EXPECT_EQ(pack.descriptions[0].path, "/Messages/{Sid}.json");
    ASSERT_EQ(pack.descriptions[0].parameters.size(), 1U);
    EXPECT_EQ(pack.descriptions[0].parameters[0].name, "Sid");
    EXPECT_EQ(pack.operations[0].name, "fetch");
    EXPECT_EQ(pack.operations[1].name, "fetch2");
    ASSERT_EQ(problems.size(), 1U);
    EXPECT_EQ(base::render(problems[0].error),
              "api.yaml: error: GET /Messages/{Sid}.json and GET /Messages/{Other}.json cannot be "
              "told apart [pack.routes_clash]\n");
}

TEST(Openapi, FindsSchemasByNameAndByPointer) {
    const Read read{std::string(kThree)};
    ASSERT_TRUE(read.api);
    EXPECT_TRUE(schema_in(*read.api, "parcel").value().compiled);
    EXPECT_TRUE(schema_in(*read.api, "/components/schemas/parcel/properties/id").value().compiled);
    const auto missing = schema_in(*read.api, "parcle");
    ASSERT_FALSE(missing);
    EXPECT_EQ(base::render(missing.error()),
              "error: there is no schema in api.yaml \"parcle\" [pack.unknown_name]\n"
              "  hint: did you mean \"parcel\"?\n");
}

TEST(Openapi, SurvivesDocumentsThatAreDamaged) {
    const std::string whole = kThree;
    for (std::uint64_t i = 0; i < 200; ++i) {
        base::Stream stream(7, {"damage"}, i);
        std::string text = whole;
        for (std::uint64_t n = 1 + stream.below(4); n > 0; --n) {
            const std::size_t at = stream.below(text.size());
            const std::size_t length = stream.below(60);
            if (stream.below(2) == 0) {
                text.erase(at, length);
            } else {
                text.insert(stream.below(text.size()), text.substr(at, length));
            }
        }
        std::vector<Problem> problems;
        const auto api = read_api({"damaged.yaml", text}, problems);
        if (!api) continue;
        Pack pack;
        pack.serve.hosts.push_back(host_for_test("*", ""));
        attach_api(pack, *api, problems);
        pack.routes.build(pack);
        for (const Description& description : pack.descriptions) {
            for (const DescribedAnswer& answer : description.answers) {
                if (!answer.schema.compiled) continue;
                EXPECT_NE(schema::judge(*answer.schema.compiled, answer.example.value(),
                                        {.direction = schema::Direction::Response}),
                          schema::Verdict::Invalid)
                    << text;
            }
        }
    }
}

TEST(Openapi, StaysBoundedOnHostileDocuments) {
    std::string wide = R"({"openapi":"3.1.0","paths":{"/a":{"get":{"responses":{"200":{"content":)"
                       R"({"application/json":{"schema":{"$ref":"#/components/schemas/s"}}}}}}}},)"
                       R"("components":{"schemas":{"s":{"anyOf":[)";
    for (int i = 0; i < 20'000; ++i) {
        wide += std::string(i > 0 ? "," : "") +
                R"({"type":"object","required":["x"],)"
                R"("properties":{"x":{"$ref":"#/components/schemas/s"}}})";
    }
    wide += "]}}}}";
    const Read read{base::Source{"wide.json", wide}};
    ASSERT_TRUE(read.api);
    EXPECT_FALSE(read.api->operations[0].success().schema.compiled);
}

TEST(Openapi, MakesExamplesLaterTheSameAndForEveryThreadOnce) {
    const Read now{std::string(kThree)};
    std::vector<Problem> problems;
    const auto later = read_api({"api.yaml", kThree}, problems, Examples::Later);
    ASSERT_TRUE(now.api && later);
    ASSERT_EQ(now.api->operations.size(), later->operations.size());
    for (std::size_t i = 0; i < later->operations.size(); ++i) {
        const LateExample example = later->operations[i].success().example;
        std::vector<const json::Value*> seen(4);
        std::vector<std::thread> threads;
        for (const json::Value*& each : seen) {
            threads.emplace_back([&each, example] { each = &example.value(); });
        }
        for (std::thread& thread : threads) thread.join();
        for (const json::Value* each : seen) EXPECT_EQ(each, &example.value());
        EXPECT_EQ(json::write(example.value()),
                  json::write(now.api->operations[i].success().example.value()));
    }
    EXPECT_TRUE(LateExample().value().is_null());
}

TEST(Openapi, GivesNullForAnAnswerWithoutAnExampleThatWasLeftForLater) {
    std::vector<Problem> problems;
    const auto api = read_api({"api.yaml", R"(
openapi: 3.1.0
paths:
  /never: { get: { responses: { "200": { content: { application/json: { schema: false } } } } } }
)"},
                              problems, Examples::Later);
    ASSERT_TRUE(api);
    EXPECT_TRUE(problems.empty());
    EXPECT_TRUE(api->operations[0].success().example.value().is_null());
}

class VendorApis : public testing::TestWithParam<const char*> {};

TEST_P(VendorApis, AreReadWholeAndEveryAnswerFitsItsSchema) {
    const std::string name = GetParam();
    if (!std::filesystem::exists(vendor_file_for_test(name))) {
        GTEST_SKIP() << "needs the outside test data: openapi/" << name;
    }
    const base::Source source = vendor_source_for_test(name);
    const auto begin = std::chrono::steady_clock::now();
    std::vector<Problem> problems;
    const auto api = read_api(source, problems);
    const auto took = std::chrono::steady_clock::now() - begin;
    ASSERT_TRUE(api) << base::render(api.error());
    for (const Problem& problem : problems) ADD_FAILURE() << base::render(problem.error);
    std::size_t answers = 0;
    for (const Description& description : api->operations) {
        ASSERT_FALSE(description.answers.empty());
        for (const DescribedAnswer& answer : description.answers) {
            if (!answer.schema.compiled) continue;
            ++answers;
            EXPECT_NE(schema::judge(*answer.schema.compiled, answer.example.value(),
                                    {.direction = schema::Direction::Response}),
                      schema::Verdict::Invalid)
                << description.method << " " << description.path << " " << answer.status;
        }
    }
    Pack pack;
    pack.serve.hosts.push_back(host_for_test("*", api->servers.front().base));
    attach_api(pack, *api, problems);
    EXPECT_TRUE(pack.routes.build(pack).empty());
    EXPECT_GT(pack.operations.size(), 0U);
    RecordProperty("operations", static_cast<int>(pack.operations.size()));
    const auto milliseconds = std::chrono::duration_cast<std::chrono::milliseconds>(took).count();
    std::printf("%s: %zu operations, %zu answers, %ld ms\n", name.c_str(), pack.operations.size(),
                answers, static_cast<long>(milliseconds));
}

INSTANTIATE_TEST_SUITE_P(All, VendorApis, testing::ValuesIn(kVendorDocuments));

}  // namespace
}  // namespace understudy::pack
