// HTTP/2: our server and our client talking to each other.
#include <gtest/gtest.h>

#include "http/h2_frames_testing.hpp"
#include "http/playbook_testing.hpp"

namespace understudy::http {
namespace {

using namespace std::string_literals;

ServerParty make_server(const Limits& limits = {}) {
    return ServerParty(make_h2_server(limits));
}
ClientParty make_client(const Limits& limits = {}) {
    return ClientParty(make_h2_client(limits));
}

RequestHead ask(std::string_view method = "GET", const Headers& headers = {}) {
    RequestHead made;
    made.method = method;
    made.target = "/p?q";
    made.scheme = "https";
    made.authority = "a.test";
    made.headers = headers;
    return made;
}
ResponseHead head(int status, const Headers& headers = {}) {
    ResponseHead made;
    made.status = status;
    made.headers = headers;
    return made;
}

// A server that has met its peer, with what it said to that thrown away.
ServerParty met(const Limits& limits = {}) {
    ServerParty server = make_server(limits);
    EXPECT_EQ(server.hears(std::string(kH2Preface) + frame(kSettings, 0, 0, "")), Lines{});
    server.says();
    return server;
}

// --- both of ours ---

TEST(H2, AnExchangeInSlicesOfEverySize) {
    for (std::size_t step = 1; step <= 64; ++step) {
        ServerParty server = make_server();
        ClientParty client = make_client();
        const StreamId stream =
            client->request(ask("POST", {{"X-A", "1"}, {"x-a", "2"}, {"Cookie", "c"}}), 5);
        client->piece(stream, "hello");
        client->finish(stream);
        ASSERT_TRUE(pump(server, client, step));
        EXPECT_EQ(server.heard(),
                  (Lines{"1 POST /p?q, a body follows", "1 body \"hello\"", "1 ends"}));
        const RequestHead& request = server.requests[1];
        EXPECT_EQ(request.version, Version::Http2);
        EXPECT_EQ(request.scheme, "https");
        EXPECT_EQ(request.authority, "a.test");
        EXPECT_EQ(request.headers,
                  (Headers{{"x-a", "1"}, {"x-a", "2"}, {"cookie", "c"}, {"content-length", "5"}}));
        EXPECT_EQ(server->phase(), Phase::Working);
        server->answer(1, head(201, {{"Location", "/x"}}), "made");
        ASSERT_TRUE(pump(server, client, step));
        EXPECT_EQ(client.heard(), (Lines{"1 201", "1 body \"made\"", "1 ends"}));
        EXPECT_EQ(client.responses[1].headers,
                  (Headers{{"location", "/x"}, {"content-length", "4"}}));
        EXPECT_EQ(client.responses[1].version, Version::Http2);
        EXPECT_EQ(server->phase(), Phase::Idle);
        EXPECT_FALSE(server->wants_close());
        EXPECT_FALSE(client->wants_close());
        EXPECT_TRUE(client->can_begin());
    }
}

TEST(H2, TrailersBothWays) {
    ServerParty server = make_server();
    ClientParty client = make_client();
    client->request(ask("POST"), std::nullopt);
    client->piece(1, "a");
    client->piece(1, "b");
    client->finish(1, {{"X-Sum", "2"}, {"Connection", "close"}});
    ASSERT_TRUE(pump(server, client));
    EXPECT_EQ(server.heard(),
              (Lines{"1 POST /p?q, a body follows", "1 body \"ab\"", "1 ends, x-sum: 2"}));
    server->respond(1, head(200), std::nullopt);
    ASSERT_TRUE(pump(server, client));
    EXPECT_EQ(client.heard(), (Lines{"1 200"}));
    server->piece(1, "c");
    ASSERT_TRUE(pump(server, client));
    EXPECT_EQ(client.heard(), (Lines{"1 body \"c\""}));
    server->finish(1, {{"Grpc-Status", "0"}});
    ASSERT_TRUE(pump(server, client));
    EXPECT_EQ(client.heard(), (Lines{"1 ends, grpc-status: 0"}));
}

TEST(H2, TrailersWithoutABodyAndTrailersOfNothing) {
    ServerParty server = make_server();
    ClientParty client = make_client();
    client->request(ask(), 0);
    client->request(ask(), 0);
    ASSERT_TRUE(pump(server, client));
    server->respond(1, head(200), std::nullopt);
    server->finish(1, {{"X", "1"}});
    server->respond(3, head(200), std::nullopt);
    server->finish(3, {{"Connection", "close"}});  // has no place here, so there is none
    ASSERT_TRUE(pump(server, client));
    EXPECT_EQ(client.heard(), (Lines{"1 200", "3 200", "1 ends, x: 1", "3 ends"}));
}

TEST(H2, AnswersThatHaveNoBody) {
    ServerParty server = make_server();
    ClientParty client = make_client();
    client->request(ask("HEAD"), 0);
    client->request(ask("GET"), 0);
    client->request(ask("GET"), 0);
    client->request(ask("GET"), 0);
    ASSERT_TRUE(pump(server, client));
    server->answer(1, head(200), "12345");
    server->answer(3, head(204), "dropped");
    server->respond(5, head(304, {{"Content-Length", "7"}}), std::nullopt);
    server->piece(5, "dropped");
    server->finish(5);
    server->answer(7, head(200), "");
    ASSERT_TRUE(pump(server, client));
    EXPECT_EQ(client.heard(),
              (Lines{"1 200", "1 ends", "3 204", "3 ends", "5 304", "5 ends", "7 200", "7 ends"}));
    EXPECT_EQ(client.responses[1].headers, (Headers{{"content-length", "5"}}));
    EXPECT_EQ(client.responses[3].headers, Headers{});
    EXPECT_EQ(client.responses[7].headers, (Headers{{"content-length", "0"}}));
}

TEST(H2, InformationalHeadsComeFirst) {
    ServerParty server = make_server();
    ClientParty client = make_client();
    client->request(ask(), 0);
    ASSERT_TRUE(pump(server, client));
    server->respond(1, head(103, {{"Link", "x"}}), std::nullopt);
    server->respond(1, head(101), std::nullopt);  // HTTP/2 has no such thing
    server->answer(1, head(200), "ok");
    ASSERT_TRUE(pump(server, client));
    EXPECT_EQ(client.heard(), (Lines{"1 103", "1 200", "1 body \"ok\"", "1 ends"}));
}

TEST(H2, WhoeverExpectsToContinueIsToldTo) {
    ServerParty server = make_server();
    ClientParty client = make_client();
    client->request(ask("POST", {{"Expect", "100-continue"}}), 2);
    ASSERT_TRUE(pump(server, client));
    EXPECT_EQ(client.heard(), (Lines{"1 100"}));
    EXPECT_EQ(server.heard(), (Lines{"1 POST /p?q, a body follows"}));
    client->request(ask("POST", {{"Expect", "a pony"}}), 2);
    ASSERT_TRUE(pump(server, client));
    EXPECT_EQ(server.heard(), (Lines{"3 refused 417 http.unknown_expectation: the expectation \"a "
                                     "pony\" cannot be met"}));
    EXPECT_EQ(client.heard(), (Lines{"3 417",
                                     "3 body \"the expectation \\\"a pony\\\" cannot be "
                                     "met\\n\"",
                                     "3 ends"}));
}

TEST(H2, TheApplicationMayTellToContinueInstead) {
    ServerParty server = make_server();
    server->leave_expectations();
    ClientParty client = make_client();
    client->request(ask("POST", {{"Expect", "100-continue"}}), 2);
    ASSERT_TRUE(pump(server, client));
    EXPECT_EQ(client.heard(), Lines{});
    server->respond(1, head(100), std::nullopt);
    ASSERT_TRUE(pump(server, client));
    EXPECT_EQ(client.heard(), (Lines{"1 100"}));
}

TEST(H2, WhatHttp1SaysOfItsConnectionIsDropped) {
    ServerParty server = make_server();
    ClientParty client = make_client();
    const Headers headers{{"Connection", "close"},
                          {"Keep-Alive", "5"},
                          {"Proxy-Connection", "x"},
                          {"Transfer-Encoding", "chunked"},
                          {"Upgrade", "x"},
                          {"TE", "gzip"},
                          {"X", "kept"}};
    RequestHead request = ask("GET", headers);
    request.headers.add("Host", "b.test");
    client->request(request, 0);
    ASSERT_TRUE(pump(server, client));
    EXPECT_EQ(server.requests[1].headers, (Headers{{"x", "kept"}}));
    EXPECT_EQ(server.requests[1].authority, "a.test");
    server->answer(1, head(200, headers), "");
    ASSERT_TRUE(pump(server, client));
    EXPECT_EQ(client.responses[1].headers, (Headers{{"x", "kept"}, {"content-length", "0"}}));
    EXPECT_EQ(client.heard(), (Lines{"1 200", "1 ends"}));
}

TEST(H2, WhatARequestLacksIsFilledIn) {
    ServerParty server = make_server();
    ClientParty client = make_client();
    RequestHead request = ask("GET", {{"Host", "h.test"}, {"TE", "trailers"}});
    request.authority.clear();
    request.scheme.clear();
    request.target = "http://other.test?q";
    client->request(request, 0);
    request = ask("CONNECT");
    request.target = request.authority = "b.test:443";
    client->request(request, std::nullopt);
    ASSERT_TRUE(pump(server, client));
    EXPECT_EQ(server.heard(),
              (Lines{"1 GET /?q", "1 ends", "3 CONNECT b.test:443, a body follows"}));
    EXPECT_EQ(server.requests[1].authority, "h.test");
    EXPECT_EQ(server.requests[1].scheme, "http");
    EXPECT_EQ(server.requests[1].headers, (Headers{{"te", "trailers"}}));
    EXPECT_FALSE(server->upgrade(3, head(200)));
    EXPECT_FALSE(server->send_raw("x"));
    server->respond(3, head(200), std::nullopt);
    client->piece(3, "up");
    server->piece(3, "down");
    ASSERT_TRUE(pump(server, client));
    EXPECT_EQ(server.heard(), (Lines{"3 body \"up\""}));
    EXPECT_EQ(client.heard(), (Lines{"3 200", "3 body \"down\""}));
}

TEST(H2, LineBreaksAndBlanksAreDefused) {
    ServerParty server = make_server();
    ClientParty client = make_client();
    client->request(ask("GET", {{"X", " a\r\nb\0c\t"s}, {"Y", " \t "}}), 0);
    ASSERT_TRUE(pump(server, client));
    EXPECT_EQ(server.heard(), (Lines{"1 GET /p?q", "1 ends"}));
    EXPECT_EQ(server.requests[1].headers, (Headers{{"x", "abc"}, {"y", ""}}));
    server->answer(1, head(200, {{"X", "a\r\nSet-Cookie: b"}}), "");
    ASSERT_TRUE(pump(server, client));
    EXPECT_EQ(client.responses[1].headers.get("x"), "aSet-Cookie: b");
}

TEST(H2, AHundredExchangesAtOnce) {
    for (const std::size_t step : {std::size_t{17}, std::size_t{4096}}) {
        ServerParty server = make_server();
        ClientParty client = make_client();
        ASSERT_TRUE(pump(server, client));
        std::vector<StreamId> streams;
        for (int i = 0; i < 100; ++i) {
            ASSERT_TRUE(client->can_begin());
            streams.push_back(client->request(ask("POST"), std::nullopt));
        }
        for (int round = 0; round < 3; ++round) {
            for (const StreamId stream : streams) {
                client->piece(stream, std::to_string(stream) + ',');
            }
            ASSERT_TRUE(pump(server, client, step));
        }
        for (const StreamId stream : streams) client->finish(stream);
        ASSERT_TRUE(pump(server, client, step));
        ASSERT_EQ(server.ended.size(), 100U);
        for (std::size_t i = streams.size(); i-- > 0;) {
            server->answer(streams[i], head(200), server.bodies[streams[i]]);
        }
        ASSERT_TRUE(pump(server, client, step));
        EXPECT_EQ(client.ended.size(), 100U);
        for (const StreamId stream : streams) {
            const std::string number = std::to_string(stream) + ',';
            EXPECT_EQ(client.bodies[stream], number + number + number);
        }
    }
}

TEST(H2, NoMoreExchangesThanThePeerAllows) {
    Limits limits;
    limits.streams = 3;
    ServerParty server = make_server(limits);
    ClientParty client = make_client();
    ASSERT_TRUE(pump(server, client));
    for (int i = 0; i < 3; ++i) client->request(ask(), 0);
    EXPECT_FALSE(client->can_begin());
    ASSERT_TRUE(pump(server, client));
    EXPECT_FALSE(client->can_begin());
    server->answer(1, head(200), "");
    ASSERT_TRUE(pump(server, client));
    EXPECT_TRUE(client->can_begin());
}

// --- flow control ---

TEST(H2, AnAnswerNobodyTakesStaysWithUs) {
    ServerParty server = make_server();
    ClientParty client = make_client();
    client.consumes = false;
    client->request(ask(), 0);
    ASSERT_TRUE(pump(server, client));
    const std::string body(10 * 1024 * 1024, 'x');
    server->respond(1, head(200), body.size());
    server->piece(1, body);
    server->finish(1);
    EXPECT_EQ(server->backlog(1), body.size());
    ASSERT_TRUE(pump(server, client));
    const std::size_t window = 1024 * 1024;
    EXPECT_EQ(client.bodies[1].size(), window);
    EXPECT_EQ(server->backlog(1), body.size() - window);
    EXPECT_EQ(server.says(), "");
    // Another exchange is not held up by it.
    client->request(ask(), 0);
    ASSERT_TRUE(pump(server, client));
    server->answer(3, head(200), "ok");
    ASSERT_TRUE(pump(server, client));
    EXPECT_EQ(client.bodies[3], "ok");
    for (int turn = 0; turn < 100 && server->backlog(1) > 0; ++turn) {
        const std::size_t before = client.bodies[1].size();
        client->consumed(1, window);
        ASSERT_TRUE(pump(server, client));
        EXPECT_EQ(client.bodies[1].size(), std::min(before + window, body.size()));
    }
    EXPECT_EQ(client.bodies[1], body);
    EXPECT_EQ(client.ended, (std::vector<StreamId>{3, 1}));
}

TEST(H2, ARequestBodyNobodyTakesStaysWithThePeer) {
    ServerParty server = make_server();
    server.consumes = false;
    ClientParty client = make_client();
    client->request(ask("POST"), std::nullopt);
    const std::string body(10 * 1024 * 1024, 'x');
    client->piece(1, body);
    client->finish(1);
    ASSERT_TRUE(pump(server, client));
    EXPECT_EQ(server.bodies[1].size(), 1024U * 1024);
    EXPECT_EQ(client->backlog(1), 9U * 1024 * 1024);
    server.consumes = true;
    server->consumed(1, 1024 * 1024);
    ASSERT_TRUE(pump(server, client));
    EXPECT_EQ(server.bodies[1], body);
    EXPECT_EQ(client->backlog(1), 0U);
    EXPECT_EQ(server.ended, (std::vector<StreamId>{1}));
}

TEST(H2, DrainTakesAboutAsMuchAsItMay) {
    ServerParty server = make_server();
    ClientParty client = make_client();
    client->request(ask(), 0);
    ASSERT_TRUE(pump(server, client));
    server->respond(1, head(200), std::nullopt);
    server->piece(1, std::string(500'000, 'x'));
    std::string out;
    EXPECT_TRUE(server->drain(out, 10'000));
    EXPECT_GE(out.size(), 10'000U);
    EXPECT_LT(out.size(), 10'000U + 17'000U);
    EXPECT_TRUE(server->drain(out, 100'000));
    EXPECT_LT(out.size(), 100'000U + 17'000U);
    EXPECT_FALSE(server->drain(out, SIZE_MAX));
    EXPECT_EQ(server->backlog(1), 0U);
    EXPECT_EQ(server->backlog(77), 0U);
}

// --- answers before the end of the request ---

TEST(H2, AnAnswerBeforeTheBodyEndedDropsTheRest) {
    ServerParty server = make_server();
    server.consumes = false;  // nobody is left to do it
    ClientParty client = make_client();
    client->request(ask("POST"), 100'003);
    client->piece(1, "123");
    ASSERT_TRUE(pump(server, client));
    EXPECT_EQ(server.heard(), (Lines{"1 POST /p?q, a body follows", "1 body \"123\""}));
    server->answer(1, head(413), "no");
    const std::string answer = server.says();
    client->piece(1, std::string(100'000, 'x'));
    client->finish(1);
    server.take(client.says());
    EXPECT_EQ(server.heard(), Lines{});
    client.take(answer);
    EXPECT_EQ(client.heard(), (Lines{"1 413", "1 body \"no\"", "1 ends"}));
    ASSERT_TRUE(pump(server, client));
    EXPECT_EQ(server->phase(), Phase::Idle);
}

TEST(H2, ALongRestIsNotWaitedFor) {
    ServerParty server = make_server();
    ClientParty client = make_client();
    client->request(ask("POST"), std::nullopt);
    ASSERT_TRUE(pump(server, client));
    server->answer(1, head(413), "no");
    const std::string answer = server.says();
    client->piece(1, std::string(1024 * 1024, 'x'));
    server.take(client.says());
    // The answer is out, so the peer can be told to stop: RST_STREAM, NO_ERROR.
    EXPECT_TRUE(server.says().ends_with(frame(kRstStream, 0, 1, "\0\0\0\0"s)));
    EXPECT_EQ(server->phase(), Phase::Idle);
    EXPECT_EQ(server.heard(), (Lines{"1 POST /p?q, a body follows"}));
}

// What was dropped is given back to the connection, whose window all exchanges share. A frame that
// was not would be missed after a thousand exchanges.
TEST(H2, DroppedBodiesDoNotStopTheOthers) {
    ServerParty server = make_server();
    ClientParty client = make_client();
    ASSERT_TRUE(pump(server, client));
    const std::string body(272 * 1024, 'x');
    for (int i = 0; i < 1100; ++i) {
        const StreamId stream = client->request(ask("POST"), std::nullopt);
        server.take(client.says());
        server->answer(stream, head(413), "no");
        const std::string answer = server.says();
        client->piece(stream, body);
        client->finish(stream);
        server.take(client.says());
        client.take(answer);
        ASSERT_TRUE(pump(server, client));
        ASSERT_EQ(client.ended.size(), static_cast<std::size_t>(i) + 1);
    }
    const StreamId last = client->request(ask("POST"), body.size());
    client->piece(last, body);
    client->finish(last);
    ASSERT_TRUE(pump(server, client));
    EXPECT_EQ(server.bodies[last].size(), body.size());
}

TEST(H2, AClientStopsWhenItsAnswerIsThere) {
    ServerParty server = make_server();
    ClientParty client = make_client();
    client->request(ask("POST"), std::nullopt);
    client->piece(1, "123");
    ASSERT_TRUE(pump(server, client));
    server->answer(1, head(413), "no");
    ASSERT_TRUE(pump(server, client));
    EXPECT_EQ(client.heard(), (Lines{"1 413", "1 body \"no\"", "1 ends"}));
    client->piece(1, "more");
    client->finish(1);
    ASSERT_TRUE(pump(server, client));
    EXPECT_EQ(server.heard(), (Lines{"1 POST /p?q, a body follows", "1 body \"123\""}));
    EXPECT_EQ(server->phase(), Phase::Idle);
}

// --- ends ---

TEST(H2, AResetIsHeardByTheOtherSide) {
    ServerParty server = make_server();
    ClientParty client = make_client();
    for (int i = 0; i < 3; ++i) client->request(ask("POST"), std::nullopt);
    ASSERT_TRUE(pump(server, client));
    server.heard();
    client->reset(1, 8);
    client->piece(1, "never");
    ASSERT_TRUE(pump(server, client));
    EXPECT_EQ(server.heard(), (Lines{"1 reset 8"}));
    server->answer(1, head(200), "never");
    server->reset(3, 11);
    server->respond(3, head(200), 5);
    ASSERT_TRUE(pump(server, client));
    EXPECT_EQ(client.heard(), (Lines{"3 reset 11"}));
    EXPECT_EQ(server.heard(), Lines{});
    // In the middle of an answer.
    server->respond(5, head(200), std::nullopt);
    server->piece(5, "begun");
    ASSERT_TRUE(pump(server, client));
    server->reset(5, 2);
    server->piece(5, "never");
    ASSERT_TRUE(pump(server, client));
    EXPECT_EQ(client.heard(), (Lines{"5 200", "5 body \"begun\"", "5 reset 2"}));
    EXPECT_TRUE(client->can_begin());
    EXPECT_FALSE(server->wants_close());
}

TEST(H2, NothingComesOfAnExchangeThatWasGivenUp) {
    ServerParty server = make_server();
    ClientParty client = make_client();
    client->request(ask("POST"), std::nullopt);
    ASSERT_TRUE(pump(server, client));
    server.heard();
    server->reset(1, 8);
    client->piece(1, "still on its way");
    client->finish(1);
    server.take(client.says());  // before our RST_STREAM has left
    EXPECT_EQ(server.heard(), Lines{});
    client->request(ask(), 0);
    ASSERT_TRUE(pump(server, client));
    client.heard();
    client->reset(3, 8);
    server->answer(3, head(200), "still on its way");
    client.take(server.says());
    EXPECT_EQ(client.heard(), Lines{});
}

TEST(H2, ShutDownLetsOpenExchangesFinish) {
    ServerParty server = make_server();
    ClientParty client = make_client();
    client->request(ask("POST"), 2);
    ASSERT_TRUE(pump(server, client));
    EXPECT_TRUE(client->can_begin());
    server->shut_down();
    ASSERT_TRUE(pump(server, client));
    EXPECT_FALSE(client->can_begin());
    EXPECT_FALSE(client->wants_close());
    EXPECT_FALSE(server->wants_close());
    client->piece(1, "ok");
    client->finish(1);
    ASSERT_TRUE(pump(server, client));
    EXPECT_EQ(server.heard(), (Lines{"1 POST /p?q, a body follows", "1 body \"ok\"", "1 ends"}));
    server->answer(1, head(200), "fine");
    ASSERT_TRUE(pump(server, client));
    EXPECT_EQ(client.heard(), (Lines{"1 200", "1 body \"fine\"", "1 ends"}));
    EXPECT_TRUE(server->wants_close());
    EXPECT_TRUE(client->wants_close());
}

TEST(H2, ShutDownOfAnIdleConnectionCloses) {
    ServerParty server = make_server();
    ClientParty client = make_client();
    ASSERT_TRUE(pump(server, client));
    server->shut_down();
    ASSERT_TRUE(pump(server, client));
    EXPECT_TRUE(server->wants_close());
    EXPECT_TRUE(client->wants_close());
}

TEST(H2, WhatCrossesTheShutDownIsNotTakenUp) {
    ServerParty server = make_server();
    ClientParty client = make_client();
    client->request(ask(), 0);
    ASSERT_TRUE(pump(server, client));
    server.heard();
    client->request(ask(), 0);
    const std::string crossing = client.says();
    server->shut_down();
    server.take(crossing);
    EXPECT_EQ(server.heard(), Lines{});
    ASSERT_TRUE(pump(server, client));
    EXPECT_EQ(client.heard(), (Lines{"3 reset 7"})) << "refused: it may be sent again elsewhere";
    server->answer(1, head(200), "");
    ASSERT_TRUE(pump(server, client));
    EXPECT_EQ(client.heard(), (Lines{"1 200", "1 ends"}));
}

// As far as the peer can tell, its newest request was never looked at.
TEST(H2, ShutDownBeforeTheNewest) {
    ServerParty server = make_server();
    ClientParty client = make_client();
    client->request(ask(), 0);
    client->request(ask(), 0);
    ASSERT_TRUE(pump(server, client));
    server.heard();
    server->shut_down(11, false);
    EXPECT_EQ(server.hears(""), (Lines{"3 reset 7"}));
    server->answer(3, head(200), "never");
    ASSERT_TRUE(pump(server, client));
    EXPECT_EQ(client.heard(), (Lines{"3 reset 7"}));
    server->answer(1, head(200), "");
    ASSERT_TRUE(pump(server, client));
    EXPECT_EQ(client.heard(), (Lines{"1 200", "1 ends"}));
    EXPECT_TRUE(client->wants_close());
    ServerParty alone = met();
    alone->shut_down(0, false);
    EXPECT_EQ(alone.says(), frame(kGoaway, 0, 0, "\0\0\0\0\0\0\0\0"s));
}

TEST(H2, ShutDownTwiceIsOnce) {
    ServerParty server = make_server();
    ClientParty client = make_client();
    client->request(ask(), 0);
    ASSERT_TRUE(pump(server, client));
    server->shut_down();
    server->shut_down();
    server->answer(1, head(200), "");
    ASSERT_TRUE(pump(server, client));
    EXPECT_EQ(client.heard(), (Lines{"1 200", "1 ends"}));
    EXPECT_TRUE(server->wants_close());
}

TEST(H2, RefuseEndsTheConnection) {
    const base::Error slow{base::Code::HttpTooSlow, {{"what", "a"}, {"limit", "b"}}, {}, {}};
    const base::Error other{base::Code::HttpBadHost, {}, {}, {}};
    for (const bool is_slow : {true, false}) {
        ServerParty server = make_server();
        ClientParty client = make_client();
        client->request(ask("POST"), 5);
        ASSERT_TRUE(pump(server, client));
        server.heard();
        server->refuse(is_slow ? slow : other, 408);
        EXPECT_TRUE(server->wants_close());
        client->piece(1, "hello");
        const std::string late = client.says();
        client.take(server.says());
        EXPECT_EQ(server.hears(late), Lines{});
        EXPECT_EQ(server.hears_end(), Lines{});
        EXPECT_FALSE(client->can_begin());
        EXPECT_EQ(client.hears_end(),
                  is_slow ? Lines{"1 reset 8"}
                          : Lines{"refused 502 http.h2_refused: the peer ended the connection with "
                                  "PROTOCOL_ERROR: it gave no reason"});
    }
}

TEST(H2, TheEndOfTheBytesWithOpenExchanges) {
    ServerParty server = make_server();
    ClientParty client = make_client();
    for (int i = 0; i < 4; ++i) client->request(ask("POST"), 2);
    client->piece(3, "ok");
    client->finish(3);
    ASSERT_TRUE(pump(server, client));
    server.heard();
    server->respond(1, head(200), std::nullopt);
    server->answer(5, head(200), "done");
    EXPECT_EQ(server.hears_end(), (Lines{"1 reset 8", "3 reset 8", "7 reset 8"}));
    EXPECT_TRUE(server->wants_close());
    EXPECT_EQ(server.hears_end(), Lines{});
    client.take(server.says());  // the peer may only have stopped sending
    EXPECT_EQ(client.heard(), (Lines{"1 200", "5 200", "1 reset 2", "5 body \"done\"", "5 ends"}));
    EXPECT_EQ(client.hears_end(), (Lines{"3 reset 8", "7 reset 8"}));
    EXPECT_FALSE(client->can_begin());
    EXPECT_TRUE(client->wants_close());
}

TEST(H2, TheEndOfAnIdleConnection) {
    ServerParty server = met();
    EXPECT_EQ(server.hears_end(), Lines{});
    EXPECT_TRUE(server->wants_close());
    ClientParty client = make_client();
    EXPECT_EQ(client.hears_end(), Lines{});
    EXPECT_TRUE(client->wants_close());
    EXPECT_FALSE(client->can_begin());
}

TEST(H2, AnAnswerWithAHeadTooLargeToSendIsReset) {
    ServerParty server = make_server();
    ClientParty client = make_client();
    client->request(ask(), 0);
    client->request(ask(), 0);
    ASSERT_TRUE(pump(server, client));
    server->answer(1, head(200, {{"X", std::string(2 * 1024 * 1024, 'x')}}), "never");
    server->answer(3, head(200), "ok");
    ASSERT_TRUE(pump(server, client));
    const Lines heard = client.heard();
    EXPECT_NE(std::find(heard.begin(), heard.end(), "1 reset 2"), heard.end());
    EXPECT_EQ(client.bodies[3], "ok");
    EXPECT_FALSE(client.bodies.contains(1));
}

}  // namespace
}  // namespace understudy::http
