// Clients that vanish, in every phase and in both ways: with a reset and with a mere end.
#include <gtest/gtest.h>

#include <atomic>

#include "io/impl/h2_testing.hpp"
#include "io/impl/server_testing.hpp"

namespace understudy::io {
namespace {

using namespace std::chrono_literals;

const TestAuthority& authority() {
    static const TestAuthority authority;
    return authority;
}

// Streams events until its client has left; counts what lives.
class Streams {
public:
    Accept accept() {
        return [this](const ExchangePtr& exchange) {
            ++living_;
            const std::shared_ptr<void> life(nullptr, [this](void*) { --living_; });
            {
                const std::lock_guard lock(mutex_);
                exchanges_.push_back(exchange);
            }
            seen.add("began");
            auto handler = std::make_unique<Scripted>();
            handler->piece = [this, life](std::string_view) { seen.add("piece"); };
            handler->end = [exchange, raw = false](const http::Headers&) mutable {
                if (std::exchange(raw, exchange->request().headers.has("upgrade"))) {
                    // The client's half of an upgraded stream has ended.
                } else if (raw) {
                    http::ResponseHead head;
                    head.status = 101;
                    head.headers.add("Upgrade", "raw");
                    head.headers.add("Connection", "Upgrade");
                    EXPECT_TRUE(exchange->upgrade(head));
                } else {
                    exchange->respond(ok(), std::nullopt);
                }
                tick(exchange);
            };
            handler->gone = [this] { seen.add("gone"); };
            return handler;
        };
    }
    bool are_all_freed() {
        return soon([this] {
            const std::lock_guard lock(mutex_);
            return living_ == 0 && std::all_of(exchanges_.begin(), exchanges_.end(),
                                               [](const auto& one) { return one.expired(); });
        });
    }
    Seen seen;

private:
    static void tick(const ExchangePtr& exchange) {
        if (!exchange->is_open()) return;
        exchange->piece("data: tick\n\n");
        exchange->loop().after(1ms, [weak = std::weak_ptr(exchange)] {
            if (const auto kept = weak.lock()) tick(kept);
        });
    }
    std::atomic<int> living_{0};
    std::mutex mutex_;
    std::vector<std::weak_ptr<Exchange>> exchanges_;
};

enum class Way : std::uint8_t { Close, Cut };

void leave(Wire& wire, Way way) {
    if (way == Way::Close) {
        wire.close();
    } else {
        wire.cut();
    }
}

class ServerGone : public testing::TestWithParam<Way> {
protected:
    void expect_gone(TestServer& server, std::size_t handlers) {
        EXPECT_TRUE(server.is_empty());
        EXPECT_TRUE(streams_.are_all_freed());
        EXPECT_EQ(streams_.seen.count("began"), handlers);
        EXPECT_EQ(streams_.seen.count("gone"), handlers) << "once each";
    }
    Streams streams_;
};

INSTANTIATE_TEST_SUITE_P(, ServerGone, testing::Values(Way::Close, Way::Cut),
                         [](const auto& one) { return one.param == Way::Close ? "Close" : "Cut"; });

TEST_P(ServerGone, BeforeTheFirstByte) {
    TestServer server(streams_.accept());
    Wire wire(server.address());
    ASSERT_TRUE(server.has(1));
    leave(wire, GetParam());
    expect_gone(server, 0);
}

TEST_P(ServerGone, InAHead) {
    TestServer server(streams_.accept());
    for (const std::string_view part : {"G", "GET / HTTP/1.1\r\nHo", "PRI * HT"}) {
        Wire wire(server.address());
        wire.send(part);
        ASSERT_TRUE(server.has(1));
        leave(wire, GetParam());
        expect_gone(server, 0);
    }
}

TEST_P(ServerGone, InABody) {
    TestServer server(streams_.accept());
    Wire wire(server.address());
    wire.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nhalf");
    ASSERT_TRUE(streams_.seen.wait_for("piece"));
    leave(wire, GetParam());
    expect_gone(server, 1);
}

TEST_P(ServerGone, WhileItsBodyIsHeld) {
    Seen seen;
    TestServer server([&](const ExchangePtr& exchange) {
        exchange->hold(true);
        auto handler = std::make_unique<Scripted>();
        handler->gone = [&] { seen.add("gone"); };
        seen.add("began");
        if (GetParam() == Way::Close) {
            // Only reading on can tell that it has left.
            exchange->loop().after(5ms, [exchange] { exchange->hold(false); });
        }
        return handler;
    });
    Wire wire(server.address());
    wire.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n");
    ASSERT_TRUE(seen.wait_for("began"));
    wire.send("half");
    leave(wire, GetParam());
    EXPECT_TRUE(seen.wait_for("gone"));
    EXPECT_TRUE(server.is_empty());
}

TEST_P(ServerGone, InAStreamOfEvents) {
    TestServer server(streams_.accept());
    Wire wire(server.address());
    wire.send(get("/"));
    EXPECT_NE(wire.read_until("data: tick\n\n"), "");
    leave(wire, GetParam());
    expect_gone(server, 1);
}

TEST_P(ServerGone, InAnUpgradedStream) {
    TestServer server(streams_.accept());
    Wire wire(server.address());
    wire.send(get("/", "Connection: upgrade\r\nUpgrade: raw\r\n"));
    EXPECT_EQ(wire.answer().status, 101);
    EXPECT_NE(wire.read_until("data: tick\n\n"), "");
    wire.send("raw bytes");
    ASSERT_TRUE(streams_.seen.wait_for("piece"));
    leave(wire, GetParam());
    expect_gone(server, 1);
}

TEST_P(ServerGone, InATlsHandshake) {
    TestServer server(streams_.accept(), authority().options());
    Wire wire(server.address());
    std::string hello;
    authority().client()->open("localhost", true)->drain(hello);
    wire.send(hello.substr(0, hello.size() / 2));
    ASSERT_TRUE(server.has(1));
    wire.send(hello.substr(hello.size() / 2));
    EXPECT_NE(wire.read(), "");
    leave(wire, GetParam());
    expect_gone(server, 0);
}

TEST_P(ServerGone, InTls) {
    const auto client = authority().client();
    for (const bool upgrade : {false, true}) {
        Streams streams;
        const TestServer server(streams.accept(), authority().options());
        Wire wire(server.address());
        ASSERT_TRUE(wire.start_tls(*client, "localhost"));
        wire.send(get("/", upgrade ? "Connection: upgrade\r\nUpgrade: raw\r\n" : ""));
        EXPECT_NE(wire.read_until("data: tick\n\n"), "");
        leave(wire, GetParam());
        EXPECT_TRUE(server.is_empty());
        EXPECT_TRUE(streams.are_all_freed());
        EXPECT_EQ(streams.seen.count("gone"), 1U);
    }
}

TEST_P(ServerGone, InStreamsOfHttp2) {
    TestServer server(streams_.accept());
    Wire wire(server.address());
    H2Wire h2(wire);
    const http::StreamId body = h2.begin("POST", "/body", std::nullopt);
    h2.piece(body, "half");
    const http::StreamId events = h2.begin("GET", "/events");
    ASSERT_TRUE(h2.until([&] { return !h2.got[events].body.empty(); }));
    ASSERT_TRUE(streams_.seen.wait_for("piece"));
    leave(wire, GetParam());
    expect_gone(server, 2);
}

TEST_P(ServerGone, InOneStreamOfHttp2Only) {
    TestServer server(streams_.accept());
    Wire wire(server.address());
    H2Wire h2(wire);
    const http::StreamId one = h2.begin("GET", "/one");
    const http::StreamId two = h2.begin("GET", "/two");
    ASSERT_TRUE(h2.until([&] { return !h2.got[one].body.empty() && !h2.got[two].body.empty(); }));
    h2.reset(one);
    EXPECT_TRUE(streams_.seen.wait_for("gone"));
    const std::size_t before = h2.got[two].body.size();
    EXPECT_TRUE(h2.until([&] { return h2.got[two].body.size() > before; }));
    EXPECT_EQ(streams_.seen.count("gone"), 1U);
    leave(wire, GetParam());
    expect_gone(server, 2);
}

TEST_P(ServerGone, WithRequestsStillWaiting) {
    TestServer server(streams_.accept());
    Wire wire(server.address());
    wire.send(get("/1") + get("/2") + get("/3"));
    EXPECT_NE(wire.read_until("data: tick\n\n"), "");
    leave(wire, GetParam());
    expect_gone(server, 1);
}

TEST(ServerGoneAll, ManyAtOnce) {
    Streams streams;
    ServerOptions options = one_loop();
    options.loops = 2;
    const TestServer server(streams.accept(), options);
    std::vector<std::unique_ptr<Wire>> wires;
    for (int i = 0; i < 50; ++i) {
        wires.push_back(std::make_unique<Wire>(server.address()));
        wires.back()->send(get("/"));
    }
    for (const auto& wire : wires) EXPECT_NE(wire->read_until("data: tick\n\n"), "");
    for (std::size_t i = 0; i < wires.size(); ++i) {
        leave(*wires[i], i % 2 == 0 ? Way::Close : Way::Cut);
    }
    EXPECT_TRUE(server.is_empty());
    EXPECT_TRUE(streams.are_all_freed());
    EXPECT_EQ(streams.seen.count("gone"), 50U);
}

TEST(ServerGoneAll, AnExchangeKeptDoesNothing) {
    Seen seen;
    ExchangePtr kept;
    TestServer server([&](const ExchangePtr& exchange) {
        kept = exchange;
        auto handler = std::make_unique<Scripted>();
        handler->gone = [&, exchange] {
            EXPECT_FALSE(exchange->is_open());
            seen.add("gone");
        };
        seen.add("began");
        return handler;
    });
    Wire wire(server.address());
    wire.send(get("/a"));
    ASSERT_TRUE(seen.wait_for("began"));
    wire.cut();
    ASSERT_TRUE(seen.wait_for("gone"));
    kept->loop().post([&] {
        EXPECT_FALSE(kept->is_open());
        kept->respond(ok(), 3);
        kept->piece("abc");
        kept->finish();
        kept->answer(ok(), "x");
        EXPECT_FALSE(kept->upgrade(ok()));
        EXPECT_FALSE(kept->intercept());
        kept->hold(true);
        kept->hold(false);
        kept->reset(0);
        EXPECT_EQ(kept->backlog(), 0U);
        EXPECT_EQ(kept->request().target, "/a");
        seen.add("done");
    });
    ASSERT_TRUE(seen.wait_for("done"));
    server->shut_down();
    kept->answer(ok(), "x");  // even now
}

}  // namespace
}  // namespace understudy::io
