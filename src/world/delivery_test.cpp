// Deliveries as a process on the world's clock: who is told, in what order, how often it is tried.
#include <gtest/gtest.h>

#include "base/bytes.hpp"
#include "base/hash.hpp"
#include "base/text.hpp"
#include "world/impl/delivery.hpp"
#include "world/receiver_testing.hpp"

namespace understudy::world {
namespace {

using json::Value;

constexpr const char* kCharge = R"({"amount":2000,"source":"tok_visa"})";

Definition with_key() {
    Definition definition;
    definition.id = "w_1";
    definition.key = "usw_the-key-of-this-world";
    definition.credential = "pk_test_the-key";
    return definition;
}

class Shop : public Tester {
public:
    explicit Shop(const std::string& pack = "packs/parcel", Definition definition = with_key())
        : Tester(pack_folder(pack), std::move(definition)), receiver(world()) {}

    Value add(std::string_view body) {
        const auto done = world().apply(AddEndpoint{parsed(body)});
        if (const auto* no = std::get_if<Refused>(&done)) {
            ADD_FAILURE() << text_of(*no);
            return {};
        }
        return std::get<Outcome>(done).result;
    }
    std::string charge() { return post_json("/v1/charges", kCharge).text_at("id"); }
    std::string arm(std::string_view delivery, std::string_view more = "") {
        return does(ArmFault{parsed(R"({"resource":"$deliveries","operation":"send","delivery":)" +
                                    std::string(delivery) + std::string(more) + "}")});
    }

    Receiver receiver;
};

constexpr std::string_view kEverything = R"({"url":"http://127.0.0.1:5055/hook"})";

TEST(Delivery, TellsEndpointsOfWhatTheyAskedFor) {
    Shop shop;
    shop.add(R"({"url":"http://127.0.0.1:1/all"})");
    shop.add(R"({"url":"http://127.0.0.1:2/some","subscribe":["charge.succeeded"]})");
    const Outcome called = shop.post_json("/v1/charges", kCharge).outcome;
    EXPECT_TRUE(called.owes) << "it begins once the answer has left";
    EXPECT_TRUE(called.begun.empty());
    shop.receiver.take();
    EXPECT_EQ(shop.receiver.seen(), "dlv_1 charge.created 00:00:00\n");
    EXPECT_EQ(shop.receiver.advance("2s"), R"(["charge.succeeded"])");
    EXPECT_EQ(shop.receiver.seen(),
              "dlv_1 charge.created 00:00:00\n"
              "dlv_2 charge.succeeded 00:00:02\n"
              "dlv_3 charge.succeeded 00:00:02\n");
    EXPECT_EQ(shop.receiver.got[1].sent.url, "http://127.0.0.1:1/all");
    EXPECT_EQ(shop.receiver.got[2].sent.url, "http://127.0.0.1:2/some");
    EXPECT_EQ(*shop.receiver.got[1].sent.body, *shop.receiver.got[2].sent.body);
}

TEST(Delivery, IsSignedWithTheSecretOfTheEndpointAndRealTime) {
    Shop shop;
    const Value made = shop.add(kEverything);
    const std::string secret(made.find("secret")->as_string());
    EXPECT_TRUE(secret.starts_with("whsec_"));
    EXPECT_EQ(secret.size(), 6U + 32U);
    EXPECT_EQ(shop.world().endpoint_secret("http://127.0.0.1:5055/hook"), secret);
    shop.charge();
    shop.receiver.take();
    const Receiver::Got& got = shop.receiver.got.front();
    const std::string ts = std::to_string(shop.receiver.wall.seconds);
    EXPECT_EQ(
        got.header("Parcel-Signature"),
        "t=" + ts + ",v1=" +
            base::to_hex(base::hmac(base::Digest::Sha256, secret, ts + "." + *got.sent.body)));
    EXPECT_EQ(got.header("Content-Type"), "application/json");
    // Or with the world's time, for receivers that live in it.
    Shop other;
    other.add(R"({"url":"http://127.0.0.1:5055/hook","signature_time":"world"})");
    other.charge();
    other.receiver.take();
    EXPECT_TRUE(other.receiver.got.front().header("Parcel-Signature").starts_with("t=1735689600,"));
}

TEST(Delivery, SecretsComeFromKeyAndUrl) {
    Shop shop;
    const std::string secret = shop.world().endpoint_secret("http://127.0.0.1:1/");
    shop.does(Reset{});
    EXPECT_EQ(shop.world().endpoint_secret("http://127.0.0.1:1/"), secret);
    EXPECT_NE(shop.world().endpoint_secret("http://127.0.0.1:2/"), secret);
    Definition other = with_key();
    other.key = "usw_another-key-altogether";
    EXPECT_NE(Shop("packs/parcel", other).world().endpoint_secret("http://127.0.0.1:1/"), secret);
    // The vendor's own API shows the same one, once.
    const auto made = shop.post_json("/v1/webhook_endpoints", R"({"url":"http://127.0.0.1:1/"})");
    EXPECT_EQ(made.text_at("secret"), secret);
    EXPECT_EQ(shop.get("/v1/webhook_endpoints/" + made.text_at("id")).text_at("secret"),
              "(nothing)");
    EXPECT_EQ(shop.world().endpoints().size(), 1U);
    // A fork keeps it, though its key is another.
    World fork = shop.world().fork({"w_2", "usw_key-of-the-fork", "x"});
    EXPECT_EQ(fork.endpoint_secret("http://127.0.0.1:1/"), secret);
    EXPECT_NE(fork.endpoint_secret("http://127.0.0.1:2/"),
              shop.world().endpoint_secret("http://127.0.0.1:2/"));
    // A given one is taken if it has the form.
    const std::string given = "whsec_" + std::string(32, 'x');
    EXPECT_EQ(
        *shop.add(R"({"url":"http://127.0.0.1:3/","secret":")" + given + R"("})").find("secret"),
        Value(given));
    EXPECT_EQ(shop.world().endpoint_secret("http://127.0.0.1:3/"), given);
}

TEST(Delivery, RetriesByThePolicyOnTheWorldsClock) {
    Shop shop;
    shop.add(kEverything);
    shop.charge();
    shop.receiver.answers = {500, 0, 302};
    shop.receiver.take();
    EXPECT_EQ(shop.pending(),
              (Names{"settle at 2025-01-01T00:00:02Z", "send at 2025-01-01T00:01:00Z"}));
    shop.receiver.advance("59s");
    EXPECT_EQ(shop.receiver.log(),
              "dlv_1 charge.created retrying: status\n"
              "dlv_2 charge.succeeded retrying: timeout\n")
        << "the second event did not wait for the first";
    shop.receiver.advance("1s");
    EXPECT_EQ(shop.receiver.log(),
              "dlv_1 charge.created retrying: status status\n"
              "dlv_2 charge.succeeded retrying: timeout\n");
    shop.receiver.advance("10m");
    EXPECT_EQ(shop.receiver.log(),
              "dlv_1 charge.created delivered: status status ok\n"
              "dlv_2 charge.succeeded delivered: timeout ok\n");
    EXPECT_EQ(shop.receiver.got.back().at, "2025-01-01T00:06:00Z");
    const Value record = *shop.world().delivery("dlv_1", false);
    EXPECT_EQ(*record.find("attempts")->items()[0].find("response")->find("body"), Value("seen"));
    EXPECT_EQ(*record.find("attempts")->items()[1].find("due_at"), Value("2025-01-01T00:01:00Z"));
}

TEST(Delivery, GivesUpAfterTheLastRetryAndEndsTheEndpoint) {
    Shop deck("packs/deck");
    deck.add(R"({"url":"http://127.0.0.1:1/dead","subscribe":["user.created"]})");
    deck.add(R"({"url":"http://127.0.0.1:2/alive","subscribe":["event_destination.deactivated"]})");
    deck.receiver.answers = {500, 500, 500, 500};
    deck.post_json("/v2/users", R"({"email":"a@example.com"})");
    deck.receiver.take();
    deck.receiver.advance("34s");
    EXPECT_EQ(deck.receiver.log(), "dlv_1 user.created retrying: status status status\n");
    EXPECT_EQ(deck.receiver.advance("1s"), R"(["event_destination.deactivated"])");
    EXPECT_EQ(deck.receiver.seen(),
              "dlv_1 user.created 00:00:00\n"
              "dlv_1 user.created 00:00:05\n"
              "dlv_1 user.created 00:00:15\n"
              "dlv_1 user.created 00:00:35\n"
              "dlv_2 event_destination.deactivated 00:00:35\n");
    EXPECT_EQ(deck.receiver.log(),
              "dlv_1 user.created failed: status status status status\n"
              "dlv_2 event_destination.deactivated delivered: ok\n");
    const auto endpoints = deck.world().endpoints();
    EXPECT_EQ(*endpoints[0].find("active"), Value(false));
    EXPECT_EQ(*endpoints[1].find("active"), Value(true));
    // It is told of nothing from here on, and redelivery is cancelled.
    deck.post_json("/v2/users", R"({"email":"b@example.com"})");
    EXPECT_EQ(deck.does(Redeliver{"dlv_1"}).substr(0, 14), R"({"id":"dlv_3",)");
    deck.receiver.advance("0s");
    EXPECT_EQ(deck.receiver.got.size(), 5U);
    EXPECT_EQ(deck.receiver.log().substr(deck.receiver.log().find("dlv_3")),
              "dlv_3 user.created cancelled (endpoint_inactive):\n");
}

TEST(Delivery, AnAdvanceWaitsForAttemptsAndCallsGoOnMeanwhile) {
    Shop shop;
    shop.add(kEverything);
    shop.charge();
    shop.receiver.take();
    Advance by;
    by.by = base::Duration{10, 0};
    auto first = std::get<Outcome>(shop.world().apply(by));
    ASSERT_EQ(first.under_way, 1U);
    ASSERT_EQ(first.begun.size(), 1U);
    EXPECT_EQ(base::to_rfc3339(shop.world().now()), "2025-01-01T00:00:02Z");
    // The handler calls back: the call is at the attempt's instant, and its events queue.
    const auto refund = shop.post_json(
        "/v1/refunds", R"({"charge":")" + shop.get("/v1/charges").text_at("data/0/id") + R"("})");
    EXPECT_EQ(refund.status, 201);
    EXPECT_FALSE(refund.outcome.owes) << "the advance sees to it";
    // A second advance waits behind the first.
    auto second = std::get<Outcome>(shop.world().apply(by));
    EXPECT_EQ(second.under_way, 2U);
    EXPECT_TRUE(second.begun.empty());
    shop.receiver.handle(first);
    ASSERT_EQ(shop.receiver.ended.size(), 2U);
    EXPECT_EQ(json::write(*std::get<Value>(shop.receiver.ended[0].result).find("fired")),
              R"(["charge.succeeded","refund.succeeded"])");
    EXPECT_EQ(*std::get<Value>(shop.receiver.ended[1].result).find("now"),
              Value("2025-01-01T00:00:20Z"));
    EXPECT_EQ(shop.receiver.seen(),
              "dlv_1 charge.created 00:00:00\n"
              "dlv_2 charge.succeeded 00:00:02\n"
              "dlv_3 refund.created 00:00:02\n"
              "dlv_4 refund.succeeded 00:00:03\n");
    EXPECT_EQ(base::to_rfc3339(shop.world().now()), "2025-01-01T00:00:20Z");
}

TEST(Delivery, AForkInMidAdvanceGoesItsOwnWay) {
    Shop shop;
    shop.add(kEverything);
    shop.charge();
    Advance by;
    by.by = base::Duration{60, 0};
    ASSERT_NE(std::get<Outcome>(shop.world().apply(by)).under_way, 0U);
    World fork = shop.world().fork("w_2");
    ASSERT_TRUE(std::holds_alternative<Outcome>(fork.apply(GoAlone{})));
    Receiver receiver(fork);
    EXPECT_EQ(receiver.advance("1m"), R"(["charge.succeeded"])");
}

TEST(Delivery, OfWhatIsDueBelongsToTheParentOfAFork) {
    Shop shop;
    shop.add(kEverything);
    shop.charge();
    shop.arm(R"({"kind":"delay","by":"1h"})",
             R"(,"count":1,"match":{"event_type":"customer.created"})");
    shop.post_json("/v1/customers", "{}");
    const Outcome begun = std::get<Outcome>(shop.world().apply(Send{}));
    shop.receiver.handle(begun);
    shop.charge();
    World fork = shop.world().fork("w_2");
    ASSERT_TRUE(std::holds_alternative<Outcome>(fork.apply(GoAlone{})));
    EXPECT_EQ(Receiver(fork).log(),
              "dlv_1 charge.created delivered: ok\n"
              "dlv_2 customer.created scheduled:\n"
              "dlv_3 charge.created cancelled (sent_by_parent):\n");
}

TEST(Delivery, WaitsForAnAnswerThatAFaultHoldsBack) {
    Shop shop;
    shop.add(kEverything);
    shop.does(ArmFault{Tester::parsed(R"({"resource":"charges","operation":"create","count":1,
        "transport":{"kind":"latency","delay":"2s"}})")});
    const Outcome called = shop.post_json("/v1/charges", kCharge).outcome;
    ASSERT_TRUE(called.wire && called.wire->held);
    EXPECT_FALSE(called.owes);
    shop.receiver.take();
    EXPECT_TRUE(shop.receiver.got.empty());
    const Outcome left = std::get<Outcome>(shop.world().apply(Release{called.trace}));
    EXPECT_TRUE(left.owes);
    shop.receiver.take();
    EXPECT_EQ(shop.receiver.seen(), "dlv_1 charge.created 00:00:00\n");
}

TEST(Delivery, KeepsTheGapOfCopiesWhenTheDelayChanges) {
    Shop shop;
    shop.add(kEverything);
    shop.arm(R"({"kind":"duplicate","gap":"1h"})", R"(,"count":1)");
    shop.charge();
    shop.receiver.take();
    shop.set_durations(R"({"webhook_delay":"5s"})");
    EXPECT_EQ(shop.pending().back(), "send at 2025-01-01T01:00:00Z");
}

TEST(Delivery, IsSignedWithTheSecretThatWasSeeded) {
    Shop shop;
    const std::string secret = "whsec_" + std::string(32, 'B');
    shop.seed("webhook_endpoints",
              R"([{"id":"we_1","url":"http://127.0.0.1:1/","secret":")" + secret + R"("}])");
    EXPECT_EQ(shop.world().endpoint_secret("http://127.0.0.1:1/"), secret);
}

TEST(Delivery, FromAFileIsCheckedAgain) {
    Shop shop;
    shop.world().record_changes(true);
    shop.add(kEverything);
    shop.arm(R"({"kind":"duplicate","copies":2})");
    shop.charge();
    const std::vector<Change> changes = shop.world().take_changes();
    struct Case {
        std::string_view part, member;
        std::string_view value;
    };
    const Case cases[] = {
        {"delivery", "url", R"({"base64":"//79"})"},
        {"delivery", "event_id", R"({"a":1})"},
        {"delivery", "cause", R"("magic")"},
        {"delivery", "kind", R"("other")"},
        {"delivery", "state", R"("lost")"},
        {"delivery", "attempts", R"([1])"},
        {"lever", "body", R"({"tape":[]})"},
        {"lever", "body", R"({"resource":"$deliveries",
          "operation":"send","delivery":{"kind":7},"off_model":false,"warnings":[]})"},
        {"lever", "body", R"({"resource":"$deliveries","operation":"send",
          "delivery":{"kind":"duplicate","copies":3000000},"off_model":false,"warnings":[]})"},
        {"lever", "body", R"({"resource":"$deliveries","operation":"send",
          "tape":[{"pass":true}],"off_model":false,"warnings":[]})"},
    };
    for (const Case& one : cases) {
        std::vector<Change> broken = changes;
        for (Change& change : broken) {
            if (change.part == one.part) {
                change.value.set(one.member, Tester::parsed(one.value));
            }
        }
        Shop other;
        EXPECT_FALSE(other.world().replay(broken).has_value()) << one.part << ' ' << one.value;
    }
    Shop sound;
    EXPECT_TRUE(sound.world().replay(changes).has_value());
    EXPECT_EQ(sound.world().digest(), shop.world().digest());
}

TEST(Delivery, EndsWithAnEndpointThatTheVendorsApiRemoves) {
    Shop shop;
    const std::string id(shop.add(kEverything).find("id")->as_string());
    shop.charge();
    EXPECT_EQ(shop.remove("/v1/webhook_endpoints/" + id).status, 204);
    EXPECT_EQ(shop.receiver.log(), "dlv_1 charge.created cancelled (endpoint_removed):\n");
}

TEST(Acceptance, S21_AHandlerThatCallsBackDuringAnAdvance) {
    Shop shop;
    shop.add(R"({"url":"http://127.0.0.1:1/","subscribe":["charge.succeeded","refund.created"]})");
    const std::string charge = shop.charge();
    shop.receiver.while_handling = [&](const Receiver::Got& got) {
        if (got.type() != "charge.succeeded") return;
        EXPECT_EQ(shop.get("/v1/charges/" + charge).text_at("status"), "succeeded");
        EXPECT_EQ(shop.post_json("/v1/refunds", R"({"charge":")" + charge + R"("})").status, 201);
    };
    EXPECT_EQ(shop.receiver.advance("1h"), R"(["charge.succeeded","refund.succeeded"])");
    EXPECT_EQ(shop.receiver.seen(),
              "dlv_1 charge.succeeded 00:00:02\ndlv_2 refund.created 00:00:02\n");
}

TEST(Acceptance, S25_DeliveriesOfAPastAreSuppressed) {
    constexpr std::string_view kPast =
        R"([{"at":"2024-12-31T00:00:00Z","call":{"operation":"createCharge",
             "input":{"amount":2000,"source":"tok_visa"}}}])";
    Definition early = with_key();
    early.t0 = *base::parse_rfc3339("2024-12-31T00:00:00Z");
    Shop lived("packs/parcel", early);
    lived.seed("webhook_endpoints",
               R"([{"id":"we_1","url":"http://127.0.0.1:1/","created":1735603200}])");
    lived.charge();
    lived.receiver.take();
    lived.receiver.advance("1d");
    EXPECT_EQ(lived.receiver.log(),
              "dlv_1 charge.created delivered: ok\ndlv_2 charge.succeeded delivered: ok\n");
    Shop told;
    told.seed("webhook_endpoints",
              R"([{"id":"we_1","url":"http://127.0.0.1:1/","created":1735603200}])");
    told.history(kPast);
    told.receiver.take();
    EXPECT_TRUE(told.receiver.got.empty());
    EXPECT_EQ(told.receiver.log(),
              "dlv_1 charge.created suppressed (history):\n"
              "dlv_2 charge.succeeded suppressed (history):\n");
    EXPECT_EQ(told.world().digest(), lived.world().digest());
}

TEST(Acceptance, S24_ASeedIsToldToNobody) {
    Shop shop;
    shop.add(kEverything);
    shop.seed("charges", R"([{"id":"ch_1","amount":2000,"source":"tok_visa","status":"pending"}])");
    shop.receiver.take();
    EXPECT_EQ(shop.receiver.advance("1d"), "[]");
    EXPECT_EQ(shop.receiver.log(), "");
    EXPECT_EQ(shop.pending(), Names());
}

TEST(Delivery, GoesToThisMachineOnly) {
    Definition definition = with_key();
    definition.webhook_hosts = {"Hooks.Example.com"};
    Shop shop("packs/parcel", definition);
    // The vendor would accept it, so the fake does.
    for (const std::string_view host :
         {"example.com", "127.1", "2130706433", "0.0.0.0", "10.0.0.1", "[::ffff:10.0.0.1]",
          "127.0.0.1.example.com", "localhost.x"}) {
        EXPECT_FALSE(may_reach("http://" + std::string(host) + "/", {})) << host;
    }
    for (const std::string_view host :
         {"127.0.0.1", "127.9.9.9:8080", "[::1]:3000", "localhost", "app.localhost:1"}) {
        EXPECT_TRUE(may_reach("http://" + std::string(host) + "/", {})) << host;
    }
    EXPECT_TRUE(may_reach("https://hooks.example.com/x", definition.webhook_hosts));
    EXPECT_EQ(shop.post_json("/v1/webhook_endpoints", R"({"url":"https://example.com/x"})").status,
              201);
    shop.post_json("/v1/webhook_endpoints", R"({"url":"https://hooks.example.com/x"})");
    shop.charge();
    shop.receiver.take();
    EXPECT_EQ(shop.receiver.log(),
              "dlv_1 charge.created suppressed (host_not_allowed):\n"
              "dlv_2 charge.created delivered: ok\n");
    EXPECT_EQ(shop.does(Redeliver{"dlv_1"}).find(R"("state":"suppressed")") != std::string::npos,
              true);
}

TEST(Delivery, LeavesWithTheEndpointAndComesBackWithTheSnapshot) {
    Shop shop;
    const std::string id(shop.add(kEverything).find("id")->as_string());
    shop.charge();
    const Snapshot before = shop.world().snapshot();
    const Outcome begun = std::get<Outcome>(shop.world().apply(Send{}));
    ASSERT_EQ(begun.begun.size(), 1U);
    const Snapshot during = shop.world().snapshot();
    // The world goes back: the attempt that was under way is nobody's.
    shop.restore(before);
    EXPECT_FALSE(shop.world().outgoing(begun.begun.front(), {}));
    EXPECT_EQ(shop.receiver.log(), "dlv_1 charge.created scheduled:\n");
    shop.restore(during);
    EXPECT_EQ(shop.receiver.log(), "dlv_1 charge.created cancelled: cancelled\n");
    shop.restore(before);
    // A fork leaves what is under way to its parent, and endpoints where it was told to.
    const Outcome again = std::get<Outcome>(shop.world().apply(Send{}));
    World fork = shop.world().fork("w_2");
    ASSERT_TRUE(std::holds_alternative<Outcome>(fork.apply(GoAlone{true})));
    EXPECT_EQ(Receiver(fork).log(), "dlv_1 charge.created cancelled: cancelled\n");
    EXPECT_EQ(fork.endpoints().size(), 1U);
    ASSERT_TRUE(std::holds_alternative<Outcome>(fork.apply(GoAlone{false})));
    EXPECT_EQ(fork.endpoints().size(), 0U);
    shop.receiver.handle(again);
    EXPECT_EQ(shop.receiver.log(), "dlv_1 charge.created delivered: ok\n");
    shop.charge();
    EXPECT_EQ(shop.does(RemoveEndpoint{id}), R"({"cleared":1})");
    shop.receiver.take();
    EXPECT_EQ(shop.receiver.log(),
              "dlv_1 charge.created delivered: ok\n"
              "dlv_2 charge.created cancelled (endpoint_removed):\n");
}

TEST(Delivery, IsMadeAgainAfterACrash) {
    Shop shop;
    shop.world().record_changes(true);
    shop.add(kEverything);
    shop.charge();
    shop.receiver.take();
    Advance by;
    by.by = base::Duration{60, 0};
    const Outcome waits = std::get<Outcome>(shop.world().apply(by));
    ASSERT_EQ(waits.begun.size(), 1U);
    // Another process has the changes and nothing else.
    Shop other;
    ASSERT_TRUE(other.world().replay(shop.world().take_changes()).has_value());
    EXPECT_EQ(other.world().digest(), shop.world().digest());
    EXPECT_EQ(other.receiver.log(),
              "dlv_1 charge.created delivered: ok\ndlv_2 charge.succeeded in_flight: -\n");
    ASSERT_TRUE(std::holds_alternative<Outcome>(other.world().apply(Resume{})));
    EXPECT_EQ(other.receiver.log(),
              "dlv_1 charge.created delivered: ok\ndlv_2 charge.succeeded scheduled:\n");
    other.receiver.take();
    EXPECT_EQ(other.receiver.seen(), "dlv_2 charge.succeeded 00:00:02\n");
    ASSERT_EQ(other.receiver.ended.size(), 1U) << "the advance came to its end without its client";
    EXPECT_EQ(base::to_rfc3339(other.world().now()), "2025-01-01T00:01:00Z");
}

TEST(Delivery, InATickingWorldReceiversDoNotWaitForOneAnother) {
    Definition definition = with_key();
    definition.clock = ClockMode::Ticking;
    Shop shop("packs/parcel", definition);
    shop.add(R"({"url":"http://127.0.0.1:1/slow"})");
    shop.add(R"({"url":"http://127.0.0.1:2/quick"})");
    shop.charge();
    const Outcome begun = std::get<Outcome>(shop.world().apply(Send{}));
    ASSERT_EQ(begun.begun.size(), 2U);
    shop.charge();
    EXPECT_TRUE(std::get<Outcome>(shop.world().apply(Send{})).begun.empty())
        << "one at a time to each receiver";
    const Outcome reported = shop.receiver.report_of(begun.begun[1]);
    ASSERT_EQ(reported.begun.size(), 1U) << "the quick one goes on";
    EXPECT_EQ(reported.begun.front().delivery, 4U);
    // The clock says when to come again.
    EXPECT_EQ(base::to_rfc3339(*shop.world().next_due()), "2025-01-01T00:00:02Z");
}

TEST(Delivery, WaitsForTheDelayOfItsSender) {
    Shop shop;
    shop.add(kEverything);
    shop.set_durations(R"({"webhook_delay":"30s"})");
    shop.charge();
    shop.receiver.take();
    EXPECT_TRUE(shop.receiver.got.empty());
    shop.set_durations(R"({"webhook_delay":"1s"})");
    EXPECT_EQ(shop.receiver.advance("1s"), "[]");
    EXPECT_EQ(shop.receiver.seen(), "dlv_1 charge.created 00:00:01\n");
    Advance step;
    step.step = true;
    EXPECT_EQ(shop.receiver.advance("1s"), R"(["charge.succeeded"])");
    const Outcome stepped = std::get<Outcome>(shop.world().apply(step));
    EXPECT_EQ(stepped.begun.size(), 1U) << "a step leads to the next attempt too";
}

TEST(Delivery, CallbacksGoWhereTheObjectSays) {
    Shop twilio("tests/packs/twilio_fragment");
    const std::string account(twilio.world().config().find("account_sid")->as_string());
    const auto sent = twilio.post("/2010-04-01/Accounts/" + account + "/Messages.json",
                                  {{"To", "+15551234567"},
                                   {"From", "+15557654321"},
                                   {"Body", "Hi"},
                                   {"StatusCallback", "http://127.0.0.1:1/cb?a=b"}});
    ASSERT_EQ(sent.status, 201) << *sent.outcome.answer.body;
    EXPECT_FALSE(sent.outcome.owes) << "the first status is told by the answer";
    twilio.receiver.advance("1h");
    ASSERT_EQ(twilio.receiver.got.size(), 3U);
    const Receiver::Got& got = twilio.receiver.got.front();
    EXPECT_EQ(*got.sent.body, "MessageSid=" + sent.text_at("sid") + "&MessageStatus=sending");
    EXPECT_EQ(got.header("X-Twilio-Signature"),
              base::to_base64(base::hmac(base::Digest::Sha1, "pk_test_the-key",
                                         "http://127.0.0.1:1/cb?a=bMessageSid" +
                                             sent.text_at("sid") + "MessageStatussending")));
    const Value record = *twilio.world().delivery("dlv_1", false);
    EXPECT_EQ(*record.find("endpoint_id"), Value());
    EXPECT_EQ(*record.find("event_type"), Value("message.sending"));
}

TEST(Delivery, OfAnObjectThatIsGoneIsSignedAllTheSame) {
    pack::Loaded loaded = pack::load({"calls", {{"pack.yaml", R"yaml(
format: 1
pack: calls
version: 0.1.0
models: { vendor: Calls, api: "1" }
serve: { hosts: [ { host: "*", base: / } ], auth: { places: [ bearer ], fails: no }, input: json }
errors:
  envelope: { error: error }
  on: { auth: no, no_route: no, required: no, type: no, missing: no, state: no }
  codes: { no: { status: 400, message: no } }
webhooks: { status: { secret: { kind: credential }, send: { encoding: json, headers: { X-Signed: 'hex(hmac_sha256(secret, body))' } }, policy: { success: 2xx, timeout: 1s, retries: [] } } }
resources:
  calls:
    id: "c_{base62:8}"
    callback: { kind: status, url: self.url, on: [ start ], body: { id: self.id } }
    fields: { url: { from: input, required: true }, status: { from: lifecycle } }
    operations: { create: POST /calls, delete: "DELETE /calls/{id}" }
    lifecycle: { start: open, moves: {} }
)yaml"}}});
    ASSERT_TRUE(loaded.pack) << base::render(loaded.as_error());
    Tester calls(loaded.pack, with_key());
    Receiver receiver(calls.world());
    const auto made = calls.post_json("/calls", R"({"url":"http://127.0.0.1:1/"})");
    EXPECT_LT(calls.remove("/calls/" + made.text_at("id")).status, 300);
    receiver.take();
    ASSERT_EQ(receiver.got.size(), 1U);
    EXPECT_EQ(receiver.got.front().header("X-Signed"),
              base::to_hex(base::hmac(base::Digest::Sha256, "pk_test_the-key",
                                      *receiver.got.front().sent.body)));
}

TEST(Delivery, LogIsBounded) {
    Definition definition = with_key();
    definition.journal_entries = 3;
    Shop shop("packs/parcel", definition);
    shop.add(kEverything);
    for (int i = 0; i < 6; ++i) {
        shop.charge();
        shop.receiver.take();
    }
    const World::Page page = shop.world().deliveries({}, 0, 2);
    EXPECT_EQ(page.evicted, 3U);
    ASSERT_EQ(page.data.size(), 2U);
    EXPECT_EQ(*page.data[0].find("id"), Value("dlv_4"));
    EXPECT_EQ(shop.world().deliveries({}, *page.next, 2).data.size(), 1U);
    // And after the time that the service keeps it.
    shop.receiver.advance("31d");
    shop.charge();
    EXPECT_EQ(shop.world().deliveries({}, 0, 10).data.size(), 3U) << shop.receiver.log();
}

TEST(Delivery, LateReportsAreIgnored) {
    Shop shop;
    shop.add(kEverything);
    shop.charge();
    const Outcome begun = std::get<Outcome>(shop.world().apply(Send{}));
    const std::string digest = shop.world().digest();
    for (const auto& [delivery, attempt] : {std::pair{9, 1}, {1, 2}, {0, 0}}) {
        Report report;
        report.delivery = static_cast<std::uint64_t>(delivery);
        report.attempt = static_cast<std::uint32_t>(attempt);
        EXPECT_TRUE(std::get<Outcome>(shop.world().apply(report)).attempted.empty());
    }
    EXPECT_EQ(shop.receiver.log(), "dlv_1 charge.created in_flight: -\n");
    shop.receiver.handle(begun);
    EXPECT_EQ(shop.world().digest(), digest) << "what became of it is no part of the world";
}

TEST(Acceptance, S34_DeliveryFaults) {
    struct Case {
        std::string_view fault;
        std::string_view seen, log;
    };
    // Three customers are made, each told of once.
    const Case cases[] = {
        {R"({"kind":"duplicate","copies":2,"gap":"5s"})",
         "dlv_1 00:00:00 dlv_2 00:00:00 dlv_3 00:00:00 dlv_4 00:00:05 dlv_5 00:00:10",
         "dlv_1 delivered ok, dlv_2 delivered ok, dlv_3 delivered ok, dlv_4 delivered ok, dlv_5 "
         "delivered ok"},
        {R"({"kind":"reorder","window":2})", "dlv_2 00:00:00 dlv_3 00:00:00 dlv_1 00:00:00",
         "dlv_1 delivered ok, dlv_2 delivered ok, dlv_3 delivered ok"},
        {R"({"kind":"delay","by":"1m"})", "dlv_2 00:00:00 dlv_3 00:00:00 dlv_1 00:01:00",
         "dlv_1 delivered ok, dlv_2 delivered ok, dlv_3 delivered ok"},
        {R"({"kind":"drop","seen_as":"delivered"})", "dlv_2 00:00:00 dlv_3 00:00:00",
         "dlv_1 dropped dropped, dlv_2 delivered ok, dlv_3 delivered ok"},
        {R"({"kind":"drop","seen_as":"failed"})", "dlv_2 00:00:00 dlv_3 00:00:00 dlv_1 00:01:00",
         "dlv_1 delivered dropped ok, dlv_2 delivered ok, dlv_3 delivered ok"},
        {R"({"kind":"hold"})", "dlv_2 00:00:00 dlv_3 00:00:00",
         "dlv_1 held, dlv_2 delivered ok, dlv_3 delivered ok"},
        {R"({"kind":"tamper","part":"body"})", "dlv_1 00:00:00 dlv_2 00:00:00 dlv_3 00:00:00",
         "dlv_1 delivered ok, dlv_2 delivered ok, dlv_3 delivered ok"},
    };
    for (const Case& one : cases) {
        Shop shop;
        shop.add(kEverything);
        EXPECT_EQ(shop.arm(one.fault, R"(,"count":1)").substr(0, 14), R"({"id":"flt_1",)");
        for (int i = 0; i < 3; ++i) shop.post_json("/v1/customers", "{}");
        shop.receiver.take();
        shop.receiver.advance("10m");
        std::string seen, log;
        for (const Receiver::Got& got : shop.receiver.got) {
            seen += (seen.empty() ? "" : " ") + got.delivery + ' ' + got.at.substr(11, 8);
        }
        const World::Page page = shop.world().deliveries({}, 0, 100);
        for (const Value& delivery : page.data) {
            log += (log.empty() ? "" : ", ") + std::string(delivery.find("id")->as_string()) + ' ' +
                   std::string(delivery.find("state")->as_string());
            for (const Value& attempt : delivery.find("attempts")->items()) {
                log += ' ' + std::string(attempt.find("outcome")->as_string());
            }
        }
        EXPECT_EQ(seen, one.seen) << one.fault;
        EXPECT_EQ(log, one.log) << one.fault;
        // What acted stands where it acted.
        if (!shop.world().delivery("dlv_1", false)->find("attempts")->items().empty()) {
            EXPECT_EQ(
                *shop.world().delivery("dlv_1", false)->find("attempts")->items()[0].find("fault"),
                Value("flt_1"))
                << one.fault;
        }
    }
}

TEST(DeliveryFault, TamperedOnesDoNotVerify) {
    for (const std::string_view part : {"signature", "timestamp", "body"}) {
        Shop shop;
        const std::string secret(shop.add(kEverything).find("secret")->as_string());
        shop.arm(R"({"kind":"tamper","part":")" + std::string(part) + R"("})", R"(,"count":1)");
        shop.charge();
        shop.charge();
        shop.receiver.take();
        const auto verifies = [&](const Receiver::Got& got) {
            const std::string header = got.header("Parcel-Signature");
            const std::size_t comma = header.find(",v1=");
            const std::string ts = header.substr(2, comma - 2);
            const bool fresh = ts == std::to_string(shop.receiver.wall.seconds);
            return fresh &&
                   header.substr(comma + 4) == base::to_hex(base::hmac(base::Digest::Sha256, secret,
                                                                       ts + "." + *got.sent.body));
        };
        EXPECT_FALSE(verifies(shop.receiver.got[0])) << part;
        EXPECT_TRUE(verifies(shop.receiver.got[1])) << part;
        EXPECT_TRUE(json::parse(*shop.receiver.got[0].sent.body).has_value()) << part;
    }
}

TEST(DeliveryFault, HeldOnesAreReleasedAndLostOnesRedelivered) {
    Shop shop;
    shop.add(kEverything);
    shop.arm(R"({"kind":"hold"})", R"(,"match":{"event_type":"charge.succeeded"})");
    shop.charge();
    shop.receiver.take();
    shop.receiver.advance("1d");
    EXPECT_EQ(shop.receiver.log(),
              "dlv_1 charge.created delivered: ok\ndlv_2 charge.succeeded held:\n");
    EXPECT_EQ(shop.does(LetGo{"dlv_1"}), "409 not_held: dlv_1 is delivered, not held");
    EXPECT_EQ(
        shop.does(LetGo{"dlv_7"}),
        R"(404 unknown_delivery: there is no delivery "dlv_7" | deliveries are called dlv_1, dlv_2 and so on)");
    EXPECT_EQ(shop.does(LetGo{"dlv_2"}).find(R"("state":"scheduled")") != std::string::npos, true);
    shop.receiver.take();
    EXPECT_EQ(shop.receiver.got.back().at, "2025-01-02T00:00:00Z");
    // The same event once more: same id and payload.
    EXPECT_EQ(shop.does(Redeliver{"dlv_1"}).find(R"("redelivery_of":"dlv_1")") != std::string::npos,
              true);
    shop.receiver.wall.seconds += 5;
    shop.receiver.take();
    ASSERT_EQ(shop.receiver.got.size(), 3U);
    EXPECT_EQ(*shop.receiver.got[2].sent.body, *shop.receiver.got[0].sent.body);
    EXPECT_NE(shop.receiver.got[2].header("Parcel-Signature"),
              shop.receiver.got[0].header("Parcel-Signature"));
    EXPECT_EQ(shop.does(Redeliver{"x"}).substr(0, 21), "404 unknown_delivery:");
}

TEST(DeliveryFault, TheMostSpecificActsAndTapesGoOn) {
    Shop shop;
    shop.add(kEverything);
    shop.arm(R"({"kind":"drop","seen_as":"delivered"})");
    shop.does(ArmFault{Tester::parsed(
        R"({"resource":"$deliveries","operation":"send","match":{"event_type":"charge.created"},
            "tape":[{"pass":true},{"delivery":{"kind":"hold"}}]})")});
    for (int i = 0; i < 3; ++i) shop.charge();
    shop.receiver.take();
    EXPECT_EQ(shop.receiver.log(),
              "dlv_1 charge.created delivered: ok\n"
              "dlv_2 charge.created held:\n"
              "dlv_3 charge.created dropped: dropped\n");
    // Only the first attempt is lost.
    Shop other;
    other.add(kEverything);
    other.arm(R"({"kind":"drop","seen_as":"failed"})", R"(,"match":{"attempt":1})");
    other.charge();
    other.receiver.take();
    other.receiver.advance("1h");
    EXPECT_EQ(other.receiver.log(),
              "dlv_1 charge.created delivered: dropped ok\n"
              "dlv_2 charge.succeeded delivered: dropped ok\n");
}

TEST(DeliveryFault, IsRefusedInWords) {
    Shop shop;
    const std::pair<std::string_view, std::string_view> cases[] = {
        {R"({"resource":"$deliveries","operation":"send"})",
         R"(422 invalid_request /delivery: a fault of deliveries needs a delivery | as in {"delivery": {"kind": "drop", "seen_as": "failed"}})"},
        {R"({"resource":"$deliveries","operation":"sned","delivery":{"kind":"hold"}})",
         R"(404 unknown_operation /operation: deliveries know no "sned" | it is called send)"},
        {R"({"resource":"charges","operation":"create","delivery":{"kind":"hold"}})",
         "422 invalid_request /resource: what happens to deliveries is armed on the resource "
         "$deliveries"},
        {R"({"resource":"$deliveries","operation":"send","status":500})",
         R"(422 invalid_request /status: a fault of deliveries has no status | as in {"delivery": {"kind": "drop", "seen_as": "failed"}})"},
        {R"({"resource":"$deliveries","operation":"send","delivery":{"kind":"dorp"}})",
         R"(422 invalid_request /delivery/kind: there is no delivery fault "dorp" | did you mean 'drop'?)"},
        {R"({"resource":"$deliveries","operation":"send","delivery":{"kind":"drop"}})",
         "422 invalid_request /delivery/seen_as: seen_as is one of delivered, failed | there is "
         "delivered, failed"},
        {R"({"resource":"$deliveries","operation":"send","delivery":{"kind":"drop","by":"1s"}})",
         R"(422 invalid_request /delivery/by: drop has no "by")"},
        {R"({"resource":"$deliveries","operation":"send","delivery":{"kind":"delay"}})",
         "422 invalid_request /delivery/by: it is not said by how long | as in 5s or 2h"},
        {R"({"resource":"$deliveries","operation":"send","delivery":{"kind":"delay","by":"soon"}})",
         R"(422 invalid_duration /delivery/by: "soon" is no duration | write 500ms, 5s, 1h30m or 7d)"},
        {R"({"resource":"$deliveries","operation":"send","delivery":{"kind":"duplicate","copies":0}})",
         "422 invalid_request /delivery/copies: copies is a number from 1 to 1000"},
        {R"({"resource":"$deliveries","operation":"send","delivery":{"kind":"hold"},"match":{"id":"x"}})",
         R"(422 unknown_constraint /match/id: deliveries cannot be matched by "id" | there is event_type, endpoint_id, attempt)"},
        {R"({"resource":"$deliveries","operation":"send","delivery":{"kind":"hold"},"match":{"event_type":"charge.suceeded"}})",
         R"(422 unknown_event_type /match/event_type: no event type "charge.suceeded" in pack parcel@0.1.0 | did you mean 'charge.succeeded'?)"},
        {R"({"resource":"$deliveries","operation":"send","tape":[{"status":500}]})",
         "422 invalid_request /tape/0: an entry has a delivery or passes"},
        {R"({"resource":"$deliveries","operation":"send","delivery":{"kind":"hold"},"then":"last"})",
         "422 invalid_request /then: `then` says how a tape ends"},
    };
    for (const auto& [body, said] : cases) {
        EXPECT_EQ(shop.does(ArmFault{Tester::parsed(body)}), said) << body;
    }
    EXPECT_TRUE(shop.world().faults().empty());
    Shop twilio("tests/packs/twilio_fragment");
    EXPECT_EQ(twilio.arm(R"({"kind":"tamper","part":"timestamp"})"),
              "422 invalid_request /delivery/part: the webhooks of twilio carry no time to tamper "
              "with | tamper with signature or body");
}

TEST(Endpoint, IsRefusedInWords) {
    Shop shop;
    const std::pair<std::string_view, std::string_view> cases[] = {
        {R"({"url":"ftp://127.0.0.1/x"})",
         R"(422 invalid_url /url: "ftp://127.0.0.1/x" is not a URL: its scheme is not http, https, ws or wss | as in http://127.0.0.1:5055/hook)"},
        {R"({"url":"ws://127.0.0.1/x"})",
         R"(422 invalid_url /url: "ws://127.0.0.1/x" is neither http nor https | as in http://127.0.0.1:5055/hook)"},
        {R"({"url":"https://example.com/x"})",
         R"(422 endpoint_not_allowed /url: webhooks go to this machine only, not to "example.com" | start the server with --allow-webhook-host example.com)"},
        {R"({"url":"http://127.0.0.1/","subscribe":["charge.created","charge.fialed"]})",
         R"(422 unknown_event_type /subscribe/1: no event type "charge.fialed" in pack parcel@0.1.0 | did you mean 'charge.failed'?)"},
        {R"({"url":"http://127.0.0.1/","secret":"whsec_short"})",
         "422 invalid_secret /secret: the secret does not have the service's form | it is written "
         "whsec_{base62:32}"},
        {R"({"url":"http://127.0.0.1/","secret":"sesame"})",
         "422 invalid_secret /secret: the secret does not have the service's form | it is written "
         "whsec_{base62:32}"},
    };
    for (const auto& [body, said] : cases) {
        EXPECT_EQ(shop.does(AddEndpoint{Tester::parsed(body)}), said) << body;
    }
    EXPECT_EQ(shop.does(AddEndpoint{Tester::parsed(R"({"url":"nonsense"})")}).substr(0, 22),
              "422 invalid_url /url: ");
    EXPECT_EQ(shop.does(RemoveEndpoint{"we_1"}),
              R"(404 unknown_endpoint: there is no endpoint "we_1")");
    EXPECT_TRUE(shop.world().endpoints().empty());
    Shop twilio("tests/packs/twilio_fragment");
    EXPECT_EQ(twilio.does(AddEndpoint{Tester::parsed(kEverything)}),
              "422 no_endpoints: the pack twilio sends no events to endpoints | its objects carry "
              "URLs of their own");
}

}  // namespace
}  // namespace understudy::world
