// The ends of an HTTP/1.1 connection at the server: cut, shut down, refused, reset.
#include <gtest/gtest.h>

#include "http/playbook_testing.hpp"

namespace understudy::http {
namespace {

using namespace std::string_literals;

constexpr std::string_view kGet = "GET / HTTP/1.1\r\nHost: x\r\n\r\n";

ServerParty make_server(const Limits& limits = {}) {
    return ServerParty(make_h1_server(limits));
}

ResponseHead head(int status, const Headers& headers = {}) {
    ResponseHead made;
    made.status = status;
    made.headers = headers;
    return made;
}

std::string with_field(std::string_view field) {
    return "GET / HTTP/1.1\r\nHost: x\r\n" + std::string(field) + "\r\n\r\n";
}
std::string with_body(std::string_view fields, std::string_view body) {
    return "POST / HTTP/1.1\r\nHost: x\r\n" + std::string(fields) + "\r\n\r\n" + std::string(body);
}

// --- ends in the middle ---

TEST(H1Server, AConnectionCutInTheMiddle) {
    const std::string cut =
        "refused 400 http.cut_short: the connection ended in the middle of a "
        "head";
    const std::pair<std::string, Lines> cases[] = {
        {"", {}},
        {"\r\n", {}},
        {"G", {cut}},
        {"GET / HTTP/1.1\r\n", {cut}},
        {"GET / HTTP/1.1\r\nHost: x\r\n\r", {cut}},
        {with_body("Content-Length: 5", "123"),
         {"1 POST /, a body follows", "1 body \"123\"", "1 reset 0"}},
        {with_body("Transfer-Encoding: chunked", "3\r\n123"),
         {"1 POST /, a body follows", "1 body \"123\"", "1 reset 0"}},
        {with_body("Transfer-Encoding: chunked", "0\r\nX: 1\r\n"),
         {"1 POST /, a body follows", "1 reset 0"}},
    };
    for (const auto& [bytes, lines] : cases) {
        ServerParty server = make_server();
        Lines heard = server.hears(bytes);
        for (const std::string& line : server.hears_end()) heard.push_back(line);
        EXPECT_EQ(heard, lines) << base::quoted(bytes);
        EXPECT_TRUE(server->wants_close());
        EXPECT_EQ(server.says(), "");
        EXPECT_EQ(server.hears_end(), Lines{});
    }
}

TEST(H1Server, APeerThatOnlyStoppedSendingGetsItsAnswers) {
    ServerParty server = make_server();
    EXPECT_EQ(server.hears("GET /1 HTTP/1.1\r\nHost: x\r\n\r\nGET /2 HTTP/1.1\r\nHost: x\r\n\r\n"
                           "GET /3 HT"),
              (Lines{"1 GET /1", "1 ends"}));
    EXPECT_EQ(server.hears_end(), Lines{});
    EXPECT_FALSE(server->wants_close());
    server->answer(1, head(200), "one");
    EXPECT_EQ(server.hears(""), (Lines{"2 GET /2", "2 ends"}));
    EXPECT_FALSE(server->wants_close());
    server->answer(2, head(200), "two");
    EXPECT_EQ(server.hears(""), (Lines{"refused 400 http.cut_short: the connection ended in the "
                                       "middle of a head"}));
    EXPECT_TRUE(server->wants_close());
    EXPECT_EQ(server.says(), crlf("HTTP/1.1 200 OK\nContent-Length: 3\n\none"
                                  "HTTP/1.1 200 OK\nContent-Length: 3\n\ntwo"));
}

TEST(H1Server, APeerThatStoppedSendingIsToldThatItsLastAnswerIsTheLast) {
    ServerParty server = make_server();
    server.hears(kGet);
    EXPECT_EQ(server.hears_end(), Lines{});
    EXPECT_EQ(server->phase(), Phase::Working);
    server->answer(1, head(200), "ok");
    EXPECT_EQ(server.says(), crlf("HTTP/1.1 200 OK\nContent-Length: 2\n\nok"));
    EXPECT_TRUE(server->wants_close());
}

// --- ending it from our side ---

TEST(H1Server, ShutDownInEveryPhase) {
    {
        ServerParty server = make_server();
        server->shut_down();
        EXPECT_TRUE(server->wants_close()) << "idle";
        EXPECT_EQ(server.hears(kGet), Lines{});
    }
    {
        ServerParty server = make_server();
        server.hears(kGet.substr(0, 5));
        server->shut_down();
        EXPECT_FALSE(server->wants_close()) << "in a head";
        EXPECT_EQ(server.hears(kGet.substr(5)), (Lines{"1 GET /", "1 ends"}));
        server->answer(1, head(200), "ok");
        EXPECT_EQ(server.says(),
                  crlf("HTTP/1.1 200 OK\nContent-Length: 2\nConnection: close\n\nok"));
        EXPECT_TRUE(server->wants_close());
    }
    {
        ServerParty server = make_server();
        server.hears(with_body("Content-Length: 2", ""));
        server->shut_down(7, false);
        EXPECT_EQ(server.hears("ok" + std::string(kGet)), (Lines{"1 body \"ok\"", "1 ends"}));
        server->respond(1, head(200), 2);
        EXPECT_FALSE(server->wants_close()) << "in an answer";
        server->piece(1, "ok");
        server->finish(1);
        EXPECT_TRUE(server->wants_close());
        EXPECT_EQ(server.hears(""), Lines{}) << "what waited is not taken up";
    }
    {
        ServerParty server = make_server();
        server.hears(kGet);
        server->respond(1, head(200), std::nullopt);
        server->shut_down();
        server->finish(1);
        EXPECT_EQ(server.says(), crlf("HTTP/1.1 200 OK\nTransfer-Encoding: chunked\n\n0\n\n"));
        EXPECT_TRUE(server->wants_close()) << "too late to say so";
    }
    {
        ServerParty server = make_server();
        server.hears(with_body("Content-Length: 2", ""));
        server->answer(1, head(200), "early");
        server->shut_down();
        EXPECT_TRUE(server->wants_close()) << "only the rest of a body is missing";
    }
    {
        ServerParty server = make_server();
        server.hears(kGet);
        server->upgrade(1, head(101));
        server->shut_down();
        EXPECT_FALSE(server->wants_close()) << "raw bytes are not ours to end";
        EXPECT_EQ(server.hears("x"), (Lines{"1 raw \"x\""}));
    }
}

TEST(H1Server, RefuseInEveryPhase) {
    const base::Error slow{
        base::Code::HttpTooSlow, {{"what", "the head"}, {"limit", "10s"}}, {}, {}};
    const std::string answer = crlf(
                                   "HTTP/1.1 408 Request Timeout\n"
                                   "Content-Type: text/plain; charset=utf-8\nConnection: close\n"
                                   "Content-Length: 35\n\n") +
                               "the head did not arrive within 10s\n";
    const auto refused = [&](ServerParty& server, bool answers) {
        server.says();
        server->refuse(slow, 408);
        EXPECT_EQ(server.says(), answers ? answer : "");
        EXPECT_TRUE(server->wants_close());
        EXPECT_EQ(server.hears(kGet), Lines{});
        server->refuse(slow, 408);
        EXPECT_EQ(server.says(), "");
    };
    ServerParty idle = make_server();
    refused(idle, true);
    ServerParty in_head = make_server();
    in_head.hears("GET /");
    refused(in_head, true);
    ServerParty in_body = make_server();
    in_body.hears(with_body("Content-Length: 2", ""));
    refused(in_body, true);
    ServerParty working = make_server();
    working.hears(std::string(kGet) + std::string(kGet));
    refused(working, true);
    ServerParty in_answer = make_server();
    in_answer.hears(kGet);
    in_answer->respond(1, head(200), 5);
    refused(in_answer, false);
    ServerParty answered_early = make_server();
    answered_early.hears(with_body("Content-Length: 2", ""));
    answered_early->answer(1, head(200), "ok");
    refused(answered_early, false);
    ServerParty after_last = make_server();
    after_last.hears(with_field("Connection: close"));
    after_last->answer(1, head(200), "ok");
    refused(after_last, false);
    ServerParty raw = make_server();
    raw.hears(kGet);
    raw->upgrade(1, head(101));
    refused(raw, false);
}

TEST(H1Server, ResetClosesWithNothingMoreToSay) {
    ServerParty server = make_server();
    server.hears(kGet);
    server->reset(2, 8);  // not this one
    EXPECT_FALSE(server->wants_close());
    server->respond(1, head(200), 5);
    server->reset(1, 8);
    EXPECT_TRUE(server->wants_close());
    EXPECT_EQ(server.says(), "");
    server->piece(1, "x");
    server->finish(1);
    EXPECT_EQ(server.says(), "");
    EXPECT_EQ(server.hears(kGet), Lines{});
}

TEST(H1Server, RawBytesGoOutAsTheyAre) {
    ServerParty server = make_server();
    server.hears(kGet);
    server->respond(1, head(200), std::nullopt);
    EXPECT_TRUE(server->send_raw("5\r\nnot a ch"));
    server->finish(1);
    EXPECT_EQ(server.says(),
              crlf("HTTP/1.1 200 OK\nTransfer-Encoding: chunked\n\n5\nnot a ch0\n\n"));
    EXPECT_TRUE(server->wants_close()) << "nobody can say what follows";
}

TEST(H1ServerDeath, ABodyOrAnEndBeforeItsHeadIsAMistakeOfOurs) {
    ServerParty server = make_server();
    server.hears(kGet);
    EXPECT_EXIT(server->piece(1, "x"), testing::ExitedWithCode(70), "a body before its head");
    EXPECT_EXIT(server->finish(1), testing::ExitedWithCode(70), "an end before its head");
}

}  // namespace
}  // namespace understudy::http
