// Text typed by schemas.
#include "world/impl/coerce.hpp"

#include <gtest/gtest.h>

#include "json/parse.hpp"
#include "json/write.hpp"
#include "world/impl/refusal.hpp"

namespace understudy::world {

namespace {

json::Value parsed(std::string_view text) {
    auto value = json::parse(text);
    EXPECT_TRUE(value.has_value()) << text;
    return value ? *value : json::Value();
}

TEST(Coerce, TypesTextWhereTheSchemaSaysSo) {
    const struct {
        const char* schema;
        const char* given;
        const char* typed;
    } cases[] = {
        {R"({"type":"integer"})", R"("2000")", "2000"},
        {R"({"type":"integer"})", R"("-5")", "-5"},
        {R"({"type":"integer"})", R"("5.0")", R"("5.0")"},
        {R"({"type":"integer"})", R"("1e3")", R"("1e3")"},
        {R"({"type":"integer"})", R"("+5")", R"("+5")"},
        {R"({"type":"integer"})", R"(" 5")", R"(" 5")"},
        {R"({"type":"integer"})", R"("")", R"("")"},
        {R"({"type":"number"})", R"("10.50")", "10.50"},
        {R"({"type":"number"})", R"("NaN")", R"("NaN")"},
        {R"({"type":"boolean"})", R"("true")", "true"},
        {R"({"type":"boolean"})", R"("True")", R"("True")"},
        {R"({"type":"string"})", R"("5")", R"("5")"},
        {R"({"type":"object"})", R"("{\"a\":1}")", R"("{\"a\":1}")"},
        {R"({"type":"object","contentMediaType":"application/json"})", R"("{\"a\":1}")",
         R"({"a":1})"},
        {R"({"type":"object","contentMediaType":"application/json"})", R"("{\"a\":")",
         R"("{\"a\":")"},
        {R"({"type":"object","contentMediaType":"application/json"})", R"("[1]")", R"("[1]")"},
        {R"({"type":["integer","string"]})", R"("5")", R"("5")"},
        {R"({"type":["integer","null"]})", R"("")", "null"},
        {R"({"type":"integer","nullable":true})", R"("")", "null"},
        {R"({"enum":[1,2]})", R"("2")", "2"},
        {R"({"const":true})", R"("true")", "true"},
        {R"({"minimum":3})", R"("4")", "4"},
        {R"({})", R"("5")", R"("5")"},
        {R"({"anyOf":[{"type":"integer"},{"enum":["now"]}]})", R"("now")", R"("now")"},
        {R"({"anyOf":[{"type":"integer"},{"enum":["now"]}]})", R"("7")", "7"},
        {R"({"anyOf":[{"type":"integer"},{"type":"string"}]})", R"("7")", R"("7")"},
        {R"({"allOf":[{"type":"integer"},{"minimum":1}]})", R"("7")", "7"},
        {R"({"type":"array","items":{"type":"integer"}})", R"(["1","x"])", R"([1,"x"])"},
        {R"({"type":"array","items":{"type":"integer"}})", R"("1")", "[1]"},
        {R"({"type":"array"})", R"("a")", R"(["a"])"},
        {R"({"properties":{"a":{"type":"integer"}}})", R"({"a":"1","b":"2"})",
         R"({"a":1,"b":"2"})"},
        {R"({"additionalProperties":{"type":"boolean"}})", R"({"a":"true"})", R"({"a":true})"},
        {R"({"$ref":"#/$defs/n","$defs":{"n":{"type":"integer"}}})", R"("1")", "1"},
        {R"({"type":"integer"})", "true", "true"},
    };
    for (const auto& c : cases) {
        const json::Value schema = parsed(c.schema);
        // Where the short way is taken it leads to the same.
        const json::Value given = parsed(c.given);
        const Plain plain = pack::plain_by_schema(schema);
        if (given.is_string() && plain != Plain::Unknown) {
            EXPECT_EQ(json::write(coerce(given, plain)), c.typed) << c.schema << c.given;
        }
        EXPECT_EQ(json::write(coerce(parsed(c.given), schema, {nullptr, &schema})), c.typed)
            << c.schema << " " << c.given;
    }
}

TEST(Coerce, SchemasThatLeadBackToThemselvesEnd) {
    const json::Value schema = parsed(
        R"({"anyOf":[{"$ref":"#"},{"$ref":"#"},{"$ref":"#"}],"properties":{"a":{"$ref":"#"}}})");
    json::Value value("1");
    for (int i = 0; i < 100; ++i) value = json::Value::object({{"a", value}});
    EXPECT_EQ(json::write(coerce(value, schema, {nullptr, &schema})), json::write(value));
    const json::Value circle = parsed(R"({"$ref":"#"})");
    EXPECT_EQ(json::write(coerce(json::Value("1"), circle, {nullptr, &circle})), "\"1\"");
}

TEST(Coerce, WithoutASchemaADefaultTellsTheType) {
    EXPECT_EQ(json::write(coerce(json::Value("5"), Plain::Whole)), "5");
    EXPECT_EQ(json::write(coerce(json::Value("true"), Plain::Truth)), "true");
    EXPECT_EQ(json::write(coerce(json::Value("5"), Plain::Truth)), "\"5\"");
    EXPECT_EQ(json::write(coerce(json::Value("5"), Plain::Unknown)), "\"5\"");
}

TEST(Dotted, SpellsBracketsAsDots) {
    EXPECT_EQ(pack::dotted("created[gte]"), "created.gte");
    EXPECT_EQ(pack::dotted("expand[]"), "expand");
    EXPECT_EQ(pack::dotted("plain"), "plain");
}

TEST(Masked, ShowsEightCharacters) {
    EXPECT_EQ(masked("sk_test_1234"), "sk_test_\u2026");
    EXPECT_EQ(masked("abc"), "abc\u2026");
    EXPECT_EQ(masked(""), "");
    EXPECT_EQ(masked("\xff\xfe"), "\u2026");
}

}  // namespace

}  // namespace understudy::world
