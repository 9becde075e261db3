// What people see, to the letter.
#include "app/shown_answers.hpp"

#include <gtest/gtest.h>

#include "app/shown_table.hpp"
#include "json/parse.hpp"

namespace understudy::app {
namespace {

json::Value value(std::string_view text) {
    const auto parsed = json::parse(text);
    EXPECT_TRUE(parsed.has_value()) << text;
    return parsed ? *parsed : json::Value();
}

}  // namespace

TEST(ShownTable, ColumnsAreAlignedAndLongCellsAreCut) {
    constexpr Column kColumns[] = {{"ID", "id"}, {"NAME", "who.name"}, {"REST", "a|b.0"}};
    const Face face{kColumns, "nothing"};
    const json::Value list = value(
        R"({"data":[{"id":"a","who":{"name":"Zoë"},"a":1},)"
        R"({"id":"b","who":{"name":"0123456789012345678901234567890123456789012345678901234"},)"
        R"("b":["x\u001b"]}],"next":null,"evicted":0})");
    EXPECT_EQ(shown_answer(face, list, {}),
              "ID  NAME                                              REST\n"
              "a   Zoë                                               1\n"
              "b   012345678901234567890123456789012345678901234...  x\\x1b\n");
    EXPECT_EQ(shown_answer(face, list, {.colour = true}).substr(0, 8), "\x1b[1mID  ");
}

TEST(ShownTable, ARecordIsABlock) {
    EXPECT_EQ(shown_record(value(R"({"warnings":[{"code":"a","message":"b","hint":"c"}]})"), {}),
              "warning  b\n"
              "         c\n");
    EXPECT_EQ(shown_record(value(R"({"id":"flt_1","count":null,"off_model":false,"warnings":[],)"
                                 R"("match":{"input":{"amount":2000}},"ids":["a",1]})"),
                           {}),
              "id         flt_1\n"
              "count      -\n"
              "off_model  false\n"
              "match      {\"input\":{\"amount\":2000}}\n"
              "ids        a, 1\n");
    EXPECT_EQ(
        shown_record(value(R"({"id":1,"long":{"a":"0123456789012345678901234567890123456789",)"
                           R"("b":"0123456789012345678901234567890123456789012345678901"},"z":2})"),
                     {}),
        "id    1\n"
        "long\n"
        "  {\n"
        "    \"a\": \"0123456789012345678901234567890123456789\",\n"
        "    \"b\": \"0123456789012345678901234567890123456789012345678901\"\n"
        "  }\n"
        "z     2\n");
    EXPECT_EQ(shown_record(value("7"), {}), "7\n");
}

TEST(ShownWorld, SaysWhatItIsAndHolds) {
    EXPECT_EQ(
        shown_world(
            value(
                R"({"id":"w_2","key":"usw_1","key_forms":["pk_test_1"],"packs":[{"name":"parcel",)"
                R"("version":"0.1.0","modelled_version":"2026-05-01","url":"http://127.0.0.1:8801"}],)"
                R"("config":{"account":"a"},"t0":"2025-01-01T00:00:00Z","now":"2025-01-01T00:00:02Z",)"
                R"("clock":"frozen","pacing":"real","rng_seed":0,"accept_keys":"own",)"
                R"("coherence":"off","parent":"w_1","ttl":"10m","counts":{"charges":1,"refunds":0}})"),
            {}),
        "world       w_2\n"
        "key         usw_1\n"
        "key forms   pk_test_1\n"
        "pack        parcel@0.1.0, a stand-in for version 2026-05-01\n"
        "url         http://127.0.0.1:8801\n"
        "clock       frozen at 2025-01-01T00:00:02Z, began at 2025-01-01T00:00:00Z\n"
        "seed        0\n"
        "pacing      real\n"
        "accepts     own\n"
        "coherence   off\n"
        "fork of     w_1\n"
        "ends after  10m\n"
        "config      {\"account\":\"a\"}\n"
        "objects     1 charges, 0 refunds\n");
}

TEST(ShownWorld, ObjectsAndWhatBecameOfThem) {
    EXPECT_EQ(shown_state(
                  value(R"({"now":"t","resources":{"charges":[{"id":"ch_1"}],"refunds":[]}})"), {}),
              "now t\n"
              "charges: 1\n"
              "  {\"id\":\"ch_1\"}\n"
              "refunds: none\n");
    EXPECT_EQ(
        shown_objects(value(R"({"now":"t","data":[{"id":"ch_1"}],"next":null,"evicted":0})"), {}),
        "now t\n"
        "{\n"
        "  \"id\": \"ch_1\"\n"
        "}\n");
    EXPECT_EQ(shown_objects(value(R"({"now":"t","data":[],"next":null,"evicted":0})"), {}),
              "now t\n"
              "no objects\n");
    EXPECT_EQ(shown_cleared(value(R"({"cleared":3})"), {}), "cleared 3\n");
    EXPECT_EQ(
        shown_seeded(value(R"({"inserted":["cus_1",{"id":"cus_2"}],"warnings":[)"
                           R"({"code":"dangling_reference","message":"no customer cus_9"}]})"),
                     {}),
        "inserted  cus_1, cus_2\n"
        "warning   no customer cus_9\n");
    EXPECT_EQ(shown_past(value(R"({"created":[{"resource":"customers","id":"cus_1","as":"c"},)"
                               R"({"resource":"charges","id":"ch_1"}],"events":3,"now":"t"})"),
                         {}),
              "created  customers cus_1, called c\n"
              "created  charges ch_1\n"
              "events   3\n"
              "now      t\n");
}

TEST(ShownDiff, SaysWhatCameWentAndChanged) {
    const std::string none = R"({"added":[],"removed":[],"changed":[]})";
    EXPECT_EQ(
        shown_diff(
            value(
                R"({"from":{"id":"snp_1","name":"before","at":"t1"},"to":{"id":"w_1","at":"t2"},)"
                R"("added":[{"resource":"refunds","id":"re_1","fields":{"amount":5}}],)"
                R"("removed":[{"resource":"customers","id":"cus_1","fields":{}}],)"
                R"("changed":[{"resource":"charges","id":"ch_1","fields":{"status":)"
                R"({"before":"pending","after":"succeeded"},"settled_at":{"after":7}}}],)"
                R"("clock":{"before":"t1","after":"t2"},)"
                R"("durations":{"settle":{"before":"2s","after":"0s"}},)"
                R"("timers":{"added":[],"removed":[{"id":"tmr_1","due_at":"t2"}],"changed":)"
                R"([{"id":"tmr_2","before":{"id":"tmr_2"},"after":{"id":"tmr_2","due_at":"t3"}}]},)"
                R"("events":)" +
                none +
                R"(,"faults":{"added":[{"id":"flt_2","status":402}],"removed":[],"changed":)"
                R"([{"id":"flt_1","fields":{"fired":{"before":0,"after":1}}}]},"stubs":)" +
                none + R"(,"pins":)" + none + R"(,"tapes":)" + none + '}'),
            {}),
        "from  snp_1 (before) at t1\n"
        "to    w_1 at t2\n"
        "\n"
        "objects:\n"
        "  + refunds re_1  {\"amount\":5}\n"
        "  - customers cus_1  {}\n"
        "  ~ charges ch_1\n"
        "      status: \"pending\" -> \"succeeded\"\n"
        "      settled_at: nothing -> 7\n"
        "clock: t1 -> t2\n"
        "durations:\n"
        "  settle: \"2s\" -> \"0s\"\n"
        "timers:\n"
        "  - tmr_1  {\"id\":\"tmr_1\",\"due_at\":\"t2\"}\n"
        "  ~ tmr_2  {\"id\":\"tmr_2\"} -> {\"id\":\"tmr_2\",\"due_at\":\"t3\"}\n"
        "faults:\n"
        "  + flt_2  {\"id\":\"flt_2\",\"status\":402}\n"
        "  ~ flt_1\n"
        "      fired: 0 -> 1\n");
    EXPECT_EQ(
        shown_diff(value(R"({"from":{"id":"w_1","at":"t"},"to":{"id":"w_2","at":"t"},"added":[],)"
                         R"("removed":[],"changed":[],"clock":null,"durations":{},"timers":)" +
                         none + '}'),
                   {}),
        "from  w_1 at t\n"
        "to    w_2 at t\n"
        "nothing differs\n");
}

TEST(ShownClock, TimersAndDurations) {
    EXPECT_EQ(shown_clock(value(R"({"now":"2025-01-01T00:00:00Z","mode":"frozen",)"
                                R"("t0":"2025-01-01T00:00:00Z","pending":[{"id":"tmr_1",)"
                                R"("due_at":"2025-01-01T00:00:02Z","duration":"settle",)"
                                R"("resource":"charges","object":"ch_1","move":"settle"}],)"
                                R"("durations":{"settle":"2s","authorization":"1w"}})"),
                          {}),
              "now    2025-01-01T00:00:00Z\n"
              "mode   frozen\n"
              "began  2025-01-01T00:00:00Z\n"
              "\n"
              "timers:\n"
              "  DUE                   TIMER  DURATION  RESOURCE  OBJECT  MOVE\n"
              "  2025-01-01T00:00:02Z  tmr_1  settle    charges   ch_1    settle\n"
              "\n"
              "durations:\n"
              "  settle         2s\n"
              "  authorization  1w\n");
    EXPECT_EQ(
        shown_clock(value(R"({"now":"a","mode":"ticking","t0":"b","pending":[],"durations":{}})"),
                    {}),
        "now    a\n"
        "mode   ticking\n"
        "began  b\n"
        "\n"
        "timers: none wait\n"
        "\n"
        "durations: none\n");
    EXPECT_EQ(shown_durations(value(R"({"durations":{"settle":"2s"}})"), {}), "settle  2s\n");
    EXPECT_EQ(shown_durations(value(R"({"settle":"0s"})"), {}), "settle  0s\n");
    EXPECT_EQ(shown_durations(value("{}"), {}), "the pack has no durations\n");
}

TEST(ShownClock, WhatHappened) {
    EXPECT_EQ(shown_advanced(value(R"({"now":"t","fired":["a","b"],"details":[]})"), {}),
              "now    t\n"
              "fired  a, b\n");
    EXPECT_EQ(shown_advanced(value(R"({"now":"t","fired":[]})"), {}),
              "now    t\n"
              "fired  nothing\n");
    EXPECT_EQ(shown_triggered(
                  value(R"({"now":"t","transitions":[{"resource":"charges","id":"ch_1",)"
                        R"("from":"succeeded","to":"disputed","cause":"event"}],)"
                        R"("emitted":[{"event":"charge.disputed","id":"evt_1"}],"trace":"trc_2"})"),
                  {}),
              "now      t\n"
              "changed  charges ch_1: succeeded -> disputed\n"
              "emitted  charge.disputed\n"
              "trace    trc_2\n");
    EXPECT_EQ(
        shown_triggered(value(R"({"now":"t","transitions":[],"emitted":[],"trace":null})"), {}),
        "now      t\n"
        "emitted  nothing\n"
        "trace    -\n");
}

TEST(ShownClock, CausesAreCommands) {
    EXPECT_EQ(
        shown_next(
            value(
                R"({"data":[{"event":"cardholder.disputes","title":"a cardholder disputes a charge",)"
                R"("possible":true,"candidates":[{"charge":"ch_1"},{"note":"it's"}],"more":3,)"
                R"("leads_to":["charge.disputed"],"branches":[{"workflow":"review",)"
                R"("arms":["won","lost"],"default":"won","chosen":null}],"durations":[]},)"
                R"({"event":"bank.closes","title":"the bank closes","possible":false,)"
                R"("candidates":[],"more":0,"blocked_by":"open == true, found false","leads_to":[]},)"
                R"({"event":"day.ends","title":"the day ends","possible":true,"candidates":[{}]}],)"
                R"("next":null,"evicted":0})"),
            {}),
        "cardholder.disputes: a cardholder disputes a charge\n"
        "  understudy trigger cardholder.disputes '{\"charge\":\"ch_1\"}'\n"
        "  understudy trigger cardholder.disputes '{\"note\":\"it'\\''s\"}'\n"
        "  and 3 more like these\n"
        "  leads to charge.disputed\n"
        "  branch review: won, lost (won)\n"
        "bank.closes: the bank closes\n"
        "  not now: open == true, found false\n"
        "day.ends: the day ends\n"
        "  understudy trigger day.ends\n");
    EXPECT_EQ(shown_next(value(R"({"data":[],"next":null,"evicted":0})"), {}),
              "nothing can happen now; --all says why not\n");
}

TEST(ShownRequest, BothBodies) {
    EXPECT_EQ(
        shown_request(value(R"({"id":"rq_1","seq":1,"at":"t","method":"POST",)"
                            R"("path":"/v1/charges","query":"a=1","operation":"createCharge",)"
                            R"("object_id":"ch_1","resolved_by":"stateful","status":201,)"
                            R"("trace":"trc_1","request":{"bytes":3,"body":"a=b"},)"
                            R"("response":{"bytes":8,"body":"{\"a\":1}\n"}})"),
                      {}),
        "request      rq_1, number 1\n"
        "at           t\n"
        "call         POST /v1/charges?a=1\n"
        "operation    createCharge\n"
        "object       ch_1\n"
        "status       201\n"
        "resolved by  stateful\n"
        "trace        trc_1\n"
        "body\n"
        "  a=b\n"
        "answer\n"
        "  {\n"
        "    \"a\": 1\n"
        "  }\n");
    EXPECT_EQ(shown_request(value(R"({"id":"rq_1","seq":1,"at":"t","method":"GET","path":"/x",)"
                                  R"("query":null,"operation":null,"object_id":null,)"
                                  R"("resolved_by":"no_route","status":404,"trace":"trc_1",)"
                                  R"("request":{"bytes":0,"body":""},)"
                                  R"("response":{"bytes":70000,"sha256":"abc"}})"),
                            {}),
              "request      rq_1, number 1\n"
              "at           t\n"
              "call         GET /x\n"
              "operation    -\n"
              "status       404\n"
              "resolved by  no_route\n"
              "trace        trc_1\n"
              "body         none\n"
              "answer       70000 bytes, not kept; SHA-256 abc\n");
}

TEST(ShownRequest, Counts) {
    EXPECT_EQ(shown_count(value(R"({"count":3,"known":true})"), {}), "3\n");
    EXPECT_EQ(shown_count(value(R"({"count":3,"known":false})"), {}),
              "at least 3: older requests are no longer kept\n");
}

TEST(ShownRequest, FramesOfTheFeed) {
    EXPECT_EQ(shown_frame("", "evicted", R"({"evicted":12})"), "12 older are no longer kept\n");
    EXPECT_EQ(shown_frame("3", "transition",
                          R"({"at":"t","resource":"charges","id":"ch_1","from":"a","to":"b",)"
                          R"("cause":"call"})"),
              "3       t  transition  charges ch_1: a -> b, by call\n");
    EXPECT_EQ(shown_frame("4", "control", R"({"at":"t","command":"arm_fault"})"),
              "4       t  control  arm_fault\n");
    EXPECT_EQ(shown_frame("5", "delivery",
                          R"({"at":"t","id":"dlv_1","event_type":"charge.failed",
                              "url":"http://127.0.0.1:1/","state":"held"})"),
              "5       t  delivery  dlv_1 charge.failed to http://127.0.0.1:1/: held\n");
    EXPECT_EQ(shown_frame("123456789", "other", R"({"at":"t","id":"x_1"})"),
              "123456789  t  other  {\"id\":\"x_1\"}\n");
}

TEST(ShownTrace, SaysWhoAnsweredAndWhatCanBePinned) {
    EXPECT_EQ(
        shown_trace(
            value(
                R"({"id":"trc_4","world":"w_7","seq":12,"at":"2025-01-01T00:00:05Z",)"
                R"("request":{"method":"GET","path":"/v2/task-runs/trun_1","operation":"getTaskRun",)"
                R"("resource":"task_runs","verb":"get","credential_id":"cred_1","source_id":null},)"
                R"("resolved_by":"stateful","status":200,)"
                R"("steps":[{"step":"fault","outcome":"no_match","considered":[{"id":"flt_1",)"
                R"("why_not":"input.amount: wanted 2000, got 1000"}]},)"
                R"({"step":"idempotency","outcome":"no_key"},{"step":"scenario","outcome":"absent"},)"
                R"({"step":"magic","outcome":"none"},{"step":"stateful","outcome":"executed"}],)"
                R"("fields":[{"path":"id","class":"faithful","source":"state","origin":"id",)"
                R"("value":"trun_1","pin":null},)"
                R"({"path":"status","class":"faithful","source":"state","origin":"lifecycle",)"
                R"("value":"completed","pin":null,"set_by":"lifecycle of task_runs","bound_by":"tmr_4"},)"
                R"({"path":"output.balance","class":"exogenous","source":"pinned","value":125.50,)"
                R"("by":"pin_3","bound_by":"trc_2","pin":{"match":{"operation":"fetchBalance",)"
                R"("credential_id":"cred_1","input":{"month":"may"}},"field":"output.balance"},)"
                R"("lost":[{"by":"pin_1","why":"1 constraint against 2"}]}],)"
                R"("transitions":[{"resource":"charges","id":"ch_1","from":"a","to":"b","cause":"call"}],)"
                R"("emitted":[{"event":"run.completed","id":"evt_1"}],)"
                R"("scheduled":[{"timer":"tmr_1","due_at":"2025-01-01T00:00:09Z"}],)"
                R"("warnings":[{"code":"input_dropped","message":"x was dropped"}],"off_model":true})"),
            {}),
        "trace       trc_4 of world w_7\n"
        "at          2025-01-01T00:00:05Z\n"
        "call        GET /v2/task-runs/trun_1\n"
        "operation   getTaskRun\n"
        "credential  cred_1\n"
        "answer      200, resolved by stateful\n"
        "off model   the pack does not know this answer for this operation\n"
        "\n"
        "how it was resolved:\n"
        "  fault        no armed fault or stub matched\n"
        "               flt_1 did not match: input.amount: wanted 2000, got 1000\n"
        "  idempotency  the call carries no idempotency key\n"
        "  scenario     no header X-Mock-Scenario\n"
        "  magic        no magic value in the input\n"
        "  stateful     executed\n"
        "\n"
        "where each field came from:\n"
        "  FIELD           SOURCE  VALUE        WHY\n"
        "  id              state   \"trun_1\"     stored earlier; first as id\n"
        "  status          state   \"completed\"  lifecycle of task_runs; bound by tmr_4\n"
        "  output.balance  pinned  125.50       pin_3; bound by trc_2\n"
        "    to pin it: understudy pin set --operation fetchBalance --credential cred_1 "
        "--input '{\"month\":\"may\"}' --field output.balance --value 125.50\n"
        "    pin_1 lost: 1 constraint against 2\n"
        "\n"
        "what happened:\n"
        "  charges ch_1: a -> b, by call\n"
        "  emitted run.completed evt_1\n"
        "  timer tmr_1 is due at 2025-01-01T00:00:09Z\n"
        "  warning input_dropped: x was dropped\n");
}

TEST(ShownTrace, OfAFaultAndOfAnEvent) {
    EXPECT_EQ(
        shown_trace(value(R"({"id":"trc_1","world":"w_1","at":"t","request":{"method":"POST",)"
                          R"("path":"/x","operation":null},"resolved_by":"fault","status":402,)"
                          R"("steps":[{"step":"fault","outcome":"fired"},)"
                          R"({"step":"later","outcome":"not_asked"}],)"
                          R"("fault":{"id":"flt_1","effect":"402 card_declined"},"fields":[]})"),
                    {}),
        "trace   trc_1 of world w_1\n"
        "at      t\n"
        "call    POST /x\n"
        "answer  402, resolved by fault\n"
        "\n"
        "how it was resolved:\n"
        "  fault  fired\n"
        "         flt_1: 402 card_declined\n"
        "  later  not asked\n");
    EXPECT_EQ(shown_trace(value(R"({"id":"trc_2","world":"w_1","at":"t",)"
                                R"("request":{"event":"bank.closes"},"resolved_by":"stateful",)"
                                R"("status":0,"steps":[],"fields":[]})"),
                          {}),
              "trace  trc_2 of world w_1\n"
              "at     t\n"
              "cause  world event bank.closes\n");
}

TEST(ShownVersion, OfTheServer) {
    EXPECT_EQ(shown_health(value(R"({"status":"ok"})"), {}), "ok\n");
    EXPECT_EQ(shown_version(value(R"({"product":"understudy","version":"0.1.0","contract":1,)"
                                  R"("packs":[{"name":"parcel","version":"0.1.0"}]})"),
                            {}),
              "server    understudy 0.1.0\n"
              "contract  1\n"
              "packs     parcel@0.1.0\n");
}

TEST(ShellWord, IsQuotedWhereAShellWouldReadIt) {
    EXPECT_EQ(shell_word("output.balance"), "output.balance");
    EXPECT_EQ(shell_word(""), "''");
    EXPECT_EQ(shell_word("a b"), "'a b'");
    EXPECT_EQ(shell_word("it's"), "'it'\\''s'");
    EXPECT_EQ(shell_word("*"), "'*'");
}

}  // namespace understudy::app
