#include "verify/channel_facts.hpp"

#include <gtest/gtest.h>

#include "json/parse.hpp"

namespace understudy::verify {

namespace {

using report::Verdict;

plan::Place place(std::string_view text) {
    return *plan::Place::parse(text);
}

TEST(ChannelFacts, OneValueEverywhereIsAgreed) {
    const json::Value hook = *json::parse(R"({"data":{"object":{"amount":2000}}})");
    const json::Value read = *json::parse(R"({"amount":2000.0})");
    const JudgedFact fact = judge_fact(
        {{"webhook", place("/data/object/amount"), &hook}, {"read", place("/amount"), &read}});
    EXPECT_EQ(fact.verdict, Verdict::Agreed);
    EXPECT_EQ(fact.value->to_int64(), 2000);
}

TEST(ChannelFacts, TwoValuesAreASplitAndBothAreNamed) {
    const json::Value hook = *json::parse(R"({"amount":2000})");
    const json::Value read = *json::parse(R"({"amount":"2000"})");
    const JudgedFact fact = judge_fact({{"webhook", place("/amount"), &hook},
                                        {"read", place("/amount"), &read},
                                        {"listed", place("/x"), nullptr}});
    EXPECT_EQ(fact.verdict, Verdict::Differed);
    EXPECT_EQ(fact.why, "webhook says 2000, read says \"2000\"");
}

TEST(ChannelFacts, AChannelWithoutTheFactIsASplitToo) {
    const json::Value hook = *json::parse(R"({"amount":2000})");
    const json::Value read = *json::parse(R"({})");
    const JudgedFact fact =
        judge_fact({{"webhook", place("/amount"), &hook}, {"read", place("/amount"), &read}});
    EXPECT_EQ(fact.verdict, Verdict::Differed);
    EXPECT_EQ(fact.why, "webhook says 2000, read has nothing at /amount");
}

TEST(ChannelFacts, P30WhatWasNotSeenIsUnknownAndNeverAgreed) {
    const json::Value read = *json::parse(R"({"amount":2000})");
    const JudgedFact fact =
        judge_fact({{"webhook", place("/amount"), nullptr}, {"read", place("/amount"), &read}});
    EXPECT_EQ(fact.verdict, Verdict::Unknown);
    EXPECT_EQ(fact.why, "webhook was not seen");
}

TEST(ChannelFacts, TheWantedWebhookIsToldByItsValues) {
    const json::Value hook = *json::parse(R"({"type":"charge.succeeded","id":7})");
    EXPECT_TRUE(is_wanted(hook, {{place("/type"), json::Value("charge.succeeded")}}));
    EXPECT_FALSE(is_wanted(hook, {{place("/type"), json::Value("charge.failed")}}));
    EXPECT_FALSE(is_wanted(hook, {{place("/gone"), json::Value("x")}}));
}

}  // namespace

}  // namespace understudy::verify
