// Much data, slow readers, and exchanges that want no more for now.
#include <gtest/gtest.h>

#include <atomic>
#include <future>

#include "base/hash.hpp"
#include "io/impl/h2_testing.hpp"
#include "io/impl/server_testing.hpp"

namespace understudy::io {
namespace {

using namespace std::chrono_literals;

const TestAuthority& authority() {
    static const TestAuthority authority;
    return authority;
}

constexpr std::size_t kPiece = std::size_t{64} * 1024;

// Produces as a polite producer does: past kFull it waits to be told.
struct Producer {
    std::size_t left = 0;
    std::size_t most = 0;  // the largest backlog
    int drained = 0;

    Accept accept(std::size_t bytes) {
        return [this, bytes](const ExchangePtr& exchange) {
            left = bytes;
            auto handler = std::make_unique<Scripted>();
            exchange->respond(ok(), bytes);
            handler->end = [this, exchange](const http::Headers&) { produce(*exchange); };
            handler->drained = [this, exchange] {
                ++drained;
                produce(*exchange);
            };
            return handler;
        };
    }
    void produce(Exchange& exchange) {
        while (left > 0 && exchange.backlog() <= Exchange::kFull) {
            const std::size_t size = std::min(left, kPiece);
            exchange.piece(std::string(size, 'x'));
            left -= size;
            most = std::max(most, exchange.backlog());
        }
        if (left == 0) exchange.finish();
    }
    void expect_polite() const {
        EXPECT_EQ(left, 0U);
        EXPECT_LE(most, Exchange::kFull + 2 * kPiece);
        EXPECT_GT(drained, 0);
    }
};

TEST(ServerFlow, MuchIsSentWithLittleKept) {
    Producer producer;
    constexpr std::size_t kBytes = 50'000'000;
    TestServer server(producer.accept(kBytes));
    Wire wire(server.address(), 64 * 1024);
    wire.send(get("/"));
    EXPECT_EQ(wire.answer().body.size(), kBytes);
    server->shut_down();
    producer.expect_polite();
}

TEST(ServerFlow, TheSameThroughTls) {
    Producer producer;
    constexpr std::size_t kBytes = 10'000'000;
    TestServer server(producer.accept(kBytes), authority().options());
    const auto client = authority().client();
    Wire wire(server.address(), 64 * 1024);
    ASSERT_TRUE(wire.start_tls(*client, "localhost"));
    wire.send(get("/"));
    EXPECT_EQ(wire.answer().body.size(), kBytes);
    server->shut_down();
    producer.expect_polite();
}

TEST(ServerFlow, TheSameThroughHttp2) {
    Producer producer;
    constexpr std::size_t kBytes = 20'000'000;
    TestServer server(producer.accept(kBytes));
    Wire wire(server.address(), 64 * 1024);
    H2Wire h2(wire);
    EXPECT_EQ(h2.call("GET", "/").body.size(), kBytes);
    server->shut_down();
    producer.expect_polite();
}

TEST(ServerFlow, AnAnswerLargerThanEveryBufferArrivesWhole) {
    std::string much(std::size_t{10} * 1024 * 1024, '\0');
    for (std::size_t i = 0; i < much.size(); ++i) much[i] = static_cast<char>(i * i % 251);
    const TestServer server([&](const ExchangePtr& exchange) {
        exchange->answer(ok(), much);
        return nullptr;
    });
    Wire wire(server.address());
    wire.send(get("/"));
    EXPECT_EQ(base::sha256(wire.answer().body), base::sha256(much));
}

// The connection that will be told has another place among the server's by then.
TEST(ServerFlow, DrainedIsToldAlthoughOtherConnectionsWent) {
    Seen seen;
    std::vector<ExchangePtr> exchanges;
    const TestServer server([&](const ExchangePtr& exchange) {
        exchanges.push_back(exchange);
        auto handler = std::make_unique<Scripted>();
        handler->drained = [&] { seen.add("drained"); };
        seen.add("began");
        return handler;
    });
    Wire first(server.address());
    first.send(get("/first"));
    ASSERT_TRUE(seen.wait_for("began", 1));
    Wire second(server.address());
    second.send(get("/second"));
    ASSERT_TRUE(seen.wait_for("began", 2));
    const std::string bytes(Exchange::kFull + 1, 'x');
    exchanges[1]->loop().post([&] {
        exchanges[1]->respond(ok(), std::nullopt);
        exchanges[1]->piece(bytes);  // leaves at once, and on_drained is on its way
        exchanges[0]->reset(0);      // and the second connection moves to the place of the first
    });
    EXPECT_NE(second.read_until("\r\n\r\n"), "");
    EXPECT_NE(second.read_exactly(bytes.size()), "");
    EXPECT_TRUE(seen.wait_for("drained"));
}

TEST(ServerFlow, ReadingGoesOnAlthoughOtherConnectionsWent) {
    Seen seen;
    ExchangePtr first_exchange;
    constexpr std::size_t kBytes = std::size_t{4} * 1024 * 1024;
    std::atomic<std::size_t> got{0};
    const TestServer server([&](const ExchangePtr& exchange) {
        auto handler = std::make_unique<Scripted>();
        if (exchange->request().target == "/first") {
            first_exchange = exchange;
            seen.add("began");
            return handler;
        }
        handler->piece = [&, exchange](std::string_view bytes) {
            // Before the turn that goes on with a read that was cut short for the others.
            if (got == 0) exchange->loop().post([&] { first_exchange->reset(0); });
            got += bytes.size();
        };
        handler->end = [exchange](const http::Headers&) { exchange->answer(ok(), "whole"); };
        return handler;
    });
    Wire first(server.address());
    first.send(get("/first"));
    ASSERT_TRUE(seen.wait_for("began"));
    Wire second(server.address());
    second.send(post("/second", std::string(kBytes, 'x')));
    EXPECT_EQ(second.answer().body, "whole");
    EXPECT_EQ(got, kBytes);
}

TEST(ServerFlow, WhoeverOnlyAsksAndNeverReadsIsNotAnsweredForEver) {
    Seen seen;
    const std::string answer(std::size_t{256} * 1024, 'x');
    const TestServer server([&](const ExchangePtr& exchange) {
        seen.add("asked");
        exchange->answer(ok(), answer);
        return nullptr;
    });
    Wire wire(server.address(), 4096);
    std::string all;
    for (int i = 0; i < 2000; ++i) all += get("/");
    wire.send(all);  // half a gigabyte of answers, if they were all made at once
    ASSERT_TRUE(seen.wait_for("asked", 2));
    Wire other(server.address());
    for (int i = 0; i < 20; ++i) {  // so many turns later
        other.send(get("/"));
        EXPECT_EQ(other.answer().body.size(), answer.size());
    }
    EXPECT_LT(seen.count("asked"), 100U);
    // Those who read are served on.
    for (int i = 0; i < 100; ++i) ASSERT_EQ(wire.answer().body.size(), answer.size()) << i;
}

class Uploads {
public:
    Accept accept() {
        return [this](const ExchangePtr& exchange) {
            auto handler = std::make_unique<Scripted>();
            if (exchange->request().target == "/held") {
                held = exchange;
                exchange->hold(true);
                handler->piece = [this](std::string_view bytes) { got += bytes.size(); };
                seen.add("held");
            }
            handler->end = [exchange](const http::Headers&) { exchange->answer(ok(), "whole"); };
            return handler;
        };
    }
    void let_go() {
        held->loop().post([this] { held->hold(false); });
    }
    Seen seen;
    ExchangePtr held;
    std::atomic<std::size_t> got{0};
};

TEST(ServerFlow, AHeldBodyIsNotRead) {
    Uploads uploads;
    const TestServer server(uploads.accept());
    constexpr std::size_t kBytes = std::size_t{24} * 1024 * 1024;
    Wire wire(server.address());
    auto sent = std::async(std::launch::async,
                           [&] { return wire.send(post("/held", std::string(kBytes, 'x'))); });
    ASSERT_TRUE(uploads.seen.wait_for("held"));
    Wire other(server.address());
    for (int i = 0; i < 10; ++i) {
        other.send(get("/other"));
        EXPECT_EQ(other.answer().body, "whole");
    }
    EXPECT_LE(uploads.got, std::size_t{64} * 1024) << "what was read with the head, at most";
    uploads.let_go();
    EXPECT_EQ(wire.answer().body, "whole");
    EXPECT_EQ(uploads.got, kBytes);
    EXPECT_TRUE(sent.get());
}

TEST(ServerFlow, AHeldBodyOfHttp2HoldsUpNobodyElse) {
    Uploads uploads;
    const TestServer server(uploads.accept());
    constexpr std::size_t kBytes = std::size_t{5} * 1024 * 1024;
    Wire wire(server.address());
    H2Wire h2(wire);
    const http::StreamId held = h2.begin("POST", "/held", kBytes);
    h2.piece(held, std::string(kBytes, 'x'));
    h2.finish(held);
    for (int i = 0; i < 10; ++i) EXPECT_EQ(h2.call("GET", "/other").body, "whole");
    EXPECT_GT(uploads.got, 0U);
    EXPECT_LE(uploads.got, std::size_t{1024} * 1024) << "the window of the stream, at most";
    uploads.let_go();
    EXPECT_EQ(h2.wait(held).body, "whole");
    EXPECT_EQ(uploads.got, kBytes);
}

TEST(ServerFlow, LettingGoOfAnotherLeavesTheBytesAtHandAlone) {
    Uploads uploads;
    Seen seen;
    const TestServer server([&](const ExchangePtr& exchange) {
        if (exchange->request().target == "/held") return uploads.accept()(exchange);
        auto handler = std::make_unique<Scripted>();
        handler->piece = [&](std::string_view bytes) {
            uploads.held->hold(false);
            seen.add(std::string(bytes));
        };
        handler->end = [exchange](const http::Headers&) { exchange->answer(ok(), "whole"); };
        return std::unique_ptr<Handler>(std::move(handler));
    });
    Wire wire(server.address());
    wire.send("POST /held HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n");
    ASSERT_TRUE(uploads.seen.wait_for("held"));
    wire.send(std::string(100'000, 'x'));
    Wire other(server.address());
    other.send(post("/other", "mine"));
    EXPECT_EQ(other.answer().body, "whole");
    EXPECT_EQ(seen.all(), std::vector<std::string>{"mine"});
    EXPECT_EQ(wire.answer().body, "whole");
    EXPECT_EQ(uploads.got, 100'000U);
}

}  // namespace
}  // namespace understudy::io
