// Moves that let the world's time pass: `clock`. What they begin is the advance of testers, so it
// is state, waits for deliveries, and is the same when it is rebuilt.
#include "base/text.hpp"
#include "world/receiver_testing.hpp"

namespace understudy::world {

namespace {

constexpr std::string_view kPack = R"(format: 1
pack: office
version: 0.1.0
serve: { hosts: [ { host: "*", base: / } ], input: [ json ] }
durations: { brew: 10s }
idempotency: { header: Key, methods: [ POST ], scope: [ credential ], lifetime: keys, fingerprint: [ method, path ], mismatch: refused }
errors:
  envelope: { error: error }
  on: { no_route: refused, required: refused, type: refused, missing: refused, state: refused }
  codes: { refused: { status: 400, message: no } }
events: { types: [ tea.ready, clock.advancing, clock.arrived ], payload: { type: event.type, object: view(self) } }
webhooks:
  plain: { endpoint: { resource: hooks, url: self.url }, policy: { success: 2xx, timeout: 5s, retries: [ 1m ], keep: 1d } }
resources:
  hooks: { id: "hook_{base62:8}", fields: { url: { from: input, schema: { type: string } } }, operations: { create: POST /hooks } }
  teas:
    id: "{seq}"
    fields: { made: { from: clock, as: epoch }, status: { from: lifecycle } }
    operations: { create: POST /teas, get: "GET /teas/{id}" }
    lifecycle: { start: brewing, moves: { ready: { from: brewing, after: brew, to: ready, emits: tea.ready } } }
  duds:
    id: "{seq}"
    fields: { status: { from: lifecycle } }
    operations: { create: POST /duds }
    lifecycle: { start: there, moves: { lapse: { from: there, after: brew, guard: { is: 'false', else: refused } } } }
  clocks:
    id: "{seq}"
    fields: { goes_to: { from: moves, init: null, as: epoch }, status: { from: lifecycle } }
    operations:
      create: POST /clocks
      get: "GET /clocks/{id}"
      advance: "POST /clocks/{id}/advance"
      leap: { route: "POST /clocks/{id}/leap", then: stop }
      jump: "POST /clocks/{id}/jump"
    lifecycle:
      start: standing
      refuse: refused
      moves:
        advance: { from: standing, params: { to: { required: true } }, set: { goes_to: timestamp(params.to) }, to: advancing, emits: clock.advancing, clock: self.goes_to }
        arrive: { from: advancing, at: self.goes_to, to: standing, emits: clock.arrived }
        leap: { from: standing, clock: 'timestamp(epoch(now) + 3600)' }
        stop: { from: any, guard: { is: 'false', else: refused } }
        jump: { from: any, params: { to: {} }, arms: { by: { default: true, clock: params.to } } }
        wind: { from: any, cause: { event: somebody.winds, of: data.clock, data: { clock: { ref: clocks, required: true } } }, clock: 'timestamp(epoch(now) + 60)' }
)";

std::string text() {
    std::string pack(kPack);
    pack.replace(pack.find("brew: 10s"), 9, "brew: 10s, keys: 1d");
    return pack;
}

// What the world's clock shows at first, in seconds.
constexpr std::int64_t kStart = 1'735'689'600;

class Office : public testing::Test {
protected:
    Office() : world_(pack_of(text())), receiver(world_.world()) {
        world_.world().record_changes(true);
    }

    static std::string to(std::int64_t after) {
        return R"({"to":)" + std::to_string(kStart + after) + "}";
    }
    Reply advance(std::int64_t after) { return world_.post_json("/clocks/1/advance", to(after)); }
    std::string now() { return base::to_rfc3339(world_.world().now()).substr(11, 8); }
    std::string status(const std::string& path) { return world_.get(path).text_at("status"); }
    std::string warning(const Reply& reply) {
        const auto trace = world_.world().trace(reply.headers.get("X-Mock-Resolution-Trace"), {});
        const json::Value* warnings = trace ? trace->find("warnings") : nullptr;
        return warnings == nullptr || warnings->size() == 0
                   ? "none"
                   : std::string((*warnings)[0].find("code")->as_string()) + ": " +
                         std::string((*warnings)[0].find("message")->as_string());
    }
    // From what a store was told of it.
    void expect_rebuilt() {
        const auto replayed = copy_.world().replay(world_.world().take_changes());
        ASSERT_TRUE(replayed.has_value()) << base::render(replayed.error());
        EXPECT_EQ(copy_.world().digest(), world_.world().digest());
        EXPECT_EQ(copy_.world().now(), world_.world().now());
    }

    Tester world_;
    Service copy_{pack_of(text())};
    Receiver receiver;
};

TEST_F(Office, LetsTimePassOnceTheAnswerIsMade) {
    world_.post("/teas");
    world_.post("/clocks");
    const Reply set_out = advance(3600);
    EXPECT_EQ(set_out.status, 200);
    EXPECT_EQ(set_out.text_at("status"), "advancing");
    EXPECT_EQ(now(), "01:00:00");
    EXPECT_EQ(status("/clocks/1"), "standing");
    EXPECT_EQ(status("/teas/1"), "ready");
    std::string told;
    for (const Emitted& event : set_out.outcome.events) told += event.event + " ";
    EXPECT_EQ(told, "clock.advancing tea.ready clock.arrived ");
    EXPECT_FALSE(set_out.outcome.owes);
    // The trace is of the call: what time brought about later is not its doing.
    const auto trace = world_.world().trace(set_out.headers.get("X-Mock-Resolution-Trace"), {});
    EXPECT_EQ(trace->find("emitted")->size(), 1U);
    expect_rebuilt();
}

TEST_F(Office, StopsAtTheFirstAttemptUntilTheAnswerHasLeft) {
    world_.post_json("/hooks", R"({"url":"http://127.0.0.1:1/hook"})");
    world_.post("/teas");
    world_.post("/clocks");
    receiver.take();
    const Reply set_out = advance(3600);
    EXPECT_TRUE(set_out.outcome.begun.empty());
    EXPECT_TRUE(set_out.outcome.owes);
    EXPECT_EQ(now(), "00:00:00") << "that it sets out is told first";
    EXPECT_EQ(status("/clocks/1"), "advancing");
    expect_rebuilt();
    // The receiver sees the world at the instant of what it is told of, and calls back.
    std::string seen;
    receiver.while_handling = [&](const Receiver::Got& got) {
        seen += got.type() + " " + now() + " " + status("/clocks/1") + " " +
                world_.post("/teas").text_at("status") + "\n";
        EXPECT_EQ(advance(7200).status, got.type() == "clock.arrived" ? 200 : 400);
        receiver.while_handling = got.type() == "tea.ready" ? receiver.while_handling : nullptr;
    };
    receiver.take();
    EXPECT_EQ(seen, "clock.advancing 00:00:00 advancing brewing\n");
    EXPECT_EQ(now(), "01:00:00");
    EXPECT_EQ(receiver.seen(),
              "dlv_1 clock.advancing 00:00:00\n"
              "dlv_2 tea.ready 00:00:10\n"
              "dlv_3 tea.ready 00:00:10\n"
              "dlv_4 clock.arrived 01:00:00\n");
    EXPECT_EQ(status("/clocks/1"), "standing");
    expect_rebuilt();
}

TEST_F(Office, GoesOnInTheProcessThatCameAfter) {
    world_.post_json("/hooks", R"({"url":"http://127.0.0.1:1/hook"})");
    world_.post("/teas");
    world_.post("/clocks");
    receiver.take();
    advance(3600);
    expect_rebuilt();
    Receiver later(copy_.world());
    copy_.world().apply(Resume{});
    later.take();
    receiver.take();
    EXPECT_EQ(later.seen(), receiver.seen());
    EXPECT_EQ(copy_.world().digest(), world_.world().digest());
    EXPECT_EQ(base::to_rfc3339(copy_.world().now()), "2025-01-01T01:00:00Z");
}

TEST_F(Office, QueuesBehindAnAdvanceThatIsUnderWay) {
    world_.post_json("/hooks", R"({"url":"http://127.0.0.1:1/hook"})");
    world_.post("/teas");
    world_.post("/clocks");
    receiver.while_handling = [&](const Receiver::Got&) {
        receiver.while_handling = nullptr;
        EXPECT_EQ(advance(7200).text_at("status"), "advancing");
        EXPECT_EQ(now(), "00:00:10");
    };
    EXPECT_EQ(receiver.advance("1m"), R"(["tea.ready"])") << "the tester's own, and no more";
    EXPECT_EQ(now(), "02:00:00");
    EXPECT_EQ(status("/clocks/1"), "standing");
    // And the other way round.
    advance(10'000);
    EXPECT_EQ(receiver.advance("1h"), "[]");
    EXPECT_EQ(now(), "03:46:40");
    expect_rebuilt();
}

TEST_F(Office, StaysWhereARefusalOrThePastIsAsked) {
    world_.post("/clocks");
    EXPECT_EQ(world_.post("/clocks/1/leap").status, 400) << "the whole change is refused";
    EXPECT_EQ(now(), "00:00:00");
    const Reply past = world_.post_json("/clocks/1/jump", to(-1));
    EXPECT_EQ(past.status, 200);
    EXPECT_EQ(warning(past),
              "clock_stays: clocks.jump moves the clock to 2024-12-31T23:59:59Z, which has passed");
    EXPECT_EQ(warning(world_.post_json("/clocks/1/jump", R"({"to":"tomorrow"})")),
              "clock_stays: clocks.jump moves the clock to what is no instant");
    EXPECT_EQ(warning(world_.post_json("/clocks/1/jump", R"({"to":null})")), "none");
    EXPECT_EQ(warning(world_.post_json("/clocks/1/jump", to(0))), "none");
    EXPECT_EQ(now(), "00:00:00");
    EXPECT_EQ(warning(world_.post_json("/clocks/1/jump", to(5))), "none");
    EXPECT_EQ(now(), "00:00:05");
}

TEST_F(Office, WarnsInTheTraceOfTheCallThatBeganIt) {
    world_.post("/clocks");
    world_.post("/duds");
    EXPECT_EQ(warning(world_.post_json("/clocks/1/jump", to(60))),
              "move_refused: tmr_1: duds.lapse of 1 was refused: refused");
    Definition narrow;
    narrow.most_timers = 1;
    Tester other(pack_of(text()), narrow);
    other.post("/clocks");
    other.post("/teas");
    other.post("/teas");
    const Reply stopped = other.post_json("/clocks/1/jump", to(60));
    const auto trace = other.world().trace(stopped.headers.get("X-Mock-Resolution-Trace"), {});
    EXPECT_EQ(trace->find("warnings")->items()[0].find("code")->as_string(), "runaway_timers");
}

TEST_F(Office, IsMovedOnceByAKeyThatComesTwice) {
    world_.post("/clocks");
    world_.headers.add("Key", "k1");
    const Reply first = advance(60);
    world_.does(Advance{base::Duration{60, 0}, {}, false});
    EXPECT_EQ(advance(60).text, first.text);
    EXPECT_EQ(now(), "00:02:00");
    // However far it goes: the key lives a day from where it came to.
    world_.headers.set("Key", "k2");
    const Reply far = advance(864'000);
    EXPECT_EQ(far.text_at("status"), "advancing");
    EXPECT_EQ(advance(864'000).text, far.text);
    world_.does(Advance{base::Duration{86'400, 0}, {}, false});
    EXPECT_TRUE(warning(advance(864'000)).starts_with("clock_stays")) << "it was made anew";
}

TEST_F(Office, IsMovedByAWorldEvent) {
    world_.post("/teas");
    world_.post("/clocks");
    const auto done = world_.trigger("somebody.winds", R"({"clock":1})");
    ASSERT_TRUE(std::holds_alternative<Outcome>(done));
    EXPECT_EQ(now(), "00:01:00");
    EXPECT_EQ(status("/teas/1"), "ready");
    expect_rebuilt();
}

TEST_F(Office, GoesOnFromThereWhereTimePassesByItself) {
    world_.post_json("/hooks", R"({"url":"http://127.0.0.1:1/hook"})");
    world_.does(SetClock{ClockMode::Ticking});
    world_.post("/clocks");
    const Reply set_out = advance(3600);
    EXPECT_TRUE(set_out.outcome.owes);
    receiver.take();
    EXPECT_EQ(now(), "01:00:00");
    EXPECT_EQ(receiver.got.size(), 2U);
    const Advance nothing{base::Duration{}, {}, false};
    ASSERT_TRUE(std::holds_alternative<Outcome>(world_.world().apply(nothing, {1, 0})));
    EXPECT_EQ(now(), "01:00:01");
}

TEST_F(Office, DoesNotMoveThePastThatIsMade) {
    world_.history(R"([{"at":"2024-06-01T00:00:00Z","call":{"operation":"createClock"}},
        {"at":"2024-06-02T00:00:00Z","call":{"operation":"jumpClock","input":{"id":1,"to":2000000000}}}])");
    EXPECT_EQ(now(), "00:00:00");
    EXPECT_EQ(status("/clocks/1"), "standing");
}

TEST_F(Office, IsForgottenWithItsAdvanceByAReset) {
    world_.post_json("/hooks", R"({"url":"http://127.0.0.1:1/hook"})");
    world_.post("/clocks");
    EXPECT_TRUE(advance(3600).outcome.owes);
    world_.does(Reset{});
    receiver.take();
    EXPECT_EQ(now(), "00:00:00");
    EXPECT_TRUE(receiver.got.empty());
}

}  // namespace

}  // namespace understudy::world
