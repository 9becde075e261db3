// Schemas written to hurt: every bound is met by an error or an honest "not checked", never by a
// hang or a crash.
#include <chrono>

#include "schema/impl/schema_testing.hpp"
#include "schema/shape.hpp"

namespace understudy::schema {
namespace {

std::string repeated(std::string_view text, int times) {
    std::string out;
    for (int i = 0; i < times; ++i) out += text;
    return out;
}

TEST(HostileSchema, CyclesOfReferencesAreRefused) {
    for (const std::string_view schema :
         {R"({"$ref":"#"})", R"({"allOf":[{"$ref":"#"}]})", R"({"anyOf":[{},{"$ref":"#"}]})",
          R"({"not":{"$ref":"#"}})", R"({"if":{"$ref":"#"},"then":{}})",
          R"({"dependentSchemas":{"a":{"$ref":"#"}}})",
          R"({"$ref":"#/$defs/a","$defs":{"a":{"$ref":"#/$defs/b"},"b":{"$ref":"#/$defs/a"}}})"}) {
        EXPECT_EQ(base::name_of(refused(schema).code), "schema.endless") << schema;
    }
}

TEST(HostileSchema, DeepNestingIsRefusedByName) {
    const std::string deep = repeated(R"({"not":)", 300) + "true" + repeated("}", 300);
    CompileOptions options;
    options.limits.depth = 100;
    const base::Error error = refused(deep, options);
    EXPECT_EQ(base::name_of(error.code), "schema.too_deep");
    EXPECT_EQ(error.arg("limit"), "100");
    EXPECT_EQ(verdict(compiled(deep), "1"), "valid");
}

TEST(HostileSchema, TooManyPartsAreRefusedByName) {
    CompileOptions options;
    options.limits.nodes = 3;
    const base::Error error = refused(R"({"allOf":[{},{},{},{}]})", options);
    EXPECT_EQ(base::name_of(error.code), "schema.too_large");
    EXPECT_EQ(base::message(error), "the schema has more than 3 parts");
}

TEST(HostileSchema, ADepthLimitLeavesTheValueUnchecked) {
    const Schema schema = compiled(R"({"items":{"$ref":"#"}})");
    CheckOptions options;
    options.depth = 10;
    const std::string deep = repeated("[", 50) + repeated("]", 50);
    EXPECT_EQ(verdict(schema, deep), "valid");
    EXPECT_EQ(verdict(schema, deep, options), "unknown");
    const Outcome outcome = check(schema, read_json(deep), options);
    ASSERT_EQ(outcome.not_checked.size(), 1U);
    EXPECT_EQ(base::name_of(outcome.not_checked[0].why.code), "schema.depth");
}

TEST(HostileSchema, DoublingIsStoppedByTheStepLimit) {
    std::string definitions = R"("d0":{"type":"string"})";
    for (int i = 1; i <= 40; ++i) {
        const std::string below = R"({"$ref":"#/$defs/d)" + std::to_string(i - 1) + "\"}";
        definitions += ",\"d" + std::to_string(i) + "\":{\"allOf\":[" + below + "," + below + "]}";
    }
    const Schema schema = compiled("{\"$ref\":\"#/$defs/d40\",\"$defs\":{" + definitions + "}}");
    CheckOptions options;
    options.steps = 10'000;
    const Outcome outcome = check(schema, read_json(R"("x")"), options);
    EXPECT_EQ(outcome.verdict, Verdict::Unknown);
    ASSERT_FALSE(outcome.not_checked.empty());
    EXPECT_EQ(base::name_of(outcome.not_checked[0].why.code), "schema.steps");
    EXPECT_EQ(verdict(schema, "1", options), "invalid");
}

TEST(HostileSchema, WideAndDeepChoicesCompileInTime) {
    std::string definitions = R"("d0":{"properties":{"t":{"const":"x"}}})";
    for (int i = 1; i <= 10; ++i) {
        const std::string below = R"({"$ref":"#/$defs/d)" + std::to_string(i - 1) + "\"}";
        std::string all = below;
        for (int j = 0; j < 60; ++j) all += "," + below;
        definitions += ",\"d" + std::to_string(i) + "\":{\"anyOf\":[" + all + "]}";
    }
    const Schema schema = compiled("{\"$ref\":\"#/$defs/d10\",\"$defs\":{" + definitions + "}}");
    EXPECT_EQ(verdict(schema, R"({"t":"x"})"), "valid");
}

TEST(HostileSchema, HugeEnumerationsAreLookedUp) {
    std::string strings;
    std::string numbers;
    for (int i = 0; i < 20'000; ++i) {
        strings += (i > 0 ? ",\"word" : "\"word") + std::to_string(i) + "\"";
        numbers += (i > 0 ? "," : "") + std::to_string(i) + ".5";
    }
    const Schema schema = compiled("{\"enum\":[" + strings + "," + numbers + "]}");
    EXPECT_EQ(verdict(schema, R"("word19999")"), "valid");
    EXPECT_EQ(verdict(schema, R"("word20000")"), "invalid");
    EXPECT_EQ(verdict(schema, "19999.50"), "valid");
    EXPECT_EQ(verdict(schema, "7"), "invalid");
}

TEST(HostileSchema, CatastrophicPatternsStayLinear) {
    const Schema schema = compiled(R"({"pattern":"^(a+)+$"})");
    const std::string text = "\"" + repeated("a", 50'000) + "b\"";
    const auto begin = std::chrono::steady_clock::now();
    EXPECT_EQ(verdict(schema, text), "invalid");
    EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(20));
}

TEST(HostileValue, ManyEqualItemsAreFoundQuickly) {
    std::string items;
    for (int i = 0; i < 50'000; ++i) items += std::to_string(i) + ",";
    const Schema schema = compiled(R"({"uniqueItems":true})");
    EXPECT_EQ(verdict(schema, "[" + items + "-1]"), "valid");
    EXPECT_EQ(verdict(schema, "[" + items + "7.0]"), "invalid");
}

TEST(HostileValue, ShapesStayBounded) {
    ShapeLimits limits;
    limits.nodes = 50;
    limits.depth = 5;
    limits.properties = 10;
    Shape shape(limits);
    json::Value wide = json::Value::object();
    for (int i = 0; i < 1000; ++i) wide.append("k" + std::to_string(i), json::Value(i));
    shape.add(wide);
    shape.add(read_json(repeated("[", 300) + repeated("]", 300)));
    EXPECT_LE(shape.node_count(), 50U);
    EXPECT_TRUE(shape.root().is_cut);
    EXPECT_EQ(judge(*compile(shape.to_schema()), wide), Verdict::Valid);
}

}  // namespace
}  // namespace understudy::schema
