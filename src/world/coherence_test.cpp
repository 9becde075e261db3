// Contradictions in what is scripted: warned of where the world asks for it, never more than that.
#include "world/pins_testing.hpp"

namespace understudy::world {

namespace {

Definition warning(bool warns) {
    Definition definition;
    definition.warns = warns;
    return definition;
}

class Coherence : public Duo {
protected:
    Coherence() : Duo(warning(true)) {}

    std::string found() { return json::write(list(service.world().contradictions())); }
    static json::Value list(const std::vector<json::Value>& records) {
        json::Value all = json::Value::array();
        for (const json::Value& record : records) all.push_back(record);
        return all;
    }
};

constexpr const char* kFailed = R"({"on":"reading","field":"branch","value":"failed"})";
constexpr const char* kOutput =
    R"({"match":{"operation":"fetchBalance"},"field":"output","value":{"balance":0,"currency":"eur"}})";
constexpr const char* kWarning =
    R"([{"code":"incoherent","rule":"failed_with_output",)"
    R"("message":"the run fails and its output is pinned",)"
    R"("parts":[{"kind":"branch","id":"pin_2"},{"kind":"pin","id":"pin_3"}],)"
    R"("first_seen":"2025-01-01T00:00:00Z"}])";

TEST_F(Coherence, WarnsWhereTheConflictIsMade) {
    pin(R"({"match":{"operation":"fetchBalance"},"field":"ticket","value":"T000000"})");
    EXPECT_EQ(pin(kFailed).at("warnings"), "-");
    EXPECT_EQ(pin(kOutput).at("warnings"), kWarning);
    EXPECT_EQ(found(), kWarning);
    // A later command has not made it, and it is first seen when it was.
    service.advance("1h");
    EXPECT_EQ(pin(kOutput).at("warnings"), "-");
    EXPECT_EQ(found(), kWarning);
    // It is over when one side is taken back.
    clear(Clear::What::Pins, "pin_2");
    EXPECT_EQ(found(), "[]");
}

TEST_F(Coherence, WarnsInTheTraceOfAffectedCallsOnly) {
    pin(kOutput);
    const Reply bound = settled();
    pin(kFailed);
    const Reply other = service.post_json("/v1/accounts", R"({"due":1})");
    EXPECT_EQ(json::write(*trace(other).find("warnings")), "[]");
    // What an earlier result shows came from one side of it.
    const Reply shown = service.get("/v1/runs/run_1");
    EXPECT_EQ(shown.text, bound.text);
    EXPECT_EQ(json::write(*trace(shown).find("warnings")),
              R"([{"code":"incoherent","message":"the run fails and its output is pinned"}])");
}

TEST_F(Coherence, LooksAtObjectsAsTheyChange) {
    pin(R"({"match":{"operation":"createAccount"},"field":"score","value":80})");
    const Reply fine = service.post_json("/v1/accounts", R"({"due":1})");
    EXPECT_EQ(found(), "[]");
    const Reply above = service.post_json("/v1/accounts/acct_1", R"({"limit":50})");
    EXPECT_EQ(found(),
              R"([{"code":"incoherent","rule":"scored_in_range",)"
              R"x("message":"the score is above the limit (account acct_1)",)x"
              R"("parts":[{"kind":"pin","id":"pin_1"}],"first_seen":"2025-01-01T00:00:00Z"}])");
    EXPECT_EQ(
        json::write(*trace(above).find("warnings")),
        R"x([{"code":"incoherent","message":"the score is above the limit (account acct_1)"}])x");
    service.post_json("/v1/accounts/acct_1", R"({"limit":90})");
    EXPECT_EQ(found(), "[]");
}

TEST_F(Coherence, IsSwitchedOnAndOffAndReturnsWithAReset) {
    pin(kFailed);
    pin(kOutput);
    EXPECT_NE(found(), "[]");
    apply(SetCoherence{false});
    EXPECT_FALSE(service.world().warns());
    EXPECT_EQ(found(), "[]");
    World fork = service.world().fork("w_2");
    EXPECT_FALSE(fork.warns());
    EXPECT_NE(apply(SetCoherence{true}).at("warnings"), "-");
    EXPECT_NE(found(), "[]");
    apply(SetCoherence{false});
    ASSERT_TRUE(std::holds_alternative<Outcome>(service.world().apply(Reset{})));
    EXPECT_TRUE(service.world().warns());
    EXPECT_EQ(found(), "[]");
}

constexpr std::string_view kSharesPack = R"yaml(
format: 1
pack: small
version: 0.1.0
models: { vendor: Small, api: "1" }
serve: { hosts: [ { host: "*", base: / } ], auth: { places: [ bearer ], fails: no }, input: json }
errors:
  envelope: { error: error }
  on: { auth: no, no_route: no, required: no, type: no, missing: no, state: no }
  codes: { no: { status: 400, message: no } }
coherence:
  - { id: within, of: funds, is: self.taken <= self.size, says: more is taken than there is }
resources:
  funds:
    id: "f_{seq}"
    fields: { size: { from: input, required: true }, taken: { from: aggregate, sum: part, over: shares, by: fund } }
    operations: { create: POST /funds, get: "GET /funds/{id}" }
  shares:
    id: "s_{seq}"
    fields: { fund: { from: input, ref: funds, required: true }, part: { from: input, schema: { type: integer }, required: true } }
    operations: { create: POST /shares, update: { route: "POST /shares/{id}", writes: [ part ] } }
)yaml";

// A share is written, and what its fund adds up to has changed.
TEST(CoherenceOfAggregates, IsLookedAtThroughReferences) {
    Service service(pack_of(kSharesPack), warning(true));
    service.post_json("/funds", R"({"size":10})");
    service.post_json("/shares", R"({"fund":"f_1","part":6})");
    EXPECT_TRUE(service.world().contradictions().empty());
    service.post_json("/shares", R"({"fund":"f_1","part":6})");
    ASSERT_EQ(service.world().contradictions().size(), 1U);
    EXPECT_EQ(service.world().contradictions()[0].find("message")->as_string(),
              "more is taken than there is (fund f_1)");
    service.post_json("/shares/s_2", R"({"part":4})");
    EXPECT_TRUE(service.world().contradictions().empty());
}

// The honest boundary: the run that pays is made to fail, and the balance reads as if it had not.
// No rule of the service connects the two, so both are served.
TEST(Acceptance, S01_BothSidesOfAContradictionAreServed) {
    std::string served[2];
    for (const bool warns : {false, true}) {
        Service service(pack_in("tests/packs/duo"), warning(warns));
        World& world = service.world();
        const auto does = [&](const Command& command) {
            const auto done = world.apply(command);
            return std::holds_alternative<Outcome>(done)
                       ? json::write(std::get<Outcome>(done).result)
                       : "refused: " + std::get<Refused>(done).message;
        };
        service.post_json("/v1/tasks", R"({"name":"pay_rent","output_schema":{"type":"object"}})");
        const std::string armed = does(ArmFault{*json::parse(
            R"({"resource":"runs","operation":"runTask","status":500,"code":"agent_failed",)"
            R"("match":{"input":{"task":"pay_rent"}}})")});
        EXPECT_NE(armed.find(R"("id":"flt_)"), std::string::npos) << armed;
        const std::string pinned = does(SetPin{*json::parse(
            R"({"match":{"operation":"fetchBalance"},"field":"output.balance","value":0})")});
        EXPECT_EQ(pinned.find("the payer fails and the balance is pinned") != std::string::npos,
                  warns)
            << pinned;
        const Reply paid = service.post_json("/v1/runs", R"({"task":"pay_rent"})");
        EXPECT_EQ(paid.status, 500);
        service.post_json("/v1/runs/fetch-balance", "{}");
        service.advance("5s");
        const Reply balance = service.get("/v1/runs/run_1");
        EXPECT_EQ(balance.at("output/balance"), json::Value(0));
        served[warns ? 1 : 0] = paid.text + balance.text;
        EXPECT_EQ(world.contradictions().size(), warns ? 1U : 0U);
        // The answer of the fault is affected, and that of the pinned value.
        for (const Reply* one : {&paid, &balance}) {
            const auto trace = world.trace("trc_" + std::to_string(one->outcome.trace), {});
            ASSERT_TRUE(trace);
            std::size_t found = 0;
            for (const json::Value& warning : trace->find("warnings")->items()) {
                if (warning.find("code")->as_string() == "incoherent") ++found;
            }
            EXPECT_EQ(found, warns ? 1U : 0U) << json::write(*trace);
        }
    }
    EXPECT_EQ(served[0], served[1]);
}

TEST(Acceptance, S01_WarningsChangeNoByte) {
    std::string texts[2];
    for (const bool warns : {false, true}) {
        Service service(pack_in("tests/packs/duo"), warning(warns));
        for (const char* body : {kFailed, kOutput}) {
            ASSERT_TRUE(
                std::holds_alternative<Outcome>(service.world().apply(SetPin{*json::parse(body)})));
        }
        std::string& text = texts[warns ? 1 : 0];
        for (int i = 0; i < 3; ++i) {
            const Reply made = service.post_json("/v1/runs/fetch-balance", "{}");
            service.advance("5s");
            const Reply shown = service.get("/v1/runs/" + made.text_at("id"));
            for (const Reply* one : {&made, &shown}) {
                text += one->text + std::to_string(one->status);
                for (const http::Field field : one->headers) {
                    text += std::string(field.name) + ":" + std::string(field.value) + "\n";
                }
            }
        }
        EXPECT_EQ(service.world().contradictions().size(), warns ? 1U : 0U);
    }
    EXPECT_EQ(texts[0], texts[1]);
}

}  // namespace

}  // namespace understudy::world
