#include "verify/single_call.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.hpp"
#include "cassette/cassette_testing.hpp"

namespace understudy::verify {

namespace {

using cassette::Cassette;
using testing::ElementsAre;
using testing::HasSubstr;

Cassette reading_call() {
    Cassette cassette = cassette::cassette_for_tests();
    cassette.exchanges[0].effect = plan::Effect::Read;
    return cassette;
}

std::string refusal(const Cassette& cassette) {
    const auto plan = plan_of(cassette, "/project");
    return plan ? "" : base::message(plan.error());
}

TEST(SingleCall, P23TheCassettesOwnInputIsThePlan) {
    Cassette cassette = reading_call();
    auto& input = std::get<cassette::CommandInput>(cassette.exchanges[0].input);
    input.cwd = "root/src";
    input.env = {{"LC_ALL", "C"}};
    input.stdin_body = cassette::Body{"text", {}};
    const auto plan = plan_of(cassette, "/project");
    ASSERT_TRUE(plan);
    ASSERT_EQ(plan->steps.size(), 1U);
    const plan::Step& step = plan->steps[0];
    EXPECT_EQ(step.record, "status/clean");
    EXPECT_EQ(step.effect, plan::Effect::Read);
    EXPECT_THAT(step.command->words, ElementsAre("git", "status", "--porcelain"));
    EXPECT_EQ(step.command->folder, "/project/src");
    EXPECT_EQ(step.command->input, "text");
    EXPECT_THAT(step.command->environment, ElementsAre(testing::Pair("LC_ALL", "C")));
}

TEST(SingleCall, AScratchFolderIsTheRoomsOwn) {
    Cassette cassette = reading_call();
    auto& input = std::get<cassette::CommandInput>(cassette.exchanges[0].input);
    input.cwd = "scratch";
    EXPECT_EQ(plan_of(cassette, "/project")->steps[0].command->folder, "");
    input.cwd = "scratch/w";
    EXPECT_EQ(plan_of(cassette, "/project")->steps[0].command->folder, "w");
}

TEST(SingleCall, ARequestGoesWhereItWent) {
    Cassette cassette = reading_call();
    cassette::Exchange& call = cassette.exchanges[0];
    call.kind = cassette::Kind::Http;
    cassette::HttpInput input;
    input.method = "GET";
    input.scheme = "http";
    input.host = "api.example.test:8080";
    input.path = "/v1/things";
    input.query = {{"limit", "3"}};
    input.headers = {{"Host", "api.example.test"}, {"Accept", "application/json"}};
    call.input = input;
    const auto plan = plan_of(cassette, "/project");
    ASSERT_TRUE(plan);
    EXPECT_EQ(plan->url, "http://api.example.test:8080");
    EXPECT_EQ(plan->steps[0].request.path, "/v1/things?limit=3");
    EXPECT_THAT(plan->steps[0].request.headers,
                ElementsAre(testing::Pair("Accept", "application/json")));
}

TEST(SingleCall, WhatCannotBeMadeAgainIsRefusedWithTheReason) {
    Cassette silent = reading_call();
    silent.exchanges[0].effect.reset();
    EXPECT_THAT(refusal(silent), HasSubstr("does not say what its call does"));
    EXPECT_EQ(base::name_of(plan_of(silent, "/").error().code), "verify.no_single_call");
    Cassette writing = reading_call();
    writing.exchanges[0].effect = plan::Effect::Write;
    EXPECT_THAT(refusal(writing), HasSubstr("its call is `write`"));
    Cassette several = reading_call();
    several.exchanges.push_back(several.exchanges[0]);
    EXPECT_THAT(refusal(several), HasSubstr("it holds 2 exchanges"));
    Cassette secret = reading_call();
    secret.redactions = {{"token.github", "exchanges[*].input.env.GH_TOKEN", 1}};
    EXPECT_THAT(refusal(secret), HasSubstr("a secret was taken out"));
    Cassette terminal = reading_call();
    std::get<cassette::CommandInput>(terminal.exchanges[0].input).tty = true;
    EXPECT_THAT(refusal(terminal), HasSubstr("terminal"));
    Cassette hook = reading_call();
    hook.exchanges[0].kind = cassette::Kind::Webhook;
    hook.exchanges[0].input = cassette::WebhookInput{};
    EXPECT_THAT(refusal(hook), HasSubstr("of this kind"));
}

}  // namespace

}  // namespace understudy::verify
