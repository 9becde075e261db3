#include "verify/shrink.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace understudy::verify {

namespace {

Leg call(std::string id, std::string path, std::string captures = {}) {
    Leg leg;
    leg.operation = "op";
    leg.step.id = std::move(id);
    leg.step.request.method = "POST";
    leg.step.request.path = std::move(path);
    leg.step.request.body = json::Value::object({{"need", 1}, {"spare", 2}});
    if (!captures.empty()) {
        plan::Capture capture;
        capture.name = std::move(captures);
        capture.place = *plan::Place::parse("/id");
        leg.step.captures.push_back(capture);
    }
    return leg;
}

Walk long_walk() {
    return {"",
            {call("a", "/a", "one"), call("b", "/b"), call("c", "/c/${one}", "two"),
             call("d", "/d"), call("e", "/e/${two}"), call("f", "/f/${one}")}};
}

Divergence at(std::size_t leg) {
    Divergence made;
    made.operation = "op";
    made.part = "status";
    made.leg = leg;
    return made;
}

std::string ids(const Walk& walk) {
    std::string text;
    for (const Leg& leg : walk.legs) text += leg.step.id;
    return text;
}

bool has(const Walk& walk, std::string_view id) {
    return std::any_of(walk.legs.begin(), walk.legs.end(),
                       [&](const Leg& leg) { return leg.step.id == id; });
}

TEST(Shrink, LeavesOutWhatIsNotNeededWithAllThatBuildsOnIt) {
    const Shows shows = [](const Walk& walk) -> std::optional<std::vector<Divergence>> {
        if (!has(walk, "b")) return std::vector<Divergence>{};
        return std::vector{at(walk.legs.size() - 1)};
    };
    const auto least = shrink(long_walk(), at(5), shows, 100);
    ASSERT_TRUE(least);
    EXPECT_EQ(ids(least->walk), "abf");  // f uses what a captured
    EXPECT_TRUE(least->is_minimal);
    EXPECT_EQ(least->divergence.leg, 2U);
}

TEST(Shrink, LeavesOutWhatCallsSayBeyondNeed) {
    const Shows shows = [](const Walk& walk) -> std::optional<std::vector<Divergence>> {
        if (!walk.legs.back().step.request.body.has("need")) return std::vector<Divergence>{};
        return std::vector{at(walk.legs.size() - 1)};
    };
    const auto least = shrink(long_walk(), at(3), shows, 100);
    ASSERT_TRUE(least);
    EXPECT_EQ(ids(least->walk), "d");
    EXPECT_EQ(least->walk.legs.back().step.request.body, json::Value::object({{"need", 1}}));
}

TEST(Shrink, WhatDoesNotShowAgainIsNotBelieved) {
    const Shows never = [](const Walk&) { return std::vector<Divergence>{}; };
    EXPECT_FALSE(shrink(long_walk(), at(3), never, 100));
    const Shows silent = [](const Walk&) { return std::nullopt; };
    EXPECT_FALSE(shrink(long_walk(), at(3), silent, 100));
    // Something else in the same place is not the same.
    const Shows other = [](const Walk& walk) {
        Divergence made = at(walk.legs.size() - 1);
        made.part = "body";
        return std::vector{made};
    };
    EXPECT_FALSE(shrink(long_walk(), at(3), other, 100));
}

TEST(Shrink, SaysWhereItsTriesWereUsedUp) {
    const Shows always = [](const Walk& walk) { return std::vector{at(walk.legs.size() - 1)}; };
    const auto least = shrink(long_walk(), at(5), always, 1);
    ASSERT_TRUE(least);
    EXPECT_FALSE(least->is_minimal);
    EXPECT_EQ(ids(least->walk), "abcdef");
}

TEST(Shrink, EndsWhereTheTargetNoLongerAnswers) {
    int asked = 0;
    const Shows once = [&](const Walk& walk) -> std::optional<std::vector<Divergence>> {
        if (++asked > 1) return std::nullopt;
        return std::vector{at(walk.legs.size() - 1)};
    };
    const auto least = shrink(long_walk(), at(5), once, 100);
    ASSERT_TRUE(least);
    EXPECT_FALSE(least->is_minimal);
    EXPECT_EQ(ids(least->walk), "abcdef");
    EXPECT_EQ(asked, 2);
}

}  // namespace

}  // namespace understudy::verify
