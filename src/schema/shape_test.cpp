// Shapes: what is learnt, how it is written, and that a learnt schema accepts its teachers.
#include "schema/shape.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "schema/impl/schema_testing.hpp"

namespace understudy::schema {
namespace {

Shape shape_of(std::initializer_list<std::string_view> values) {
    Shape shape;
    for (const std::string_view value : values) shape.add(read_json(value));
    return shape;
}

TEST(Shape, CountsPresenceKindsRangesAndFormats) {
    const Shape shape = shape_of({R"({"id":"2eb8aa08-aa98-11ea-b4aa-73b441d16380","n":3})",
                                  R"({"id":"2eb8aa08-aa98-11ea-b4aa-73b441d16381","n":10.50,
                                      "tags":["a","bc"]})",
                                  R"({"id":"2eb8aa08-aa98-11ea-b4aa-73b441d16382","n":null})"});
    const ShapeNode& root = shape.root();
    EXPECT_EQ(root.count, 3U);
    EXPECT_EQ(root.find("id")->present, 3U);
    EXPECT_EQ(root.find("tags")->present, 1U);
    EXPECT_EQ(root.find("none"), nullptr);
    EXPECT_EQ(root.find("id")->node.front().format(), "uuid");
    const ShapeNode& number = root.find("n")->node.front();
    EXPECT_EQ(number.least->number_text(), "3");
    EXPECT_EQ(number.most->number_text(), "10.50");
    EXPECT_TRUE(number.is_homogeneous());
    const ShapeNode& tags = root.find("tags")->node.front();
    EXPECT_EQ(tags.fewest_items, 2U);
    EXPECT_EQ(tags.items.front().longest, 2U);
    EXPECT_EQ(shape.to_text(), "{id: string(uuid), n: number|null, tags?: [string]}");
}

TEST(Shape, NoticesEnumerationsOnlyWhenTheyRepeat) {
    Shape shape;
    for (int i = 0; i < 9; ++i) {
        shape.add(json::Value::object(
            {{"currency", i % 2 == 0 ? "eur" : "usd"}, {"id", "id" + std::to_string(i)}}));
    }
    EXPECT_EQ(shape.to_text(), R"({currency: "eur"|"usd", id: string})");
    EXPECT_EQ(json::write(shape.to_schema()),
              R"({"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object",)"
              R"("properties":{"currency":{"enum":["eur","usd"]},"id":{"type":"string"}},)"
              R"("required":["currency","id"]})");
}

TEST(Shape, MixedArraysAreNotHomogeneous) {
    EXPECT_FALSE(shape_of({R"([1,"a"])"}).root().items.front().is_homogeneous());
    EXPECT_TRUE(shape_of({"[1,2.5,null]"}).root().items.front().is_homogeneous());
    EXPECT_EQ(shape_of({"[]"}).to_text(), "[]");
    EXPECT_EQ(Shape().to_text(), "nothing");
}

TEST(Shape, SchemaMayBeTight) {
    const Shape shape = shape_of({R"({"a":[1,5],"b":"xyz"})"});
    const base::Result<Schema> schema = compile(shape.to_schema({.ranges = true, .closed = true}));
    ASSERT_TRUE(schema);
    EXPECT_EQ(verdict(*schema, R"({"a":[1,5],"b":"xyz"})"), "valid");
    EXPECT_EQ(verdict(*schema, R"({"a":[1,6],"b":"xyz"})"), "invalid");
    EXPECT_EQ(verdict(*schema, R"({"a":[1],"b":"xyz"})"), "invalid");
    EXPECT_EQ(verdict(*schema, R"({"a":[1,5],"b":"xyz","c":1})"), "invalid");
}

// --- properties ----------------------------------------------------------------------------------

json::Value any_value(int depth) {
    const int kind = *rc::gen::inRange(0, depth > 0 ? 7 : 5);
    switch (kind) {
        case 0: return json::Value();
        case 1: return json::Value(*rc::gen::arbitrary<bool>());
        case 2: return json::Value(std::int64_t{*rc::gen::inRange(-5, 5)});
        case 3: return json::Value(static_cast<double>(*rc::gen::inRange(-50, 50)) / 8);
        case 4:
            return json::Value(*rc::gen::element<std::string>(
                "a", "b", "", "2026-06-09", "2026-06-09T10:00:00Z", "a@example.com", "10.0.0.1"));
        case 5: {
            json::Value array = json::Value::array();
            const int size = *rc::gen::inRange(0, 4);
            for (int i = 0; i < size; ++i) array.push_back(any_value(depth - 1));
            return array;
        }
        default: {
            json::Value object = json::Value::object();
            const int size = *rc::gen::inRange(0, 4);
            for (int i = 0; i < size; ++i) {
                object.append(*rc::gen::element<std::string>("a", "b", "c", "d e"),
                              any_value(depth - 1));
            }
            return object;
        }
    }
}

RC_GTEST_PROP(Shape, AcceptsTheValuesItWasInferredFrom, ()) {
    const int count = *rc::gen::inRange(1, 12);
    std::vector<json::Value> values;
    Shape whole;
    Shape left;
    Shape right;
    for (int i = 0; i < count; ++i) {
        values.push_back(any_value(3));
        whole.add(values.back());
        (i % 2 == 0 ? left : right).add(values.back());
    }
    left.merge(right);
    RC_ASSERT(left.to_text() == whole.to_text());
    ShapeSchemaOptions written;
    written.ranges = *rc::gen::arbitrary<bool>();
    written.closed = *rc::gen::arbitrary<bool>();
    CompileOptions options;
    options.assert_formats = true;
    for (const Shape* shape : {&whole, &left}) {
        const base::Result<Schema> schema = compile(shape->to_schema(written), options);
        RC_ASSERT(schema.has_value());
        for (const json::Value& value : values) {
            RC_ASSERT(judge(*schema, value) == Verdict::Valid);
        }
    }
}

}  // namespace
}  // namespace understudy::schema
