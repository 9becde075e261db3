#include "io/client.hpp"

#include <gtest/gtest.h>

#include "base/hash.hpp"
#include "io/impl/client_testing.hpp"

namespace understudy::io {
namespace {

using namespace std::chrono_literals;

const TestAuthority& authority() {
    static const TestAuthority authority;
    return authority;
}
ClientOptions trusting() {
    ClientOptions options;
    options.authorities = authority().pem();
    return options;
}

TEST(Client, GetsAndPosts) {
    Seen seen;
    const TestServer server(echo(seen));
    TestClient client;
    EXPECT_EQ(client.get(server.url("/a?b=c")), "200 GET /a?b=c");
    EXPECT_EQ(client.send("POST", server.url("/a"), "body"), "200 POST /a body");
    EXPECT_EQ(client.send("PUT", server.url("/a"), ""), "200 PUT /a");
}

TEST(Client, SaysWhomItWants) {
    const TestServer server([](const ExchangePtr& exchange) {
        const http::RequestHead& head = exchange->request();
        exchange->answer(ok(), head.authority + ' ' + std::string(head.headers.get("x")) + ' ' +
                                   std::to_string(head.headers.size()));
        return nullptr;
    });
    TestClient client;
    Caught answer;
    http::RequestHead head;
    head.target = "/ignored";
    head.authority = "ignored.test";
    head.headers.add("X", "mine");
    client.begin(server.url("/"), head, 0, answer);
    ASSERT_TRUE(client.until([&] { return answer.is_over(); }));
    EXPECT_EQ(answer.body, server.address().text() + " mine 2") << "Host and mine, nothing else";
}

TEST(Client, ConnectionsAreUsedAgain) {
    Seen seen;
    const TestServer server(echo(seen));
    TestClient client;
    for (int i = 0; i < 5; ++i) EXPECT_EQ(client.get(server.url("/a")), "200 GET /a");
    EXPECT_EQ(server->connections(), 1U);
    EXPECT_EQ(client.client->connections(), 1U);
}

TEST(Client, SeveralCallsAtOnceHaveTheirOwnConnectionsUpToALimit) {
    Seen seen;
    const TestServer server(echo(seen));
    ClientOptions options;
    options.connections = 3;
    TestClient client(options);
    std::vector<Caught> answers(10);
    for (Caught& answer : answers) client.begin(server.url("/a"), answer);
    std::size_t most = 0;
    ASSERT_TRUE(client.until([&] {
        most = std::max(most, client.client->connections());
        return std::all_of(answers.begin(), answers.end(),
                           [](const Caught& answer) { return answer.is_over(); });
    }));
    for (const Caught& answer : answers) EXPECT_EQ(answer.told(), "200 GET /a");
    EXPECT_EQ(most, 3U);
    EXPECT_EQ(server->connections(), 3U);
}

TEST(Client, ManyCallsShareOneConnectionOfHttp2) {
    Seen seen;
    const TestServer server(echo(seen), authority().options());
    TestClient client(trusting());
    std::vector<Caught> answers(50);
    for (std::size_t i = 0; i < answers.size(); ++i) {
        const auto call = client.begin(server.secure_url("/" + std::to_string(i)), answers[i],
                                       "POST", std::nullopt);
        call->piece("body");
        call->finish();
    }
    ASSERT_TRUE(client.until([&] {
        return std::all_of(answers.begin(), answers.end(),
                           [](const Caught& answer) { return answer.is_over(); });
    }));
    for (std::size_t i = 0; i < answers.size(); ++i) {
        EXPECT_EQ(answers[i].told(), "200 POST /" + std::to_string(i) + " body");
        EXPECT_EQ(answers[i].head.version, http::Version::Http2);
    }
    EXPECT_EQ(server->connections(), 1U);
    EXPECT_EQ(client.client->connections(), 1U);
}

TEST(Client, MoreCallsThanHttp2TakesAtOnceWait) {
    Seen seen;
    ServerOptions options = authority().options();
    options.limits.streams = 4;
    const TestServer server(echo(seen), options);
    TestClient client(trusting());
    std::vector<Caught> answers(40);
    for (Caught& answer : answers) client.begin(server.secure_url("/a"), answer);
    ASSERT_TRUE(client.until([&] {
        return std::all_of(answers.begin(), answers.end(),
                           [](const Caught& answer) { return answer.is_over(); });
    }));
    for (const Caught& answer : answers) EXPECT_EQ(answer.told(), "200 GET /a");
}

TEST(Client, TlsWithHttp11) {
    Seen seen;
    const TestServer server(echo(seen), authority().options());
    ClientOptions options = trusting();
    options.offer_h2 = false;
    TestClient client(options);
    std::vector<Caught> answers(3);
    for (Caught& answer : answers) client.begin(server.secure_url("/a"), answer);
    ASSERT_TRUE(client.until([&] {
        return std::all_of(answers.begin(), answers.end(),
                           [](const Caught& answer) { return answer.is_over(); });
    }));
    for (const Caught& answer : answers) {
        EXPECT_EQ(answer.told(), "200 GET /a");
        EXPECT_EQ(answer.head.version, http::Version::Http11);
    }
    EXPECT_EQ(server->connections(), 3U);
    EXPECT_EQ(client.get(server.secure_url("/b")), "200 GET /b");
    EXPECT_EQ(server->connections(), 3U);
}

TEST(Client, FindsThisMachineByAllItsNames) {
    Seen seen;
    ServerOptions options = one_loop();
    options.addresses = {"127.0.0.1:0", "[::1]:0"};
    const TestServer server(echo(seen), options);
    TestClient client;
    const std::string four = std::to_string(server->addresses()[0].port);
    const std::string six = std::to_string(server->addresses()[1].port);
    EXPECT_EQ(client.get("http://localhost:" + four + "/a"), "200 GET /a");
    EXPECT_EQ(client.get("http://api.LOCALHOST:" + four + "/b"), "200 GET /b");
    EXPECT_EQ(client.get("http://[::1]:" + six + "/c"), "200 GET /c");
    // Nobody listens on 127.0.0.1 there: the next address is tried.
    EXPECT_EQ(client.get("http://localhost:" + six + "/d"), "200 GET /d");
}

TEST(Client, RefusesWhatIsNoUrl) {
    const TestClient client;
    Caught answer;
    const auto call = client.client->begin("http//x", {}, 0, answer);
    ASSERT_FALSE(call);
    EXPECT_EQ(call.error().code, base::Code::HttpBadUrl);
}

TEST(Client, AnUploadNeedNotKnowItsLength) {
    const TestServer server([](const ExchangePtr& exchange) {
        auto handler = std::make_unique<Scripted>();
        const auto body = std::make_shared<std::string>();
        handler->piece = [body](std::string_view bytes) { *body += bytes; };
        handler->end = [exchange, body](const http::Headers& trailers) {
            exchange->respond(ok(), std::nullopt);
            exchange->piece(*body + ' ' + std::string(trailers.get("sum")));
            exchange->finish({{"Back", "7"}});
        };
        return handler;
    });
    TestClient client;
    Caught answer;
    const auto call = client.begin(server.url("/"), answer, "POST", std::nullopt);
    call->piece("one ");  // before there is a connection
    ASSERT_TRUE(client.until([&] { return server->connections() == 1; }));
    call->piece("two");
    call->piece("");
    client.loop->turn(0ms);
    call->finish({{"Sum", "12"}});
    call->piece("unheard");
    ASSERT_TRUE(client.until([&] { return answer.is_over(); }));
    EXPECT_EQ(answer.told(), "200 one two 12");
    EXPECT_EQ(answer.trailers, (http::Headers{{"Back", "7"}}));
    EXPECT_TRUE(call->is_over());
}

TEST(Client, LargeBodiesArriveWholeBothWays) {
    std::string much(std::size_t{10} * 1024 * 1024, '\0');
    for (std::size_t i = 0; i < much.size(); ++i) much[i] = static_cast<char>(i * i % 251);
    const std::string expected = base::sha256(much);
    Seen seen;
    const TestServer server(
        [&](const ExchangePtr& exchange) {
            const auto body = std::make_shared<std::string>();
            auto handler = std::make_unique<Scripted>();
            handler->piece = [body](std::string_view bytes) { *body += bytes; };
            handler->end = [&, exchange, body](const http::Headers&) {
                seen.add(base::sha256(*body) == expected ? "same" : "different");
                exchange->answer(ok(), *body);
            };
            return handler;
        },
        authority().options());
    for (const std::string& url : {server.url("/"), server.secure_url("/")}) {
        TestClient client(trusting());
        Caught answer;
        const auto call = client.begin(url, answer, "POST", std::nullopt);
        std::size_t at = 0;
        ASSERT_TRUE(client.until([&] {
            // As a polite sender does.
            while (at < much.size() && call->backlog() < 256 * 1024) {
                call->piece(std::string_view(much).substr(at, 64 * 1024));
                at += 64 * 1024;
                if (at >= much.size()) call->finish();
            }
            return answer.is_over();
        }));
        ASSERT_FALSE(answer.error) << answer.told();
        EXPECT_TRUE(base::sha256(answer.body) == expected) << url;
    }
    EXPECT_EQ(seen.count("same"), 2U);
}

TEST(Client, HearsOfEarlyAnswersAndOfEmptyOnes) {
    const TestServer server([](const ExchangePtr& exchange) {
        http::ResponseHead head;
        if (exchange->request().target == "/early") {
            head.status = 103;
            exchange->respond(head, std::nullopt);
            head.status = 102;
            exchange->respond(head, std::nullopt);
        } else if (exchange->request().target == "/empty") {
            head.status = 204;
            exchange->answer(head, "");
            return nullptr;
        }
        exchange->answer(ok(), "body");
        return nullptr;
    });
    TestClient client;
    Caught early;
    client.begin(server.url("/early"), early);
    ASSERT_TRUE(client.until([&] { return early.is_over(); }));
    EXPECT_EQ(early.statuses, (std::vector<int>{103, 102, 200}));
    EXPECT_EQ(client.get(server.url("/empty")), "204 ");
    Caught head;
    client.begin(server.url("/"), head, "HEAD");
    ASSERT_TRUE(client.until([&] { return head.is_over(); }));
    EXPECT_EQ(head.told(), "200 ");
    EXPECT_EQ(head.head.headers.get("content-length"), "4");
    EXPECT_EQ(client.get(server.url("/")), "200 body");
    EXPECT_EQ(server->connections(), 1U) << "none of these ends the connection";
}

TEST(Client, AnAnswerMayComeBeforeTheRequestIsSent) {
    const TestServer server([](const ExchangePtr& exchange) {
        exchange->answer(ok(), "enough");
        return nullptr;
    });
    TestClient client;
    Caught answer;
    const auto call = client.begin(server.url("/"), answer, "POST", 1000);
    call->piece("part");
    ASSERT_TRUE(client.until([&] { return answer.is_over(); }));
    EXPECT_EQ(answer.told(), "200 enough");
    call->piece("rest");
    call->finish();
    EXPECT_EQ(call->backlog(), 0U);
    EXPECT_EQ(client.get(server.url("/")), "200 enough");
}

TEST(Client, AnUpgradedConnectionCarriesBytesBothWays) {
    const TestServer server([](const ExchangePtr& exchange) {
        auto handler = std::make_unique<Scripted>();
        const auto raw = std::make_shared<bool>(false);
        handler->piece = [exchange](std::string_view bytes) { exchange->piece(bytes); };
        handler->end = [exchange, raw](const http::Headers&) {
            if (std::exchange(*raw, true)) {
                exchange->piece(".");
                exchange->finish();
                return;
            }
            http::ResponseHead head;
            head.status = 101;
            head.headers.add("Upgrade", "raw");
            head.headers.add("Connection", "upgrade");
            EXPECT_TRUE(exchange->upgrade(head));
        };
        return handler;
    });
    TestClient client;
    Caught answer;
    http::RequestHead head;
    head.headers.add("Connection", "upgrade");
    head.headers.add("Upgrade", "raw");
    const auto call = client.begin(server.url("/"), head, 0, answer);
    ASSERT_TRUE(client.until([&] { return answer.status() == 101; }));
    call->piece("one ");
    ASSERT_TRUE(client.until([&] { return answer.body == "one "; }));
    call->piece("two");
    ASSERT_TRUE(client.until([&] { return answer.body == "one two"; }));
    call->finish();
    ASSERT_TRUE(client.until([&] { return answer.is_over(); }));
    EXPECT_EQ(answer.told(), "101 one two.");
    EXPECT_TRUE(server.is_empty());
}

TEST(Client, AnIdleConnectionIsNotKeptForEver) {
    Seen seen;
    const TestServer server(echo(seen));
    ClientOptions options;
    options.keep = 20ms;
    TestClient client(options);
    EXPECT_EQ(client.get(server.url("/a")), "200 GET /a");
    EXPECT_EQ(client.client->connections(), 1U);
    EXPECT_TRUE(client.until([&] { return client.client->connections() == 0; }));
    EXPECT_TRUE(server.is_empty());
    EXPECT_EQ(client.get(server.url("/a")), "200 GET /a");
}

TEST(Client, AConnectionNobodyNeedsAnyMoreIsNotKeptForEverEither) {
    Seen seen;
    const TestServer server(echo(seen));
    ClientOptions options;
    options.keep = 20ms;
    TestClient client(options);
    Caught answer;
    const auto call = client.begin(server.url("/a"), answer);
    client.loop->turn(0ms);  // it is on its way
    EXPECT_EQ(client.client->connections(), 1U);
    call->cancel();
    EXPECT_TRUE(client.until([&] { return client.client->connections() == 0; }));
    EXPECT_FALSE(answer.is_over());
    EXPECT_TRUE(seen.all().empty());
}

TEST(Client, AConnectionThatTheServerClosedIsNotUsedAgain) {
    Seen seen;
    const TestServer server(echo(seen));
    TestClient client;
    Caught answer;
    http::RequestHead head;
    head.headers.add("Connection", "close");
    client.begin(server.url("/a"), head, 0, answer);
    ASSERT_TRUE(client.until([&] { return answer.is_over(); }));
    EXPECT_EQ(answer.told(), "200 GET /a");
    EXPECT_TRUE(client.until([&] { return client.client->connections() == 0; }));
}

TEST(Client, ACancelledCallHearsNothingMore) {
    Seen seen;
    ServerOptions options = authority().options();
    options.patience.idle = 30ms;  // for a client that has ended
    const TestServer server(
        [&](const ExchangePtr& exchange) {
            exchange->respond(ok(), std::nullopt);
            exchange->piece("piece");
            auto handler = std::make_unique<Scripted>();
            handler->gone = [&] { seen.add("gone"); };
            return handler;
        },
        options);
    for (const std::string& url : {server.url("/"), server.secure_url("/")}) {
        for (const std::string_view phase : {"begun", "opening", "response", "piece"}) {
            SCOPED_TRACE(std::string(phase) + ' ' + url);
            TestClient client(trusting());
            Caught answer;
            const auto call = client.begin(url, answer);
            if (phase == "opening") client.loop->turn(0ms);
            if (phase == "begun" || phase == "opening") call->cancel();
            int heard = 0;
            if (phase == "response") answer.when_response = [&] { call->cancel(); };
            if (phase == "piece") {
                answer.when_piece = [&] {
                    ++heard;
                    call->cancel();
                };
            }
            if (phase == "response" || phase == "piece") {
                const std::size_t before = seen.count("gone");
                EXPECT_TRUE(client.until([&] { return seen.count("gone") > before; }));
                EXPECT_EQ(answer.status(), 200);
                EXPECT_EQ(heard, phase == "piece" ? 1 : 0);
            }
            EXPECT_TRUE(call->is_over());
            call->cancel();  // twice is once
            call->piece("unheard");
            call->finish();
            client.loop->turn(0ms);
            EXPECT_FALSE(answer.is_over());
        }
        EXPECT_TRUE(server.is_empty());
    }
}

TEST(Client, CancellingOneCallOfHttp2LeavesTheOthers) {
    Seen seen;
    std::vector<ExchangePtr> kept;
    const TestServer server(
        [&](const ExchangePtr& exchange) {
            kept.push_back(exchange);
            auto handler = std::make_unique<Scripted>();
            handler->gone = [&] { seen.add("gone"); };
            seen.add("began");
            return handler;
        },
        authority().options());
    TestClient client(trusting());
    Caught one;
    Caught two;
    const auto first = client.begin(server.secure_url("/1"), one);
    const auto second = client.begin(server.secure_url("/2"), two);
    ASSERT_TRUE(client.until([&] { return seen.count("began") == 2; }));
    first->cancel();
    ASSERT_TRUE(client.until([&] { return seen.count("gone") == 1; }));
    kept[1]->loop().post([&] { kept[1]->answer(ok(), "still here"); });
    ASSERT_TRUE(client.until([&] { return two.is_over(); }));
    EXPECT_EQ(two.told(), "200 still here");
    EXPECT_FALSE(one.is_over());
    EXPECT_EQ(server->connections(), 1U);
}

TEST(Client, ADestroyedClientTellsNobody) {
    Seen seen;
    ServerOptions server_options = one_loop();
    server_options.patience.idle = 30ms;  // for a client that has ended
    const TestServer server(
        [&](const ExchangePtr&) {
            seen.add("began");
            auto handler = std::make_unique<Scripted>();
            handler->gone = [&] { seen.add("gone"); };
            return handler;
        },
        server_options);
    Caught under_way;
    Caught waiting;
    Caught opening;
    ClientOptions options;
    options.connections = 1;
    TestClient client(options);
    const auto call = client.begin(server.url("/a"), under_way);
    const auto wait = client.begin(server.url("/b"), waiting);
    ASSERT_TRUE(client.until([&] { return seen.count("began") == 1; }));
    client.begin("http://localhost:" + std::to_string(nobody().port) + "/", opening);
    client.client.reset();
    EXPECT_TRUE(call->is_over());
    EXPECT_TRUE(wait->is_over());
    for (int i = 0; i < 3; ++i) client.loop->turn(0ms);  // nothing that was posted comes alive
    call->piece("unheard");
    call->cancel();
    EXPECT_EQ(under_way.ends + waiting.ends + opening.ends, 0);
    EXPECT_TRUE(seen.wait_for("gone"));
}

TEST(Client, ACallMayBeginAnotherFromWithin) {
    Seen seen;
    const TestServer server(echo(seen));
    TestClient client;
    Caught first;
    Caught second;
    first.when_over = [&] { client.begin(server.url("/second"), second); };
    client.begin(server.url("/first"), first);
    ASSERT_TRUE(client.until([&] { return second.is_over(); }));
    EXPECT_EQ(second.told(), "200 GET /second");
    EXPECT_EQ(server->connections(), 1U);
}

}  // namespace
}  // namespace understudy::io
