// Answers that are broken off on purpose, and what else a relay asks of a server.
#include <gtest/gtest.h>

#include "io/impl/client_testing.hpp"

namespace understudy::io {
namespace {

const TestAuthority& authority() {
    static const TestAuthority authority;
    return authority;
}

Accept breaks_off(Seen& seen, bool hard, std::size_t bytes) {
    return [&seen, hard, bytes](const ExchangePtr& exchange) {
        auto handler = std::make_unique<Scripted>();
        handler->end = [exchange, hard, bytes](const http::Headers&) {
            exchange->respond(ok(), std::nullopt);
            exchange->piece(std::string(bytes, 'x'));
            exchange->break_off(hard, 2);
            exchange->break_off(!hard, 3);  // once is enough
        };
        handler->gone = [&seen] { seen.add("gone"); };
        return handler;
    };
}

TEST(ServerCut, AnAnswerIsBrokenOffBehindWhatWasSent) {
    for (const bool hard : {false, true}) {
        SCOPED_TRACE(hard ? "reset" : "closed");
        Seen seen;
        const TestServer server(breaks_off(seen, hard, std::size_t{4} * 1024 * 1024));
        Wire wire(server.address());
        wire.send(get("/"));
        const std::string all = wire.read_all();
        EXPECT_EQ(std::count(all.begin(), all.end(), 'x'), 4 * 1024 * 1024);
        EXPECT_EQ(all.find("\r\n0\r\n"), std::string::npos) << "no last chunk";
        EXPECT_EQ(wire.how(), hard ? Wire::End::Reset : Wire::End::Ended);
        EXPECT_TRUE(seen.wait_for("gone"));
        EXPECT_TRUE(server.is_empty());
    }
}

TEST(ServerCut, AStreamOfHttp2IsReset) {
    Seen seen;
    const TestServer server(breaks_off(seen, false, 1000), authority().options());
    ClientOptions options;
    options.authorities = authority().pem();
    TestClient client(options);
    Caught answer;
    client.begin(server.secure_url("/"), answer);
    ASSERT_TRUE(client.until([&] { return answer.is_over(); }));
    EXPECT_EQ(answer.body.size(), 1000U);
    ASSERT_TRUE(answer.error);
    EXPECT_NE(answer.told().find("(code 2)"), std::string::npos) << answer.told();
    EXPECT_EQ(server->connections(), 1U) << "the connection is as good as before";
    EXPECT_TRUE(seen.wait_for("gone"));
}

TEST(ServerCut, ExpectationsMayBeLeftToHandlers) {
    ServerOptions options = one_loop();
    options.leaves_expectations = true;
    const TestServer server(
        [](const ExchangePtr& exchange) {
            auto handler = std::make_unique<Scripted>();
            http::ResponseHead head;
            head.status = 100;
            EXPECT_TRUE(exchange->has_body());
            if (exchange->request().target == "/go") exchange->respond(head, std::nullopt);
            if (exchange->request().target == "/no") {
                head.status = 403;
                exchange->answer(head, "");
            }
            handler->end = [exchange](const http::Headers&) { exchange->answer(ok(), "done"); };
            return handler;
        },
        options);
    const auto ask = [](std::string_view target) {
        return "POST " + std::string(target) +
               " HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n";
    };
    Wire wire(server.address());
    wire.send(ask("/go"));
    EXPECT_EQ(wire.read_until("\r\n\r\n"), "HTTP/1.1 100 Continue\r\n\r\n");
    wire.send("ok");
    EXPECT_EQ(wire.answer().body, "done");
    wire.send(ask("/no"));
    EXPECT_EQ(wire.answer().status, 403);
    EXPECT_EQ(wire.read_all(), "");
    EXPECT_EQ(wire.how(), Wire::End::Ended);
}

TEST(ServerCut, ARequestSaysWhetherItHasABody) {
    const TestServer server(
        [](const ExchangePtr& exchange) {
            exchange->answer(ok(), exchange->has_body() ? "body" : "none");
            return nullptr;
        },
        authority().options());
    ClientOptions options;
    options.authorities = authority().pem();
    TestClient client(options);
    for (const std::string& url : {server.url("/"), server.secure_url("/")}) {
        EXPECT_EQ(client.get(url), "200 none");
        EXPECT_EQ(client.send("POST", url, ""), "200 none");
        EXPECT_EQ(client.send("POST", url, "x"), "200 body");
    }
}

}  // namespace
}  // namespace understudy::io
