#include "verify/likeness.hpp"

#include <gtest/gtest.h>

#include "json/parse.hpp"
#include "json/write.hpp"
#include "verify/shop_testing.hpp"

namespace understudy::verify {

namespace {

using testing::shop;

std::string marked(Likeness& likeness, std::string_view fake, std::string_view target,
                   const Likeness::Options& options = {}) {
    const Marked both = likeness.mark(*json::parse(fake), *json::parse(target), options);
    return json::write(both.fake) + "\n" + json::write(both.target);
}

const Clocks kInStep{{1'735'689'600, 0}, base::Instant{1'800'000'000, 0}};

TEST(Likeness, AnIdStandsForTheOtherOneFromItsFirstPlaceOn) {
    Likeness likeness(*shop(), kInStep);
    EXPECT_EQ(marked(likeness, R"({"id":"box_aaaaaaaa"})", R"({"id":"box_zzzzzzzz"})"),
              "{\"id\":\"<box 1>\"}\n{\"id\":\"<box 1>\"}");
    // In texts, too; and another one is another one.
    EXPECT_EQ(
        marked(likeness, R"({"why":"no box_aaaaaaaa here"})", R"({"why":"no box_zzzzzzzz here"})"),
        "{\"why\":\"no <box 1> here\"}\n{\"why\":\"no <box 1> here\"}");
    EXPECT_EQ(marked(likeness, R"({"box":"box_aaaaaaaa"})", R"({"box":"box_yyyyyyyy"})"),
              "{\"box\":\"<box 1>\"}\n{\"box\":\"box_yyyyyyyy\"}");
}

TEST(Likeness, IdsAreFoundInsideTextsThatAreAlikeOtherwise) {
    Likeness likeness(*shop(), kInStep);
    EXPECT_EQ(marked(likeness, R"({"url":"/boxes/box_aaaaaaaa/open?at=box_bbbbbbbb"})",
                     R"({"url":"/boxes/box_zzzzzzzz/open?at=box_yyyyyyyy"})"),
              "{\"url\":\"/boxes/<box 1>/open?at=<box 2>\"}\n"
              "{\"url\":\"/boxes/<box 1>/open?at=<box 2>\"}");
    // Where something else differs, nothing is taken for the same.
    EXPECT_EQ(marked(likeness, R"({"url":"/boxes/box_cccccccc/open"})",
                     R"({"url":"/boxes/box_xxxxxxxx/shut"})"),
              "{\"url\":\"/boxes/box_cccccccc/open\"}\n{\"url\":\"/boxes/box_xxxxxxxx/shut\"}");
    EXPECT_EQ(
        marked(likeness, R"({"url":"/boxes/box_cccccccc"})", R"({"url":"/boxes/box_yyyyyyyy"})"),
        "{\"url\":\"/boxes/box_cccccccc\"}\n{\"url\":\"/boxes/<box 2>\"}");
}

TEST(Likeness, AnIdOfAnotherFormIsADifference) {
    Likeness likeness(*shop(), kInStep);
    EXPECT_EQ(marked(likeness, R"({"id":"box_aaaaaaaa"})", R"({"id":"crate_zzzzzzzz"})"),
              "{\"id\":\"box_aaaaaaaa\"}\n{\"id\":\"crate_zzzzzzzz\"}");
}

TEST(Likeness, TimesCountFromTheirOwnStart) {
    Likeness likeness(*shop(), kInStep);
    EXPECT_EQ(marked(likeness, R"({"at":1735689602})", R"({"at":1800000002})"),
              "{\"at\":\"<time +2s>\"}\n{\"at\":\"<time +2s>\"}");
    EXPECT_EQ(marked(likeness, R"({"at":1735689602})", R"({"at":1800000003})"),
              "{\"at\":\"<time +2s>\"}\n{\"at\":\"<time +3s>\"}");
    EXPECT_EQ(marked(likeness, R"({"at":1735689602})", R"({"at":null})"),
              "{\"at\":1735689602}\n{\"at\":null}");
}

TEST(Likeness, OfAClockThatGoesItsOwnWayOnlyTheFormCounts) {
    Likeness likeness(*shop(), {{1'735'689'600, 0}, std::nullopt});
    EXPECT_EQ(marked(likeness, R"({"at":1735689602})", R"({"at":1900000000})"),
              "{\"at\":\"<time>\"}\n{\"at\":\"<time>\"}");
    EXPECT_EQ(marked(likeness, R"({"at":1735689602})", R"({"at":"2026-01-01T00:00:00Z"})"),
              "{\"at\":1735689602}\n{\"at\":\"2026-01-01T00:00:00Z\"}");
}

TEST(Likeness, AValueFromOutsideHasToFitItsSchema) {
    Likeness likeness(*shop(), kInStep);
    EXPECT_EQ(marked(likeness, R"({"id":"box_aaaaaaaa","weight":3})",
                     R"({"id":"box_zzzzzzzz","weight":9})"),
              "{\"id\":\"<box 1>\",\"weight\":\"<outside>\"}\n{\"id\":\"<box "
              "1>\",\"weight\":\"<outside>\"}");
    EXPECT_EQ(marked(likeness, R"({"id":"box_aaaaaaaa","weight":3})",
                     R"({"id":"box_zzzzzzzz","weight":99})"),
              "{\"id\":\"<box 1>\",\"weight\":3}\n{\"id\":\"<box 1>\",\"weight\":99}");
}

TEST(Likeness, ItemsBelongTogetherWhereverTheyStand) {
    Likeness likeness(*shop(), kInStep);
    marked(likeness, R"({"id":"box_aaaaaaaa"})", R"({"id":"box_zzzzzzzz"})");
    marked(likeness, R"({"id":"box_bbbbbbbb"})", R"({"id":"box_yyyyyyyy"})");
    EXPECT_EQ(
        marked(likeness, R"([{"id":"box_aaaaaaaa"},{"id":"box_bbbbbbbb"}])",
               R"([{"id":"box_yyyyyyyy"},{"id":"box_zzzzzzzz"}])"),
        "[{\"id\":\"<box 1>\"},{\"id\":\"<box 2>\"}]\n[{\"id\":\"<box 2>\"},{\"id\":\"<box 1>\"}]");
}

TEST(Likeness, WhatOthersMadeInASharedServiceIsNotOurs) {
    Likeness likeness(*shop(), kInStep);
    marked(likeness, R"({"id":"box_aaaaaaaa"})", R"({"id":"box_zzzzzzzz"})");
    EXPECT_EQ(marked(likeness, R"({"data":[{"id":"box_aaaaaaaa"}],"more":false})",
                     R"({"data":[{"id":"box_zzzzzzzz"},{"id":"box_xxxxxxxx"}],"more":true})",
                     {.shared = true, .is_list = true}),
              "{\"data\":[{\"id\":\"<box 1>\"}],\"more\":true}\n{\"data\":[{\"id\":\"<box "
              "1>\"}],\"more\":true}");
}

}  // namespace

}  // namespace understudy::verify
