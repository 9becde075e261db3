// The kinds that speak of record types: one table each of streams and their exact verdicts.
#include <gtest/gtest.h>

#include "grammar/impl/playbook.hpp"

namespace understudy::grammar {
namespace {

using namespace playbook;

constexpr std::string_view kExample = R"({
  "grammar": "example-stream",
  "pinned": {"tool": "example-cli", "versions": ">=1.4 <2"},
  "type": "/type",
  "unknown_type": "warning",
  "constraints": [
    {"id": "order", "kind": "seq", "start": "Idle", "accept": ["Done", "Failed"],
     "interruptible": ["Run"],
     "states": {"Idle": {"session_start": "Run"},
                "Run": {"text_delta": "Run", "tool_use": "Run", "tool_result": "Run",
                        "session_end": "Done", "error": "Failed"}}},
    {"id": "noise", "kind": "any", "types": ["ping", "log"]},
    {"id": "tool", "kind": "per-key", "key": "/toolCallId",
     "states": {"Idle": {"tool_use": "Busy"}, "Busy": {"tool_result": "Closed"}}},
    {"id": "tools-closed", "kind": "open/close", "open": "tool_use", "close": "tool_result",
     "key": "/toolCallId", "before": "Done"},
    {"id": "one-session", "kind": "constant", "field": "/sessionId"}
  ]})";

TEST(Example, JudgesAsTheSpecificationSays) {
    Grammar grammar = grammar_of(kExample);
    expect_all(grammar, {
                            {"session_start\nping\ntext_delta\nsession_end", ""},
                            {"session_start\n"
                             R"({"type":"tool_use","toolCallId":"t1"})"
                             "\n"
                             R"({"type":"tool_result","toolCallId":"t1"})"
                             "\nsession_end",
                             ""},
                            {"session_start\ntext_delta", "", Ending::Interrupted},
                            {"session_start\nerror", "", Ending::Failed},
                            {"session_start\ntext_delta",
                             "fixture.order.incomplete order@2 at end in Run: the end, said to be "
                             "complete, not text_delta, "
                             "tool_use, tool_result, session_end, error; records 1 to 2\n"},
                            {R"({"type":"session_start","sessionId":"s1"})"
                             "\n"
                             R"({"type":"tool_use","toolCallId":"t1"})"
                             "\n"
                             R"({"type":"session_end","sessionId":"s2"})",
                             "fixture.order.unclosed tools-closed@2 for \"t1\": session_end "
                             "(record 3), not its close; "
                             "records 1 to 3\n"
                             "fixture.order.not_constant one-session@3: \"s2\", not \"s1\", as in "
                             "record 1; records 1, 3\n"},
                            {"session_start\n"
                             R"({"type":"tool_result","toolCallId":"t9"})"
                             "\nsession_end",
                             "fixture.order.key_unexpected tool@2 for \"t9\" in Idle: tool_result, "
                             "not tool_use; record 2\n"},
                            {"session_start\ntelemetry\nsession_end",
                             "fixture.order.unknown_type @2: telemetry, not a type the grammar "
                             "knows; record 2; warning\n"},
                        });
}

TEST(Seq, FindsWhatDoesNotFitAndGoesOn) {
    Grammar grammar = grammar_with(R"({"id": "order", "kind": "seq", "start": "S",
        "accept": ["D"], "states": {"S": {"a": "R"}, "R": {"b": "R", "c": "T", "d": "D"},
        "T": {"b": "R", "e": "T"}}})");
    expect_all(
        grammar,
        {
            {"a\nb\nb\nd", ""},
            {"a\nc\ne\nb\nd", ""},
            // b leads to R wherever it is legal: the walk goes there.
            {"b\nd", "fixture.order.unexpected order@1 in S: b, not a; record 1\n"},
            {"a\nd\nd",
             "fixture.order.unexpected order@3 in D: d, not nothing more; records 1 to 3\n"},
            // The same type in the same state again is the same cause.
            {"a\na\na\nd",
             "fixture.order.unexpected order@2 in R: a, not b, c, d; records 1 to 2; folded 1\n"},
            {"a",
             "fixture.order.incomplete order@1 at end in R: the end, said to be complete, not b, "
             "c, "
             "d; record 1\n"},
            {"",
             "fixture.order.incomplete order@0 at end in S: the end, said to be complete, not a; "
             "no "
             "record\n"},
        });
}

TEST(Seq, ALostWalkBlamesItsFirstRecordOnly) {
    // x is legal in two places with different targets, so the walk cannot follow it.
    Grammar grammar = grammar_with(R"({"id": "order", "kind": "seq", "start": "S",
        "accept": ["D"], "states": {"S": {"a": "R"}, "R": {"x": "D", "y": "Q"},
        "Q": {"x": "R", "y": "D"}}})");
    EXPECT_EQ(play(grammar, "x\ny\nx"),
              "fixture.order.unexpected order@1 in S: x, not a; record 1; folded 3\n");
}

TEST(Seq, GuardsChooseTheTransition) {
    Grammar grammar = grammar_with(R"({"id": "order", "kind": "seq", "start": "S",
        "accept": ["Good", "Bad"],
        "states": {"S": {"end": [{"to": "Good", "when": "self.ok"}, {"to": "Bad", "when": "!self.ok"}]},
                   "Good": {"again": "S"}}})");
    expect_all(grammar, {
                            {R"({"type":"end","ok":true})", ""},
                            {R"({"type":"end","ok":false})", ""},
                            {"end",
                             "fixture.order.unexpected order@1 in S: end, not end when self.ok; "
                             "record 1; folded 1\n"},
                            {R"({"type":"end","ok":false})"
                             "\nagain",
                             "fixture.order.unexpected order@2 in Bad: again, not nothing more; "
                             "records 1 to 2; folded 1\n"},
                        });
}

TEST(Seq, AGuardWithoutAnAnswerIsReportedAsNotJudged) {
    Grammar grammar = grammar_with(R"({"id": "order", "kind": "seq", "start": "S",
        "accept": ["D"], "states": {"S": {"a": {"to": "D", "when": "self.n > 1"}}}})");
    std::string said = play(grammar, R"({"type":"a","n":"text"})");
    EXPECT_NE(said.find("not judged order@1: `self.n > 1` has no answer"), std::string::npos)
        << said;
}

TEST(Seq, EndingsMustFitTheState) {
    Grammar grammar = grammar_with(R"({"id": "order", "kind": "seq", "start": "S",
        "accept": ["Done", "Turn"], "failed": ["Failed"], "interruptible": ["Run"],
        "states": {"S": {"a": "Run"}, "Run": {"ok": "Done", "no": "Failed", "t": "Turn"},
                   "Turn": {"a": "Run"}}})");
    expect_all(grammar, {
                            {"a\nok", "", Ending::Complete},
                            {"a\nno", "", Ending::Failed},
                            {"a", "", Ending::Interrupted},
                            {"a\nt", "", Ending::Interrupted},
                            {"a\nno",
                             "fixture.order.incomplete order@2 at end in Failed: the end, said to "
                             "be complete, not an end said "
                             "to be failed; records 1 to 2\n",
                             Ending::Complete},
                            {"a\nok",
                             "fixture.order.incomplete order@2 at end in Done: the end, said to be "
                             "failed, not an end said to be "
                             "complete; records 1 to 2\n",
                             Ending::Failed},
                            {"a\nok",
                             "fixture.order.incomplete order@2 at end in Done: the end, said to be "
                             "interrupted, not an end said "
                             "to be complete or failed; records 1 to 2\n",
                             Ending::Interrupted},
                            {"",
                             "fixture.order.incomplete order@0 at end in S: the end, said to be "
                             "interrupted, not a; no record\n",
                             Ending::Interrupted},
                        });
}

TEST(Seq, AStarStateAddsTransitionsAndAStarTypeTakesTheRest) {
    Grammar grammar = grammar_with(R"({"id": "order", "kind": "seq", "start": "S",
        "accept": ["D", "F"], "states": {"S": {"a": "R"}, "R": {"b | c": "R", "end": "D"},
        "*": {"error": "F"}}})");
    expect_all(
        grammar,
        {
            {"error", ""},
            {"a\nb\nc\nerror", ""},
            {"a\nend\nerror",
             "fixture.order.unexpected order@3 in D: error, not nothing more; records 1 to 3\n"},
        });
    Grammar rest = grammar_of(R"({"grammar": "g", "types": ["x", "y"], "constraints": [
        {"id": "order", "kind": "seq", "start": "S", "accept": ["R"],
         "states": {"S": {"created": "R"}, "R": {"*": "R"}}}]})");
    expect_all(rest,
               {
                   {"created\nx\ny\ncreated", ""},
                   {"x\ny", "fixture.order.unexpected order@1 in S: x, not created; record 1\n"},
                   {"created\nnew",
                    "fixture.order.unknown_type @2: new, not a type the grammar knows; record 2; "
                    "warning\n"},
               });
}

TEST(Any, IsInvisibleToOrderFromItsMomentOn) {
    constexpr std::string_view kSeq = R"({"id": "order", "kind": "seq", "start": "S",
        "accept": ["D"], "states": {"S": {"start": "R"}, "R": {"stop": "D"}}})";
    Grammar everywhere =
        grammar_with(std::string(kSeq) + R"(,{"id": "noise", "kind": "any", "types": ["ping"]})");
    expect_all(everywhere, {{"ping\nstart\nping\nstop\nping", ""}});
    Grammar by_state = grammar_with(
        std::string(kSeq) + R"(,{"id": "noise", "kind": "any", "types": ["ping"], "after": "R"})");
    Grammar by_type = grammar_with(
        std::string(kSeq) +
        R"(,{"id": "noise", "kind": "any", "types": ["ping"], "after": {"type": "start"}})");
    for (const Grammar* grammar : {&by_state, &by_type}) {
        expect_all(*grammar,
                   {
                       {"start\nping\nstop\nping", ""},
                       {"ping\nstart\nstop",
                        "fixture.order.unexpected order@1 in S: ping, not start; record 1\n"},
                   });
    }
    Grammar guarded = grammar_with(
        std::string(kSeq) +
        R"(,{"id": "noise", "kind": "any", "types": {"type": "ping", "when": "self.idle"}})");
    expect_all(guarded,
               {
                   {"start\n"
                    R"({"type":"ping","idle":true})"
                    "\nstop",
                    ""},
                   {"start\nping\nstop",
                    "fixture.order.unexpected order@2 in R: ping, not stop; records 1 to 2\n"},
               });
}

TEST(PerKey, WalksOneAutomatonForEachKey) {
    Grammar grammar = grammar_with(R"({"id": "block", "kind": "per-key", "key": "/i",
        "states": {"None": {"start": "Open"}, "Open": {"delta": "Open", "stop": "Closed"}}})");
    expect_all(
        grammar,
        {
            {R"({"type":"start","i":0}
                {"type":"start","i":1}
                {"type":"delta","i":0}
                {"type":"stop","i":1}
                {"type":"stop","i":0})",
             ""},
            // The delta's own place is known, so what follows is judged from there.
            {R"({"type":"start","i":0}
                {"type":"delta","i":1}
                {"type":"delta","i":1}
                {"type":"stop","i":1})",
             "fixture.order.key_unexpected block@2 for 1 in None: delta, not start; record 2\n"},
            // Loops are no part of the witness.
            {R"({"type":"start","i":0}
                {"type":"delta","i":0}
                {"type":"delta","i":0}
                {"type":"start","i":1}
                {"type":"stop","i":0}
                {"type":"delta","i":0})",
             "fixture.order.key_unexpected block@6 for 0 in Closed: delta, not nothing more; "
             "records 1, 5 to "
             "6\n"},
            {"start\nstart",
             "fixture.order.key_unexpected block@1: start without one, not a key at /i; record 1; "
             "folded 1\n"},
            {R"({"type":"start","i":0})", ""},
        });
}

TEST(PerKey, AnEndIsOwedOnlyWhereAcceptIsSaid) {
    Grammar grammar = grammar_with(R"({"id": "effect", "kind": "per-key", "key": "/id",
        "accept": ["Done"], "states": {"None": {"ask": "Asked"}, "Asked": {"answer": "Done"}}})");
    constexpr std::string_view kOpen = R"({"type":"ask","id":"a"}
        {"type":"ask","id":"b"}
        {"type":"answer","id":"a"})";
    expect_all(grammar,
               {
                   {kOpen,
                    "fixture.order.key_unexpected effect@2 at end for \"b\" in Asked: the end, not "
                    "answer; record 2\n"},
                   {kOpen, "", Ending::Interrupted},
               });
}

TEST(PerKey, KeysMayBeCompositeDifferByTypeOrStandInLists) {
    Grammar composite = grammar_with(R"({"id": "part", "kind": "per-key", "key": ["/o", "/c"],
        "states": {"None": {"add": "Open"}, "Open": {"done": "Closed"}}})");
    expect_all(
        composite,
        {{R"({"type":"add","o":0,"c":0}
                               {"type":"add","o":0,"c":1}
                               {"type":"done","o":0,"c":1}
                               {"type":"done","o":1,"c":0})",
          "fixture.order.key_unexpected part@4 for 1 0 in None: done, not add; record 4\n"}});
    Grammar lists = grammar_with(R"({"id": "tool", "kind": "per-key",
        "key": {"assistant": "/content/*/id", "user": "/content/*/tool_use_id"},
        "states": {"None": {"assistant": "Asked"}, "Asked": {"user": "Answered"}}})");
    expect_all(lists, {
                          {R"({"type":"assistant","content":[{"text":"hi"},{"id":"t1"},{"id":"t2"}]}
                       {"type":"user","content":[{"tool_use_id":"t1"}]}
                       {"type":"assistant","content":[{"text":"hm"}]}
                       {"type":"user","content":[{"tool_use_id":"t2"}]})",
                           ""},
                          {R"({"type":"user","content":[{"tool_use_id":"t1"}]})",
                           "fixture.order.key_unexpected tool@1 for \"t1\" in None: user, not "
                           "assistant; record 1\n"},
                      });
}

TEST(PerKey, ANewScopeForgetsAllKeys) {
    Grammar grammar = grammar_with(R"({"id": "block", "kind": "per-key", "key": "/i",
        "scope": {"since": "message_start"},
        "states": {"None": {"start": "Open"}, "Open": {"stop": "Closed"}}})");
    constexpr std::string_view kTwice = R"({"type":"message_start"}
        {"type":"start","i":0}
        {"type":"stop","i":0}
        {"type":"message_start"}
        {"type":"start","i":0})";
    expect_all(grammar, {{kTwice, ""}});
}

TEST(OpenClose, WhatIsOpenedMustBeClosedInTime) {
    Grammar at_end = grammar_with(R"({"id": "turns", "kind": "open/close", "open": "turn_start",
        "close": "turn_end"})");
    expect_all(at_end,
               {
                   {"turn_start\nturn_end\nturn_start\nturn_end", ""},
                   {"turn_start\nturn_start\nturn_end",
                    "fixture.order.unclosed turns@1 at end: the end, not its close; record 1\n"},
                   {"turn_start", "", Ending::Interrupted},
                   {"turn_end", ""},
               });
    Grammar before_type = grammar_with(R"({"id": "items", "kind": "open/close", "open": "started",
        "close": "completed", "key": "/id", "before": {"type": "turn.completed"}})");
    expect_all(
        before_type,
        {
            {R"({"type":"started","id":"i1"}
                       {"type":"started","id":"i2"}
                       {"type":"completed","id":"i2"}
                       {"type":"turn.completed"})",
             "fixture.order.unclosed items@1 for \"i1\": turn.completed (record 4), not its close; "
             "records 1, 4\n"},
            {R"({"type":"started","id":"i1"})", ""},
        });
    Grammar strict = grammar_with(R"({"id": "blocks", "kind": "open/close", "open": "start",
        "close": "stop", "key": "/i", "overlap": false})");
    expect_all(
        strict,
        {
            {R"({"type":"start","i":0}
                               {"type":"stop","i":0}
                               {"type":"start","i":1}
                               {"type":"stop","i":1})",
             ""},
            {R"({"type":"start","i":0}
                               {"type":"start","i":1}
                               {"type":"stop","i":1}
                               {"type":"stop","i":0})",
             "fixture.order.unclosed blocks@2 for 0: start, not the close of what record 1 opened; "
             "records 1 to 2\n"},
        });
    Grammar lenient = grammar_with(R"({"id": "items", "kind": "open/close", "open": "added",
        "close": "done", "key": "/id", "stay_open": "self.kind == 'list'"})");
    expect_all(
        lenient,
        {{R"({"type":"added","id":1,"kind":"list"}
                             {"type":"added","id":2,"kind":"message"})",
          "fixture.order.unclosed items@2 at end for 2: the end, not its close; record 2\n"}});
}

TEST(Once, AtMostOneInItsScope) {
    Grammar whole = grammar_with(R"({"id": "first", "kind": "once", "types": ["init", "fin"]})");
    expect_all(
        whole,
        {
            {"init\nfin", ""},
            {"init\nfin\ninit\ninit",
             "fixture.order.repeated first@3: init again, not only the one in record 1; records 1, "
             "3; folded 1\n"},
        });
    Grammar by_key = grammar_with(R"({"id": "ready", "kind": "once", "types": ["ready"],
        "scope": "/id"})");
    expect_all(
        by_key,
        {{R"({"type":"ready","id":"a"}
                            {"type":"ready","id":"b"}
                            {"type":"ready"}
                            {"type":"ready","id":"a"})",
          "fixture.order.repeated ready@4 for \"a\": ready again, not only the one in record 1; "
          "records 1, 4\n"}});
    Grammar by_turn = grammar_with(R"({"id": "one", "kind": "once", "types": ["result"],
        "scope": {"since": "turn"}})");
    expect_all(by_turn, {{"turn\nresult\nturn\nresult", ""}});
}

TEST(Terminal, AfterItOnlyWhatIsListed) {
    Grammar grammar = grammar_with(R"({"id": "end", "kind": "terminal",
        "types": ["done", "failed"], "then": ["cost"]})");
    expect_all(grammar, {
                            {"cost\ndone\ncost\ncost", ""},
                            {"done\nfailed\nwork\nwork",
                             "fixture.order.after_terminal end@2 in after done: failed, not "
                             "nothing after record 1 but what "
                             "may follow it; records 1 to 2\n"
                             "fixture.order.unknown_type @3: work, not a type the grammar knows; "
                             "record 3; warning\n"
                             "fixture.order.after_terminal end@3 in after done: work, not nothing "
                             "after record 1 but what "
                             "may follow it; records 1, 3; folded 1\n"
                             "fixture.order.unknown_type @4: work, not a type the grammar knows; "
                             "record 4; warning\n"},
                        });
}

}  // namespace
}  // namespace understudy::grammar
