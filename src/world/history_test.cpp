// A past made by running the lifecycle back-dated.
#include <gtest/gtest.h>

#include <algorithm>

#include "world/tester_testing.hpp"

namespace understudy::world {

namespace {

constexpr std::string_view kPast = R"([
  {"at":"2024-11-03T10:00:00Z","call":{"operation":"createCustomer","input":{"email":"a@example.com"},"as":"c"}},
  {"at":"2024-11-03T10:00:05Z","call":{"operation":"createCharge","as":"ch","input":
      {"amount":2000,"source":"tok_visa","customer":"${c.id}","description":"for ${c.email}, $${c.id}"}}},
  {"at":"2024-12-03T10:00:05Z","call":{"operation":"getCharge","input":{"id":"${ch.id}"}}},
  {"at":"2024-12-03T10:00:06Z","call":{"operation":"listCharges","input":{"customer":"${c.id}","amount":{"gte":"${ch.amount}"}}}},
  {"at":"2024-12-04T00:00:00Z","call":{"operation":"createRefund","input":{"charge":"${ch.id}","amount":500}}},
  {"at":"2024-12-31T23:59:59Z","event":{"name":"cardholder.disputes","data":{"charge":"${ch.id}"}}}
])";

}  // namespace

// A pin of the past binds what the past makes, and stays for what comes after, as one set live
// does.
TEST(History, PinsOfAStepBindFromThenOn) {
    Tester tester("packs/parcel");
    const std::string charged =
        R"("call":{"operation":"createCharge","input":{"amount":2000,"source":"tok_visa"}})";
    const std::string said = tester.history(
        R"([{"at":"2024-11-01T00:00:00Z",)" + charged + R"(},)" +
        R"({"at":"2024-11-02T00:00:00Z","pins":[{"match":{"operation":"createCharge"},)"
        R"("field":"risk_score","value":77}],)" +
        charged + R"(},{"at":"2024-11-03T00:00:00Z",)" + charged + "}]");
    ASSERT_NE(said.find("created"), std::string::npos) << said;
    const json::Value listed = tester.get("/v1/charges").at("data");
    ASSERT_EQ(listed.size(), 3U);
    EXPECT_EQ(*listed[0].find("risk_score"), json::Value(77));
    EXPECT_EQ(*listed[1].find("risk_score"), json::Value(77));
    EXPECT_NE(*listed[2].find("risk_score"), json::Value(77)) << "it was made before";
    EXPECT_EQ(
        tester.post_json("/v1/charges", R"({"amount":2000,"source":"tok_visa"})").at("risk_score"),
        json::Value(77));
}

TEST(Acceptance, S25_HistoryLeavesWhatTheSameLiveCallsLeave) {
    Tester told("packs/parcel");
    const auto done =
        told.world().apply(History{json::Value::object({{"steps", Tester::parsed(kPast)}}),
                                   "usw_test", "http://127.0.0.1:8801"});
    ASSERT_TRUE(std::holds_alternative<Outcome>(done)) << text_of(std::get<Refused>(done));
    const Outcome& outcome = std::get<Outcome>(done);
    EXPECT_FALSE(outcome.owes);

    Definition definition;
    definition.t0 = *base::parse_rfc3339("2024-11-03T10:00:00Z");
    Tester lived(pack_folder("packs/parcel"), definition);
    const std::string customer =
        lived.post_json("/v1/customers", R"({"email":"a@example.com"})").text_at("id");
    lived.advance_to("2024-11-03T10:00:05Z");
    const std::string charge =
        lived
            .post_json("/v1/charges", R"({"amount":2000,"source":"tok_visa","customer":")" +
                                          customer +
                                          R"(","description":"for a@example.com, ${c.id}"})")
            .text_at("id");
    lived.advance_to("2024-12-03T10:00:05Z");
    EXPECT_EQ(lived.get("/v1/charges/" + charge).text_at("status"), "succeeded");
    lived.advance_to("2024-12-03T10:00:06Z");
    lived.get("/v1/charges?customer=" + customer + "&amount[gte]=2000");
    lived.advance_to("2024-12-04T00:00:00Z");
    lived.post_json("/v1/refunds", R"({"charge":")" + charge + R"(","amount":500})");
    lived.advance_to("2024-12-31T23:59:59Z");
    ASSERT_TRUE(std::holds_alternative<Outcome>(
        lived.trigger("cardholder.disputes", R"({"charge":")" + charge + R"("})")));
    lived.advance_to("2025-01-01T00:00:00Z");

    EXPECT_EQ(told.world().state_record(), lived.world().state_record());
    EXPECT_EQ(told.world().digest(), lived.world().digest());
    EXPECT_EQ(json::write(outcome.result), R"({"created":[{"resource":"charges","id":")" + charge +
                                               R"(","as":"ch"},{"resource":"customers","id":")" +
                                               customer +
                                               R"(","as":"c"},{"resource":"refunds","id":")" +
                                               told.get("/v1/refunds").text_at("data/0/id") +
                                               R"("}],"events":7,"now":"2025-01-01T00:00:00Z"})");
    // Later calls are told from live ones by nothing.
    EXPECT_EQ(told.post_json("/v1/customers", "{}").outcome.events.size(), 1U);
}

TEST(History, GoesOnFromItsEndAndLeavesTimersBehind) {
    Tester shop("packs/parcel");
    EXPECT_EQ(shop.history(R"([{"at":"2024-12-30T00:00:00Z","call":{"operation":"createCharge",
                               "input":{"amount":2000,"source":"tok_visa","capture":false}}}])")
                  .substr(0, 11),
              R"({"created":)");
    EXPECT_EQ(shop.pending(), (Names{"expire at 2025-01-06T00:00:00Z"}));
    EXPECT_EQ(shop.advance("5d"), (Names{"charge.expired"}));
}

TEST(History, ComesAfterSeedsAndEarlierHistory) {
    Tester shop("packs/parcel");
    shop.seed("customers", R"([{"id":"cus_1"}])");
    const auto charge = [&](const std::string& at) {
        return shop
            .history(R"([{"at":")" + at + R"(","call":{"operation":"createCharge","input":
                     {"amount":2000,"source":"tok_visa","customer":"cus_1"}}}])")
            .substr(0, 11);
    };
    EXPECT_EQ(charge("2024-06-01T00:00:00Z"), R"({"created":)");
    EXPECT_EQ(charge("2024-07-01T00:00:00Z"), R"({"created":)");
    EXPECT_EQ(shop.get("/v1/customers/cus_1").text_at("total_spent"), "4000");
    EXPECT_EQ(shop.history(R"([{"at":"2024-06-15T00:00:00Z","call":{"operation":"listCharges"}}])"),
              "409 history_overlap /steps/0/at: something has happened at 2024-07-01T00:00:02Z, "
              "after the first step | begin then or later, or reset the world first");
}

TEST(History, UsesThePackWordsOfEveryService) {
    // A form, a prefix that takes its parameter from the config.
    Tester twilio(pack_in("tests/packs/twilio_fragment"));
    const std::string said = twilio.history(
        R"([{"at":"2024-12-30T00:00:00Z","call":{"operation":"createMessage","as":"m","input":
            {"To":"+15005550010","From":"+15005550006","Body":"hello"}}}])");
    EXPECT_EQ(said.substr(0, 11), R"({"created":)") << said;
    Tester stripe(pack_in("tests/packs/stripe_fragment"));
    const std::string nested = stripe.history(
        R"([{"at":"2024-12-01T00:00:00Z","call":{"operation":"createPrice","input":{"unit_amount":500},"as":"p"}},
            {"at":"2024-12-01T00:00:00Z","call":{"operation":"createCustomer","as":"c",
             "input":{"invoice_settings":{"default_payment_method":"pm_card_visa"}}}},
            {"at":"2024-12-01T00:00:00Z","call":{"operation":"createSubscription","as":"s",
             "input":{"customer":"${c.id}","items":[{"price":"${p.id}","quantity":2}]}}}])");
    EXPECT_EQ(nested.substr(0, 11), R"({"created":)") << nested;
    EXPECT_EQ(stripe.get("/v1/subscriptions").text_at("data/0/items/data/0/quantity"), "2");
}

TEST(History, TakesHeadersAndDurationsForAStep) {
    Tester shop("packs/parcel");
    shop.history(R"([{"at":"2024-12-01T00:00:00Z","durations":{"settle":"1d"},"call":
        {"operation":"createCharge","headers":{"Idempotency-Key":"k"},"input":{"amount":2000,"source":"tok_visa"}}}])");
    const Reply charge = shop.get("/v1/charges");
    EXPECT_EQ(charge.text_at("data/0/settled_at"), "1733097600");  // 2024-12-02
    EXPECT_EQ(shop.world().idempotency().size(), 1U);
}

TEST(History, EveryRefusalWordForWordAndNothingHappens) {
    Tester shop("packs/parcel");
    shop.set_durations(R"({"settle":"5s"})");
    const std::string before = shop.world().digest();
    const std::string first =
        R"({"at":"2024-11-03T10:00:00Z","call":{"operation":"createCustomer","input":{},"as":"c"}},)";
    struct Case {
        std::string step;
        std::string said;
    };
    const Case cases[] = {
        {R"({"at":"soon","call":{"operation":"createCustomer"}})",
         R"(422 invalid_instant /steps/1/at: "soon" is no instant | write it as 2025-01-01T00:00:00Z)"},
        {R"({"at":"2024-11-03T09:00:00Z","call":{"operation":"createCustomer"}})",
         "422 invalid_instant /steps/1/at: 2024-11-03T09:00:00Z is before the step before it, at "
         "2024-11-03T10:00:00Z | steps stand in the order in which they happened"},
        {R"({"at":"2025-01-01T00:00:01Z","call":{"operation":"createCustomer"}})",
         "422 invalid_instant /steps/1/at: 2025-01-01T00:00:01Z is later than the world's now, "
         "2025-01-01T00:00:00Z | a history ends at the world's now"},
        {R"({"at":"2024-12-01T00:00:00Z"})",
         "422 invalid_request /steps/1: a step has either a call or an event"},
        {R"({"at":"2024-12-01T00:00:00Z","call":{"operation":"createCustmer"}})",
         "404 unknown_operation /steps/1/call/operation: no operation 'createCustmer' in pack "
         "parcel@0.1.0 | did you mean 'createCustomer'?"},
        {R"({"at":"2024-12-01T00:00:00Z","call":{"operation":"getCharge"}})",
         "422 invalid_request /steps/1/call/input/id: getCharge needs 'id' in its path"},
        {R"({"at":"2024-12-01T00:00:00Z","call":{"operation":"getCustomer","input":{"id":"${d.id}"}}})",
         "422 invalid_request /steps/1/call/input/id: ${d.id}: no step before this one is called "
         "'d' | did you mean 'c'?"},
        {R"({"at":"2024-12-01T00:00:00Z","call":{"operation":"getCustomer","input":{"id":"${c.idd}"}}})",
         "422 invalid_request /steps/1/call/input/id: ${c.idd}: the answer has no 'idd' | did you "
         "mean 'id'?"},
        {R"({"at":"2024-12-01T00:00:00Z","call":{"operation":"getCustomer","input":{"id":"${c.id"}}})",
         "422 invalid_request /steps/1/call/input/id: a reference has no end: \"${c.id\" | write "
         "${name.path}, or $${ for the two characters"},
        {R"({"at":"2024-12-01T00:00:00Z","call":{"operation":"createCharge","input":{"source":"tok_declined","amount":60}}})",
         "422 replay_refused /steps/1: step 1, createCharge at 2024-12-01T00:00:00Z, was refused: "
         "402 {\"error\":{\"code\":\"card_declined\",\"type\":\"card_error\",\"message\":\"The "
         "card "
         "was declined.\",\"param\":\"source\"}} | nothing of the history has happened"},
        {R"({"at":"2024-12-01T00:00:00Z","event":{"name":"cardholder.dispute"}})",
         "404 unknown_event /steps/1/event/name: no world event 'cardholder.dispute' in pack "
         "parcel@0.1.0 "
         "| did you mean 'cardholder.disputes'?"},
        {R"({"at":"2024-12-01T00:00:00Z","event":{"name":"cardholder.disputes","data":{"charge":"ch_1"}}})",
         "422 invalid_event_data /steps/1/event/data/charge: there is no charge \"ch_1\""},
        {R"({"at":"2024-12-01T00:00:00Z","call":{"operation":"createCustomer","input":7}})",
         "422 invalid_request /steps/1/call: input and headers are maps"},
        {R"({"at":"2024-12-01T00:00:00Z","call":{"operation":"getCustomer","input":{"id":"${c.id.x}"}}})",
         "422 invalid_request /steps/1/call/input/id: ${c.id.x}: the answer has no 'x'"},
        {R"({"at":"2024-12-01T00:00:00Z","durations":7,"event":{"name":"x"}})",
         "422 invalid_request /steps/1/durations: durations are maps"},
        {R"({"at":"2024-12-01T00:00:00Z","pins":[{"match":{"operation":"createCharge"},"field":"amount","value":1}],"event":{"name":"x"}})",
         "422 illegal_override /steps/1/pins/0/field: \"amount\" of charges is faithful and cannot "
         "be "
         "set; it is set by the caller's input | what comes from outside is risk_score"},
        {R"({"at":"2024-12-01T00:00:00Z","durations":{"setle":"1s"},"event":{"name":"x"}})",
         "422 unknown_duration /steps/1/durations/setle: no duration 'setle' in pack parcel@0.1.0 "
         "| did you mean 'settle'?"},
    };
    for (const Case& one : cases) {
        EXPECT_EQ(shop.history("[" + first + one.step + "]"), one.said) << one.step;
        EXPECT_EQ(shop.world().digest(), before) << one.step;
        EXPECT_TRUE(shop.world().requests({}, 0, 10).data.empty()) << one.step;
    }
    EXPECT_EQ(shop.history("[]"), "422 invalid_request /steps: a history has steps");
}

TEST(History, APreconditionThatDoesNotHoldIsRefused) {
    Tester shop("packs/parcel");
    EXPECT_EQ(
        shop.history(R"([{"at":"2024-11-03T10:00:00Z","call":{"operation":"createCharge","as":"ch",
            "input":{"amount":60,"source":"tok_visa","capture":false}}},
            {"at":"2024-11-03T10:00:00Z","event":{"name":"cardholder.disputes","data":{"charge":"${ch.id}"}}}])")
            .substr(0, 137),
        "422 replay_refused /steps/1: step 1, cardholder.disputes at 2024-11-03T10:00:00Z, was "
        "refused: 'cardholder.disputes' cannot happen now: c");
}

TEST(History, ThatIsRefusedLosesNoChangesForTheStore) {
    // A ticking world moves on before the history is refused: the store must hear of that.
    Definition definition;
    definition.clock = ClockMode::Ticking;
    Tester shop(pack_folder("packs/parcel"), definition);
    shop.world().record_changes(true);
    Tester copy(pack_folder("packs/parcel"), definition);
    shop.post_json("/v1/charges", R"({"amount":2000,"source":"tok_visa"})");
    ASSERT_TRUE(copy.world().replay(shop.world().take_changes()).has_value());
    const json::Value body = Tester::parsed(
        R"({"steps":[{"at":"2025-01-01T00:00:03Z","call":{"operation":"createCustomer"}},
                     {"at":"2025-01-01T00:00:03Z","call":{"operation":"createCharge"}}]})");
    const auto done = shop.world().apply(History{body, "usw_test", {}}, base::Duration{3, 0});
    ASSERT_TRUE(std::holds_alternative<Refused>(done));
    EXPECT_EQ(std::get<Refused>(done).code, "replay_refused");
    ASSERT_TRUE(copy.world().replay(shop.world().take_changes()).has_value());
    EXPECT_EQ(copy.world().digest(), shop.world().digest());
}

}  // namespace understudy::world
