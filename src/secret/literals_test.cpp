#include "secret/impl/literals.hpp"

#include <gtest/gtest.h>

namespace understudy::secret {

namespace {

TEST(Literals, AreFoundWhereTheyStandTheLongestFirst) {
    Literals literals;
    EXPECT_TRUE(literals.is_empty());
    EXPECT_TRUE(literals.add("swordfish"));
    EXPECT_TRUE(literals.add("swordfish-42"));
    EXPECT_FALSE(literals.add("swordfish"));
    const auto places = literals.find("a swordfish, a swordfish-42 and a swordfis");
    ASSERT_EQ(places.size(), 2U);
    EXPECT_EQ(places[0].begin, 2U);
    EXPECT_EQ(places[0].end, 11U);
    EXPECT_EQ(places[1].end - places[1].begin, 12U);
}

TEST(Literals, ShortOnesAreNotTaken) {
    Literals literals;
    EXPECT_FALSE(literals.add("1234567"));
    EXPECT_TRUE(literals.find("1234567").empty());
}

}  // namespace

}  // namespace understudy::secret
