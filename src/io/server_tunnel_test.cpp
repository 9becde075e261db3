// Connections that become something else: upgraded ones, and a proxy's that turns out to be the
// host itself.
#include <gtest/gtest.h>

#include "io/impl/h2_testing.hpp"
#include "io/impl/server_testing.hpp"

namespace understudy::io {
namespace {

const TestAuthority& authority() {
    static const TestAuthority authority;
    return authority;
}

http::ResponseHead switching() {
    http::ResponseHead head;
    head.status = 101;
    head.headers.add("Connection", "Upgrade");
    head.headers.add("Upgrade", "raw");
    return head;
}
std::string upgrade_request() {
    return get("/raw", "Connection: Upgrade\r\nUpgrade: raw\r\n");
}

// Sends back what it gets, in capitals of a kind, and `.` at the end.
Accept raw_echo(Seen& seen) {
    return [&seen](const ExchangePtr& exchange) {
        auto handler = std::make_unique<Scripted>();
        const auto raw = std::make_shared<bool>(false);
        handler->piece = [&seen, exchange](std::string_view bytes) {
            seen.add(std::string(bytes));
            exchange->piece('<' + std::string(bytes) + '>');
        };
        handler->end = [&seen, exchange, raw](const http::Headers&) {
            if (!std::exchange(*raw, true)) {
                EXPECT_TRUE(exchange->upgrade(switching()));
                return;
            }
            seen.add("end");
            exchange->piece(".");
            exchange->finish();
        };
        handler->gone = [&seen] { seen.add("gone"); };
        return handler;
    };
}

void expect_raw_echo(Wire& wire) {
    EXPECT_EQ(wire.answer().status, 101);
    wire.send("one");
    EXPECT_EQ(wire.read_until(">"), "<one>");
    wire.send("two");
    EXPECT_EQ(wire.read_until(">"), "<two>");
    wire.end();
    EXPECT_EQ(wire.read_all(), ".");
    EXPECT_EQ(wire.how(), Wire::End::Ended);
}

TEST(ServerTunnel, UpgradedBytesGoBothWaysUntilTheClientEnds) {
    Seen seen;
    const TestServer server(raw_echo(seen));
    Wire wire(server.address());
    wire.send(upgrade_request());
    expect_raw_echo(wire);
    EXPECT_TRUE(seen.wait_for("gone"));
    EXPECT_TRUE(server.is_empty());
    EXPECT_EQ(seen.all(), (std::vector<std::string>{"one", "two", "end", "gone"}));
}

TEST(ServerTunnel, TheSameThroughTls) {
    Seen seen;
    const TestServer server(raw_echo(seen), authority().options());
    const auto client = authority().client();
    Wire wire(server.address());
    ASSERT_TRUE(wire.start_tls(*client, "localhost"));
    wire.send(upgrade_request());
    expect_raw_echo(wire);
    EXPECT_TRUE(seen.wait_for("gone"));
    EXPECT_TRUE(server.is_empty());
}

TEST(ServerTunnel, BytesSentBeforeTheAnswerAreNotLost) {
    Seen seen;
    ExchangePtr kept;
    const TestServer server([&](const ExchangePtr& exchange) {
        kept = exchange;
        auto handler = std::make_unique<Scripted>();
        handler->piece = [&, exchange](std::string_view bytes) {
            seen.add(std::string(bytes));
            exchange->piece(bytes);
        };
        seen.add("began");
        return handler;
    });
    Wire wire(server.address());
    wire.send(upgrade_request() + "early");
    ASSERT_TRUE(seen.wait_for("began"));
    wire.send(" bird");
    kept->loop().post([&] { EXPECT_TRUE(kept->upgrade(switching())); });
    EXPECT_EQ(wire.answer().status, 101);
    EXPECT_EQ(wire.read_exactly(10), "early bird");
}

TEST(ServerTunnel, TheServerMayEndFirst) {
    for (const bool tls : {false, true}) {
        Seen seen;
        std::string got;
        const TestServer server(
            [&](const ExchangePtr& exchange) {
                auto handler = std::make_unique<Scripted>();
                const auto raw = std::make_shared<bool>(false);
                handler->piece = [&](std::string_view bytes) { got += bytes; };
                handler->end = [&, exchange, raw](const http::Headers&) {
                    if (!std::exchange(*raw, true)) {
                        EXPECT_TRUE(exchange->upgrade(switching()));
                        exchange->piece("my last word");
                        exchange->finish();
                        exchange->piece("unheard");
                        return;
                    }
                    seen.add("end");
                };
                handler->gone = [&] { seen.add("gone"); };
                return handler;
            },
            tls ? authority().options() : one_loop());
        Wire wire(server.address());
        const auto client = authority().client();
        ASSERT_TRUE(!tls || wire.start_tls(*client, "localhost"));
        wire.send(upgrade_request());
        EXPECT_EQ(wire.answer().status, 101);
        EXPECT_EQ(wire.read_all(), "my last word");
        EXPECT_EQ(wire.how(), Wire::End::Ended);
        EXPECT_TRUE(wire.send("but mine "));  // the other direction goes on
        EXPECT_TRUE(wire.send("comes later"));
        wire.end();
        EXPECT_TRUE(seen.wait_for("gone"));
        EXPECT_EQ(got, "but mine comes later");
        EXPECT_EQ(seen.all(), (std::vector<std::string>{"end", "gone"}));
        EXPECT_TRUE(server.is_empty());
    }
}

TEST(ServerTunnel, AnUpgradeInTheAcceptFunction) {
    const TestServer server([](const ExchangePtr& exchange) {
        EXPECT_TRUE(exchange->upgrade(switching()));
        exchange->piece("hello");
        auto handler = std::make_unique<Scripted>();
        handler->piece = [exchange](std::string_view bytes) { exchange->piece(bytes); };
        return handler;
    });
    Wire wire(server.address());
    wire.send(upgrade_request() + "and more");
    EXPECT_EQ(wire.answer().status, 101);
    EXPECT_EQ(wire.read_exactly(13), "helloand more");
}

TEST(ServerTunnel, WhatCannotBeUpgradedSaysSo) {
    const TestServer server([](const ExchangePtr& exchange) {
        const bool done = exchange->upgrade(switching()) || exchange->intercept();
        exchange->answer(ok(), done ? "yes" : "no");
        return nullptr;
    });
    Wire wire(server.address());  // its body is not read yet
    wire.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n");
    EXPECT_EQ(wire.answer().body, "no");
    Wire second(server.address());
    H2Wire h2(second);
    EXPECT_EQ(h2.call("GET", "/").body, "no");
}

// A proxy that plays every host itself.
Accept intercepting(Seen& seen) {
    return [&seen](const ExchangePtr& exchange) -> std::unique_ptr<Handler> {
        const http::RequestHead& head = exchange->request();
        const Origin& origin = exchange->origin();
        if (head.method == "CONNECT") {
            auto handler = std::make_unique<Scripted>();
            handler->end = [exchange](const http::Headers&) { EXPECT_TRUE(exchange->intercept()); };
            handler->gone = [&seen] { seen.add("tunnel"); };
            return handler;
        }
        exchange->answer(ok(), head.method + ' ' + head.target + " in " + origin.tunnel +
                                   (origin.secure ? " for " + origin.server_name : ""));
        return nullptr;
    };
}

std::string connect_to(std::string_view host) {
    return "CONNECT " + std::string(host) + " HTTP/1.1\r\nHost: " + std::string(host) + "\r\n\r\n";
}
constexpr std::string_view kEstablished = "HTTP/1.1 200 Connection established\r\n\r\n";

TEST(ServerTunnel, AnInterceptedHostSpeaksTls) {
    Seen seen;
    const TestServer server(intercepting(seen), authority().options());
    const auto client = authority().client();
    for (const bool h2 : {false, true}) {
        Wire wire(server.address());
        wire.send(connect_to("api.example.test:443"));
        EXPECT_EQ(wire.read_until("\r\n\r\n"), kEstablished);
        ASSERT_TRUE(wire.start_tls(*client, "api.example.test", h2)) << wire.tls().failure();
        const std::string expected = "GET /a in api.example.test:443 for api.example.test";
        if (h2) {
            H2Wire inside(wire);
            EXPECT_EQ(inside.call("GET", "/a").body, expected);
            EXPECT_EQ(inside.call("GET", "/a").body, expected);
        } else {
            wire.send(get("/a"));
            EXPECT_EQ(wire.answer().body, expected);
            wire.send(get("/a"));
            EXPECT_EQ(wire.answer().body, expected);
        }
    }
    EXPECT_TRUE(seen.wait_for("tunnel", 2));
    EXPECT_TRUE(server.is_empty());
}

TEST(ServerTunnel, AnInterceptedAddressIsShownWithoutBeingNamed) {
    Seen seen;
    const TestServer server(intercepting(seen), authority().options());
    const auto client = authority().client();
    for (const std::string_view host : {"192.0.2.7", "2001:db8::7"}) {
        const bool six = host.find(':') != std::string_view::npos;
        const std::string target =
            (six ? '[' + std::string(host) + ']' : std::string(host)) + ":443";
        Wire wire(server.address());
        wire.send(connect_to(target));
        EXPECT_EQ(wire.read_until("\r\n\r\n"), kEstablished);
        ASSERT_TRUE(wire.start_tls(*client, host)) << wire.tls().failure();
        wire.send(get("/a"));
        EXPECT_EQ(wire.answer().body, "GET /a in " + target + " for ");
    }
}

TEST(ServerTunnel, AnInterceptedHostMaySpeakPlainly) {
    Seen seen;
    const TestServer server(intercepting(seen));
    Wire wire(server.address());
    wire.send(connect_to("a.test:80"));
    EXPECT_EQ(wire.read_until("\r\n\r\n"), kEstablished);
    wire.send(get("/a"));
    EXPECT_EQ(wire.answer().body, "GET /a in a.test:80");
    Wire second(server.address());
    second.send(connect_to("b.test:80"));
    EXPECT_EQ(second.read_until("\r\n\r\n"), kEstablished);
    H2Wire h2(second);
    EXPECT_EQ(h2.call("GET", "/b").body, "GET /b in b.test:80");
}

TEST(ServerTunnel, ImpatientClientsAreUnderstood) {
    Seen seen;
    const TestServer server(intercepting(seen));
    Wire wire(server.address());
    // The tunnel's first request in the same breath, and an answer before the tunnel.
    wire.send(get("/before") + connect_to("a.test:80") + get("/a") + get("/b"));
    EXPECT_EQ(wire.answer().body, "GET /before in ");
    EXPECT_EQ(wire.read_until("\r\n\r\n"), kEstablished);
    EXPECT_EQ(wire.answer().body, "GET /a in a.test:80");
    EXPECT_EQ(wire.answer().body, "GET /b in a.test:80");
}

TEST(ServerTunnel, TlsToTheProxyAndTlsInsideIt) {
    Seen seen;
    TestServer server(intercepting(seen), authority().options());
    const auto client = authority().client();
    Wire wire(server.address());
    ASSERT_TRUE(wire.start_tls(*client, "localhost"));
    wire.send(connect_to("api.example.test:443"));
    EXPECT_EQ(wire.read_until("\r\n\r\n"), kEstablished);
    ASSERT_TRUE(wire.start_tls(*client, "api.example.test")) << wire.tls().failure();
    wire.send(get("/a", "Connection: close\r\n"));
    EXPECT_EQ(wire.answer().body, "GET /a in api.example.test:443 for api.example.test");
    EXPECT_EQ(wire.read_all(), "");
    EXPECT_EQ(wire.tls().state(), Tls::State::Ended) << "the inner one says goodbye, too";
    wire.close();
    EXPECT_TRUE(server.is_empty());
}

TEST(ServerTunnel, HalfClosedTlsInsideTls) {
    Seen seen;
    const TestServer server(
        [&](const ExchangePtr& exchange) -> std::unique_ptr<Handler> {
            if (exchange->request().method == "CONNECT") return intercepting(seen)(exchange);
            return raw_echo(seen)(exchange);
        },
        authority().options());
    const auto client = authority().client();
    Wire wire(server.address());
    ASSERT_TRUE(wire.start_tls(*client, "localhost"));
    wire.send(connect_to("a.test:443"));
    EXPECT_EQ(wire.read_until("\r\n\r\n"), kEstablished);
    ASSERT_TRUE(wire.start_tls(*client, "a.test"));
    wire.send(upgrade_request());
    expect_raw_echo(wire);
    EXPECT_TRUE(server.is_empty());
}

TEST(ServerTunnel, TunnelsInTunnelsInTunnelsComeToAnEnd) {
    Seen seen;
    const TestServer server(intercepting(seen), authority().options());
    const auto client = authority().client();
    Wire wire(server.address());
    for (int depth = 0; depth < 3; ++depth) {
        wire.send(connect_to("a.test:443"));
        EXPECT_EQ(wire.read_until("\r\n\r\n"), kEstablished);
        ASSERT_TRUE(wire.start_tls(*client, "a.test"));
    }
    wire.send(connect_to("a.test:443"));
    EXPECT_EQ(wire.read_until("\r\n\r\n"), kEstablished);
    wire.send("\x16\x03\x01 is no method\r\n\r\n");
    EXPECT_EQ(wire.answer().status, 400);
}

TEST(ServerTunnel, ALargeAnswerBeforeATunnelIsNotLost) {
    Seen seen;
    const std::string much(std::size_t{12} * 1024 * 1024, 'x');
    const TestServer server([&](const ExchangePtr& exchange) -> std::unique_ptr<Handler> {
        if (exchange->request().target != "/much") return intercepting(seen)(exchange);
        exchange->answer(ok(), much);
        return nullptr;
    });
    Wire wire(server.address(), 4096);
    wire.send(get("/much"));
    EXPECT_NE(wire.read_until("\r\n\r\n"), "");  // the rest waits for us to read it
    wire.send(connect_to("a.test:80") + get("/a"));
    EXPECT_EQ(wire.read_exactly(much.size()).size(), much.size());
    EXPECT_EQ(wire.read_until("\r\n\r\n"), kEstablished);
    EXPECT_EQ(wire.answer().body, "GET /a in a.test:80");
}

}  // namespace
}  // namespace understudy::io
