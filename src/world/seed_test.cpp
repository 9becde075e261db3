// Objects that were always there: what is taken, what is filled in, and every refusal word for
// word.
#include <gtest/gtest.h>

#include "world/tester_testing.hpp"

namespace understudy::world {

namespace {

constexpr std::string_view kCharge =
    R"([{"id":"ch_1","amount":2000,"source":"tok_visa","status":"succeeded"}])";

}  // namespace

TEST(Seed, TakesWhatIsGivenAndFillsInTheRest) {
    Tester shop("packs/parcel");
    shop.advance("90s");
    EXPECT_EQ(shop.seed("charges", kCharge), R"({"inserted":["ch_1"],"warnings":[]})");
    const Reply charge = shop.get("/v1/charges/ch_1");
    ASSERT_EQ(charge.status, 200) << charge.text;
    EXPECT_EQ(charge.text_at("status"), "succeeded");
    EXPECT_EQ(charge.text_at("created"), "1735689690");  // now
    EXPECT_EQ(charge.text_at("currency"), "usd");        // the pack's default
    EXPECT_EQ(charge.text_at("customer"), "null");
    EXPECT_EQ(charge.text_at("settled_at"), "null");
    EXPECT_EQ(charge.text_at("metadata"), "{}");
    EXPECT_EQ(charge.text_at("card/brand"), "visa");  // derived
    EXPECT_EQ(charge.text_at("amount_refunded"), "0");
    EXPECT_TRUE(charge.at("risk_score").is_number()) << charge.text;
    EXPECT_EQ(shop.get("/v1/charges/ch_1").text, charge.text);
}

TEST(Seed, TakesObjectsAsTheServiceShowsThem) {
    Tester shop("packs/parcel");
    EXPECT_EQ(shop.seed("charges",
                        R"([{"id":"ch_1","object":"charge","created":1700000000,"amount":5000,
                       "currency":"eur","source":"tok_visa","customer":null,"status":"disputed",
                       "settled_at":"2023-11-14T22:13:22Z","risk_score":7,"metadata":{"a":"b"}}])"),
              R"({"inserted":["ch_1"],"warnings":[]})");
    const Reply charge = shop.get("/v1/charges/ch_1");
    EXPECT_EQ(charge.text_at("created"), "1700000000");
    EXPECT_EQ(charge.text_at("settled_at"), "1700000002");
    EXPECT_EQ(charge.text_at("risk_score"), "7");
    EXPECT_EQ(charge.text_at("metadata/a"), "b");
}

TEST(Seed, LeavesTheLifecycleToLaterCalls) {
    Tester shop("packs/parcel");
    shop.seed("charges", kCharge);
    const Reply refund = shop.post_json("/v1/refunds", R"({"charge":"ch_1","amount":500})");
    ASSERT_EQ(refund.status, 201) << refund.text;
    shop.advance("1s");
    EXPECT_EQ(shop.get("/v1/charges/ch_1").text_at("amount_refunded"), "500");
    const auto done = shop.trigger("cardholder.disputes", R"({"charge":"ch_1"})");
    EXPECT_TRUE(std::holds_alternative<Outcome>(done));
    EXPECT_EQ(shop.get("/v1/charges/ch_1").text_at("status"), "disputed");
}

TEST(Seed, NeverRunsByItself) {
    Tester stripe(pack_in("tests/packs/stripe_fragment"));
    stripe.seed("customers", R"([{"id":"cus_1"}])");
    stripe.seed("subscriptions", R"([{"id":"sub_1","customer":"cus_1","status":"active"}])");
    EXPECT_EQ(stripe.advance("400d"), Names());
    EXPECT_EQ(stripe.get("/v1/subscriptions/sub_1").text_at("status"), "active");
}

TEST(Seed, AggregatesAreComputedFromWhatExists) {
    Tester shop("packs/parcel");
    shop.seed("customers", R"([{"id":"cus_1","email":"a@example.com"}])");
    shop.seed("charges", R"([
        {"id":"ch_1","amount":2000,"source":"tok_visa","status":"succeeded","customer":"cus_1"},
        {"id":"ch_2","amount":3000,"source":"tok_visa","status":"failed","customer":"cus_1"},
        {"id":"ch_3","amount":4000,"source":"tok_visa","status":"succeeded","customer":{"id":"cus_1"}}])");
    const Reply customer = shop.get("/v1/customers/cus_1");
    EXPECT_EQ(customer.text_at("total_spent"), "6000");
    EXPECT_EQ(customer.text_at("charge_count"), "3");
}

TEST(Seed, DefaultsReadTheOtherLeaves) {
    Tester shop("packs/parcel");
    shop.seed("charges", kCharge);
    EXPECT_EQ(shop.seed("refunds", R"([{"id":"re_1","charge":"ch_1","status":"succeeded"}])"),
              R"({"inserted":["re_1"],"warnings":[]})");
    EXPECT_EQ(shop.get("/v1/refunds/re_1").text_at("amount"), "2000");
    EXPECT_EQ(shop.get("/v1/charges/ch_1").text_at("refunded"), "true");
    // The state it would begin in.
    shop.seed("charges", R"([{"id":"ch_2","amount":2000,"source":"tok_visa","capture":false}])");
    EXPECT_EQ(shop.get("/v1/charges/ch_2").text_at("status"), "authorized");
}

TEST(Seed, ReferencesThatLeadNowhereAreWarnedOf) {
    Tester shop("packs/parcel");
    const std::string dangling =
        R"([{"id":"ch_1","amount":2000,"source":"tok_visa","customer":"cus_9"}])";
    const std::string before = shop.world().digest();
    EXPECT_EQ(shop.seed("charges", dangling, true),
              "422 invalid_seed_value /objects/0/customer: charges.customer: there is no customer "
              "\"cus_9\" | without strict this is a warning");
    EXPECT_EQ(shop.world().digest(), before);
    EXPECT_EQ(
        shop.seed("charges", dangling),
        R"({"inserted":["ch_1"],"warnings":[{"code":"dangling_reference","message":)"
        R"("charges.customer: there is no customer \"cus_9\"","field":"/objects/0/customer"}]})");
    EXPECT_EQ(shop.get("/v1/charges/ch_1").text_at("customer"), "cus_9");
}

TEST(Seed, ABatchMayReferToItself) {
    Tester deck(pack_in("tests/packs/deck_fragment"));
    EXPECT_EQ(deck.seed("tasks", R"([{"id":"task_1","name":"pay"}])", true),
              R"({"inserted":["task_1"],"warnings":[]})");
    // Found by name, as a call would; the id is what is kept.
    EXPECT_EQ(
        deck.seed("task_runs", R"([{"id":"trun_1","task":"pay","status":"cancelled"}])", true),
        R"({"inserted":["trun_1"],"warnings":[]})");
    const Reply run = deck.get("/v2/task-runs/trun_1");
    EXPECT_EQ(run.text_at("task"), "task_1");
    EXPECT_EQ(run.text_at("status"), "cancelled");
    EXPECT_EQ(run.text_at("output"), "null");
}

TEST(Seed, GeneratedIdsStepAsideForSeededOnes) {
    Tester first("packs/parcel");
    const std::string charge = R"({"amount":2000,"source":"tok_visa"})";
    // Seeding takes a number of the stream; the id of the next is the one of the second call.
    first.post_json("/v1/charges", charge);
    const std::string second = first.post_json("/v1/charges", charge).text_at("id");
    const std::string third = first.post_json("/v1/charges", charge).text_at("id");
    Tester other("packs/parcel");
    other.seed("charges", R"([{"id":")" + second + R"(","amount":60,"source":"tok_visa"}])");
    EXPECT_EQ(other.post_json("/v1/charges", charge).text_at("id"), third);
    EXPECT_EQ(other.get("/v1/charges/" + second).text_at("amount"), "60");
}

TEST(Seed, EveryRefusalWordForWord) {
    Tester shop("packs/parcel");
    shop.seed("charges", kCharge);
    const std::string before = shop.world().digest();
    struct Case {
        std::string_view resource, objects;
        std::string said;
    };
    const Case cases[] = {
        {"charge", "[]",
         "404 unknown_resource /resource: no resource 'charge' in pack parcel@0.1.0 | did you mean "
         "'charges'?"},
        {"charges", R"([{"amount":2000,"source":"tok_visa"}])",
         "422 incomplete_seed /objects/0/id: an object of charges needs an id | ids look like "
         "^ch_[a-zA-Z0-9]+$"},
        {"charges", "[7]", "422 invalid_request /objects/0: an object of charges is a map"},
        {"charges", R"([{"id":7}])",
         "422 invalid_seed_id /objects/0/id: the id 7 does not fit charges: ^ch_[a-zA-Z0-9]+$"},
        {"charges", R"([{"id":"ch_1"}])",
         "409 duplicate_seed_id /objects/0/id: charges \"ch_1\" exists already | nothing was "
         "inserted"},
        {"charges", R"([{"id":"ch_2","amout":1}])",
         "422 unknown_field /objects/0/amout: no field 'amout' in charges | did you mean "
         "'amount'?"},
        {"charges", R"([{"id":"ch_2","card":{"bran":1}}])",
         "422 unknown_field /objects/0/card/bran: no field 'card.bran' in charges | did you mean "
         "'card.brand'?"},
        {"charges", R"([{"id":"ch_2","card":"visa"}])",
         "422 invalid_seed_value /objects/0/card: charges.card: it is an object"},
        {"charges", R"([{"id":"ch_2","card":{"brand":"visa"}}])",
         "422 invalid_seed_value /objects/0/card/brand: charges.card.brand: it is worked out and "
         "cannot be seeded | leave it out"},
        {"charges", R"([{"id":"ch_2","amount_refunded":5}])",
         "422 invalid_seed_value /objects/0/amount_refunded: charges.amount_refunded: it is worked "
         "out and cannot be seeded | leave it out"},
        {"charges", R"([{"id":"ch_2","object":"card"}])",
         "422 invalid_seed_value /objects/0/object: charges.object: it is always \"charge\" | "
         "leave it out"},
        {"charges", R"([{"id":"ch_2","amount":20,"source":"tok_visa"}])",
         "422 invalid_seed_value /objects/0/amount: charges.amount: 20 is too small; it must be at "
         "least 50 | minimum: 50"},
        {"charges", R"([{"id":"ch_2","amount":2000,"source":"tok_visa","metadata":{"a":1}}])",
         "422 invalid_seed_value /objects/0/metadata/a: charges.metadata: /a: expected string, "
         "found number 1 | type: \"string\""},
        {"charges", R"([{"id":"ch_2","amount":null,"source":"tok_visa"}])",
         "422 invalid_seed_value /objects/0/amount: charges.amount: it cannot be null | leave it "
         "out"},
        {"charges", R"([{"id":"ch_2","amount":2000,"source":"tok_visa","created":"yesterday"}])",
         "422 invalid_seed_value /objects/0/created: charges.created: \"yesterday\" is no instant "
         "| "
         "write it as 2025-01-01T00:00:00Z, or as the service does"},
        {"charges", R"([{"id":"ch_2","amount":2000,"source":"tok_visa","customer":true}])",
         "422 invalid_seed_value /objects/0/customer: charges.customer: true is no id of "
         "customers"},
        {"charges", R"([{"id":"ch_2","amount":2000,"source":"tok_visa","status":"succeded"}])",
         "422 invalid_seed_value /objects/0/status: charges.status: there is no state \"succeded\" "
         "| did you mean 'succeeded'?"},
        {"charges", R"([{"id":"ch_2","amount":2000}])",
         "422 incomplete_seed /objects/0/source: charges.source is not given | it is required and "
         "has no default"},
        {"refunds", R"([{"id":"re_1","charge":"ch_9"}])",
         "422 incomplete_seed /objects/0/amount: refunds.amount is not given | its default is "
         "worked out from a call: give it a value"},
    };
    for (const Case& one : cases) {
        EXPECT_EQ(shop.seed(one.resource, one.objects), one.said) << one.objects;
        EXPECT_EQ(shop.world().digest(), before) << one.objects;
    }
}

TEST(Seed, KeepsUniqueFieldsUnique) {
    Tester deck(pack_in("tests/packs/deck_fragment"));
    EXPECT_EQ(deck.seed("tasks", R"([{"id":"task_1","name":"pay"},{"id":"task_2","name":"pay"}])"),
              "422 invalid_seed_value /objects/1/name: tasks.name: \"pay\" is that of task_1 | no "
              "two of tasks have the same");
    EXPECT_EQ(json::write(*deck.world().counts().find("tasks")), "0");
}

TEST(Seed, ChecksFieldsWhoseSchemaIsData) {
    Tester deck(pack_in("tests/packs/deck_fragment"));
    deck.seed("tasks", R"([{"id":"task_1","name":"pay","input_schema":
                          {"type":"object","required":["amount"]}}])");
    EXPECT_EQ(
        deck.seed("task_runs", R"([{"id":"trun_1","task":"task_1","input":{}}])"),
        "422 invalid_seed_value /objects/0/input: task_runs.input: the property \"amount\" is "
        "missing | required: [\"amount\"]");
}

TEST(Seed, IdsThatCountAreNumbers) {
    constexpr std::string_view kPack = R"(
format: 1
pack: shop
serve: { hosts: [ { host: "*", base: / } ], input: [ json ] }
errors:
  envelope: { error: error }
  on: { no_route: wrong, required: wrong, type: wrong, missing: wrong }
  codes: { wrong: { status: 400, message: wrong } }
resources:
  issues:
    id: "{seq}"
    fields: { title: { from: input, nullable: true } }
    operations: { create: POST /issues, get: "GET /issues/{id}" }
  totals:
    one: true
    fields: { name: { from: input, nullable: true } }
    operations: { get: GET /totals }
)";
    Tester shop(pack_of(kPack));
    EXPECT_EQ(shop.seed("issues", R"([{"id":"1"}])"),
              "422 invalid_seed_id /objects/0/id: the id \"1\" does not fit issues: a number from "
              "1 on");
    EXPECT_EQ(shop.seed("issues", R"([{"id":1},{"id":3}])"), R"({"inserted":[1,3],"warnings":[]})");
    EXPECT_EQ(shop.post_json("/issues", "{}").text_at("id"), "4");
    // The only one of its kind has the name of its kind.
    EXPECT_EQ(shop.seed("totals", R"([{"id":"x"}])").substr(0, 19), "422 unknown_field /");
    EXPECT_EQ(shop.seed("totals", R"([{"name":"a"}])"), R"({"inserted":["total"],"warnings":[]})");
    EXPECT_EQ(shop.get("/totals").text_at("name"), "a");
    EXPECT_EQ(shop.seed("totals", R"([{"name":"a"}])"),
              "409 duplicate_seed_id /objects/0/id: totals \"total\" exists already | nothing was "
              "inserted");
}

TEST(Acceptance, S22_SeedWithAnIdThatBreaksThePattern) {
    Tester shop("packs/parcel");
    EXPECT_EQ(shop.seed("charges", R"([{"id":"ch_seed_1","amount":2000,"source":"tok_visa"}])"),
              "422 invalid_seed_id /objects/0/id: the id \"ch_seed_1\" does not fit charges: "
              "^ch_[a-zA-Z0-9]+$");
}

TEST(Acceptance, S23_SeedABatchWithADuplicate) {
    Tester shop("packs/parcel");
    const std::string before = shop.world().digest();
    EXPECT_EQ(shop.seed("customers", R"([{"id":"cus_1"},{"id":"cus_2"},{"id":"cus_1"}])"),
              "409 duplicate_seed_id /objects/2/id: customers \"cus_1\" is twice in the batch | "
              "nothing was inserted");
    EXPECT_EQ(json::write(*shop.world().counts().find("customers")), "0");
    EXPECT_EQ(shop.world().digest(), before);
}

TEST(Acceptance, S24_ASeedLeavesNoEventsTimersOrDeliveries) {
    Tester shop("packs/parcel");
    const Command seed = Seed{Tester::parsed(
        R"({"resource":"charges","objects":[{"id":"ch_1","amount":2000,"source":"tok_visa",
            "status":"pending"}]})")};
    const auto done = shop.world().apply(seed);
    const Outcome& outcome = std::get<Outcome>(done);
    EXPECT_TRUE(outcome.events.empty());
    EXPECT_FALSE(outcome.owes);
    EXPECT_EQ(json::write(*shop.world().counts().find("events")), "0");
    EXPECT_EQ(shop.pending(), Names());
    EXPECT_EQ(shop.advance("30d"), Names());
    EXPECT_EQ(shop.get("/v1/charges/ch_1").text_at("status"), "pending");
}

}  // namespace understudy::world
