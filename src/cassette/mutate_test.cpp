// Mutants: one lie each, in place, and each of them noticed as what it is.
#include "cassette/mutate.hpp"

#include <gtest/gtest.h>

#include <map>

#include "cassette/compare_testing.hpp"

namespace understudy::cassette {
namespace {

using testing_compare::command;
using testing_compare::stream;

// Kind: the class that the mutant is noticed as (the most serious one), and its bytes.
std::map<std::string, std::string> noticed(const Exchange& exchange,
                                           const std::string& rules = "[]") {
    Cassette cassette;
    cassette.exchanges = {exchange};
    const Rules compiled = testing_compare::rules_from(rules);
    std::map<std::string, std::string> all;
    for (const Mutant& mutant : mutate(cassette, compiled, {}).mutants) {
        const Comparison result = compare(mutant.exchanges, cassette.exchanges, compiled, {});
        EXPECT_EQ(result.verdict, report::Verdict::Differed) << mutant.id << ": " << mutant.about;
        const std::string drift = result.differences.empty()
                                      ? "nothing"
                                      : std::string(name_of(result.differences[0].drift));
        all[mutant.kind] = drift + ' ' + bytes_of(mutant.exchanges[0].output, From::Stdout);
    }
    return all;
}

TEST(Mutate, OfJsonInPlace) {
    const auto all = noticed(command({"{\"a\": 1,\n \"b\": [\"x\", \"y\"] }\n"}));
    EXPECT_EQ(all.at("exit_code"), "exit_changed {\"a\": 1,\n \"b\": [\"x\", \"y\"] }\n");
    EXPECT_EQ(all.at("field_dropped"), "field_added {\"b\": [\"x\", \"y\"] }\n");
    EXPECT_EQ(all.at("field_retyped"), "field_retyped {\"a\": \"1\",\n \"b\": [\"x\", \"y\"] }\n");
    EXPECT_EQ(all.at("field_renamed"),
              "field_renamed {\"aRenamed\": 1,\n \"b\": [\"x\", \"y\"] }\n");
    EXPECT_EQ(all.at("order_swapped"), "order_changed {\"a\": 1,\n \"b\": [\"y\", \"x\"] }\n");
    EXPECT_EQ(all.at("value_changed"), "value_changed {\"a\": 7,\n \"b\": [\"x\", \"y\"] }\n");
    EXPECT_EQ(all.at("output_emptied"), "value_changed ");
    EXPECT_EQ(all.count("event_dropped"), 0U);
}

TEST(Mutate, OfTextAndStandardError) {
    const auto all = noticed(command({"one\ntwo\n", "careful\n"}));
    EXPECT_EQ(all.at("order_swapped"), "order_changed two\none\n");
    EXPECT_EQ(all.at("value_changed"), "value_changed xne\ntwo\n");
    EXPECT_EQ(all.at("last_line_cut"), "value_changed one\ntw");
    EXPECT_EQ(all.at("stderr_changed"), "stderr_only one\ntwo\n");
    EXPECT_EQ(all.count("field_dropped"), 0U);
}

TEST(Mutate, OfStreams) {
    const auto all = noticed(stream("{\"type\":\"a\"}\n{\"type\":\"b\"}\n{\"type\":\"c\"}\n"));
    EXPECT_EQ(all.at("event_dropped"), "grammar_changed {\"type\":\"a\"}\n{\"type\":\"c\"}\n");
    EXPECT_TRUE(all.at("last_line_cut").starts_with("grammar_changed "));
}

TEST(Mutate, AnswersOfServersToo) {
    const auto all = noticed(testing_compare::answer(200, "{\"a\":1}"));
    EXPECT_EQ(all.at("exit_code"), "exit_changed ");  // 500 was recorded, so to say, and 200 came
    EXPECT_TRUE(all.contains("field_dropped"));
}

TEST(Mutate, LeavesAloneWhatARuleCovers) {
    const auto all =
        noticed(command({R"({"n":41,"s":"open"})"}), "[{use: pr_number, at: {path: '$.n'}}]");
    EXPECT_EQ(all.at("value_changed"), R"(value_changed {"n":41,"s":"openx"})");
    EXPECT_EQ(all.at("field_dropped"), R"(field_added {"n":41})");
}

TEST(Mutate, SaysWhatIsImpossibleAndKeepsToItsLimit) {
    Cassette cassette;
    cassette.exchanges = {command({"one\n"})};
    const Rules rules = testing_compare::rules_from("[]");
    EXPECT_EQ(mutate(cassette, rules, {}).impossible,
              (std::vector<std::string>{"field_dropped", "field_retyped", "field_renamed",
                                        "order_swapped", "event_dropped"}));
    MutateOptions options;
    options.most = 2;
    EXPECT_EQ(mutate(cassette, rules, options).mutants.size(), 2U);
    EXPECT_EQ(mutate(cassette, rules, options).mutants[0].id, "exit_code:list");
    EXPECT_EQ(all_mutation_kinds().size(), 10U);
}

}  // namespace
}  // namespace understudy::cassette
