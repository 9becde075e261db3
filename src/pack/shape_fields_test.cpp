#include "pack/impl/shape_fields.hpp"

#include <gtest/gtest.h>

#include "base/text.hpp"
#include "json/parse.hpp"
#include "json/write.hpp"
#include "pack/impl/shape_schema.hpp"
#include "pack/route_testing.hpp"

namespace understudy::pack {
namespace {

constexpr const char* kText = R"(
openapi: 3.0.3
servers: [ { url: "https://api.example.test/v1" } ]
paths:
  /customers:
    post:
      parameters: [ { name: trace, in: query, schema: { type: string } } ]
      requestBody: { content: { application/x-www-form-urlencoded: { schema: { type: object, properties: {
        email: { type: string }, age: { type: string }, balance: { anyOf: [ { type: integer }, { type: string, enum: [ "" ] } ] } } } } } }
      responses: { "200": {} }
components:
  schemas:
    base: { type: object, properties: { id: { type: string }, object: { enum: [ customer ] } } }
    customer:
      allOf:
        - { $ref: "#/components/schemas/base" }
        - type: object
          properties:
            email: { type: string, nullable: true }
            age: { type: integer }
            balance: { type: integer }
            note: { type: string, nullable: true }
            tags: { type: array, items: { type: string } }
            charges: { type: object, required: [ data, has_more ], properties: { data: { type: array, items: { type: integer } }, has_more: { type: boolean } } }
            card: { type: object, properties: { last4: { type: string }, brand: { type: string, enum: [ visa, amex ] } } }
            created: { type: integer, format: unix-time }
            status: { type: string, enum: [ active, gone ] }
)";

struct Shapes {
    Api api;
    FieldSchema customer;
    Pack pack;

    Shapes() {
        std::vector<Problem> problems;
        api = read_api({"v1.yaml", kText}, problems).value();
        customer = schema_in(api, "customer").value();
        pack.serve.hosts.push_back(host_for_test("*", "/v1"));
    }
    std::vector<DescribedInput> inputs() const {
        return described_inputs(pack, api, {route_for_test("POST /customers")});
    }
};

Field field_at(std::string path, From from) {
    Field field;
    field.path = path;
    for (const auto part : base::split(path, '.')) field.segments.emplace_back(part);
    field.from = from;
    return field;
}

std::string said(const std::vector<Field>& fields) {
    std::string text;
    for (const Field& field : fields) {
        EXPECT_TRUE(field.from_rest && field.schema.compiled) << field.path;
        text += field.path + "=" +
                (field.from == From::Input ? "input" : json::write(field.value)) + " ";
    }
    return text;
}

TEST(ShapeFields, KnowsWhatCallersCanSend) {
    std::string names;
    for (const DescribedInput& input : Shapes().inputs()) names += input.name + " ";
    EXPECT_EQ(names, "trace email age balance ");
}

TEST(ShapeFields, MakesTheRestByItsRules) {
    const Shapes shapes;
    const std::vector<Field> spelled = {field_at("id", From::Id),
                                        field_at("card.last4", From::Input)};
    EXPECT_EQ(said(rest_fields(shapes.api, shapes.customer, spelled, shapes.inputs(),
                               effective_rest({}, {}))),
              "object=\"customer\" email=input age=0 balance=input note=null tags=[] "
              "charges={\"data\":[],\"has_more\":false} card.brand=\"visa\" created=1700000000 "
              "status=\"active\" ");
    Rest rest;
    rest.input = RestValue::Omit;
    rest.nullable = RestValue::Example;
    rest.otherwise = RestValue::Omit;
    EXPECT_EQ(said(rest_fields(shapes.api, shapes.customer, spelled, shapes.inputs(),
                               effective_rest(rest, {}))),
              "email=\"string\" note=\"string\" tags=[] charges={\"data\":[],\"has_more\":false} ");
}

TEST(ShapeFields, LetsTheResourceOverrideKeyByKey) {
    Rest of_pack;
    of_pack.list = RestValue::Example;
    of_pack.otherwise = RestValue::Null;
    Rest own;
    own.otherwise = RestValue::Omit;
    const Rest rest = effective_rest(of_pack, own);
    EXPECT_EQ(rest.input, RestValue::Echo);
    EXPECT_EQ(rest.nullable, RestValue::Null);
    EXPECT_EQ(rest.list, RestValue::Example);
    EXPECT_EQ(rest.otherwise, RestValue::Omit);
}

TEST(ShapeFields, TellsContradictions) {
    const Shapes shapes;
    const auto with_schema = [](std::string path, const char* schema) {
        Field field = field_at(std::move(path), From::Input);
        field.schema.written = json::parse(schema).value();
        return field;
    };
    Field created = field_at("created", From::Clock);
    created.as = TimeForm::Rfc3339;
    Field fine_time = field_at("created", From::Clock);
    fine_time.as = TimeForm::Epoch;
    Field object = field_at("object", From::Constant);
    object.value = json::Value("invoice");
    Field status = field_at("status", From::Lifecycle);
    Field renamed = status;
    renamed.words = {{"deleted", "gone"}};
    const std::pair<Field, const char*> cases[] = {
        {with_schema("age", R"({"type":"string"})"), "the shape says integer, not string"},
        {with_schema("age", R"({"type":"integer","minimum":3})"), ""},
        {with_schema("email", R"({"type":"string"})"), ""},
        {with_schema("card.brand", R"({"enum":["visa","mastercard"]})"),
         "the shape does not take \"mastercard\""},
        {with_schema("card.brand", R"({"enum":["visa"]})"), ""},
        {with_schema("unheard_of", R"({"type":"string"})"), ""},
        {created, "it is printed as text, the shape says integer"},
        {fine_time, ""},
        {object, "the shape does not take \"invoice\""},
        {status, "the shape does not take \"deleted\""},
        {renamed, ""},
    };
    for (const auto& [field, expected] : cases) {
        EXPECT_EQ(contradicts(shapes.api, shapes.customer, field, {"nothing", "active", "deleted"})
                      .value_or(""),
                  expected)
            << field.path;
    }
}

TEST(ShapeSchema, ReadsKinds) {
    const json::Value document = json::parse(R"({"a":{"type":["string","null"]}})").value();
    const std::pair<const char*, const char*> cases[] = {
        {R"({"$ref":"#/a"})", "string or null"},
        {R"({"enum":[1,null]})", "integer or null"},
        {R"({"type":"number"})", "number"},
        {R"({"anyOf":[{"type":"object"},{"type":"array"}],"nullable":true})",
         "array, object or null"},
        {R"({"allOf":[{"type":["string","integer"]},{"type":"integer"}]})", "integer"},
        {R"({"$ref":"#/nowhere"})", "string, number, boolean, array, object or null"},
    };
    for (const auto& [text, expected] : cases) {
        EXPECT_EQ(kinds_text(kinds_of(document, json::parse(text).value())), expected) << text;
    }
    EXPECT_FALSE(lets_null_in(document, json::parse("{}").value()));
    EXPECT_TRUE(lets_null_in(document, json::parse(R"({"$ref":"#/a"})").value()));
}

}  // namespace
}  // namespace understudy::pack
