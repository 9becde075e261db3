// The worked packs of the format, from file to answer: manual capture, a decline, a renewal that is
// dunned until it gives up; a message on its way; a run whose output comes from outside.
#include "world/world_testing.hpp"

namespace understudy::world {

namespace {

// --- Stripe

class Stripe : public testing::Test {
protected:
    Service service{pack_in("tests/packs/stripe_fragment")};

    Reply intent(Service::Pairs form) {
        form.insert(form.begin(), {"amount", "2000"});
        return service.post("/v1/payment_intents", form);
    }
    std::string charge_of(const Reply& reply) { return reply.text_at("latest_charge"); }

    // A customer with a card, a price of 1000 and a subscription to two of it.
    std::string subscribe(const std::string& card) {
        customer =
            service.post("/v1/customers", {{"invoice_settings[default_payment_method]", card}})
                .text_at("id");
        const std::string price =
            service.post("/v1/prices", {{"unit_amount", "1000"}}).text_at("id");
        const Reply made = service.post(
            "/v1/subscriptions",
            {{"customer", customer}, {"items[0][price]", price}, {"items[0][quantity]", "2"}});
        EXPECT_EQ(made.status, 200) << made.text;
        return made.text_at("id");
    }
    std::string customer;
};

TEST_F(Stripe, MakesAnIntentWithDefaultsAndDrawnIds) {
    const Reply made = intent({});
    ASSERT_EQ(made.status, 200) << made.text;
    EXPECT_EQ(made.at("object"), json::Value("payment_intent"));
    EXPECT_EQ(made.at("status"), json::Value("requires_payment_method"));
    EXPECT_EQ(made.at("amount"), json::Value(2000));
    EXPECT_EQ(made.at("currency"), json::Value("usd"));
    EXPECT_EQ(made.at("created"), json::Value(1735689600));
    EXPECT_EQ(made.text_at("id").substr(0, 3), "pi_");
    EXPECT_EQ(made.text_at("client_secret").find(made.text_at("id") + "_secret_"), 0U);
    EXPECT_EQ(made.text_at("metadata"), "{}");
    EXPECT_EQ(made.at("latest_charge"), json::Value());
    EXPECT_EQ(made.headers.get("X-Mock-Resolution-Trace"), "trc_1");
    EXPECT_EQ(made.headers.get("Request-Id").substr(0, 4), "req_");

    const Reply again = service.get("/v1/payment_intents/" + made.text_at("id"));
    EXPECT_EQ(again.text, made.text);
    EXPECT_NE(again.headers.get("Request-Id"), made.headers.get("Request-Id"));
}

TEST_F(Stripe, CapturesByHand) {
    const Reply made = intent(
        {{"capture_method", "manual"}, {"payment_method", "pm_card_visa"}, {"confirm", "true"}});
    ASSERT_EQ(made.status, 200) << made.text;
    EXPECT_EQ(made.at("status"), json::Value("requires_capture"));
    EXPECT_EQ(made.at("amount_capturable"), json::Value(2000));
    EXPECT_EQ(made.at("amount_received"), json::Value(0));
    ASSERT_EQ(made.outcome.events.size(), 1U);
    EXPECT_EQ(made.outcome.events[0].event, "charge.succeeded");

    const std::string path = "/v1/payment_intents/" + made.text_at("id");
    const Reply much = service.post(path + "/capture", {{"amount_to_capture", "2001"}});
    EXPECT_EQ(much.status, 400);
    EXPECT_EQ(much.at("error/code"), json::Value("amount_too_large"));
    EXPECT_EQ(service.get(path).at("status"), json::Value("requires_capture"));

    const Reply part = service.post(path + "/capture", {{"amount_to_capture", "1500"}});
    ASSERT_EQ(part.status, 200) << part.text;
    EXPECT_EQ(part.at("status"), json::Value("succeeded"));
    EXPECT_EQ(part.at("amount_received"), json::Value(1500));
    EXPECT_EQ(part.at("amount_capturable"), json::Value(0));
    Names events;
    for (const Emitted& event : part.outcome.events) events.push_back(event.event);
    EXPECT_EQ(events, (Names{"charge.captured", "payment_intent.succeeded"}));
    EXPECT_EQ(service.get("/v1/charges/" + charge_of(part)).at("amount_captured"),
              json::Value(1500));

    const Reply twice = service.post(path + "/capture");
    EXPECT_EQ(twice.status, 400);
    EXPECT_EQ(twice.at("error/code"), json::Value("payment_intent_unexpected_state"));
}

TEST_F(Stripe, LetsAnAuthorizationExpire) {
    const Reply made = intent(
        {{"capture_method", "manual"}, {"payment_method", "pm_card_visa"}, {"confirm", "true"}});
    EXPECT_EQ(service.advance("6d"), Names{});
    EXPECT_EQ(service.advance("1d"), Names{"payment_intent.canceled"});
    const Reply gone = service.get("/v1/payment_intents/" + made.text_at("id"));
    EXPECT_EQ(gone.at("status"), json::Value("canceled"));
    EXPECT_EQ(gone.at("canceled_at"), json::Value(1735689600 + 7 * 86400));
    EXPECT_EQ(json::write(service.world().pending()), "[]");
}

TEST_F(Stripe, CapturingCancelsTheExpiry) {
    const Reply made = intent(
        {{"capture_method", "manual"}, {"payment_method", "pm_card_visa"}, {"confirm", "true"}});
    EXPECT_EQ(service.world().pending().size(), 1U);
    service.post("/v1/payment_intents/" + made.text_at("id") + "/capture");
    EXPECT_EQ(service.world().pending().size(), 0U);
}

TEST_F(Stripe, DeclinesAndKeepsWhatHappened) {
    const Reply made = intent({});
    const std::string path = "/v1/payment_intents/" + made.text_at("id");
    const Reply declined =
        service.post(path + "/confirm", {{"payment_method", "pm_card_visa_chargeDeclined"}});
    EXPECT_EQ(declined.status, 402) << declined.text;
    EXPECT_EQ(declined.at("error/code"), json::Value("card_declined"));
    EXPECT_EQ(declined.at("error/decline_code"), json::Value("generic_decline"));
    EXPECT_EQ(declined.at("error/type"), json::Value("card_error"));
    EXPECT_EQ(declined.at("error/payment_intent/id"), made.at("id"));
    EXPECT_EQ(declined.at("error/payment_intent/status"), json::Value("requires_payment_method"));
    EXPECT_EQ(declined.at("error/payment_intent/last_payment_error/decline_code"),
              json::Value("generic_decline"));

    const Reply after = service.get(path);
    EXPECT_EQ(after.at("status"), json::Value("requires_payment_method"));
    EXPECT_EQ(after.at("payment_method"), json::Value());
    EXPECT_EQ(after.at("last_payment_error/code"), json::Value("card_declined"));
    EXPECT_EQ(service.get("/v1/charges/" + charge_of(after)).at("status"), json::Value("failed"));
    EXPECT_EQ(after.at("amount_received"), json::Value(0));

    Names events;
    for (const Emitted& event : declined.outcome.events) events.push_back(event.event);
    EXPECT_EQ(events, (Names{"charge.failed", "payment_intent.payment_failed"}));

    const Reply paid = service.post(path + "/confirm", {{"payment_method", "pm_card_visa"}});
    EXPECT_EQ(paid.at("status"), json::Value("succeeded")) << paid.text;
    EXPECT_EQ(paid.at("last_payment_error"), json::Value());
    EXPECT_EQ(paid.at("amount_received"), json::Value(2000));
}

TEST_F(Stripe, StoresEventsWithWhoAskedForThem) {
    const Reply paid = intent({{"payment_method", "pm_card_visa"}, {"confirm", "true"}});
    const Reply events = service.get("/v1/events");
    ASSERT_EQ(events.at("data").size(), 2U) << events.text;
    // Newest first.
    EXPECT_EQ(events.at("data/0/type"), json::Value("payment_intent.succeeded"));
    EXPECT_EQ(events.at("data/0/data/object/id"), paid.at("id"));
    EXPECT_EQ(events.text_at("data/0/request/id"), paid.headers.get("Request-Id"));
    EXPECT_EQ(events.at("data/1/type"), json::Value("charge.succeeded"));
    EXPECT_EQ(events.at("data/1/request/id"), json::Value());
    const std::string id = events.text_at("data/1/id");
    EXPECT_EQ(id.substr(0, 4), "evt_");
    EXPECT_EQ(service.get("/v1/events/" + id).at("data/object/id"), paid.at("latest_charge"));
    EXPECT_EQ(service.get("/v1/events?type=charge.succeeded").at("data").size(), 1U);
}

TEST_F(Stripe, RefusesToConfirmWithoutACard) {
    const Reply made = intent({{"confirm", "true"}});
    EXPECT_EQ(made.status, 400);
    EXPECT_EQ(made.at("error/code"), json::Value("payment_intent_unexpected_state"));
    EXPECT_EQ(json::write(*service.world().counts().find("payment_intents")), "0");
}

TEST_F(Stripe, KnowsItsScenariosByName) {
    service.headers.add("X-Mock-Scenario", "bank_decline");
    const Reply unknown = intent({});
    EXPECT_EQ(unknown.status, 422);
    EXPECT_EQ(unknown.at("error/code"), json::Value("unknown_scenario"));
    EXPECT_EQ(json::write(*service.world().counts().find("payment_intents")), "0");
}

TEST_F(Stripe, RepeatsTheAnswerOfAKey) {
    service.headers.add("Idempotency-Key", "k1");
    const Reply first = intent({});
    const Reply second = intent({});
    EXPECT_EQ(second.text, first.text);
    EXPECT_EQ(second.status, 200);
    EXPECT_EQ(second.headers.get("Idempotent-Replayed"), "true");
    EXPECT_EQ(second.headers.get("Original-Request"), first.headers.get("Request-Id"));
    EXPECT_EQ(json::write(*service.world().counts().find("payment_intents")), "1");
    const Reply other = service.post("/v1/payment_intents", {{"amount", "1"}});
    EXPECT_EQ(other.status, 400);
    EXPECT_EQ(other.at("error/type"), json::Value("idempotency_error"));
    service.advance("24h");
    EXPECT_NE(intent({}).at("id"), first.at("id"));
}

TEST_F(Stripe, RepeatsADeclineToo) {
    const std::string path = "/v1/payment_intents/" + intent({}).text_at("id") + "/confirm";
    service.headers.add("Idempotency-Key", "k2");
    const Service::Pairs card = {{"payment_method", "pm_card_visa_chargeDeclined"}};
    const Reply first = service.post(path, card);
    const Reply second = service.post(path, card);
    EXPECT_EQ(first.status, 402);
    EXPECT_EQ(second.text, first.text);
    EXPECT_EQ(json::write(*service.world().counts().find("charges")), "1");
}

TEST_F(Stripe, RenewsAndIsPaid) {
    const std::string id = subscribe("pm_card_visa");
    const std::string path = "/v1/subscriptions/" + id;
    const Reply fresh = service.get(path);
    EXPECT_EQ(fresh.at("items/data/0/quantity"), json::Value(2)) << fresh.text;
    EXPECT_EQ(fresh.at("items/data/0/price/unit_amount"), json::Value(1000));
    EXPECT_EQ(fresh.at("current_period_end"), json::Value(1738368000));

    EXPECT_EQ(service.advance_to("2025-01-31T23:59:59Z"), Names{});
    EXPECT_EQ(service.advance_to("2025-02-01T00:00:00Z"),
              (Names{"invoice.created", "customer.subscription.updated"}));
    const Reply invoices = service.get("/v1/invoices?subscription=" + id);
    ASSERT_EQ(invoices.at("data").size(), 1U) << invoices.text;
    EXPECT_EQ(invoices.at("data/0/amount_due"), json::Value(2000));
    EXPECT_EQ(invoices.at("data/0/status"), json::Value("draft"));
    EXPECT_EQ(service.get(path).at("current_period_end"), json::Value(1740787200));

    EXPECT_EQ(service.advance("1h"),
              (Names{"invoice.finalized", "charge.succeeded", "payment_intent.succeeded",
                     "invoice.paid", "invoice.payment_succeeded"}));
    const Reply paid = service.get("/v1/invoices/" + invoices.text_at("data/0/id"));
    EXPECT_EQ(paid.at("status"), json::Value("paid"));
    EXPECT_EQ(service.get(path).at("status"), json::Value("active"));

    const Names march = service.advance_to("2025-03-01T00:00:00Z");
    EXPECT_EQ(march.size(), 2U);
    // What an update changed is told with its event.
    const Emitted& updated = service.last.events.back();
    EXPECT_EQ(updated.event, "customer.subscription.updated");
    EXPECT_EQ(json::write(*updated.payload.find("data")->find("previous_attributes")),
              R"({"current_period_end":1740787200})");
}

TEST_F(Stripe, DunsUntilItGivesUp) {
    const std::string id = subscribe("pm_card_visa_chargeDeclined");
    const std::string path = "/v1/subscriptions/" + id;
    service.advance_to("2025-02-01T00:00:00Z");
    EXPECT_EQ(service.advance("1h"),
              (Names{"invoice.finalized", "charge.failed", "payment_intent.payment_failed",
                     "invoice.payment_failed", "customer.subscription.updated"}));
    EXPECT_EQ(service.get(path).at("status"), json::Value("past_due"));
    const std::string invoice =
        "/v1/invoices/" + service.get("/v1/invoices?subscription=" + id).text_at("data/0/id");
    EXPECT_EQ(service.get(invoice).at("attempt_count"), json::Value(1));
    EXPECT_EQ(service.get(invoice).at("next_payment_attempt"), json::Value(1738371600 + 3 * 86400));

    EXPECT_EQ(service.advance("2d"), Names{});
    EXPECT_EQ(service.advance("1d").size(), 3U);
    EXPECT_EQ(service.get(invoice).at("attempt_count"), json::Value(2));
    EXPECT_EQ(service.advance("5d").size(), 3U);
    EXPECT_EQ(service.get(path).at("status"), json::Value("past_due"));
    EXPECT_EQ(service.advance("7d").size(), 3U);
    EXPECT_EQ(service.get(invoice).at("attempt_count"), json::Value(4));
    EXPECT_EQ(service.get(invoice).at("next_payment_attempt"), json::Value());
    EXPECT_EQ(service.get(path).at("status"), json::Value("canceled"));
    EXPECT_EQ(service.world().pending().size(), 0U);
    EXPECT_EQ(service.advance("365d"), Names{});
}

TEST_F(Stripe, RecoversWhenACardIsGiven) {
    const std::string id = subscribe("pm_card_visa_chargeDeclined");
    service.advance_to("2025-02-01T01:00:00Z");
    service.post("/v1/customers/" + customer,
                 {{"invoice_settings[default_payment_method]", "pm_card_visa"}});
    service.advance("3d");
    EXPECT_EQ(service.get("/v1/subscriptions/" + id).at("status"), json::Value("active"));
    EXPECT_EQ(service.get("/v1/invoices?subscription=" + id).at("data/0/status"),
              json::Value("paid"));
}

// The schema of metadata names no type, so a plain text comes through to the merge.
TEST_F(Stripe, AMapThatIsSentAsATextReplacesIt) {
    const Reply made = service.post("/v1/customers", {{"metadata", "x"}});
    EXPECT_EQ(made.status, 200) << made.text;
}

TEST_F(Stripe, UpdatesMergesAndRemovesKeys) {
    const Reply made = service.post(
        "/v1/customers", {{"metadata[a]", "1"}, {"metadata[b]", "2"}, {"email", "a@b.test"}});
    const std::string path = "/v1/customers/" + made.text_at("id");
    const Reply merged = service.post(path, {{"metadata[a]", ""}, {"metadata[c]", "3"}});
    EXPECT_EQ(merged.text_at("metadata"), R"({"b":"2","c":"3"})") << merged.text;
    EXPECT_EQ(service.post(path, {{"metadata", ""}}).text_at("metadata"), "{}");
    EXPECT_EQ(service.get(path).at("email"), json::Value("a@b.test"));

    const Reply gone = service.remove(path);
    EXPECT_EQ(gone.status, 200);
    EXPECT_EQ(gone.at("deleted"), json::Value(true)) << gone.text;
    EXPECT_EQ(service.get(path).at("deleted"), json::Value(true));
    EXPECT_EQ(service.get("/v1/customers").at("data").size(), 0U);
}

// --- Twilio

TEST(Twilio, WalksAMessageThroughItsStates) {
    Service service(pack_in("tests/packs/twilio_fragment"));
    const std::string base = "/2010-04-01/Accounts/" +
                             std::string(service.world().config().find("account_sid")->as_string());
    const Reply made =
        service.post(base + "/Messages.json", {{"To", "+4912345"}, {"From", "+15005550006"}});
    ASSERT_EQ(made.status, 201) << made.text;
    EXPECT_EQ(made.at("status"), json::Value("queued"));
    EXPECT_EQ(made.at("date_sent"), json::Value());
    const std::string path = base + "/Messages/" + made.text_at("sid") + ".json";
    service.advance("1s");
    EXPECT_EQ(service.get(path).at("status"), json::Value("sending"));
    service.advance("2s");
    EXPECT_EQ(service.get(path).at("status"), json::Value("sent"));
    EXPECT_EQ(service.get(path).at("date_sent"), json::Value("Wed, 01 Jan 2025 00:00:03 +0000"));
    service.advance("3s");
    EXPECT_EQ(service.get(path).at("status"), json::Value("delivered"));
    EXPECT_EQ(service.get(path).at("error_code"), json::Value());

    const Reply by_service =
        service.post(base + "/Messages.json", {{"To", "+49"}, {"MessagingServiceSid", "MG1"}});
    EXPECT_EQ(by_service.at("status"), json::Value("accepted")) << by_service.text;
    EXPECT_EQ(service.get("/2010-04-01/Accounts/AC0/Messages.json").status, 404);
}

TEST(Twilio, KnowsItsMagicNumbers) {
    Definition definition;
    definition.config = json::Value::object({{"test_keys", true}});
    Service service(pack_in("tests/packs/twilio_fragment"), definition);
    const std::string base = "/2010-04-01/Accounts/" +
                             std::string(service.world().config().find("account_sid")->as_string());
    const Reply bad =
        service.post(base + "/Messages.json", {{"To", "+15005550001"}, {"From", "+15005550006"}});
    EXPECT_EQ(bad.status, 400);
    EXPECT_EQ(bad.at("code"), json::Value(21211)) << bad.text;
    const Reply foreign =
        service.post(base + "/Messages.json", {{"To", "+49"}, {"From", "+15005550007"}});
    EXPECT_EQ(foreign.at("code"), json::Value(21606)) << foreign.text;
}

// --- Deck

TEST(Deck, RunsATaskWhoseOutputFitsItsSchema) {
    Service service(pack_in("tests/packs/deck_fragment"));
    const Reply task = service.post_json("/v2/tasks", R"({"name":"pay_rent","output_schema":
        {"type":"object","required":["receipt"],"properties":{"receipt":{"type":"string","minLength":3}}}})");
    ASSERT_EQ(task.status, 201) << task.text;
    const Reply run =
        service.post_json("/v2/task-runs", R"({"task":"pay_rent","input":{"amount":2000}})");
    ASSERT_EQ(run.status, 201) << run.text;
    EXPECT_EQ(run.at("status"), json::Value("queued"));
    EXPECT_EQ(run.at("task"), task.at("id"));
    EXPECT_EQ(run.at("output"), json::Value());
    Names events;
    for (const Emitted& event : run.outcome.events) events.push_back(event.event);
    EXPECT_EQ(events, (Names{"task_run.queued", "task_run.running"}));
    const std::string path = "/v2/task-runs/" + run.text_at("id");
    EXPECT_EQ(service.get(path).at("status"), json::Value("running"));
    EXPECT_EQ(service.advance("5s"), Names{"task_run.completed"});
    const Reply done = service.get(path);
    EXPECT_EQ(done.at("status"), json::Value("completed"));
    EXPECT_TRUE(done.at("output/receipt").is_string()) << done.text;
    EXPECT_EQ(*service.last.events[0].payload.find("data")->find("output"), done.at("output"));
    service.advance("5s");
    EXPECT_EQ(service.get(path).text, done.text);

    const Reply taken = service.post_json("/v2/tasks", R"({"name":"pay_rent"})");
    EXPECT_EQ(taken.status, 409) << taken.text;
}

TEST(Deck, CancelsARun) {
    Service service(pack_in("tests/packs/deck_fragment"));
    const Reply run = service.post_json("/v2/task-runs", "{}");
    const std::string path = "/v2/task-runs/" + run.text_at("id");
    const Reply canceling = service.post_json(path + "/cancel", "{}");
    EXPECT_EQ(canceling.at("status"), json::Value("canceling")) << canceling.text;
    EXPECT_EQ(service.get(path).at("status"), json::Value("cancelled"));
    EXPECT_EQ(service.world().pending().size(), 0U);
    const Reply twice = service.post_json(path + "/cancel", "{}");
    EXPECT_EQ(twice.status, 409) << twice.text;
}

TEST(Deck, KeepsAScenarioUntilTheValueBinds) {
    Service service(pack_in("tests/packs/deck_fragment"));
    service.headers.add("X-Mock-Scenario", "rent_is_paid");
    const Reply run = service.post_json("/v2/task-runs/fetch-balance", "{}");
    ASSERT_EQ(run.status, 200) << run.text;
    service.headers.clear();
    service.advance("5s");
    const Reply done = service.get("/v2/task-runs/" + run.text_at("id"));
    EXPECT_EQ(done.at("output/balance"), json::Value(0)) << done.text;
    const Reply other = service.post_json("/v2/task-runs/fetch-balance", "{}");
    service.advance("5s");
    EXPECT_TRUE(
        service.get("/v2/task-runs/" + other.text_at("id")).at("output/balance").is_number());
}

}  // namespace

}  // namespace understudy::world
