// How bytes flow through a call: held back, drained, both ways after an upgrade, and by which ways.
#include <gtest/gtest.h>

#include <atomic>
#include <future>

#include "io/impl/client_testing.hpp"

namespace understudy::io {
namespace {

using namespace std::chrono_literals;
using namespace std::string_literals;

const TestAuthority& authority() {
    static const TestAuthority authority;
    return authority;
}
ClientOptions trusting() {
    ClientOptions options;
    options.authorities = authority().pem();
    return options;
}

constexpr std::size_t kMuch = std::size_t{8} * 1024 * 1024;

// Sends `kMuch` bytes as its client takes them, and notes how many it got rid of.
Accept much(std::atomic<std::size_t>& sent) {
    return [&sent](const ExchangePtr& exchange) {
        auto handler = std::make_unique<Scripted>();
        const auto go_on = [exchange, &sent] {
            const std::string some(std::size_t{64} * 1024, 'x');
            while (sent < kMuch && exchange->backlog() <= Exchange::kFull) {
                sent += some.size();
                exchange->piece(some);
            }
            if (sent == kMuch) exchange->finish();
        };
        handler->end = [exchange, go_on](const http::Headers&) {
            exchange->respond(ok(), std::nullopt);
            go_on();
        };
        handler->drained = go_on;
        return handler;
    };
}

TEST(ClientFlow, AHeldCallReadsNoFurther) {
    for (const bool secure : {false, true}) {
        SCOPED_TRACE(secure ? "HTTP/2" : "HTTP/1.1");
        std::atomic<std::size_t> sent{0};
        const TestServer server(much(sent), authority().options());
        TestClient client(trusting());
        Caught answer;
        const auto call = client.begin(secure ? server.secure_url("/") : server.url("/"), answer);
        answer.when_response = [&] { call->hold(true); };
        ASSERT_TRUE(client.until([&] { return answer.status() == 200; }));
        // What is on its way comes; then it is quiet until the hold is over.
        std::size_t before = 1;
        for (int quiet = 0; quiet < 20; quiet = answer.body.size() == before ? quiet + 1 : 0) {
            before = answer.body.size();
            client.loop->turn(5ms);
        }
        EXPECT_LT(answer.body.size(), kMuch / 2);
        EXPECT_LT(sent, kMuch) << "the server has to wait, too";
        EXPECT_FALSE(answer.is_over());
        call->hold(false);
        ASSERT_TRUE(client.until([&] { return answer.is_over(); }));
        EXPECT_EQ(answer.body.size(), kMuch);
    }
}

TEST(ClientFlow, AHeldCallOfHttp2LeavesTheOthersAlone) {
    std::atomic<std::size_t> sent{0};
    Seen seen;
    const Accept large = much(sent);
    const Accept small = echo(seen);
    const TestServer server(
        [&](const ExchangePtr& exchange) {
            return exchange->request().target == "/much" ? large(exchange) : small(exchange);
        },
        authority().options());
    TestClient client(trusting());
    Caught held;
    const auto call = client.begin(server.secure_url("/much"), held);
    call->hold(true);
    ASSERT_TRUE(client.until([&] { return held.status() == 200; }));
    EXPECT_EQ(client.get(server.secure_url("/a")), "200 GET /a");
    EXPECT_EQ(client.client->connections(), 1U);
    EXPECT_FALSE(held.is_over());
    call->cancel();
    EXPECT_EQ(client.get(server.secure_url("/b")), "200 GET /b");
}

TEST(ClientFlow, ACallThatIsCancelledWhileHeldDoesNotBlockTheNext) {
    std::atomic<std::size_t> sent{0};
    const TestServer server(much(sent));
    TestClient client;
    Caught held;
    const auto call = client.begin(server.url("/"), held);
    held.when_response = [&] { call->hold(true); };
    ASSERT_TRUE(client.until([&] { return held.status() == 200; }));
    call->cancel();
    sent = kMuch - std::size_t{64} * 1024;
    Caught next;
    client.begin(server.url("/"), next);
    EXPECT_TRUE(client.until([&] { return next.is_over(); }));
}

class Drained final : public Answer {
public:
    void on_response(const http::ResponseHead&) override {}
    void on_piece(std::string_view bytes) override { body += bytes; }
    void on_end(const http::Headers&) override { is_over = true; }
    void on_failed(const base::Error&) override { is_over = true; }
    void on_drained() override { drained(); }

    std::function<void()> drained;
    std::string body;
    bool is_over = false;
};

TEST(ClientFlow, ASenderIsToldWhenThereIsRoomAgain) {
    for (const bool secure : {false, true}) {
        SCOPED_TRACE(secure ? "HTTP/2" : "HTTP/1.1");
        ServerOptions options = authority().options();
        const TestServer server(
            [](const ExchangePtr& exchange) {
                auto handler = std::make_unique<Scripted>();
                const auto size = std::make_shared<std::size_t>(0);
                handler->piece = [size](std::string_view bytes) { *size += bytes.size(); };
                handler->end = [exchange, size](const http::Headers&) {
                    exchange->answer(ok(), std::to_string(*size));
                };
                return handler;
            },
            options);
        TestClient client(trusting());
        Drained answer;
        const auto call =
            client.begin(secure ? server.secure_url("/") : server.url("/"), answer, "POST", kMuch);
        std::size_t sent = 0;
        std::size_t most = 0;
        int told = -1;  // the first round is our own
        answer.drained = [&] {
            ++told;
            const std::string some(std::size_t{64} * 1024, 'y');
            while (sent < kMuch && call->backlog() <= Call::kFull) {
                call->piece(some);
                sent += some.size();
                most = std::max(most, call->backlog());
            }
            if (sent == kMuch) call->finish();
        };
        answer.drained();
        ASSERT_TRUE(client.until([&] { return answer.is_over; }));
        EXPECT_EQ(answer.body, std::to_string(kMuch));
        EXPECT_GE(told, 1);
        EXPECT_LE(most, 2 * Call::kFull);
    }
}

// Answers 101, says "bye" and ends its direction at once; notes what still comes.
Accept ends_first(Seen& seen) {
    return [&seen](const ExchangePtr& exchange) {
        auto handler = std::make_unique<Scripted>();
        const auto is_raw = std::make_shared<bool>(false);
        const auto heard = std::make_shared<std::string>();
        handler->piece = [heard](std::string_view bytes) { *heard += bytes; };
        handler->end = [exchange, is_raw, heard, &seen](const http::Headers&) {
            if (std::exchange(*is_raw, true)) {
                seen.add("heard " + *heard);
                return;
            }
            http::ResponseHead head;
            head.status = 101;
            head.headers.add("Upgrade", "raw");
            head.headers.add("Connection", "upgrade");
            EXPECT_TRUE(exchange->upgrade(head));
            exchange->piece("bye");
            exchange->finish();
        };
        return handler;
    };
}

http::RequestHead asking_for_raw() {
    http::RequestHead head;
    head.headers.add("Connection", "upgrade");
    head.headers.add("Upgrade", "raw");
    return head;
}

TEST(ClientFlow, AfterAnUpgradeTheServerMayEndFirst) {
    for (const bool secure : {false, true}) {
        SCOPED_TRACE(secure ? "TLS" : "plain");
        Seen seen;
        const TestServer server(ends_first(seen), authority().options());
        ClientOptions options = trusting();
        options.offer_h2 = false;
        TestClient client(options);
        Caught answer;
        const auto call = client.begin(secure ? server.secure_url("/") : server.url("/"),
                                       asking_for_raw(), 0, answer);
        ASSERT_TRUE(client.until([&] { return answer.is_over(); }));
        EXPECT_EQ(answer.told(), "101 bye");
        EXPECT_FALSE(call->is_over()) << "our direction goes on";
        const std::string last(std::size_t{1024} * 1024, 'z');
        call->piece(last);
        call->finish();
        EXPECT_TRUE(client.until([&] { return seen.count("heard " + last) == 1; }));
        EXPECT_TRUE(client.until([&] { return call->is_over(); }));
        EXPECT_TRUE(client.until([&] { return client.client->connections() == 0; }));
        EXPECT_EQ(answer.ends, 1);
    }
}

TEST(ClientFlow, AnUpgradedCallWhoseServerHasEndedCanBeCancelled) {
    Seen seen;
    const TestServer server(ends_first(seen));
    TestClient client;
    Caught answer;
    const auto call = client.begin(server.url("/"), asking_for_raw(), 0, answer);
    ASSERT_TRUE(client.until([&] { return answer.is_over(); }));
    call->cancel();
    EXPECT_TRUE(call->is_over());
    EXPECT_TRUE(client.until([&] { return client.client->connections() == 0; }));
}

TEST(ClientFlow, ATargetGoesOutAsItIs) {
    Seen seen;
    const TestServer server(echo(seen));
    TestClient client;
    for (const std::string& target : {"/a\\b"s, "/%zz?#"s, "//x/../y"s, "*"s}) {
        Caught answer;
        http::RequestHead head;
        head.method = target == "*" ? "OPTIONS" : "GET";
        head.target = target;
        const auto url = http::parse_url(server.url("/ignored"));
        client.client->begin_as_is(*url, head, 0, answer);
        ASSERT_TRUE(client.until([&] { return answer.is_over(); }));
        EXPECT_EQ(answer.told(), "200 " + head.method + ' ' + target);
    }
}

TEST(ClientFlow, AUnixSocketMayStandForEveryHost) {
    const std::string path = authority().root() + "/up.sock";
    ServerOptions listening = one_loop();
    listening.addresses = {"unix:" + path};
    const TestServer server(
        [](const ExchangePtr& exchange) {
            exchange->answer(ok(), exchange->request().authority);
            return nullptr;
        },
        listening);
    ClientOptions options;
    options.socket = path;
    TestClient client(options);
    EXPECT_EQ(client.get("http://api.example.test/"), "200 api.example.test");
    options.socket = path + ".none";
    TestClient wrong(options);
    EXPECT_EQ(wrong.get("http://api.example.test/"),
              "cannot connect to unix:" + path + ".none: No such file or directory");
    options.socket = std::string(200, 'x');
    TestClient too_long(options);
    EXPECT_EQ(too_long.get("http://api.example.test/"),
              "cannot connect to unix:" + options.socket + ": the path is too long for a socket");
}

TEST(ClientFlow, AnAddressThatMayNotBeReachedIsNotTried) {
    Seen seen;
    const TestServer server(echo(seen));
    ClientOptions options;
    std::vector<std::string> asked;
    options.may_reach = [&](std::string_view address) {
        asked.emplace_back(address);
        return address == "127.0.0.1";
    };
    TestClient client(options);
    EXPECT_EQ(client.get(server.url("/a")), "200 GET /a");
    const std::string port = std::to_string(server.address().port);
    EXPECT_EQ(client.get("http://[::1]:" + port + "/"),
              "::1 stands for ::1, which may not be connected to");  // io.not_allowed
    EXPECT_EQ(client.get("http://[::ffff:127.0.0.1]:" + port + "/b"), "200 GET /b")
        << "the same address in other words";
    EXPECT_EQ(asked, (std::vector<std::string>{"127.0.0.1", "::1", "127.0.0.1"}));
}

TEST(ClientFlow, Http2IsSpokenWithoutAskingWhereThatIsAgreed) {
    Seen seen;
    const TestServer server(echo(seen));
    ClientOptions options;
    options.prior_h2 = true;
    TestClient client(options);
    std::vector<Caught> answers(8);
    for (Caught& answer : answers) client.begin(server.url("/a"), answer);
    ASSERT_TRUE(client.until([&] {
        return std::all_of(answers.begin(), answers.end(),
                           [](const Caught& answer) { return answer.is_over(); });
    }));
    for (const Caught& answer : answers) {
        EXPECT_EQ(answer.told(), "200 GET /a");
        EXPECT_EQ(answer.head.version, http::Version::Http2);
    }
    EXPECT_EQ(server->connections(), 1U);
}

TEST(ClientFlow, WhatCannotBeRepeatedIsNotSentOnAConnectionThatHasEnded) {
    std::promise<void> answered;
    std::promise<void> closed;
    const auto answer = [](Wire& wire) {
        wire.read_until("\r\n\r\n");
        wire.send("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\na");
    };
    const RawServer server({[&](Wire& wire) {
                                answer(wire);
                                answered.get_future().wait();
                                wire.close();
                                closed.set_value();
                            },
                            answer});
    TestClient client;
    EXPECT_EQ(client.get(server.url("/")), "200 a");
    EXPECT_EQ(client.client->connections(), 1U);
    // The server closes the connection, and our loop has no turn to hear of it.
    answered.set_value();
    closed.get_future().wait();
    EXPECT_EQ(client.send("POST", server.url("/"), ""), "200 a");
}

}  // namespace
}  // namespace understudy::io
