// Time that testers set: durations, the mode, and what pending timers make of it.
#include <gtest/gtest.h>

#include "base/text.hpp"
#include "world/duration_text.hpp"
#include "world/tester_testing.hpp"

namespace understudy::world {

namespace {

constexpr std::string_view kCharge = R"({"amount":2000,"source":"tok_visa"})";

struct Shop : Tester {
    Shop() : Tester("packs/parcel") {}
    Reply charge(std::string_view body = kCharge) {
        return post_json("/v1/charges", std::string(body));
    }
    std::string status(const Reply& charge) {
        return get("/v1/charges/" + charge.text_at("id")).text_at("status");
    }
};

}  // namespace

TEST(Durations, AreShownAsTheyAreNow) {
    Shop shop;
    EXPECT_EQ(
        json::write(shop.world().durations()),
        R"({"settle":"2s","refund_settle":"1s","authorization":"1w","idempotency_keys":"1d","webhook_delay":"0s"})");
    EXPECT_EQ(
        shop.set_durations(R"({"settle":"1m30s","idempotency_keys":"PT5S"})"),
        R"({"settle":"1m30s","refund_settle":"1s","authorization":"1w","idempotency_keys":"5s","webhook_delay":"0s"})");
    EXPECT_EQ(*shop.world().clock_record().find("durations"), shop.world().durations());
}

TEST(Durations, AreRefusedAllOrNothing) {
    Shop shop;
    const std::string before = shop.world().digest();
    struct Case {
        std::string_view body;
        std::string said;
    };
    const Case cases[] = {
        {R"({"settle":"1s","setle":"1s"})",
         "422 unknown_duration /setle: no duration 'setle' in pack parcel@0.1.0 | did you mean "
         "'settle'?"},
        {R"({"settle":"1s","a/b":"1s"})",
         "422 unknown_duration /a~1b: no duration 'a/b' in pack parcel@0.1.0 | there is settle, "
         "refund_settle, authorization, idempotency_keys, webhook_delay"},
        {R"({"refund_settle":"1s","settle":"soon"})",
         R"(422 invalid_duration /settle: "soon" is no duration | write 500ms, 5s, 1h30m or 7d)"},
        {R"({"settle":"-1s"})",
         R"(422 invalid_duration /settle: "-1s" is no duration | it cannot be negative)"},
    };
    for (const Case& one : cases) {
        EXPECT_EQ(shop.set_durations(one.body), one.said);
        EXPECT_EQ(shop.world().digest(), before) << one.body;
    }
}

TEST(Durations, AreReadInBothSpellings) {
    const std::pair<std::string_view, std::string_view> cases[] = {
        {"PT5S", "5s"},      {"P2DT3H", "2d3h"}, {"P1W", "1w"}, {"PT1H30M", "1h30m"},
        {"PT0.5S", "500ms"}, {"1d12h", "1d12h"}, {"0s", "0s"},  {"PT0S", "0s"},
    };
    for (const auto& [text, same] : cases) {
        const auto read = read_duration(text);
        ASSERT_TRUE(read.has_value()) << text;
        EXPECT_EQ(base::to_text(*read), same);
    }
    for (const std::string_view text :
         {"P", "PT", "P1M", "P1Y", "PT1D", "P5S", "P0", "PT5", "P1DT"}) {
        EXPECT_FALSE(read_duration(text).has_value()) << text;
    }
}

TEST(Durations, SetToThePacksOwnLeaveNoTrace) {
    Shop shop;
    const std::string before = shop.world().digest();
    shop.set_durations(R"({"settle":"5s"})");
    EXPECT_NE(shop.world().digest(), before);
    shop.set_durations(R"({"settle":"2000ms"})");
    EXPECT_EQ(shop.world().digest(), before);
}

TEST(Durations, RetimePendingTimersAndFireNothing) {
    Shop shop;
    const Reply first = shop.charge();
    shop.advance("1s");
    const Reply second = shop.charge();
    EXPECT_EQ(shop.pending(),
              (Names{"settle at 2025-01-01T00:00:02Z", "settle at 2025-01-01T00:00:03Z"}));
    shop.set_durations(R"({"settle":"1h"})");
    EXPECT_EQ(shop.pending(),
              (Names{"settle at 2025-01-01T01:00:00Z", "settle at 2025-01-01T01:00:01Z"}));
    shop.advance("10s");
    // Both would have been due long ago: at the earliest now.
    shop.set_durations(R"({"settle":"1s"})");
    EXPECT_EQ(shop.pending(),
              (Names{"settle at 2025-01-01T00:00:11Z", "settle at 2025-01-01T00:00:11Z"}));
    // Whatever is due fires with the next call, once its answer has been made.
    EXPECT_EQ(shop.status(first), "pending");
    EXPECT_EQ(shop.status(first), "succeeded");
    EXPECT_EQ(shop.status(second), "succeeded");
}

TEST(Durations, OfIdempotencyKeysEndTheirLife) {
    Shop shop;
    shop.headers.add("Idempotency-Key", "k1");
    const std::string first = shop.charge().text_at("id");
    shop.advance("10s");
    EXPECT_EQ(shop.charge().text_at("id"), first);
    shop.set_durations(R"({"idempotency_keys":"5s"})");
    EXPECT_NE(shop.charge().text_at("id"), first);
}

TEST(Durations, ComeAlongWithAForkAndGoWithAReset) {
    Shop shop;
    shop.set_durations(R"({"settle":"5s"})");
    const World fork = shop.world().fork("w_2");
    shop.does(Reset{});
    EXPECT_EQ(json::write(*fork.durations().find("settle")), R"("5s")");
    EXPECT_EQ(json::write(*shop.world().durations().find("settle")), R"("2s")");
}

TEST(ClockMode, IsSwitchedWhileTheWorldRuns) {
    Shop shop;
    const auto now = [&] { return base::to_rfc3339(shop.world().now()); };
    const Advance nothing{base::Duration{}, {}, false};
    const base::Duration second{1, 0};
    ASSERT_TRUE(std::holds_alternative<Outcome>(shop.world().apply(nothing, second)));
    EXPECT_EQ(now(), "2025-01-01T00:00:00Z");
    shop.does(SetClock{ClockMode::Ticking});
    EXPECT_EQ(shop.world().clock_mode(), ClockMode::Ticking);
    ASSERT_TRUE(std::holds_alternative<Outcome>(shop.world().apply(nothing, second)));
    EXPECT_EQ(now(), "2025-01-01T00:00:01Z");
    // Switching to frozen stops at the current instant.
    ASSERT_TRUE(
        std::holds_alternative<Outcome>(shop.world().apply(SetClock{ClockMode::Frozen}, second)));
    ASSERT_TRUE(std::holds_alternative<Outcome>(shop.world().apply(nothing, second)));
    EXPECT_EQ(now(), "2025-01-01T00:00:02Z");
    EXPECT_EQ(json::write(*shop.world().clock_record().find("mode")), R"("frozen")");
}

TEST(ClockMode, OfTheDefinitionReturnsWithAReset) {
    Definition definition;
    definition.clock = ClockMode::Ticking;
    Tester tester(pack_folder("packs/parcel"), definition);
    const std::string before = tester.world().digest();
    tester.does(SetClock{ClockMode::Frozen});
    EXPECT_NE(tester.world().digest(), before);
    tester.does(Reset{});
    EXPECT_EQ(tester.world().clock_mode(), ClockMode::Ticking);
    EXPECT_EQ(tester.world().digest(), before);
}

TEST(Advance, TellsWhatEachTimerDid) {
    Shop shop;
    const std::string id = shop.charge().text_at("id");
    Advance step;
    step.step = true;
    EXPECT_EQ(
        shop.does(step),
        R"({"now":"2025-01-01T00:00:02Z","fired":["charge.succeeded"],"details":[{"timer":"tmr_1",)"
        R"("at":"2025-01-01T00:00:02Z","resource":"charges","object":")" +
            id + R"(","move":"settle","transitions":[{"resource":"charges","id":")" + id +
            R"(","from":"pending","to":"succeeded"}],"events":["charge.succeeded"]}]})");
    EXPECT_EQ(shop.does(step), R"({"now":"2025-01-01T00:00:02Z","fired":[],"details":[]})");
}

TEST(Advance, RefusesToGoBack) {
    Shop shop;
    Advance back;
    back.to = base::parse_rfc3339("2024-12-31T00:00:00Z");
    EXPECT_EQ(shop.does(back),
              "422 clock_backwards: the clock stands at 2025-01-01T00:00:00Z and never runs "
              "backwards; asked for 2024-12-31T00:00:00Z");
    Advance by;
    by.by = base::Duration{-5, 0};
    EXPECT_EQ(shop.does(by),
              "422 clock_backwards: the clock stands at 2025-01-01T00:00:00Z and never runs "
              "backwards; asked for -5s");
    by.by = base::Duration{INT64_MAX, 0};
    EXPECT_EQ(shop.does(by), "422 invalid_duration: the clock ends with the year 9999");
}

TEST(Acceptance, S18_TimersWithTheSameInstantFireInTheOrderOfScheduling) {
    Shop shop;
    const Reply first = shop.charge();
    shop.advance("1s");
    const Reply second = shop.charge(R"({"amount":2000,"source":"tok_empty"})");
    shop.set_durations(R"({"settle":"0s"})");
    shop.set_durations(R"({"settle":"2s"})");
    shop.set_durations(R"({"settle":"0s"})");
    EXPECT_EQ(shop.pending(),
              (Names{"settle at 2025-01-01T00:00:01Z", "settle at 2025-01-01T00:00:01Z"}));
    EXPECT_EQ(shop.advance("0s"), (Names{"charge.succeeded", "charge.failed"}));
    EXPECT_EQ(shop.status(first), "succeeded");
    EXPECT_EQ(shop.status(second), "failed");
}

TEST(Acceptance, S19_ADurationSetToZeroLaterFiresWithAnAdvanceOfNothing) {
    Tester deck(pack_in("tests/packs/deck_fragment"));
    const Reply run = deck.post_json("/v2/task-runs", "{}");
    ASSERT_EQ(run.status, 201) << run.text;
    EXPECT_EQ(deck.advance("0s"), Names());
    deck.set_durations(R"({"run_settle":"0s"})");
    EXPECT_EQ(deck.advance("0s"), (Names{"task_run.completed"}));
    EXPECT_EQ(base::to_rfc3339(deck.world().now()), "2025-01-01T00:00:00Z");
}

TEST(Acceptance, S20_AdvancingInSmallStepsOrInOneGivesTheSameDigest) {
    const auto digest_after = [](const std::vector<std::string>& spans) {
        Tester stripe(pack_in("tests/packs/stripe_fragment"));
        const std::string price =
            stripe.post("/v1/prices", {{"unit_amount", "1500"}}).text_at("id");
        const std::string customer =
            stripe
                .post("/v1/customers",
                      {{"invoice_settings[default_payment_method]", "pm_card_visa"}})
                .text_at("id");
        const Reply made =
            stripe.post("/v1/subscriptions", {{"customer", customer}, {"items[0][price]", price}});
        EXPECT_EQ(made.status, 200) << made.text;
        Names fired;
        for (const std::string& span : spans) {
            for (std::string& name : stripe.advance(span)) fired.push_back(std::move(name));
        }
        return stripe.world().digest() + base::join(fired, ",");
    };
    const std::vector<std::string> days(40, "1d");
    EXPECT_EQ(digest_after({"40d"}), digest_after(days));
    EXPECT_EQ(digest_after({"40d"}), digest_after({"30d", "23h", "59m", "59s", "1s", "9d"}));
    EXPECT_NE(digest_after({"40d"}), digest_after({"39d"}));
}

}  // namespace understudy::world
