// Grammars of the size real ones have: a run journal, an agent's event lines, a stream of
// server-sent events. Own, small versions; what they must accept and refuse.
#include <gtest/gtest.h>

#include "base/bytes.hpp"
#include "base/hash.hpp"
#include "grammar/derive.hpp"
#include "grammar/impl/playbook.hpp"
#include "json/write.hpp"

namespace understudy::grammar {
namespace {

using namespace playbook;
using json::Value;

constexpr std::string_view kJournal = R"({
  "grammar": "journal", "enum": "closed",
  "types": ["CREATED", "REQUESTED", "PROGRESS", "RESOLVED", "CANCELLED", "COST", "HOOK", "COMPLETED",
            "FAILED"],
  "constraints": [
    {"id": "first", "kind": "seq", "start": "New", "accept": ["Ended"], "failed": ["Broken"],
     "interruptible": ["Open"],
     "states": {"New": {"CREATED": "Open"},
                "Open": {"COMPLETED": "Ended", "FAILED": "Broken", "*": "Open"},
                "Ended": {"*": "Ended"}, "Broken": {"*": "Broken"}}},
    {"id": "created-once", "kind": "once", "types": ["CREATED"]},
    {"id": "terminal", "kind": "terminal", "types": ["COMPLETED", "FAILED"], "then": ["HOOK", "COST"]},
    {"id": "sequence", "kind": "gapless", "field": "@/sequence", "from": 1},
    {"id": "ulids", "kind": "monotone", "field": "@/ulid", "compare": "text"},
    {"id": "keys", "kind": "once", "types": ["REQUESTED"], "scope": "/data/invocationKey"},
    {"id": "effect", "kind": "per-key", "key": "/data/effectId",
     "select": ["REQUESTED", "PROGRESS", "RESOLVED", "CANCELLED"],
     "states": {"None": {"REQUESTED": "Asked"},
                "Asked": {"PROGRESS": "Asked", "RESOLVED | CANCELLED": "Settled"}}},
    {"id": "checksum", "kind": "derived", "field": "/checksum", "function": "sha256",
     "over": {"field": "", "without": ["/checksum"], "indent": 2, "newline": true}},
    {"id": "output", "kind": "implies", "select": "COMPLETED", "then": {"has": "/data/outputRef"}},
    {"id": "task", "kind": "ref", "field": "/data/taskDefRef", "to": "file"},
    {"id": "result", "kind": "ref", "field": "/data/resultRef", "to": "file"}
  ]})";

class Journal : public ::testing::Test {
protected:
    Journal() : grammar_(grammar_of(kJournal)) {
        bundle_.files["tasks/e1/task.json"] = "{}";
        bundle_.files["tasks/e1/result.json"] = "{}";
        add(R"({"type":"CREATED","data":{"runId":"r1"}})");
        add(R"({"type":"REQUESTED","data":{"effectId":"e1","invocationKey":"k1",
               "taskDefRef":"tasks/e1/task.json"}})");
        add(R"({"type":"RESOLVED","data":{"effectId":"e1","status":"ok",
               "resultRef":"tasks/e1/result.json"}})");
        add(R"({"type":"COMPLETED","data":{"outputRef":"out.json"}})");
    }

    void add(std::string_view text) {
        Record record{*json::parse(text), {}};
        auto number = static_cast<std::int64_t>(records_.size()) + 1;
        record.about =
            Value::object({{"sequence", number}, {"ulid", "01K" + std::to_string(number)}});
        seal(record);
        records_.push_back(std::move(record));
    }

    void seal(Record& record) {
        record.value.set("checksum", "");
        record.value.set("checksum", *compute(grammar_, derivations(grammar_)[0], record));
    }

    std::string judge(Ending ending = Ending::Complete) {
        std::string text;
        for (const Verdict& each :
             outcome_of(grammar_, records_, ending, {.bundle = &bundle_}).verdicts) {
            text += line_of(each) + "\n";
        }
        return text;
    }

    Grammar grammar_;
    FakeBundle bundle_;
    std::vector<Record> records_;
};

TEST_F(Journal, TheValidOnePasses) {
    EXPECT_EQ(judge(), "");
    add(R"({"type":"HOOK","data":{"decision":"approve"}})");
    EXPECT_EQ(judge(), "");
}

TEST_F(Journal, AnOpenRunIsLegalWhenItSaysSo) {
    records_.pop_back();
    EXPECT_EQ(judge(Ending::Interrupted), "");
    EXPECT_NE(judge(Ending::Complete).find("fixture.order.incomplete first@3"), std::string::npos);
}

TEST_F(Journal, AnEffectResolvedTwiceOrNeverRequested) {
    records_.pop_back();
    add(R"({"type":"RESOLVED","data":{"effectId":"e1"}})");
    add(R"({"type":"RESOLVED","data":{"effectId":"e9"}})");
    EXPECT_EQ(judge(Ending::Interrupted),
              "fixture.order.key_unexpected effect@4 for \"e1\" in Settled: RESOLVED, not nothing "
              "more; records 2 "
              "to 4\n"
              "fixture.order.key_unexpected effect@5 for \"e9\" in None: RESOLVED, not REQUESTED; "
              "record 5\n");
}

TEST_F(Journal, OutOfOrderNames) {
    records_[2].about = Value::object({{"sequence", 4}, {"ulid", "01K1"}});
    EXPECT_EQ(
        judge(),
        "fixture.order.gap sequence@3: 4, not 3; records 2 to 3\n"
        "fixture.order.not_monotone ulids@3: \"01K1\", not more than \"01K2\"; records 2 to 3\n"
        "fixture.order.gap sequence@4: 4, not 5; records 3 to 4\n");
}

TEST_F(Journal, AStaleChecksumAndAMissingFile) {
    records_[1].value.set("sdkVersion", "edited");
    bundle_.files.erase("tasks/e1/result.json");
    std::string said = judge();
    EXPECT_NE(said.find("fixture.order.derived checksum@2"), std::string::npos) << said;
    EXPECT_NE(
        said.find(
            "fixture.order.dangling_ref result@3: \"tasks/e1/result.json\" at /data/resultRef"),
        std::string::npos);
    EXPECT_EQ(std::count(said.begin(), said.end(), '\n'), 2);
}

TEST_F(Journal, AfterTheEndAndOutsideTheEnumeration) {
    add(R"({"type":"PROGRESS","data":{"effectId":"e2"}})");
    add(R"({"type":"ITERATION","data":{}})");
    std::string said = judge();
    EXPECT_NE(said.find("fixture.order.after_terminal terminal@5"), std::string::npos) << said;
    EXPECT_NE(
        said.find(
            "fixture.order.unknown_type @6: ITERATION, not a type the grammar knows; record 6\n"),
        std::string::npos);
}

constexpr std::string_view kLines = R"j({
  "grammar": "agent-lines", "type": "/type",
  "constraints": [
    {"id": "order", "kind": "seq", "start": "New", "accept": ["Closed"], "failed": ["Failed"],
     "interruptible": ["Turn", "Thread"],
     "states": {"New": {"thread.started": "Thread"},
                "Thread": {"item.completed": {"to": "Thread", "when": "self.item.type == 'error'"},
                           "turn.started": "Turn"},
                "Turn": {"item.started | item.updated | item.completed": "Turn", "error": "Turn",
                         "turn.completed": "Closed", "turn.failed": "Failed"},
                "Closed": {"turn.started": "Turn"}}},
    {"id": "thread-once", "kind": "once", "types": ["thread.started"]},
    {"id": "item", "kind": "per-key", "key": "/item/id",
     "select": {"types": ["item.started", "item.updated", "item.completed"],
                "when": "!(self.item.type in ['agent_message', 'reasoning', 'error'])"},
     "states": {"None": {"item.started": "Open"},
                "Open": {"item.updated": "Open", "item.completed": "Done"}}},
    {"id": "whole", "kind": "implies",
     "if": "has(self.item) && self.item.type == 'agent_message'", "then": "type == 'item.completed'"},
    {"id": "closed", "kind": "open/close", "open": "item.started", "close": "item.completed",
     "key": "/item/id", "before": {"type": ["turn.completed", "turn.failed"]}}
  ]})j";

TEST(AgentLines, RealOrdersPass) {
    Grammar grammar = grammar_of(kLines);
    // A warning before the first turn is normal output.
    EXPECT_EQ(play(grammar, R"({"type":"thread.started","thread_id":"t"}
        {"type":"item.completed","item":{"id":"item_0","type":"error"}}
        {"type":"turn.started"}
        {"type":"item.started","item":{"id":"item_1","type":"command_execution"}}
        {"type":"item.completed","item":{"id":"item_1","type":"command_execution"}}
        {"type":"item.completed","item":{"id":"item_2","type":"agent_message"}}
        {"type":"turn.completed"})"),
              "");
    EXPECT_EQ(play(grammar, "thread.started\nturn.started", Ending::Interrupted), "");
    EXPECT_EQ(play(grammar, "thread.started\nturn.started\nerror\nturn.failed", Ending::Failed),
              "");
}

TEST(AgentLines, BrokenOnesDoNot) {
    Grammar grammar = grammar_of(kLines);
    EXPECT_EQ(play(grammar, "thread.started\nturn.completed"),
              "fixture.order.unexpected order@2 in Thread: turn.completed, not item.completed when "
              "self.item.type "
              "== 'error', turn.started; records 1 to 2\n");
    EXPECT_EQ(
        play(grammar, R"({"type":"thread.started"}
        {"type":"turn.started"}
        {"type":"item.completed","item":{"id":"i","type":"command_execution"}}
        {"type":"item.started","item":{"id":"j","type":"command_execution"}}
        {"type":"item.started","item":{"id":"j","type":"command_execution"}}
        {"type":"item.started","item":{"id":"k","type":"agent_message"}}
        {"type":"turn.completed"})"),
        "fixture.order.key_unexpected item@3 for \"i\" in None: item.completed, not item.started; "
        "record 3\n"
        "fixture.order.key_unexpected item@5 for \"j\" in Open: item.started, not item.updated, "
        "item.completed; records 4 to 5\n"
        "fixture.order.implies whole@6: a record where it does not hold, not type == "
        "'item.completed'; "
        "record 6\n"
        "fixture.order.unclosed closed@4 for \"j\": turn.completed (record 7), not its close; "
        "records 1 to 7\n"
        "fixture.order.unclosed closed@5 for \"j\": turn.completed (record 7), not its close; "
        "records 1 to 7\n"
        "fixture.order.unclosed closed@6 for \"k\": turn.completed (record 7), not its close; "
        "records 6 to "
        "7\n");
}

constexpr std::string_view kEvents = R"j({
  "grammar": "message-events", "dialects": {"vendor": {}, "compatible": {"disable": ["named"]}},
  "constraints": [
    {"id": "order", "kind": "seq", "start": "New", "accept": ["Stopped"], "failed": ["Failed"],
     "interruptible": ["Body", "Tail"],
     "states": {"New": {"message_start": "Body"},
                "Body": {"block_start | block_delta | block_stop": "Body", "message_delta": "Tail"},
                "Tail": {"message_delta": "Tail", "message_stop": "Stopped"},
                "*": {"error": "Failed"}}},
    {"id": "ping", "kind": "any", "types": ["ping"], "after": "Body"},
    {"id": "end", "kind": "terminal", "types": ["message_stop", "error"]},
    {"id": "block", "kind": "per-key", "key": "/index", "scope": {"since": "message_start"},
     "states": {"None": {"block_start": "Open"}, "Open": {"block_delta": "Open", "block_stop": "Closed"}}},
    {"id": "serial", "kind": "open/close", "open": "block_start", "close": "block_stop",
     "key": "/index", "overlap": false, "before": "Tail"},
    {"id": "index", "kind": "gapless", "select": "block_start", "field": "/index", "from": 0},
    {"id": "input", "kind": "concat", "key": "/index", "parse": "object", "empty": "{}",
     "none": "skip", "of": {"type": "block_delta", "field": "/delta/partial_json"},
     "equals": {"type": "block_stop"}},
    {"id": "stop", "kind": "implies",
     "if": {"type": "message_delta", "when": "self.delta.stop_reason == 'tool_use'"},
     "then": {"record": {"type": "block_start", "when": "self.content_block.type == 'tool_use'"}},
     "by": "earlier"},
    {"id": "named", "kind": "implies", "if": "has(about.event)", "then": "about.event == type"}
  ]})j";

constexpr std::string_view kGoodEvents = R"({"type":"message_start"}
    {"type":"block_start","index":0,"content_block":{"type":"text"}}
    {"type":"ping"}
    {"type":"block_delta","index":0,"delta":{"text":"hi"}}
    {"type":"block_stop","index":0}
    {"type":"block_start","index":1,"content_block":{"type":"tool_use"}}
    {"type":"block_delta","index":1,"delta":{"partial_json":""}}
    {"type":"block_delta","index":1,"delta":{"partial_json":"{\"a\":"}}
    {"type":"block_delta","index":1,"delta":{"partial_json":"1}"}}
    {"type":"block_stop","index":1}
    {"type":"message_delta","delta":{"stop_reason":"tool_use"}}
    {"type":"message_stop"})";

TEST(MessageEvents, AFullStreamPasses) {
    Grammar grammar = grammar_of(kEvents);
    EXPECT_EQ(play(grammar, kGoodEvents), "");
    EXPECT_EQ(play(grammar, "error", Ending::Failed), "");
}

TEST(MessageEvents, EveryRecordIsALegalCutOrNone) {
    Grammar grammar = grammar_of(kEvents);
    Judge judge = *Judge::open(grammar);
    std::string cuts;
    for (const Record& record : records_of(kGoodEvents)) {
        ASSERT_TRUE(judge.feed(record));
        Next next = judge.next();
        cuts += next.may_complete ? 'c' : next.may_interrupt ? 'i' : '-';
    }
    EXPECT_EQ(cuts, "iiiiiiiiiiic");
}

TEST(MessageEvents, TheTextOnAnIndexNeverOpened) {
    Grammar grammar = grammar_of(kEvents);
    EXPECT_EQ(
        play(grammar, R"({"type":"ping"}
        {"type":"message_start"}
        {"type":"block_delta","index":0,"delta":{"text":"a"}}
        {"type":"block_delta","index":0,"delta":{"text":"b"}}
        {"type":"block_start","index":2,"content_block":{"type":"tool_use"}}
        {"type":"block_delta","index":2,"delta":{"partial_json":"{\"a"}}
        {"type":"block_stop","index":2}
        {"type":"message_delta","delta":{"stop_reason":"end_turn"}}
        {"type":"message_stop"}
        {"type":"ping"})"),
        "fixture.order.unexpected order@1 in New: ping, not message_start, error; record 1\n"
        "fixture.order.key_unexpected block@3 for 0 in None: block_delta, not block_start; record "
        "3\n"
        "fixture.order.gap index@5: 2, not 0; record 5\n"
        "fixture.order.concat input@7 for 2: \"{\\\"a\": the text ends in the middle of a key, not "
        "fragments that join to JSON; records 6 to 7\n"
        "fixture.order.after_terminal end@10 in after message_stop: ping, not nothing after record "
        "9; records "
        "9 to 10\n");
}

}  // namespace
}  // namespace understudy::grammar
