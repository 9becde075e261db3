// How long a client may take. The times are tiny; where a client must not be too slow they are not.
#include <gtest/gtest.h>
#include <poll.h>

#include <future>

#include "io/impl/h2_testing.hpp"
#include "io/impl/server_testing.hpp"

namespace understudy::io {
namespace {

using namespace std::chrono_literals;

ServerOptions patient() {
    ServerOptions options = one_loop();
    options.patience.head = options.patience.body = options.patience.idle = 60s;
    options.patience.write = options.patience.linger = 60s;
    return options;
}

// Waits for the server's word, `pause` at most. True: it has spoken, or closed.
bool has_spoken(const Wire& wire, int pause) {
    pollfd one{wire.number(), POLLIN, 0};
    return ::poll(&one, 1, pause) > 0;
}

// A byte now and then, until the server has had enough of it.
void trickle(Wire& wire, std::string_view text) {
    for (std::size_t i = 0; i < text.size() && !has_spoken(wire, 3); ++i) {
        wire.send(text.substr(i, 1));
    }
}

TEST(ServerTime, AHeadThatTricklesInIsTooSlow) {
    Seen seen;
    ServerOptions options = patient();
    options.patience.head = 60ms;
    const TestServer server(echo(seen), options);
    Wire wire(server.address());
    wire.send(get("/first"));  // the second request's time is counted from its own first byte
    EXPECT_EQ(wire.answer().body, "GET /first");
    trickle(wire, get("/" + std::string(10'000, 'a')));
    const Wire::Answer answer = wire.answer();
    EXPECT_EQ(answer.status, 408);
    EXPECT_EQ(answer.body, "the head of a request did not arrive within 60ms\n");
    EXPECT_EQ(wire.read_all(), "");
    EXPECT_EQ(wire.how(), Wire::End::Ended);
    wire.close();
    EXPECT_TRUE(server.is_empty());
    EXPECT_EQ(seen.all().size(), 1U);
}

TEST(ServerTime, WhoeverSaysNothingIsShownTheDoor) {
    const TestAuthority authority;
    Seen seen;
    ServerOptions options = patient();
    options.authority = authority.get();
    options.patience.head = 40ms;
    const TestServer server(echo(seen), options);
    // Nothing at all, the beginning of a preface, the beginning of TLS, TLS and then nothing.
    for (const std::string_view first : {"", "PRI * HT", "\x16\x03\x01"}) {
        Wire wire(server.address());
        wire.send(first);
        EXPECT_EQ(wire.read_all(), "");
        EXPECT_EQ(wire.how(), Wire::End::Ended);
    }
    Wire wire(server.address());
    const auto client = authority.client();
    ASSERT_TRUE(wire.start_tls(*client, "localhost"));
    EXPECT_EQ(wire.read_all(), "");
    EXPECT_TRUE(server.is_empty());
}

TEST(ServerTime, AStalledBodyIsTooSlow) {
    Seen seen;
    ServerOptions options = patient();
    options.patience.body = 40ms;
    const TestServer server(echo(seen), options);
    Wire wire(server.address());
    wire.send("POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nhalf");
    const Wire::Answer answer = wire.answer();
    EXPECT_EQ(answer.status, 408);
    EXPECT_EQ(answer.body, "the next piece of a body did not arrive within 40ms\n");
    EXPECT_EQ(wire.read_all(), "");
    wire.close();
    EXPECT_TRUE(seen.wait_for("gone POST /a"));
    EXPECT_TRUE(server.is_empty());
}

TEST(ServerTime, AStalledBodyOfHttp2EndsTheConnection) {
    Seen seen;
    ServerOptions options = patient();
    options.patience.body = 40ms;
    const TestServer server(echo(seen), options);
    Wire wire(server.address());
    H2Wire h2(wire);
    const http::StreamId stream = h2.begin("POST", "/a", std::nullopt);
    h2.piece(stream, "half");
    while (h2.turn()) {
    }
    EXPECT_EQ(h2.count("GOAWAY 1 0"), 1U);
    wire.close();
    EXPECT_TRUE(seen.wait_for("gone POST /a"));
    EXPECT_TRUE(server.is_empty());
}

TEST(ServerTime, ABodyMayTakeLongAsLongAsItMoves) {
    Seen seen;
    ServerOptions options = patient();
    options.patience.body = 800ms;
    const TestServer server(echo(seen), options);
    Wire wire(server.address());
    wire.send("POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n");
    for (int i = 0; i < 10; ++i) {
        ASSERT_FALSE(has_spoken(wire, 100)) << i;
        wire.send("x");
    }
    EXPECT_EQ(wire.answer().body, "POST /a xxxxxxxxxx");
}

TEST(ServerTime, AnIdleConnectionIsClosedWithoutAWord) {
    Seen seen;
    ServerOptions options = patient();
    options.patience.idle = 40ms;
    const TestServer server(echo(seen), options);
    Wire wire(server.address());
    wire.send(get("/a"));
    EXPECT_EQ(wire.answer().body, "GET /a");
    EXPECT_EQ(wire.read_all(), "");
    EXPECT_EQ(wire.how(), Wire::End::Ended);
    EXPECT_TRUE(server.is_empty());
}

TEST(ServerTime, AHandlerMayTakeAsLongAsItLikes) {
    Seen seen;
    ServerOptions options = patient();
    options.patience.head = options.patience.body = options.patience.idle = 30ms;
    options.patience.write = 30ms;
    const TestServer server(
        [&](const ExchangePtr& exchange) {
            exchange->loop().after(150ms, [exchange] { exchange->answer(ok(), "late"); });
            return std::make_unique<Scripted>();
        },
        options);
    Wire wire(server.address());
    wire.send(get("/a"));
    EXPECT_EQ(wire.answer().body, "late");
}

TEST(ServerTime, WhoeverAnswersWithoutEverEndingAfterTheClientHasEndedIsToldInTheEnd) {
    Seen seen;
    ServerOptions options = patient();
    options.patience.idle = 40ms;
    const TestServer server(
        [&](const ExchangePtr& exchange) {
            exchange->respond(ok(), std::nullopt);
            exchange->piece("data: 1\n\n");
            auto handler = std::make_unique<Scripted>();
            handler->gone = [&] { seen.add("gone"); };
            return handler;
        },
        options);
    Wire wire(server.address());
    wire.send(get("/a"));
    EXPECT_NE(wire.read_until("data: 1\n\n"), "");
    wire.close();  // no reset: all has been read
    EXPECT_TRUE(seen.wait_for("gone"));
    EXPECT_TRUE(server.is_empty());
}

// More than sockets hold.
constexpr std::size_t kMuch = std::size_t{24} * 1024 * 1024;

TEST(ServerTime, AClientThatDoesNotReadIsDropped) {
    const std::string much(kMuch, 'x');
    Seen seen;
    ServerOptions options = patient();
    options.patience.write = 60ms;
    const TestServer server(
        [&](const ExchangePtr& exchange) {
            auto handler = std::make_unique<Scripted>();
            handler->gone = [&] { seen.add("gone"); };
            if (exchange->request().target == "/whole") {
                exchange->answer(ok(), much);
                return handler;
            }
            exchange->respond(ok(), std::nullopt);
            exchange->piece(much);  // and more to come
            return handler;
        },
        options);
    Wire whole(server.address(), 4096);
    whole.send(get("/whole"));
    EXPECT_TRUE(server.has(1));
    EXPECT_TRUE(server.is_empty());
    EXPECT_EQ(seen.count("gone"), 0U) << "it had finished";
    Wire stream(server.address(), 4096);
    stream.send(get("/stream"));
    EXPECT_TRUE(seen.wait_for("gone"));
    EXPECT_TRUE(server.is_empty());
}

TEST(ServerTime, WhatAClientSendsGivesItNoMoreTimeToRead) {
    const std::string much(kMuch, 'x');
    Seen seen;
    ServerOptions options = patient();
    options.patience.write = 60ms;
    const TestServer server(
        [&](const ExchangePtr& exchange) {
            exchange->answer(ok(), much);
            return nullptr;
        },
        options);
    Wire wire(server.address(), 4096);
    wire.send(get("/a"));
    ASSERT_TRUE(server.has(1));
    // A reset shows as POLLERR, although the answer waits to be read.
    pollfd one{wire.number(), 0, 0};
    int sent = 0;
    while (::poll(&one, 1, 3) == 0 && sent < 3000) sent += wire.send("x") ? 1 : 1;
    EXPECT_LT(sent, 3000);
    EXPECT_TRUE(server.is_empty());
}

TEST(ServerTime, AClientOfHttp2ThatMakesNoRoomIsDropped) {
    const std::string much(kMuch, 'x');
    for (const bool whole : {true, false}) {
        Seen seen;
        ServerOptions options = patient();
        options.patience.write = 60ms;
        const TestServer server(
            [&](const ExchangePtr& exchange) {
                auto handler = std::make_unique<Scripted>();
                handler->gone = [&] { seen.add("gone"); };
                if (whole) {
                    exchange->answer(ok(), much);
                } else {
                    exchange->respond(ok(), std::nullopt);
                    exchange->piece(much);
                }
                return handler;
            },
            options);
        Wire wire(server.address());
        H2Wire h2(wire);
        h2.consumes = false;
        h2.begin("GET", "/a");
        while (h2.turn()) {  // it reads everything, but never says so
        }
        EXPECT_EQ(h2.got[1].status(), 200);
        EXPECT_LT(h2.got[1].body.size(), much.size());
        EXPECT_TRUE(server.is_empty());
        EXPECT_TRUE(whole || seen.wait_for("gone"));
    }
}

TEST(ServerTime, AClientThatReadsSlowlyIsNotDropped) {
    const std::string much(std::size_t{3} * 1024 * 1024, 'x');
    ServerOptions options = patient();
    options.patience.write = 2s;
    const TestServer server(
        [&](const ExchangePtr& exchange) {
            exchange->answer(ok(), much);
            return nullptr;
        },
        options);
    Wire wire(server.address(), 4096);
    wire.send(get("/a"));
    EXPECT_EQ(wire.answer().body.size(), much.size());
}

TEST(ServerTime, AHeldBodyHasAllTheTimeItNeeds) {
    Seen seen;
    ExchangePtr held;
    ServerOptions options = patient();
    options.patience.body = 40ms;
    const TestServer server(
        [&](const ExchangePtr& exchange) {
            auto handler = std::make_unique<Scripted>();
            if (exchange->request().target == "/held") {
                held = exchange;
                seen.add("begun");
                handler->end = [exchange](const http::Headers&) {
                    exchange->answer(ok(), "whole");
                };
            }
            return handler;
        },
        options);
    Wire wire(server.address());
    wire.send("POST /held HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nhalf");
    ASSERT_TRUE(seen.wait_for("begun"));
    // From outside of any call: the time that runs is stopped.
    held->loop().post([&] { held->hold(true); });
    Wire other(server.address());
    other.send("POST /other HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nhalf");
    EXPECT_EQ(other.answer().status, 408);
    Wire third(server.address());
    third.send("POST /other HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nhalf");
    EXPECT_EQ(third.answer().status, 408);
    wire.send("-whole");
    held->loop().post([&] { held->hold(false); });
    EXPECT_EQ(wire.answer().body, "whole");
}

TEST(ServerTime, WhoeverDoesNotCloseIsWaitedForALittle) {
    Seen seen;
    ServerOptions options = patient();
    options.patience.linger = 40ms;
    const TestServer server(echo(seen), options);
    Wire wire(server.address());
    wire.send(get("/a", "Connection: close\r\n"));
    EXPECT_EQ(wire.answer().body, "GET /a");
    EXPECT_EQ(wire.read_all(), "");
    EXPECT_TRUE(server.is_empty());
}

TEST(ServerTime, AnEarlyAnswerIsReceivedWhole) {
    const std::string answer(std::size_t{300} * 1024, 'a');
    const std::string body(std::size_t{8} * 1024 * 1024, 'b');
    const TestServer server([&](const ExchangePtr& exchange) {
        exchange->answer(ok(), answer);
        return nullptr;
    });
    Wire wire(server.address());
    wire.send(post("/a", body));  // all of it, before a byte of the answer is read
    EXPECT_EQ(wire.answer().body.size(), answer.size());
    EXPECT_EQ(wire.read_all(), "");
    EXPECT_EQ(wire.how(), Wire::End::Ended);
    wire.close();
    EXPECT_TRUE(server.is_empty());
}

TEST(ServerTime, AnEarlyAnswerToAShortBodyKeepsTheConnection) {
    const TestServer server([](const ExchangePtr& exchange) {
        exchange->answer(ok(), exchange->request().target);
        return nullptr;
    });
    Wire wire(server.address());
    wire.send("POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nhalf");
    EXPECT_EQ(wire.answer().body, "/a");
    wire.send("-whole" + get("/b"));
    EXPECT_EQ(wire.answer().body, "/b");
}

}  // namespace
}  // namespace understudy::io
