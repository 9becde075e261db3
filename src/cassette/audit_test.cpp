// What the audit says of rules: hits, places, what a change would be hidden by. P26, P27.
#include "cassette/audit.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>

#include "cassette/impl/auditing.hpp"
#include "cassette/impl/rules_testing.hpp"

namespace understudy::cassette {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing_rules::exchange_of;
using testing_rules::good_rules;

// Cassettes of one call each; every list of texts is one cassette.
Audit audited(std::string_view rules, const std::vector<std::vector<std::string>>& cassettes,
              AuditOptions options = {}) {
    std::vector<std::unique_ptr<Loaded>> loaded;
    std::vector<AuditSubject> subjects;
    for (const auto& texts : cassettes) {
        loaded.push_back(std::make_unique<Loaded>());
        loaded.back()->document.source = std::make_shared<base::Source>();
        for (const std::string& text : texts) {
            const std::string id =
                "call" + std::to_string(loaded.back()->cassette.exchanges.size());
            loaded.back()->cassette.exchanges.push_back(exchange_of(text, id));
        }
        subjects.push_back({"c" + std::to_string(subjects.size()) + ".yaml",
                            loaded.back().get(),
                            good_rules(rules),
                            {}});
    }
    return audit(subjects, options);
}

std::vector<std::string> said(const Audit& result) {
    std::vector<std::string> lines;
    for (const report::Finding& each : result.findings) {
        lines.push_back(std::string(report::name_of(each.severity)) + " " + each.code + ": " +
                        each.message);
    }
    return lines;
}

TEST(Audit, CountsHitsPlacesSamplesAndShare) {
    const Audit result =
        audited("[{use: pr_number, at: {path: '$[*].number'}}]",
                {{R"([{"number": 41, "title": "a"}, {"number": 42, "title": "b"}])"}});
    ASSERT_EQ(result.rules.size(), 1U);
    const AuditedRule& rule = result.rules[0];
    EXPECT_EQ(rule.hits, 2U);
    EXPECT_THAT(rule.places, ElementsAre("c0.yaml stdout /*/number"));
    EXPECT_THAT(rule.samples, ElementsAre("41", "42"));
    EXPECT_DOUBLE_EQ(rule.share, 0.5);
    EXPECT_THAT(said(result), IsEmpty());
}

TEST(Audit, EveryValueIsChangedAndWhatStaysHiddenIsShown) {
    const Audit result = audited("[pr_number]", {{"made /pull/41 today\n"}});
    const AuditedRule& rule = result.rules.at(0);
    EXPECT_EQ(rule.tried(true), rule.hidden(true));
    EXPECT_EQ(rule.hidden(false), 0U);
    EXPECT_GE(rule.tried(false), 4U);
    EXPECT_THAT(rule.mutations,
                Contains(testing::AllOf(testing::Field(&Mutation::to, "42"),
                                        testing::Field(&Mutation::is_hidden, true))));
    EXPECT_THAT(rule.mutations,
                Contains(testing::AllOf(testing::Field(&Mutation::to, "defaced"),
                                        testing::Field(&Mutation::is_hidden, false))));
}

std::string many_numbers(std::size_t count) {
    std::string lines;
    for (std::size_t i = 0; i < count; ++i) lines += "made /pull/" + std::to_string(100 + i) + "\n";
    return lines;
}

TEST(Audit, NoValueIsLeftOut) {
    const Audit result = audited("[pr_number]", {{many_numbers(40)}, {many_numbers(7)}});
    const AuditedRule& rule = result.rules.at(0);
    EXPECT_EQ(rule.values, 47U);
    EXPECT_EQ(rule.changed, 47U);
    EXPECT_GE(rule.tried(true), 47U);
    EXPECT_LE(rule.mutations.size(), 200U);  // listed
}

// The first values of every rule in every cassette are changed before the others.
TEST(Audit, WhatIsTooMuchWorkIsSaid) {
    AuditOptions options;
    options.most_looked_at = 50'000;
    const Audit result = audited("[pr_number]", {{many_numbers(40)}, {many_numbers(7)}}, options);
    const AuditedRule& rule = result.rules.at(0);
    EXPECT_EQ(rule.values, 47U);
    EXPECT_GE(rule.changed, 8U);
    EXPECT_LT(rule.changed, 20U);
    EXPECT_THAT(said(result),
                Contains("info rule.not_all_changed: " + std::to_string(rule.changed) +
                         " of 47 values that rules replace were changed to others; the rest was "
                         "too much work"));
}

// P27: a decimal run id taken for a SHA.
TEST(Audit, P27_RunIdTakenForAShaIsAnError) {
    EXPECT_THAT(said(audited("[{use: sha:short, at: {path: '$.id'}}]",
                             {{R"({"id": "24816357901", "a": 1, "b": 2, "c": 3})"}})),
                ElementsAre("error rule.swallows: the rule sha:short at $.id hides more than its "
                            "class: every value it replaced is a decimal number such as "
                            "24816357901, which is no SHA"));
    EXPECT_THAT(
        said(audited("[{use: sha:short, at: {group: '^(\\S+) '}}]", {{"defaced is a word\n"}})),
        Contains(HasSubstr("is a word such as \"defaced\", which is no SHA")));
    EXPECT_THAT(
        said(audited("[{use: sha:short, at: {group: '^(\\S+) '}}]", {{"4be1c07 is a commit\n"}})),
        IsEmpty());
}

TEST(Audit, PatternThatTakesEverythingIsAnError) {
    constexpr std::string_view kWide = R"(
normalizers: {run: {pattern: 'run (.*)', examples: {match: [run 7], other: [walk]}}}
rules: [run])";
    EXPECT_THAT(said(audited(kWide, {{"run 17\nall is well here\n"}})),
                ElementsAre("error rule.swallows: the rule run hides more than its class: "
                            "\"defaced\" in the place of \"17\" would not be noticed"));
    constexpr std::string_view kNarrow = R"(
normalizers: {run: {pattern: 'run ([0-9]+)', examples: {match: [run 7], other: [walk]}}}
rules: [run])";
    EXPECT_THAT(said(audited(kNarrow, {{"run 17\nall is well here\n"}})), IsEmpty());
    EXPECT_THAT(said(audited("[{use: id, at: {path: $.at}}]",
                             {{R"({"at": "2026-04-30T06:12:09Z", "a": 1, "b": 2, "c": 3})"}})),
                ElementsAre(HasSubstr("every value it replaced is a time such as")));
}

TEST(Audit, RulesThatReplaceTooMuchTogether) {
    constexpr std::string_view kAll = "[{use: opaque, at: {path: '$.*'}}]";
    const std::string text = R"({"a": 1, "b": "x", "c": {"d": 2, "e": 3}})";
    EXPECT_THAT(said(audited(kAll, {{text}})),
                ElementsAre("error rule.too_much: rules replace 100 % of call0, more than the 50 % "
                            "that are allowed: little is left that could differ"));
    EXPECT_THAT(said(audited(kAll, {{text}}, {.most_replaced = 1})), IsEmpty());
    EXPECT_EQ(audited(kAll, {{text}}).opaque, 3U);
}

TEST(Audit, Warnings) {
    EXPECT_THAT(said(audited("[uuid]", {{"nothing here at all\n"}})),
                ElementsAre("warning rule.never_hits: the rule uuid replaced nothing"));
    EXPECT_THAT(said(audited("[sha:short]", {{"at 4be1c07 of main branch\n"}})),
                ElementsAre("warning rule.unscoped: the rule sha:short looks at every text: what "
                            "else has this shape is hidden too"));
    EXPECT_THAT(said(audited("[pr_number]",
                             {{"see pull/41 for more of it\n"}, {"see pull/41 for more of it\n"}})),
                ElementsAre("warning rule.never_varies: the rule pr_number replaced \"41\" in 2 "
                            "recordings, which is the same in all of them"));
    EXPECT_THAT(said(audited("[pr_number]",
                             {{"see pull/41 for more of it\n"}, {"see pull/42 for more of it\n"}})),
                IsEmpty());
    EXPECT_THAT(said(audited("[{use: timestamps.ISO8601, at: {path: $.at}}]",
                             {{R"({"at": "soon", "b": 1})"}})),
                ElementsAre("warning rule.unrecognized: \"soon\" at stdout /at is in the scope of "
                            "the rule timestamps.ISO8601 at $.at, which does not know it: it was "
                            "compared as it is",
                            HasSubstr("rule.never_hits")));
}

// P27: under-matching is found as well.
TEST(Audit, P27_VolatileValuesWithoutARule) {
    const std::string text = R"([{"at": "2026-04-30T06:12:09Z"}, {"at": "2026-04-30T06:12:10Z"}])";
    EXPECT_THAT(said(audited("[]", {{text}})),
                ElementsAre("warning rule.uncovered: \"2026-04-30T06:12:09Z\" at stdout /*/at "
                            "looks as if it differed from run to run, and no rule covers it"));
    EXPECT_THAT(said(audited("[timestamps.ISO8601]", {{"at 2026-04-30T06:12:09Z all is well\n"}})),
                IsEmpty());
    // Two recordings that agree on it show that it is no volatile value.
    EXPECT_THAT(said(audited("[]", {{text}, {text}})), IsEmpty());
}

TEST(Audit, PlacesAreGeneralized) {
    EXPECT_EQ(place_pattern("/items/3/id"), "/items/*/id");
    EXPECT_EQ(place_pattern("/3"), "/*");
    EXPECT_EQ(place_pattern("line 12"), "line *");
    EXPECT_EQ(place_pattern("/v2/3a"), "/v2/3a");
}

}  // namespace
}  // namespace understudy::cassette
