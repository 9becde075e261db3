#include "json/value.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <limits>
#include <map>

#include "json/parse.hpp"
#include "json/write.hpp"
#include "tests/arbitrary/json.hpp"

namespace understudy::json {
namespace {

TEST(Value, KeepsTheTextOfNumbers) {
    for (const std::string_view text : {"0", "-0", "10.50", "1e3", "1E-7",
                                        "12345678901234567890123", "-0.0", "123456789012345"}) {
        EXPECT_EQ(Value::number(text).number_text(), text);
        EXPECT_EQ(write(Value::number(text)), text);
    }
}

TEST(Value, NumericViewsAreExactOrNothing) {
    EXPECT_EQ(Value::number("1.0").to_int64(), 1);
    EXPECT_EQ(Value::number("1e3").to_int64(), 1000);
    EXPECT_EQ(Value::number("-9223372036854775808").to_int64(),
              std::numeric_limits<std::int64_t>::min());
    EXPECT_FALSE(Value::number("9223372036854775808").to_int64());
    EXPECT_FALSE(Value::number("1.5").to_int64());
    EXPECT_EQ(Value::number("1.5").to_double(), 1.5);
    EXPECT_TRUE(Value::number("12").is_integer_text());
    EXPECT_FALSE(Value::number("12.0").is_integer_text());
    EXPECT_EQ(write(Value(std::int64_t{-5})), "-5");
    EXPECT_EQ(write(Value(std::numeric_limits<std::uint64_t>::max())), "18446744073709551615");
    EXPECT_EQ(write(Value(1.0)), "1.0");
}

TEST(Value, ACopyIsIndependent) {
    Value first =
        Value::object({{"list", Value::array({1, 2})}, {"name", "a rather long string here"}});
    Value second = first;
    second.find_mutable("list")->push_back(3);
    second.set("name", "b");
    EXPECT_EQ(write(first), R"({"list":[1,2],"name":"a rather long string here"})");
    EXPECT_EQ(write(second), R"({"list":[1,2,3],"name":"b"})");
}

TEST(Value, AnObjectCanHoldItself) {
    Value object = Value::object({{"a", 1}});
    object.set("self", object);
    EXPECT_EQ(write(object), R"({"a":1,"self":{"a":1}})");
    Value array = Value::array({1});
    array.push_back(array);
    EXPECT_EQ(write(array), "[1,[1]]");
}

TEST(Value, RepeatedKeysAreKeptAndTheLastIsFound) {
    Value object = Value::object();
    object.append("a", 1);
    object.append("b", 2);
    object.append("a", 3);
    EXPECT_TRUE(object.has_repeated_keys());
    EXPECT_EQ(object.find("a")->to_int64(), 3);
    EXPECT_EQ(object.size(), 3U);
    EXPECT_TRUE(object.erase("a"));
    EXPECT_EQ(write(object), R"({"b":2})");
    EXPECT_FALSE(object.erase("a"));
}

// Keys of up to 14 bytes lie in their Value, longer ones in a block of their own.
TEST(Value, KeysOfAnyLengthAreToldApart) {
    Value object = Value::object();
    std::vector<std::string> keys;
    for (std::size_t size = 0; size < 70; ++size) keys.emplace_back(size, 'k');
    keys.emplace_back("k\0", 2);
    keys.emplace_back("kkkkkkkkkkkkkk\0", 15);
    for (std::size_t few : {std::size_t{14}, keys.size()}) {  // without an index, and with one
        for (std::size_t i = 0; i < few; ++i) object.set(keys[i], i);
        for (std::size_t i = 0; i < few; ++i) {
            ASSERT_NE(object.find(keys[i]), nullptr) << i;
            EXPECT_EQ(*object.find(keys[i]), Value(i)) << i;
        }
        EXPECT_EQ(object.find("kkj"), nullptr);
        EXPECT_EQ(object.find("kkkkkkkkkkkkkkj"), nullptr);
    }
    EXPECT_FALSE(Value("1") == Value(1));
    EXPECT_FALSE(Value("kkkkkkkkkkkkkk") == Value("kkkkkkkkkkkkkkk"));
    EXPECT_TRUE(Value("kkkkkkkkkkkkkkk") == Value("kkkkkkkkkkkkkkk"));
}

TEST(Value, ArraysInsertAndErase) {
    Value array = Value::array({1, 2, 3});
    array.insert(0, 0);
    array.insert(4, 4);
    array.erase(2);
    EXPECT_EQ(write(array), "[0,1,3,4]");
    array.mutable_items()[0] = "x";
    EXPECT_EQ(write(array), R"(["x",1,3,4])");
}

TEST(Value, EquivalenceIsByValueAndWhateverTheKeyOrder) {
    const auto of = [](std::string_view text) { return parse(text).value(); };
    const std::tuple<std::string_view, std::string_view, bool> cases[] = {
        {"1", "1.0", true},
        {"1e2", "100", true},
        {"0", "-0", true},
        {"12345678901234567890123", "12345678901234567890124", false},
        {R"({"a":1,"b":2})", R"({"b":2,"a":1.0})", true},
        {R"({"a":1,"b":2})", R"({"a":1})", false},
        {"[1,2]", "[2,1]", false},
        {R"({"a":1,"a":2})", R"({"a":2,"a":1})", false},
        {R"({"a":1,"b":0,"a":2})", R"({"b":0,"a":1,"a":2})", true},
        {"null", "false", false},
    };
    for (const auto& [left, right, expected] : cases) {
        EXPECT_EQ(equivalent(of(left), of(right)), expected) << left << " " << right;
        EXPECT_EQ(of(left) == of(right), left == right);
        if (expected) {
            EXPECT_EQ(hash(of(left)), hash(of(right))) << left << " " << right;
        }
    }
}

// The same steps on a std::map: the index of large objects must never lose a key.
RC_GTEST_PROP(Value, AnObjectBehavesLikeAMap, ()) {
    Value object = Value::object();
    Value shared;
    std::map<std::string, std::int64_t> model;
    const auto steps = *rc::gen::container<std::vector<std::tuple<int, int, int>>>(
        400,
        rc::gen::tuple(rc::gen::inRange(0, 10), rc::gen::inRange(0, 150), rc::gen::inRange(0, 9)));
    for (const auto& [action, number, content] : steps) {
        const std::string key = "a key long enough " + std::to_string(number);
        if (action < 7) {
            object.set(key, content);
            model[key] = content;
        } else if (action < 9) {
            RC_ASSERT(object.erase(key) == (model.erase(key) == 1));
        } else {
            shared = object;
        }
    }
    RC_ASSERT(object.size() == model.size());
    for (const auto& [key, content] : model) RC_ASSERT(object.find(key)->to_int64() == content);
    RC_ASSERT(!object.has_repeated_keys());
}

RC_GTEST_PROP(Value, CopiesAreEqualAndHashAlike, (const Value& value)) {
    const Value copy = value;
    RC_ASSERT(copy == value);
    RC_ASSERT(equivalent(copy, value));
    RC_ASSERT(hash(copy) == hash(value));
    RC_ASSERT(hash(parse(write_canonical(value)).value()) == hash(value));
}

TEST(ValueDeathTest, AskingForTheWrongKindIsOurOwnMistake) {
    EXPECT_EXIT((void)Value(1).as_string(), testing::ExitedWithCode(70), "the value is a string");
    EXPECT_EXIT((void)Value::number("1."), testing::ExitedWithCode(70), "JSON number");
}

}  // namespace
}  // namespace understudy::json
