// Pins and tapes: what can be set and what is refused, who wins, when a value binds, and what the
// trace says of it.
#include "world/pins_testing.hpp"

namespace understudy::world {

namespace {

using Pins = Duo;

constexpr const char* kBalance =
    R"({"match":{"operation":"fetchBalance"},"field":"output.balance","value":125.5})";

TEST_F(Pins, HaveARecordThatSaysEverything) {
    const Set set = pin(kBalance);
    EXPECT_EQ(json::write(set.record),
              R"({"id":"pin_1","match":{"operation":"fetchBalance"},"field":"output.balance",)"
              R"("value":125.5,"specificity":1,"created_seq":1,"bound":0,"already_bound":0})");
    const Set taped = tape(
        R"({"match":{"operation":"fetchBalance","source_id":"bank"},"field":"output.currency",
            "values":[{"value":"eur","times":2},{"value":"usd"}]})");
    EXPECT_EQ(json::write(taped.record),
              R"({"id":"tap_1","match":{"operation":"fetchBalance","source_id":"bank"},)"
              R"("field":"output.currency","values":[{"value":"eur","times":2},{"value":"usd"}],)"
              R"("position":0,"then":"fallback","shadowed_by":[]})");
    EXPECT_EQ(settled(R"({"site":"bank"})").at("output/currency"), json::Value("eur"));
    const auto pins = service.world().exogenous(false);
    const auto tapes = service.world().exogenous(true);
    ASSERT_EQ(pins.size(), 1U);
    ASSERT_EQ(tapes.size(), 1U);
    EXPECT_EQ(*pins[0].find("bound"), json::Value(1));
    EXPECT_EQ(*tapes[0].find("position"), json::Value(1));
}

TEST(Acceptance, S02_PinOfAFaithfulField) {
    Service service(pack_in("tests/packs/duo"));
    const auto refused = [&](const std::string& match, const std::string& field) {
        const std::string body =
            R"({"match":)" + match + R"(,"field":")" + field + R"(","value":1})";
        auto done = service.world().apply(SetPin{*json::parse(body)});
        return to_text(std::get<Refused>(done));
    };
    struct Case {
        const char* match;
        const char* field;
        const char* text;
    };
    const Case cases[] = {
        {R"({"operation":"runTask"})", "status",
         "illegal_override 422 /field: \"status\" of runs is faithful and cannot be set; it is set "
         "by the lifecycle of runs (choose the arm that leads to it: field `branch` of "
         "runs.settle)"},
        {R"({"operation":"getRun"})", "status",
         "illegal_override 422 /field: \"status\" of runs is faithful and cannot be set; it is set "
         "by the lifecycle of runs (choose the arm that leads to it: field `branch` of "
         "runs.settle)"},
        {R"({"operation":"runTask"})", "id",
         "illegal_override 422 /field: \"id\" of runs is faithful and cannot be set; it is set by "
         "the stream of ids (what comes from outside is output, reason, note, ticket)"},
        {R"({"operation":"runTask"})", "month",
         "illegal_override 422 /field: \"month\" of runs is faithful and cannot be set; it is set "
         "by the caller's input (what comes from outside is output, reason, note, ticket)"},
        {R"({"operation":"runTask"})", "task.name",
         "illegal_override 422 /field: \"task.name\" of runs is faithful and cannot be set; it is "
         "set by the caller's input (what comes from outside is output, reason, note, ticket)"},
        {R"({"operation":"askQuote"})", "answer",
         "illegal_override 422 /field: \"answer\" of askQuote is faithful and cannot be set; it is "
         "set by the pack, as `reply.text` (what comes from outside is reply, reply.text, "
         "reply.tone, rate)"},
        {R"({"operation":"createTask"})", "name",
         "illegal_override 422 /field: \"name\" of tasks is faithful and cannot be set; it is set "
         "by the caller's input (nothing here comes from outside)"},
    };
    for (const Case& one : cases) EXPECT_EQ(refused(one.match, one.field), one.text);
    EXPECT_TRUE(service.world().exogenous(false).empty());
}

TEST(Acceptance, S03_PinOfTheWrongType) {
    Service service(pack_in("tests/packs/duo"));
    const auto refused = [&](const std::string& field, const std::string& value) {
        const std::string body = R"({"match":{"operation":"fetchBalance"},"field":")" + field +
                                 R"(","value":)" + value + "}";
        auto done = service.world().apply(SetPin{*json::parse(body)});
        const auto* no = std::get_if<Refused>(&done);
        return no == nullptr ? std::string("set") : to_text(*no);
    };
    struct Case {
        const char* field;
        const char* value;
        const char* text;
    };
    const Case cases[] = {
        {"output.balance", R"("much")",
         "invalid_pin_value 422 /value: the value does not fit output.balance of fetchBalance: "
         "expected number, found string \"much\" (schema /properties/balance/type, type: "
         "\"number\")"},
        {"output.balance", "-1",
         "invalid_pin_value 422 /value: the value does not fit output.balance of fetchBalance: "
         "-1 is too small; it must be at least 0 (schema /properties/balance/minimum, minimum: 0)"},
        {"output.currency", R"("gbp")",
         "invalid_pin_value 422 /value: the value does not fit output.currency of fetchBalance: "
         "\"gbp\" is not one of \"eur\", \"usd\" (schema /properties/currency/enum, enum: "
         "[\"eur\",\"usd\"])"},
        {"output", R"({"balance":1})",
         "invalid_pin_value 422 /value: the value does not fit output of fetchBalance: the "
         "property \"currency\" is missing (schema /required, required: "
         "[\"balance\",\"currency\"])"},
        {"output", R"({"balance":1,"currency":"eur","items":[{"price":1},{"price":"x"}]})",
         "invalid_pin_value 422 /value/items/1/price: the value does not fit output of "
         "fetchBalance: /items/1/price: expected integer, found string \"x\" (schema "
         "/properties/items/items/properties/price/type, type: \"integer\")"},
        {"output.items.*.price", "1.5",
         "invalid_pin_value 422 /value: the value does not fit output.items.*.price of "
         "fetchBalance: expected integer, found number 1.5 (schema "
         "/properties/items/items/properties/price/type, type: \"integer\")"},
        {"output.owner.name", "5",
         "invalid_pin_value 422 /value: the value does not fit output.owner.name of fetchBalance: "
         "expected string, found number 5 (schema /$defs/owner/properties/name/type, type: "
         "\"string\")"},
        {"reason", "null",
         "invalid_pin_value 422 /value: the value does not fit reason of fetchBalance: null is not "
         "one of \"document_expired\", \"not_reachable\", \"locked\" (schema /enum, enum: "
         "[\"document_expired\",\"not_reachable\",\"locked\"])"},
        {"note", "null", "set"},
        {"output.owner.name", R"("Ann")", "set"},
    };
    for (const Case& one : cases) {
        EXPECT_EQ(refused(one.field, one.value), one.text) << one.field << ' ' << one.value;
    }
}

TEST_F(Pins, RefuseNamesThatNothingHas) {
    make_task("pay_rent", R"({"type":"object","properties":{"paid":{"type":"boolean"}}})");
    struct Case {
        const char* body;
        const char* text;
    };
    const Case cases[] = {
        {R"({"match":{"operation":"fetchBalanse"},"field":"output.balance","value":1})",
         "unknown_operation 404 /match/operation: no operation \"fetchBalanse\" in pack duo@0.1.0 "
         "(did you mean 'fetchBalance'?)"},
        {R"({"match":{"operation":"pay_rnt"},"field":"output.paid","value":true})",
         "unknown_operation 404 /match/operation: no operation \"pay_rnt\" in pack duo@0.1.0 (did "
         "you mean 'pay_rent'?)"},
        {R"({"match":{"operation":"fetchBalance"},"field":"output.balanse","value":1})",
         "unknown_field 422 /field: fetchBalance has no exogenous field \"output.balanse\" (did "
         "you "
         "mean 'output.balance'?)"},
        {R"({"match":{"operation":"pay_rent"},"field":"output.payed","value":true})",
         "unknown_field 422 /field: pay_rent has no exogenous field \"output.payed\" (did you mean "
         "'output.paid'?)"},
        {R"({"match":{"operation":"runTask","input":{"task":"pay_rent"}},"field":"output.payed","value":1})",
         "unknown_field 422 /field: runTask has no exogenous field \"output.payed\" (did you mean "
         "'output.paid'?)"},
        {R"({"match":{"operation":"getRun"},"field":"output.balance","value":1})",
         "unknown_field 422 /field: getRun does not produce \"output.balance\" (it is produced by "
         "runTask, fetchBalance)"},
        {R"({"match":{"operation":"createTask"},"field":"zzz","value":1})",
         "unknown_field 422 /field: createTask has no exogenous field \"zzz\" (it produces nothing "
         "that comes from outside)"},
        {R"({"match":{"operation":"fetchBalance","inptu":{}},"field":"output","value":1})",
         "unknown_constraint 422 /match/inptu: pack duo cannot match by \"inptu\" (did you mean "
         "'input'?)"},
        {R"({"match":{"operation":"fetchBalance","facets":{"words":{"equals":"x"}}},"field":"ticket","value":"T000000"})",
         "unknown_constraint 422 /match/facets/words: fetchBalance has no facet \"words\""},
        {R"({"match":{"operation":"runTask","facets":{"words":{"equals":"x"}}},"field":"ticket","value":"T000000"})",
         "unknown_constraint 422 /match/facets/words: runTask has no facet \"words\" (there is "
         "who, "
         "due)"},
        {R"({"match":{"operation":"askQuote","facets":{"wrds":{"equals":"x"}}},"field":"rate","value":1})",
         "unknown_constraint 422 /match/facets/wrds: pack duo has no facet \"wrds\" (did you mean "
         "'words'?)"},
        {R"({"match":{"operation":"create","resource":"rns"},"field":"ticket","value":"T000000"})",
         "unknown_resource 404 /match/resource: no resource \"rns\" in pack duo@0.1.0 (did you "
         "mean "
         "'runs'?)"},
        {R"({"match":{"credential_id":"ann"},"field":"ticket","value":"T000000"})",
         "invalid_request 422 /match/operation: a pin says what it is for (name the operation in "
         "`match`, or an event, a workflow or a move in `on`)"},
        {R"({"on":"run.complted","field":"output","value":1})",
         "unknown_event 404 /on: no event, workflow or move \"run.complted\" in pack duo@0.1.0 "
         "(did "
         "you mean 'run.completed'?)"},
        {R"({"on":"account.paid","field":"status","value":"paid"})",
         "illegal_override 422 /field: \"status\" of accounts is faithful and cannot be set; it is "
         "set by the lifecycle of accounts (what comes from outside is score, reference)"},
    };
    for (const Case& one : cases) EXPECT_EQ(pin(one.body).refused, one.text) << one.body;
    EXPECT_TRUE(service.world().exogenous(false).empty());
    EXPECT_EQ(tape(R"({"match":{"operation":"fetchBalance"},"field":"output.balance",
                       "values":[{"value":1},{"value":"x"}]})")
                  .refused,
              "invalid_pin_value 422 /values/1/value: the value does not fit output.balance of "
              "fetchBalance: expected number, found string \"x\" (schema /properties/balance/type, "
              "type: \"number\")");
    EXPECT_EQ(
        tape(R"({"match":{},"field":"output.balance","values":[{"value":1}]})").refused,
        "invalid_request 422 /match/operation: a tape says what it is for (name the operation "
        "in `match`, or an event, a workflow or a move in `on`)");
    EXPECT_TRUE(service.world().exogenous(true).empty());
}

TEST_F(Pins, AreClearedOneByOneOrAllAtOnce) {
    pin(kBalance);
    pin(kBalance);
    tape(
        R"({"match":{"operation":"fetchBalance"},"field":"output.balance","values":[{"value":1}]})");
    EXPECT_EQ(clear(Clear::What::Pins, "pin_3").refused,
              "unknown_pin 404 : there is no pin \"pin_3\" (did you mean 'pin_1'?)");
    EXPECT_EQ(clear(Clear::What::Tapes, "pin_1").refused,
              "unknown_tape 404 : there is no tape \"pin_1\" (there is tap_1)");
    EXPECT_EQ(json::write(clear(Clear::What::Pins, "pin_1").record), R"({"cleared":1})");
    EXPECT_EQ(json::write(clear(Clear::What::Pins).record), R"({"cleared":1})");
    EXPECT_EQ(json::write(clear(Clear::What::Pins).record), R"({"cleared":0})");
    EXPECT_EQ(json::write(clear(Clear::What::Tapes).record), R"({"cleared":1})");
}

TEST(Acceptance, S04_PinAfterTheRunCompleted) {
    Service service(pack_in("tests/packs/duo"));
    const Reply made = service.post_json("/v1/runs/fetch-balance", "{}");
    service.advance("5s");
    service.post_json("/v1/runs/fetch-balance", "{}");  // not bound yet
    const Reply before = service.get("/v1/runs/" + made.text_at("id"));
    auto done = service.world().apply(SetPin{*json::parse(kBalance)});
    EXPECT_EQ(*std::get<Outcome>(done).result.find("already_bound"), json::Value(1));
    EXPECT_EQ(service.get("/v1/runs/" + made.text_at("id")).text, before.text);
    service.advance("5s");
    EXPECT_EQ(service.get("/v1/runs/" + made.text_at("id")).text, before.text);
    EXPECT_EQ(service.get("/v1/runs/run_2").at("output/balance"), json::Value(125.5));
}

TEST(Acceptance, S05_OneValueInWebhookGetAndList) {
    Service service(pack_in("tests/packs/duo"));
    service.world().apply(SetPin{*json::parse(kBalance)});
    const Reply made = service.post_json("/v1/runs/fetch-balance", "{}");
    EXPECT_EQ(made.at("output"), json::Value());
    service.advance("5s");
    ASSERT_EQ(service.last.events.size(), 1U);
    const json::Value& payload = service.last.events[0].payload;
    EXPECT_EQ(*payload.find("data")->find("output")->find("balance"), json::Value(125.5));
    EXPECT_EQ(service.get("/v1/runs/run_1").at("output/balance"), json::Value(125.5));
    EXPECT_EQ(service.get("/v1/runs").body.items()[0].find("output")->find("balance")->to_double(),
              125.5);
}

TEST(Acceptance, S06_TheMostSpecificPinWins) {
    struct Case {
        const char* a;
        const char* b;
        const char* winner;
        const char* why;
    };
    // The table of specificity, row by row; both match each time.
    const Case cases[] = {
        {R"({})", R"({"credential_id":"ann"})", "b", "1 constraint against 2"},
        {R"({"credential_id":"ann"})", R"({"source_id":"bank"})", "b", "source_id ranks higher"},
        {R"({"source_id":"bank"})", R"({"input":{"month":5}})", "b", "input ranks higher"},
        {R"({"resource":"runs","credential_id":"ann"})", R"({"input":{"month":5}})", "a",
         "2 constraints against 3"},
        {R"({"input":{"month":5}})", R"({"input":{"month":5,"year":2025}})", "b",
         "2 constraints against 3"},
        {R"({})", R"({})", "b", "older"},
        {R"({"credential_id":"ann"})", R"({"resource":"runs"})", "a", "credential_id ranks higher"},
    };
    for (const Case& one : cases) {
        Service service(pack_in("tests/packs/duo"));
        double value = 1;
        for (const char* match : {one.a, one.b}) {
            json::Value body = json::Value::object(
                {{"match", *json::parse(match)}, {"field", "output.balance"}, {"value", value++}});
            body.find_mutable("match")->set("operation", "fetchBalance");
            ASSERT_TRUE(std::holds_alternative<Outcome>(service.world().apply(SetPin{body})));
        }
        service.post_json("/v1/runs/fetch-balance",
                          R"({"person":"ann","site":"bank","month":5,"year":2025})");
        service.advance("5s");
        const Reply shown = service.get("/v1/runs/run_1");
        const bool a_wins = std::string(one.winner) == "a";
        EXPECT_EQ(shown.at("output/balance"), json::Value(a_wins ? 1.0 : 2.0)) << one.a << one.b;
        const auto trace = service.world().trace("trc_2", {"", "output.balance"});
        const json::Value& field = trace->find("fields")->items()[0];
        EXPECT_EQ(field.find("by")->as_string(), a_wins ? "pin_1" : "pin_2");
        EXPECT_EQ(json::write(*field.find("lost")), std::string(R"([{"by":")") +
                                                        (a_wins ? "pin_2" : "pin_1") +
                                                        R"(","why":")" + one.why + R"("}])");
    }
}

TEST_F(Pins, MatchTheCallThatStartedTheWorkflow) {
    pin(R"({"match":{"operation":"fetchBalance","credential_id":"ann"},"field":"output.balance","value":1})");
    pin(R"({"match":{"operation":"fetchBalance","credential_id":"bob","input":{"month":5}},
            "field":"output.balance","value":2})");
    EXPECT_EQ(settled(R"({"person":"ann"})").at("output/balance"), json::Value(1));
    EXPECT_EQ(settled(R"({"person":"bob","month":5.0})").at("output/balance"), json::Value(2));
    const Reply other = settled(R"({"person":"bob","month":6})");
    EXPECT_EQ(*field(other, "output.balance").find("source"), json::Value("synth"));
}

TEST_F(Pins, MatchTheFacetsOfTheCallThatStartedTheWorkflow) {
    make_task("t", R"({"type":"object"})");
    pin(R"({"match":{"operation":"runTask","facets":{"who":{"regex":"^a"},"due":{"equals":"2025-5"}}},
            "field":"output","value":{"n":1}})");
    run("t", R"(,"person":"ann","year":2025,"month":5)");
    run("t", R"(,"person":"bob","year":2025,"month":5)");
    run("t", R"(,"person":"ann")");  // `due` cannot be read, so it is not there
    service.advance("5s");
    EXPECT_EQ(service.get("/v1/runs/run_1").text_at("output"), R"({"n":1})");
    EXPECT_NE(service.get("/v1/runs/run_2").text_at("output"), R"({"n":1})");
    EXPECT_NE(service.get("/v1/runs/run_3").text_at("output"), R"({"n":1})");
    EXPECT_EQ(*service.world().exogenous(false)[0].find("specificity"), json::Value(3));
}

TEST_F(Pins, OfDifferentPlacesInOneFieldAddUp) {
    pin(R"({"match":{"operation":"fetchBalance"},"field":"output",
            "value":{"balance":1,"currency":"eur","items":[{"price":1},{"price":2}]}})");
    pin(R"({"match":{"operation":"fetchBalance"},"field":"output.balance","value":7})");
    pin(R"({"match":{"operation":"fetchBalance"},"field":"output.items.*.price","value":9})");
    pin(R"({"match":{"operation":"fetchBalance"},"field":"output.items.1.price","value":3})");
    const Reply shown = settled();
    EXPECT_EQ(shown.text_at("output"),
              R"({"balance":7,"currency":"eur","items":[{"price":9},{"price":3}]})");
    EXPECT_EQ(*field(shown, "output.balance").find("by"), json::Value("pin_2"));
    EXPECT_EQ(*field(shown, "output.currency").find("by"), json::Value("pin_1"));
}

TEST_F(Pins, TakeTheSchemaFromData) {
    make_task("pay_rent", R"({"type":"object","required":["paid"],"additionalProperties":false,
                              "properties":{"paid":{"type":"boolean"},"fee.eur":{"type":"integer"}}})");
    EXPECT_EQ(
        pin(R"({"match":{"operation":"pay_rent"},"field":"output.paid","value":"yes"})").refused,
        "invalid_pin_value 422 /value: the value does not fit output.paid of pay_rent: "
        "expected boolean, found string \"yes\" (schema /properties/paid/type, type: \"boolean\")");
    EXPECT_EQ(
        pin(R"({"match":{"operation":"pay_rent"},"field":"output.paid","value":true})").refused,
        "");
    EXPECT_EQ(
        pin(R"({"match":{"operation":"pay_rent"},"field":"output.fee\\.eur","value":5})").refused,
        "");
    run("pay_rent");
    service.advance("5s");
    const Reply shown = service.get("/v1/runs/run_1");
    EXPECT_EQ(shown.text_at("output"), R"({"paid":true,"fee.eur":5})");
    EXPECT_EQ(json::write(*field(shown, "output.fee\\.eur").find("pin")),
              R"({"match":{"operation":"pay_rent"},"field":"output.fee\\.eur"})");
}

TEST_F(Pins, WhoseValueDoesNotFitThisResultArePassedOver) {
    make_task("pay_rent",
              R"({"type":"object","required":["paid"],"properties":{"paid":{"type":"boolean"}}})");
    // Nothing says which task it will be, so nothing can be said of the value yet.
    EXPECT_EQ(
        pin(R"({"match":{"operation":"runTask"},"field":"output","value":{"paid":"no"}})").refused,
        "");
    run("pay_rent");
    service.advance("5s");
    const Reply shown = service.get("/v1/runs/run_1");
    EXPECT_TRUE(shown.at("output/paid").is_bool());
    EXPECT_EQ(json::write(*field(shown, "output.paid").find("lost")),
              R"([{"by":"pin_1","why":"its value does not fit the schema of this result"}])");
}

TEST_F(Pins, CompileTheNamesOfEventsAndWorkflows) {
    struct Case {
        const char* on;
        const char* match;
    };
    const Case cases[] = {
        {"run.completed", R"({"operation":["runTask","fetchBalance"]})"},
        {"run.queued", R"({"operation":["runTask","fetchBalance"]})"},
        {"reading", R"({"operation":["runTask","fetchBalance"]})"},
        {"runs.settle", R"({"operation":["runTask","fetchBalance"]})"},
        {"fetchBalance", R"({"operation":"fetchBalance"})"},
    };
    for (const Case& one : cases) {
        const Set set =
            pin(std::string(R"({"on":")") + one.on + R"(","field":"ticket","value":"T000000"})");
        EXPECT_EQ(set.refused, "") << one.on;
        EXPECT_EQ(set.at("match"), one.match);
        EXPECT_EQ(set.at("via"), one.on);
        EXPECT_EQ(set.at("specificity"), "1");
        // Posted back as it is shown, it is the same pin.
        json::Value again = json::Value::object(
            {{"match", *set.record.find("match")}, {"field", "ticket"}, {"value", "T000001"}});
        EXPECT_EQ(apply(SetPin{again}).at("match"), one.match);
    }
    EXPECT_EQ(fetch().at("ticket"), json::Value("T000001"));
    make_task("t", "null");
    EXPECT_EQ(run("t").at("ticket"), json::Value("T000001"));
    EXPECT_EQ(
        pin(R"({"on":"run.queued","match":{"credential_id":"ann"},"field":"ticket","value":"T000009"})")
            .at("match"),
        R"({"operation":["runTask","fetchBalance"],"credential_id":"ann"})");
    EXPECT_EQ(fetch(R"({"person":"ann"})").at("ticket"), json::Value("T000009"));
    EXPECT_EQ(pin(R"({"on":"receipt.printed","field":"reference","value":"R-AAAA"})").at("match"),
              R"({"operation":"portal.payment_received"})");
}

TEST_F(Pins, OfResultsBindAnewAtEachCall) {
    tape(
        R"({"match":{"operation":"askQuote"},"field":"rate","values":[{"value":1},{"value":2}],"then":"cycle"})");
    pin(R"({"match":{"operation":"askQuote","facets":{"words":{"contains":"much"}}},"field":"reply.text","value":"ten"})");
    pin(R"({"match":{"operation":"askQuote","facets":{"size":{"equals":4}}},"field":"reply.tone","value":"curt"})");
    const auto ask = [&](const std::string& text) {
        return service.post_json("/v1/quotes", R"({"text":")" + text + R"(","person":"ann"})");
    };
    const Reply first = ask("how much");
    EXPECT_EQ(first.at("rate"), json::Value(1));
    EXPECT_EQ(first.at("answer"), json::Value("ten"));
    EXPECT_EQ(ask("x").at("rate"), json::Value(2));
    const Reply third = ask("much");
    EXPECT_EQ(third.at("rate"), json::Value(1));
    EXPECT_EQ(field_text(third, "rate"),
              R"({"path":"rate","class":"exogenous","source":"tape","value":1,)"
              R"("pin":{"match":{"operation":"askQuote","credential_id":"ann"},"field":"rate"},)"
              R"("by":"tap_1#2","bound_by":"trc_3"})");
    EXPECT_EQ(
        field_text(third, "reply.tone"),
        R"({"path":"reply.tone","class":"exogenous","source":"pinned","value":"curt",)"
        R"("pin":{"match":{"operation":"askQuote","credential_id":"ann"},"field":"reply.tone"},)"
        R"("by":"pin_2","bound_by":"trc_3"})");
    EXPECT_EQ(*field(third, "reply.text").find("by"), json::Value("pin_1"));
    EXPECT_EQ(*field(third, "answer").find("source"), json::Value("derived"));
}

TEST_F(Pins, OfWhatAWorldEventBringsAboutAreNamedAfterIt) {
    service.post_json("/v1/accounts", R"({"due":5})");
    EXPECT_EQ(pin(R"({"match":{"operation":"portal.payment_received","input":{"amount":5}},
                      "field":"reference","value":"R-ABCD"})")
                  .refused,
              "");
    ASSERT_TRUE(std::holds_alternative<Outcome>(
        service.trigger("portal.payment_received", R"({"account":"acct_1","amount":5})")));
    const Reply list = service.get("/v1/receipts");
    EXPECT_EQ(list.body.items()[0].find("reference")->as_string(), "R-ABCD");
    EXPECT_EQ(json::write(*field(list, "0.reference").find("pin")),
              R"({"match":{"operation":"portal.payment_received"},"field":"reference"})");
}

constexpr std::string_view kChecksPack = R"yaml(
format: 1
pack: small
version: 0.1.0
models: { vendor: Small, api: "1" }
serve: { hosts: [ { host: "*", base: / } ], auth: { places: [ bearer ], fails: no }, input: json }
errors:
  envelope: { error: error }
  on: { auth: no, no_route: no, required: no, type: no, missing: no, state: no }
  codes: { no: { status: 400, message: no } }
resources:
  things:
    id: "t_{seq}"
    fields: { weight: { from: exogenous, schema: { type: integer }, binds: check, before: null }, status: { from: lifecycle } }
    operations: { create: POST /things, get: "GET /things/{id}", check: "POST /things/{id}/check" }
    lifecycle: { start: new, moves: { check: { from: any, to: seen } } }
)yaml";

TEST(PinsOfMovesMadeAgain, AreSetOnceThenFrozen) {
    Service service(kChecksPack);
    const auto pin = [&](int value) {
        service.world().apply(SetPin{
            json::Value::object({{"match", json::Value::object({{"operation", "createThing"}})},
                                 {"field", "weight"},
                                 {"value", value}})});
    };
    pin(1);
    EXPECT_EQ(service.post_json("/things", "{}").at("weight"), json::Value());
    EXPECT_EQ(service.post_json("/things/t_1/check", "{}").at("weight"), json::Value(1));
    pin(2);
    EXPECT_EQ(service.post_json("/things/t_1/check", "{}").at("weight"), json::Value(1));
    EXPECT_EQ(*service.world().exogenous(false)[1].find("bound"), json::Value(0));
}

TEST_F(Pins, FillWhatStaysEmptyOtherwise) {
    EXPECT_EQ(fetch().at("note"), json::Value());
    pin(R"({"match":{"operation":"fetchBalance"},"field":"note","value":"seen"})");
    EXPECT_EQ(fetch().at("note"), json::Value("seen"));
}

TEST_F(Pins, AreNotConsumedByWhatDoesNotHappen) {
    tape(
        R"({"match":{"operation":"fetchBalance"},"field":"ticket","values":[{"value":"T000001"},{"value":"T000002"}]})");
    // Refused: nothing was made, nothing was taken.
    EXPECT_EQ(fetch(R"({"month":"x"})").status, 400);
    EXPECT_EQ(fetch(R"({"person":"nobody"})").status, 502);
    service.headers.add("Idempotency-Key", "k");
    EXPECT_EQ(fetch().at("ticket"), json::Value("T000001"));
    EXPECT_EQ(fetch().at("ticket"), json::Value("T000001"));
    service.headers = {};
    EXPECT_EQ(fetch().at("ticket"), json::Value("T000002"));
    const Reply over = fetch();
    EXPECT_EQ(*field(over, "ticket").find("source"), json::Value("synth"));
    EXPECT_EQ(*service.world().exogenous(true)[0].find("position"), json::Value(2));
}

TEST_F(Pins, TapesEndAsTheySay) {
    struct Case {
        const char* then;
        Names tickets;
    };
    const Case cases[] = {
        {"last", {"T000001", "T000001", "T000002", "T000002", "T000002"}},
        {"cycle", {"T000001", "T000001", "T000002", "T000001", "T000001"}},
    };
    for (const Case& one : cases) {
        tape(std::string(R"({"match":{"operation":"fetchBalance"},"field":"ticket","then":")") +
             one.then + R"(","values":[{"value":"T000001","times":2},{"value":"T000002"}]})");
        Names tickets;
        for (int i = 0; i < 5; ++i) tickets.push_back(fetch().text_at("ticket"));
        EXPECT_EQ(tickets, one.tickets) << one.then;
        clear(Clear::What::Tapes);
    }
}

TEST_F(Pins, HideTapesHoweverSpecificTheseAre) {
    pin(R"({"match":{"operation":"fetchBalance","source_id":"bank"},"field":"ticket","value":"T000000"})");
    const Set hidden = tape(
        R"({"match":{"operation":"fetchBalance","source_id":"bank","credential_id":"ann"},
            "field":"ticket","values":[{"value":"T000001"}]})");
    EXPECT_EQ(hidden.at("shadowed_by"), R"(["pin_1"])");
    EXPECT_EQ(tape(R"({"match":{"operation":"fetchBalance","source_id":"shop"},"field":"ticket",
                       "values":[{"value":"T000002"}]})")
                  .at("shadowed_by"),
              "[]");
    const Reply made = fetch(R"({"site":"bank","person":"ann"})");
    EXPECT_EQ(made.at("ticket"), json::Value("T000000"));
    EXPECT_EQ(json::write(*field(made, "ticket").find("lost")),
              R"([{"by":"tap_1#0","why":"a pin hides tapes"}])");
    EXPECT_EQ(fetch(R"({"site":"shop"})").at("ticket"), json::Value("T000002"));
    clear(Clear::What::Pins);
    EXPECT_EQ(*service.world().exogenous(true)[0].find("shadowed_by"), json::Value::array());
    EXPECT_EQ(fetch(R"({"site":"bank","person":"ann"})").at("ticket"), json::Value("T000001"));
}

TEST_F(Pins, GiveWayToTheScenarioOfACall) {
    pin(kBalance);
    pin(R"({"match":{"operation":"fetchBalance"},"field":"output.currency","value":"usd"})");
    service.headers.add("X-Mock-Scenario", "empty_account");
    const Reply shown = settled();
    EXPECT_EQ(shown.at("output/balance"), json::Value(0));
    EXPECT_EQ(shown.at("output/currency"), json::Value("usd"));
    EXPECT_EQ(field_text(shown, "output.balance"),
              R"({"path":"output.balance","class":"exogenous","source":"pinned","value":0,)"
              R"("pin":{"match":{"operation":"fetchBalance"},"field":"output.balance"},)"
              R"("by":"scenario empty_account","bound_by":"tmr_1",)"
              R"("lost":[{"by":"pin_1","why":"scenario empty_account goes first"}]})");
}

TEST_F(Pins, KeepTheirSourceInEveryLaterTrace) {
    pin(kBalance);
    const Reply shown = settled(R"({"person":"ann","site":"bank"})");
    const std::string expected =
        R"({"path":"output.balance","class":"exogenous","source":"pinned","value":125.5,)"
        R"("pin":{"match":{"operation":"fetchBalance","credential_id":"ann","source_id":"bank"},)"
        R"("field":"output.balance"},"by":"pin_1","bound_by":"tmr_1"})";
    EXPECT_EQ(field_text(shown, "output.balance"), expected);
    clear(Clear::What::Pins);
    EXPECT_EQ(field_text(service.get("/v1/runs/run_1"), "output.balance"), expected);
    EXPECT_EQ(field_text(shown, "output.currency"),
              R"({"path":"output.currency","class":"exogenous","source":"synth","value":)" +
                  json::write(shown.at("output/currency")) +
                  R"(,"pin":{"match":{"operation":"fetchBalance","credential_id":"ann",)"
                  R"("source_id":"bank"},"field":"output.currency"},"bound_by":"tmr_1"})");
}

TEST_F(Pins, GoWithForksSnapshotsAndJournals) {
    service.world().record_changes(true);
    pin(kBalance);
    tape(
        R"({"match":{"operation":"fetchBalance"},"field":"ticket","values":[{"value":"T000001"},{"value":"T000002"}]})");
    fetch();
    const std::string before = service.world().digest();
    World fork = service.world().fork("w_2");
    EXPECT_EQ(fork.digest(), before);
    const auto replayed = World::create(pack_in("tests/packs/duo"), {.id = "w_3"});
    World copy = std::move(const_cast<World&>(*replayed));
    ASSERT_TRUE(copy.replay(service.world().take_changes()).has_value());
    EXPECT_EQ(copy.digest(), before);
    fetch();
    EXPECT_NE(service.world().digest(), before);
    EXPECT_EQ(fork.digest(), before);
    EXPECT_EQ(*copy.exogenous(true)[0].find("position"), json::Value(1));
    ASSERT_TRUE(std::holds_alternative<Outcome>(service.world().apply(Reset{})));
    EXPECT_TRUE(service.world().exogenous(false).empty());
    EXPECT_TRUE(service.world().exogenous(true).empty());
}

TEST_F(Pins, ListTheFieldsOfAnOperation) {
    make_task("pay_rent", R"({"type":"object"})");
    pin(kBalance);
    const auto fields = [&](const std::string& operation) {
        auto listed = service.world().exogenous_fields(operation);
        if (const auto* refused = std::get_if<Refused>(&listed)) return to_text(*refused);
        std::string text;
        for (const json::Value& one : std::get<std::vector<json::Value>>(listed)) {
            if (one.find("class")->as_string() != "exogenous") continue;
            text += std::string(one.find("field")->as_string()) + " " +
                    std::string(one.find("source")->as_string()) + "; ";
        }
        return text;
    };
    EXPECT_EQ(fields("fetchBalance"), "output pinned; reason synth; note synth; ticket synth; ");
    EXPECT_EQ(fields("pay_rent"), "output synth; reason synth; note synth; ticket synth; ");
    EXPECT_EQ(fields("askQuote"), "reply synth; rate synth; ");
    EXPECT_EQ(fields("runs.settle"), "branch synth; ");
    EXPECT_EQ(fields("getRun"), "");
    EXPECT_EQ(
        fields("fetchBalanc"),
        "unknown_operation 404 : no operation \"fetchBalanc\" in pack duo@0.1.0 (did you mean "
        "'fetchBalance'?)");
    auto listed = service.world().exogenous_fields("createAccount");
    EXPECT_EQ(json::write(std::get<std::vector<json::Value>>(listed)[4]),
              R"({"operation":"createAccount","resource":"accounts","field":"score",)"
              R"("class":"exogenous","schema":{"type":"integer","minimum":0,"maximum":100},)"
              R"("source":"synth"})");
}

}  // namespace

}  // namespace understudy::world
