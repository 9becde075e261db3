// What becomes of the values of an environment that a policy declares.
#include "secret/impl/environment.hpp"

#include <gtest/gtest.h>

#include "json/parse.hpp"
#include "secret/policy_testing.hpp"
#include "secret/scrub.hpp"

namespace understudy::secret {

namespace {

std::shared_ptr<Policy> policy_with(std::string_view classes,
                                    std::vector<std::string> keep_env = {}) {
    auto policy = policy_for_tests();
    policy->classes = Classes::from_json(json::parse(classes).value()).value();
    policy->keep_env = std::move(keep_env);
    return policy;
}

std::string scrubbed(const std::string& text, const std::shared_ptr<Policy>& policy,
                     Class is = Class::None) {
    Scrubber scrubber(policy);
    const auto done = scrubber.redact({{"a.json", text, is}});
    if (!done) return base::render(done.error());
    const std::string once = done->carriers()[0].bytes;
    // Whatever the case: a second scrub changes nothing.
    const auto again = Scrubber(policy).redact({{"a.json", once, is}});
    EXPECT_TRUE(again && !again->changed()[0]) << once;
    return once;
}

TEST(Environment, ValuesGoAndNamesStay) {
    const auto policy = policy_with(R"({"/env": "env"})");
    EXPECT_EQ(
        scrubbed(
            "{ \"env\":{\"PATH\" : \"/usr/bin\",\r\n \"LANG\":\"C\",\"EMPTY\":\"\", \"N\": 8080,"
            "\"YES\":true,\"NO\":null}, \"LANG\": \"C\"}\n",
            policy),
        "{ \"env\":{\"PATH\" : \"<PATH>\",\r\n \"LANG\":\"<LANG>\",\"EMPTY\":\"\", \"N\": 0,"
        "\"YES\":true,\"NO\":null}, \"LANG\": \"C\"}\n");
    EXPECT_EQ(scrubbed(R"({"env":{"A":"<A>","B":"[REDACTED]","C":"${C}","D":"***"}})", policy),
              R"({"env":{"A":"<A>","B":"[REDACTED]","C":"${C}","D":"***"}})");
    EXPECT_EQ(scrubbed(R"({"env":{"input":{"A":"1"},"persisted":{"a \"b\"":"2"}}})", policy),
              R"({"env":{"input":{"A":"<A>"},"persisted":{"a \"b\"":"<a \"b\">"}}})");
}

TEST(Environment, HoweverItIsWritten) {
    const auto policy = policy_with(R"({"**/env": "env"})");
    EXPECT_EQ(scrubbed(R"({"env":"A=1\nexport B_2=two \u00e9\nof them\n\nC=\nD=\"x\"\n"})", policy),
              R"({"env":"A=<A>\nexport B_2=<B_2>\n\nC=\nD=<D>\n"})");
    EXPECT_EQ(scrubbed(R"({"env":"A=1\u0000B=2\u0000"})", policy),
              R"({"env":"A=<A>\u0000B=<B>\u0000"})");
    EXPECT_EQ(
        scrubbed(R"({"env":["A=1","B=2=3",{"name":"C","value":"4"}],"argv":["A=1"]})", policy),
        R"({"env":["A=<A>","B=<B>",{"name":"C","value":"<C>"}],"argv":["A=1"]})");
    EXPECT_EQ(scrubbed(R"({"env":"neither name nor value"})", policy), R"({"env":"<env>"})");
    // In the value of a variable an assignment is no other one.
    EXPECT_EQ(scrubbed(R"({"env":{"OPTIONS":"A=1"}})", policy),
              R"({"env":{"OPTIONS":"<OPTIONS>"}})");
    EXPECT_EQ(scrubbed("{\"env\":{\"A\":\"1\"}}\n{\"n\":2}\r\n{\"at\":{\"env\":\"B=3\"}}", policy),
              "{\"env\":{\"A\":\"<A>\"}}\n{\"n\":2}\r\n{\"at\":{\"env\":\"B=<B>\"}}");
}

TEST(Environment, OfAWholeCarrier) {
    EXPECT_EQ(scrubbed("A=1\nB=2\n", policy_for_tests(), Class::Env), "A=<A>\nB=<B>\n");
    EXPECT_EQ(scrubbed(R"({"A":"1"})", policy_for_tests(), Class::Env), R"({"A":"<A>"})");
    EXPECT_EQ(scrubbed("A=1\nB=2\n", policy_for_tests()), "A=1\nB=2\n");
}

TEST(Environment, WhatThePolicyKeepsStaysAndIsJudged) {
    const auto policy = policy_with(R"({"/env": "env"})", {"AGENT_*"});
    const std::string token = acme_token(), clean = "acme_xxxxxxxxxxxxxxxx0001";
    EXPECT_EQ(scrubbed(R"({"env":{"AGENT_ID":"7","HOME":"/root","AGENT_KEY":")" + token + R"("}})",
                       policy),
              R"({"env":{"AGENT_ID":"7","HOME":"<HOME>","AGENT_KEY":")" + clean + R"("}})");
    EXPECT_EQ(scrubbed(R"({"env":"HOME=/root\nAGENT_KEY=)" + token + R"(\nAGENT_ID=7"})", policy),
              R"({"env":"HOME=<HOME>\nAGENT_KEY=)" + clean + R"(\nAGENT_ID=7"})");
    Finder finder(policy, "salt");
    const auto hits = [&](const std::string& text) {
        return finder.find({"a.json", text, Class::None}).hits.size();
    };
    EXPECT_EQ(hits(R"({"env":{"AGENT_KEY":")" + token + R"("}})"), 1U);
    EXPECT_EQ(hits(R"({"env":{"OTHER_KEY":")" + token + R"("}})"), 0U);
}

TEST(Environment, GivesAwayWhatIsSecretElsewhere) {
    const std::string password = random_text(14, 2, kBase62ForTests);
    Scrubber scrubber(policy_with(R"({"/env": "env"})"));
    const auto done = scrubber.redact(
        {{"a.json", R"({"env": {"DB_PASSWORD": ")" + password + R"(", "LANG": "C"}})", Class::None},
         {"b.log", "LANG is C, signed in with " + password + " today", Class::None}});
    ASSERT_TRUE(done);
    EXPECT_EQ(done->carriers()[0].bytes,
              R"({"env": {"DB_PASSWORD": "<DB_PASSWORD>", "LANG": "<LANG>"}})");
    EXPECT_EQ(done->carriers()[1].bytes, "LANG is C, signed in with xxxxxxxxxx0001 today");
    EXPECT_EQ(done->counts().by_rule.at("class.env"), 2U);
}

}  // namespace

}  // namespace understudy::secret
