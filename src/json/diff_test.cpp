#include "json/diff.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "json/parse.hpp"
#include "json/write.hpp"
#include "tests/arbitrary/json.hpp"

namespace understudy::json {
namespace {

std::string told(std::string_view before, std::string_view after) {
    std::string text;
    for (const Change& change : diff(parse(before).value(), parse(after).value())) {
        if (!text.empty()) text += "; ";
        text += std::string(name_of(change.kind)) + " ";
        if (change.kind != ChangeKind::Added) text += change.before_path.to_text();
        if (change.kind == ChangeKind::Moved) text += " to ";
        if (change.kind == ChangeKind::Added || change.kind == ChangeKind::Moved) {
            text += change.after_path.to_text();
        }
    }
    return text;
}

TEST(Diff, SaysWhatHappenedByPath) {
    const std::tuple<std::string_view, std::string_view, std::string_view> cases[] = {
        {R"({"a":1,"b":2})", R"({"b":2,"a":1})", ""},
        {R"({"a":10.50})", R"({"a":10.5})", "changed /a"},
        {R"({"a":1})", R"({"a":"1"})", "retyped /a"},
        {R"({"a":1})", R"({"a":null})", "retyped /a"},
        {R"({"a":1})", R"({"b":1})", "removed /a; added /b"},
        {"[1,2,3]", "[3,1,2]", "moved /2 to /0"},
        {"[1,2,3]", "[1,3]", "removed /1"},
        {"[1,3]", "[1,2,3]", "added /1"},
        {R"([{"id":1,"n":1},{"id":2}])", R"([{"id":1,"n":2},{"id":2}])", "changed /0/n"},
        {R"([{"id":1,"n":1},{"id":2}])", R"([{"id":2},{"n":1,"id":1}])", "moved /0 to /1"},
        {"[1,1,2]", "[1,2]", "removed /1"},
        {"[]", "[[]]", "added /0"},
        {"1", "1", ""},
        {"[1]", "{}", "retyped "},
        {R"({"a":1,"a":2})", R"({"a":2})", "changed "},
        {R"({"x":[{"k":[1,2]}]})", R"({"x":[{"k":[1,2,3]}]})", "added /x/0/k/2"},
    };
    for (const auto& [before, after, expected] : cases) {
        EXPECT_EQ(told(before, after), expected) << before << " -> " << after;
    }
}

TEST(Diff, OneNumberOneMoveOneKey) {
    EXPECT_EQ(told(R"({"amount":10.50,"tags":["a","b","c"],"old":true})",
                   R"({"tags":["b","c","a"],"old":true,"amount":10.5,"new":1})"),
              "changed /amount; moved /tags/0 to /tags/2; added /new");
}

TEST(Diff, LargeArraysStayLinear) {
    Value before = Value::array();
    Value after = Value::array();
    for (int i = 0; i < 50'000; ++i) {
        before.push_back(Value::object({{"n", i}}));
        after.push_back(Value::object({{"n", 49'999 - i}}));
    }
    EXPECT_EQ(diff(before, after).size(), 49'999U);
}

RC_GTEST_PROP(Diff, AppliedGivesTheOtherSide, (const Value& before, const Value& after)) {
    RC_ASSERT(write_canonical(apply_changes(before, diff(before, after))) ==
              write_canonical(after));
}

// Documents that share most of their parts, as real ones do.
RC_GTEST_PROP(Diff, AppliedGivesTheOtherSideOfEditedArrays, ()) {
    const auto items = *rc::gen::container<std::vector<Value>>(arbitrary::value(2));
    Value before = Value::array();
    for (const Value& item : items) before.push_back(item);
    Value after = before;
    const int edits = *rc::gen::inRange(0, 6);
    for (int i = 0; i < edits && after.size() > 0; ++i) {
        const std::size_t from = *rc::gen::inRange<std::size_t>(0, after.size());
        const Value item = after[from];
        after.erase(from);
        if (*rc::gen::arbitrary<bool>())
            after.insert(*rc::gen::inRange<std::size_t>(0, after.size() + 1), item);
        if (*rc::gen::arbitrary<bool>()) after.push_back(*arbitrary::value(2));
    }
    RC_ASSERT(write_canonical(apply_changes(before, diff(before, after))) ==
              write_canonical(after));
}

RC_GTEST_PROP(Diff, EqualValuesDoNotDiffer, (const Value& value)) {
    RC_ASSERT(diff(value, parse(write_canonical(value)).value()).empty());
}

}  // namespace
}  // namespace understudy::json
