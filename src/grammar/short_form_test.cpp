#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "base/regex.hpp"
#include "grammar/grammar.hpp"
#include "grammar/impl/playbook.hpp"

namespace understudy::grammar {
namespace {

using namespace playbook;

bool accepts(const Grammar& grammar, std::string_view types) {
    std::vector<Record> records;
    for (std::string_view type : base::split(types, ' ')) {
        if (!type.empty()) records.push_back({json::Value::object({{"type", type}}), {}});
    }
    return outcome_of(grammar, records).verdicts.empty();
}

TEST(ShortForm, OptionalRepeatedAndAlternativeParts) {
    struct Case {
        std::string_view line;
        std::vector<std::string_view> legal;
        std::vector<std::string_view> illegal;
    };
    const std::vector<Case> cases = {
        {"init hook? (assistant | tool_result | rate_limit)* result",
         {"init result", "init hook result", "init hook assistant tool_result assistant result"},
         {"", "init", "result", "init hook hook result", "init result result", "assistant result"}},
        {"a+", {"a", "a a a"}, {"", "b"}},
        {"a? b? c?", {"", "a", "b", "c", "a c", "a b c"}, {"b a", "c c"}},
        {"(a b)+ c", {"a b c", "a b a b c"}, {"c", "a c", "a b"}},
        {"(a|b|)*", {}, {}},
        {"a (b c)* b d", {"a b d", "a b c b d"}, {"a d", "a b c d"}},
        {R"("[DONE]" "two words")", {}, {"[DONE]"}},
        {"a**", {"", "a a"}, {"b"}},
    };
    for (const Case& each : cases) {
        auto grammar = load_short_form(each.line);
        if (each.legal.empty() && each.illegal.empty()) {
            EXPECT_FALSE(grammar) << each.line;
            continue;
        }
        ASSERT_TRUE(grammar) << base::render(grammar.error());
        for (std::string_view types : each.legal) EXPECT_TRUE(accepts(*grammar, types)) << types;
        for (std::string_view types : each.illegal) EXPECT_FALSE(accepts(*grammar, types)) << types;
    }
}

TEST(ShortForm, StatesAreNamedAfterWhatCame) {
    Grammar grammar = *load_short_form("init (a | b)* a end");
    EXPECT_EQ(
        play(grammar, "init\na\ninit"),
        "fixture.order.unexpected order@3 in after a: init, not a, b, end; records 1 to 3; folded "
        "1\n");
    EXPECT_EQ(play(grammar, "end"),
              "fixture.order.unexpected order@1 in start: end, not init; record 1\n");
}

TEST(ShortForm, StandsInAGrammarASeqOrAPerKey) {
    Grammar whole = grammar_of(R"({"grammar": "g", "order": "a b? c", "any": ["ping"],
        "failed": ["after b"]})");
    EXPECT_EQ(play(whole, "a\nping\nc"), "");
    EXPECT_EQ(play(whole, "a\nb", Ending::Failed), "");
    EXPECT_EQ(play(whole, "a", Ending::Interrupted), "");
    Grammar keyed = grammar_with(R"({"id": "tool", "kind": "per-key", "key": "/id",
        "order": "use progress* result"})");
    EXPECT_EQ(play(keyed, R"({"type":"use","id":1}
                             {"type":"progress","id":1}
                             {"type":"result","id":1})"),
              "");
    EXPECT_EQ(play(keyed, R"({"type":"use","id":1})"),
              "fixture.order.key_unexpected tool@1 at end for 1 in after use: the end, not "
              "progress, result; "
              "record 1\n");
}

TEST(ShortForm, WhatIsWrongIsSaidWithItsPlace) {
    struct Case {
        std::string_view line;
        std::string_view message;
    };
    const std::vector<Case> cases = {
        {"", "the short form cannot be read: a name is missing, at character 1"},
        {"a (b", "the short form cannot be read: a ( is never closed, at character 5"},
        {"a )", "the short form cannot be read: there is a ) too many, at character 3"},
        {"a | | b", "the short form cannot be read: a name is missing, at character 5"},
        {"a ()", "the short form cannot be read: a name is missing, at character 4"},
        {"* a", "the short form cannot be read: a name is missing, at character 1"},
        {"\"a", "the short form cannot be read: a \" is never closed, at character 1"},
    };
    for (const Case& each : cases) {
        auto grammar = load_short_form(each.line);
        ASSERT_FALSE(grammar) << each.line;
        EXPECT_EQ(base::message(grammar.error().because.at(0)), each.message) << each.line;
        EXPECT_EQ(grammar.error().because.at(0).code, base::Code::GrammarShortForm);
    }
}

// A random line over one-letter names is a regular expression too: RE2 is the judge.
struct Line {
    std::string ours;
    std::string theirs;
};

rc::Gen<Line> line(int depth) {
    auto name = rc::gen::map(rc::gen::element(std::string("a"), std::string("b"), std::string("c")),
                             [](const std::string& s) {
                                 return Line{s, s};
                             });
    if (depth == 0) return name;
    auto part = rc::gen::lazy([depth] { return line(depth - 1); });
    auto in_order = rc::gen::map(rc::gen::pair(part, part), [](const std::pair<Line, Line>& p) {
        return Line{p.first.ours + " " + p.second.ours, p.first.theirs + p.second.theirs};
    });
    auto either = rc::gen::map(rc::gen::pair(part, part), [](const std::pair<Line, Line>& p) {
        return Line{"(" + p.first.ours + " | " + p.second.ours + ")",
                    "(?:" + p.first.theirs + "|" + p.second.theirs + ")"};
    });
    auto marked = rc::gen::map(rc::gen::pair(part, rc::gen::element('?', '*', '+')),
                               [](const std::pair<Line, char>& p) {
                                   return Line{"(" + p.first.ours + ")" + p.second,
                                               "(?:" + p.first.theirs + ")" + p.second};
                               });
    return rc::gen::oneOf(name, in_order, either, marked);
}

RC_GTEST_PROP(ShortForm, AcceptsWhatTheSameRegularExpressionAccepts, ()) {
    Line both = *line(4);
    std::string word = *rc::gen::container<std::string>(rc::gen::element('a', 'b', 'c'));
    auto grammar = load_short_form(both.ours + " (a b c)?");
    auto regex = base::Regex::compile(both.theirs + "(?:abc)?");
    RC_ASSERT(grammar.has_value());
    RC_ASSERT(regex.has_value());
    std::string spaced;
    for (char c : word) spaced += std::string(1, c) + " ";
    RC_ASSERT(accepts(*grammar, spaced) == regex->matches_whole(word));
}

}  // namespace
}  // namespace understudy::grammar
