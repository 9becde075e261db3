// Field paths, and the parts of schemas they lead to.
#include "world/impl/schema_place.hpp"

#include <gtest/gtest.h>

#include "json/parse.hpp"
#include "json/write.hpp"
#include "world/impl/field_path.hpp"

namespace understudy::world {

namespace {

using json::Value;
using Steps = std::vector<std::string>;

TEST(FieldPath, IsCutAtItsDots) {
    EXPECT_EQ(split_path("output"), Steps{"output"});
    EXPECT_EQ(split_path("output.items.*.price"), (Steps{"output", "items", "*", "price"}));
    EXPECT_EQ(split_path(R"(rates.eu\.west)"), (Steps{"rates", "eu.west"}));
    EXPECT_EQ(split_path(R"(a\b)"), Steps{R"(a\b)"});
    EXPECT_EQ(escaped("eu.west"), R"(eu\.west)");
}

TEST(FieldPath, HoldsWhatIsBelowIt) {
    EXPECT_TRUE(is_at_or_below("output", "output"));
    EXPECT_TRUE(is_at_or_below("output.balance", "output"));
    EXPECT_FALSE(is_at_or_below("outputs", "output"));
    EXPECT_FALSE(is_at_or_below("output", "output.balance"));
}

TEST(FieldPath, PutsAValueBelow) {
    struct Case {
        const char* before;
        const char* path;
        const char* after;  // empty: it cannot be put there
    };
    const Case cases[] = {
        {R"({"a":1})", "b", R"({"a":1,"b":9})"},
        {R"({"a":1})", "a", R"({"a":9})"},
        {R"({"a":1})", "b.c", R"({"a":1,"b":{"c":9}})"},
        {R"({"a":1})", "a.c", R"({"a":{"c":9}})"},
        {"null", "a", R"({"a":9})"},
        {R"([1,2])", "*", "[9,9]"},
        {R"([1,2])", "1", "[1,9]"},
        {R"([1,2])", "2", ""},
        {R"([1,2])", "x", ""},
        {R"({"a":[{"p":1},{"q":2}]})", "a.*.p", R"({"a":[{"p":9},{"q":2,"p":9}]})"},
        {R"({"a":[[1],[]]})", "a.*.0", ""},
        {R"({"a":1})", "*", ""},
        {R"([])", "*", "[]"},
    };
    for (const Case& one : cases) {
        Value value = *json::parse(one.before);
        const bool put = put_below(value, split_path(one.path), Value(9));
        EXPECT_EQ(put ? json::write(value) : "", one.after) << one.before << ' ' << one.path;
        if (put) continue;
        EXPECT_EQ(json::write(value), json::write(*json::parse(one.before)));
    }
}

constexpr const char* kSchema = R"({
  "type": "object",
  "properties": {
    "balance": {"type": "number"},
    "owner": {"$ref": "#/$defs/owner"},
    "items": {"type": "array", "items": {"properties": {"price": {"type": "integer"}}}},
    "pair": {"prefixItems": [{"type": "string"}], "items": false},
    "open": {"type": "object"},
    "typed": {"additionalProperties": {"type": "integer"}},
    "closed": {"properties": {"a": {}}, "additionalProperties": false},
    "any": {"properties": {"a": {}}, "additionalProperties": true},
    "patterned": {"patternProperties": {"^x_": {"type": "boolean"}}, "additionalProperties": false},
    "both": {"allOf": [{"properties": {"a": {}}}, {"properties": {"b": {}}}]},
    "self": {"$ref": "#"},
    "far": {"$ref": "https://elsewhere.test/schema"},
    "e.u": {"type": "string"}
  },
  "$defs": {"owner": {"properties": {"name": {"type": "string"}}}}
})";

TEST(SchemaPlace, IsFoundByPath) {
    const Value schema = *json::parse(kSchema);
    struct Case {
        const char* path;
        const char* place;
    };
    const Case cases[] = {
        {"balance", "/properties/balance"},
        {"blance", "none"},
        {"owner", "/properties/owner"},
        {"owner.name", "/$defs/owner/properties/name"},
        {"owner.nam", "none"},
        {"items.*.price", "/properties/items/items/properties/price"},
        {"items.3.price", "/properties/items/items/properties/price"},
        {"items.price", "none"},
        {"pair.0", "/properties/pair/prefixItems/0"},
        {"pair.1", "/properties/pair/items"},
        {"open.x.y", "open"},
        {"typed.x", "/properties/typed/additionalProperties"},
        {"closed.a", "/properties/closed/properties/a"},
        {"closed.b", "none"},
        {"any.b", "open"},
        {"patterned.x_1", "/properties/patterned/patternProperties/^x_"},
        {"patterned.y", "none"},
        {"both.a", "/properties/both/allOf/0/properties/a"},
        {"both.b", "/properties/both/allOf/1/properties/b"},
        {"both.c", "none"},
        {"self.self.balance", "/properties/balance"},
        {"far.x", "open"},
        {R"(e\.u)", "/properties/e.u"},
    };
    for (const Case& one : cases) {
        const SchemaPlace place = place_in_schema(schema, split_path(one.path));
        const std::string text = place.kind == SchemaPlace::Kind::Open   ? "open"
                                 : place.kind == SchemaPlace::Kind::None ? "none"
                                                                         : place.at.to_text();
        EXPECT_EQ(text, one.place) << one.path;
    }
}

TEST(SchemaPlace, ALoopOfReferencesEnds) {
    const Value schema = *json::parse(R"({"$ref":"#/$defs/a","$defs":{"a":{"$ref":"#/$defs/a"}}})");
    EXPECT_EQ(place_in_schema(schema, split_path("x")).kind, SchemaPlace::Kind::Open);
    EXPECT_TRUE(names_in_schema(schema).empty());
}

TEST(SchemaPlace, NamesAreListed) {
    const Value schema = *json::parse(
        R"({"properties":{"a":{"properties":{"b":{}}},"c":{"items":{"properties":{"d":{}}}},"e.u":{}},
            "anyOf":[{"properties":{"f":{}}}]})");
    EXPECT_EQ(names_in_schema(schema), (Steps{"a", "a.b", "c", "c.*.d", R"(e\.u)", "f"}));
}

}  // namespace

}  // namespace understudy::world
