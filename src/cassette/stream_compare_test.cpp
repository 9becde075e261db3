// Streams: events by kind and field, by the grammar observed or by one that was given.
#include <gtest/gtest.h>

#include "cassette/compare_testing.hpp"

namespace understudy::cassette {
namespace {

using testing_compare::answer;
using testing_compare::command;
using testing_compare::stream;
using testing_compare::told;

std::string event(const std::string& kind, const std::string& more = "") {
    return R"({"type":")" + kind + '"' + more + "}\n";
}

CompareOptions by(std::string grammar) {
    CompareOptions options;
    options.grammar = std::move(grammar);
    return options;
}

const std::string kStart = event("system", R"(,"subtype":"init")");
const std::string kEnd = event("result", R"(,"subtype":"success")");

TEST(StreamCompare, AFieldOfAnEventIsNamed) {
    EXPECT_EQ(told(stream(kStart + event("assistant", R"(,"n":1)") + kEnd),
                   stream(kStart + event("assistant", R"(,"n":2)") + kEnd)),
              "value_changed stdout /1/n: 1 -> 2\n");
}

TEST(StreamCompare, WithoutAGrammarTheObservedKindsAreIt) {
    const Exchange before = stream(kStart + event("hook") + event("assistant") + kEnd);
    EXPECT_EQ(told(before, stream(kStart + event("assistant") + kEnd)),
              "grammar_changed stdout /1: {\"type\":\"hook\"} -> nothing\n");
    EXPECT_EQ(
        told(before, stream(kStart + event("hook") + event("news") + event("assistant") + kEnd)),
        "grammar_changed stdout /2: nothing -> {\"type\":\"news\"}\n");
}

TEST(StreamCompare, AGrammarAllowsWhatItSays) {
    const CompareOptions options = by("init hook? (assistant | tool)* result");
    const Exchange before = stream(kStart + event("hook") + event("assistant") + kEnd);
    EXPECT_EQ(told(before, stream(kStart + event("assistant") + event("tool") + kEnd), options),
              "");
    EXPECT_EQ(told(before, stream(kStart + event("assistant") + event("hook") + kEnd), options),
              "grammar_changed stdout /2: \"assistant, tool, result\" -> {\"type\":\"hook\"}\n");
    EXPECT_EQ(
        told(before, stream(kStart + event("assistant")), options),
        "grammar_changed stdout /2: \"assistant, tool, result\" -> \"the end of the stream\"\n");
}

TEST(StreamCompare, AWholeGrammarMayBeGiven) {
    const CompareOptions options = by(R"(
grammar: talk
type: /type
constraints:
  - {id: order, kind: seq, start: Begin, accept: [End], states: {Begin: {a: Run}, Run: {a: Run, b: End}}}
)");
    EXPECT_EQ(told(stream(event("a") + event("b")), stream(event("a") + event("a") + event("b")),
                   options),
              "");
    EXPECT_NE(told(stream(event("a") + event("b")), stream(event("b")), options), "");
}

TEST(StreamCompare, AGrammarThatCannotBeReadIsUnknown) {
    const std::string text = told(stream(event("a")), stream(event("b")), by("a ( b"));
    EXPECT_NE(text.find("unknown: the grammar of the stream cannot be used: "), std::string::npos)
        << text;
}

// P29: malformed lines take part; garbage is equal to the same garbage only.
TEST(StreamCompare, P29MalformedLinesAreEvents) {
    const Exchange before = stream(event("a") + event("b"));
    EXPECT_EQ(told(before, stream(event("a") + "{\"type\":\"b\"")),
              "grammar_changed stdout /1: {\"type\":\"b\"} -> nothing\n"
              "grammar_changed stdout /1: nothing -> \"{\\\"type\\\":\\\"b\\\"\"\n");
    const Exchange garbage = stream(event("a") + "rubbish\n");
    EXPECT_EQ(told(garbage, stream(event("a") + "rubbish\n")), "");
    EXPECT_EQ(told(garbage, stream(event("a") + "other rubbish\n")),
              "grammar_changed stdout /1: \"rubbish\" -> \"other rubbish\"\n");
    EXPECT_EQ(told(garbage, stream(event("a") + "42\n")),
              "grammar_changed stdout /1: \"rubbish\" -> \"42\"\n");
    EXPECT_EQ(told(stream(event("a")), stream(event("a") + "rubbish\n"), by("a*")),
              "grammar_changed stdout /1: nothing -> \"rubbish\"\n");
}

TEST(StreamCompare, LinksBetweenEventsAreKeptByEquality) {
    const std::string rules = "[{use: id, at: {path: '$.id'}}, {use: id, at: {path: '$.of'}}]";
    const auto call = [](const std::string& id, const std::string& of) {
        return stream(event("use", R"(,"id":")" + id + '"') +
                      event("got", R"(,"of":")" + of + '"'));
    };
    EXPECT_EQ(told(call("tool_a1", "tool_a1"), call("tool_b2", "tool_b2"), {}, rules), "");
    EXPECT_NE(told(call("tool_a1", "tool_a1"), call("tool_b2", "tool_c3"), {}, rules), "");
}

TEST(StreamCompare, HowAStreamEndsIsCompared) {
    EXPECT_EQ(told(stream(event("a")), stream(event("a"), StreamEnd::Cut)),
              "exit_changed end: \"complete\" -> \"cut\"\n");
}

TEST(StreamCompare, ServerSentEventsByNameAndData) {
    Exchange before = answer(200, "event: ping\ndata: {\"n\":1}\n\ndata: [DONE]\n\n");
    EXPECT_EQ(
        told(before, answer(200, ": alive\n\nevent: ping\ndata: {\"n\":2}\n\ndata: [DONE]\n\n")),
        "value_changed body /0/n: 1 -> 2\n");
    EXPECT_EQ(told(before, answer(200, "event: pong\ndata: {\"n\":1}\n\ndata: [DONE]\n\n")),
              "grammar_changed body /0: {\"n\":1} -> nothing\n"
              "grammar_changed body /0: nothing -> {\"n\":1}\n");
    EXPECT_EQ(told(before, answer(200, "event: ping\ndata: {\"n\":1}\n\ndata: [DONE]\n")),
              "grammar_changed body /1: \"[DONE]\" -> nothing\n"
              "grammar_changed body /1: nothing -> \"data: [DONE]\\n\"\n");
}

TEST(StreamCompare, LinesOfJsonAreFoundWithoutBeingDeclared) {
    EXPECT_EQ(told(command({event("a", R"(,"n":1)") + event("b")}),
                   command({event("a", R"(,"n":1)") + event("b", R"(,"m":1)")})),
              "field_added stdout /1/m: nothing -> 1\n");
}

TEST(StreamCompare, LongStreamsAreComparedInStep) {
    std::string before;
    std::string after;
    for (int i = 0; i < 3'000; ++i) {
        before += event("a", ",\"n\":" + std::to_string(i));
        after += event("a", ",\"n\":" + std::to_string(i + 5'000));
    }
    const Exchange first[] = {stream(before)};
    const Exchange second[] = {stream(after + event("b"))};
    const Comparison result = compare(first, second, testing_compare::rules_from("[]"), {});
    EXPECT_EQ(result.differences.size() + result.left_out, 3'001U);
    EXPECT_EQ(result.differences[0].drift, Drift::GrammarChanged);
}

}  // namespace
}  // namespace understudy::cassette
