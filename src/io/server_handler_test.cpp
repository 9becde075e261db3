// Handlers that answer, finish and give up in odd places, and from odd threads.
#include <gtest/gtest.h>

#include <thread>

#include "io/impl/h2_testing.hpp"
#include "io/impl/server_testing.hpp"

namespace understudy::io {
namespace {

using namespace std::chrono_literals;

// Over HTTP/1.1 and HTTP/2 alike: what a test does once, it does twice.
struct Asked {
    int status = 0;
    std::string body;
    friend bool operator==(const Asked&, const Asked&) = default;
};
Asked ask_h1(const Address& address, std::string_view body = {}) {
    Wire wire(address);
    wire.send(body.empty() ? get("/") : post("/", body));
    const Wire::Answer answer = wire.answer();
    return {answer.status, answer.body};
}
Asked ask_h2(const Address& address, std::string_view body = {}) {
    Wire wire(address);
    H2Wire h2(wire);
    const H2Wire::Got got = h2.call(body.empty() ? "GET" : "POST", "/", body);
    return {got.status(), got.body};
}
void expect_both(const Address& address, const Asked& expected, std::string_view body = {}) {
    EXPECT_EQ(ask_h1(address, body), expected);
    EXPECT_EQ(ask_h2(address, body), expected);
}
void PrintTo(const Asked& asked, std::ostream* out) {
    *out << asked.status << ' ' << asked.body.substr(0, 100);
}

TEST(ServerHandler, AnswersInTheAcceptFunction) {
    const TestServer server([](const ExchangePtr& exchange) {
        exchange->answer(ok(), "at once");
        return nullptr;
    });
    expect_both(server.address(), {200, "at once"});
    expect_both(server.address(), {200, "at once"}, "body");
}

TEST(ServerHandler, AnswersInTheAcceptFunctionAndStaysForNothing) {
    Seen seen;
    const TestServer server([&](const ExchangePtr& exchange) {
        exchange->respond(ok(), std::nullopt);
        exchange->piece("in ");
        exchange->piece("parts");
        exchange->finish();
        auto handler = std::make_unique<Scripted>();
        handler->piece = [&](std::string_view) { seen.add("piece"); };
        handler->end = [&](const http::Headers&) { seen.add("end"); };
        handler->gone = [&] { seen.add("gone"); };
        return handler;
    });
    expect_both(server.address(), {200, "in parts"}, "body");
    EXPECT_TRUE(server.is_empty());
    EXPECT_TRUE(seen.all().empty()) << "it had finished, so there was nothing to hear";
}

TEST(ServerHandler, FinishesInTheFirstPiece) {
    Seen seen;
    const TestServer server([&](const ExchangePtr& exchange) {
        auto handler = std::make_unique<Scripted>();
        handler->piece = [&, exchange](std::string_view) {
            seen.add("piece");
            exchange->answer(ok(), "enough");
        };
        handler->end = [&](const http::Headers&) { seen.add("end"); };
        return handler;
    });
    Wire wire(server.address());
    wire.send(
        "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
        "1\r\na\r\n1\r\nb\r\n1\r\nc\r\n0\r\n\r\n" +
        post("/next", "d"));
    EXPECT_EQ(wire.answer().body, "enough");
    EXPECT_EQ(wire.answer().body, "enough");
    EXPECT_EQ(seen.all(), (std::vector<std::string>{"piece", "piece"}));
    EXPECT_EQ(ask_h2(server.address(), "body"), (Asked{200, "enough"}));
}

TEST(ServerHandler, FinishesWhenItIsDrained) {
    const std::string bytes(Exchange::kFull + 1, 'x');
    const TestServer server([&](const ExchangePtr& exchange) {
        exchange->respond(ok(), std::nullopt);
        auto handler = std::make_unique<Scripted>();
        handler->end = [&, exchange](const http::Headers&) { exchange->piece(bytes); };
        handler->drained = [exchange] { exchange->finish(); };
        return handler;
    });
    expect_both(server.address(), {200, bytes});
}

TEST(ServerHandler, GivesUpInTheAcceptFunction) {
    const TestServer server([](const ExchangePtr& exchange) {
        exchange->reset(2);
        return std::make_unique<Scripted>();
    });
    Wire wire(server.address());
    wire.send(post("/", "body"));
    EXPECT_EQ(wire.read_all(), "");
    EXPECT_EQ(wire.how(), Wire::End::Reset);
    Wire second(server.address());
    H2Wire h2(second);
    EXPECT_EQ(h2.call("POST", "/", "body").reset, 2U);
    EXPECT_EQ(h2.call("POST", "/", "body").reset, 2U);  // the connection lives on
    second.close();
    EXPECT_TRUE(server.is_empty());
}

TEST(ServerHandler, GivesUpInAPieceAndWhenItIsDrained) {
    const std::string bytes(Exchange::kFull + 1, 'x');
    for (const bool in_piece : {true, false}) {
        const TestServer server([&](const ExchangePtr& exchange) {
            auto handler = std::make_unique<Scripted>();
            handler->piece = [&, exchange](std::string_view) {
                if (in_piece) exchange->reset(2);
            };
            handler->end = [&, exchange](const http::Headers&) {
                if (in_piece) return;
                exchange->respond(ok(), std::nullopt);
                exchange->piece(bytes);
            };
            handler->drained = [exchange] { exchange->reset(2); };
            return handler;
        });
        Wire wire(server.address());
        wire.send(post("/", "body"));
        wire.read_all();
        EXPECT_EQ(wire.how(), Wire::End::Reset);
        Wire second(server.address());
        H2Wire h2(second);
        EXPECT_EQ(h2.call("POST", "/", "body").reset, 2U);
    }
}

TEST(ServerHandler, EndsManyOthersInOneCall) {
    Seen seen;
    std::vector<ExchangePtr> all;
    const TestServer server([&](const ExchangePtr& exchange) {
        auto handler = std::make_unique<Scripted>();
        handler->gone = [&] { seen.add("gone"); };
        if (exchange->request().target == "/all") {
            handler->end = [&, exchange](const http::Headers&) {
                for (const ExchangePtr& one : all) one->reset(2);
                exchange->answer(ok(), "done");
            };
        } else {
            all.push_back(exchange);
            seen.add("began");
        }
        return handler;
    });
    std::vector<std::unique_ptr<Wire>> wires;
    for (int i = 0; i < 10; ++i) {
        wires.push_back(std::make_unique<Wire>(server.address()));
        wires.back()->send(get("/"));
    }
    ASSERT_TRUE(seen.wait_for("began", 10));
    Wire wire(server.address());
    wire.send(get("/all"));
    EXPECT_EQ(wire.answer().body, "done");
    for (const auto& one : wires) {
        EXPECT_EQ(one->read_all(), "");
        EXPECT_EQ(one->how(), Wire::End::Reset);
    }
    EXPECT_TRUE(server.has(1));
    EXPECT_EQ(seen.count("gone"), 0U) << "it was not their clients who gave up";
}

TEST(ServerHandler, ADestructorMayAnswerAnother) {
    ExchangePtr waiting;
    Seen seen;
    const TestServer server([&](const ExchangePtr& exchange) {
        auto handler = std::make_unique<Scripted>();
        if (exchange->request().target == "/waits") {
            waiting = exchange;
            seen.add("waits");
        } else {
            exchange->answer(ok(), "first");
            const std::shared_ptr<void> last(nullptr,
                                             [&](void*) { waiting->answer(ok(), "then"); });
            handler->gone = [last] {};
        }
        return handler;
    });
    Wire wire(server.address());
    H2Wire h2(wire);
    const http::StreamId waits = h2.begin("GET", "/waits");
    ASSERT_TRUE(seen.wait_for("waits"));
    EXPECT_EQ(h2.call("GET", "/").body, "first");
    EXPECT_EQ(h2.wait(waits).body, "then");
}

TEST(ServerHandler, AnswersFromAnotherThread) {
    std::vector<std::thread> threads;
    std::mutex mutex;
    {
        const TestServer server([&](const ExchangePtr& exchange) {
            const std::lock_guard lock(mutex);
            threads.emplace_back([exchange] {
                exchange->loop().post([exchange] {
                    exchange->respond(ok(), std::nullopt);
                    exchange->piece("from ");
                });
                exchange->loop().post([exchange] {
                    exchange->piece("elsewhere");
                    exchange->finish();
                });
            });
            return std::make_unique<Scripted>();
        });
        for (int i = 0; i < 5; ++i) expect_both(server.address(), {200, "from elsewhere"});
    }
    for (std::thread& thread : threads) thread.join();
}

TEST(ServerHandler, TheHeadLeavesBeforeThereIsABody) {
    Seen seen;
    ExchangePtr kept;
    const TestServer server([&](const ExchangePtr& exchange) {
        kept = exchange;
        http::ResponseHead early;
        early.status = 103;
        early.headers.add("Link", "</a>");
        exchange->respond(early, std::nullopt);
        exchange->respond(ok(), std::nullopt);
        return std::make_unique<Scripted>();
    });
    Wire wire(server.address());
    wire.send(get("/"));
    EXPECT_EQ(wire.read_until("\r\n\r\n"), "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n");
    EXPECT_EQ(wire.read_until("\r\n\r\n"), "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n");
    kept->loop().post([&] { kept->piece("body"); });
    EXPECT_EQ(wire.read_until("body\r\n"), "4\r\nbody\r\n");
    kept->loop().post([&] { kept->finish({{"Sum", "1"}}); });
    EXPECT_EQ(wire.read_until("\r\n\r\n"), "0\r\nSum: 1\r\n\r\n");
}

TEST(ServerHandler, SeesTrailers) {
    const TestServer server([](const ExchangePtr& exchange) {
        auto handler = std::make_unique<Scripted>();
        handler->end = [exchange](const http::Headers& trailers) {
            exchange->respond(ok(), std::nullopt);
            exchange->finish(trailers);
        };
        return handler;
    });
    Wire wire(server.address());
    wire.send(
        "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
        "0\r\nSum: 12\r\n\r\n");
    EXPECT_EQ(wire.answer().body, "");
    EXPECT_EQ(wire.trailers, "Sum: 12\r\n");
    Wire second(server.address());
    H2Wire h2(second);
    const http::StreamId stream = h2.begin("POST", "/", std::nullopt);
    h2.finish(stream, {{"sum", "12"}});
    EXPECT_EQ(h2.wait(stream).trailers, (http::Headers{{"sum", "12"}}));
}

TEST(ServerHandler, HeadHasNoBody) {
    const TestServer server([](const ExchangePtr& exchange) {
        exchange->answer(ok(), "twelve bytes");
        return nullptr;
    });
    Wire wire(server.address());
    wire.send("HEAD / HTTP/1.1\r\nHost: x\r\n\r\n");
    EXPECT_NE(wire.answer(true).head.find("\r\nContent-Length: 12\r\n"), std::string::npos);
    wire.send(get("/"));
    EXPECT_EQ(wire.answer().body, "twelve bytes");
}

TEST(ServerHandler, IsToldNothingWhenAllWentWell) {
    Seen seen;
    const TestServer server(echo(seen));
    Wire wire(server.address());
    for (int i = 0; i < 3; ++i) {
        wire.send(get("/a"));
        EXPECT_EQ(wire.answer().body, "GET /a");
    }
    wire.close();
    EXPECT_TRUE(server.is_empty());
    EXPECT_EQ(seen.count("gone GET /a"), 0U);
}

}  // namespace
}  // namespace understudy::io
