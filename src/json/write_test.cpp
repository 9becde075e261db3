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

// Texts of all sizes, alone and one behind another, with something to escape at every place.
TEST(Write, GivesTheSameHoweverMuchThereIs) {
    Value list = Value::array();
    std::string expected = "[";
    for (std::size_t size = 0; size < 300; ++size) {
        const std::string plain(size, 'x');
        list.push_back(Value(plain));
        expected += (size == 0 ? "\"" : ",\"") + plain + "\"";
        if (size == 0) continue;
        std::string quoted = plain;
        quoted[size / 2] = '"';
        quoted.back() = '\n';
        list.push_back(Value::object({{plain, quoted}}));
        expected += ",{\"" + plain + "\":\"";
        for (const char c : quoted) {
            expected += c == '"' ? "\\\"" : c == '\n' ? "\\n" : std::string(1, c);
        }
        expected += "\"}";
    }
    EXPECT_EQ(write(list), expected + "]");
    EXPECT_EQ(parse(write(list)).value(), list);
    EXPECT_EQ(parse(write_pretty(list)).value(), list);
}

// As a body that is kept as a text: an escape in every few bytes, long and short ones.
TEST(Write, EscapesDensely) {
    for (std::size_t step = 1; step < 20; ++step) {
        for (std::size_t size = 480; size < 1'100; size += 7) {
            std::string text(size, 'x');
            std::string expected = "\"";
            for (std::size_t at = 0; at < size; ++at) {
                if (at % step == 0) text[at] = at % 2 == 0 ? '"' : '\x1f';
                expected += text[at] == '"' ? "\\\"" : text[at] == '\x1f' ? "\\u001f" : "x";
            }
            ASSERT_EQ(write(Value(text)), expected + "\"") << step << ' ' << size;
        }
    }
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
