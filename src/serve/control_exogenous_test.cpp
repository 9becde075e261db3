// Pins, tapes, what could happen next and coherence, over the control plane.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "json/write.hpp"
#include "serve/impl/hub_testing.hpp"

namespace understudy::serve {

namespace {

std::shared_ptr<const pack::Pack> duo_pack() {
    std::ifstream file(std::filesystem::path(UNDERSTUDY_ROOT) / "tests/packs/duo/pack.yaml");
    std::ostringstream text;
    text << file.rdbuf();
    const pack::Loaded loaded = pack::load({"duo", {{"pack.yaml", text.str()}}});
    for (const pack::Problem& problem : loaded.problems) {
        ADD_FAILURE() << base::render(problem.error);
    }
    return loaded.pack;
}

class Exogenous : public testing::Test {
protected:
    Exogenous() {
        EXPECT_TRUE(process_.hub.mount(duo_pack()).has_value());
        world_ = process_.create({.pack = "duo"});
    }

    // "STATUS BODY"
    std::string ask(std::string method, const std::string& path, std::string body = {}) {
        const http::Response response = process_.ask({}, {.method = std::move(method),
                                                          .target = "/__admin__" + path,
                                                          .key = world_->identity.key,
                                                          .body = std::move(body)});
        return std::to_string(response.head.status) + " " + response.body();
    }
    json::Value call(std::string path, std::string body) {
        const http::Response response = process_.ask(door_of_pack(world_->identity.pack),
                                                     {.method = body.empty() ? "GET" : "POST",
                                                      .target = std::move(path),
                                                      .key = world_->identity.key,
                                                      .body = std::move(body)});
        return json::parse(response.body()).value_or(json::Value());
    }

    Process process_;
    std::shared_ptr<RunningWorld> world_;
};

TEST_F(Exogenous, PinsAreSetListedShownAndCleared) {
    const std::string record =
        R"({"id":"pin_1","match":{"operation":"fetchBalance"},"field":"output.balance","value":1,)"
        R"("specificity":1,"created_seq":1,"bound":0,"already_bound":0})";
    EXPECT_EQ(ask("POST", "/exogenous/pins",
                  R"({"match":{"operation":"fetchBalance"},"field":"output.balance","value":1})"),
              "201 " + record + "\n");
    EXPECT_EQ(ask("GET", "/exogenous/pins"),
              R"(200 {"data":[)" + record + R"(],"next":null,"evicted":0})" + "\n");
    EXPECT_EQ(ask("GET", "/exogenous/pins/pin_1"), "200 " + record + "\n");
    EXPECT_EQ(ask("GET", "/exogenous/pins/pin_2"),
              R"(404 {"error":{"code":"unknown_pin","message":"there is no pin \"pin_2\"",)"
              R"("hint":"did you mean 'pin_1'?","docs":"control-api#refusals"}})"
              "\n");
    EXPECT_EQ(ask("DELETE", "/exogenous/pins/pin_2"),
              R"(404 {"error":{"code":"unknown_pin","message":"there is no pin \"pin_2\"",)"
              R"("hint":"did you mean 'pin_1'?","docs":"control-api#refusals"}})"
              "\n");
    EXPECT_EQ(ask("DELETE", "/exogenous/pins/pin_1"), "200 {\"cleared\":1}\n");
    EXPECT_EQ(ask("DELETE", "/exogenous/pins"), "200 {\"cleared\":0}\n");
}

TEST_F(Exogenous, TapesAreSetListedShownAndCleared) {
    const std::string record =
        R"({"id":"tap_1","match":{"operation":"runs.settle"},"via":"reading","field":"branch",)"
        R"("values":[{"value":"failed"}],"position":0,"then":"fallback","shadowed_by":[]})";
    EXPECT_EQ(ask("POST", "/exogenous/tapes",
                  R"({"on":"reading","field":"branch","values":[{"value":"failed"}]})"),
              "201 " + record + "\n");
    EXPECT_EQ(ask("GET", "/exogenous/tapes/tap_1"), "200 " + record + "\n");
    EXPECT_EQ(ask("GET", "/exogenous/tapes/tap_9"),
              R"(404 {"error":{"code":"unknown_tape","message":"there is no tape \"tap_9\"",)"
              R"("hint":"did you mean 'tap_1'?","docs":"control-api#refusals"}})"
              "\n");
    call("/v1/runs/fetch-balance", "{}");
    ask("POST", "/clock/advance", R"({"by":"5s"})");
    EXPECT_EQ(call("/v1/runs/run_1", "").find("status")->as_string(), "failed");
    EXPECT_EQ(ask("DELETE", "/exogenous/tapes"), "200 {\"cleared\":1}\n");
    EXPECT_EQ(ask("GET", "/exogenous/tapes"), R"(200 {"data":[],"next":null,"evicted":0})"
                                              "\n");
}

TEST_F(Exogenous, RefusalsPointIntoTheBody) {
    struct Case {
        const char* path;
        const char* body;
        const char* answer;
    };
    const Case cases[] = {
        {"/exogenous/pins",
         R"({"match":{"operation":"fetchBalance"},"field":"output.balance","value":"x"})",
         R"(422 {"error":{"code":"invalid_pin_value","message":"the value does not fit )"
         R"(output.balance of fetchBalance: expected number, found string \"x\"",)"
         R"("field":"/value","hint":"schema /properties/balance/type, type: \"number\"",)"
         R"("docs":"control-api#refusals"}})"},
        {"/exogenous/pins", R"({"match":{"operation":"runTask"},"field":"status","value":"done"})",
         R"(422 {"error":{"code":"illegal_override","message":"\"status\" of runs is faithful and )"
         R"(cannot be set; it is set by the lifecycle of runs","field":"/field","hint":"choose )"
         R"(the arm that leads to it: field `branch` of runs.settle",)"
         R"("docs":"control-api#refusals"}})"},
        {"/exogenous/pins", R"({"field":"status","value":"done"})",
         R"(422 {"error":{"code":"invalid_request","message":"a pin says what it is for",)"
         R"("field":"/match/operation","hint":"name the operation in `match`, or an event, a )"
         R"(workflow or a move in `on`","docs":"control-api#refusals"}})"},
        {"/exogenous/tapes",
         R"({"match":{"operation":"fetchBalance"},"field":"output.balance","values":[1]})",
         R"(422 {"error":{"code":"invalid_request","message":"/values/0: expected object, )"
         R"(found number 1","field":"/values/0","docs":"control-api#refusals"}})"},
        {"/exogenous/tapes",
         R"({"match":{"operation":"fetchBalance"},"field":"output.balance","values":[],"then":"last"})",
         R"(422 {"error":{"code":"invalid_request","message":"/values: an array of 0 items has )"
         R"(0 items; at least 1 are needed","field":"/values","docs":"control-api#refusals"}})"},
    };
    for (const Case& one : cases) {
        EXPECT_EQ(ask("POST", one.path, one.body), std::string(one.answer) + "\n");
    }
    EXPECT_EQ(ask("GET", "/exogenous/fields?operation=runTsk"),
              R"(404 {"error":{"code":"unknown_operation","message":"no operation \"runTsk\" in )"
              R"(pack duo@0.1.0","hint":"did you mean 'runTask'?","docs":"control-api#refusals"}})"
              "\n");
    EXPECT_EQ(ask("GET", "/world/next?all=yes"),
              R"(422 {"error":{"code":"invalid_request","message":"all cannot be \"yes\"",)"
              R"("hint":"true or false","docs":"control-api#refusals"}})"
              "\n");
    EXPECT_EQ(ask("PUT", "/coherence", R"({"mode":"loud"})").substr(0, 3), "422");
}

TEST_F(Exogenous, WhatIsNextCanBePostedBack) {
    EXPECT_EQ(ask("GET", "/world/next"), R"(200 {"data":[],"next":null,"evicted":0})"
                                         "\n");
    call("/v1/accounts", R"({"due":5})");
    const auto next =
        process_.control({.target = "/__admin__/world/next", .key = world_->identity.key});
    ASSERT_EQ(next.value.find("data")->size(), 2U);
    const json::Value& entry = next.value.find("data")->items()[1];
    const std::string said = ask("POST", "/world/events", json::write(*entry.find("trigger")));
    EXPECT_EQ(said.substr(0, 30), R"(200 {"now":"2025-01-01T00:00:0)") << said;
    EXPECT_NE(said.find(R"("emitted":[{"event":"receipt.printed","id":"evt_2"},)"),
              std::string::npos)
        << said;
    const auto all =
        process_.control({.target = "/__admin__/world/next?all=true", .key = world_->identity.key});
    EXPECT_EQ(all.value.find("data")->items()[1].find("blocked_by")->as_string(),
              "account acct_1 is paid, not open");
}

TEST_F(Exogenous, CoherenceIsAPropertyOfTheWorld) {
    const auto mode = [&] {
        const auto world =
            process_.control({.target = "/__admin__/world", .key = world_->identity.key});
        return std::string(world.value.find("coherence")->as_string());
    };
    EXPECT_EQ(mode(), "off");
    const std::string failed = R"({"on":"reading","field":"branch","value":"failed"})";
    const std::string output =
        R"({"on":"fetchBalance","field":"output","value":{"balance":1,"currency":"eur"}})";
    ask("POST", "/exogenous/pins", failed);
    ask("POST", "/exogenous/pins", output);
    EXPECT_EQ(ask("GET", "/coherence"), R"(200 {"data":[],"next":null,"evicted":0})"
                                        "\n");
    const std::string found =
        R"([{"code":"incoherent","rule":"failed_with_output",)"
        R"("message":"the run fails and its output is pinned",)"
        R"("parts":[{"kind":"branch","id":"pin_1"},{"kind":"pin","id":"pin_2"}],)"
        R"("first_seen":"2025-01-01T00:00:00Z"}])";
    EXPECT_EQ(ask("PUT", "/coherence", R"({"mode":"warn"})"),
              R"(200 {"data":)" + found + R"(,"next":null,"evicted":0})" + "\n");
    EXPECT_EQ(mode(), "warn");
    ask("POST", "/reset", "{}");
    EXPECT_EQ(mode(), "off");
    world_ = process_.create({.pack = "duo", .warns = true});
    EXPECT_EQ(mode(), "warn");
    ask("POST", "/exogenous/pins", failed);
    EXPECT_NE(ask("POST", "/exogenous/pins", output).find(R"("warnings":)" + found),
              std::string::npos);
    const auto made = process_.control({.method = "POST",
                                        .target = "/__admin__/worlds",
                                        .key = process_.admin(),
                                        .body = R"({"pack":"duo","coherence":"warn"})"});
    EXPECT_EQ(made.value.find("coherence")->as_string(), "warn");
}

TEST_F(Exogenous, AForkIsToldOfByItsOwnKey) {
    ask("POST", "/exogenous/pins",
        R"({"match":{"operation":"fetchBalance"},"field":"ticket","value":"T000001"})");
    const auto fork = process_.control(
        {.method = "POST", .target = "/__admin__/fork", .key = world_->identity.key, .body = "{}"});
    ASSERT_EQ(fork.status, 201);
    ask("DELETE", "/exogenous/pins");
    const auto pins = process_.control({.target = "/__admin__/exogenous/pins",
                                        .key = std::string(fork.value.find("key")->as_string())});
    EXPECT_EQ(pins.value.find("data")->size(), 1U);
}

}  // namespace

}  // namespace understudy::serve
