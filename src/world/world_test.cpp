// Worlds from outside: what a call changes and what it leaves alone, the clock, world events,
// reset, fork, journal, and the refusals of a world itself.
#include "world/code.hpp"
#include "world/world_testing.hpp"

namespace understudy::world {

namespace {

constexpr std::string_view kHead = R"(format: 1
pack: shop
version: 0.1.0
serve: { hosts: [ { host: "*", base: / } ], input: [ json, form ] }
errors:
  envelope: { error: error }
  on: { no_route: missing, required: invalid, type: invalid, missing: missing, state: wrong_state }
  codes:
    missing:     { status: 404, message: "no {issue.resource} {issue.value}" }
    invalid:     { status: 400, message: "bad {issue.param}" }
    wrong_state: { status: 409, message: "{issue.resource} is {issue.value}" }
    taken:       { status: 409, message: "{issue.value} is taken" }
    too_much:    { status: 400, message: too much }
)";

std::string with_head(std::string_view rest) {
    return std::string(kHead) + std::string(rest);
}

constexpr std::string_view kOrders = R"(
durations: { pay: 10s, ship: 5s, zero: 0s }
config: { region: { schema: { enum: [ eu, us ] }, default: eu }, token: { pattern: "tok_{hex:8}" } }
events: { types: [ order.made, order.paid, order.shipped, order.lost, parcel.lost ], payload: { id: event.id, type: event.type, direct: request.direct, object: view(self) } }
resources:
  accounts:
    id: "{seq}"
    find: { account: id }
    unique: { fields: [ name ], else: taken }
    fields:
      name: { from: input, required: true, schema: { type: string } }
      updated: { from: clock, on: change, as: rfc3339 }
      spent: { from: aggregate, sum: total, over: orders, by: account, where: 'it.status != "canceled"' }
      orders: { from: aggregate, count: id, over: orders, by: account }
      by_state: { from: aggregate, count: id, over: orders, by: account, group: status, show: { state: it.key, number: it.value } }
    operations: { create: POST /accounts, get: "GET /accounts/{account}", update: { route: "POST /accounts/{account}", writes: [ name ] }, delete: "DELETE /accounts/{account}", list: GET /accounts }
  totals:
    one: true
    fields: { all: { from: aggregate, sum: total, over: orders }, opened: { from: clock, as: epoch } }
    operations: { get: GET /totals }
  orders:
    id: "ord_{base62:8}"
    parent: accounts
    fields:
      account: { from: input, ref: accounts }
      total: { from: input, required: true, schema: { type: integer, minimum: 1 } }
      paid_at: { from: clock, on: pay, as: epoch, nullable: true }
      tries: { from: moves, init: 0, schema: { type: integer } }
      code: { from: id, pattern: "{self.id}-{digits:4}" }
      risk: { from: exogenous, schema: { type: integer, minimum: 0, maximum: 100 }, binds: pay, before: null }
      status: { from: lifecycle }
    operations:
      create: "POST /accounts/{account}/orders"
      get: "GET /orders/{id}"
      pay: { route: "POST /orders/{id}/pay", then: { move: ship_later, when: 'self.total > 500' } }
      cancel: "POST /orders/{id}/cancel"
      loop: "POST /orders/{id}/loop"
      spread: "POST /orders/{id}/spread"
    lifecycle:
      start: [ { state: open, emits: order.made } ]
      moves:
        pay: { from: open, guard: { is: 'self.total < 1000', else: too_much }, to: paid, set: { tries: self.tries + 1 }, emits: order.paid }
        ship_later: { from: paid, to: waiting }
        ship: { from: waiting, after: ship, to: shipped, emits: order.shipped }
        lapse: { from: open, after: pay, to: canceled }
        cancel: { from: [ open, paid ], to: nothing }
        loop: { from: open, set: { tries: self.tries + 1 }, then: { move: loop, when: 'self.tries < 1000' } }
        spread: { from: open, each: { in: '[1, 2, 3]', as: n, create: { orders: { with: { account: self.account, total: n } } } } }
        lose: { from: [ paid, waiting ], cause: { event: carrier.loses, of: data.order, when: 'it.total > 10', data: { order: { ref: orders, required: true } } }, to: lost, emits: order.lost }
)";

class Market : public testing::Test {
protected:
    Service service{pack_of(with_head(kOrders))};
    std::string account = service.post_json("/accounts", R"({"name":"ada"})").text_at("id");

    Reply order(int total) {
        return service.post_json("/accounts/" + account + "/orders",
                                 R"({"total":)" + std::to_string(total) + "}");
    }
    std::string path(const Reply& order) { return "/orders/" + order.text_at("id"); }
};

TEST_F(Market, CountsIdsAndFindsObjectsUnderTheirParents) {
    EXPECT_EQ(account, "1");
    const Reply made = order(100);
    ASSERT_EQ(made.status, 200) << made.text;
    EXPECT_EQ(made.at("account"), json::Value(1));
    EXPECT_EQ(made.text_at("code").substr(0, made.text_at("id").size() + 1),
              made.text_at("id") + "-");
    EXPECT_EQ(service.post_json("/accounts/9/orders", R"({"total":1})").status, 404);
    EXPECT_EQ(service.get("/orders/ord_none").status, 404);
}

TEST_F(Market, FoldsWhatNamesAnObject) {
    order(100);
    service.post(path(order(250)) + "/pay");
    const Reply seen = service.get("/accounts/1");
    EXPECT_EQ(seen.at("spent"), json::Value(350)) << seen.text;
    EXPECT_EQ(seen.at("orders"), json::Value(2));
    EXPECT_EQ(seen.text_at("by_state"),
              R"([{"state":"open","number":1},{"state":"paid","number":1}])");
    EXPECT_EQ(service.get("/totals").at("all"), json::Value(350));
    service.advance("10s");
    EXPECT_EQ(service.get("/accounts/1").at("spent"), json::Value(250));
}

TEST_F(Market, MakesTheOneObjectOnce) {
    const Reply first = service.get("/totals");
    EXPECT_EQ(first.status, 200) << first.text;
    service.advance("1h");
    EXPECT_EQ(service.get("/totals").text, first.text);
    EXPECT_EQ(json::write(*service.world().counts().find("totals")), "1");
}

TEST_F(Market, RefusesWhatIsNotUnique) {
    const Reply taken = service.post_json("/accounts", R"({"name":"ada"})");
    EXPECT_EQ(taken.status, 409) << taken.text;
    EXPECT_EQ(taken.at("error/message"), json::Value("ada is taken"));
    const std::string other = service.post_json("/accounts", R"({"name":"bea"})").text_at("id");
    EXPECT_EQ(service.post_json("/accounts/" + other, R"({"name":"ada"})").status, 409);
    EXPECT_EQ(service.get("/accounts/" + other).at("name"), json::Value("bea"));
    service.remove("/accounts/1");
    EXPECT_EQ(service.post_json("/accounts/" + other, R"({"name":"ada"})").status, 200);
}

TEST_F(Market, StampsEveryChange) {
    service.advance("1m");
    EXPECT_EQ(service.get("/accounts/1").at("updated"), json::Value("2025-01-01T00:00:00Z"));
    service.post_json("/accounts/1", R"({"name":"ada"})");
    EXPECT_EQ(service.get("/accounts/1").at("updated"), json::Value("2025-01-01T00:00:00Z"));
    service.post_json("/accounts/1", R"({"name":"eve"})");
    EXPECT_EQ(service.get("/accounts/1").at("updated"), json::Value("2025-01-01T00:01:00Z"));
}

TEST_F(Market, MovesStampsBindsAndGoesOn) {
    const Reply made = order(600);
    EXPECT_EQ(made.at("risk"), json::Value());
    EXPECT_EQ(made.at("paid_at"), json::Value());
    service.advance("3s");
    const Reply paid = service.post(path(made) + "/pay");
    ASSERT_EQ(paid.status, 200) << paid.text;
    EXPECT_EQ(paid.at("status"), json::Value("waiting"));
    EXPECT_EQ(paid.at("paid_at"), json::Value(1735689603));
    EXPECT_TRUE(paid.at("risk").is_number()) << paid.text;
    EXPECT_EQ(paid.at("tries"), json::Value(1));
    ASSERT_EQ(paid.outcome.transitions.size(), 2U);
    EXPECT_EQ(paid.outcome.transitions[0].from, "open");
    EXPECT_EQ(paid.outcome.transitions[0].to, "paid");
    EXPECT_EQ(paid.outcome.transitions[0].cause, "call");
    EXPECT_EQ(paid.outcome.transitions[1].to, "waiting");
    EXPECT_EQ(service.advance("5s"), Names{"order.shipped"});
    EXPECT_EQ(service.last.transitions[0].cause.substr(0, 10), "timer tmr_");
    EXPECT_EQ(service.get(path(made)).at("risk"), paid.at("risk"));
}

TEST_F(Market, RefusesGuardsAndStatesAndChangesNothing) {
    const Reply large = order(1000);
    const std::string before = service.world().digest();
    const Reply refused = service.post(path(large) + "/pay");
    EXPECT_EQ(refused.status, 400);
    EXPECT_EQ(refused.at("error/code"), json::Value("too_much"));
    EXPECT_EQ(service.get(path(large)).at("status"), json::Value("open"));
    EXPECT_NE(service.world().digest(), "") << before;
    service.advance("10s");
    const Reply late = service.post(path(large) + "/pay");
    EXPECT_EQ(late.status, 409);
    EXPECT_EQ(late.at("error/message"), json::Value("order is canceled"));
}

TEST_F(Market, DeletesByAMoveToNothing) {
    const Reply made = order(5);
    const Reply gone = service.post(path(made) + "/cancel");
    EXPECT_EQ(gone.status, 200) << gone.text;
    EXPECT_EQ(gone.outcome.transitions.back().to, "nothing");
    EXPECT_EQ(service.get(path(made)).status, 404);
    EXPECT_EQ(service.world().pending().size(), 0U);
    EXPECT_EQ(service.get("/accounts/1").at("orders"), json::Value(0));
}

TEST_F(Market, UndoesAChainThatIsTooLong) {
    const Reply made = order(5);
    const Reply failed = service.post(path(made) + "/loop");
    EXPECT_EQ(failed.status, 500) << failed.text;
    EXPECT_NE(failed.text.find("64"), std::string::npos);
    EXPECT_EQ(service.get(path(made)).at("tries"), json::Value(0));
    const auto trace = service.world().trace(failed.headers.get("X-Mock-Resolution-Trace"), {});
    ASSERT_TRUE(trace.has_value());
    EXPECT_EQ(json::write(*json::Pointer::parse("/warnings/0/code")->resolve(*trace)),
              R"("chain_too_long")");
    EXPECT_EQ(base::name_of(code::ChainTooLong), "world.chain_too_long");
}

TEST_F(Market, CreatesOncePerElement) {
    const Reply made = order(5);
    const Reply spread = service.post(path(made) + "/spread");
    ASSERT_EQ(spread.status, 200) << spread.text;
    EXPECT_EQ(service.get("/accounts/1").at("spent"), json::Value(5 + 1 + 2 + 3));
    ASSERT_EQ(spread.outcome.events.size(), 3U);
    EXPECT_EQ(*spread.outcome.events[0].payload.find("direct"), json::Value(false));
}

TEST_F(Market, KnowsWhoAskedForAnEvent) {
    const Reply made = order(5);
    EXPECT_EQ(*made.outcome.events[0].payload.find("direct"), json::Value(true));
    EXPECT_EQ(made.outcome.events[0].id, json::Value("evt_1"));
    EXPECT_EQ(*made.outcome.events[0].payload.find("object"), made.body);
}

// --- world events

TEST_F(Market, LetsTheOutsideWorldCauseThings) {
    const Reply made = order(50);
    const std::string data = R"({"order":")" + made.text_at("id") + R"("})";
    auto early = service.trigger("carrier.loses", data);
    ASSERT_TRUE(std::holds_alternative<Refused>(early));
    EXPECT_EQ(std::get<Refused>(early).code, "precondition_failed");
    EXPECT_EQ(std::get<Refused>(early).status, 409);
    service.post(path(made) + "/pay");
    auto lost = service.trigger("carrier.loses", data);
    ASSERT_TRUE(std::holds_alternative<Outcome>(lost)) << std::get<Refused>(lost).message;
    EXPECT_EQ(std::get<Outcome>(lost).events[0].event, "order.lost");
    EXPECT_EQ(std::get<Outcome>(lost).transitions[0].cause, "event carrier.loses");
    EXPECT_EQ(service.get(path(made)).at("status"), json::Value("lost"));
}

TEST_F(Market, SaysWhyAnEventCannotHappen) {
    const Reply small = order(5);
    service.post(path(small) + "/pay");
    const auto refused = [&](const std::string& event, const std::string& data) {
        auto done = service.trigger(event, data);
        return std::holds_alternative<Refused>(done) ? std::get<Refused>(done) : Refused{};
    };
    const Refused blocked =
        refused("carrier.loses", R"({"order":")" + small.text_at("id") + R"("})");
    EXPECT_EQ(blocked.code, "precondition_failed");
    EXPECT_NE(blocked.message.find("it.total is 5"), std::string::npos) << blocked.message;
    EXPECT_EQ(refused("carrier.loses", "{}").code, "invalid_event_data");
    EXPECT_EQ(refused("carrier.loses", R"({"order":"ord_none"})").code, "invalid_event_data");
    EXPECT_EQ(refused("carrier.loses", R"({"ordre":"x"})").code, "invalid_event_data");
    const Refused effect = refused("order.lost", "{}");
    EXPECT_EQ(effect.code, "not_a_cause");
    EXPECT_EQ(effect.status, 422);
    EXPECT_NE(effect.hint.find("carrier.loses"), std::string::npos);
    const Refused unknown = refused("carrier.lose", "{}");
    EXPECT_EQ(unknown.code, "unknown_event");
    EXPECT_EQ(unknown.status, 404);
    EXPECT_NE(unknown.hint.find("carrier.loses"), std::string::npos);
}

// --- clock

TEST_F(Market, NeverRunsBackwards) {
    service.advance("1h");
    Advance back;
    back.to = kUsualStart;
    auto done = service.world().apply(back);
    ASSERT_TRUE(std::holds_alternative<Refused>(done));
    EXPECT_EQ(std::get<Refused>(done).code, "clock_backwards");
    back.to.reset();
    back.by = base::Duration{-1, 0};
    EXPECT_TRUE(std::holds_alternative<Refused>(service.world().apply(back)));
    EXPECT_EQ(base::to_rfc3339(service.world().now()), "2025-01-01T01:00:00Z");
}

TEST_F(Market, StepsToTheNextTimer) {
    order(5);
    service.advance("4s");
    order(6);
    Advance step;
    step.step = true;
    service.world().apply(step);
    EXPECT_EQ(base::to_rfc3339(service.world().now()), "2025-01-01T00:00:10Z");
    service.world().apply(step);
    EXPECT_EQ(base::to_rfc3339(service.world().now()), "2025-01-01T00:00:14Z");
    service.world().apply(step);
    EXPECT_EQ(base::to_rfc3339(service.world().now()), "2025-01-01T00:00:14Z");
}

TEST(Clock, TicksWithRealTime) {
    Definition definition;
    definition.clock = ClockMode::Ticking;
    Service service(pack_of(with_head(kOrders)), definition);
    service.post_json("/accounts", R"({"name":"ada"})");
    const Reply made = service.post_json("/accounts/1/orders", R"({"total":5})");
    const auto later = service.world().apply(
        Service::call_of("GET", "/orders/" + made.text_at("id")), base::Duration{10, 0});
    const Outcome& outcome = std::get<Outcome>(later);
    EXPECT_NE(outcome.answer.body->find("canceled"), std::string::npos);
    EXPECT_EQ(outcome.transitions.size(), 1U);
}

TEST(Clock, StopsTimersThatRunAway) {
    Definition definition;
    definition.most_timers = 100;
    Service service(pack_of(with_head(R"(
durations: { zero: 0s }
resources:
  wheels:
    id: "{seq}"
    fields: { turns: { from: moves, init: 0, schema: { type: integer } }, status: { from: lifecycle } }
    operations: { create: POST /wheels, get: "GET /wheels/{id}", start: "POST /wheels/{id}/start" }
    lifecycle:
      start: still
      moves:
        start: { from: still, to: turning }
        turn: { from: turning, after: zero, set: { turns: self.turns + 1 }, again: { after: zero } }
)")),
                    definition);
    service.post_json("/wheels", "{}");
    const Reply started = service.post("/wheels/1/start");
    EXPECT_EQ(started.status, 200);
    EXPECT_EQ(service.get("/wheels/1").at("turns"), json::Value(100));
    Advance advance;
    advance.by = base::Duration{1, 0};
    const auto done = service.world().apply(advance);
    ASSERT_TRUE(std::holds_alternative<Refused>(done));
    EXPECT_EQ(std::get<Refused>(done).code, "runaway_timers");
    EXPECT_EQ(std::get<Refused>(done).status, 409);
    EXPECT_EQ(std::get<Refused>(done).message,
              "more than 100 timers fired in one advance; stopped at 2025-01-01T00:00:00Z");
    EXPECT_EQ(base::name_of(code::RunawayTimers), "world.runaway_timers");
}

// --- branches

TEST(Arms, AreChosenByScenarioConditionOrDefault) {
    Service service(pack_of(with_head(R"(
durations: { think: 5s }
scenarios: { all_fail: { arms: { jobs.judge: failed } } }
resources:
  jobs:
    id: "{seq}"
    fields:
      size: { from: input, default: 1, schema: { type: integer } }
      tries: { from: moves, init: 0, schema: { type: integer } }
      report: { from: exogenous, schema: { type: string, minLength: 2 }, binds: judge.good }
      why: { from: moves, init: null }
      status: { from: lifecycle }
    operations: { create: POST /jobs, get: "GET /jobs/{id}" }
    lifecycle:
      start: running
      moves:
        judge:
          from: running
          after: think
          set: { tries: self.tries + 1 }
          arms:
            good: { default: true, to: done }
            large: { when: 'self.size > 10', to: stopped, set: { why: self.tries } }
            failed: { to: stopped, set: { why: '"failed"' } }
)")));
    service.post_json("/jobs", R"({"size":1})");
    service.post_json("/jobs", R"({"size":11})");
    service.headers.add("X-Mock-Scenario", "all_fail");
    service.post_json("/jobs", R"({"size":1})");
    service.headers.clear();
    service.advance("5s");
    const Reply good = service.get("/jobs/1");
    EXPECT_EQ(good.at("status"), json::Value("done"));
    EXPECT_TRUE(good.at("report").is_string()) << good.text;
    const Reply large = service.get("/jobs/2");
    EXPECT_EQ(large.at("status"), json::Value("stopped"));
    // The move's own set comes first, so the arm reads what it wrote.
    EXPECT_EQ(large.at("why"), json::Value(1));
    EXPECT_EQ(large.at("report"), json::Value("(nothing)"));
    EXPECT_EQ(service.get("/jobs/3").at("why"), json::Value("failed"));
}

// --- worlds as values

TEST_F(Market, ForksWithoutMeetingAgain) {
    const Reply made = order(100);
    World fork = service.world().fork("w_2");
    EXPECT_EQ(fork.digest(), service.world().digest());
    EXPECT_EQ(fork.definition().id, "w_2");
    fork.apply(Service::call_of("POST", path(made) + "/pay"));
    EXPECT_NE(fork.digest(), service.world().digest());
    EXPECT_EQ(service.get(path(made)).at("status"), json::Value("open"));
    EXPECT_TRUE(fork.trace("trc_1", {}).has_value());
    EXPECT_TRUE(fork.trace("trc_3", {}).has_value());
}

TEST_F(Market, StartsAnewAndRepeatsItself) {
    const Reply first = order(100);
    service.advance("1h");
    service.world().apply(Reset{});
    EXPECT_EQ(service.world().now(), kUsualStart);
    EXPECT_EQ(service.get("/orders/" + first.text_at("id")).status, 404);
    service.world().apply(Reset{});
    service.post_json("/accounts", R"({"name":"ada"})");
    const Reply second = order(100);
    EXPECT_EQ(second.text, first.text);
    EXPECT_EQ(second.headers, first.headers);
    service.world().apply(Reset{base::Instant{1'800'000'000, 0}});
    EXPECT_EQ(service.world().now().seconds, 1'800'000'000);
    service.world().apply(Reset{});
    EXPECT_EQ(service.world().now(), kUsualStart);
}

TEST_F(Market, IsRebuiltFromItsChanges) {
    Service copy(pack_of(with_head(kOrders)));
    Service original(pack_of(with_head(kOrders)));
    original.world().record_changes(true);
    original.post_json("/accounts", R"({"name":"ada"})");
    original.world().apply(Reset{});
    original.post_json("/accounts", R"({"name":"bea"})");
    const Reply made = original.post_json("/accounts/1/orders", R"({"total":600})");
    original.post(path(made) + "/pay");
    original.post_json("/orders/none/pay", "{}");
    original.advance("1s");
    const auto replayed = copy.world().replay(original.world().take_changes());
    ASSERT_TRUE(replayed.has_value()) << base::render(replayed.error());
    EXPECT_EQ(copy.world().digest(), original.world().digest());
    EXPECT_EQ(copy.get(path(made)).text, original.get(path(made)).text);
    EXPECT_EQ(original.world().take_changes().empty(), false);

    const auto bad = copy.world().replay({Change{"reset", "", json::Value(1)}});
    ASSERT_FALSE(bad.has_value());
    EXPECT_EQ(bad.error().code, code::BadJournal);
}

TEST_F(Market, ShowsItsState) {
    order(100);
    const json::Value record = service.world().state_record();
    EXPECT_EQ(*record.find("now"), json::Value("2025-01-01T00:00:00Z"));
    EXPECT_EQ(record.find("resources")->find("orders")->size(), 1U);
    EXPECT_EQ(service.world().pending().size(), 1U);
    EXPECT_EQ(*service.world().pending()[0].find("move"), json::Value("lapse"));
    EXPECT_GT(service.world().stored_bytes(), 0U);
}

TEST(Config, IsGivenDrawnOrStandard) {
    const auto pack = pack_of(with_head(kOrders));
    Service service(pack);
    EXPECT_EQ(*service.world().config().find("region"), json::Value("eu"));
    const std::string token(service.world().config().find("token")->as_string());
    EXPECT_EQ(token.size(), 12U);
    Service same(pack);
    EXPECT_EQ(*same.world().config().find("token"), json::Value(token));
    Definition other;
    other.seed = 1;
    Service differs(pack, other);
    EXPECT_NE(*differs.world().config().find("token"), json::Value(token));
}

TEST(Config, IsRefusedIfUnknownOrWrong) {
    const auto pack = pack_of(with_head(kOrders));
    Definition unknown;
    unknown.config = json::Value::object({{"regoin", "eu"}});
    const auto first = World::create(pack, unknown);
    ASSERT_FALSE(first.has_value());
    EXPECT_EQ(first.error().code, code::UnknownConfig);
    EXPECT_EQ(base::message(first.error()), "the pack shop has no config regoin");
    EXPECT_EQ(base::hint(first.error()), "did you mean \"region\"?");
    Definition wrong;
    wrong.config = json::Value::object({{"region", "mars"}});
    const auto second = World::create(pack, wrong);
    ASSERT_FALSE(second.has_value());
    EXPECT_EQ(second.error().code, code::BadConfig);
}

}  // namespace

}  // namespace understudy::world
