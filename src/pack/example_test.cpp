#include "pack/example.hpp"

#include <gtest/gtest.h>

#include <set>

#include "base/regex.hpp"
#include "base/text.hpp"
#include "json/parse.hpp"
#include "json/write.hpp"
#include "pack/code.hpp"
#include "pack/impl/pattern_text.hpp"
#include "schema/check.hpp"

namespace understudy::pack {
namespace {

FieldSchema schema_of(std::string_view text, schema::Dialect dialect = schema::Dialect::Draft2020) {
    FieldSchema made;
    made.written = json::parse(text).value();
    schema::CompileOptions options;
    options.dialect = dialect;
    options.assert_formats = true;
    auto compiled = schema::compile(made.written, options);
    EXPECT_TRUE(compiled) << text;
    if (compiled) made.compiled = std::move(*compiled);
    return made;
}

std::string example_of(std::string_view text, const ExampleOptions& options = {},
                       schema::Dialect dialect = schema::Dialect::Draft2020) {
    const FieldSchema schema = schema_of(text, dialect);
    const auto made = make_example(schema, options);
    if (!made) return base::render(made.error());
    EXPECT_EQ(schema::judge(*schema.compiled, *made, {.direction = options.direction}),
              schema::Verdict::Valid)
        << text << "\n"
        << json::write(*made);
    return json::write(*made);
}

TEST(Example, IsThePlainestValueThatFits) {
    const std::pair<const char*, const char*> cases[] = {
        {R"({"type":"string"})", R"("string")"},
        {R"({"type":"integer"})", "0"},
        {R"({"type":"number"})", "0"},
        {R"({"type":"boolean"})", "false"},
        {R"({"type":"null"})", "null"},
        {R"({"type":"array"})", "[]"},
        {R"({"type":"object"})", "{}"},
        {R"({})", "{}"},
        {R"(true)", "{}"},
        {R"({"type":["null","string"]})", R"("string")"},
        {R"({"enum":[null,"b","c"]})", R"("b")"},
        {R"({"enum":["b","c"],"type":"string","minLength":1})", R"("b")"},
        {R"({"const":{"a":[1]}})", R"({"a":[1]})"},
        {R"({"type":"string","default":"usd"})", R"("usd")"},
        {R"({"type":"string","default":7,"examples":["x"]})", R"("x")"},
        {R"({"type":"integer","default":-1,"minimum":0})", "0"},
        {R"({"type":"integer","minimum":3})", "3"},
        {R"({"type":"integer","exclusiveMinimum":3})", "4"},
        {R"({"type":"integer","maximum":-3})", "-3"},
        {R"({"type":"integer","minimum":5,"multipleOf":4})", "8"},
        {R"({"type":"number","exclusiveMinimum":0,"exclusiveMaximum":1})",
         "0.50000000000000000000"},
        {R"({"type":"number","minimum":0.3,"multipleOf":0.25})", "1"},
        {R"({"type":"number","minimum":0.3,"maximum":0.9,"multipleOf":0.25})", "0.50"},
        {R"({"type":"string","minLength":9})", R"("stringstring")"},
        {R"({"type":"string","maxLength":3})", R"("ing")"},
        {R"({"type":"string","maxLength":0})", R"("")"},
        {R"({"type":"string","format":"date-time"})", R"("2024-01-01T00:00:00Z")"},
        {R"({"type":"string","format":"date"})", R"("2024-01-01")"},
        {R"({"type":"string","format":"uri"})", R"("https://example.com/")"},
        {R"({"type":"string","format":"email"})", R"("example@example.com")"},
        {R"({"type":"string","format":"uuid"})", R"("00000000-0000-4000-8000-000000000000")"},
        {R"({"type":"string","format":"ipv4"})", R"("192.0.2.1")"},
        {R"({"type":"string","format":"ipv6"})", R"("2001:db8::1")"},
        {R"({"type":"string","format":"hostname"})", R"("example.example.com")"},
        {R"({"type":"string","format":"made-up"})", R"("string")"},
        {R"({"type":"string","pattern":"^pi_[a-z0-9]{4,}$"})", R"("pi_aaaa")"},
        {R"({"type":"string","pattern":"^[A-Z]+$","minLength":30})",
         R"("AAAAAAAAAAAAAAAAAAAAAAAAAAAAAA")"},
        {R"({"type":"string","pattern":"^(cat|dog)-\\d{2}(\\.\\d)?$"})", R"("cat-00")"},
        {R"({"type":"string","pattern":"^[^a-y]+$","minLength":2})", R"("  ")"},
        {R"({"type":"array","items":{"type":"integer"}})", "[0]"},
        {R"({"type":"array","items":{"type":"integer"},"minItems":3,"uniqueItems":true})",
         "[0,1,2]"},
        {R"({"type":"array","items":{"enum":["a","b"]},"minItems":2,"uniqueItems":true})",
         R"(["a","b"])"},
        {R"({"type":"array","items":{"type":"string"},"maxItems":0})", "[]"},
        {R"({"type":"array","prefixItems":[{"type":"integer"},{"type":"string"}],"items":false})",
         R"([0,"string"])"},
        {R"({"type":"array","contains":{"const":5},"items":{"type":"integer"}})", "[5]"},
        {R"({"type":"object","required":["b"],"properties":{"a":{"type":"integer"},"b":{"type":"string"}}})",
         R"({"a":0,"b":"string"})"},
        {R"({"type":"object","required":["x"],"additionalProperties":{"type":"integer"}})",
         R"({"x":0})"},
        {R"({"type":"object","minProperties":2,"additionalProperties":{"type":"boolean"}})",
         R"({"key1":false,"key2":false})"},
        {R"({"type":"object","minProperties":1,"patternProperties":{"^k[0-9]$":{"type":"integer"}},"additionalProperties":false})",
         R"({"k0":0})"},
        {R"({"type":"object","minProperties":1,"propertyNames":{"pattern":"^[a-c]{3}$"}})",
         R"({"aaa":{}})"},
        {R"({"maxProperties":1,"required":["b"],"properties":{"a":{"const":1},"b":{"const":2}}})",
         R"({"b":2})"},
        {R"({"allOf":[{"type":"object","properties":{"a":{"type":"integer"}}},{"required":["a"],"properties":{"a":{"minimum":4}}}]})",
         R"({"a":4})"},
        {R"({"anyOf":[{"type":"null"},{"type":"string"}]})", R"("string")"},
        {R"({"oneOf":[{"type":"integer","minimum":1},{"type":"integer","maximum":5}]})", "7"},
        {R"({"type":"integer","not":{"const":0}})", "1"},
        {R"({"oneOf":[{"type":"object","properties":{"a":{"type":"string"}}},{"type":"object","properties":{"b":{"type":"object"}}}]})",
         R"({"a":"string","b":null})"},
        {R"({"allOf":[{"type":"string"}],"anyOf":[{"type":"integer"},{"minLength":8}]})",
         R"("stringstring")"},
        {R"({"type":"object","properties":{"a":false,"b":{"type":"integer"}}})", R"({"b":0})"},
        {R"({"type":"object","properties":{"a":{"type":"integer"},"b":{"type":"integer"}},"not":{"required":["a"]}})",
         "{}"},
    };
    for (const auto& [schema, expected] : cases) EXPECT_EQ(example_of(schema), expected) << schema;
}

TEST(Example, CutsCyclesAtOptionalPlaces) {
    EXPECT_EQ(example_of(R"({"$ref":"#/$defs/node","$defs":{"node":{"type":"object",
        "required":["id"],"properties":{"id":{"type":"integer"},"next":{"$ref":"#/$defs/node"},
        "children":{"type":"array","items":{"$ref":"#/$defs/node"}},
        "other":{"anyOf":[{"$ref":"#/$defs/node"},{"type":"null"}]}}}}})"),
              R"({"id":0,"children":[]})");
    EXPECT_EQ(example_of(R"({"$ref":"#/$defs/node","$defs":{"node":{"type":"object",
        "required":["next"],"properties":{"next":{"anyOf":[{"$ref":"#/$defs/node"},{"type":"null"}]}}}}})"),
              R"({"next":null})");
}

TEST(Example, ReadsTheFormsOfOpenApi) {
    const auto v30 = schema::Dialect::OpenApi30;
    EXPECT_EQ(example_of(R"({"type":"string","nullable":true,"enum":["a",null]})", {}, v30),
              R"("a")");
    EXPECT_EQ(example_of(R"({"type":"integer","minimum":3,"exclusiveMinimum":true})", {}, v30),
              "4");
    EXPECT_EQ(example_of(R"({"type":"string","example":"cus_1"})", {}, v30), R"("cus_1")");
    EXPECT_EQ(example_of(R"({"type":"string","example":12})", {}, v30), R"("string")");
}

TEST(Example, LeavesOutWhatGoesTheOtherWay) {
    const char* schema = R"({"type":"object","required":["secret","id"],"properties":{
        "id":{"type":"integer","readOnly":true},"secret":{"type":"string","writeOnly":true}}})";
    const auto v30 = schema::Dialect::OpenApi30;
    EXPECT_EQ(example_of(schema, {.direction = schema::Direction::Response}, v30), R"({"id":0})");
    EXPECT_EQ(example_of(schema, {.direction = schema::Direction::Request}, v30),
              R"({"secret":"string"})");
}

TEST(Example, ResolvesReferencesInTheDocumentItIsHanded) {
    const json::Value document = json::parse(R"({"components":{"schemas":{"a b":{"type":"integer",
        "minimum":2}}},"use":{"$ref":"#/components/schemas/a%20b"}})")
                                     .value();
    FieldSchema schema;
    schema.written = *document.find("use");
    schema.compiled = schema::compile_at(document, *json::Pointer::parse("/use")).value();
    ExampleOptions options;
    options.document = &document;
    EXPECT_EQ(json::write(make_example(schema, options).value()), "2");
}

TEST(Example, GivesWhatCannotBeCheckedRatherThanNothing) {
    const FieldSchema schema = schema_of(R"({"type":"string","pattern":"^(?!x)abc$"})");
    EXPECT_EQ(json::write(make_example(schema, {}).value()), R"("abc")");
}

TEST(Example, SaysWhyThereIsNone) {
    const FieldSchema schema = schema_of(R"({"type":"integer","minimum":5,"maximum":4})");
    const auto made = make_example(schema, {.key = "balance"});
    ASSERT_FALSE(made);
    EXPECT_EQ(made.error().code, code::NoExample);
    EXPECT_EQ(base::render(made.error()),
              "error: no value could be made that fits the schema of balance: nothing that was "
              "tried fits [pack.no_example]\n");
}

TEST(Example, DrawnValuesLookAliveAndRepeat) {
    const char* text = R"({"type":"object","required":["score","name","at","id"],"properties":{
        "score":{"type":"integer","minimum":10,"maximum":20},"name":{"type":"string"},
        "at":{"type":"string","format":"date-time"},"id":{"type":"string","pattern":"^[a-f]{12}$"},
        "rate":{"type":"number","minimum":0,"maximum":3},"flag":{"type":"boolean"}}})";
    const ExampleOptions base{.seed = 42, .key = "fetchBalance/output", .drawn = true};
    EXPECT_EQ(example_of(text, base), example_of(text, base));
    ExampleOptions other = base;
    other.sequence = 1;
    EXPECT_NE(example_of(text, base), example_of(text, other));
    other = base;
    other.seed = 43;
    EXPECT_NE(example_of(text, base), example_of(text, other));
    other = base;
    other.key = "fetchBalance/other";
    EXPECT_NE(example_of(text, base), example_of(text, other));
    EXPECT_EQ(example_of(text, base).find("\"string\""), std::string::npos);
    std::set<std::string> seen;
    for (std::uint64_t i = 0; i < 40; ++i) {
        seen.insert(example_of(R"({"type":"integer","minimum":10,"maximum":20})",
                               {.key = "k", .sequence = i, .drawn = true}));
    }
    EXPECT_GT(seen.size(), 8U);
}

TEST(Example, StaysBoundedOnHostileSchemas) {
    std::string wide = R"({"$ref":"#/$defs/n0","$defs":{)";
    for (int i = 0; i < 30; ++i) {
        const std::string next = std::to_string(i + 1);
        wide +=
            (i > 0 ? "," : "") + ("\"n" + std::to_string(i)) +
            R"(":{"type":"object","required":["a","b","c"],"properties":{"a":{"$ref":"#/$defs/n)" +
            next + R"("},"b":{"$ref":"#/$defs/n)" + next + R"("},"c":{"$ref":"#/$defs/n)" + next +
            R"("}}})";
    }
    wide += R"(,"n30":{"type":"integer"}}})";
    const FieldSchema schema = schema_of(wide);
    EXPECT_FALSE(make_example(schema, {}));
    EXPECT_FALSE(make_example(schema_of(R"({"$ref":"#/$defs/a","$defs":{"a":{"type":"object",
        "required":["x"],"properties":{"x":{"$ref":"#/$defs/a"}}}}})"),
                              {}));
    EXPECT_FALSE(make_example(schema_of(R"({"type":"string","minLength":900000})"), {}));
}

TEST(PatternText, FitsThePatternWhereItKnowsIt) {
    const char* known[] = {"^abc$",
                           "[a-z]{3}",
                           "^\\+?[1-9]\\d{1,14}$",
                           "^(?:ab|cd){2}$",
                           "\\u0041+",
                           "^[\\w.-]+@[\\w.-]+\\.\\w{2,}$",
                           "^\\s*$",
                           "^(?<year>\\d{4})$",
                           "a{,3}",
                           "^[a-zA-Z0-9_-]{1,64}$",
                           "^\\p{L}+$",
                           "^$",
                           ".*",
                           "^.+\\.json$",
                           "a|b|c",
                           "^\\S+ \\D\\W$",
                           "^[^/]+/[^/]+$",
                           "\\bword\\b"};
    for (const char* pattern : known) {
        const auto regex = base::Regex::compile(pattern, base::Regex::Dialect::Ecma);
        for (const std::uint64_t variation : {0, 1, 2, 3}) {
            const auto text = text_of_pattern(pattern, {0, 100, variation});
            ASSERT_TRUE(text) << pattern;
            EXPECT_TRUE(!regex || regex->is_found_in(*text)) << pattern << " " << *text;
        }
    }
    for (const char* pattern : {"(a", "[z-a]", "a{5,2}", "*", "\\", "(?<!x)", "[", "\\1"}) {
        EXPECT_FALSE(text_of_pattern(pattern, {})) << pattern;
    }
    EXPECT_EQ(text_of_pattern("^[0-9a-f]+$", {40, 40, 0}), std::string(40, '0'));
    EXPECT_EQ(text_of_pattern("^x(ab)*$", {4, 5, 0}), "xabab");
    EXPECT_EQ(text_of_pattern("ab", {5, 9, 0}), "abaaa");
    EXPECT_FALSE(text_of_pattern("^x(ab)*$", {4, 4, 0}));
    EXPECT_FALSE(text_of_pattern("^a{5}$", {0, 4, 0}));
    EXPECT_FALSE(text_of_pattern(std::string(5'000, '('), {}));
    EXPECT_FALSE(text_of_pattern("((((a{999}){999}){999}){999})", {}));
}

}  // namespace
}  // namespace understudy::pack
