#include "http/ws.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "base/bytes.hpp"
#include "base/seed.hpp"

namespace understudy::http {
namespace {

using namespace std::string_literals;

constexpr std::uint32_t kMask = 0x37FA213D;

std::string frame(bool is_final, int opcode, std::string_view payload,
                  std::optional<std::uint32_t> mask = kMask) {
    std::string out;
    append_frame(out, {.is_final = is_final,
                       .reserved = 0,
                       .opcode = static_cast<std::uint8_t>(opcode),
                       .mask = mask,
                       .payload = payload});
    return out;
}

std::string hex(std::string_view text) {
    return base::from_hex(text).value();
}

WebSocket make_client(const WsLimits& limits = {}) {
    return WebSocket::as_client([] { return kMask; }, limits);
}

WsEvents feed(WebSocket& socket, std::string_view bytes) {
    WsEvents events;
    socket.feed(bytes, events);
    return events;
}

std::string drained(WebSocket& socket) {
    std::string out;
    socket.drain(out);
    return out;
}

// --- the examples of RFC 6455, section 5.7 ---

TEST(Ws, ReadsTheExamplesOfTheStandard) {
    WebSocket client = make_client();
    EXPECT_EQ(feed(client, hex("810548656c6c6f")), WsEvents{WsMessage({true, "Hello"})});
    EXPECT_EQ(feed(client, hex("010348656c") + hex("80026c6f")),
              WsEvents{WsMessage({true, "Hello"})});
    WebSocket server = WebSocket::as_server({});
    EXPECT_EQ(feed(server, hex("818537fa213d7f9f4d5158")), WsEvents{WsMessage({true, "Hello"})});
    EXPECT_EQ(feed(server, hex("8a8537fa213d7f9f4d5158")), WsEvents{WsPong{"Hello"}});
    const std::string large(256, '\x05');
    EXPECT_EQ(feed(client, hex("827e0100") + large), WsEvents{WsMessage({false, large})});
    const std::string larger(65'536, 'x');
    EXPECT_EQ(feed(client, hex("827f0000000000010000") + larger),
              WsEvents{WsMessage({false, larger})});
}

TEST(Ws, SendsTheExamplesOfTheStandard) {
    WebSocket server = WebSocket::as_server({});
    EXPECT_TRUE(server.send_text("Hello"));
    EXPECT_EQ(base::to_hex(drained(server)), "810548656c6c6f");
    server.send_frame(false, WsOpcode::Text, "Hel");
    server.send_frame(true, WsOpcode::Continuation, "lo");
    EXPECT_EQ(base::to_hex(drained(server)), "010348656c80026c6f");
    EXPECT_TRUE(server.send_binary(std::string(256, 'x')));
    EXPECT_EQ(base::to_hex(drained(server).substr(0, 4)), "827e0100");
    EXPECT_TRUE(server.send_binary(std::string(65'536, 'x')));
    EXPECT_EQ(base::to_hex(drained(server).substr(0, 10)), "827f0000000000010000");
    WebSocket client = make_client();
    EXPECT_TRUE(client.send_text("Hello"));
    EXPECT_EQ(base::to_hex(drained(client)), "818537fa213d7f9f4d5158");
}

// --- control frames ---

TEST(Ws, PingIsAnsweredAndDoesNotDisturbAMessage) {
    WebSocket server = WebSocket::as_server({});
    const WsEvents events =
        feed(server, frame(false, 1, "a") + frame(true, 9, "who") + frame(true, 0, "b"));
    EXPECT_EQ(events, (WsEvents{WsPing{"who"}, WsMessage{true, "ab"}}));
    EXPECT_EQ(drained(server), frame(true, 10, "who", {}));
}

TEST(Ws, FloodOfPingsIsAnsweredOnceItsAnswersLeave) {
    WebSocket server = WebSocket::as_server({.message_bytes = 100, .backlog_bytes = 20});
    std::string flood;
    for (int i = 0; i < 50; ++i) flood += frame(true, 9, std::to_string(i % 10) + "-pings");
    WsEvents events;
    server.feed(flood, events);
    EXPECT_EQ(events.size(), 50U);
    EXPECT_EQ(drained(server), frame(true, 10, "0-pings", {}) + frame(true, 10, "1-pings", {}) +
                                   frame(true, 10, "2-pings", {}) + frame(true, 10, "9-pings", {}));
    EXPECT_EQ(drained(server), "");
}

TEST(Ws, CloseOfThePeerIsEchoed) {
    WebSocket server = WebSocket::as_server({});
    EXPECT_EQ(feed(server, frame(true, 8, "\x0f\xa1gone"s)), WsEvents{WsClosed({4001, "gone"})});
    EXPECT_EQ(drained(server), frame(true, 8, "\x0f\xa1"s, {}));
    EXPECT_TRUE(server.wants_close());
    EXPECT_FALSE(server.send_text("late"));
    EXPECT_EQ(feed(server, frame(true, 1, "ignored")), WsEvents{});
    EXPECT_EQ(drained(server), "");
}

TEST(Ws, CloseWithoutACodeIsEchoedEmpty) {
    WebSocket client = make_client();
    EXPECT_EQ(feed(client, frame(true, 8, "", {})), WsEvents{WsClosed({kWsNoCode, ""})});
    EXPECT_EQ(drained(client), frame(true, 8, ""));
}

TEST(Ws, OwnCloseWaitsForTheAnswerAndStillHearsMessages) {
    WebSocket client = make_client();
    EXPECT_TRUE(client.send_close(kWsNormal, "done"));
    EXPECT_FALSE(client.send_close(kWsNormal, "twice"));
    EXPECT_EQ(drained(client), frame(true, 8,
                                     "\x03\xe8"
                                     "done"s));
    EXPECT_FALSE(client.wants_close());
    EXPECT_FALSE(client.send_text("a"));
    EXPECT_FALSE(client.send_binary("a"));
    EXPECT_FALSE(client.send_ping("a"));
    EXPECT_FALSE(client.send_pong("a"));
    EXPECT_EQ(feed(client, frame(true, 1, "x", {}) + frame(true, 9, "p", {})),
              (WsEvents{WsMessage{true, "x"}, WsPing{"p"}}));
    EXPECT_EQ(feed(client, frame(true, 8, "\x03\xe8"s, {})), WsEvents{WsClosed({1000, ""})});
    EXPECT_EQ(drained(client), "");
    EXPECT_TRUE(client.wants_close());
}

TEST(Ws, EndOfTheConnectionIsAbnormalOnlyWithoutAClose) {
    WebSocket cut = WebSocket::as_server({});
    WsEvents events = feed(cut, frame(false, 1, "a"));
    cut.feed_end(events);
    EXPECT_EQ(events, WsEvents{WsClosed({kWsNoClose, ""})});
    EXPECT_TRUE(cut.wants_close());
    WebSocket closed = WebSocket::as_server({});
    events = feed(closed, frame(true, 8, ""));
    closed.feed_end(events);
    EXPECT_EQ(events.size(), 1U);
}

TEST(Ws, OnlyWhatMayStandOnTheWireIsSent) {
    WebSocket server = WebSocket::as_server({});
    EXPECT_FALSE(server.send_text("\xC3"));
    EXPECT_FALSE(server.send_ping(std::string(126, 'x')));
    EXPECT_FALSE(server.send_pong(std::string(126, 'x')));
    EXPECT_FALSE(server.send_close(1006, ""));
    EXPECT_FALSE(server.send_close(1000, "\xFF"));
    EXPECT_EQ(server.backlog(), 0U);
    EXPECT_TRUE(server.send_ping(std::string(125, 'x')));
    EXPECT_EQ(server.backlog(), 127U);
    drained(server);
    // 123 bytes would end in the middle of the last character.
    EXPECT_TRUE(server.send_close(1000, std::string(122, 'x') + "\xC3\xA9"));
    EXPECT_EQ(drained(server), frame(true, 8, "\x03\xe8"s + std::string(122, 'x'), {}));
}

TEST(Ws, CloseCodesOfTheWire) {
    for (const int good : {1000, 1001, 1002, 1003, 1007, 1011, 1014, 3000, 4999}) {
        EXPECT_TRUE(is_wire_close_code(static_cast<std::uint16_t>(good))) << good;
    }
    for (const int bad : {0, 999, 1004, 1005, 1006, 1015, 1016, 2999, 5000, 65'535}) {
        EXPECT_FALSE(is_wire_close_code(static_cast<std::uint16_t>(bad))) << bad;
    }
}

TEST(Ws, FakeMayMisbehave) {
    WebSocket server = WebSocket::as_server({});
    server.send_frame(false, WsOpcode::Ping, "x");
    server.send_raw(hex("c1"));
    EXPECT_EQ(base::to_hex(drained(server)), "090178c1");
    server.send_frame(true, WsOpcode::Close, "\x01");
    EXPECT_FALSE(server.send_text("after"));
    std::string odd;
    append_frame(odd, {.is_final = true, .reserved = 5, .opcode = 3, .mask = {}, .payload = ""});
    EXPECT_EQ(base::to_hex(odd), "d300");
}

// --- refusals ---

struct Bad {
    std::string name;
    bool is_server;
    std::string bytes;
    std::uint16_t code;
    std::string message;
};

std::vector<Bad> bad_frames() {
    const std::string rules = "the peer broke the rules of WebSocket: ";
    const std::string not_text = rules + "a text is not UTF-8";
    const std::string needless = rules + "a length is written in more bytes than it needs";
    return {
        {"reserved bit", true, hex("c1"), 1002, rules + "a reserved bit is set"},
        {"data opcode", true, hex("83"), 1002, rules + "the opcode 3 means nothing"},
        {"control opcode", false, hex("8f"), 1002, rules + "the opcode 15 means nothing"},
        {"fragmented ping", true, hex("09"), 1002, rules + "a control frame comes in fragments"},
        {"orphan", true, hex("80"), 1002, rules + "a continuation of nothing"},
        {"after end", true, frame(true, 1, "a") + hex("80"), 1002,
         rules + "a continuation of nothing"},
        {"interrupted", true, frame(false, 1, "a") + hex("81"), 1002,
         rules + "a new message begins before the last one ended"},
        {"unmasked", true, hex("8101"), 1002, rules + "a client's frame is not masked"},
        {"masked", false, hex("8181"), 1002, rules + "a server's frame is masked"},
        {"long ping", false, hex("897e"), 1002, rules + "a control frame is longer than 125 bytes"},
        {"needless 16 bits", false, hex("827e007d"), 1002, needless},
        {"needless 64 bits", false, hex("827f000000000000ffff"), 1002, needless},
        {"top bit", false, hex("827f8000000000000000"), 1002,
         rules + "a length has its top bit set"},
        {"half a code", false, hex("880103"), 1002,
         rules + "a close frame has one byte, half a code"},
        {"code 1005", false, hex("880203ed"), 1002, rules + "the close code 1005 may not be sent"},
        {"close reason", false, hex("880303e8ff"), 1007,
         rules + "the reason of a close is not UTF-8"},
        {"overlong", false, hex("8102c0"), 1007, not_text},
        {"surrogate, at once", false, hex("8103eda0"), 1007, not_text},
        {"past the last, at once", false, hex("8104f490"), 1007, not_text},
        {"cut character", false, hex("8102e282"), 1007, not_text},
        {"cut by a fragment", false, hex("0102e282") + hex("800141"), 1007, not_text},
        {"message", false, hex("827e03e9"), 1009,
         "the message is larger than the limit of 1,000 bytes"},
        {"message of fragments", false, hex("027e03e8") + std::string(1000, 'x') + hex("8001"),
         1009, "the message is larger than the limit of 1,000 bytes"},
        {"enormous", false, hex("827f7fffffffffffffff"), 1009,
         "the message is larger than the limit of 1,000 bytes"},
    };
}

TEST(Ws, EveryBrokenRuleIsRefusedAtTheByteThatBreaksIt) {
    const WsLimits limits{.message_bytes = 1000, .backlog_bytes = 1000};
    for (const Bad& bad : bad_frames()) {
        SCOPED_TRACE(bad.name);
        WebSocket socket = bad.is_server ? WebSocket::as_server(limits) : make_client(limits);
        const std::size_t last = bad.bytes.size() - 1;
        WsEvents events = feed(socket, std::string_view(bad.bytes).substr(0, last));
        for (const WsEvent& event : events) {
            EXPECT_FALSE(std::holds_alternative<WsRefused>(event));
        }
        EXPECT_FALSE(socket.wants_close());
        socket.feed(std::string_view(bad.bytes).substr(last), events);
        ASSERT_FALSE(events.empty());
        const auto* refused = std::get_if<WsRefused>(&events.back());
        ASSERT_NE(refused, nullptr);
        EXPECT_EQ(refused->code, bad.code);
        EXPECT_EQ(refused->error.code,
                  bad.code == 1009 ? base::Code::HttpMessageTooLarge : base::Code::HttpBadFrame);
        EXPECT_EQ(base::message(refused->error), bad.message);
        EXPECT_TRUE(socket.wants_close());
        // The close frame tells the peer why; nothing else is heard.
        const std::string sent = drained(socket);
        WebSocket peer = bad.is_server ? make_client() : WebSocket::as_server({});
        const WsEvents told = feed(peer, sent);
        ASSERT_EQ(told.size(), 1U);
        ASSERT_TRUE(std::holds_alternative<WsClosed>(told[0]));
        EXPECT_EQ(std::get<WsClosed>(told[0]).code, bad.code);
        EXPECT_EQ(feed(socket, frame(true, 1, "x")), WsEvents{});
    }
}

TEST(Ws, LongestAllowedIsAllowed) {
    const WsLimits limits{.message_bytes = 1000, .backlog_bytes = 1000};
    WebSocket client = make_client(limits);
    const std::string whole(1000, 'x');
    const WsEvents events = feed(client, frame(false, 2, whole, {}) + frame(true, 0, "", {}) +
                                             frame(true, 9, std::string(125, 'p'), {}));
    EXPECT_EQ(events, (WsEvents{WsMessage{false, whole}, WsPing{std::string(125, 'p')}}));
}

TEST(Ws, CharactersMayBeCutByFragments) {
    WebSocket client = make_client();
    const std::string text = "\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80\xED\x9F\xBF\xF4\x8F\xBF\xBF";
    std::string bytes;
    for (std::size_t i = 0; i < text.size(); ++i) {
        bytes += frame(false, i == 0 ? 1 : 0, text.substr(i, 1), {});
    }
    EXPECT_EQ(feed(client, bytes + frame(true, 0, "", {})), WsEvents{WsMessage({true, text})});
}

// --- any cut ---

// Frames good and bad, drawn from a stream so that the length of the run is bounded.
std::string some_frames(std::uint64_t seed) {
    base::Stream stream{seed, {"frames"}, 0};
    std::string bytes;
    bool in_message = false;
    for (std::uint64_t i = stream.below(8) + 1; i > 0; --i) {
        const std::uint64_t kind = stream.below(10);
        const bool is_final = stream.below(3) != 0;
        const std::string_view samples[] = {"", "hi", "\xE2\x82\xAC", "\xE2\x82", "\xAC", "\xFF"};
        std::string payload(samples[stream.below(6)]);
        if (stream.below(8) == 0) payload += std::string(stream.below(400), 'y');
        if (kind < 6) {
            bytes += frame(is_final, in_message ? 0 : static_cast<int>(1 + kind % 2), payload);
            in_message = !is_final;
        } else if (kind < 9) {
            bytes += frame(true, kind == 6 ? 9 : 10, payload.substr(0, 125));
        } else {
            bytes += frame(true, 8, "\x03\xe8" + payload.substr(0, 100));
        }
    }
    if (stream.below(4) == 0 && !bytes.empty()) {
        bytes[stream.below(bytes.size())] = static_cast<char>(stream.below(256));
    }
    return bytes;
}

// --- compressed messages, as one hears them who listens to others ---

std::string deflated_frame(bool is_final, int opcode, std::string_view payload) {
    std::string out;
    append_frame(out, {.is_final = is_final,
                       .reserved = 4,
                       .opcode = static_cast<std::uint8_t>(opcode),
                       .mask = std::nullopt,
                       .payload = payload});
    return out;
}

TEST(Ws, InflatesWhatPeersHaveAgreedToCompress) {
    // RFC 7692, 7.2.3: one block, two fragments, a kept window, no compression, a last block.
    WebSocket client = make_client();
    client.inflate_messages(true);
    EXPECT_EQ(feed(client, hex("c107f248cdc9c90700")), WsEvents{WsMessage({true, "Hello"})});
    EXPECT_EQ(feed(client, hex("c105f200110000")), WsEvents{WsMessage({true, "Hello"})});
    EXPECT_EQ(feed(client, hex("4103f248cd") + hex("8004c9c90700")),
              WsEvents{WsMessage({true, "Hello"})});
    EXPECT_EQ(feed(client, hex("c10b000500faff48656c6c6f00")),
              WsEvents{WsMessage({true, "Hello"})});
    EXPECT_EQ(feed(client, hex("c108f348cdc9c9070000")), WsEvents{WsMessage({true, "Hello"})});
    // What is not compressed stays as it is, and so do control frames.
    EXPECT_EQ(feed(client, hex("810548656c6c6f") + hex("8a00")),
              (WsEvents{WsMessage({true, "Hello"}), WsPong{""}}));
}

TEST(Ws, ContextsThatAreNotKeptAreForgotten) {
    WebSocket client = make_client();
    client.inflate_messages(false);
    EXPECT_EQ(feed(client, hex("c107f248cdc9c90700")), WsEvents{WsMessage({true, "Hello"})});
    EXPECT_EQ(feed(client, hex("c107f248cdc9c90700")), WsEvents{WsMessage({true, "Hello"})});
    const WsEvents events = feed(client, hex("c105f200110000"));
    ASSERT_EQ(events.size(), 1U);
    EXPECT_EQ(std::get<WsRefused>(events[0]).code, kWsNotText) << "it refers to an earlier message";
}

TEST(Ws, WhatInflatesToNothingGoodIsRefused) {
    const auto refused = [](std::string_view bytes) {
        WebSocket client = make_client({.message_bytes = 100, .backlog_bytes = 1000});
        client.inflate_messages(true);
        const WsEvents events = feed(client, bytes);
        return events.size() == 1 && std::holds_alternative<WsRefused>(events[0])
                   ? std::get<WsRefused>(events[0]).code
                   : std::uint16_t{0};
    };
    EXPECT_EQ(refused(deflated_frame(true, 1, "\xff\xff\xff")), kWsNotText) << "damaged";
    EXPECT_EQ(refused(deflated_frame(true, 1, deflate_message(std::string(101, 'x')))),
              kWsTooLarge);
    EXPECT_EQ(refused(deflated_frame(true, 1, deflate_message("\xff"))), kWsNotText);
    EXPECT_EQ(refused(deflated_frame(true, 9, "")), kWsProtocolError) << "a control frame";
    EXPECT_EQ(refused(deflated_frame(false, 1, "a") + deflated_frame(true, 0, "b")),
              kWsProtocolError)
        << "a continuation";
}

RC_GTEST_PROP(Ws, DeflatedMessagesComeBack, (const std::vector<std::string>& texts, bool keeps)) {
    WebSocket client = make_client();
    client.inflate_messages(keeps);
    std::string bytes;
    WsEvents expected;
    for (const std::string& text : texts) {
        bytes += deflated_frame(true, 2, deflate_message(text));
        expected.emplace_back(WsMessage{false, text});
    }
    WsEvents events;
    for (const char byte : bytes) client.feed({&byte, 1}, events);
    RC_ASSERT(events == expected);
}

RC_GTEST_PROP(Ws, AnyCutGivesTheSameEventsAndAnswers, (std::uint64_t seed, std::uint64_t cuts)) {
    const std::string bytes = some_frames(seed);
    const WsLimits limits{.message_bytes = 500, .backlog_bytes = 1000};
    WebSocket whole = WebSocket::as_server(limits);
    WsEvents expected;
    whole.feed(bytes, expected);

    WebSocket pieces = WebSocket::as_server(limits);
    WsEvents events;
    base::Stream lengths{cuts, {"cuts"}, 0};
    for (std::size_t at = 0; at < bytes.size();) {
        const std::size_t length = lengths.below(9) + 1;
        pieces.feed(std::string_view(bytes).substr(at, length), events);
        at += length;
    }
    RC_ASSERT(events == expected);
    RC_ASSERT(pieces.wants_close() == whole.wants_close());
    RC_ASSERT(drained(pieces) == drained(whole));
}

RC_GTEST_PROP(Ws, WhatOneSideSendsTheOtherHears,
              (const std::vector<std::string>& texts, std::uint32_t mask)) {
    WebSocket client = WebSocket::as_client([mask] { return mask; }, {});
    WebSocket server = WebSocket::as_server({});
    WsEvents expected;
    for (const std::string& text : texts) {
        client.send_binary(text);
        expected.emplace_back(WsMessage{false, text});
    }
    WsEvents events;
    server.feed(drained(client), events);
    RC_ASSERT(events == expected);
}

}  // namespace
}  // namespace understudy::http
