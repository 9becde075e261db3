// Placeholders: typed, equal where values are equal, JSON stays JSON, twice is once.
// P11, P26, P28.
#include "cassette/impl/replacer.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <rapidcheck/gtest.h>

#include "cassette/impl/placeholder.hpp"
#include "cassette/impl/rules_testing.hpp"
#include "json/parse.hpp"
#include "json/write.hpp"

namespace understudy::cassette {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;
using testing_rules::after;
using testing_rules::Done;
using testing_rules::exchange_of;
using testing_rules::good_rules;
using testing_rules::replaced;

constexpr std::string_view kPulls = "[pr_number, {use: pr_number, at: {path: $.number}}]";

TEST(Replacer, OneNumberIsOneTokenInUrlTextAndJson) {
    const Done done = replaced({exchange_of("made https://x.test/a/b/pull/41\n", "create"),
                                exchange_of(R"({"number": 41, "url": "x/pull/41"})", "view"),
                                exchange_of("PR #42 after PR #41\n", "list")},
                               good_rules(kPulls));
    EXPECT_THAT(done.texts,
                ElementsAre("made https://x.test/a/b/pull/<pr:1>\n",
                            R"({"number":{"$any":"integer","as":"pr:1"},"url":"x/pull/<pr:1>"})",
                            "PR #<pr:2> after PR #<pr:1>\n"));
    EXPECT_EQ(done.hits.at(1).path, "/number");
    EXPECT_EQ(done.hits.at(1).value, "41");
    EXPECT_EQ(done.hits.at(1).placeholder, "<pr:1>");
}

TEST(Replacer, AnIntegerNeverEqualsATextOrNull) {
    EXPECT_EQ(after(kPulls, R"({"number": 41})"), R"({"number":{"$any":"integer","as":"pr:1"}})");
    EXPECT_EQ(after(kPulls, R"({"number": "41"})"), R"({"number":{"$any":"string","as":"pr:1"}})");
    EXPECT_EQ(after(kPulls, R"({"number": null})"), R"({"number":null})");
}

// P28: an id of eleven digits is no bare word afterwards.
TEST(Replacer, P28_JsonStaysValid) {
    const std::string text =
        after("[sha:short, {use: id, at: {path: '$[*].id'}}, number_in_url]",
              R"([{"id": 24816357901, "sha": "4be1c07", "url": "/runs/24816357901"}])");
    ASSERT_TRUE(json::parse(text)) << text;
    EXPECT_EQ(text, R"([{"id":{"$any":"integer","as":"id:1"},)"
                    R"("sha":{"$any":"string","as":"sha.short:1"},"url":"/runs/<number:1>"}])");
}

// P11: two facts that happen to be spelt alike keep their own equality.
TEST(Replacer, P11_EachFactHasItsOwnEquality) {
    constexpr std::string_view kRules =
        "[{use: id, at: {path: '$[*].file'}, with: {kind: workflow_file}},"
        " {use: id, at: {path: '$[*].name'}, with: {kind: workflow_name}}]";
    const std::string both =
        after(kRules, R"([{"file":"ci","name":"ci"},{"file":"b","name":"ci"}])");
    EXPECT_EQ(both, R"([{"file":{"$any":"string","as":"workflow_file:1"},)"
                    R"("name":{"$any":"string","as":"workflow_name:1"}},)"
                    R"({"file":{"$any":"string","as":"workflow_file:2"},)"
                    R"("name":{"$any":"string","as":"workflow_name:1"}}])");
}

// P26: a rule is addressed by path; the same key elsewhere is kept.
TEST(Replacer, P26_OnlyThePathIsReplaced) {
    EXPECT_EQ(after("[{use: opaque, at: {path: $.meta.id}}]",
                    R"({"id": 1, "meta": {"id": 2, "state": "open"}, "user": {"id": 3}})"),
              R"({"id":1,"meta":{"id":{"$any":"integer","as":"opaque:1"},"state":"open"},)"
              R"("user":{"id":3}})");
}

TEST(Replacer, WhatANormalizerRefusesIsKeptAndReported) {
    const Done done = replaced(
        {exchange_of(
            R"({"at": "soon", "no": null, "none": "", "n": 7, "on": "2026-04-30T06:12:09Z"})")},
        good_rules("[{use: timestamps.ISO8601, at: {path: '$.*'}}]"));
    EXPECT_EQ(done.texts.at(0), R"({"at":"soon","n":7,"no":null,"none":"",)"
                                R"("on":{"$any":"string","as":"time.T.0.z:1"}})");
    ASSERT_THAT(done.unrecognized, SizeIs(2));
    EXPECT_EQ(done.unrecognized[0].path, "/at");
    EXPECT_EQ(done.unrecognized[0].value, "soon");
    EXPECT_EQ(done.unrecognized[1].value, "7");
    const Done text = replaced({exchange_of("at soon\n")},
                               good_rules("[{use: timestamps.ISO8601, at: {group: 'at (.*)'}}]"));
    ASSERT_THAT(text.unrecognized, SizeIs(1));
    EXPECT_EQ(text.unrecognized[0].path, "line 1");
}

TEST(Replacer, ShortShaIsLinkedToALongOneAnywhereInTheTimeline) {
    const std::string sha = "1234567890123456789012345678901234567890";
    const Done done = replaced({exchange_of("at 1234567, not 7654321\n", "first"),
                                exchange_of("aaaaaa1\n" + sha + "\n", "later")},
                               good_rules("[sha:short, sha:long]"));
    EXPECT_THAT(done.texts,
                ElementsAre("at <sha.short:1>, not 7654321\n", "<sha.short:2>\n<sha40:1>\n"));
}

TEST(Replacer, RealKeysAndTextsThatLookLikePlaceholdersAreEscaped) {
    EXPECT_EQ(after(kPulls, R"({"$any": "integer", "as": "pr:1", "number": 1, "t": "<pr:1>"})"),
              R"({"$$any":"integer","as":"pr:1","number":{"$any":"integer","as":"pr:1"},)"
              R"("t":"<=pr:1>"})");
    EXPECT_EQ(after(kPulls, "<pr:1> <=pr:1> <b> <a:b> pull/7\n"),
              "<=pr:1> <==pr:1> <b> <a:b> pull/<pr:1>\n");
}

TEST(Replacer, ScopesNarrow) {
    const std::vector<Exchange> two = {exchange_of("pull/1\n", "pr/create"),
                                       exchange_of("pull/1\n", "issue/list"),
                                       exchange_of("pull/1\n", "pr/view", From::Stderr)};
    const auto texts = [&](std::string_view rule) {
        return replaced(two, good_rules("[" + std::string(rule) + "]")).texts;
    };
    EXPECT_THAT(texts("{use: pr_number, at: {exchange: 'pr/*'}}"),
                ElementsAre("pull/<pr:1>\n", "pull/1\n", "pull/<pr:1>\n"));
    EXPECT_THAT(texts("{use: pr_number, at: {stream: [stderr]}}"),
                ElementsAre("pull/1\n", "pull/1\n", "pull/<pr:1>\n"));
    EXPECT_THAT(texts("{use: pr_number, at: {exchange: pr/create, stream: stderr}}"),
                ElementsAre("pull/1\n", "pull/1\n", "pull/1\n"));
}

TEST(Replacer, EventScopeAndPathStartAtTheEvent) {
    const std::string text =
        after("[{use: opaque, at: {event: result, path: $.id}}]",
              "{\"type\":\"init\",\"id\":\"a\"}\n{\"type\":\"result\",\"id\":\"b\"}\n");
    EXPECT_EQ(text,
              "{\"id\":\"a\",\"type\":\"init\"}\n"
              "{\"id\":{\"$any\":\"string\",\"as\":\"opaque:1\"},\"type\":\"result\"}\n");
}

TEST(Replacer, OrderOfKeysGivesNoNumbers) {
    const std::string_view rules = "[{use: id, at: {path: '$.*'}}]";
    EXPECT_EQ(after(rules, R"({"b": "x", "a": "y"})"), after(rules, R"({"a": "y", "b": "x"})"));
}

TEST(Replacer, EndOfAnExchangeIsOutOfReach) {
    Replacer replacer(good_rules("[{use: opaque, at: {path: '$..*'}}]"));
    Part part;
    part.name = "end";
    part.form = PartForm::Json;
    part.value = json::Value::object({{"exit_code", 7}});
    const Exchange exchange = exchange_of("");
    replacer.mark(exchange, part);
    EXPECT_EQ(canonical(part), R"({"exit_code":7})");
}

TEST(Replacer, InputsOnlyWhereARuleNamesThem) {
    const auto marked = [](std::string_view rules_text) {
        const Rules rules = good_rules(rules_text);
        Replacer replacer(rules);
        Part part;
        part.name = "args";
        part.form = PartForm::Json;
        part.value = json::Value::array({"pull/41", "x"});
        replacer.mark(exchange_of(""), part);
        replacer.number(part);
        return std::pair(canonical(part), rules.has_input_rules());
    };
    EXPECT_EQ(marked("[pr_number]"), std::pair(std::string(R"(["pull/41","x"])"), false));
    EXPECT_EQ(marked("[{use: pr_number, at: {stream: args}}]"),
              std::pair(std::string(R"(["pull/<pr:1>","x"])"), true));
}

constexpr std::string_view kMany =
    "[pr_number, issue_number, sha:short, sha:long, uuid, timestamps.ISO8601, timestamps.epoch,"
    " duration, size, version, port, host, number_in_url, {use: id, with: {prefix: p}},"
    " {use: opaque, at: {path: '$.o'}}, {use: text, at: {group: 'say (.*)'}}]";

// Texts made of what rules look for, in any order.
rc::Gen<std::string> texts() {
    const auto words =
        rc::gen::elementOf(std::vector<std::string>{"pull/41",
                                                    "#7",
                                                    " ",
                                                    "<pr:1>",
                                                    "<=pr:?2>",
                                                    "4be1c07",
                                                    "http://localhost:80/9",
                                                    "\n",
                                                    "say ",
                                                    "2026-04-30T06:12:09Z",
                                                    "1777529529",
                                                    "12ms",
                                                    "v1.2.3",
                                                    "$any",
                                                    "p1",
                                                    "<",
                                                    ">",
                                                    "x",
                                                    "550e8400-e29b-41d4-a716-446655440000",
                                                    "1.5 KiB",
                                                    "\xff"});
    return rc::gen::map(rc::gen::container<std::vector<std::string>>(words),
                        [](const std::vector<std::string>& list) {
                            std::string text;
                            for (const std::string& each : list) text += each;
                            return text;
                        });
}

void expect_same_twice(Part part, const Rules& rules) {
    const Exchange exchange = exchange_of("");
    Replacer first(rules);
    first.mark(exchange, part);
    first.number(part);
    Part again = part;
    Replacer second(rules);
    second.mark(exchange, again);
    second.number(again);
    RC_ASSERT(canonical(again) == canonical(part));
    RC_ASSERT(second.hits().empty());
}

RC_GTEST_PROP(ReplacerProperty, NormalizingTextTwiceIsNormalizingOnce, ()) {
    static const Rules rules = good_rules(kMany);
    expect_same_twice(parse_part("stdout", *texts(), *rc::gen::arbitrary<bool>()), rules);
}

RC_GTEST_PROP(ReplacerProperty, NormalizingJsonTwiceIsNormalizingOnce, ()) {
    static const Rules rules = good_rules(kMany);
    Part part;
    part.name = "stdout";
    part.form = PartForm::Json;
    part.value = json::Value::object({{"o", *texts()},
                                      {"$any", *texts()},
                                      {"as", *texts()},
                                      {"list", json::Value::array({*texts(), 41, nullptr})}});
    expect_same_twice(std::move(part), rules);
}

// Two texts that differ and have no value in them stay different: nothing is hidden by looking
// like a placeholder.
RC_GTEST_PROP(ReplacerProperty, EscapingTellsTextsApart, ()) {
    const std::string a = *texts(), b = *texts();
    RC_PRE(a != b);
    RC_ASSERT(escaped_text(a) != escaped_text(b));
    RC_ASSERT(placeholders_in(escaped_text(a)).empty());
}

}  // namespace
}  // namespace understudy::cassette
