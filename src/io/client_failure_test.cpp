// Calls that fail, and how they say so.
#include <gtest/gtest.h>

#include "io/impl/client_testing.hpp"

namespace understudy::io {
namespace {

using namespace std::chrono_literals;
using base::Code;

std::string ok_answer(std::string_view body) {
    return "HTTP/1.1 200 OK\r\nContent-Length: " + std::to_string(body.size()) + "\r\n\r\n" +
           std::string(body);
}

TEST(ClientFailure, NobodyListens) {
    TestClient client;
    Caught answer;
    const Address address = nobody();
    client.begin(address.url(), answer);
    ASSERT_TRUE(client.until([&] { return answer.is_over(); }));
    ASSERT_TRUE(answer.error);
    EXPECT_EQ(answer.error->code, Code::IoCannotConnect);
    EXPECT_EQ(answer.told(), "cannot connect to " + address.text() + ": Connection refused");
    EXPECT_EQ(base::hint(*answer.error), "is the server running?");
    EXPECT_EQ(client.client->connections(), 0U);
}

TEST(ClientFailure, NobodyListensOnAnyOfTheAddresses) {
    TestClient client;
    const std::string host = "localhost:" + std::to_string(nobody().port);
    EXPECT_EQ(client.get("http://" + host + '/'),
              "cannot connect to " + host + ": Connection refused");
}

TEST(ClientFailure, EveryOneOfSeveralCallsIsTold) {
    for (const std::string_view scheme : {"http://", "https://"}) {
        TestClient client;
        std::vector<Caught> answers(20);
        const std::string url = std::string(scheme) + nobody().text() + '/';
        for (Caught& answer : answers) client.begin(url, answer);
        ASSERT_TRUE(client.until([&] {
            return std::all_of(answers.begin(), answers.end(),
                               [](const Caught& answer) { return answer.is_over(); });
        }));
        for (const Caught& answer : answers) {
            ASSERT_TRUE(answer.error);
            EXPECT_EQ(answer.error->code, Code::IoCannotConnect);
            EXPECT_EQ(answer.ends, 1);
        }
        EXPECT_EQ(client.client->connections(), 0U);
    }
}

TEST(ClientFailure, ANameThatIsNone) {
    TestClient client;
    Caught answer;
    client.begin("http://no.such.name.invalid/", answer);  // RFC 6761: it never is
    ASSERT_TRUE(client.until([&] { return answer.is_over(); }));
    ASSERT_TRUE(answer.error);
    EXPECT_EQ(answer.error->code, Code::IoCannotResolve);
    EXPECT_TRUE(answer.told().starts_with("the name no.such.name.invalid cannot be resolved: "))
        << answer.told();
}

TEST(ClientFailure, ALookupNobodyWaitsForComesToNothing) {
    Caught answer;
    TestClient client;
    const auto call = client.begin("http://no.such.name.invalid/", answer);
    client.loop->turn(0ms);
    call->cancel();
    client.client.reset();
    client.loop->turn(0ms);
    EXPECT_FALSE(answer.is_over());
}

// A listener whose queue is full: the next one knocks in vain.
class FullHouse {
public:
    FullHouse() : address_(parse_address("127.0.0.1:0").value()) {
        auto socket = listen_on(address_, false, true);
        EXPECT_TRUE(socket);
        socket_ = std::move(*socket);
        ::listen(socket_.get(), 0);
        for (int i = 0; i < 4; ++i) {
            Fd knocks(::socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
            socklen_t size = 0;
            const sockaddr_storage name = name_of(address_, size);
            ::connect(knocks.get(), reinterpret_cast<const sockaddr*>(&name), size);
            knocking_.push_back(std::move(knocks));
        }
    }
    const Address& address() const { return address_; }

private:
    Address address_;
    Fd socket_;
    std::vector<Fd> knocking_;
};

TEST(ClientFailure, ConnectingTakesTooLong) {
    const FullHouse house;
    ClientOptions options;
    options.connect = 40ms;
    TestClient client(options);
    Caught answer;
    client.begin(house.address().url(), answer);
    ASSERT_TRUE(client.until([&] { return answer.is_over(); }));
    ASSERT_TRUE(answer.error);
    EXPECT_EQ(answer.error->code, Code::IoTimedOut);
    EXPECT_EQ(answer.told(), "connecting to " + house.address().text() + " took longer than 40ms");
}

TEST(ClientFailure, TlsTakesTooLong) {
    // Takes connections, as the system does it, and never says a word.
    Address address = parse_address("127.0.0.1:0").value();
    const auto socket = listen_on(address, false, true);
    ASSERT_TRUE(socket);
    ClientOptions options;
    options.connect = 40ms;
    TestClient client(options);
    EXPECT_EQ(client.get("https://" + address.text() + '/'),
              "connecting to " + address.text() + " took longer than 40ms");
}

TEST(ClientFailure, TheWholeCallTakesTooLong) {
    Seen seen;
    ServerOptions options = one_loop();
    options.patience.idle = 30ms;  // for a client that has ended
    const TestServer server(
        [&](const ExchangePtr& exchange) {
            if (exchange->request().target == "/body") {
                exchange->respond(ok(), std::nullopt);
                exchange->piece("part");
            }
            auto handler = std::make_unique<Scripted>();
            handler->gone = [&] { seen.add("gone"); };
            return handler;
        },
        options);
    const FullHouse house;
    TestClient client;
    struct Case {
        std::string url;
        std::string authority;
        int status;
    };
    for (const Case& one : {Case{server.url("/"), server.address().text(), 0},
                            Case{server.url("/body"), server.address().text(), 200},
                            Case{house.address().url(), house.address().text(), 0}}) {
        Caught answer;
        const auto call = client.begin(one.url, answer, "GET", 0, 40ms);
        ASSERT_TRUE(client.until([&] { return answer.is_over(); }));
        ASSERT_TRUE(answer.error);
        EXPECT_EQ(answer.error->code, Code::IoTimedOut);
        EXPECT_EQ(answer.told(), "the call to " + one.authority + " took longer than 40ms");
        EXPECT_EQ(answer.status(), one.status);
        EXPECT_TRUE(call->is_over());
        EXPECT_EQ(answer.ends, 1);
    }
    EXPECT_TRUE(seen.wait_for("gone", 2)) << "the server is told";
    EXPECT_TRUE(server.is_empty());
}

TEST(ClientFailure, ACallThatIsDoneIsNotTimedOut) {
    Seen seen;
    const TestServer server(echo(seen));
    TestClient client;
    Caught answer;
    client.begin(server.url("/a"), answer, "GET", 0, 5s);
    ASSERT_TRUE(client.until([&] { return answer.is_over(); }));
    EXPECT_EQ(answer.told(), "200 GET /a");
    client.loop->turn(10ms);
    EXPECT_EQ(answer.ends, 1);
}

TEST(ClientFailure, TheServerClosesWithoutAnAnswer) {
    const RawServer server({[](Wire& wire) {
        wire.read_until("\r\n\r\n");
        wire.close();
    }});
    TestClient client;
    Caught answer;
    client.begin(server.url("/"), answer);
    ASSERT_TRUE(client.until([&] { return answer.is_over(); }));
    ASSERT_TRUE(answer.error);
    EXPECT_EQ(answer.error->code, Code::IoConnectionLost);
    EXPECT_EQ(answer.told(),
              "the connection to " + server.address().text() + " was lost: the server closed it");
}

TEST(ClientFailure, TheServerCutsTheConnection) {
    const RawServer server({[](Wire& wire) {
        wire.read_until("\r\n\r\n");
        wire.cut();
    }});
    TestClient client;
    EXPECT_EQ(client.get(server.url("/")), "the connection to " + server.address().text() +
                                               " was lost: Connection reset by peer");
}

TEST(ClientFailure, TheAnswerStopsHalfWay) {
    const RawServer server({[](Wire& wire) {
                                wire.read_until("\r\n\r\n");
                                wire.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf");
                                wire.close();
                            },
                            [](Wire& wire) {
                                wire.read_until("\r\n\r\n");
                                wire.send("HTTP/1.1 200 OK\r\n\r\nto the end");
                                wire.close();
                            },
                            [](Wire& wire) {
                                wire.read_until("\r\n\r\n");
                                wire.send("HTTP/1.1 twohundred\r\n\r\n");
                                wire.read_all();
                            }});
    TestClient client;
    Caught half;
    client.begin(server.url("/"), half);
    ASSERT_TRUE(client.until([&] { return half.is_over(); }));
    ASSERT_TRUE(half.error);
    EXPECT_EQ(half.error->code, Code::HttpCutShort);
    EXPECT_EQ(half.body, "half");
    EXPECT_EQ(client.get(server.url("/")), "200 to the end") << "that is how it says its end";
    Caught broken;
    client.begin(server.url("/"), broken);
    ASSERT_TRUE(client.until([&] { return broken.is_over(); }));
    ASSERT_TRUE(broken.error);
    EXPECT_EQ(broken.error->code, Code::HttpBadStatusLine);
    EXPECT_TRUE(client.until([&] { return client.client->connections() == 0; }));
}

// Answers the first request and leaves when the second has come.
void leave_at_the_second(Wire& wire) {
    wire.read_until("\r\n\r\n");
    wire.send(ok_answer("first"));
    wire.read_until("\r\n\r\n");
    wire.close();
}

TEST(ClientFailure, AGetOnAConnectionThatTurnsOutDeadIsMadeAnew) {
    std::string second;
    {
        const RawServer server({leave_at_the_second, [&](Wire& wire) {
                                    second = wire.read_until("\r\n\r\n");
                                    wire.send(ok_answer("anew"));
                                    wire.read_all();
                                }});
        TestClient client;
        EXPECT_EQ(client.get(server.url("/1")), "200 first");
        EXPECT_EQ(client.get(server.url("/2")), "200 anew");
    }
    EXPECT_TRUE(second.starts_with("GET /2 HTTP/1.1\r\n")) << second;
}

TEST(ClientFailure, ItIsMadeAnewWithItsBody) {
    std::string second;
    {
        const RawServer server({leave_at_the_second, [&](Wire& wire) {
                                    second = wire.read_until("the body");
                                    wire.send(ok_answer("anew"));
                                    wire.read_all();
                                }});
        TestClient client;
        EXPECT_EQ(client.get(server.url("/1")), "200 first");
        EXPECT_EQ(client.send("PUT", server.url("/2"), "the body"), "200 anew");
    }
    EXPECT_TRUE(second.ends_with("\r\n\r\nthe body")) << second;
}

TEST(ClientFailure, ButOnlyOnce) {
    const RawServer server({leave_at_the_second, [](Wire& wire) {
                                wire.read_until("\r\n\r\n");
                                wire.close();
                            }});
    TestClient client;
    EXPECT_EQ(client.get(server.url("/1")), "200 first");
    EXPECT_EQ(client.get(server.url("/2")),
              "the connection to " + server.address().text() + " was lost: the server closed it");
}

TEST(ClientFailure, APostIsNotMadeAnew) {
    const RawServer server({leave_at_the_second});
    TestClient client;
    EXPECT_EQ(client.get(server.url("/1")), "200 first");
    Caught answer;
    const auto call = client.begin(server.url("/2"), answer, "POST", 4);
    call->piece("body");
    call->finish();
    ASSERT_TRUE(client.until([&] { return answer.is_over(); }));
    ASSERT_TRUE(answer.error);
    EXPECT_EQ(answer.error->code, Code::IoConnectionLost);
}

TEST(ClientFailure, NorIsWhatWasAnsweredInPart) {
    const RawServer server({[](Wire& wire) {
        wire.read_until("\r\n\r\n");
        wire.send(ok_answer("first"));
        wire.read_until("\r\n\r\n");
        wire.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf");
        wire.close();
    }});
    TestClient client;
    EXPECT_EQ(client.get(server.url("/1")), "200 first");
    Caught answer;
    client.begin(server.url("/2"), answer);
    ASSERT_TRUE(client.until([&] { return answer.is_over(); }));
    ASSERT_TRUE(answer.error);
    EXPECT_EQ(answer.error->code, Code::HttpCutShort);
}

TEST(ClientFailure, AnAnswerToNothingIsNotTheNextOnes) {
    Seen seen;
    const RawServer server({[](Wire& wire) {
                                wire.read_until("\r\n\r\n");
                                wire.send(ok_answer("first") + ok_answer("poison"));
                                wire.read_all();
                            },
                            [](Wire& wire) {
                                wire.read_until("\r\n\r\n");
                                wire.send(ok_answer("second"));
                                wire.read_all();
                            }});
    TestClient client;
    EXPECT_EQ(client.get(server.url("/1")), "200 first");
    EXPECT_EQ(client.get(server.url("/2")), "200 second");
}

TEST(ClientFailure, AStreamThatIsResetIsLost) {
    const TestAuthority authority;
    const TestServer server(
        [](const ExchangePtr& exchange) {
            exchange->reset(2);
            return nullptr;
        },
        authority.options());
    ClientOptions options;
    options.authorities = authority.pem();
    TestClient client(options);
    EXPECT_EQ(client.get(server.secure_url("/")),
              "the connection to localhost:" + std::to_string(server.address().port) +
                  " was lost: the server gave up this exchange (code 2)");
    EXPECT_EQ(client.client->connections(), 1U) << "the connection is as good as before";
}

TEST(ClientFailure, WhatTheServerNeverLookedAtIsMadeAnewOnce) {
    const TestAuthority authority;
    Seen seen;
    const TestServer server(
        [&](const ExchangePtr& exchange) -> std::unique_ptr<Handler> {
            seen.add("asked");
            const bool first = seen.count("asked") == 1;
            if (first || exchange->request().target == "/never") {
                exchange->reset(7);
                return nullptr;
            }
            return echo(seen)(exchange);
        },
        authority.options());
    ClientOptions options;
    options.authorities = authority.pem();
    TestClient client(options);
    EXPECT_EQ(client.send("POST", server.secure_url("/a"), "body"), "200 POST /a body");
    EXPECT_EQ(client.get(server.secure_url("/never")),
              "the connection to localhost:" + std::to_string(server.address().port) +
                  " was lost: the server gave up this exchange (code 7)");
    EXPECT_EQ(seen.count("asked"), 4U);
}

TEST(ClientFailure, AServerThatStopsInTheMiddleLosesAllItsCalls) {
    const TestAuthority authority;
    Seen seen;
    ServerOptions server_options = authority.options();
    server_options.patience.drain = 10ms;
    TestServer server(
        [&](const ExchangePtr&) {
            seen.add("began");
            return std::make_unique<Scripted>();
        },
        server_options);
    ClientOptions options;
    options.authorities = authority.pem();
    TestClient client(options);
    std::vector<Caught> answers(5);
    for (Caught& answer : answers) client.begin(server.secure_url("/"), answer, "POST", 0);
    ASSERT_TRUE(client.until([&] { return seen.count("began") == answers.size(); }));
    server->shut_down();
    ASSERT_TRUE(client.until([&] {
        return std::all_of(answers.begin(), answers.end(),
                           [](const Caught& answer) { return answer.is_over(); });
    }));
    for (const Caught& answer : answers) {
        ASSERT_TRUE(answer.error);
        EXPECT_EQ(answer.error->code, Code::IoConnectionLost) << answer.told();
        EXPECT_EQ(answer.ends, 1);
    }
    EXPECT_TRUE(client.until([&] { return client.client->connections() == 0; }));
}

TEST(ClientFailure, OneThatFailsMayCancelAnother) {
    TestClient client;
    Caught one;
    Caught two;
    const Address address = nobody();
    std::shared_ptr<Call> first;
    std::shared_ptr<Call> second;
    one.when_over = [&] { second->cancel(); };
    two.when_over = [&] { first->cancel(); };
    first = client.begin(address.url(), one);
    second = client.begin(address.url(), two);
    ASSERT_TRUE(client.until([&] {
        return client.client->connections() == 0 && first->is_over() && second->is_over();
    }));
    EXPECT_EQ(one.ends + two.ends, 1);
}

}  // namespace
}  // namespace understudy::io
