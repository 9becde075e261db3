// Branches: the arm a tester chooses for a move, by every name it has.
#include "world/pins_testing.hpp"

namespace understudy::world {

namespace {

using Branches = Duo;

std::string after_settling(Service& service) {
    const Reply made = service.post_json("/v1/runs/fetch-balance", "{}");
    service.advance("5s");
    return service.get("/v1/runs/" + made.text_at("id")).text_at("status");
}

TEST_F(Branches, AreNamedByMoveWorkflowEventAndOperation) {
    struct Case {
        const char* body;
        const char* match;
    };
    const Case cases[] = {
        {R"({"on":"runs.settle","field":"branch","value":"failed"})",
         R"({"operation":"runs.settle"})"},
        {R"({"on":"reading","field":"branch","value":"failed"})", R"({"operation":"runs.settle"})"},
        {R"({"on":"run.failed","field":"branch","value":"failed"})",
         R"({"operation":"runs.settle"})"},
        {R"({"on":"run.completed","field":"branch","value":"failed"})",
         R"({"operation":"runs.settle"})"},
        {R"({"match":{"operation":"runs.settle"},"field":"branch","value":"failed"})",
         R"({"operation":"runs.settle"})"},
        {R"({"match":{"operation":"fetchBalance"},"field":"branch","value":"failed"})",
         R"({"operation":"fetchBalance"})"},
    };
    for (const Case& one : cases) {
        const Set set = pin(one.body);
        EXPECT_EQ(set.refused, "") << one.body;
        EXPECT_EQ(set.at("match"), one.match);
        EXPECT_EQ(after_settling(service), "failed") << one.body;
        // It holds until it is cleared.
        EXPECT_EQ(after_settling(service), "failed") << one.body;
        clear(Clear::What::Pins);
        EXPECT_EQ(after_settling(service), "completed");
    }
}

TEST_F(Branches, OfACallAreForThatCallAlone) {
    make_task("t", "null");
    pin(R"({"match":{"operation":"runTask"},"field":"branch","value":"failed"})");
    EXPECT_EQ(after_settling(service), "completed");
    run("t");
    service.advance("5s");
    EXPECT_EQ(service.get("/v1/runs/run_2").at("status"), json::Value("failed"));
    pin(R"({"on":"reading","match":{"credential_id":"ann"},"field":"branch","value":"failed"})");
    EXPECT_EQ(settled(R"({"person":"ann"})").at("status"), json::Value("failed"));
    EXPECT_EQ(settled(R"({"person":"bob"})").at("status"), json::Value("completed"));
}

TEST(Acceptance, S07_BranchTape) {
    Service service(pack_in("tests/packs/duo"));
    const auto done = service.world().apply(SetTape{
        *json::parse(R"({"on":"reading","field":"branch","values":[{"value":"failed"}]})")});
    EXPECT_EQ(std::get<Outcome>(done).result.find("via")->as_string(), "reading");
    EXPECT_EQ(after_settling(service), "failed");
    EXPECT_EQ(after_settling(service), "completed");
}

TEST_F(Branches, BindTheDataOfTheArmThatIsTaken) {
    pin(R"({"on":"reading","field":"branch","value":"failed"})");
    pin(R"({"on":"run.failed","field":"reason","value":"locked"})");
    pin(R"({"match":{"operation":"fetchBalance"},"field":"output.balance","value":5})");
    const Reply failed = settled();
    EXPECT_EQ(failed.at("reason"), json::Value("locked"));
    EXPECT_EQ(failed.at("output"), json::Value());
    EXPECT_EQ(*service.world().exogenous(false)[0].find("bound"), json::Value(1));
    EXPECT_EQ(*service.world().exogenous(false)[2].find("bound"), json::Value(0));
}

TEST_F(Branches, RefuseArmsThatThereAreNot) {
    EXPECT_EQ(pin(R"({"on":"reading","field":"branch","value":"faild"})").refused,
              "unknown_arm 422 /value: no arm \"faild\" of runs.settle in pack duo@0.1.0 (did you "
              "mean 'failed'?)");
    EXPECT_EQ(pin(R"({"on":"reading","field":"branch","value":7})").refused,
              "unknown_arm 422 /value: no arm \"7\" of runs.settle in pack duo@0.1.0 (there is "
              "completed, failed)");
    EXPECT_EQ(
        tape(
            R"({"on":"reading","field":"branch","values":[{"value":"failed"},{"value":"compleeted"}]})")
            .refused,
        "unknown_arm 422 /values/1/value: no arm \"compleeted\" of runs.settle in pack "
        "duo@0.1.0 (did you mean 'completed'?)");
    EXPECT_EQ(pin(R"({"on":"raeding","field":"branch","value":"failed"})").refused,
              "unknown_event 404 /on: no branch is called \"raeding\" in pack duo@0.1.0 (did you "
              "mean 'reading'?)");
    EXPECT_EQ(
        pin(R"({"match":{"operation":"runs.setle"},"field":"branch","value":"failed"})").refused,
        "unknown_operation 404 /match/operation: no branch is called \"runs.setle\" in pack "
        "duo@0.1.0 (did you mean 'runs.settle'?)");
    EXPECT_EQ(
        pin(R"({"match":{"operation":"createTask"},"field":"branch","value":"failed"})").refused,
        "unknown_field 422 /field: \"createTask\" leads to no branch (there is runs.settle, "
        "reading)");
}

TEST_F(Branches, GiveWayToTheScenarioAndAreNotConsumed) {
    tape(
        R"({"on":"reading","field":"branch","values":[{"value":"completed"},{"value":"failed"}]})");
    service.headers.add("X-Mock-Scenario", "site_fails");
    EXPECT_EQ(after_settling(service), "failed");
    EXPECT_EQ(*service.world().exogenous(true)[0].find("position"), json::Value(0));
}

TEST_F(Branches, PinsHideTapesHereToo) {
    pin(R"({"on":"reading","field":"branch","value":"failed"})");
    EXPECT_EQ(tape(R"({"on":"run.failed","field":"branch","values":[{"value":"completed"}]})")
                  .at("shadowed_by"),
              R"(["pin_1"])");
    EXPECT_EQ(after_settling(service), "failed");
    EXPECT_EQ(*service.world().exogenous(true)[0].find("position"), json::Value(0));
}

// Of the worked packs: a move made by a call, one that an operation in `then` makes, one by a
// timer.
TEST(BranchesOfWorkedPacks, TakeTheArmThatIsChosen) {
    Service stripe(pack_in("tests/packs/stripe_fragment"));
    const auto set = [&](const char* body) {
        const auto done = stripe.world().apply(SetPin{*json::parse(body)});
        return std::holds_alternative<Outcome>(done) ? std::string()
                                                     : to_text(std::get<Refused>(done));
    };
    EXPECT_EQ(set(R"({"on":"payment_intents.confirm","field":"branch","value":"accepted"})"), "");
    const Reply accepted =
        stripe.post("/v1/payment_intents", {{"amount", "2000"},
                                            {"payment_method", "pm_card_visa_chargeDeclined"},
                                            {"confirm", "true"}});
    EXPECT_EQ(accepted.at("status"), json::Value("succeeded")) << accepted.text;
    stripe.world().apply(Clear{Clear::What::Pins, {}});
    // The operation that makes the move is a name for its branch.
    EXPECT_EQ(
        set(R"({"match":{"operation":"confirmPaymentIntent"},"field":"branch","value":"accepted"})"),
        "");
    EXPECT_EQ(set(R"({"on":"invoice.paid","field":"branch","value":"failed"})"), "");
}

}  // namespace

}  // namespace understudy::world
