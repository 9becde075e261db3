// The kinds that speak of fields: one table each of streams and their exact verdicts.
#include <gtest/gtest.h>

#include "grammar/impl/playbook.hpp"

namespace understudy::grammar {
namespace {

using namespace playbook;

TEST(Gapless, RisesByOne) {
    Grammar grammar = grammar_of(R"({"grammar": "g", "types": ["r"], "constraints": [
        {"id": "seq", "kind": "gapless", "field": "/n", "from": 1, "gap_marker": "dropped"}]})");
    expect_all(
        grammar,
        {
            {R"({"type":"r","n":0})", "fixture.order.gap seq@1: 0, not 1; record 1\n"},
            {R"({"type":"r","n":1}
                              {"type":"r","n":2}
                              {"type":"r","n":4}
                              {"type":"r","n":5})",
             "fixture.order.gap seq@3: 4, not 3; records 2 to 3\n"},
            {R"({"type":"r","n":1}
                              {"type":"dropped","n":2}
                              {"type":"r","n":40}
                              {"type":"r","n":41})",
             ""},
            {R"({"type":"r","n":1}
                              {"type":"dropped","n":9}
                              {"type":"r","n":8})",
             "fixture.order.gap seq@3: 8, not 10; records 2 to 3\n"},
            {R"({"type":"r","n":1}
                              {"type":"r","n":1.5})",
             "fixture.order.gap seq@2: 1.5, not 2; records 1 to 2\n"},
            // All or none: a stream without numbers is fine, a mix is not.
            {"r\nr", ""},
            {R"({"type":"r","n":1}
                              {"type":"r"}
                              {"type":"r"})",
             "fixture.order.gap seq@2: no number at /n, not 2; records 1 to 2; folded 1\n"},
            {R"({"type":"r"}
                              {"type":"r","n":1})",
             "fixture.order.gap seq@2: 1, not no number at /n, like record 1; records 1 to 2\n"},
        });
}

TEST(Gapless, CountsFromAnywhereInNamesAndPerKey) {
    Grammar named = grammar_of(R"({"grammar": "g", "types": ["item"], "constraints": [
        {"id": "ids", "kind": "gapless", "field": "/id", "from": 0, "prefix": "item_"}]})");
    expect_all(named, {
                          {R"({"type":"item","id":"item_0"}
                              {"type":"item","id":"item_1"})",
                           ""},
                          {R"({"type":"item","id":"item_0"}
                              {"type":"item","id":"thing_1"})",
                           "fixture.order.gap ids@2: \"thing_1\", not item_1; records 1 to 2\n"},
                      });
    Grammar any = grammar_of(R"({"grammar": "g", "types": ["r"], "constraints": [
        {"id": "seq", "kind": "gapless", "field": "/n", "from": "any", "scope": "/k", "absent": "skip"}]})");
    expect_all(any, {{R"({"type":"r","k":"a","n":7}
                         {"type":"r","k":"b","n":1}
                         {"type":"r","k":"a"}
                         {"type":"r","k":"a","n":8}
                         {"type":"r","k":"b","n":3})",
                      "fixture.order.gap seq@5 for \"b\": 3, not 2; records 2, 5\n"}});
    Grammar padded = grammar_of(R"({"grammar": "g", "types": ["r"], "constraints": [
        {"id": "files", "kind": "gapless", "field": "/n", "from": 9, "absent": "fail"}]})");
    expect_all(padded, {
                           {R"({"type":"r","n":"000009"}
                               {"type":"r","n":"000010"})",
                            ""},
                           {"r", "fixture.order.gap files@1: no number at /n, not 9; record 1\n"},
                       });
}

TEST(Monotone, RisesFromRecordToRecord) {
    Grammar ids = grammar_of(R"({"grammar": "g", "types": ["r"], "constraints": [
        {"id": "ids", "kind": "monotone", "field": "/id"}]})");
    expect_all(
        ids, {
                 {R"({"type":"r","id":"01A"}
                            {"type":"r"}
                            {"type":"r","id":"01B"})",
                  ""},
                 // Every step back is its own finding.
                 {R"({"type":"r","id":"C"}
                            {"type":"r","id":"A"}
                            {"type":"r","id":"B"}
                            {"type":"r","id":"B"})",
                  "fixture.order.not_monotone ids@2: \"A\", not more than \"C\"; records 1 to 2\n"
                  "fixture.order.not_monotone ids@4: \"B\", not more than \"B\"; records 3 to 4\n"},
                 {R"({"type":"r","id":"C"}
                            {"type":"r","id":7})",
                  "fixture.order.not_monotone ids@2: 7, not more than \"C\"; records 1 to 2\n"},
             });
    Grammar times = grammar_of(R"({"grammar": "g", "types": ["r"], "constraints": [
        {"id": "at", "kind": "monotone", "field": "/at", "strict": false, "compare": "time"}]})");
    expect_all(times, {{R"({"type":"r","at":"2026-01-01T10:00:00Z"}
                           {"type":"r","at":"2026-01-01T12:00:00+02:00"}
                           {"type":"r","at":"2026-01-01T09:59:59Z"})",
                        "fixture.order.not_monotone at@3: \"2026-01-01T09:59:59Z\", not at least "
                        "\"2026-01-01T12:00:00+02:00\"; records 2 to 3\n"}});
    Grammar numbers = grammar_of(R"({"grammar": "g", "types": ["r"], "constraints": [
        {"id": "n", "kind": "monotone", "field": "/n", "compare": "number"}]})");
    expect_all(numbers,
               {
                   {R"({"type":"r","n":9}
                                {"type":"r","n":10.5}
                                {"type":"r","n":1e3})",
                    ""},
                   {R"({"type":"r","n":9}
                                {"type":"r","n":"10"})",
                    "fixture.order.not_monotone n@2: \"10\", not more than 9; records 1 to 2\n"},
               });
}

TEST(Monotone, OverTheElementsOfAnArray) {
    Grammar grammar = grammar_of(R"({"grammar": "g", "constraints": [
        {"id": "names", "kind": "monotone", "each": "/installed/*/name", "compare": "locale"}]})");
    expect_all(
        grammar,
        {
            {R"({"installed":[{"name":"claude-code"},{"name":"Codex"},{"name":"pi"}]})", ""},
            {R"({"installed":[{"name":"codex"},{"name":"claude"},{"name":"claude"}]})",
             "fixture.order.not_monotone names@1: \"claude\", not more than \"codex\"; record 1\n"
             "fixture.order.not_monotone names@1: \"claude\", not more than \"claude\"; record "
             "1\n"},
        });
}

TEST(Ref, NamesAnEarlierRecord) {
    Grammar grammar = grammar_with(R"({"id": "cause", "kind": "ref", "field": "/of",
        "to": {"type": "ask", "key": "/id"}})");
    expect_all(grammar, {
                            {R"({"type":"ask","id":"a"}
                       {"type":"ask","of":null}
                       {"type":"ask","of":"a"})",
                             ""},
                            {R"({"type":"ask","id":"a","of":"a"})",
                             "fixture.order.dangling_ref cause@1: \"a\" at /of, not the /id of an "
                             "earlier record; record 1\n"},
                        });
}

TEST(Ref, NamesAFileOrAValueOfAnotherRole) {
    FakeBundle bundle;
    bundle.files["tasks/a/task.json"] = "{}";
    bundle.roles["mapping /phase"] = {json::Value("tool.before"), json::Value("tool.after")};
    Grammar files = grammar_of(R"({"grammar": "g", "types": ["r"], "constraints": [
        {"id": "task", "kind": "ref", "field": "/ref", "to": "file"},
        {"id": "under", "kind": "ref", "field": "/name", "to": {"file": "tasks/"}}]})");
    expect_all(files,
               {
                   {R"({"type":"r","ref":"tasks/a/task.json","name":"a/task.json"})", ""},
                   {R"({"type":"r","ref":"gone"})",
                    "fixture.order.dangling_ref task@1: \"gone\" at /ref, not the name of an "
                    "existing file; "
                    "record 1\n"},
                   {R"({"type":"r","ref":7})",
                    "fixture.order.dangling_ref task@1: 7 at /ref, not the name of an existing "
                    "file; record 1\n"},
               },
               {.bundle = &bundle});
    EXPECT_EQ(play(files, R"({"type":"r","ref":"x"})"),
              "not judged task@1: the files of the bundle are not known; times 1\n");
    Grammar roles = grammar_of(R"({"grammar": "g", "types": ["r"], "constraints": [
        {"id": "phase", "kind": "ref", "field": "/phase", "to": {"role": "mapping", "field": "/phase"}}]})");
    expect_all(roles,
               {
                   {R"({"type":"r","phase":"tool.after"})", ""},
                   {R"({"type":"r","phase":"tool.during"})",
                    "fixture.order.dangling_ref phase@1: \"tool.during\" at /phase, not a value of "
                    "/phase in "
                    "mapping; record 1\n"},
               },
               {.bundle = &bundle});
    EXPECT_EQ(play(roles, R"({"type":"r","phase":"x"})"),
              "not judged phase@1: the role mapping is not there; times 1\n");
}

TEST(Constant, OneValueInItsScope) {
    Grammar grammar = grammar_of(R"({"grammar": "g", "types": ["r"], "constraints": [
        {"id": "run", "kind": "constant", "field": "/run"}]})");
    expect_all(
        grammar,
        {
            {R"({"type":"r","run":1}
                                {"type":"r"}
                                {"type":"r","run":1.0})",
             ""},
            {R"({"type":"r","run":"a"}
                                {"type":"r","run":"b"}
                                {"type":"r","run":"b"}
                                {"type":"r","run":"c"})",
             "fixture.order.not_constant run@2: \"b\", not \"a\", as in record 1; records 1 to 2; "
             "folded 1\n"
             "fixture.order.not_constant run@4: \"c\", not \"a\", as in record 1; records 1, 4\n"},
        });
}

TEST(Concat, RunningFinalAndParsed) {
    Grammar running = grammar_with(R"({"id": "text", "kind": "concat",
        "of": {"type": "delta", "field": "/delta"}, "equals": {"type": "delta", "field": "/all"}})");
    expect_all(
        running,
        {
            {R"({"type":"delta","delta":"Hel","all":"Hel"}
                                {"type":"delta","delta":"lo","all":"Hello"})",
             ""},
            {R"({"type":"delta","delta":"Hel","all":"Hel"}
                                {"type":"delta","delta":"lo","all":"lo"}
                                {"type":"delta","delta":"!","all":"lo!"})",
             "fixture.order.concat text@2: \"lo\" at /all, not \"Hello\", the joined fragments; "
             "records 1 to 2; folded 1\n"},
        });
    Grammar arguments = grammar_with(R"({"id": "args", "kind": "concat", "key": "/id",
        "of": {"type": "delta", "field": "/part"},
        "equals": {"type": "ready", "field": "/input"}, "parse": "object", "empty": "{}"})");
    expect_all(arguments,
               {
                   {R"({"type":"delta","id":1,"part":"{\"a\""}
                {"type":"delta","id":2,"part":"{"}
                {"type":"delta","id":1,"part":": 1}"}
                {"type":"ready","id":1,"input":{"a":1.0}}
                {"type":"ready","id":3,"input":{}})",
                    ""},
                   {R"({"type":"delta","id":1,"part":"{\"a\": 1"}
                {"type":"ready","id":1,"input":{"a":1}})",
                    "fixture.order.concat args@2 for 1: \"{\\\"a\\\": 1\": the text ends in the "
                    "middle of an object, not "
                    "fragments that join to JSON; records 1 to 2\n"},
                   {R"({"type":"delta","id":1,"part":"[1]"}
                {"type":"ready","id":1})",
                    "fixture.order.concat args@2 for 1: [1], not fragments that join to a JSON "
                    "object; records 1 to 2\n"},
               });
    Grammar either = grammar_with(R"({"id": "final", "kind": "concat", "none": "skip",
        "of": {"type": "delta", "field": "/t"},
        "equals": {"type": "stop", "field": ["/text", "/last"]}})");
    expect_all(
        either,
        {
            {R"({"type":"stop","text":"never streamed"})", ""},
            {R"({"type":"delta","t":"ab"}
                               {"type":"stop","text":"other","last":"ab"}
                               {"type":"delta","t":"c"}
                               {"type":"stop","text":"c"})",
             ""},
            {R"({"type":"delta","t":"ab"}
                               {"type":"stop","text":"x","last":"y"})",
             "fixture.order.concat final@2: \"x\" at /text, not \"ab\", the joined fragments; "
             "records 1 to 2\n"},
        });
}

TEST(Concat, FragmentsInListsGoWithTheKeyBesideThem) {
    Grammar grammar = grammar_with(R"({"id": "args", "kind": "concat",
        "key": {"chunk": "/calls/*/index", "call": "/index"},
        "of": {"type": "chunk", "field": "/calls/*/arguments"},
        "equals": {"type": "call", "field": "/arguments"}})");
    expect_all(
        grammar,
        {{R"({"type":"chunk","calls":[{"index":0,"arguments":"a"},{"index":1,"arguments":"x"}]}
                             {"type":"chunk","calls":[{"index":1,"arguments":"y"}]}
                             {"type":"call","index":0,"arguments":"a"}
                             {"type":"call","index":1,"arguments":"xz"})",
          "fixture.order.concat args@4 for 1: \"xz\" at /arguments, not \"xy\", the joined "
          "fragments; records 1 to 2, 4\n"}});
}

TEST(Implies, InTheSameRecord) {
    Grammar grammar = grammar_with(R"(
        {"id": "output", "kind": "implies", "select": "done", "then": {"has": "/ref"}},
        {"id": "absent", "kind": "implies", "if": "self.installed == false",
         "then": {"lacks": ["/path", "/version"]}},
        {"id": "small", "kind": "implies", "if": {"type": "n"}, "then": "self.value < 10"})");
    expect_all(
        grammar,
        {
            {R"({"type":"done","ref":"x"}
                                {"type":"n","value":3}
                                {"type":"n","value":3,"installed":false,"path":null})",
             ""},
            {R"({"type":"done","ref":null}
                                {"type":"n","value":30}
                                {"type":"n","value":1,"installed":false,"version":"1"})",
             "fixture.order.implies output@1: nothing at /ref, not a value at /ref; record 1\n"
             "fixture.order.implies small@2: a record where it does not hold, not self.value < 10; "
             "record 2\n"
             "fixture.order.implies absent@3: \"1\" at /version, not nothing at /path and "
             "/version; "
             "record 3\n"},
        });
    Grammar each = grammar_of(R"({"grammar": "g", "constraints": [
        {"id": "absent", "kind": "implies", "each": "/installed/*", "if": "!self.installed",
         "then": {"lacks": "/version"}}]})");
    expect_all(
        each,
        {{R"({"installed":[{"installed":true,"version":"1"},{"installed":false,"version":"2"}]})",
          "fixture.order.implies absent@1 for 1: \"2\" at /version, not nothing at /version; "
          "record 1\n"}});
}

TEST(Implies, InAnotherRecord) {
    Grammar later = grammar_with(R"({"id": "answered", "kind": "implies", "if": {"type": "ask"},
        "then": {"record": "answer"}, "key": "/id"})");
    expect_all(
        later,
        {
            {R"({"type":"ask","id":1}
                              {"type":"answer","id":1})",
             ""},
            {R"({"type":"answer","id":1}
                              {"type":"ask","id":1}
                              {"type":"ask","id":1})",
             "fixture.order.implies answered@2 at end for 1: the end, not answer later; record 2; "
             "folded 1\n"},
            {R"({"type":"ask","id":1})", "", Ending::Interrupted},
        });
    Grammar before = grammar_with(R"({"id": "closed", "kind": "implies", "if": {"type": "ask"},
        "then": {"record": "answer"}, "by": {"before": {"type": "end"}}})");
    expect_all(before, {
                           {"ask\nanswer\nend", ""},
                           {"ask", ""},
                           {"ask\nend\nanswer",
                            "fixture.order.implies closed@1: end (record 2), not answer in time; "
                            "records 1 to 2\n"},
                       });
    Grammar earlier = grammar_with(R"({"id": "used", "kind": "implies",
        "if": {"type": "stop", "when": "self.reason == 'tool_use'"},
        "then": {"record": {"type": "block", "when": "self.kind == 'tool_use'"}}, "by": "earlier"})");
    expect_all(earlier,
               {
                   {R"({"type":"block","kind":"tool_use"}
                                {"type":"stop","reason":"tool_use"})",
                    ""},
                   {R"({"type":"block","kind":"text"}
                                {"type":"stop","reason":"tool_use"})",
                    "fixture.order.implies used@2: none before stop, not block where self.kind == "
                    "'tool_use' earlier; record 2\n"},
               });
    Grammar end = grammar_with(R"({"id": "proof", "kind": "implies", "if": {"type": "said"},
        "then": {"record": "completed"}, "by": "end"})");
    expect_all(end,
               {
                   {"completed\nsaid", ""},
                   {"said",
                    "fixture.order.implies proof@1 at end: the end, not completed in the stream; "
                    "record 1\n"},
               });
    Grammar never = grammar_with(R"({"id": "after", "kind": "implies", "if": {"type": "error"},
        "then": {"no_record": "end"}})");
    expect_all(
        never,
        {
            {"end\nerror", ""},
            {"error\nend\nend",
             "fixture.order.implies after@2: end, not no end later, because of record 1; records 1 "
             "to 2; folded 1\n"},
        });
    Grammar nowhere = grammar_with(R"({"id": "both", "kind": "implies", "if": {"type": "abort"},
        "then": {"no_record": "end"}, "by": "end"})");
    expect_all(nowhere,
               {{"end\nabort",
                 "fixture.order.implies both@1 at end: record 1, not no end in the stream, "
                 "because of record 2; records 1 to 2\n"}});
}

TEST(Join, WithinARecordAndAcrossRoles) {
    Grammar inside = grammar_of(R"({"grammar": "g", "types": ["r"], "constraints": [
        {"id": "same", "kind": "join", "left": "/a/id", "right": "/b/id"}]})");
    expect_all(inside, {
                           {R"({"type":"r","a":{"id":1},"b":{"id":1}}
                               {"type":"r","a":{"id":1}})",
                            ""},
                           {R"({"type":"r","a":{"id":1},"b":{"id":2}})",
                            "fixture.order.join same@1: 1 at /a/id, not /a/id has the same values "
                            "as /b/id; record 1\n"
                            "fixture.order.join same@1: 2 at /b/id, not /a/id has the same values "
                            "as /b/id; record 1\n"},
                       });
    FakeBundle bundle;
    bundle.roles["hooks /sessionId"] = {json::Value("s1"), json::Value("s1")};
    bundle.roles["empty /sessionId"] = {};
    auto across = [](std::string_view relation, std::string_view role) {
        return grammar_of(R"({"grammar": "g", "types": ["r"], "constraints": [
            {"id": "session", "kind": "join", "relation": ")" +
                          std::string(relation) + R"(", "left": "/session",
             "right": {"role": ")" +
                          std::string(role) + R"(", "field": "/sessionId"}}]})");
    };
    constexpr std::string_view kSame = R"({"type":"r","session":"s1"})";
    constexpr std::string_view kOther = R"({"type":"r","session":"s2"}
        {"type":"r","session":"s1"})";
    expect_all(across("equal", "hooks"),
               {{kSame, ""},
                {kOther,
                 "fixture.order.join session@1 at end: \"s2\" at /session, not /session has the "
                 "same values as "
                 "hooks /sessionId; record 1\n"}},
               {.bundle = &bundle});
    expect_all(across("superset", "hooks"), {{kOther, ""}}, {.bundle = &bundle});
    expect_all(
        across("disjoint", "hooks"),
        {{kSame,
          "fixture.order.join session@1 at end: \"s1\" at /session, not /session has no value of "
          "hooks /sessionId; record 1\n"}},
        {.bundle = &bundle});
    expect_all(across("subset", "empty"),
               {{kSame,
                 "fixture.order.join session@1 at end: \"s1\" at /session, not /session has only "
                 "values of "
                 "empty /sessionId; record 1\n"}},
               {.bundle = &bundle});
    expect_all(across("equal", "empty"),
               {{kSame, "not judged session@0: there is no value at empty /sessionId; times 1\n"}},
               {.bundle = &bundle});
    expect_all(across("equal", "gone"),
               {{kSame, "not judged session@0: the role gone is not there; times 1\n"}},
               {.bundle = &bundle});
    EXPECT_EQ(play(across("equal", "hooks"), kSame),
              "not judged session@0: the role hooks is not there; times 1\n");
}

TEST(Join, AVerdictShowsBothEnds) {
    FakeBundle bundle;
    bundle.roles["hooks /sessionId"] = {json::Value("s2")};
    Grammar grammar = grammar_of(R"({"grammar": "g", "types": ["r"], "constraints": [
        {"id": "session", "kind": "join", "relation": "subset", "left": "/session",
         "right": {"role": "hooks", "field": "/sessionId"}}]})");
    Outcome outcome = outcome_of(grammar, records_of(R"({"type":"r","session":"s1"})"),
                                 Ending::Complete, {.bundle = &bundle});
    ASSERT_EQ(outcome.verdicts.size(), 1u);
    EXPECT_EQ(outcome.verdicts[0].ends, (std::vector<End>{{"", 1, "/session", "\"s1\""},
                                                          {"hooks", 0, "/sessionId", "\"s2\""}}));
}

}  // namespace
}  // namespace understudy::grammar
