// What may come next, and where a stream may stop: promises kept by feeding exactly that.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "grammar/impl/playbook.hpp"
#include "grammar/judge.hpp"

namespace understudy::grammar {
namespace {

using namespace playbook;

// `a b? !`: legal types, those that depend on the record with a question mark, then how it may
// stop.
std::string next_after(const Grammar& grammar, std::string_view stream) {
    Judge judge = *Judge::open(grammar);
    for (const Record& record : records_of(stream)) EXPECT_TRUE(judge.feed(record));
    Next next = judge.next();
    std::string text;
    for (const NextType& each : next.types) text += each.type + (each.certain ? " " : "? ");
    text += next.may_complete ? "c" : "-";
    text += next.may_fail ? "f" : "-";
    text += next.may_interrupt ? "i" : "-";
    return text;
}

constexpr std::string_view kStream = R"({"grammar": "g", "constraints": [
    {"id": "order", "kind": "seq", "start": "Idle", "accept": ["Done"], "failed": ["Failed"],
     "interruptible": ["Run"],
     "states": {"Idle": {"start": "Run"},
                "Run": {"use": "Run", "result": "Run", "end": "Done", "error": "Failed"}}},
    {"id": "noise", "kind": "any", "types": ["ping"], "after": "Run"},
    {"id": "tool", "kind": "per-key", "key": "/id",
     "states": {"None": {"use": "Busy"}, "Busy": {"result": "Closed"}}},
    {"id": "closed", "kind": "open/close", "open": "use", "close": "result", "key": "/id",
     "before": "Done"},
    {"id": "last", "kind": "terminal", "types": ["end", "error"]}]})";

TEST(Next, FollowsEveryConstraintThatCanBeDecided) {
    Grammar grammar = grammar_of(kStream);
    EXPECT_EQ(next_after(grammar, ""), "start ---");
    EXPECT_EQ(next_after(grammar, "start"), "use? end error ping --i");
    EXPECT_EQ(next_after(grammar, "start\n{\"type\":\"use\",\"id\":1}"),
              "use? result? error ping --i");
    EXPECT_EQ(next_after(grammar, "start\nend"), "c--");
    EXPECT_EQ(next_after(grammar, "start\nerror"), "-f-");
}

TEST(Next, OnceGuardsAndOverlap) {
    EXPECT_EQ(next_after(grammar_with(R"({"id": "o", "kind": "once", "types": ["a", "b"]})"), "a"),
              "b cfi");
    EXPECT_EQ(
        next_after(grammar_with(R"({"id": "o", "kind": "once", "types": ["a"], "scope": "/k"})"),
                   R"({"type":"a","k":1})"),
        "a? cfi");
    Grammar blocks = grammar_with(R"({"id": "b", "kind": "open/close", "open": "start",
        "close": "stop", "overlap": false})");
    EXPECT_EQ(next_after(blocks, ""), "start stop cfi");
    EXPECT_EQ(next_after(blocks, "start"), "stop --i");
    Grammar guarded = grammar_with(R"({"id": "s", "kind": "seq", "accept": ["B"],
        "states": {"A": {"x": {"to": "B", "when": "self.ok"}}}})");
    EXPECT_EQ(next_after(guarded, ""), "x? ---");
    Grammar owed = grammar_with(R"({"id": "i", "kind": "implies", "if": {"type": "ask"},
        "then": {"record": "answer"}})");
    EXPECT_EQ(next_after(owed, "ask"), "ask answer --i");
    EXPECT_EQ(next_after(owed, "ask\nanswer"), "ask answer cfi");
}

// A stream grows by legal types only, or meets an illegal one: next() is right both times.
RC_GTEST_PROP(Next, CertainTypesAreLegalAndTheOthersAreNot, ()) {
    const std::vector<std::string_view> grammars = {
        R"j({"grammar": "g", "order": "init (a | b c?)* (end | fail)", "any": ["ping"]})j",
        R"({"grammar": "g", "constraints": [
            {"id": "order", "kind": "seq", "accept": ["D"], "states":
             {"S": {"a": "R"}, "R": {"b": "R", "c": "T", "d": "D"}, "T": {"b": "R"}, "*": {"e": "D"}}},
            {"id": "one", "kind": "once", "types": ["c"]},
            {"id": "end", "kind": "terminal", "types": ["d", "e"], "then": ["x"]},
            {"id": "any", "kind": "any", "types": ["x"]}]})",
        R"({"grammar": "g", "constraints": [
            {"id": "order", "kind": "seq", "accept": ["D"], "states":
             {"S": {"open": "S", "close": "S", "end": "D"}}},
            {"id": "pair", "kind": "open/close", "open": "open", "close": "close", "overlap": false,
             "before": "D"}]})",
    };
    Grammar grammar = grammar_of(*rc::gen::elementOf(grammars));
    Judge judge = *Judge::open(grammar);
    int length = *rc::gen::inRange(0, 12);
    for (int i = 0; i < length; ++i) {
        Next next = judge.next();
        if (next.types.empty()) break;
        std::size_t pick = *rc::gen::inRange<std::size_t>(0, next.types.size());
        RC_ASSERT(judge.feed({json::Value::object({{"type", next.types[pick].type}})}));
        if (next.types[pick].certain) RC_ASSERT(judge.so_far().empty());
    }
    RC_ASSERT(judge.so_far().empty());
    Next next = judge.next();
    RC_ASSERT(next.may_complete == judge.finish(Ending::Complete).verdicts.empty());
    RC_ASSERT(next.may_fail == judge.finish(Ending::Failed).verdicts.empty());
    RC_ASSERT(next.may_interrupt == judge.finish(Ending::Interrupted).verdicts.empty());
    std::vector<std::string> illegal = grammar.types();
    for (const NextType& legal : next.types) std::erase(illegal, legal.type);
    RC_PRE(!illegal.empty());
    std::string type = *rc::gen::elementOf(illegal);
    RC_ASSERT(judge.feed({json::Value::object({{"type", type}})}));
    RC_ASSERT(!judge.so_far().empty());
}

}  // namespace
}  // namespace understudy::grammar
