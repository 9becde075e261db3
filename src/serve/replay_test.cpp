#include "serve/replay.hpp"

#include <gtest/gtest.h>

#include "http/ws.hpp"
#include "serve/impl/replay_testing.hpp"

namespace understudy::serve {
namespace {

// What a handler does to its exchange, as one text: `101 piece(hello) end`.
class Stage final : public io::Exchange {
public:
    Stage(std::string method, std::string target) {
        request_.method = std::move(method);
        request_.target = std::move(target);
        request_.authority = "127.0.0.1:1";
    }

    const http::RequestHead& request() const override { return request_; }
    const io::Origin& origin() const override { return origin_; }
    bool has_body() const override { return false; }
    io::Loop& loop() override { return loop_; }
    bool is_open() const override { return !is_over; }
    void respond(const http::ResponseHead& head, http::Length length) override {
        note(std::to_string(head.status) + (length ? '/' + std::to_string(*length) : ""));
    }
    void piece(std::string_view bytes) override {
        sent += bytes;
        note("piece(" + std::string(bytes) + ')');
    }
    void finish(const http::Headers& trailers) override {
        note(trailers.empty() ? "end" : "end+" + std::to_string(trailers.size()));
        is_over = true;
    }
    void answer(const http::ResponseHead& head, std::string_view body) override {
        status = head.status;
        sent = body;
        note(std::to_string(head.status) + " whole");
        is_over = true;
    }
    bool upgrade(const http::ResponseHead& head) override {
        if (!can_upgrade) return false;
        accepted = head.headers.get("sec-websocket-accept");
        note(std::to_string(head.status));
        return true;
    }
    bool intercept() override { return can_upgrade; }
    void reset(std::uint32_t /*code*/) override {
        note("reset");
        is_over = true;
    }
    void break_off(bool hard, std::uint32_t /*code*/) override {
        note(hard ? "broken hard" : "broken");
        is_over = true;
    }
    void spoil(std::unique_ptr<http::WireFault> fault) override {
        note("spoilt");
        fault_ = std::move(fault);
    }
    std::size_t backlog() const override { return full; }
    void hold(bool /*held*/) override {}

    http::RequestHead request_;
    std::string done, sent, accepted;
    int status = 0;
    std::size_t full = 0;
    bool can_upgrade = true;
    bool is_over = false;

private:
    void note(const std::string& what) { done += done.empty() ? what : ' ' + what; }
    io::Origin origin_;
    io::Loop loop_;
    std::unique_ptr<http::WireFault> fault_;
};

// A replay of one exchange, and what it tells.
struct Replay {
    std::unique_ptr<Replayer> replayer;
    std::vector<std::string> told;
    std::vector<std::uint32_t> answered;
    io::Accept accept;

    explicit Replay(cassette::Exchange exchange, std::uint32_t pace = 0)
        : replayer(replayer_of({recording_of("a.yaml", {std::move(exchange)})})) {
        ReplayOptions options;
        options.pace = pace;
        options.told = [this](const base::Error& error) {
            told.push_back(std::string(base::name_of(error.code)) + ": " + base::message(error));
        };
        options.answered = [this](std::uint32_t number) { answered.push_back(number); };
        accept = replay(*replayer, std::move(options));
    }
    std::unique_ptr<io::Handler> ask(const std::shared_ptr<Stage>& stage) const {
        auto handler = accept(stage);
        handler->on_end({});
        return handler;
    }
};

cassette::Piece body(std::string bytes, std::int64_t at = 0) {
    return {at, cassette::From::Body, std::move(bytes)};
}

TEST(Replay, AWholeAnswerLeavesAtOnce) {
    const Replay replay(answered("1", get_call("/x"), "ok"));
    const auto stage = std::make_shared<Stage>("GET", "/x");
    replay.ask(stage);
    EXPECT_EQ(stage->done, "200 whole");
    EXPECT_EQ(stage->sent, "ok");
    EXPECT_EQ(replay.answered, std::vector<std::uint32_t>{0});
}

TEST(Replay, PiecesFollowTheHeadAndWaitForAReaderThatIsBehind) {
    cassette::Exchange exchange = answered("1", get_call("/x"), "");
    exchange.output.answer->headers = {{"Transfer-Encoding", "chunked"}};
    exchange.output.answer->trailers = {{"X-Sum", "1"}};
    exchange.output.pieces = {body("a"), body("b")};
    const Replay replay(exchange);
    const auto stage = std::make_shared<Stage>("GET", "/x");
    stage->full = io::Exchange::kFull + 1;
    const auto handler = replay.ask(stage);
    EXPECT_EQ(stage->done, "200");
    EXPECT_TRUE(replay.answered.empty());
    stage->full = 0;
    handler->on_drained();
    EXPECT_EQ(stage->done, "200 piece(a) piece(b) end+1");
    EXPECT_EQ(replay.answered.size(), 1U);
}

TEST(Replay, PiecesComeNotBeforeTheirTime) {
    cassette::Exchange exchange = answered("1", get_call("/x"), "");
    exchange.output.answer->headers = {{"Content-Type", "text/event-stream"}};
    exchange.output.pieces = {body("a", 0), body("b", 40)};
    exchange.output.duration = 60;
    const Replay replay(exchange, 500);
    const auto stage = std::make_shared<Stage>("GET", "/x");
    const auto begin = std::chrono::steady_clock::now();
    stage->loop().turn(std::chrono::milliseconds(0));
    const auto handler = replay.ask(stage);
    EXPECT_EQ(stage->done, "200 piece(a)");
    while (!stage->is_over) {
        const bool has_b = stage->done.find("(b)") != std::string::npos;
        const auto passed = std::chrono::steady_clock::now() - begin;
        EXPECT_TRUE(!has_b || passed >= std::chrono::milliseconds(20));
        stage->loop().turn(std::chrono::milliseconds(5));
    }
    EXPECT_EQ(stage->done, "200 piece(a) piece(b) end");
    EXPECT_GE(std::chrono::steady_clock::now() - begin, std::chrono::milliseconds(30));
}

// A body of known length comes with its head, so that whoever waits for the head waits as long as
// when it was recorded.
TEST(Replay, TheHeadOfAKnownLengthComesWithItsBody) {
    cassette::Exchange exchange = answered("1", get_call("/x"), "ok");
    exchange.output.pieces.front().at = 20;
    const Replay replay(exchange, 1000);
    const auto stage = std::make_shared<Stage>("GET", "/x");
    stage->loop().turn(std::chrono::milliseconds(0));
    const auto handler = replay.ask(stage);
    EXPECT_EQ(stage->done, "");
    while (!stage->is_over) stage->loop().turn(std::chrono::milliseconds(5));
    EXPECT_EQ(stage->done, "200/2 piece(ok) end");
}

TEST(Replay, AClientThatLeavesEndsItsExchange) {
    cassette::Exchange exchange = answered("1", get_call("/x"), "ok");
    exchange.output.duration = 100'000;
    const Replay replay(exchange, 1000);
    const auto stage = std::make_shared<Stage>("GET", "/x");
    const auto handler = replay.ask(stage);
    stage->is_over = true;
    handler->on_gone();
    EXPECT_EQ(replay.answered.size(), 1U);
}

TEST(Replay, WhatHadNoAnswerHasNone) {
    cassette::Exchange exchange = answered("1", get_call("/x"), "");
    exchange.output.answer.reset();
    exchange.output.error = "connect";
    const Replay refused(exchange);
    auto stage = std::make_shared<Stage>("GET", "/x");
    refused.ask(stage);
    EXPECT_EQ(stage->done, "reset");
    exchange.output.error = "timeout";
    const Replay late(exchange);
    stage = std::make_shared<Stage>("GET", "/x");
    late.ask(stage);
    EXPECT_EQ(stage->done, "spoilt end");
}

TEST(Replay, AMissIsAnsweredAndTold) {
    const Replay replay(answered("1", get_call("/x"), ""));
    const auto stage = std::make_shared<Stage>("GET", "/y");
    replay.ask(stage);
    EXPECT_EQ(stage->status, kMissStatus);
    EXPECT_NE(stage->sent.find("replay.no_recording"), std::string::npos);
    EXPECT_EQ(replay.told,
              std::vector<std::string>{"replay.no_recording: no recording answers `GET /y`"});
}

TEST(Replay, ATunnelNeedsAConnectionOfItsOwn) {
    const Replay replay(answered("1", get_call("/x"), ""));
    const auto stage = std::make_shared<Stage>("CONNECT", "a.test:443");
    replay.ask(stage);
    EXPECT_EQ(stage->done, "");
    const auto other = std::make_shared<Stage>("CONNECT", "a.test:443");
    other->can_upgrade = false;
    replay.ask(other);
    EXPECT_NE(other->sent.find("replay.no_tunnel"), std::string::npos);
}

// --- after an upgrade

cassette::Piece frame(cassette::From from, std::string bytes,
                      cassette::Frame kind = cassette::Frame::Text) {
    return {0, from, std::move(bytes), kind};
}
constexpr auto kIn = cassette::From::FrameIn;
constexpr auto kOut = cassette::From::FrameOut;

cassette::Exchange upgraded(std::vector<cassette::Piece> pieces, bool is_raw) {
    cassette::Exchange exchange = answered("1", get_call("/x"), "", 101);
    exchange.kind = cassette::Kind::Stream;
    exchange.carrier = is_raw ? cassette::Carrier::Http : cassette::Carrier::Websocket;
    exchange.framing = is_raw ? cassette::Framing::Raw : cassette::Framing::Frames;
    exchange.output.pieces = std::move(pieces);
    return exchange;
}

TEST(ReplayRaw, BytesAreOneStreamHoweverTheyAreCut) {
    const Replay replay(upgraded(
        {frame(kOut, "hi"), frame(kIn, "abc"), frame(kIn, "d"), frame(kOut, "bye")}, true));
    const auto stage = std::make_shared<Stage>("GET", "/x");
    const auto handler = replay.ask(stage);
    EXPECT_EQ(stage->done, "101 piece(hi)");
    handler->on_piece("a");
    handler->on_piece("bcd");
    EXPECT_EQ(stage->done, "101 piece(hi) piece(bye) end");
    EXPECT_TRUE(replay.told.empty());
}

TEST(ReplayRaw, OtherBytesAreTold) {
    const cassette::Exchange exchange = upgraded({frame(kIn, "abc")}, true);
    const std::string told =
        "replay.other_bytes: `GET /x`: what the client sent after the upgrade is not what was "
        "recorded";
    const auto sent = [&](std::string_view bytes, bool ends) {
        const Replay replay(exchange);
        const auto stage = std::make_shared<Stage>("GET", "/x");
        const auto handler = replay.ask(stage);
        handler->on_piece(bytes);
        if (ends && !stage->is_over) handler->on_end({});
        return std::pair(stage->done, replay.told);
    };
    using Told = std::vector<std::string>;
    EXPECT_EQ(sent("abx", false), std::pair(std::string("101 reset"), Told{told}));
    EXPECT_EQ(sent("ab", true), std::pair(std::string("101 reset"), Told{told}));
    EXPECT_EQ(sent("abcd", false).second, Told{told});
    EXPECT_EQ(sent("abc", false), std::pair(std::string("101 end"), Told{}));
}

TEST(ReplayRaw, CannotBePlayedWhereThereIsNoUpgrade) {
    const Replay replay(upgraded({}, true));
    const auto stage = std::make_shared<Stage>("GET", "/x");
    stage->can_upgrade = false;
    replay.ask(stage);
    EXPECT_EQ(stage->status, kMissStatus);
    EXPECT_EQ(replay.told,
              std::vector<std::string>{"replay.cannot_play: the recording of `GET /x` cannot be "
                                       "played: an upgrade needs HTTP/1.1"});
}

std::shared_ptr<Stage> asking_for_websocket() {
    auto stage = std::make_shared<Stage>("GET", "/x");
    stage->request_.headers = {{"Connection", "Upgrade"},
                               {"Upgrade", "websocket"},
                               {"Sec-WebSocket-Version", "13"},
                               {"Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ=="}};
    return stage;
}

std::string masked(std::string_view text) {
    std::string bytes;
    http::append_frame(bytes, {true, 0, 1, 0x01020304, text});
    return bytes;
}

std::string plain(std::string_view text) {
    std::string bytes;
    http::append_frame(bytes, {true, 0, 1, std::nullopt, text});
    return bytes;
}

TEST(ReplayFrames, MessagesWaitForEachOther) {
    const Replay replay(upgraded({frame(kOut, "hi"), frame(kIn, R"({"a":1,"b":2})"),
                                  frame(kOut, "yes"), frame(kIn, "", cassette::Frame::Close)},
                                 false));
    const auto stage = asking_for_websocket();
    const auto handler = replay.ask(stage);
    EXPECT_EQ(stage->accepted, "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=");
    EXPECT_EQ(stage->sent, plain("hi"));
    handler->on_piece(masked(R"({"b": 2, "a": 1})"));
    EXPECT_EQ(stage->sent, plain("hi") + plain("yes"));
    EXPECT_FALSE(stage->is_over);
    std::string close;
    http::append_frame(close, {true, 0, 8, 0, std::string_view("\x03\xE8", 2)});
    handler->on_piece(close);
    EXPECT_TRUE(stage->is_over);
    EXPECT_TRUE(replay.told.empty());
}

TEST(ReplayFrames, AnotherMessageIsToldAndEndsIt) {
    const Replay replay(upgraded({frame(kIn, R"({"a":1})"), frame(kOut, "never")}, false));
    const auto stage = asking_for_websocket();
    const auto handler = replay.ask(stage);
    handler->on_piece(masked(R"({"a":2})"));
    EXPECT_EQ(replay.told,
              std::vector<std::string>{"replay.other_message: `GET /x`: message 1 of the client is "
                                       "not the recorded one: body /a: 2, not 1"});
    EXPECT_EQ(stage->sent.substr(2, 2), "\x03\xF3");  // 1011
    EXPECT_EQ(stage->sent.find("never"), std::string::npos);
    EXPECT_EQ(replay.replayer->unmatched().size(), 1U);
}

TEST(ReplayFrames, ARequestThatIsNoHandshakeIsNotPlayed) {
    const Replay replay(upgraded({frame(kOut, "hi")}, false));
    const auto stage = std::make_shared<Stage>("GET", "/x");
    replay.ask(stage);
    EXPECT_EQ(stage->status, kMissStatus);
    EXPECT_EQ(stage->sent.find("hi\n"), std::string::npos);
}

}  // namespace
}  // namespace understudy::serve
