// Grammars and streams made to hurt: memory and time stay bounded, and a bound that is hit has a
// name.
#include <gtest/gtest.h>

#include "grammar/impl/playbook.hpp"

namespace understudy::grammar {
namespace {

using namespace playbook;
using json::Value;

TEST(Hostile, AHundredThousandKeysAreJudgedOneByOne) {
    Grammar grammar = grammar_with(R"({"id": "k", "kind": "per-key", "key": "/k",
        "states": {"A": {"a": "B"}, "B": {"b": "C"}}})");
    Judge judge = *Judge::open(grammar);
    for (int i = 0; i < 100'000; ++i) {
        ASSERT_TRUE(judge.feed({Value::object({{"type", "a"}, {"k", i}})}));
    }
    ASSERT_TRUE(judge.feed({Value::object({{"type", "a"}, {"k", 77'777}})}));
    ASSERT_EQ(judge.so_far().size(), 1u);
    EXPECT_EQ(judge.so_far()[0].witness, (std::vector<Span>{{77'778, 77'778}, {100'001, 100'001}}));
}

TEST(Hostile, ALongKeyCostsADigest) {
    Grammar grammar = grammar_with(R"({"id": "o", "kind": "once", "types": "a", "scope": "/k"})");
    std::string key(100'000, 'k');
    auto records = std::vector<Record>{{Value::object({{"type", "a"}, {"k", key}})},
                                       {Value::object({{"type", "a"}, {"k", key + "x"}})},
                                       {Value::object({{"type", "a"}, {"k", key}})}};
    Outcome outcome = outcome_of(grammar, records);
    ASSERT_EQ(outcome.verdicts.size(), 1u);
    EXPECT_EQ(outcome.verdicts[0].record, 3u);
    EXPECT_LT(outcome.verdicts[0].key.size(), 200u);
}

TEST(Hostile, JoinedTextsHaveALimit) {
    Grammar grammar = grammar_with(R"({"id": "c", "kind": "concat",
        "of": {"type": "a", "field": "/t"}, "equals": {"type": "b", "field": "/t"}})");
    Judge judge = *Judge::open(grammar);
    Value record = Value::object({{"type", "a"}, {"t", std::string(1 << 20, 'x')}});
    base::Result<void> fed;
    int count = 0;
    while ((fed = judge.feed({record})) && count < 100) ++count;
    ASSERT_FALSE(fed);
    EXPECT_EQ(count, 64);
    EXPECT_EQ(fed.error().code, base::Code::GrammarLimit);
    EXPECT_EQ(base::message(fed.error()),
              "the size of joined texts passes the limit of 67,108,864");
    EXPECT_FALSE(judge.feed({record}));
}

TEST(Hostile, OpensWithoutACloseHaveALimit) {
    Grammar grammar =
        grammar_with(R"({"id": "p", "kind": "open/close", "open": "a", "close": "b"})");
    Judge judge = *Judge::open(grammar);
    base::Result<void> fed;
    std::size_t count = 0;
    while ((fed = judge.feed({Value::object({{"type", "a"}})})) && count < 20'000) ++count;
    ASSERT_FALSE(fed);
    EXPECT_EQ(base::message(fed.error()),
              "the number of opens without a close passes the limit of 10,000");
}

TEST(Hostile, VerdictsPastTheLimitAreCounted) {
    Grammar grammar = grammar_with(R"({"id": "o", "kind": "once", "types": "a"})");
    std::vector<Record> records(kMaxVerdicts + 5, Record{Value::object({{"type", "zz"}}), {}});
    Outcome outcome = outcome_of(grammar, records);
    EXPECT_EQ(outcome.verdicts.size(), kMaxVerdicts);
    EXPECT_EQ(outcome.dropped, 5u);
    EXPECT_NE(headline(grammar, outcome).find("5 more not kept"), std::string::npos);
}

TEST(Hostile, RecordsOfAnyShapeAreTaken) {
    Grammar grammar = grammar_of(R"({"grammar": "g", "order": "a*", "constraints": [
        {"id": "k", "kind": "per-key", "key": "/k/*/id", "states": {"A": {"a": "A"}}},
        {"id": "m", "kind": "monotone", "each": "/*/*"},
        {"id": "c", "kind": "constant", "field": ""}]})");
    for (std::string_view text : {"null", "7", "[]", "{}", "\"\"", "[[1,[2]],{}]", R"({"type":[]})",
                                  R"({"type":"a","k":{"x":{"id":{}}}})"}) {
        Judge judge = *Judge::open(grammar);
        EXPECT_TRUE(judge.feed({*json::parse(text)})) << text;
        judge.finish(Ending::Complete);
    }
}

TEST(Hostile, LargeGrammarsHaveLimits) {
    auto first_problem = [](const std::string& text) {
        auto grammar = try_grammar(text);
        return grammar ? std::string() : base::message(grammar.error().because.at(0));
    };
    std::string constraints;
    for (int i = 0; i < 1001; ++i) constraints += i == 0 ? "{}" : ",{}";
    EXPECT_EQ(first_problem(R"({"grammar": "g", "constraints": [)" + constraints + "]}"),
              "the number of constraints passes the limit of 1,000");
    std::string states = R"("s0": {"a": "s1"})";
    for (int i = 1; i < 2002; ++i) {
        states += R"(, "s)" + std::to_string(i) + R"(": {"a": "s)" + std::to_string(i + 1) + "\"}";
    }
    EXPECT_EQ(first_problem(R"({"grammar": "g", "constraints": [{"id": "s", "kind": "seq",
                  "accept": ["s2002"], "states": {)" +
                            states + "}}]}"),
              "the number of states passes the limit of 2,000");
    std::string types;
    for (int i = 0; i < 10'001; ++i) types += (i == 0 ? "\"t" : ",\"t") + std::to_string(i) + "\"";
    EXPECT_EQ(first_problem(R"({"grammar": "g", "order": "a", "types": [)" + types + "]}"),
              "the number of types passes the limit of 10,000");
    std::string keys;
    for (int i = 0; i < 5'000; ++i) keys += ", \"k" + std::to_string(i) + "\": 1";
    auto many = try_grammar(R"({"grammar": "g", "order": "a")" + keys + "}");
    ASSERT_FALSE(many);
    EXPECT_EQ(many.error().because.size(), 200u);
}

}  // namespace
}  // namespace understudy::grammar
