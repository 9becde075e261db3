#include "verify/values.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "verify/shop_testing.hpp"

namespace understudy::verify {

namespace {

using json::Value;

bool has(const std::vector<Value>& all, const Value& value) {
    return std::find(all.begin(), all.end(), value) != all.end();
}

const pack::FieldSchema& schema_of(std::string_view field) {
    const pack::Resource& boxes = testing::shop()->resources.front();
    return boxes.fields[boxes.find_field(field)].schema;
}

TEST(Values, StandOnBothSidesOfEveryBound) {
    const Candidates tried = candidates(schema_of("size"), {});
    for (const int good : {1, 2, 8, 9}) EXPECT_TRUE(has(tried.good, Value(good))) << good;
    for (const int bad : {0, 10}) EXPECT_TRUE(has(tried.bad, Value(bad))) << bad;
    EXPECT_TRUE(has(tried.bad, Value("7")));  // a number only for those who are not strict
}

TEST(Values, OfASetAreAllOfItAndOneThatIsNot) {
    const Candidates tried = candidates(schema_of("kind"), {});
    EXPECT_EQ(tried.good, (std::vector{Value("flat"), Value("tall")}));
    EXPECT_TRUE(has(tried.bad, Value("no_such_word")));
}

TEST(Values, ThePacksOwnComeFirst) {
    const std::vector<Value> mentioned = {Value(5)};
    EXPECT_EQ(candidates(schema_of("size"), mentioned).good.front(), Value(5));
}

}  // namespace

}  // namespace understudy::verify
