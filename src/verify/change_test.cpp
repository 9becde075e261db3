#include "verify/change.hpp"

#include <gtest/gtest.h>

#include <optional>
#include <vector>

#include "json/parse.hpp"

namespace understudy::verify {

namespace {

using cassette::Difference;
using cassette::Drift;

std::optional<json::Value> json_of(std::string_view text) {
    if (text.empty()) return std::nullopt;
    return *json::parse(text);
}

Difference difference(Drift drift, std::string path, std::string_view before,
                      std::string_view after) {
    Difference difference;
    difference.drift = drift;
    difference.exchange = "list";
    difference.part = "stdout";
    difference.path = std::move(path);
    difference.before = json_of(before);
    difference.after = json_of(after);
    return difference;
}

std::vector<Change> changes(std::vector<Difference> differences,
                            std::vector<cassette::RuleHit> before = {},
                            std::vector<cassette::RuleHit> after = {}) {
    cassette::Comparison comparison;
    comparison.differences = std::move(differences);
    comparison.hits = std::move(before);
    return changes_of({"github", "issue/list"}, comparison, {}, after);
}

Change change(Difference one) {
    return changes({std::move(one)}).front();
}

TEST(Change, P46AnIdKnowsNoIndexNoValueAndNoDay) {
    const Change first = change(difference(Drift::FieldRemoved, "/items/0/state", "\"open\"", ""));
    const Change other = change(difference(Drift::FieldRemoved, "/items/7/state", "\"gone\"", ""));
    EXPECT_EQ(first.id, other.id);
    EXPECT_EQ(first.place, "stdout /items/*/state");
    EXPECT_EQ(first.id.size(), 12U);
}

TEST(Change, AnIdKnowsServiceCassetteExchangePlaceAndClass) {
    const Change one = change(difference(Drift::FieldRemoved, "/state", "1", ""));
    EXPECT_NE(one.id, change(difference(Drift::FieldRetyped, "/state", "1", "\"1\"")).id);
    EXPECT_NE(one.id, change(difference(Drift::FieldRemoved, "/other", "1", "")).id);
    Change elsewhere = one;
    elsewhere.cassette = "issue/show";
    EXPECT_NE(one.id, change_id(elsewhere));
    elsewhere = one;
    elsewhere.service = "gitlab";
    EXPECT_NE(one.id, change_id(elsewhere));
    elsewhere = one;
    elsewhere.exchange = "again";
    EXPECT_NE(one.id, change_id(elsewhere));
}

TEST(Change, P31AnotherValueAtTheSamePlaceIsAnotherFingerprint) {
    const Change first = change(difference(Drift::ValueChanged, "/state", "\"a\"", "\"b\""));
    const Change second = change(difference(Drift::ValueChanged, "/state", "\"a\"", "\"c\""));
    EXPECT_EQ(first.id, second.id);
    EXPECT_NE(first.fingerprint, second.fingerprint);
}

TEST(Change, AChangeOfShapeIsTheSameWhateverTheValuesOfTheDay) {
    const Change monday =
        change(difference(Drift::FieldAdded, "/at", "", R"({"n": 1, "at": "10:31"})"));
    const Change tuesday =
        change(difference(Drift::FieldAdded, "/at", "", R"({"at": "10:32", "n": 2})"));
    EXPECT_EQ(monday.fingerprint, tuesday.fingerprint);
    const Change retyped =
        change(difference(Drift::FieldAdded, "/at", "", R"({"at": 10, "n": 2})"));
    EXPECT_NE(monday.fingerprint, retyped.fingerprint);
    const Change list = change(difference(Drift::FieldAdded, "/l", "", "[1, 2, 3]"));
    EXPECT_EQ(list.fingerprint, change(difference(Drift::FieldAdded, "/l", "", "[7]")).fingerprint);
    EXPECT_NE(list.fingerprint,
              change(difference(Drift::FieldAdded, "/l", "", "[true]")).fingerprint);
    EXPECT_NE(list.fingerprint,
              change(difference(Drift::FieldAdded, "/l", "", "null")).fingerprint);
}

TEST(Change, WhatARuleCoversInALineIsNoPartOfTheFingerprint) {
    const auto line = [](std::string_view after, std::string value) {
        cassette::RuleHit hit;
        hit.exchange = "list";
        hit.part = "stdout";
        hit.value = std::move(value);
        return changes({difference(Drift::ValueChanged, "line 3", "\"at 10:00 done\"", after)},
                       {{0, "list", "stdout", "line 3", "10:00", ""}}, {hit})
            .front();
    };
    EXPECT_EQ(line("\"at 11:01 ready\"", "11:01").fingerprint,
              line("\"at 12:02 ready\"", "12:02").fingerprint);
    EXPECT_NE(line("\"at 11:01 ready\"", "11:01").fingerprint,
              line("\"at 11:01 failed\"", "11:01").fingerprint);
}

TEST(Change, LinesOfOnePartAreOneMatterAndItsFingerprintKnowsAllOfThem) {
    const auto both = changes({difference(Drift::ValueChanged, "line 3", "\"a\"", "\"b\""),
                               difference(Drift::ValueChanged, "line 9", "\"c\"", "\"d\"")});
    ASSERT_EQ(both.size(), 1U);
    EXPECT_EQ(both.front().place, "stdout line *");
    EXPECT_NE(both.front().fingerprint,
              change(difference(Drift::ValueChanged, "line 3", "\"a\"", "\"b\"")).fingerprint);
}

TEST(Change, LengthsKeepPartsApart) {
    const std::vector<std::string> one = {"ab", "c"}, other = {"a", "bc"};
    EXPECT_NE(short_digest(one), short_digest(other));
}

TEST(Change, ASetHasOneFingerprintInWhateverOrder) {
    const Change a = change(difference(Drift::ValueChanged, "/a", "1", "2"));
    const Change b = change(difference(Drift::ValueChanged, "/b", "1", "2"));
    const std::vector<Change> one = {a, b}, other = {b, a}, less = {a};
    EXPECT_EQ(set_fingerprint(one), set_fingerprint(other));
    EXPECT_NE(set_fingerprint(one), set_fingerprint(less));
}

TEST(Change, TheMostSeriousComesFirst) {
    std::vector<Change> all = changes({difference(Drift::ValueChanged, "/a", "1", "2"),
                                       difference(Drift::NowRefused, "", "0", "1")});
    Change plan;
    plan.kind = kPlanChanged;
    all.insert(all.begin(), plan);
    sort_by_rank(all);
    EXPECT_EQ(all[0].kind, "now_refused");
    EXPECT_EQ(all[1].kind, "value_changed");
    EXPECT_EQ(all[2].kind, kPlanChanged);
    EXPECT_TRUE(needs_a_person(all[0]));
    EXPECT_FALSE(needs_a_person(all[1]));
}

TEST(Change, AServiceSaysHowSeriousItIs) {
    cassette::Service service;
    service.severities = {{Drift::FieldAdded, "stdout/author", report::Severity::Error}};
    cassette::Comparison comparison;
    comparison.differences = {difference(Drift::FieldAdded, "/author/x", "", "1"),
                              difference(Drift::FieldAdded, "/y", "", "1")};
    const auto all = changes_of({"github", "issue/list", &service}, comparison, {}, {});
    EXPECT_EQ(all[0].severity, report::Severity::Error);
    EXPECT_EQ(all[1].severity, report::Severity::Info);
}

}  // namespace

}  // namespace understudy::verify
