#include "pack/impl/shape_fields.hpp"

#include <gtest/gtest.h>

#include <tuple>

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
    json::Value customer;
    Pack pack;

    Shapes() {
        std::vector<Problem> problems;
        api = read_api({"v1.yaml", kText}, problems).value();
        customer = written_in(api, "customer").value();
        pack.serve.hosts.push_back(host_for_test("*", "/v1"));
    }
    std::vector<DescribedInput> inputs() const {
        return described_inputs(api, forms_of(pack, api), {route_for_test("POST /customers")});
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
        // Nothing is judged by the schema of what is always null.
        const bool is_null = field.from == From::Constant && field.value.is_null();
        EXPECT_TRUE(field.from_rest && (is_null || field.schema.compiled)) << field.path;
        text += field.path + "=" +
                (field.from == From::Input ? "input" : json::write(field.value)) + " ";
    }
    return text;
}

std::vector<Field> rest_of(const Shapes& shapes, std::vector<Field> spelled, const Rest& rest) {
    return rest_fields(
        {{&shapes.api, shapes.customer, std::move(spelled), shapes.inputs(), rest}})[0];
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
    EXPECT_EQ(said(rest_of(shapes, spelled, effective_rest({}, {}))),
              "object=\"customer\" email=input age=0 balance=input note=null tags=[] "
              "charges={\"data\":[],\"has_more\":false} card.brand=\"visa\" created=1700000000 "
              "status=\"active\" ");
    Rest rest;
    rest.input = RestValue::Omit;
    rest.nullable = RestValue::Example;
    rest.otherwise = RestValue::Omit;
    EXPECT_EQ(said(rest_of(shapes, spelled, effective_rest(rest, {}))),
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

TEST(ShapeFields, CompilesWhatResourcesShareOnceAndABrokenOneAlone) {
    std::vector<Problem> problems;
    const Api api = read_api({"v1.yaml", R"(
openapi: 3.0.3
paths: {}
components:
  schemas:
    fine: { type: object, properties: { size: { type: integer } } }
    broken: { type: object, properties: { size: { type: integer, minimum: many } } }
)"},
                             problems)
                        .value();
    const auto wish = [&](const char* name) {
        return RestWish{&api, written_in(api, name).value(), {}, {}, effective_rest({}, {})};
    };
    const auto made = rest_fields({wish("fine"), wish("broken"), wish("fine")});
    ASSERT_EQ(made.size(), 3U);
    for (const std::size_t i : {0U, 2U}) EXPECT_EQ(said(made[i]), "size=0 ");
    ASSERT_EQ(made[1].size(), 1U);
    EXPECT_FALSE(made[1][0].schema.compiled);
}

TEST(ShapeSchema, TellsWhatItTakesWhereThatIsPlain) {
    const json::Value document =
        json::parse(R"({"word":{"type":"string","enum":["a","b"]},"loop":{"$ref":"#/loop"}})")
            .value();
    const std::tuple<const char*, const char*, const char*> cases[] = {
        {R"({"$ref":"#/word"})", R"("a")", "yes"},
        {R"({"$ref":"#/word"})", R"("c")", "no"},
        {R"({"type":"integer"})", "1.5", "no"},
        {R"({"type":"number"})", "1.5", "yes"},
        {R"({"type":"string","nullable":true})", "null", "yes"},
        {R"({"type":"string"})", "null", "no"},
        {R"({"type":"string","maxLength":3})", R"("abc")", "yes"},
        {R"({"type":"string","maxLength":2})", R"("abc")", "open"},
        {R"({"type":"string","pattern":"^a"})", R"("abc")", "open"},
        {R"({"anyOf":[{"type":"integer"},{"$ref":"#/word"}]})", R"("b")", "yes"},
        {R"({"anyOf":[{"type":"integer"},{"$ref":"#/word"}]})", R"("c")", "no"},
        {R"({"anyOf":[{"type":"integer"},{"pattern":"c"}]})", R"("c")", "open"},
        {R"({"type":"array","items":{"$ref":"#/word"}})", R"(["a","b"])", "yes"},
        {R"({"type":"array","items":{"$ref":"#/word"}})", R"(["a","c"])", "no"},
        {R"({"properties":{"w":{"$ref":"#/word"}}})", R"({"w":"a","x":1})", "yes"},
        {R"({"properties":{"w":{"$ref":"#/word"}}})", R"({"w":"c"})", "no"},
        {R"({"properties":{"w":{"pattern":"c"},"v":{"type":"null"}}})", R"({"w":"c","v":1})", "no"},
        {R"({"required":["w"]})", "{}", "no"},
        {R"({"additionalProperties":false})", R"({"w":1})", "no"},
        {R"({"additionalProperties":{"type":"string"}})", R"({"w":1})", "no"},
        {R"({"$ref":"#/loop"})", "1", "open"},
        {R"({"oneOf":[{"type":"integer"}]})", "1", "open"},
    };
    for (const auto& [schema, value, expected] : cases) {
        const auto told = takes(document, json::parse(schema).value(), json::parse(value).value());
        EXPECT_EQ(told ? (*told ? "yes" : "no") : "open", std::string(expected))
            << schema << " " << value;
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
