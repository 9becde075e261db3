#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "grammar/grammar.hpp"
#include "grammar/impl/pin.hpp"
#include "grammar/impl/playbook.hpp"

namespace understudy::grammar {
namespace {

using namespace playbook;
using base::Code;

// Every problem of the file as `code: message`, in order.
std::vector<std::string> problems(std::string_view text) {
    auto grammar = try_grammar(text);
    if (grammar) return {};
    std::vector<std::string> lines;
    for (const base::Error& error : grammar.error().because) {
        std::string line = std::string(base::name_of(error.code)) + ": " + base::message(error);
        if (!error.arg("nearest").empty()) line += " ~" + std::string(error.arg("nearest"));
        lines.push_back(std::move(line));
    }
    return lines;
}

std::vector<std::string> problems_with(std::string_view constraints) {
    return problems(R"({"grammar": "g", "constraints": [)" + std::string(constraints) + "]}");
}

using Lines = std::vector<std::string>;

TEST(Load, TellsWhatItRead) {
    Grammar grammar = grammar_of(R"({"grammar": "g", "about": "a test", "types": ["extra"],
        "pinned": {"tool": "t", "versions": ">=1.4 <2"}, "dialect": "b", "dialects": {"a": {}, "b": {}},
        "constraints": [
            {"id": "x", "kind": "once", "types": ["a"], "severity": "info", "enabled": false},
            {"id": "y", "kind": "terminal", "types": ["b"], "about": "why"}]})");
    EXPECT_EQ(grammar.name(), "g");
    EXPECT_EQ(grammar.about(), "a test");
    EXPECT_EQ(grammar.pinned().tool, "t");
    EXPECT_EQ(grammar.pinned().versions, ">=1.4 <2");
    EXPECT_EQ(grammar.types(), (std::vector<std::string>{"extra", "a", "b"}));
    EXPECT_EQ(grammar.dialects(), (std::vector<std::string>{"a", "b"}));
    ASSERT_EQ(grammar.constraints().size(), 2u);
    EXPECT_EQ(grammar.constraints()[0].id, "x");
    EXPECT_EQ(grammar.constraints()[0].severity, Severity::Info);
    EXPECT_FALSE(grammar.constraints()[0].on);
    EXPECT_EQ(grammar.constraints()[1].kind, Kind::Once);
    EXPECT_EQ(outcome_of(grammar, {}).dialect, "b");
    EXPECT_EQ(grammar.type_of(*json::parse(R"({"type":"t"})")), "t");
    EXPECT_EQ(grammar.type_of(*json::parse(R"({"type":7})")), "7");
    EXPECT_EQ(grammar.type_of(*json::parse(R"({"type":{}})")), "");
    EXPECT_EQ(grammar.type_of(*json::parse(R"("[DONE]")")), "[DONE]");
    EXPECT_TRUE(grammar.is_pin_older_than("2.0"));
    EXPECT_FALSE(grammar.is_pin_older_than("1.9.9"));
}

TEST(Load, ReportsEveryProblemWithItsPlace) {
    auto grammar = try_grammar(
        "{\"grammar\": \"g\",\n"
        " \"tyep\": \"/type\",\n"
        " \"constraints\": [\n"
        "  {\"id\": \"a\", \"kind\": \"sequence\"},\n"
        "  {\"id\": \"b\", \"kind\": \"once\", \"typs\": [\"x\"]},\n"
        "  {\"id\": \"b\", \"kind\": \"constant\", \"field\": \"no-slash\"}]}");
    ASSERT_FALSE(grammar);
    const base::Error& error = grammar.error();
    EXPECT_EQ(error.code, Code::GrammarInvalid);
    EXPECT_EQ(base::message(error), "the grammar \"grammar.json\" has 6 problems");
    std::set<std::uint32_t> lines;
    for (const base::Error& each : error.because) {
        EXPECT_EQ(each.where.file, "grammar.json");
        lines.insert(each.where.line);
    }
    EXPECT_EQ(lines, (std::set<std::uint32_t>{2, 4, 5, 6}));
}

TEST(Load, EveryMistakeHasItsSentence) {
    struct Case {
        std::string_view text;
        Lines lines;
    };
    const std::vector<Case> cases = {
        {"[]", {"grammar.shape: the grammar must be a map, not an array"}},
        {"{}",
         {"grammar.missing: the grammar needs `grammar`",
          "grammar.missing: the grammar needs `constraints`"}},
        {R"({"grammar": 1, "constraints": {}})",
         {"grammar.shape: grammar must be text, not a number",
          "grammar.shape: constraints must be a list, not an object"}},
        {R"({"grammar": "g", "order": "a", "grammar": "h"})",
         {"grammar.repeated_key: a key stands twice in the grammar"}},
        {R"({"grammar": "g", "order": "a", "unknown_type": "waring", "enum": "shut"})",
         {"grammar.unknown_word: unknown_type cannot be \"waring\" ~warning",
          "grammar.unknown_word: enum cannot be \"shut\""}},
        {R"({"grammar": "g", "order": "a", "pinned": {"tool": "t", "versions": "new"}})",
         {"grammar.versions: \"new\" is not a range of versions"}},
        {R"({"grammar": "g", "order": "a", "failed": ["after b"]})",
         {"grammar.undeclared_state: state \"after b\" is not declared ~after a"}},
        {R"({"grammar": "g", "order": "a", "dialect": "strict", "dialects": {"compatible": {"disable": "ordr"}}})",
         {"grammar.unknown_constraint: there is no constraint ordr ~order",
          "grammar.unknown_dialect: the grammar g has no dialect strict"}},
        {R"({"grammar": "g", "order": "a", "constraints": [
             {"id": "order", "kind": "once", "types": ["a"]}]})",
         {"grammar.repeated_id: there are two constraints with the id \"order\""}},
    };
    for (const Case& each : cases) EXPECT_EQ(problems(each.text), each.lines) << each.text;
}

TEST(Load, EveryMistakeOfAConstraintHasItsSentence) {
    struct Case {
        std::string_view constraints;
        Lines lines;
    };
    const std::vector<Case> cases = {
        {R"(7)", {"grammar.shape: a constraint must be a map, not a number"}},
        {R"({"id": "s", "kind": "sec"})", {"grammar.unknown_word: kind cannot be \"sec\" ~seq"}},
        {R"({"kind": "once", "types": "a"})", {"grammar.missing: a constraint needs `id`"}},
        {R"({"id": "o", "kind": "once", "types": "a", "scoep": "/x"})",
         {"grammar.unknown_key: unknown key \"scoep\" in the once o ~scope"}},
        {R"({"id": "o", "kind": "once", "types": "a", "then": "b"})",
         {"grammar.unknown_key: unknown key \"then\" in the once o"}},
        {R"({"id": "o", "kind": "once", "types": [""]})",
         {"grammar.shape: types must be the name of a type, not a string"}},
        {R"({"id": "o", "kind": "once", "types": "a", "severity": "drift"})",
         {"grammar.unknown_word: severity cannot be \"drift\""}},
        {R"({"id": "s", "kind": "seq"})",
         {"grammar.missing: the seq s needs `states`",
          "grammar.missing: the seq s needs `accept`"}},
        {R"({"id": "s", "kind": "seq", "start": "S", "accept": ["D"],
             "states": {"S": {"a": "Running"}, "X": {"b": "D"}}})",
         {"grammar.undeclared_state: state \"Running\" is not declared"}},
        {R"({"id": "s", "kind": "seq", "start": "S", "accept": ["D"],
             "states": {"S": {"a": "D"}, "X": {"b": "D"}}})",
         {"grammar.unreachable_state: state \"X\" cannot be reached from the start"}},
        {R"({"id": "s", "kind": "seq", "start": "Strat", "accept": ["Done"],
             "states": {"Start": {"a": "Dine"}}})",
         {"grammar.undeclared_state: state \"Dine\" is not declared ~Done",
          "grammar.undeclared_state: state \"Strat\" is not declared ~Start",
          "grammar.undeclared_state: state \"Done\" is not declared"}},
        {R"({"id": "s", "kind": "seq", "accept": ["D"],
             "states": {"S": {"a": [{"to": "D"}, {"to": "S", "when": "self.x"}]}}})",
         {"grammar.conflict: state \"S\" has a transition on a that is never taken"}},
        {R"({"id": "s", "kind": "seq", "accept": ["D"], "states": {"S": {"a | b": "D", "b": "S"}}})",
         {"grammar.conflict: state \"S\" has a transition on b that is never taken"}},
        {R"({"id": "s", "kind": "seq", "accept": ["D"],
             "states": {"S": {"a": {"to": "D", "when": "slef.x == 1"}}}})",
         {"grammar.bad_guard: the expression of `when` is not right"}},
        {R"({"id": "s", "kind": "seq", "order": "a b", "states": {}})",
         {"grammar.exclusive: `order` and `states` exclude each other in the seq s"}},
        {R"({"id": "s", "kind": "seq", "accept": ["D"], "states": []})",
         {"grammar.shape: states must be a map of states to their transitions, not an array"}},
        {R"({"id": "p", "kind": "per-key", "states": {"A": {"a": "B"}}})",
         {"grammar.missing: the per-key p needs `key`"}},
        {R"({"id": "p", "kind": "per-key", "key": {}, "states": {"A": {"a": "B"}}})",
         {"grammar.shape: key must be a pointer for at least one type, not an object"}},
        {R"({"id": "a", "kind": "any", "types": "p", "after": "Rn"},
            {"id": "s", "kind": "seq", "accept": ["Run"], "states": {"S": {"a": "Run"}}})",
         {"grammar.undeclared_state: state \"Rn\" is not declared ~Run"}},
        {R"({"id": "s", "kind": "seq", "order": "a"}, {"id": "t", "kind": "seq", "order": "b"},
            {"id": "n", "kind": "any", "types": "p", "after": "start"})",
         {"grammar.ambiguous_state: several seqs have a state \"start\""}},
        {R"({"id": "g", "kind": "gapless", "field": "/a/*", "from": "one", "absent": "maybe"})",
         {"grammar.bad_pointer: field cannot be \"/a/*\"",
          "grammar.shape: from must be a whole number, not a string",
          "grammar.unknown_word: absent cannot be \"maybe\""}},
        {R"({"id": "m", "kind": "monotone", "each": "/a/*", "field": "/b"})",
         {"grammar.exclusive: `each` and `field` exclude each other in the monotone m"}},
        {R"({"id": "r", "kind": "ref", "field": "/a", "to": {"type": "x"}})",
         {"grammar.missing: to needs `key`"}},
        {R"({"id": "c", "kind": "concat", "of": {"type": "a", "field": "/x"},
             "equals": {"type": "a", "field": "/y"}, "parse": "json"})",
         {"grammar.exclusive: `parse` and `a running join` exclude each other in the concat c"}},
        {R"({"id": "d", "kind": "derived", "field": "/d", "function": "hmac-sha256", "over": "/a"})",
         {"grammar.missing: the function hmac-sha256 needs `key`"}},
        {R"({"id": "d", "kind": "derived", "field": "/d", "function": "sha265", "over": "/a"})",
         {"grammar.unknown_word: function cannot be \"sha265\" ~sha256"}},
        {R"({"id": "d", "kind": "derived", "field": "/d", "function": "md5",
             "over": {"field": "", "indent": 99}})",
         {"grammar.shape: indent must be 1 to 16, not a number"}},
        {R"({"id": "d", "kind": "derived", "field": "/d", "function": "md5", "over": ""})",
         {"grammar.derived_cycle: derived fields depend on each other: d"}},
        {R"({"id": "d", "kind": "derived", "field": "/a", "function": "md5", "over": "/b"},
            {"id": "e", "kind": "derived", "field": "/b", "function": "md5", "over": "/a"})",
         {"grammar.derived_cycle: derived fields depend on each other: d, e"}},
        {R"({"id": "i", "kind": "implies", "then": {"has": "/a"}})",
         {"grammar.missing: the implies i needs `if`"}},
        {R"({"id": "i", "kind": "implies", "if": "true", "then": {"has": "/a"}, "by": "later"})",
         {"grammar.exclusive: `this `by`` and `a consequence in the same record` exclude each "
          "other "
          "in the implies i"}},
        {R"({"id": "j", "kind": "join", "left": "/a"})",
         {"grammar.missing: the join j needs `right`"}},
        {R"({"id": "o", "kind": "open/close", "open": "a", "close": "b", "endings": "cut",
             "overlap": "no"})",
         {"grammar.unknown_word: endings cannot be \"cut\"",
          "grammar.shape: overlap must be true or false, not a string"}},
    };
    for (const Case& each : cases) {
        EXPECT_EQ(problems_with(each.constraints), each.lines) << each.constraints;
    }
}

TEST(Load, ABadGuardCarriesTheExpressionsOwnError) {
    auto grammar = try_grammar(R"({"grammar": "g", "constraints": [
        {"id": "i", "kind": "implies", "if": "slef.a == 1", "then": {"has": "/b"}}]})");
    ASSERT_FALSE(grammar);
    const base::Error& guard = grammar.error().because.at(0);
    EXPECT_EQ(guard.where.line, 2u);
    ASSERT_EQ(guard.because.size(), 1u);
    EXPECT_TRUE(base::name_of(guard.because[0].code).starts_with("expr."));
}

TEST(Load, DifferentTypesMayDeriveFromEachOther) {
    EXPECT_EQ(problems_with(R"(
        {"id": "d", "kind": "derived", "select": "x", "field": "/a", "function": "md5", "over": "/b"},
        {"id": "e", "kind": "derived", "select": "y", "field": "/b", "function": "md5", "over": "/a"})"),
              Lines{});
}

TEST(Load, LimitsAreErrorsThatNameThem) {
    std::string names;
    for (int i = 0; i < 1001; ++i) names += "n ";
    std::string nested = std::string(200, '(') + "a" + std::string(200, ')');
    std::string exponential = "(a | b)* a";
    for (int i = 0; i < 20; ++i) exponential += " (a | b)";
    std::string wide;
    for (int i = 0; i < 900; ++i) wide += "t" + std::to_string(i) + "? ";
    struct Case {
        std::string line;
        std::string message;
    };
    const std::vector<Case> cases = {
        {names, "the number of names in the short form passes the limit of 1,000"},
        {nested, "the nesting of the short form passes the limit of 100"},
        {std::string(20'000, 'x'), "the length of the short form passes the limit of 16,384 bytes"},
        {exponential, "the number of states of the short form passes the limit of 2,000"},
        {wide, "the number of transitions of the short form passes the limit of 100,000"},
    };
    for (const Case& each : cases) {
        auto grammar = load_short_form(each.line);
        ASSERT_FALSE(grammar) << each.line.substr(0, 40);
        EXPECT_EQ(grammar.error().because.at(0).code, Code::GrammarLimit);
        EXPECT_EQ(base::message(grammar.error().because.at(0)), each.message);
    }
}

TEST(Pin, RangesAreReadAndCompared) {
    for (std::string_view range : {">=1.4 <2", "1.2.3", "<2", ">=1 <2 || >=3 <4", "=v1.0-beta"}) {
        EXPECT_TRUE(is_version_range(range)) << range;
    }
    for (std::string_view range : {"", "new", ">= 1", "1.2.3.4.5", "||", "1 ||"}) {
        EXPECT_FALSE(is_version_range(range)) << range;
    }
    EXPECT_TRUE(is_version("1.2.3-rc1"));
    EXPECT_FALSE(is_version("latest"));
    EXPECT_TRUE(is_above(">=1.4 <2", "2"));
    EXPECT_FALSE(is_above(">=1.4 <2", "1.9.9"));
    EXPECT_FALSE(is_above(">=1.4 <2", "1.0"));
    EXPECT_FALSE(is_above(">=1.4", "99"));
    EXPECT_TRUE(is_above("<=1.5", "1.5.1"));
    EXPECT_FALSE(is_above("<2 || >=3 <4", "2.5"));
    EXPECT_TRUE(is_above("<2 || >=3 <4", "4.0"));
    EXPECT_FALSE(is_above("<2", "latest"));
}

}  // namespace
}  // namespace understudy::grammar
