#include "app/live_target.hpp"

#include <gtest/gtest.h>

#include "app/pack_files.hpp"
#include "app/webhook_receiver.hpp"
#include "app/world_target.hpp"
#include "base/error.hpp"
#include "plan/code.hpp"

namespace understudy::app {

namespace {

// A world behind a real socket is the service.
class LiveTargets : public testing::Test {
protected:
    void SetUp() override {
        const auto files = find_pack_files("parcel", "");
        ASSERT_TRUE(files);
        const pack::Loaded loaded = pack::load(files->folder);
        ASSERT_TRUE(loaded.pack);
        auto world = WorldTarget::make(loaded.pack);
        ASSERT_TRUE(world);
        world_ = std::move(*world);
        const auto url = world_->url();
        ASSERT_TRUE(url) << base::render(url.error());
        options_ = {*url, loaded.pack->serve.auth, world_->key()};
    }

    static plan::Call get(std::string target) {
        plan::Call call;
        call.request.head.method = "GET";
        call.request.head.target = std::move(target);
        call.timeout = {60, 0};
        call.step = "read";
        return call;
    }

    static int status(LiveTarget& target, const plan::Call& call) {
        const auto answer = target.call(call);
        EXPECT_TRUE(answer) << base::render(answer.error());
        return answer ? answer->head.status : 0;
    }

    std::unique_ptr<WorldTarget> world_;
    LiveTarget::Options options_;
};

TEST_F(LiveTargets, TheKeyIsPresentedAsThePackSays) {
    LiveTarget target(options_);
    plan::Call call = get("/v1/charges?limit=1");
    EXPECT_EQ(status(target, call), 200);
    call.auth = plan::Auth::None;
    EXPECT_EQ(status(target, call), 401);
    call.auth = plan::Auth::Wrong;
    EXPECT_EQ(status(target, call), 401);
}

// An address of its own is somebody else's: our key is not for them.
TEST_F(LiveTargets, AnotherAddressGetsNoKey) {
    LiveTarget target(options_);
    plan::Call call = get("/v1/charges");
    call.url = options_.url + "/v1/charges";
    EXPECT_EQ(status(target, call), 401);
}

TEST_F(LiveTargets, ItHasNoControlApi) {
    LiveTarget target(options_);
    const auto answer = target.control(get("/__admin__/clock"));
    ASSERT_FALSE(answer);
    EXPECT_EQ(answer.error().code, plan::code::NoControl);
}

TEST_F(LiveTargets, NobodyThereIsAnErrorAndNoAnswer) {
    options_.url = "http://127.0.0.1:1";
    LiveTarget target(options_);
    EXPECT_FALSE(target.call(get("/v1/charges")));
}

TEST_F(LiveTargets, WhatAStepGotInTheEndIsKept) {
    LiveTarget target(options_);
    WitnessedTarget witnessed(target);
    bool was_told = false;
    witnessed.before_teardown = [&] { was_told = true; };
    ASSERT_TRUE(witnessed.call(get("/v1/charges/ch_none")));
    ASSERT_TRUE(witnessed.call(get("/v1/charges?limit=2")));
    ASSERT_TRUE(witnessed.answers.contains("read"));
    const KeptAnswer& kept = witnessed.answers.at("read");
    EXPECT_EQ(kept.method, "GET");
    EXPECT_EQ(kept.path, "/v1/charges");
    EXPECT_EQ(kept.status, 200);
    ASSERT_TRUE(kept.body);
    EXPECT_NE(kept.body->find("data"), nullptr);
    witnessed.begin_teardown();
    EXPECT_TRUE(was_told);
}

plan::Call post(const std::string& url, std::string body) {
    plan::Call call;
    call.request.head.method = "POST";
    call.request.head.target = "/hook";
    call.request.body = std::move(body);
    call.url = url;
    call.timeout = {60, 0};
    return call;
}

TEST(WebhookReceivers, KeepWhatIsJsonAndTakeEverything) {
    const auto receiver = WebhookReceiver::open("127.0.0.1:0");
    ASSERT_TRUE(receiver) << base::render(receiver.error());
    LiveTarget sender({"http://unused.localhost", {}, ""});
    for (const std::string_view body : {R"({"type":"first"})", "no JSON", R"({"type":"second"})"}) {
        const auto answer = sender.call(post((*receiver)->url(), std::string(body)));
        ASSERT_TRUE(answer) << base::render(answer.error());
        EXPECT_EQ(answer->head.status, 204);
    }
    const auto bodies = (*receiver)->bodies();
    ASSERT_EQ(bodies.size(), 2U);
    EXPECT_EQ(bodies[0].find("type")->as_string(), "first");
    EXPECT_EQ(bodies[1].find("type")->as_string(), "second");
    // One that is wanted is there already: nothing is waited for.
    (*receiver)->wait(std::chrono::hours(1), [](const json::Value& body) {
        return body.find("type")->as_string() == "second";
    });
    // One that never comes is waited for no longer than was said.
    (*receiver)->wait(std::chrono::milliseconds(1), [](const json::Value&) { return false; });
}

TEST(WebhookReceivers, AnAddressThatIsNoneIsRefused) {
    EXPECT_FALSE(WebhookReceiver::open("nowhere.test:http"));
}

}  // namespace

}  // namespace understudy::app
