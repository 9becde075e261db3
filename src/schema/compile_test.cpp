// Compiling: what is refused and how, references, documents, resolvers.
#include "schema/compile.hpp"

#include "schema/impl/schema_testing.hpp"

namespace understudy::schema {
namespace {

struct RefusedCase {
    std::string_view schema;
    std::string_view code;
    std::string_view sentence;
};

constexpr RefusedCase kRefused[] = {
    {R"({"properties":{"a":7}})", "schema.not_a_schema",
     "/properties/a: a schema is an object or a boolean, not number"},
    {R"({"minimum":"1"})", "schema.bad_keyword", R"(/minimum: minimum must be a number, not "1")"},
    {R"({"required":"id"})", "schema.bad_keyword",
     R"(/required: required must be an array of strings, not "id")"},
    {R"({"maxLength":-1})", "schema.bad_keyword",
     "/maxLength: maxLength must be a whole number, zero or more, not -1"},
    {R"({"multipleOf":0})", "schema.bad_keyword",
     "/multipleOf: multipleOf must be a number greater than zero, not 0"},
    {R"({"allOf":{}})", "schema.bad_keyword",
     "/allOf: allOf must be an array of schemas, not object"},
    {R"({"enum":1})", "schema.bad_keyword", "/enum: enum must be an array, not 1"},
    {R"({"type":7})", "schema.bad_keyword",
     "/type: type must be a string or an array of strings, not 7"},
    {R"({"uniqueItems":1})", "schema.bad_keyword",
     "/uniqueItems: uniqueItems must be true or false, not 1"},
    {R"({"properties":[]})", "schema.bad_keyword",
     "/properties: properties must be an object, not array"},
    {R"({"pattern":1})", "schema.bad_keyword", "/pattern: pattern must be a string, not 1"},
    {R"({"$ref":1})", "schema.bad_keyword", "/$ref: $ref must be a string, not 1"},
    {R"({"type":"strnig"})", "schema.unknown_type", R"(/type: there is no type "strnig")"},
    {R"({"pattern":"a("})", "schema.bad_pattern", R"(/pattern: the pattern "a(" cannot be read)"},
    {R"({"$ref":"#/$defs/none"})", "schema.unresolved",
     R"(/$ref: nothing is found at "#/$defs/none")"},
    {R"({"$dynamicRef":"#none"})", "schema.unresolved",
     R"(/$dynamicRef: nothing is found at "#none")"},
    {R"({"$ref":"#"})", "schema.endless",
     R"(the root: "#" leads back to itself without descending into the value)"},
    {R"({"$defs":{"a":{"allOf":[{"$ref":"#/$defs/b"}]},"b":{"not":{"$ref":"#/$defs/a"}}},
         "$ref":"#/$defs/a"})",
     "schema.endless",
     R"(/$defs/b/not: "#/$defs/a" leads back to itself without descending into the value)"},
    {R"({"$schema":"http://example.test/unknown"})", "schema.unknown_dialect",
     R"(/$schema: the dialect "http://example.test/unknown" is not known)"},
    {R"({"$defs":{"a":{"$id":"x"},"b":{"$id":"x"}}})", "schema.repeated_name",
     R"(/$defs/b/$id: another schema is called "x" already)"},
    {R"({"$defs":{"a":{"$anchor":"x"},"b":{"$anchor":"x"}}})", "schema.repeated_name",
     R"(/$defs/b/$anchor: another schema is called "#x" already)"},
};

TEST(Compile, RefusesWithCodePlaceAndSentence) {
    for (const RefusedCase& each : kRefused) {
        SCOPED_TRACE(each.schema);
        const base::Error error = refused(each.schema);
        EXPECT_EQ(base::name_of(error.code), each.code);
        EXPECT_EQ(base::message(error), each.sentence);
    }
}

TEST(Compile, ReportsAllProblemsWithMarks) {
    const json::Document document = *json::parse_document(
        {"shape.json", "{\"type\": \"strnig\",\n \"minimum\": true,\n \"$ref\": \"#/no\"}"});
    const base::Result<Schema> schema = compile(document);
    ASSERT_FALSE(schema);
    EXPECT_EQ(base::name_of(schema.error().code), "schema.problems");
    EXPECT_EQ(base::message(schema.error()), "3 problems in this schema");
    ASSERT_EQ(schema.error().because.size(), 3U);
    EXPECT_EQ(base::to_text(schema.error().because[0].where), "shape.json:1:10");
    EXPECT_EQ(schema.error().because[0].arg("nearest"), "string");
    EXPECT_EQ(base::to_text(schema.error().because[1].where), "shape.json:2:13");
    EXPECT_EQ(base::to_text(schema.error().because[2].where), "shape.json:3:10");
}

TEST(Compile, RemoteDocumentsComeThroughTheResolver) {
    CompileOptions options;
    std::vector<std::string> asked;
    options.resolver = [&asked](std::string_view uri) -> std::optional<json::Value> {
        asked.emplace_back(uri);
        if (uri != "http://x.test/b.json") return std::nullopt;
        return read_json(R"({"$defs":{"n":{"$anchor":"num","type":"integer"}},"$ref":"#num"})");
    };
    const Schema schema = compiled(
        R"({"$id":"http://x.test/a.json","items":{"$ref":"b.json"},
            "contains":{"$ref":"b.json#/$defs/n"}})",
        options);
    EXPECT_EQ(asked, std::vector<std::string>{"http://x.test/b.json"});
    EXPECT_EQ(verdict(schema, "[1]"), "valid");
    EXPECT_EQ(verdict(schema, R"(["a"])"), "invalid");
    EXPECT_EQ(base::name_of(refused(R"({"$ref":"http://x.test/c.json"})", options).code),
              "schema.unresolved");
}

TEST(Compile, VocabulariesOfAMetaSchemaAreRespected) {
    CompileOptions options;
    options.resolver = [](std::string_view uri) -> std::optional<json::Value> {
        const bool strange = uri == "http://x.test/strange";
        json::Value vocabulary =
            json::Value::object({{"https://json-schema.org/draft/2020-12/vocab/core", true},
                                 {"https://json-schema.org/draft/2020-12/vocab/applicator", true},
                                 {"http://x.test/vocab/own", strange}});
        return json::Value::object({{"$schema", "https://json-schema.org/draft/2020-12/schema"},
                                    {"$vocabulary", vocabulary}});
    };
    const Schema schema =
        compiled(R"({"$schema":"http://x.test/m","minimum":10,"properties":{"a":false}})", options);
    EXPECT_EQ(verdict(schema, "1"), "valid");
    EXPECT_EQ(verdict(schema, R"({"a":1})"), "invalid");
    EXPECT_EQ(base::name_of(refused(R"({"$schema":"http://x.test/strange"})", options).code),
              "schema.unknown_vocabulary");
}

TEST(Compile, MetaSchemasAreBuiltIn) {
    for (const std::string_view uri :
         {"https://json-schema.org/draft/2020-12/schema", "http://json-schema.org/draft-07/schema#",
          "http://json-schema.org/draft-04/schema#",
          "https://spec.openapis.org/oas/3.1/dialect/base"}) {
        const Schema schema = compiled("{\"$ref\":\"" + std::string(uri) + "\"}");
        EXPECT_EQ(verdict(schema, R"({"properties":{"a":{"type":"string"}}})"), "valid") << uri;
        EXPECT_EQ(verdict(schema, R"({"properties":{"a":{"minLength":"x"}}})"), "invalid") << uri;
    }
}

TEST(Compile, SeveralSchemasOfADocumentShareTheirNodes) {
    const json::Value document = read_json(R"({"openapi":"3.0.3","components":{"schemas":{
        "a":{"properties":{"b":{"$ref":"#/components/schemas/b"}}},
        "b":{"type":"string"}}}})");
    const std::vector<json::Pointer> pointers{*json::Pointer::parse("/components/schemas/a"),
                                              *json::Pointer::parse("/components/schemas/b")};
    const base::Result<std::vector<Schema>> schemas =
        compile_all(document, pointers, in_dialect(Dialect::OpenApi30));
    ASSERT_TRUE(schemas);
    EXPECT_EQ(schemas->at(0).node_count(), 3U);
    EXPECT_EQ(verdict(schemas->at(0), R"({"b":1})"), "invalid");
    EXPECT_EQ(verdict(schemas->at(1), R"("x")"), "valid");
    const base::Result<Schema> none =
        compile_at(document, *json::Pointer::parse("/nowhere"), in_dialect(Dialect::OpenApi30));
    ASSERT_FALSE(none);
    EXPECT_EQ(base::message(none.error()), R"(the root: nothing is found at "/nowhere")");
}

TEST(Compile, ASchemaInsideADocumentMayNameItsDialect) {
    const json::Document document = *json::parse_document(
        {"d.json", R"({"shapes":{"s":{"$schema":"http://json-schema.org/draft-04/schema#",
                       "maximum":5,"exclusiveMaximum":true}}})"});
    const base::Result<Schema> schema = compile_at(document, *json::Pointer::parse("/shapes/s"));
    ASSERT_TRUE(schema) << base::render(schema.error());
    EXPECT_EQ(verdict(*schema, "5"), "invalid");
    EXPECT_EQ(verdict(*schema, "4"), "valid");
}

TEST(Compile, RecursiveSchemasDescendWithTheValue) {
    const Schema schema = compiled(
        R"({"type":"object","properties":{"next":{"$ref":"#"}},"additionalProperties":false})");
    EXPECT_EQ(verdict(schema, R"({"next":{"next":{}}})"), "valid");
    EXPECT_EQ(verdict(schema, R"({"next":{"next":{"x":1}}})"), "invalid");
}

TEST(Compile, ContentKeywordsAndUnknownOnesAreAnnotations) {
    const Schema schema = compiled(
        R"({"contentEncoding":"base64","contentMediaType":"application/json","x-own":{"type":1}})");
    EXPECT_EQ(verdict(schema, R"("!!")"), "valid");
}

}  // namespace
}  // namespace understudy::schema
