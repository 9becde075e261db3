// The control plane: what it answers, what it refuses, and whom.
#include "serve/control.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "json/write.hpp"
#include "serve/impl/control_call.hpp"
#include "serve/impl/hub_testing.hpp"

namespace understudy::serve {

namespace {

using Asking = Process::Asking;

std::string at(const json::Value& value, std::string_view name) {
    const json::Value* member = value.find(name);
    if (member == nullptr) return "-";
    return member->is_string() ? std::string(member->as_string()) : json::write(*member);
}

std::string of_error(const Process::Said& said, std::string_view name) {
    const json::Value* error = said.value.find("error");
    return error == nullptr ? "-" : at(*error, name);
}

}  // namespace

TEST(Control, WhatNeedsNoKeyAndWhatDoes) {
    Process process;
    const auto world = process.create({.pack = "notes"});
    const std::string& key = world->identity.key;
    struct Case {
        std::string target;
        std::string key;
        int status;
        std::string code;
    };
    const Case cases[] = {
        {"/__admin__/health", "", 200, ""},
        {"/__admin__/openapi.json", "", 200, ""},
        {"/__admin__/version", "", 401, "unauthorized"},
        {"/__admin__/version", "nobody", 401, "unauthorized"},
        {"/__admin__/version", key, 200, ""},
        {"/__admin__/version", process.admin(), 200, ""},
        {"/__admin__/packs", key, 200, ""},
        {"/__admin__/packs/memos", key, 200, ""},
        {"/__admin__/packs/memo", key, 404, "unknown_pack"},
        {"/__admin__/world", key, 200, ""},
        {"/__admin__/world", "", 401, "unauthorized"},
        {"/__admin__/world", process.admin(), 422, "invalid_request"},
        {"/__admin__/worlds", key, 403, "forbidden_world"},
        {"/__admin__/worlds", process.admin(), 200, ""},
        {"/__admin__/metrics", key, 403, "forbidden_world"},
        {"/__admin__/worlds/w_1", key, 200, ""},
        {"/__admin__/worlds/w_9", key, 403, "forbidden_world"},
        {"/__admin__/worlds/w_9", process.admin(), 404, "unknown_world"},
        {"/__admin__/state", key, 200, ""},
        {"/__admin__/state?resource=note", key, 404, "unknown_resource"},
        {"/__admin__/state?resource=notes", key, 200, ""},
        {"/__admin__/trace/trc_0", key, 404, "unknown_trace"},
        {"/__admin__/requests/req_0", key, 404, "unknown_request"},
        {"/__admin__/requests?limit=0", key, 422, "invalid_request"},
        {"/__admin__/requests?limit=1001", key, 422, "invalid_request"},
        {"/__admin__/requests?limt=1", key, 422, "invalid_request"},
        {"/__admin__/requests?cursor=x", key, 422, "invalid_request"},
        {"/__admin__/traces?class=exogenus", key, 422, "invalid_request"},
        {"/__admin__/idempotency", key, 200, ""},
        {"/__admin__/clock", key, 200, ""},
        {"/__admin__/wrld", key, 404, "unknown_path"},
        {"/__admin__", key, 404, "unknown_path"},
        {"/__admin__/", key, 404, "unknown_path"},
        {"/__admin__/worlds/", process.admin(), 404, "unknown_path"},
    };
    for (const Case& one : cases) {
        const auto said = process.control({.target = one.target, .key = one.key});
        EXPECT_EQ(said.status, one.status) << one.target << ' ' << json::write(said.value);
        EXPECT_EQ(said.code, one.code) << one.target;
    }
}

TEST(Control, EveryAnswerSaysWhichContractItIs) {
    Process process;
    const auto ask = [&](http::Headers headers, std::string target) {
        return process.ask({}, {.target = std::move(target), .headers = std::move(headers)});
    };
    EXPECT_EQ(ask({}, "/__admin__/health").head.headers.get("X-Understudy-Contract"), "1");
    EXPECT_EQ(ask({}, "/__admin__/nowhere").head.headers.get("X-Understudy-Contract"), "1");
    EXPECT_EQ(ask({{"X-Understudy-Contract", "1"}}, "/__admin__/health").head.status, 200);
    const http::Response refused = ask({{"X-Understudy-Contract", "2"}}, "/__admin__/health");
    EXPECT_EQ(refused.head.status, 422);
    EXPECT_EQ(refused.head.headers.get("X-Understudy-Contract"), "1");
    EXPECT_EQ(
        refused.body(),
        "{\"error\":{\"code\":\"unsupported_contract\",\"message\":\"the contract \\\"2\\\" is "
        "not spoken here\",\"hint\":\"supported: 1\",\"docs\":\"control-api#refusals"
        "\"}}\n");
}

TEST(Control, HintsNameWhatWasProbablyMeant) {
    Process process;
    const auto world = process.create({.pack = "notes"});
    const std::string& key = world->identity.key;
    const auto hint = [&](std::string target, std::string who) {
        return of_error(process.control({.target = std::move(target), .key = std::move(who)}),
                        "hint");
    };
    EXPECT_EQ(hint("/__admin__/wrld", key), "did you mean '/__admin__/world'?");
    EXPECT_EQ(hint("/__admin__/packs/memo", key), "did you mean 'memos'?");
    EXPECT_EQ(hint("/__admin__/worlds/w_2", process.admin()), "did you mean 'w_1'?");
    EXPECT_EQ(hint("/__admin__/state?resource=note", key), "did you mean 'notes'?");
    EXPECT_EQ(hint("/__admin__/requests?limt=1", key), "did you mean 'limit'?");
    const auto method = process.control({.method = "PUT", .target = "/__admin__/worlds"});
    EXPECT_EQ(method.code, "unknown_path");
    EXPECT_EQ(of_error(method, "hint"), "this path takes POST, GET");
}

TEST(Control, WorldsAreMadeListedAndEnded) {
    Process process;
    const auto made = process.control(
        {.method = "POST",
         .target = "/__admin__/worlds",
         .key = process.admin(),
         .body =
             R"({"pack":"notes","id":"shop","key":"key-of-the-shop-1","t0":"2026-01-01T00:00:00Z",
                     "rng_seed":18446744073709551615,"config":{"colour":"green"},"host":"shop.test",
                     "accept_keys":"any","ttl":"10m"})"});
    ASSERT_EQ(made.status, 201) << json::write(made.value);
    EXPECT_EQ(at(made.value, "id"), "shop");
    EXPECT_EQ(at(made.value, "key"), "key-of-the-shop-1");
    EXPECT_EQ(at(made.value, "t0"), "2026-01-01T00:00:00Z");
    EXPECT_EQ(at(made.value, "now"), "2026-01-01T00:00:00Z");
    EXPECT_EQ(at(made.value, "clock"), "frozen");
    EXPECT_EQ(at(made.value, "rng_seed"), "18446744073709551615");
    EXPECT_EQ(at(made.value, "config"), R"({"colour":"green"})");
    EXPECT_EQ(at(made.value, "host"), "shop.test");
    EXPECT_EQ(at(made.value, "accept_keys"), "any");
    EXPECT_EQ(at(made.value, "ttl"), "10m");
    EXPECT_EQ(at(made.value, "counts"), R"({"notes":0})");
    const auto shown = process.control({.target = "/__admin__/world", .key = "key-of-the-shop-1"});
    EXPECT_EQ(at(shown.value, "key"), "key-of-t…");
    EXPECT_EQ(json::write(shown.value).find("shop-1"), std::string::npos);
    const auto listed = process.control({.target = "/__admin__/worlds", .key = process.admin()});
    EXPECT_EQ(listed.value.find("data")->size(), 1U);
    EXPECT_EQ(json::write(listed.value).find("shop-1"), std::string::npos);
    const auto ended = process.control(
        {.method = "DELETE", .target = "/__admin__/worlds/shop", .key = process.admin()});
    EXPECT_EQ(json::write(ended.value), R"({"cleared":1})");
    EXPECT_EQ(process.control({.target = "/__admin__/world", .key = "key-of-the-shop-1"}).code,
              "unauthorized");
}

TEST(Control, AWorldThatCannotBeIsRefusedWithTheMemberAtFault) {
    Process process;
    process.create({.pack = "notes", .id = "shop", .key = "key-of-the-shop-1"});
    struct Case {
        std::string body;
        int status;
        std::string code, field;
    };
    const Case cases[] = {
        {R"({"pack":"note"})", 404, "unknown_pack", "/pack"},
        {R"({})", 422, "invalid_request", "-"},
        {R"([])", 422, "invalid_request", "-"},
        {R"({"pack":)", 400, "invalid_json", "-"},
        {R"({"pack":"notes","pack":"notes"})", 400, "invalid_json", "-"},
        {R"({"pack":"notes","ide":"x"})", 422, "invalid_request", "/ide"},
        {R"({"pack":"notes","id":"shop"})", 409, "world_exists", "/id"},
        {R"({"pack":"notes","id":""})", 422, "invalid_request", "/id"},
        {R"({"pack":"notes","id":"Shop"})", 422, "invalid_request", "/id"},
        {R"({"pack":"notes","key":"key-of-the-shop-1"})", 409, "world_exists", "/key"},
        {R"({"pack":"notes","key":"short"})", 422, "invalid_request", "/key"},
        {R"({"pack":"notes","t0":"yesterday"})", 422, "invalid_instant", "/t0"},
        {R"({"pack":"notes","t0":"now"})", 422, "invalid_instant", "/t0"},
        {R"({"pack":"notes","ttl":"soon"})", 422, "invalid_duration", "/ttl"},
        {R"({"pack":"notes","ttl":"0s"})", 422, "invalid_duration", "/ttl"},
        {R"({"pack":"notes","ttl":"-1s"})", 422, "invalid_duration", "/ttl"},
        {R"({"pack":"notes","rng_seed":-1})", 422, "invalid_request", "/rng_seed"},
        {R"({"pack":"notes","rng_seed":1.5})", 422, "invalid_request", "/rng_seed"},
        {R"({"pack":"notes","clock":"stopped"})", 422, "invalid_request", "/clock"},
        {R"({"pack":"notes","config":{"color":"red"}})", 422, "invalid_request", "/config/color"},
        {R"({"pack":"notes","accept_keys":"any"})", 422, "invalid_request", "/accept_keys"},
        {R"({"pack":"notes","host":"a b"})", 422, "invalid_request", "/host"},
        {R"({"pack":"notes","port":1,"socket":"x"})", 422, "invalid_request", "/socket"},
    };
    for (const Case& one : cases) {
        const auto said = process.control({.method = "POST",
                                           .target = "/__admin__/worlds",
                                           .key = process.admin(),
                                           .body = one.body});
        EXPECT_EQ(said.status, one.status) << one.body << json::write(said.value);
        EXPECT_EQ(said.code, one.code) << one.body;
        EXPECT_EQ(of_error(said, "field"), one.field) << one.body << json::write(said.value);
    }
    EXPECT_EQ(process.hub.count(), 1U);
    const auto large = process.control({.method = "POST",
                                        .target = "/__admin__/worlds",
                                        .key = process.admin(),
                                        .body = std::string(kControlBodyBytes + 1, ' ')});
    EXPECT_EQ(large.code, "body_too_large");
}

TEST(Control, AKeyIsGoodForItsWorldAndThoseForkedFromIt) {
    Process process;
    const auto parent = process.create({.pack = "notes"});
    const auto other = process.create({.pack = "notes"});
    const std::string& key = parent->identity.key;
    const auto fork = process.control({.method = "POST",
                                       .target = "/__admin__/fork",
                                       .key = key,
                                       .body = R"({"key":"key-of-the-fork-1"})"});
    ASSERT_EQ(fork.status, 201) << json::write(fork.value);
    EXPECT_EQ(at(fork.value, "parent"), parent->identity.id);
    EXPECT_EQ(at(fork.value, "key"), "key-of-the-fork-1");
    const std::string id = at(fork.value, "id");
    const auto as = [&](const std::string& who, const std::string& world) {
        return process.control(
            {.target = "/__admin__/world", .key = who, .headers = {{"X-Understudy-World", world}}});
    };
    EXPECT_EQ(at(as(key, id).value, "id"), id);
    EXPECT_EQ(at(as(process.admin(), id).value, "id"), id);
    EXPECT_EQ(as(key, other->identity.id).code, "forbidden_world");
    EXPECT_EQ(as("key-of-the-fork-1", parent->identity.id).code, "forbidden_world");
    EXPECT_EQ(as(process.admin(), "w_99").code, "unknown_world");
    const auto end = [&](const std::string& who, const std::string& world) {
        return process.control(
            {.method = "DELETE", .target = "/__admin__/worlds/" + world, .key = who});
    };
    EXPECT_EQ(end(key, other->identity.id).code, "forbidden_world");
    EXPECT_EQ(end(key, parent->identity.id).code, "forbidden_world");
    EXPECT_EQ(end(key, id).status, 200);
    EXPECT_EQ(process.hub.find(id), nullptr);
}

TEST(Control, ListenerOrHostOfOneWorldAndTheKeyOfAnotherDoNotMatch) {
    Process process;
    const auto one = process.create({.pack = "notes"});
    const auto two = process.create({.pack = "notes"});
    const auto memo = process.create({.pack = "memos"});
    const auto code = [&](const Door& door, std::string host, std::string key,
                          http::Headers headers = {}) {
        return process
            .control({.target = "/__admin__/world",
                      .key = std::move(key),
                      .host = std::move(host),
                      .headers = std::move(headers)},
                     door)
            .code;
    };
    EXPECT_EQ(code(door_of_world(*one), "x", one->identity.key), "");
    EXPECT_EQ(code(door_of_world(*one), "x", two->identity.key), "world_mismatch");
    EXPECT_EQ(code(door_of_world(*one), "x", process.admin()), "");
    EXPECT_EQ(code(door_of_pack(0), "w-1.localhost", two->identity.key), "world_mismatch");
    EXPECT_EQ(code(door_of_pack(0), "w-3.localhost", two->identity.key), "world_mismatch");
    EXPECT_EQ(code(door_of_pack(0), "x", memo->identity.key), "world_mismatch");
    EXPECT_EQ(code(door_of_world(*one), "x", process.admin(), {{"X-Understudy-World", "w_2"}}),
              "world_mismatch");
    // `accept_keys` has no effect here.
    const auto open = process.create({.pack = "notes", .accept_any = true});
    EXPECT_EQ(code(door_of_world(*open), "x", "whatever-key-this-is"), "unauthorized");
}

TEST(Control, ResetForgetsTheObjectsAndKeepsTheKey) {
    Process process;
    const auto world = process.create({.pack = "notes"});
    const std::string& key = world->identity.key;
    const auto write = [&] {
        return process
            .ask(door_of_pack(0), {.method = "POST", .key = key, .body = R"({"text":"a"})"})
            .body();
    };
    const std::string first = write();
    const auto said = process.control(
        {.method = "POST", .target = "/__admin__/reset", .key = key, .body = R"({})"});
    EXPECT_EQ(said.status, 200);
    EXPECT_EQ(at(said.value, "now"), "2025-01-01T00:00:00Z");
    EXPECT_EQ(write(), first);
    const auto later = process.control({.method = "POST",
                                        .target = "/__admin__/reset",
                                        .key = key,
                                        .body = R"({"t0":"2030-01-01T00:00:00Z"})"});
    EXPECT_EQ(at(later.value, "now"), "2030-01-01T00:00:00Z");
    const auto wrong = process.control(
        {.method = "POST", .target = "/__admin__/reset", .key = key, .body = R"({"t0":"never"})"});
    EXPECT_EQ(wrong.code, "invalid_instant");
    EXPECT_EQ(of_error(wrong, "field"), "/t0");
}

TEST(Control, ATickingWorldGoesWithTheTimeAndAFrozenOneStandsStill) {
    Process process;
    for (const bool ticking : {true, false}) {
        WorldOrder order{.pack = "notes"};
        if (ticking) order.clock = world::ClockMode::Ticking;
        const auto world = process.create(order);
        const auto now = [&] {
            return at(
                process.control({.target = "/__admin__/clock", .key = world->identity.key}).value,
                "now");
        };
        const std::string before = now();
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
        EXPECT_EQ(now() != before, ticking);
    }
}

TEST(Control, ListsArePagedByCursors) {
    Process process;
    const auto world = process.create({.pack = "notes"});
    const std::string& key = world->identity.key;
    for (int i = 0; i < 5; ++i) {
        process.ask(door_of_pack(0), {.method = "POST", .key = key, .body = R"({"text":"a"})"});
    }
    for (const std::string list : {"requests", "traces", "state?resource=notes"}) {
        std::size_t seen = 0;
        std::string cursor;
        int pages = 0;
        do {
            std::string target = "/__admin__/" + list;
            target += (target.find('?') == std::string::npos ? "?limit=2" : "&limit=2") + cursor;
            const auto page = process.control({.target = target, .key = key});
            ASSERT_EQ(page.status, 200) << target << json::write(page.value);
            EXPECT_EQ(at(page.value, "evicted"), "0");
            seen += page.value.find("data")->size();
            const json::Value* next = page.value.find("next");
            cursor = next->is_null() ? "" : "&cursor=" + std::string(next->as_string());
        } while (!cursor.empty() && ++pages < 9);
        EXPECT_EQ(seen, 5U) << list;
    }
    process.create({.pack = "notes"});
    process.create({.pack = "memos"});
    const auto first =
        process.control({.target = "/__admin__/worlds?limit=2", .key = process.admin()});
    EXPECT_EQ(first.value.find("data")->size(), 2U);
    const auto second =
        process.control({.target = "/__admin__/worlds?limit=2&cursor=" + at(first.value, "next"),
                         .key = process.admin()});
    EXPECT_EQ(second.value.find("data")->size(), 1U);
    EXPECT_TRUE(second.value.find("next")->is_null());
}

TEST(Control, MetricsCountCallsAlsoOfWorldsThatAreGone) {
    Process process;
    const auto world = process.create({.pack = "notes"});
    process.ask(door_of_pack(0), {.key = world->identity.key});
    process.ask(door_of_pack(0), {.key = world->identity.key});
    process.ask(door_of_pack(0), {.key = "nobody"});
    process.hub.remove(world->identity.serial);
    const http::Response metrics =
        process.ask({}, {.target = "/__admin__/metrics", .key = process.admin()});
    EXPECT_EQ(metrics.head.headers.get("Content-Type"), "text/plain; version=0.0.4; charset=utf-8");
    EXPECT_EQ(
        metrics.body(),
        "# HELP understudy_worlds Worlds alive.\n"
        "# TYPE understudy_worlds gauge\n"
        "understudy_worlds{pack=\"notes\"} 0\n"
        "understudy_worlds{pack=\"memos\"} 0\n"
        "# HELP understudy_calls_total Vendor calls answered, by pack and status.\n"
        "# TYPE understudy_calls_total counter\n"
        "understudy_calls_total{pack=\"notes\",status=\"200\"} 2\n"
        "understudy_calls_total{pack=\"notes\",status=\"401\"} 1\n"
        "# HELP understudy_resolutions_total Vendor calls, by pack and the step that "
        "resolved them.\n"
        "# TYPE understudy_resolutions_total counter\n"
        "understudy_resolutions_total{pack=\"notes\",by=\"stateful\"} 2\n"
        "understudy_resolutions_total{pack=\"notes\",by=\"auth\"} 1\n"
        "# HELP understudy_faults_fired_total Vendor calls that a fault acted on, by pack.\n"
        "# TYPE understudy_faults_fired_total counter\n"
        "understudy_faults_fired_total{pack=\"notes\"} 0\n"
        "understudy_faults_fired_total{pack=\"memos\"} 0\n"
        "# HELP understudy_delivery_attempts_total Attempts to deliver a webhook, by pack and "
        "what came of them.\n"
        "# TYPE understudy_delivery_attempts_total counter\n");
}

}  // namespace understudy::serve
