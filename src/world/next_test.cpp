// World events: what can happen next, what happens, and what is said when it cannot.
#include "world/pins_testing.hpp"

namespace understudy::world {

namespace {

using Next = Duo;

std::string said(const std::variant<Outcome, Refused>& done) {
    if (const auto* refused = std::get_if<Refused>(&done)) return to_text(*refused);
    return json::write(std::get<Outcome>(done).result);
}

TEST_F(Next, NothingIsPossibleInAnEmptyWorld) {
    EXPECT_TRUE(service.world().next_events(false).empty());
    const auto all = service.world().next_events(true);
    ASSERT_EQ(all.size(), 2U);
    EXPECT_EQ(
        json::write(all[1]),
        R"({"event":"portal.payment_received","title":"the site has received a payment",)"
        R"("possible":false,"data_schema":{"type":"object","properties":{"account":)"
        R"({"description":"the id of an object in accounts"},"amount":{"type":"integer","minimum":1},)"
        R"("memo":{"type":"string"}},"required":["account","amount"],)"
        R"("additionalProperties":false},"candidates":[],"more":0,)"
        R"("precondition":"account is open and `!it.locked && it.due > 0`",)"
        R"("blocked_by":"there is no account","leads_to":["account.paid","receipt.printed"],)"
        R"("branches":[],"durations":[],"trigger":null})");
    EXPECT_EQ(all[0].find("event")->as_string(), "site.closes_account");
    EXPECT_EQ(all[0].find("title")->as_string(), "site.closes_account");
}

TEST_F(Next, ShowsTheDataForWhichItCanHappen) {
    service.post_json("/v1/accounts", R"({"due":0})");
    service.post_json("/v1/accounts", R"({"due":5,"locked":true})");
    const auto blocked = service.world().next_events(true);
    EXPECT_EQ(blocked[1].find("blocked_by")->as_string(),
              "`it.due > 0` does not hold (it.due is 0)");
    service.post_json("/v1/accounts", R"({"due":5})");
    const auto next = service.world().next_events(false);
    ASSERT_EQ(next.size(), 2U);
    EXPECT_EQ(json::write(*next[1].find("candidates")), R"([{"account":"acct_3","amount":1}])");
    EXPECT_EQ(json::write(*next[1].find("trigger")),
              R"({"event":"portal.payment_received","data":{"account":"acct_3","amount":1}})");
    EXPECT_EQ(json::write(*next[0].find("candidates")),
              R"([{"account":"acct_1"},{"account":"acct_2"},{"account":"acct_3"}])");
    EXPECT_FALSE(next[1].has("blocked_by"));
    for (int i = 0; i < 25; ++i) service.post_json("/v1/accounts", R"({"due":5})");
    const auto many = service.world().next_events(false);
    EXPECT_EQ(many[1].find("candidates")->size(), 20U);
    EXPECT_EQ(*many[1].find("more"), json::Value(6));
}

TEST_F(Next, LooksWithoutTouching) {
    service.post_json("/v1/accounts", R"({"due":5})");
    const std::string before = service.world().digest();
    service.world().next_events(true);
    EXPECT_EQ(service.world().digest(), before);
}

TEST(NextOfParcel, NamesWhatIsOnTheWay) {
    Service service(pack_folder("packs/parcel"));
    service.post_json("/v1/charges", R"({"amount":2000,"source":"tok_visa"})");
    service.advance("2s");
    const auto next = service.world().next_events(false);
    ASSERT_EQ(next.size(), 1U);
    EXPECT_EQ(json::write(*next[0].find("leads_to")), R"(["charge.disputed","customer.flagged"])");
    EXPECT_EQ(next[0].find("precondition")->as_string(), "charge is succeeded");
}

TEST(Acceptance, S15_TriggerADerivedEvent) {
    Service service(pack_in("tests/packs/duo"));
    EXPECT_EQ(said(service.trigger("account.paid", "{}")),
              "not_a_cause 422 /event: 'account.paid' is derived by the pack and cannot be "
              "triggered (what can lead to it is portal.payment_received)");
    EXPECT_EQ(said(service.trigger("receipt.printed", "{}")),
              "not_a_cause 422 /event: 'receipt.printed' is derived by the pack and cannot be "
              "triggered (what can lead to it is portal.payment_received)");
    EXPECT_EQ(said(service.trigger("run.failed", "{}")),
              "not_a_cause 422 /event: 'run.failed' is derived by the pack and cannot be triggered "
              "(no world event leads to it; there is site.closes_account, "
              "portal.payment_received)");
    Service deck(pack_in("tests/packs/deck_fragment"));
    EXPECT_EQ(said(deck.trigger("task_run.failed", "{}")),
              "not_a_cause 422 /event: 'task_run.failed' is derived by the pack and cannot be "
              "triggered (the pack declares no world event)");
}

TEST(Acceptance, S16_TriggerWithThePreconditionUnmet) {
    Service service(pack_in("tests/packs/duo"));
    service.post_json("/v1/accounts", R"({"due":5,"locked":true})");
    service.post_json("/v1/accounts", R"({"due":0})");
    service.post_json("/v1/accounts", R"({"due":5})");
    ASSERT_TRUE(std::holds_alternative<Outcome>(
        service.trigger("site.closes_account", R"({"account":"acct_3"})")));
    const std::string before = service.world().digest();
    struct Case {
        const char* data;
        const char* text;
    };
    const Case cases[] = {
        {R"({"account":"acct_1","amount":1})",
         "precondition_failed 409 : 'portal.payment_received' cannot happen now: `!it.locked` does "
         "not hold (it.locked is true)"},
        {R"({"account":"acct_2","amount":1})",
         "precondition_failed 409 : 'portal.payment_received' cannot happen now: `it.due > 0` does "
         "not hold (it.due is 0)"},
        {R"({"account":"acct_3","amount":1})",
         "precondition_failed 409 : 'portal.payment_received' cannot happen now: account acct_3 is "
         "closed, not open"},
        {R"({"account":"acct_4","amount":1})",
         "invalid_event_data 422 /data/account: there is no account \"acct_4\""},
        {R"({"account":"acct_1"})",
         "invalid_event_data 422 /data/amount: data has no 'amount' (it is required)"},
        {R"({"account":"acct_1","amount":0})",
         "invalid_event_data 422 /data/amount: amount: 0 is too small; it must be at least 1 "
         "(minimum: 1)"},
        {R"({"account":"acct_1","amount":1,"memmo":"x"})",
         "invalid_event_data 422 /data/memmo: 'portal.payment_received' takes no 'memmo' (did you "
         "mean 'memo'?)"},
    };
    for (const Case& one : cases) {
        EXPECT_EQ(said(service.trigger("portal.payment_received", one.data)), one.text);
    }
    EXPECT_EQ(service.world().digest(), before);
}

TEST(Acceptance, S17_EachNextEntryPostedBack) {
    Service service(pack_in("tests/packs/duo"));
    service.post_json("/v1/accounts", R"({"due":5})");
    service.post_json("/v1/accounts", R"({"due":0})");
    ASSERT_EQ(service.world().next_events(false).size(), 2U);
    for (const json::Value& entry : service.world().next_events(false)) {
        const json::Value& trigger = *entry.find("trigger");
        for (const json::Value& data : entry.find("candidates")->items()) {
            World fork = service.world().fork("w_2");
            const auto done =
                fork.apply(Trigger{std::string(trigger.find("event")->as_string()), data});
            EXPECT_TRUE(std::holds_alternative<Outcome>(done)) << said(done);
        }
    }
}

TEST_F(Next, WhatHappenedIsTold) {
    service.post_json("/v1/accounts", R"({"due":5})");
    EXPECT_EQ(
        said(service.trigger("portal.payment_received", R"({"account":"acct_1","amount":5})")),
        R"({"now":"2025-01-01T00:00:00Z","transitions":[)"
        R"({"resource":"receipts","id":"rcpt_1","from":"nothing","to":"printed",)"
        R"("cause":"event portal.payment_received"},)"
        R"({"resource":"accounts","id":"acct_1","from":"open","to":"paid",)"
        R"("cause":"event portal.payment_received"}],)"
        R"("emitted":[{"event":"receipt.printed","id":"evt_2"},)"
        R"({"event":"account.paid","id":"evt_3"}],"trace":"trc_2"})");
    EXPECT_EQ(
        said(service.trigger("portal.payment_recieved", "{}")),
        "unknown_event 404 /event: no world event 'portal.payment_recieved' in pack duo@0.1.0 "
        "(did you mean 'portal.payment_received'?)");
}

}  // namespace

}  // namespace understudy::world
