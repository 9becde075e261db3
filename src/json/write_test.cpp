#include "json/write.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "json/parse.hpp"
#include "tests/arbitrary/json.hpp"

namespace understudy::json {
namespace {

TEST(Write, CompactAndPretty) {
    const Value value = parse(R"({"b":[1,{}],"a":[],"c":{"d":null}})").value();
    EXPECT_EQ(write(value), R"({"b":[1,{}],"a":[],"c":{"d":null}})");
    EXPECT_EQ(
        write_pretty(value),
        "{\n  \"b\": [\n    1,\n    {}\n  ],\n  \"a\": [],\n  \"c\": {\n    \"d\": null\n  }\n}");
}

TEST(Write, CanonicalSortsKeysAndKeepsNumberText) {
    const Value value = parse(R"({"b":1.0,"a":{"z":1,"y":2},"é":0,"b":2})").value();
    EXPECT_EQ(write_canonical(value), R"({"a":{"y":2,"z":1},"b":1.0,"b":2,"é":0})");
}

TEST(Write, EscapesOnlyWhatItMust) {
    EXPECT_EQ(write(Value("a\"\\/\b\f\n\r\t\x01\x7f é")),
              "\"a\\\"\\\\/\\b\\f\\n\\r\\t\\u0001\x7f é\"");
}

RC_GTEST_PROP(Write, CanonicalDoesNotDependOnKeyOrder, (const Value& value)) {
    if (!value.is_object()) return;
    Value reversed = Value::object();
    const auto members = value.members();
    for (std::size_t i = members.size(); i > 0; --i)
        reversed.append(members[i - 1].key(), members[i - 1].value);
    RC_ASSERT(write_canonical(reversed) == write_canonical(value));
}

}  // namespace
}  // namespace understudy::json
