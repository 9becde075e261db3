#include "serve/replay_fault.hpp"

#include <gtest/gtest.h>

#include <set>

#include "serve/impl/replay_testing.hpp"

namespace understudy::serve {
namespace {

cassette::Exchange events(int count, std::string path = "/v1/messages") {
    std::string body;
    for (int i = 0; i < count; ++i) body += "data: {\"n\":" + std::to_string(i) + "}\n\n";
    cassette::Exchange exchange = answered("1", get_call(path), std::move(body));
    exchange.output.answer->headers = {{"Content-Type", "text/event-stream"}};
    exchange.kind = cassette::Kind::Stream;
    exchange.carrier = cassette::Carrier::Http;
    exchange.framing = cassette::Framing::Sse;
    return exchange;
}

// The body as far as the fault lets it through, and what comes then.
std::string played(http::WireFault& fault, const cassette::Exchange& exchange) {
    http::Steps steps;
    http::ResponseHead head;
    for (const auto& [name, value] : exchange.output.answer->headers) head.headers.add(name, value);
    fault.pass(http::AnswerHead{head, std::nullopt}, steps);
    const std::string body = cassette::bytes_of(exchange.output, cassette::From::Body);
    fault.pass(http::AnswerPiece{body}, steps);
    fault.pass(http::AnswerEnd{}, steps);
    std::string text;
    for (const http::Step& step : steps) {
        if (step.kind == http::StepKind::Head) continue;
        text += step.kind == http::StepKind::Body ? step.bytes : std::string(name_of(step.kind));
    }
    return text;
}

std::shared_ptr<ReplayFault> fault_of(std::string_view text) {
    auto fault = ReplayFault::read(text);
    EXPECT_TRUE(fault.has_value()) << (fault ? "" : base::render(fault.error()));
    return fault ? *fault : nullptr;
}

TEST(ReplayFault, IsWrittenAsWordsOrAsJson) {
    const auto exchange = events(3);
    for (const std::string_view text : {"cut,after_events=1", R"({"kind":"cut","after_events":1})",
                                        "stream_cut,after_events=1,clean=true"}) {
        auto fault = fault_of(text)->strike(exchange, http::Version::Http11);
        ASSERT_TRUE(fault);
        EXPECT_EQ(played(*fault, exchange), "data: {\"n\":0}\n\nClose") << text;
    }
    auto stalled = fault_of("stall,after_events=2")->strike(exchange, http::Version::Http11);
    EXPECT_EQ(played(*stalled, exchange), "data: {\"n\":0}\n\ndata: {\"n\":1}\n\nHang");
}

TEST(ReplayFault, WithoutAPlaceOneIsDrawnBetweenTwoEvents) {
    const auto exchange = events(6);
    std::set<std::string> seen;
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
        const auto fault = fault_of("cut");
        fault->set_seed(seed, 0);
        const std::string text = played(*fault->strike(exchange, http::Version::Http11), exchange);
        EXPECT_TRUE(text.ends_with("}\n\nClose")) << text;
        seen.insert(text);
        const auto again = fault_of("cut");
        again->set_seed(seed, 0);
        EXPECT_EQ(played(*again->strike(exchange, http::Version::Http11), exchange), text);
    }
    EXPECT_EQ(seen.size(), 5U) << "all five places, and no other";
}

TEST(ReplayFault, AMalformedEventStaysAnEvent) {
    const auto exchange = events(3);
    auto fault = fault_of("malformed_event,at_event=2")->strike(exchange, http::Version::Http11);
    EXPECT_EQ(played(*fault, exchange),
              "data: {\"n\":0}\n\ndata: ('n':1}\n\ndata: {\"n\":2}\n\nEnd");
    auto drawn = fault_of("malformed_event")->strike(exchange, http::Version::Http11);
    EXPECT_NE(played(*drawn, exchange).find("('n'"), std::string::npos);
}

TEST(ReplayFault, StrikesOnlyWhatIsMeant) {
    const auto fault = fault_of("reset,at=headers,path=/v1/*,method=get,skip=1,count=1");
    EXPECT_FALSE(fault->strike(events(1, "/v2/x"), http::Version::Http11));
    EXPECT_FALSE(fault->strike(events(1), http::Version::Http11)) << "the first is let through";
    EXPECT_TRUE(fault->strike(events(1), http::Version::Http11));
    EXPECT_FALSE(fault->strike(events(1), http::Version::Http11)) << "once is enough";
    const auto posts = fault_of("empty,method=POST");
    EXPECT_FALSE(posts->strike(events(1), http::Version::Http11));
}

TEST(ReplayFault, CountsTheMessagesOfAWebSocket) {
    cassette::Exchange chat = events(0);
    chat.carrier = cassette::Carrier::Websocket;
    using cassette::Frame;
    using cassette::From;
    chat.output.pieces = {{0, From::FrameOut, "a"},
                          {1, From::FrameIn, "b"},
                          {2, From::FrameOut, "c", Frame::Binary},
                          {3, From::FrameOut, "d", Frame::Ping}};
    const auto struck = [&](std::string_view text) {
        const auto fault = fault_of(text)->strike_messages(chat);
        if (!fault) return std::string("none");
        return std::string(1, "csm"[static_cast<int>(fault->kind)]) + std::to_string(fault->after);
    };
    EXPECT_EQ(struck("cut,after_events=1"), "c1");
    EXPECT_EQ(struck("stall,after_events=0"), "s0");
    EXPECT_EQ(struck("malformed_event,at_event=2"), "m1");
    EXPECT_TRUE(struck("cut") == "c0" || struck("cut") == "c1");
    EXPECT_EQ(struck("cut,after_bytes=3"), "none");
    EXPECT_EQ(struck("latency,delay=1ms"), "none");
    EXPECT_EQ(struck("cut,path=/other"), "none");
}

TEST(ReplayFault, WhatHasNoEventsIsLeftAlone) {
    const auto plain = answered("1", get_call("/x"), "");
    EXPECT_FALSE(fault_of("cut")->strike(plain, http::Version::Http11));
    EXPECT_FALSE(fault_of("malformed_event")->strike(plain, http::Version::Http11));
}

TEST(ReplayFault, IsCheckedWhenItIsRead) {
    const auto code = [](std::string_view text) {
        const auto fault = ReplayFault::read(text);
        return fault ? std::string("fine") : std::string(base::name_of(fault.error().code));
    };
    EXPECT_EQ(code("nonsense"), "http.unknown_fault");
    EXPECT_EQ(code("stall,after=3"), "http.unknown_fault_parameter");
    EXPECT_EQ(code("stall,after_events=x"), "http.bad_fault_parameter");
    EXPECT_EQ(code("after_events=3"), "replay.bad_fault");
    EXPECT_EQ(code("stall,3"), "replay.bad_fault");
    EXPECT_EQ(code("stall,count=-1"), "replay.bad_fault");
    EXPECT_EQ(code("stall,path=3"), "replay.bad_fault");
    EXPECT_EQ(code(""), "replay.bad_fault");
    EXPECT_EQ(code("cut"), "fine");
    EXPECT_EQ(code("latency,delay=5ms"), "fine");
}

}  // namespace
}  // namespace understudy::serve
