// What each dialect reads differently.
#include "schema/dialect.hpp"

#include "schema/impl/schema_testing.hpp"

namespace understudy::schema {
namespace {

constexpr Dialect kAllDialects[] = {Dialect::Draft2020, Dialect::Draft7,    Dialect::Draft4,
                                    Dialect::OpenApi30, Dialect::OpenApi31, Dialect::Swagger2};

TEST(Dialects, HaveNamesUrisAndVersions) {
    for (const Dialect dialect : kAllDialects) EXPECT_EQ(dialect_named(name_of(dialect)), dialect);
    EXPECT_EQ(dialect_of("http://json-schema.org/draft-07/schema#"), Dialect::Draft7);
    EXPECT_EQ(dialect_of("https://json-schema.org/draft/2020-12/schema"), Dialect::Draft2020);
    EXPECT_EQ(dialect_of("draft-07"), std::nullopt);
    EXPECT_EQ(dialect_named("draft-03"), std::nullopt);
    EXPECT_EQ(dialect_of_openapi("3.0.3"), Dialect::OpenApi30);
    EXPECT_EQ(dialect_of_openapi("3.1.0"), Dialect::OpenApi31);
    EXPECT_EQ(dialect_of_openapi("2.0"), Dialect::Swagger2);
    EXPECT_EQ(dialect_of_openapi("4.0"), std::nullopt);
}

struct DialectCase {
    std::string_view schema;
    std::string_view value;
    std::string_view valid_in;  // letters: 2020 = N, draft 7 = 7, draft 4 = 4, 3.0 = 0, 3.1 = 1,
                                // Swagger = 2
};

constexpr DialectCase kCases[] = {
    {R"({"type":"string","nullable":true})", "null", "01"},
    {R"({"type":"string","enum":["a"],"nullable":true})", "null", "01"},
    {R"({"type":"string","x-nullable":true})", "null", "02"},
    {R"({"minimum":5,"exclusiveMinimum":false})", "5", "4012"},
    {R"({"minimum":5,"exclusiveMinimum":true})", "5", ""},
    {R"({"const":1})", "2", "402"},
    {R"({"items":[{"type":"string"}]})", R"(["a",1])", "74"},
    {R"({"$ref":"#/definitions/s","definitions":{"s":{"type":"string"}},"maxLength":1})", R"("ab")",
     "7402"},
    {R"({"if":{"type":"string"},"then":false})", R"("a")", "402"},
    {R"({"dependencies":{"a":["b"]}})", R"({"a":1})", "02"},
    {R"({"dependentRequired":{"a":["b"]}})", R"({"a":1})", "7402"},
    {R"({"prefixItems":[{"type":"string"}]})", "[1]", "7402"},
    {R"({"anyOf":[{"type":"string"}]})", "1", "2"},
    {R"({"type":"integer"})", "1.0", "N7012"},
    {R"({"type":"file"})", "1", "2"},
    {R"({"contains":{"type":"string"}})", "[1]", "402"},
    {R"({"patternProperties":{"^a":false}})", R"({"a":1})", "02"},
};

TEST(Dialects, DifferWhereTheyShould) {
    constexpr std::string_view kLetters = "N74012";
    for (const DialectCase& each : kCases) {
        for (std::size_t i = 0; i < kLetters.size(); ++i) {
            const base::Result<Schema> schema =
                compile(read_json(each.schema), in_dialect(kAllDialects[i]));
            const bool valid =
                schema && check(*schema, read_json(each.value)).verdict == Verdict::Valid;
            const bool wanted = each.valid_in.find(kLetters[i]) != std::string_view::npos;
            EXPECT_EQ(valid, wanted) << each.schema << " in " << name_of(kAllDialects[i]);
        }
    }
}

TEST(Draft4, NamesSchemasWithIdAndAnchorsWithFragments) {
    const Schema schema = compiled(
        R"({"id":"http://x.test/r","items":{"$ref":"other#n"},
            "definitions":{"o":{"id":"other","definitions":{"n":{"id":"#n","type":"integer"}}}}})",
        in_dialect(Dialect::Draft4));
    EXPECT_EQ(verdict(schema, "[1]"), "valid");
    EXPECT_EQ(verdict(schema, R"(["a"])"), "invalid");
}

TEST(Dialects, SchemaKeywordWinsOverTheOption) {
    const Schema schema = compiled(
        R"({"$schema":"http://json-schema.org/draft-04/schema#","maximum":1,
            "exclusiveMaximum":true})");
    EXPECT_EQ(verdict(schema, "1"), "invalid");
}

constexpr std::string_view kPets = R"({"components":{"schemas":{
    "Pet":{"oneOf":[{"$ref":"#/components/schemas/Cat"},{"$ref":"#/components/schemas/Dog"}],
           "discriminator":{"propertyName":"kind",
                            "mapping":{"feline":"#/components/schemas/Cat","hound":"Dog"}}},
    "Cat":{"type":"object","properties":{"lives":{"type":"integer"}}},
    "Dog":{"type":"object","properties":{"tricks":{"type":"integer"}}}}}})";

Schema pet(Dialect dialect) {
    base::Result<Schema> schema = compile_at(
        read_json(kPets), *json::Pointer::parse("/components/schemas/Pet"), in_dialect(dialect));
    EXPECT_TRUE(schema) << base::render(schema.error());
    return *schema;
}

TEST(Discriminator, SelectsTheBranchByMappingOrName) {
    const Schema schema = pet(Dialect::OpenApi30);
    EXPECT_EQ(verdict(schema, R"({"kind":"feline","lives":9})"), "valid");
    EXPECT_EQ(verdict(schema, R"({"kind":"feline","lives":"9"})"), "invalid");
    EXPECT_EQ(verdict(schema, R"({"kind":"hound","lives":"9"})"), "valid");
    EXPECT_EQ(verdict(schema, R"({"kind":"Dog","tricks":"9"})"), "invalid");
    EXPECT_EQ(verdict(schema, R"({"kind":"Cat"})"), "valid");
    // Nothing selects a branch: a plain oneOf, which both branches fit.
    EXPECT_EQ(verdict(schema, R"({"kind":"bird"})"), "invalid");
    EXPECT_EQ(verdict(schema, "{}"), "invalid");
}

TEST(Discriminator, BlamesTheSelectedBranchOnly) {
    const Outcome outcome =
        check(pet(Dialect::OpenApi30), read_json(R"({"kind":"feline","lives":"9"})"));
    ASSERT_EQ(outcome.violations.size(), 1U);
    EXPECT_EQ(outcome.violations[0].schema_path.to_text(), "/oneOf/0/$ref/properties/lives/type");
}

TEST(Discriminator, ChangesNoVerdictInOpenApi31) {
    EXPECT_EQ(verdict(pet(Dialect::OpenApi31), R"({"kind":"feline","lives":9})"), "invalid");
}

TEST(Discriminator, NeedsAPropertyName) {
    EXPECT_EQ(
        base::name_of(
            refused(R"({"oneOf":[{}],"discriminator":{}})", in_dialect(Dialect::OpenApi30)).code),
        "schema.bad_keyword");
}

TEST(Discriminator, IgnoresAMappingThatIsNone) {
    const Schema schema =
        compiled(R"({"oneOf":[{}],"discriminator":{"propertyName":"k","mapping":["a"]}})",
                 in_dialect(Dialect::OpenApi30));
    EXPECT_EQ(verdict(schema, R"({"k":"a"})"), "valid");
}

TEST(Direction, DecidesReadOnlyAndWriteOnly) {
    constexpr std::string_view kAccount = R"({"required":["id","secret"],"properties":{
        "id":{"type":"string","readOnly":true},"secret":{"type":"string","writeOnly":true}}})";
    const Schema schema = compiled(kAccount, in_dialect(Dialect::OpenApi30));
    CheckOptions request;
    request.direction = Direction::Request;
    CheckOptions response;
    response.direction = Direction::Response;

    EXPECT_EQ(verdict(schema, R"({"secret":"s"})", request), "valid");
    EXPECT_EQ(verdict(schema, R"({"id":"i"})", response), "valid");
    EXPECT_EQ(verdict(schema, R"({"secret":"s"})", response), "invalid");
    EXPECT_EQ(verdict(schema, R"({"id":"i","secret":"s"})"), "valid");
    EXPECT_EQ(verdict(schema, R"({"id":"i"})"), "invalid");

    const json::Value both = read_json(R"({"id":"i","secret":"s"})");
    Outcome outcome = check(schema, both, request);
    ASSERT_EQ(outcome.violations.size(), 1U);
    EXPECT_EQ(base::name_of(outcome.violations[0].code), "schema.read_only");
    outcome = check(schema, both, response);
    ASSERT_EQ(outcome.violations.size(), 1U);
    EXPECT_EQ(base::name_of(outcome.violations[0].code), "schema.write_only");
    request.refuse_wrong_direction = false;
    EXPECT_EQ(judge(schema, both, request), Verdict::Valid);
}

TEST(Direction, IsFoundThroughReferences) {
    const Schema schema = compiled(
        R"({"required":["id"],"properties":{"id":{"$ref":"#/definitions/id"}},
            "definitions":{"id":{"type":"string","readOnly":true}}})",
        in_dialect(Dialect::Swagger2));
    CheckOptions request;
    request.direction = Direction::Request;
    EXPECT_EQ(verdict(schema, "{}", request), "valid");
    EXPECT_EQ(verdict(schema, R"({"id":"x"})", request), "invalid");
}

}  // namespace
}  // namespace understudy::schema
