#include "verify/rejections.hpp"

#include <gtest/gtest.h>

#include "base/error.hpp"

namespace understudy::verify {

namespace {

Change change(std::string id, std::string fingerprint) {
    Change change;
    change.id = std::move(id);
    change.fingerprint = std::move(fingerprint);
    return change;
}

TEST(Rejections, SilenceThatOneChangeUntilTheirDay) {
    Rejections rejections;
    rejections.put({"a", "f", "github", "it", "a bug of theirs", "2027-01-31"});
    EXPECT_NE(rejections.find(change("a", "f"), "2027-01-30"), nullptr);
    EXPECT_EQ(rejections.find(change("a", "f"), "2027-01-31"), nullptr);
    EXPECT_EQ(rejections.find(change("a", "g"), "2027-01-30"), nullptr);
    EXPECT_EQ(rejections.find(change("b", "f"), "2027-01-30"), nullptr);
}

TEST(Rejections, WhatIsWrittenIsReadAndOneTakesThePlaceOfTheSame) {
    Rejections rejections;
    rejections.put({"a", "f", "github", "it", "first", "2027-01-31"});
    rejections.put({"a", "f", "github", "it", "second", "2027-02-28"});
    const auto again = read_rejections({"rejections.json", write_rejections(rejections)});
    ASSERT_TRUE(again);
    ASSERT_EQ(again->all.size(), 1U);
    EXPECT_EQ(again->all[0].reason, "second");
    EXPECT_EQ(again->all[0].until, "2027-02-28");
}

TEST(Rejections, AllThatIsWrongIsTold) {
    const auto read = read_rejections(
        {"rejections.json",
         R"({"version": 2, "rejections": [{"id": "a", "fingerprint": "", "until": "soon", "who": 1}]})"});
    ASSERT_FALSE(read);
    EXPECT_EQ(base::name_of(read.error().code), "refresh.bad_rejections");
    std::string all;
    for (const base::Error& each : read.error().because) all += base::message(each) + "\n";
    for (const std::string_view part : {"version", "fingerprint", "reason", "until", "who"}) {
        EXPECT_NE(all.find(part), all.npos) << part << "\n" << all;
    }
    EXPECT_EQ(base::name_of(read.error().because[0].code), "refresh.rejection_problem");
}

}  // namespace

}  // namespace understudy::verify
