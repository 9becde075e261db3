// Rules as they are written: what is refused, and in which words. A6 of the specification.
#include "cassette/rules.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cassette/impl/rules_testing.hpp"

namespace understudy::cassette {
namespace {

using testing::HasSubstr;
using testing_rules::after;
using testing_rules::good_rules;
using testing_rules::rules_from;

std::string problems_of(std::string_view text) {
    const auto rules = rules_from(text);
    return rules ? std::string("no problem") : base::render(rules.error());
}

// A6
TEST(Rules, UnknownNormalizerIsRefusedWithTheKnownOnes) {
    const std::string text = problems_of("- sha:shrot\n- {use: nothing}\n");
    EXPECT_THAT(text, HasSubstr("there are 2 problems in the rules [rule.bad_rules]"));
    EXPECT_THAT(text, HasSubstr("rules.yaml:1:3: error: there is no normalizer \"sha:shrot\"; the "
                                "known ones are column, count, duration, host, id, issue_number, "
                                "number_in_url, opaque, path, port, pr_number, sha:long, "
                                "sha:short, size, text, timestamps.ISO8601, timestamps.RFC1123, "
                                "timestamps.epoch, uuid, version [rule.unknown_normalizer]"));
    EXPECT_THAT(text, HasSubstr("did you mean \"sha:short\"?"));
    EXPECT_THAT(text, HasSubstr("rules.yaml:2:3: error: there is no normalizer \"nothing\""));
}

struct Bad {
    std::string_view rule, problem;
};
constexpr Bad kBad[] = {
    {"{use: pr_number, at: {line: '('}}",
     "`line` of the rule pr_number is no pattern that can be used [rule.bad_pattern]"},
    {"{use: pr_number, at: {path: '$['}}",
     "`path` of the rule pr_number is no pattern that can be used [rule.bad_pattern]"},
    {"{use: id, with: {pattern: '('}}",
     "`pattern` of the rule id is no pattern that can be used [rule.bad_pattern]"},
    {"{use: pr_number, at: {group: 'no'}}",
     "`group` of the rule pr_number: needs parentheses around the value: 'run ([0-9]+)' "
     "[rule.bad_scope]"},
    {"{use: pr_number, at: {stream: stduot}}",
     "`stream` of the rule pr_number: there is no \"stduot\"; one of: stdout, stderr,"},
    {"{use: id, at: {path: $.a, column: A}}",
     "`column` and `path` of the rule id: no output is both [rule.bad_scope]"},
    {"opaque",
     "the rule opaque: would take everything; name the value with `path`, `column` or `group` "
     "[rule.bad_scope]"},
    {"id", "the rule id: needs `prefix` or `pattern`, or a scope that names one value"},
    {"{use: column, at: {path: $.a}}", "the rule column: needs `column`, the header of a table"},
    {"{use: pr_number, with: {min: 1}}",
     "`with` of the rule pr_number: it has no parameter \"min\"; it has: equality "
     "[rule.bad_parameter]"},
    {"{use: sha:short, with: {min: 41}}",
     "`min` and `max` of sha:short: must be from 4 to 39, `min` not above `max`"},
    {"{use: sha:short, with: {min: many}}", "`min` of the rule sha:short: must be a whole number"},
    {"{use: port, with: {max: 70000}}",
     "`min` and `max` of port: must be from 1 to 65535, `min` not above `max`"},
    {"{use: count, at: {path: $.n}, with: {min: 2, max: 1}}",
     "`min` and `max` of count: `min` is above `max`"},
    {"{use: timestamps.ISO8601, with: {zone: maybe}}",
     "`zone` of the rule timestamps.ISO8601: must be one of: required, any"},
    {"{use: uuid, with: {kind: secret}}",
     "`kind` of the rule uuid: must be a word of letters, digits and . _ -, and not `secret`"},
    {"{use: uuid, with: {equality: 1}}", "`equality` of the rule uuid: must be true or false"},
    {"{use: path, with: {root: 5}}", "`root` of the rule path: must be a text that is not empty"},
    {"{use: issue_number, with: {pattern: '[0-9]+'}}",
     "`pattern` of issue_number: needs one group, which holds the value"},
    {"{uses: pr_number}", "a rule: needs `use`"},
    {"{use: pr_number, at: {paht: $.a}}", "`at` of a rule: has no key \"paht\""},
    {"{use: pr_number, with: [1]}", "`with` of a rule: must be a map, not array"},
};

TEST(Rules, EachProblemInItsOwnWords) {
    for (const auto& [rule, problem] : kBad) {
        EXPECT_THAT(problems_of("- " + std::string(rule)), HasSubstr(problem)) << rule;
    }
}

TEST(Rules, TooManyAreRefused) {
    std::string many;
    for (int i = 0; i < 1'001; ++i) many += "- uuid\n";
    EXPECT_THAT(problems_of(many), HasSubstr("the rules: there are more than 1,000"));
}

constexpr std::string_view kTicket = R"(
normalizers:
  ticket: {pattern: 'T-([0-9]+)', group: 1, type: integer, examples: {match: [T-17], other: [T-x]}}
  colour: {pattern: 'red|blue', examples: {match: [red], other: [green]}}
rules: [ticket, colour, {use: ticket, at: {path: $.n}}]
)";

TEST(OwnNormalizers, WorkLikeOurs) {
    EXPECT_EQ(after(kTicket, "T-17 T-18 T-17 red T-x\n"),
              "T-<ticket:1> T-<ticket:2> T-<ticket:1> <colour:1> T-x\n");
    EXPECT_EQ(after(kTicket, R"({"n": 17, "t": "T-17"})"),
              R"({"n":{"$any":"integer","as":"ticket:1"},"t":"T-<ticket:1>"})");
}

constexpr Bad kBadDefinitions[] = {
    {"{pattern: '(', examples: {match: [a], other: [b]}}",
     "`pattern` of the normalizer \"own\": it does not load"},
    {"{pattern: a, examples: {match: [b], other: [c]}}",
     "the normalizer \"own\": \"b\" should match and does not"},
    {"{pattern: '.', examples: {match: [b], other: [c]}}",
     "the normalizer \"own\": \"c\" should not match and does"},
    {"{pattern: a}", "the normalizer \"own\": needs `examples`"},
    {"{pattern: a, examples: {match: [a]}}", "`examples` of the normalizer \"own\": needs `other`"},
    {"{pattern: a, examples: {match: [], other: [b]}}", "needs one text or more"},
    {"{pattern: a, group: 1, examples: {match: [a], other: [b]}}",
     "`group` of the normalizer \"own\": must be a whole number from 0 to 0"},
    {"{pattern: a, typ: string, examples: {match: [a], other: [b]}}", "has no key \"typ\""},
};

TEST(OwnNormalizers, AreRefusedWithoutExamplesThatHold) {
    for (const auto& [definition, problem] : kBadDefinitions) {
        EXPECT_THAT(problems_of("normalizers: {own: " + std::string(definition) + "}"),
                    HasSubstr(problem));
    }
    EXPECT_THAT(problems_of("normalizers: {uuid: {}}"),
                HasSubstr("\"uuid\" is the name of another normalizer"));
    EXPECT_THAT(problems_of("normalizers: {'a b': {}}"), HasSubstr("\"a b\" is no name"));
    std::string many = "normalizers:\n";
    for (int i = 0; i < 201; ++i) many += "  n" + std::to_string(i) + ": {}\n";
    EXPECT_THAT(problems_of(many), HasSubstr("`normalizers`: more than 200 of them"));
}

}  // namespace
}  // namespace understudy::cassette
