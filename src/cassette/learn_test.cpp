// Rules learned from recordings: only what varies is proposed, by class, and what has none is
// flagged.
#include "cassette/learn.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/text.hpp"
#include "cassette/impl/learning.hpp"
#include "cassette/impl/rules_testing.hpp"
#include "grammar/grammar.hpp"

namespace understudy::cassette {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing_rules::exchange_of;
using testing_rules::good_rules;

base::Result<Learned> learned_from(const std::vector<std::string>& outputs) {
    std::vector<std::vector<Exchange>> kept;
    for (const std::string& output : outputs) kept.push_back({exchange_of(output)});
    std::vector<Timeline> timelines(kept.begin(), kept.end());
    return learn(timelines, {});
}

std::vector<std::string> rules_learned(const std::vector<std::string>& outputs) {
    const auto learned = learned_from(outputs);
    std::vector<std::string> lines;
    if (!learned) return {base::render(learned.error())};
    const std::string yaml = to_yaml(*learned);
    for (std::string_view line : base::split_lines(yaml)) {
        if (line.starts_with("  - ")) lines.emplace_back(line.substr(4));
    }
    return lines;
}

TEST(Learn, AStableValueIsNeverProposed) {
    EXPECT_THAT(rules_learned({R"({"a": 1, "at": "2026-04-30T06:12:09Z"})",
                               R"({"a": 1, "at": "2026-04-30T06:12:09Z"})"}),
                IsEmpty());
}

TEST(Learn, ByPathAndClass) {
    EXPECT_THAT(
        rules_learned({R"([{"number": 41, "url": "x/pull/41", "at": "2026-04-30T06:12:09Z"},
                           {"number": 40, "url": "x/pull/40", "at": "2026-04-30T06:12:08Z"}])",
                       R"([{"number": 43, "url": "x/pull/43", "at": "2026-05-30T06:12:09Z"},
                           {"number": 42, "url": "x/pull/42", "at": "2026-05-30T06:12:08Z"}])"}),
        ElementsAre(
            R"({use: timestamps.ISO8601, at: {stream: ["stdout"], path: "$[*].at"}}  # "2026-04-30T06:12:09Z", "2026-04-30T06:12:08Z", "2026-05-30T06:12:09Z")",
            R"({use: pr_number, at: {stream: ["stdout"], path: "$[*].number"}}  # "41", "40", "43")",
            R"({use: pr_number, at: {stream: ["stdout"], path: "$[*].url"}}  # "x/pull/41", "x/pull/40", "x/pull/43")"));
}

TEST(Learn, WhatHasNoClassIsOpaqueAndFlagged) {
    EXPECT_THAT(rules_learned({R"({"mood": "blue"})", R"({"mood": "sour"})"}),
                ElementsAre(R"({use: opaque, at: {stream: ["stdout"], path: "$.mood"}, with: )"
                            R"({type: "string"}}  # of no known class: "blue", "sour")"));
}

TEST(Learn, NamesOfFieldsHelpWhereValuesSayNothing) {
    EXPECT_THAT(rules_learned({R"({"took_ms": 5, "run_id": "aX", "text": "hi there", "n": 2})",
                               R"({"took_ms": 6, "run_id": "bY", "text": "good day", "n": 2})"}),
                ElementsAre(HasSubstr("{use: id, at: {stream: [\"stdout\"], path: \"$.run_id\"}}"),
                            HasSubstr("{use: text, at: {stream: [\"stdout\"], path: \"$.text\"}}"),
                            HasSubstr("{use: duration, at: {stream: [\"stdout\"], path: "
                                      "\"$.took_ms\"}, with: {unit: \"ms\"}}")));
}

TEST(Learn, LinesOfText) {
    EXPECT_THAT(rules_learned({"made /issues/7 in 5ms\nrun abc now\n",
                               "made /issues/8 in 6ms\nrun xyz now\n"}),
                ElementsAre(HasSubstr("{use: duration, at: {stream: [\"stdout\"]}}"),
                            HasSubstr("{use: issue_number, at: {stream: [\"stdout\"]}}"),
                            HasSubstr("{use: opaque, at: {stream: [\"stdout\"], group: \"^run (.+) "
                                      "now$\"}}  # of no known class")));
}

TEST(Learn, WhatIsProposedMakesTheRecordingsEqual) {
    const std::vector<std::string> outputs = {
        R"({"id": "q1", "n": [1, 2], "sha": "4be1c07", "took": 5, "deep": {"a b": "x-1"}})",
        R"({"id": "q2", "n": [1, 2], "sha": "4be1c08", "took": 7, "deep": {"a b": "y-2"}})"};
    const auto learned = learned_from(outputs);
    ASSERT_TRUE(learned);
    const std::string yaml = to_yaml(*learned);
    const Rules rules = good_rules(yaml);
    ASSERT_EQ(rules.specs().size(), 4U) << yaml;
    EXPECT_EQ(testing_rules::replaced({exchange_of(outputs[0])}, rules).texts,
              testing_rules::replaced({exchange_of(outputs[1])}, rules).texts);
}

TEST(Learn, EqualByChanceIsNotAskedFor) {
    EXPECT_THAT(rules_learned(
                    {R"([{"took_ms": 5}, {"took_ms": 5}])", R"([{"took_ms": 5}, {"took_ms": 6}])"}),
                ElementsAre(HasSubstr("equality: false")));
}

TEST(Learn, NoRuleHidesAnotherTypeOrEnd) {
    const auto learned = learned_from({R"({"a": 1})", R"({"a": "1"})"});
    ASSERT_TRUE(learned);
    EXPECT_THAT(learned->proposals, IsEmpty());
    EXPECT_THAT(learned->notes,
                ElementsAre("call: stdout $.a changes its type; no rule may hide that"));
    std::vector<Exchange> good = {exchange_of("x\n")}, bad = {exchange_of("x\n")};
    bad[0].output.ended->number = 1;
    const std::vector<Timeline> both = {good, bad};
    EXPECT_THAT(learn(both, {})->notes,
                ElementsAre("call: the end differs: {\"exit_code\":0} and {\"exit_code\":1}"));
}

struct Streams {
    std::vector<std::vector<std::string>> kinds;
    std::string_view form;
};
const Streams kStreams[] = {
    {{{"init", "text", "result"}, {"init", "hook", "text", "text", "result"}},
     "init hook? text+ result"},
    {{{"init", "a", "b", "a", "result"}, {"init", "b", "result"}}, "init (a | b)* result"},
    {{{"a", "b"}, {"b", "a"}}, "(a | b)*"},
    {{{"a"}, {"a"}}, "a"},
    {{{"a b"}, {"a b"}}, ""},
    {{{"a"}, {}}, ""},
};

TEST(Learn, GrammarsInTheShortForm) {
    for (const auto& [kinds, form] : kStreams) {
        EXPECT_EQ(short_form_of(kinds), form);
        if (!form.empty()) {
            EXPECT_TRUE(grammar::load_short_form(form)) << form;
        }
    }
    const std::string first = "{\"type\":\"init\",\"s\":\"a-1\"}\n{\"type\":\"end\"}\n";
    const std::string second = "{\"type\":\"init\",\"s\":\"b-2\"}\n{\"type\":\"end\"}\n";
    EXPECT_THAT(to_yaml(*learned_from({first, second})),
                HasSubstr("# compare: {grammar: \"init end\"}"));
    EXPECT_THAT(to_yaml(*learned_from({first, second})),
                HasSubstr("event: \"init\", path: \"$.s\""));
}

TEST(Learn, AfterThreeRecordingsItSaysWhatCannotBeReplayed) {
    const auto wild = [](int i) {
        const std::string n(1, static_cast<char>('a' + i));
        return R"({"p": "q)" + n + R"(", "q": "x)" + n + R"(", "r": 1})";
    };
    EXPECT_THAT(learned_from({wild(0), wild(1)})->findings, IsEmpty());
    const auto learned = learned_from({wild(0), wild(1), wild(2)});
    ASSERT_EQ(learned->findings.size(), 1U);
    EXPECT_EQ(learned->findings[0].code, "cassette.not_replayable");
    EXPECT_EQ(learned->findings[0].message,
              "call cannot be replayed faithfully: 2 of 3 places differ and are of no known class");
    const auto unsettled = learned_from({"{\"type\":\"a\"}\n{\"type\":\"b\"}\n",
                                         "{\"type\":\"a\"}\n{\"type\":\"b\"}\n",
                                         "{\"type\":\"a\"}\n{\"type\":\"c\"}\n"});
    ASSERT_EQ(unsettled->findings.size(), 1U);
    EXPECT_THAT(unsettled->findings[0].message,
                HasSubstr("the order of its events is another one each time (stdout)"));
}

TEST(Learn, Refusals) {
    EXPECT_THAT(rules_learned({"x\n"}),
                ElementsAre(HasSubstr("rules are learned from two recordings or more; there is 1 "
                                      "[rule.learn_too_few]")));
    std::vector<Exchange> first = {exchange_of("x\n")}, second = first;
    second[0].input = CommandInput{"gh", {"pr", "list"}, "root", {}, std::nullopt, false};
    const std::vector<Timeline> both = {first, second};
    EXPECT_THAT(base::render(learn(both, {}).error()),
                HasSubstr("call 1 is [\"gh\",\"pr\",\"view\"] in one and [\"gh\",\"pr\",\"list\"] "
                          "in another [rule.learn_other_calls]"));
}

}  // namespace
}  // namespace understudy::cassette
