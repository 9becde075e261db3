// Graceful shutdown: what is idle goes at once, what is under way is finished, what is stuck is
// cut.
#include <gtest/gtest.h>

#include <future>

#include "io/impl/h2_testing.hpp"
#include "io/impl/server_testing.hpp"

namespace understudy::io {
namespace {

using namespace std::chrono_literals;

const TestAuthority& authority() {
    static const TestAuthority authority;
    return authority;
}

// Every wait but the one that is tested would be noticed.
ServerOptions patient(ServerOptions options = one_loop()) {
    options.patience.head = options.patience.body = options.patience.idle = 60s;
    options.patience.write = options.patience.linger = options.patience.drain = 60s;
    return options;
}

std::chrono::steady_clock::duration time_to_shut_down(TestServer& server) {
    const auto start = std::chrono::steady_clock::now();
    server->shut_down();
    return std::chrono::steady_clock::now() - start;
}

TEST(ServerShutdown, WithNobodyThere) {
    Seen seen;
    ServerOptions options = patient();
    options.loops = 3;
    TestServer server(echo(seen), options);
    EXPECT_LT(time_to_shut_down(server), 10s);
    server->shut_down();  // twice is once
}

TEST(ServerShutdown, IdleConnectionsAreClosedAtOnce) {
    Seen seen;
    TestServer server(echo(seen), patient(authority().options()));
    const auto client = authority().client();
    Wire silent(server.address());
    Wire used(server.address());
    Wire secure(server.address());
    Wire half(server.address());
    Wire second(server.address());
    H2Wire h2(second);
    used.send(get("/a"));
    EXPECT_EQ(used.answer().status, 200);
    ASSERT_TRUE(secure.start_tls(*client, "localhost"));
    secure.send(get("/a"));
    EXPECT_EQ(secure.answer().status, 200);
    half.send(std::string_view("\x16\x03", 2));
    EXPECT_EQ(h2.call("GET", "/a").status(), 200);
    ASSERT_TRUE(server.has(5));
    EXPECT_LT(time_to_shut_down(server), 10s) << "nobody had to close first";
    EXPECT_EQ(server->connections(), 0U);
    for (Wire* wire : {&silent, &used, &secure, &half}) {
        EXPECT_EQ(wire->read_all(), "");
        EXPECT_EQ(wire->how(), Wire::End::Ended);
    }
    while (h2.turn()) {
    }
    EXPECT_EQ(h2.count("GOAWAY 1 0"), 1U);
    EXPECT_EQ(second.how(), Wire::End::Ended);
}

TEST(ServerShutdown, AnAnswerUnderWayIsFinished) {
    Seen seen;
    std::vector<ExchangePtr> kept;
    TestServer server(
        [&](const ExchangePtr& exchange) {
            kept.push_back(exchange);
            exchange->respond(ok(), std::nullopt);
            exchange->piece("first ");
            seen.add("began");
            auto handler = std::make_unique<Scripted>();
            handler->gone = [&] { seen.add("gone"); };
            return handler;
        },
        patient());
    Wire one(server.address());
    one.send(get("/one") + get("/never"));
    Wire two(server.address());
    H2Wire h2(two);
    const http::StreamId stream = h2.begin("GET", "/two");
    ASSERT_TRUE(seen.wait_for("began", 2));
    auto down = std::async(std::launch::async, [&] { return time_to_shut_down(server); });
    ASSERT_TRUE(h2.until([&] { return h2.count("GOAWAY 1 0") == 1; }));
    kept[0]->loop().post([&] {
        for (const ExchangePtr& exchange : kept) {
            exchange->piece("last");
            exchange->finish();
        }
    });
    EXPECT_EQ(one.answer().body, "first last");
    EXPECT_EQ(one.read_all(), "") << "what waited behind it is not begun";
    EXPECT_EQ(h2.wait(stream).body, "first last");
    while (h2.turn()) {
    }
    EXPECT_EQ(two.how(), Wire::End::Ended);
    one.close();
    two.close();
    EXPECT_LT(down.get(), 10s);
    EXPECT_EQ(seen.count("began"), 2U);
    EXPECT_EQ(seen.count("gone"), 0U);
    kept.clear();
}

TEST(ServerShutdown, AHeadUnderWayIsStillAnswered) {
    Seen seen;
    TestServer server(echo(seen), patient());
    Wire wire(server.address());
    wire.send(get("/a"));
    EXPECT_EQ(wire.answer().status, 200);
    Wire other(server.address());
    wire.send("GET /b HTTP/1.1\r\nHo");
    other.send(get("/c"));  // the one before has arrived when this is answered
    EXPECT_EQ(other.answer().status, 200);
    auto down = std::async(std::launch::async, [&] { return time_to_shut_down(server); });
    EXPECT_EQ(other.read_all(), "");  // by now it is shutting down
    wire.send("st: x\r\n\r\n");
    const Wire::Answer answer = wire.answer();
    EXPECT_EQ(answer.body, "GET /b");
    EXPECT_NE(answer.head.find("\r\nConnection: close\r\n"), std::string::npos);
    EXPECT_EQ(wire.read_all(), "");
    wire.close();
    EXPECT_LT(down.get(), 10s);
}

TEST(ServerShutdown, NobodyNewIsLetIn) {
    Seen seen;
    ExchangePtr kept;
    ServerOptions options = patient();
    options.loops = 2;
    TestServer server(
        [&](const ExchangePtr& exchange) {
            kept = exchange;
            seen.add("began");
            return std::make_unique<Scripted>();
        },
        options);
    Wire wire(server.address());
    wire.send(get("/a"));
    ASSERT_TRUE(seen.wait_for("began"));
    auto down = std::async(std::launch::async, [&] { return time_to_shut_down(server); });
    socklen_t size = 0;
    const sockaddr_storage name = name_of(server.address(), size);
    EXPECT_TRUE(soon([&] {
        const Fd socket(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
        return ::connect(socket.get(), reinterpret_cast<const sockaddr*>(&name), size) != 0 &&
               errno == ECONNREFUSED;
    }));
    kept->loop().post([kept] { kept->answer(ok(), "done"); });
    EXPECT_EQ(wire.answer().body, "done");
    wire.close();
    EXPECT_LT(down.get(), 10s);
    kept.reset();
}

TEST(ServerShutdown, WhatIsStuckIsCutInTheEnd) {
    Seen seen;
    ServerOptions options = patient();
    options.patience.drain = 50ms;
    TestServer server(
        [&](const ExchangePtr& exchange) {
            const std::string& target = exchange->request().target;
            if (target == "/raw") {
                http::ResponseHead head;
                head.status = 101;
                EXPECT_TRUE(exchange->upgrade(head));
            } else if (target == "/much") {
                exchange->answer(ok(), std::string(std::size_t{24} * 1024 * 1024, 'x'));
            }
            seen.add("began");
            auto handler = std::make_unique<Scripted>();
            handler->gone = [&, exchange] {
                EXPECT_FALSE(exchange->is_open());
                seen.add("gone");
            };
            return handler;
        },
        options);
    Wire never(server.address());
    Wire raw(server.address());
    Wire deaf(server.address(), 4096);
    Wire body(server.address());
    never.send(get("/never"));
    raw.send(get("/raw", "Connection: upgrade\r\nUpgrade: raw\r\n"));
    deaf.send(get("/much"));
    body.send("POST /body HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nhalf");
    ASSERT_TRUE(seen.wait_for("began", 4));
    const auto time = time_to_shut_down(server);
    EXPECT_GE(time, 50ms);
    EXPECT_LT(time, 10s);
    EXPECT_EQ(server->connections(), 0U);
    EXPECT_EQ(seen.count("gone"), 3U) << "all but the one that was finished";
    EXPECT_EQ(never.read_all(), "");
    EXPECT_EQ(raw.answer().status, 101);
    EXPECT_EQ(raw.read_all(), "");
}

TEST(ServerShutdown, ADestroyedServerIsShutDown) {
    Seen seen;
    ServerOptions options = patient();
    options.patience.drain = 20ms;
    Wire* kept = nullptr;
    std::unique_ptr<Wire> wire;
    {
        const TestServer server(
            [&](const ExchangePtr&) {
                seen.add("began");
                auto handler = std::make_unique<Scripted>();
                handler->gone = [&] { seen.add("gone"); };
                return handler;
            },
            options);
        wire = std::make_unique<Wire>(server.address());
        kept = wire.get();
        kept->send(get("/a"));
        ASSERT_TRUE(seen.wait_for("began"));
    }
    EXPECT_EQ(seen.count("gone"), 1U);
    EXPECT_EQ(kept->read_all(), "");
}

TEST(ServerShutdown, ATunnelUnderWayIsFinishedToo) {
    Seen seen;
    ExchangePtr kept;
    TestServer server(
        [&](const ExchangePtr& exchange) -> std::unique_ptr<Handler> {
            auto handler = std::make_unique<Scripted>();
            if (exchange->request().method == "CONNECT") {
                handler->end = [exchange](const http::Headers&) { exchange->intercept(); };
            } else {
                kept = exchange;
                seen.add("began");
            }
            return handler;
        },
        patient(authority().options()));
    const auto client = authority().client();
    Wire wire(server.address());
    wire.send("CONNECT a.test:443 HTTP/1.1\r\nHost: a.test:443\r\n\r\n");
    EXPECT_EQ(wire.read_until("\r\n\r\n"), "HTTP/1.1 200 Connection established\r\n\r\n");
    ASSERT_TRUE(wire.start_tls(*client, "a.test", true));
    H2Wire h2(wire);
    const http::StreamId stream = h2.begin("GET", "/");
    ASSERT_TRUE(seen.wait_for("began"));
    auto down = std::async(std::launch::async, [&] { return time_to_shut_down(server); });
    ASSERT_TRUE(h2.until([&] { return h2.count("GOAWAY 1 0") == 1; }));
    kept->loop().post([kept] { kept->answer(ok(), "done"); });
    EXPECT_EQ(h2.wait(stream).body, "done");
    wire.close();
    EXPECT_LT(down.get(), 10s);
    kept.reset();
}

}  // namespace
}  // namespace understudy::io
