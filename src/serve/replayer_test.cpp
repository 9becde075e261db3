#include "serve/replayer.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <set>
#include <thread>

#include "serve/impl/replay_testing.hpp"

namespace understudy::serve {
namespace {

// What answers: the bytes of its body, or the code of the miss.
std::string asked(Replayer& replayer, const cassette::HttpInput& call, bool with_host = false) {
    const auto taken = replayer.take(call, with_host);
    if (!taken) return std::string(base::name_of(replayer.miss(call, with_host).error.code));
    replayer.end(taken->number);
    return cassette::bytes_of(taken->exchange->output, cassette::From::Body);
}

TEST(Replayer, EqualCallsGetSuccessiveAnswers) {
    const auto replayer = replayer_of({recording_of(
        "a.yaml", {answered("1", get_call("/list"), "none"), answered("2", get_call("/other"), "x"),
                   answered("3", get_call("/list"), "one")})});
    EXPECT_EQ(asked(*replayer, get_call("/list")), "none");
    EXPECT_EQ(asked(*replayer, get_call("/list")), "one");
    EXPECT_EQ(asked(*replayer, get_call("/list")), "replay.used_up");
    EXPECT_EQ(asked(*replayer, get_call("/nothing")), "replay.no_recording");
    EXPECT_EQ(replayer->unused(), std::vector<std::uint32_t>{1});
    ASSERT_EQ(replayer->unmatched().size(), 2U);
    EXPECT_EQ(replayer->unmatched()[0].call, "GET /list");
    EXPECT_EQ(replayer->unmatched()[1].times, 1U);
}

TEST(Replayer, TheLastAnswerMayBeRepeated) {
    Recording recording = recording_of(
        "a.yaml", {answered("1", get_call("/x"), "1"), answered("2", get_call("/x"), "2")});
    recording.policy.used_up = cassette::WhenUsedUp::RepeatLast;
    const auto replayer = replayer_of({std::move(recording)});
    EXPECT_EQ(asked(*replayer, get_call("/x")), "1");
    for (int i = 0; i < 3; ++i) EXPECT_EQ(asked(*replayer, get_call("/x")), "2");
    EXPECT_TRUE(replayer->unused().empty());
}

TEST(Replayer, AStrictSessionKeepsTheRecordedOrder) {
    cassette::Exchange first = answered("1", get_call("/a"), "a");
    cassette::Exchange second = answered("2", get_call("/b"), "b");
    cassette::Exchange beside = answered("3", get_call("/c"), "c");
    first.output.duration = 10;
    second.at = beside.at = 10;
    second.output.duration = beside.output.duration = 10;
    Recording recording = recording_of("a.yaml", {first, second, beside});
    recording.cassette.order = cassette::Order::Strict;
    const auto replayer = replayer_of({recording});
    EXPECT_EQ(asked(*replayer, get_call("/b")), "replay.too_early");
    EXPECT_NE(base::message(replayer->miss(get_call("/b"), false).error).find("GET /a"),
              std::string::npos);
    const auto taken = replayer->take(get_call("/a"), false);
    ASSERT_TRUE(taken);
    EXPECT_EQ(asked(*replayer, get_call("/b")), "replay.too_early");  // it has not ended
    EXPECT_TRUE(replayer->end(taken->number));
    EXPECT_FALSE(replayer->end(taken->number));
    // Those that overlapped come in either order.
    EXPECT_EQ(asked(*replayer, get_call("/c")), "c");
    EXPECT_EQ(asked(*replayer, get_call("/b")), "b");

    ReplayerOptions free;
    free.order = cassette::Order::Free;
    EXPECT_EQ(asked(*replayer_of({recording}, free), get_call("/b")), "b");
}

TEST(Replayer, HostsCountBehindAProxyAndWhereTheyAreRecorded) {
    const auto replayer = replayer_of(
        {recording_of("a.yaml", {answered("1", get_call("/x", "one.test"), "of one"),
                                 answered("2", get_call("/x", "two.test:443"), "of two"),
                                 answered("3", get_call("/y"), "of any"),
                                 answered("4", get_call("/z", "billing"), "of a role")})});
    EXPECT_EQ(asked(*replayer, get_call("/x", "two.test"), true), "of two");
    EXPECT_EQ(asked(*replayer, get_call("/x", "three.test"), true), "replay.no_recording");
    EXPECT_EQ(asked(*replayer, get_call("/y", "three.test"), true), "of any");
    EXPECT_EQ(asked(*replayer, get_call("/z", "three.test"), true), "of a role");
    EXPECT_EQ(asked(*replayer, get_call("/x", "two.test"), false), "replay.used_up");
    EXPECT_EQ(asked(*replayer, get_call("/x", "127.0.0.1:8080"), false), "of one");
}

TEST(Replayer, AMissNamesTheNearestRecordings) {
    const auto replayer =
        replayer_of({recording_of("things/a.yaml", {answered("first", get_call("/v1/a?n=1"), ""),
                                                    answered("b", get_call("/v1/b"), "")})});
    const Replayer::Miss miss = replayer->miss(get_call("/v1/a?n=2"), false);
    EXPECT_EQ(miss.call, "GET /v1/a?n=2");
    ASSERT_EQ(miss.nearest.size(), 2U);
    EXPECT_EQ(miss.nearest[0].file, "things/a.yaml");
    EXPECT_EQ(miss.nearest[0].exchange, "first");
    EXPECT_EQ(miss.nearest[0].differences, std::vector<std::string>{R"(query n: "2", not "1")"});
    EXPECT_EQ(base::message(miss.error), "no recording answers `GET /v1/a?n=2`");
    EXPECT_EQ(base::message(miss.error.because.at(0)),
              R"(nearest: things/a.yaml, exchange first: `GET /v1/a?n=1`: query n: "2", not "1")");
}

TEST(Replayer, WhatCannotBeSealedIsNotShown) {
    ReplayerOptions options;
    options.sealed = [](const cassette::HttpInput&) -> std::optional<cassette::HttpInput> {
        return std::nullopt;
    };
    const auto replayer =
        replayer_of({recording_of("a.yaml", {answered("1", get_call("/a"), "")})}, options);
    const Replayer::Miss miss = replayer->miss(get_call("/private?key=word"), false);
    EXPECT_EQ(miss.call, "GET /...");
    EXPECT_TRUE(miss.nearest.empty());
    EXPECT_EQ(base::render(miss.error).find("word"), std::string::npos);
}

// A program sends its secrets; recordings hold pseudonyms.
TEST(Replayer, CallsWithSecretsFindTheirRecordings) {
    Recording recording =
        recording_of("a.yaml", {answered("1", get_call("/x?key=k_0002&n=1"), "one"),
                                answered("2", get_call("/x?key=k_0002&n=1"), "two"),
                                answered("3", get_call("/x?key=k_0002&n=2"), "three")});
    recording.cassette.redactions = {{"key.api", "exchanges[*].input.query.key", 3}};
    std::atomic<int> sealed{0};
    ReplayerOptions options;
    options.sealed = [&](const cassette::HttpInput& call) {
        ++sealed;
        cassette::HttpInput other = call;
        for (auto& [name, value] : other.query) {
            if (name == "key") value = "k_0001";
        }
        return std::optional(other);
    };
    const auto replayer = replayer_of({recording}, options);
    EXPECT_EQ(asked(*replayer, get_call("/x?key=secret&n=1")), "one");
    EXPECT_EQ(asked(*replayer, get_call("/x?key=secret&n=1")), "two");
    EXPECT_EQ(sealed, 1) << "a call that was found is remembered";
    EXPECT_EQ(asked(*replayer, get_call("/x?key=secret&n=2")), "three");
    EXPECT_EQ(asked(*replayer, get_call("/x?key=secret&n=3")), "replay.no_recording");
    EXPECT_EQ(asked(*replayer, get_call("/x?key=secret&n=1")), "replay.used_up");
}

// What was found for one call with a secret is not taken for another that differs in a header.
TEST(Replayer, HeadersCountForCallsWithSecretsToo) {
    const auto call = [](std::string_view target, std::string accept) {
        cassette::HttpInput input = get_call(target);
        input.headers = {{"Accept", std::move(accept)}};
        return input;
    };
    Recording recording =
        recording_of("a.yaml", {answered("1", call("/x?key=k_0002", "a"), "of a"),
                                answered("2", call("/x?key=k_0002", "b"), "of b")});
    recording.policy.headers = {"accept"};
    recording.policy.used_up = cassette::WhenUsedUp::RepeatLast;
    recording.cassette.redactions = {{"key.api", "exchanges[*].input.query.key", 2}};
    ReplayerOptions options;
    options.sealed = [](const cassette::HttpInput& input) {
        cassette::HttpInput other = input;
        for (auto& [name, value] : other.query) value = "k_0001";
        return std::optional(other);
    };
    const auto replayer = replayer_of({recording}, options);
    for (int i = 0; i < 2; ++i) {
        EXPECT_EQ(asked(*replayer, call("/x?key=secret", "a")), "of a");
        EXPECT_EQ(asked(*replayer, call("/x?key=secret", "b")), "of b");
    }
}

TEST(Replayer, EachRecordingHasItsOwnWayOfMatching) {
    cassette::HttpInput precise = get_call("/x");
    precise.headers = {{"Accept", "a"}};
    Recording one = recording_of("one.yaml", {answered("1", precise, "precise")});
    one.policy.headers = {"accept"};
    Recording other = recording_of("other.yaml", {answered("1", get_call("/x"), "plain")});
    const auto replayer = replayer_of({other, one});
    cassette::HttpInput call = get_call("/x");
    call.headers = {{"accept", "a"}};
    EXPECT_EQ(asked(*replayer, call), "precise");
    EXPECT_EQ(asked(*replayer, call), "plain");
    const auto& names = replayer->headers_looked_at();
    EXPECT_NE(std::find(names.begin(), names.end(), "accept"), names.end());
}

TEST(Replayer, VariablesMayHaveOtherValues) {
    Recording recording = recording_of("a.yaml", {answered("1", get_call("/x/${id}"), "found")});
    recording.cassette.vars = {{"id", plan::Capture::Type::String, "old"}};
    ReplayerOptions options;
    options.vars = {{"id", "new"}};
    const auto replayer = replayer_of({recording}, options);
    EXPECT_EQ(asked(*replayer, get_call("/x/old")), "replay.no_recording");
    EXPECT_EQ(asked(*replayer, get_call("/x/new")), "found");
}

TEST(Replayer, SetUpNeedNotBeCalled) {
    cassette::Exchange setup = answered("1", get_call("/setup"), "");
    setup.phase = plan::Phase::Setup;
    const auto replayer =
        replayer_of({recording_of("a.yaml", {setup, answered("2", get_call("/x"), "")})});
    EXPECT_EQ(replayer->unused(), std::vector<std::uint32_t>{1});
    EXPECT_FALSE(replayer->is_strict(1));
}

TEST(Replayer, NoTwoCallsGetTheSameAnswer) {
    constexpr int kAnswers = 400;
    std::vector<cassette::Exchange> exchanges;
    for (int i = 0; i < kAnswers; ++i) {
        exchanges.push_back(
            answered("e" + std::to_string(i), get_call("/x", "a.test"), std::to_string(i)));
    }
    const auto replayer = replayer_of({recording_of("a.yaml", std::move(exchanges))});
    std::vector<std::vector<std::uint32_t>> got(8);
    std::vector<std::thread> threads;
    for (std::size_t i = 0; i < got.size(); ++i) {
        threads.emplace_back([&, i] {
            // By host and without it, so that two tables lead to the same recordings.
            const auto call = get_call("/x", i % 2 == 0 ? "a.test" : "127.0.0.1:1");
            for (int n = 0; n < kAnswers; ++n) {
                const auto taken = replayer->take(call, false);
                if (taken) got[i].push_back(taken->number);
            }
        });
    }
    for (std::thread& thread : threads) thread.join();
    std::set<std::uint32_t> all;
    std::size_t count = 0;
    for (const auto& mine : got) {
        EXPECT_TRUE(std::is_sorted(mine.begin(), mine.end()));
        count += mine.size();
        all.insert(mine.begin(), mine.end());
    }
    EXPECT_EQ(count, static_cast<std::size_t>(kAnswers));
    EXPECT_EQ(all.size(), static_cast<std::size_t>(kAnswers));
}

TEST(Replayer, APlaceThatCannotBeReadIsRefused) {
    Recording recording = recording_of("a.yaml", {answered("1", get_call("/x"), "")});
    recording.policy.body = {"$.["};
    const auto made = Replayer::make({recording}, {});
    ASSERT_FALSE(made);
    EXPECT_EQ(base::name_of(made.error().code), "cassette.bad_match");
}

}  // namespace
}  // namespace understudy::serve
