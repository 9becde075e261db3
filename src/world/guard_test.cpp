// Idempotency keys, scenarios and magic values.
#include <gtest/gtest.h>

#include "world/asking_testing.hpp"
#include "world/shop_testing.hpp"

namespace understudy::world {

namespace {

const Asker::Headers kKey = {{"Idempotency-Key", "k1"}};

std::string with(std::string_view idempotency) {
    std::string text(kShopPack);
    const std::size_t begin = text.find("idempotency: {");
    const std::size_t end = text.find("lists:\n");
    text.replace(begin, end - begin, "idempotency: " + std::string(idempotency) + "\n");
    return text;
}

class Idempotency : public testing::Test {
protected:
    Asker asker{kShopPack};
};

TEST_F(Idempotency, TheSameKeyAndRequestGetTheStoredAnswer) {
    const Asked first = asker.ask("POST /v1/charges", "amount=50", kKey);
    const Asked second = asker.ask("POST /v1/charges", "amount=50", kKey);
    EXPECT_EQ(first.status, 200);
    EXPECT_EQ(second.brief(), first.brief());
    EXPECT_EQ(second.headers.get("Idempotent-Replayed"), "true");
    EXPECT_FALSE(first.headers.has("Idempotent-Replayed"));
    EXPECT_EQ(first.headers.get("Original-Request"), first.headers.get("Request-Id"));
    EXPECT_EQ(second.headers.get("Original-Request"), first.headers.get("Request-Id"));
    EXPECT_NE(second.headers.get("Request-Id"), first.headers.get("Request-Id"));
    EXPECT_EQ(second.headers.get("Idempotency-Key"), "k1");
    EXPECT_NE(second.trace_text.find("idempotent_replay"), std::string::npos);
    EXPECT_EQ(asker.ask("GET /v1/charges").body().find("data")->size(), 1U);
}

TEST_F(Idempotency, AnotherRequestUnderTheKeyIsAMismatch) {
    asker.ask("POST /v1/charges", "amount=50", kKey);
    const struct {
        const char* line;
        const char* body;
    } others[] = {
        {"POST /v1/charges", "amount=51"},
        {"POST /v1/charges", "amount=5"},  // not even valid: the key is looked at first
        {"POST /v1/charges?rate=1", "amount=50"},
        {"POST /v1/customers", "email=a"},
    };
    for (const auto& other : others) {
        EXPECT_EQ(asker.ask(other.line, other.body, kKey).error(), "400 idempotency_error")
            << other.line << other.body;
    }
}

TEST_F(Idempotency, TheOrderOfParametersDoesNotMatter) {
    asker.ask("POST /v1/charges", "amount=50&rate=1", kKey);
    EXPECT_EQ(
        asker.ask("POST /v1/charges", "rate=1&amount=50", kKey).headers.get("Idempotent-Replayed"),
        "true");
}

TEST_F(Idempotency, WhatFailedValidationIsNotStored) {
    EXPECT_EQ(asker.ask("POST /v1/charges", "amount=5", kKey).status, 400);
    EXPECT_EQ(asker.ask("POST /v1/charges", "amount=50", kKey).status, 200);
}

TEST_F(Idempotency, OtherMethodsEchoTheKeyAndNothingElse) {
    const Asked asked = asker.ask("GET /v1/charges", "", kKey);
    EXPECT_EQ(asked.headers.get("Idempotency-Key"), "k1");
    EXPECT_FALSE(asked.headers.has("Original-Request"));
    EXPECT_EQ(asker.ask("POST /v1/charges", "amount=50", kKey).status, 200);
}

TEST_F(Idempotency, KeysAreApartByCredential) {
    const Asked first = asker.ask("POST /v1/charges", "amount=50", kKey);
    asker.credential = "usw_somebody_else_0";
    const Asked other = asker.ask("POST /v1/charges", "amount=60", kKey);
    EXPECT_EQ(other.status, 200);
    EXPECT_NE(other.text, first.text);
}

TEST_F(Idempotency, LongKeysAreRefused) {
    EXPECT_EQ(
        asker.ask("POST /v1/charges", "amount=50", {{"Idempotency-Key", std::string(41, 'k')}})
            .member("message"),
        R"("At most 40 characters.")");
    EXPECT_EQ(
        asker.ask("POST /v1/charges", "amount=50", {{"Idempotency-Key", std::string(40, 'k')}})
            .status,
        200);
}

TEST_F(Idempotency, KeysLiveAsLongAsTheDuration) {
    const Asked first = asker.ask("POST /v1/charges", "amount=50", kKey);
    asker.advance(24 * 3600 - 1);
    EXPECT_EQ(asker.ask("POST /v1/charges", "amount=50", kKey).text, first.text);
    asker.advance(1);
    const Asked later = asker.ask("POST /v1/charges", "amount=50", kKey);
    EXPECT_NE(later.text, first.text);
    EXPECT_FALSE(later.headers.has("Idempotent-Replayed"));
}

TEST_F(Idempotency, AReplayMintsNothing) {
    const std::string customer(asker.ask("POST /v1/customers", "email=a").member("id"));
    const std::string body =
        "customer=" + customer.substr(1, customer.size() - 2) + "&items[0][price]=price_small";
    asker.ask("POST /v1/subscriptions", body, kKey);
    const std::string digest = json::write(asker.world().counts());
    asker.ask("POST /v1/subscriptions", body, kKey);
    EXPECT_EQ(json::write(asker.world().counts()), digest);
}

TEST(IdempotencyRules, SuccessAloneCanBeStored) {
    Asker asker(
        with("{ header: Idempotency-Key, lifetime: idempotency_keys, mismatch: idempotency_error, "
             "stores: success }"));
    EXPECT_EQ(asker.ask("POST /v1/charges", "amount=50&source=tok_stolen", kKey).status, 402);
    EXPECT_EQ(asker.ask("POST /v1/charges", "amount=50", kKey).status, 200);
    EXPECT_EQ(asker.ask("POST /v1/charges", "amount=51", kKey).status, 400);
}

TEST(IdempotencyRules, AllAnswersCanBeStored) {
    Asker asker(
        with("{ header: Idempotency-Key, lifetime: idempotency_keys, mismatch: idempotency_error, "
             "stores: all }"));
    EXPECT_EQ(asker.ask("POST /v1/charges", "amount=5", kKey).error(), "400 too_small amount");
    EXPECT_EQ(asker.ask("POST /v1/charges", "amount=50", kKey).error(), "400 idempotency_error");
}

TEST(IdempotencyRules, ErrorClassesCanBeLeftOut) {
    Asker asker(
        with("{ header: Idempotency-Key, lifetime: idempotency_keys, mismatch: idempotency_error, "
             "stores: all, "
             "replay_errors: [ 5xx ] }"));
    EXPECT_EQ(asker.ask("POST /v1/charges", "amount=5", kKey).error(), "400 too_small amount");
    EXPECT_EQ(asker.ask("POST /v1/charges", "amount=50", kKey).status, 200);
}

TEST(IdempotencyRules, PathAndOperationCanBePartOfTheScope) {
    Asker asker(
        with("{ header: Idempotency-Key, lifetime: idempotency_keys, mismatch: idempotency_error, "
             "scope: [ path, "
             "operation ] }"));
    EXPECT_EQ(asker.ask("POST /v1/charges", "amount=50", kKey).status, 200);
    EXPECT_EQ(asker.ask("POST /v1/customers", "email=a", kKey).status, 200);
}

TEST(Scenario, IsChosenByTheHeader) {
    Asker asker(kShopPack);
    EXPECT_EQ(asker.ask("POST /v1/charges", "amount=50", {{"X-Mock-Scenario", "theft"}}).error(),
              "402 stolen");
}

TEST(Scenario, AnUnknownOneIsRefusedWithTheNearest) {
    Asker asker(kShopPack);
    const Asked asked = asker.ask("POST /v1/charges", "amount=50", {{"X-Mock-Scenario", "thefd"}});
    EXPECT_EQ(asked.status, 422);
    EXPECT_NE((asked.refused + asked.text).find("unknown_scenario"), std::string::npos)
        << asked.text;
    EXPECT_NE(asked.text.find("did you mean 'theft'?"), std::string::npos) << asked.text;
}

TEST(Magic, TheFirstThatAppliesChooses) {
    Asker asker(kShopPack);
    const struct {
        const char* body;
        const char* answer;
    } cases[] = {
        {"amount=50&source=tok_stolen", "402 stolen"},
        {"amount=50&source=tok_fine", "200"},
        {"amount=50&currency=eur&card[number]=5555", "402 stolen"},
        {"amount=50&currency=eur&card[number]=4242", "200"},
        {"amount=50&currency=usd&card[number]=5555", "200"},
        {"amount=50&currency=eur", "200"},
        {"amount=5&source=tok_stolen", "400 too_small amount"},
    };
    for (const auto& c : cases) {
        EXPECT_EQ(asker.ask("POST /v1/charges", c.body).error(), c.answer) << c.body;
    }
}

}  // namespace

}  // namespace understudy::world
