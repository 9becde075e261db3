// What the HTTP/1.1 server reads and writes when all is well.
#include <gtest/gtest.h>

#include <ctime>

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
std::string with_line(std::string_view line) {
    return std::string(line) + "\r\nHost: x\r\n\r\n";
}

// --- good requests ---

TEST(H1Server, AnswersAndKeepsTheConnection) {
    ServerParty server = make_server();
    EXPECT_EQ(server->phase(), Phase::Idle);
    for (StreamId stream = 1; stream <= 3; ++stream) {
        const std::string number = std::to_string(stream);
        EXPECT_EQ(server.hears(kGet), (Lines{number + " GET /", number + " ends"}));
        EXPECT_EQ(server->phase(), Phase::Working);
        server->answer(stream, head(200, {{"X", number}}), "ok");
        EXPECT_EQ(server.says(),
                  crlf("HTTP/1.1 200 OK\nX: " + number + "\nContent-Length: 2\n\nok"));
        EXPECT_FALSE(server->wants_close());
        EXPECT_EQ(server->phase(), Phase::Idle);
    }
}

TEST(H1Server, HeadersAreKeptByteForByte) {
    ServerParty server = make_server();
    server.hears(
        "GET /?q=%20 HTTP/1.1\r\nhOsT:   example.test:80 \r\nX-B: 2\r\nX-A:\t1\t \r\n"
        "x-b: \xC3\xA4 , 3\r\nEmpty:\r\nSep: a:b:c\r\n\r\n");
    const RequestHead& request = server.requests.at(1);
    EXPECT_EQ(request.headers, (Headers{{"hOsT", "example.test:80"},
                                        {"X-B", "2"},
                                        {"X-A", "1"},
                                        {"x-b", "\xC3\xA4 , 3"},
                                        {"Empty", ""},
                                        {"Sep", "a:b:c"}}));
    EXPECT_EQ(request.target, "/?q=%20");
    EXPECT_EQ(request.authority, "example.test:80");
    EXPECT_EQ(request.scheme, "");
    EXPECT_EQ(request.version, Version::Http11);
    ResponseHead answer = head(299, {{"zZ", "1"}, {"aA", "2"}, {"ZZ", "3"}, {"E", ""}});
    answer.reason = "My Own";
    server->answer(1, answer, "");
    EXPECT_EQ(server.says(),
              crlf("HTTP/1.1 299 My Own\nzZ: 1\naA: 2\nZZ: 3\nE: \nContent-Length: 0\n\n"));
}

TEST(H1Server, EveryFormOfTarget) {
    struct Form {
        std::string line, target, scheme, authority;
    };
    for (const Form& form : {
             Form{"GET http://a.test:81/p?q HTTP/1.1", "http://a.test:81/p?q", "http", "a.test:81"},
             Form{"GET HTTPS://[::1]?q HTTP/1.1", "HTTPS://[::1]?q", "https", "[::1]"},
             Form{"OPTIONS * HTTP/1.1", "*", "", "x"},
             Form{"CONNECT a.test:443 HTTP/1.1", "a.test:443", "", "a.test:443"},
             Form{"CONNECT [::1]:443 HTTP/1.1", "[::1]:443", "", "[::1]:443"},
             Form{"M-SEARCH /\xC3\xA4|\"<> HTTP/1.1", "/\xC3\xA4|\"<>", "", "x"},
         }) {
        ServerParty server = make_server();
        server.hears(with_line(form.line));
        const RequestHead& request = server.requests[1];
        EXPECT_EQ(request.target, form.target);
        EXPECT_EQ(request.scheme, form.scheme);
        EXPECT_EQ(request.authority, form.authority);
    }
}

TEST(H1Server, BodiesByLengthAndByChunks) {
    ServerParty server = make_server();
    EXPECT_EQ(server.hears(with_body("Content-Length: 5", "12345")),
              (Lines{"1 POST /, a body follows", "1 body \"12345\"", "1 ends"}));
    server->answer(1, head(200), "");
    EXPECT_EQ(server.hears(with_body("Content-Length: 0", "")), (Lines{"2 POST /", "2 ends"}));
    server->answer(2, head(200), "");
    EXPECT_EQ(server.hears(with_body("Transfer-Encoding: Chunked",
                                     "5;a=b;c=\"d\"\r\n12345\r\n00a\r\n6789012345\r\n0;last\r\n"
                                     "X-Sum: 15\r\nX-Sum: 16\r\n\r\n")),
              (Lines{"3 POST /, a body follows", "3 body \"123456789012345\"",
                     "3 ends, X-Sum: 15, X-Sum: 16"}));
    server->answer(3, head(200), "");
    EXPECT_EQ(server.hears(with_body("Transfer-Encoding: chunked", "0\r\n\r\n")),
              (Lines{"4 POST /, a body follows", "4 ends"}));
    EXPECT_EQ(server->phase(), Phase::Working);
}

TEST(H1Server, PhasesSayWhatIsWaitedFor) {
    ServerParty server = make_server();
    EXPECT_EQ(server->phase(), Phase::Idle);
    server.hears("P");
    EXPECT_EQ(server->phase(), Phase::Head);
    server.hears("OST / HTTP/1.1\r\nHost: x\r\n");
    EXPECT_EQ(server->phase(), Phase::Head);
    server.hears("Content-Length: 2\r\n\r\n");
    EXPECT_EQ(server->phase(), Phase::Body);
    server.hears("12");
    EXPECT_EQ(server->phase(), Phase::Working);
    server->answer(1, head(200), "");
    EXPECT_EQ(server->phase(), Phase::Idle);
}

TEST(H1Server, EmptyLinesBeforeARequestAreSkipped) {
    ServerParty server = make_server();
    EXPECT_EQ(server.hears("\r\n\r\n" + std::string(kGet)), (Lines{"1 GET /", "1 ends"}));
}

TEST(H1Server, PipelinedRequestsAreAnsweredInOrder) {
    ServerParty server = make_server();
    const std::string three =
        "GET /1 HTTP/1.1\r\nHost: x\r\n\r\nPOST /2 HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\n"
        "abcGET /3 HTTP/1.1\r\nHost: x\r\n\r\n";
    EXPECT_EQ(server.hears(three), (Lines{"1 GET /1", "1 ends"}));
    EXPECT_EQ(server.hears(""), Lines{});
    server->answer(2, head(200), "too early");
    server->answer(1, head(200), "1");
    EXPECT_EQ(server.hears(""), (Lines{"2 POST /2, a body follows", "2 body \"abc\"", "2 ends"}));
    EXPECT_EQ(server.hears("GET /4 HTTP/1.1\r\nHost: x\r\n\r\n"), Lines{});
    server->answer(1, head(200), "again");
    server->answer(2, head(200), "2");
    EXPECT_EQ(server.hears(""), (Lines{"3 GET /3", "3 ends"}));
    server->answer(3, head(200), "3");
    EXPECT_EQ(server.hears(""), (Lines{"4 GET /4", "4 ends"}));
    server->answer(4, head(200), "4");
    const std::string one = crlf("HTTP/1.1 200 OK\nContent-Length: 1\n\n");
    EXPECT_EQ(server.says(), one + "1" + one + "2" + one + "3" + one + "4");
}

TEST(H1Server, EnoughWaitingMeansNoMoreReading) {
    ServerParty server = make_server();
    EXPECT_TRUE(server->wants_bytes());
    server.hears(kGet);
    EXPECT_TRUE(server->wants_bytes());
    std::string many;
    while (many.size() < 64 * 1024) many += kGet;
    server.hears(many);
    EXPECT_FALSE(server->wants_bytes());
    std::size_t served = 0;
    for (StreamId stream = 1; stream <= many.size() / kGet.size(); ++stream) {
        server->answer(stream, head(204), "");
        if (!server.hears("").empty()) ++served;
    }
    EXPECT_EQ(served, many.size() / kGet.size());
    EXPECT_TRUE(server->wants_bytes());
}

// The time to read and answer so many requests, `at_once` of them in each feed.
std::clock_t time_of(std::size_t count, std::size_t at_once) {
    std::string bytes;
    for (std::size_t i = 0; i < at_once; ++i) {
        bytes += "GET /0123456789012345 HTTP/1.1\r\nHost: example\r\n\r\n";
    }
    const std::clock_t began = std::clock();
    const auto codec = make_h1_server({});
    Events events;
    std::string out;
    StreamId answered = 0;
    for (std::size_t fed = 0; fed < count; fed += at_once) {
        codec->feed(bytes, events);
        for (std::size_t i = 0; i < at_once && events.size() == 2; ++i) {
            codec->answer(++answered, head(200), "ok");
            codec->drain(out, SIZE_MAX);
            out.clear();
            events.clear();
            codec->feed({}, events);
        }
    }
    EXPECT_EQ(answered, count);
    return std::clock() - began;
}

// Sixty thousand requests in three megabytes: what waits is not moved for each of them, which would
// be ninety gigabytes.
TEST(H1Server, ManyPipelinedRequestsStayLinear) {
    constexpr std::size_t kCount = 60'000;
    const std::clock_t one_by_one = 6 * time_of(kCount / 6, 1);
    const std::clock_t together = time_of(kCount, kCount);
    EXPECT_LT(together, 2 * one_by_one + CLOCKS_PER_SEC / 10);
}

TEST(H1Server, WhoeverSaysCloseIsTheLast) {
    struct Close {
        std::string request;
        Headers answer;
        std::string said;
        bool closes;
    };
    const std::string http10 = "GET / HTTP/1.0\r\n\r\n";
    for (const Close& one : {
             Close{std::string(kGet), {}, "", false},
             Close{with_field("Connection: close"), {}, "Connection: close\r\n", true},
             Close{with_field("Connection: x, Close"), {}, "Connection: close\r\n", true},
             Close{std::string(kGet), {{"connection", "close"}}, "connection: close\r\n", true},
             Close{with_field("Connection: close"),
                   {{"Connection", "x"}},
                   "Connection: x\r\nConnection: close\r\n",
                   true},
             Close{http10, {}, "Connection: close\r\n", true},
             Close{"GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n",
                   {},
                   "Connection: keep-alive\r\n",
                   false},
             Close{"GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n",
                   {{"Connection", "close"}},
                   "Connection: close\r\n",
                   true},
         }) {
        ServerParty server = make_server();
        EXPECT_EQ(server.hears(one.request + std::string(kGet)), (Lines{"1 GET /", "1 ends"}));
        server->answer(1, head(200, one.answer), "ok");
        const std::string said = server.says();
        std::string lines;
        for (const std::string_view line : base::split_lines(said)) {
            if (base::to_lower_ascii(line).starts_with("connection:")) {
                lines += std::string(line) + '\n';
            }
        }
        EXPECT_EQ(lines, one.said) << one.request;
        EXPECT_EQ(server->wants_close(), one.closes);
        EXPECT_EQ(server.hears("").empty(), one.closes);
    }
}

TEST(H1Server, AnswersThatHaveNoBody) {
    ServerParty server = make_server();
    server.hears("HEAD / HTTP/1.1\r\nHost: x\r\n\r\n");
    server->respond(1, head(200), 5);
    server->piece(1, "12345");
    server->finish(1, {{"X", "1"}});
    EXPECT_EQ(server.says(), crlf("HTTP/1.1 200 OK\nContent-Length: 5\n\n"));
    server.hears("HEAD / HTTP/1.1\r\nHost: x\r\n\r\n");
    server->respond(2, head(200), std::nullopt);
    server->piece(2, "12345");
    server->finish(2);
    EXPECT_EQ(server.says(), crlf("HTTP/1.1 200 OK\n\n"));
    server.hears(kGet);
    server->answer(3, head(204), "dropped");
    EXPECT_EQ(server.says(), crlf("HTTP/1.1 204 No Content\n\n"));
    server.hears(kGet);
    server->respond(4, head(304, {{"Content-Length", "77"}, {"ETag", "\"a\""}}), std::nullopt);
    server->piece(4, "dropped");
    server->finish(4);
    EXPECT_EQ(server.says(),
              crlf("HTTP/1.1 304 Not Modified\nContent-Length: 77\nETag: \"a\"\n\n"));
    EXPECT_FALSE(server->wants_close());
}

TEST(H1Server, InformationalHeadsComeFirst) {
    ServerParty server = make_server();
    server.hears(kGet);
    server->respond(1, head(103, {{"Link", "</a.css>"}}), std::nullopt);
    server->respond(1, head(102), 5);
    server->respond(1, head(101), 0);  // not this way
    EXPECT_EQ(server.says(), crlf("HTTP/1.1 103 Early Hints\nLink: </a.css>\n\n"
                                  "HTTP/1.1 102 Processing\n\n"));
    server->answer(1, head(200), "ok");
    server->respond(1, head(103), std::nullopt);
    EXPECT_EQ(server.says(), crlf("HTTP/1.1 200 OK\nContent-Length: 2\n\nok"));
    // HTTP/1.0 would take them for the answer.
    server.hears("GET / HTTP/1.0\r\n\r\n");
    server->respond(2, head(103), std::nullopt);
    EXPECT_EQ(server.says(), "");
}

TEST(H1Server, A1xxAsTheWholeAnswerIsTheLast) {
    ServerParty server = make_server();
    server.hears(kGet);
    server->answer(1, head(101), "");
    EXPECT_EQ(server.says(), crlf("HTTP/1.1 101 Switching Protocols\nConnection: close\n\n"));
    EXPECT_TRUE(server->wants_close());
}

TEST(H1Server, WhoeverExpectsToContinueIsToldTo) {
    ServerParty server = make_server();
    EXPECT_EQ(server.hears(with_body("Expect: 100-Continue\r\nContent-Length: 2", "")),
              (Lines{"1 POST /, a body follows"}));
    EXPECT_EQ(server.says(), crlf("HTTP/1.1 100 Continue\n\n"));
    EXPECT_EQ(server.hears("ok"), (Lines{"1 body \"ok\"", "1 ends"}));
    server->answer(1, head(200), "");
    EXPECT_EQ(server.says(), crlf("HTTP/1.1 200 OK\nContent-Length: 0\n\n"));
    server.hears(with_body("Expect: 100-continue\r\nContent-Length: 0", ""));
    EXPECT_EQ(server.says(), "");  // nothing to wait for
    server->answer(2, head(200), "");
    server.says();
    server.hears("POST / HTTP/1.0\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n");
    EXPECT_EQ(server.says(), "");  // HTTP/1.0 does not know it
}

TEST(H1Server, TheApplicationMayTellToContinueInstead) {
    ServerParty server = make_server();
    server->leave_expectations();
    const std::string asking = with_body("Expect: 100-continue\r\nContent-Length: 2", "");
    EXPECT_EQ(server.hears(asking), (Lines{"1 POST /, a body follows"}));
    EXPECT_EQ(server.says(), "");
    server->respond(1, head(100), std::nullopt);
    EXPECT_EQ(server.says(), crlf("HTTP/1.1 100 Continue\n\n"));
    EXPECT_EQ(server.hears("ok"), (Lines{"1 body \"ok\"", "1 ends"}));
    server->answer(1, head(200), "");
    EXPECT_EQ(server.says(), crlf("HTTP/1.1 200 OK\nContent-Length: 0\n\n"));
    // It did not wait to be told.
    server.hears(asking);
    EXPECT_EQ(server.hears("ok"), (Lines{"2 body \"ok\"", "2 ends"}));
    server->answer(2, head(200), "");
    EXPECT_EQ(server.says(), crlf("HTTP/1.1 200 OK\nContent-Length: 0\n\n"));
    // Answered without its body: what comes next may be that or another request.
    server.hears(asking);
    server->answer(3, head(401), "");
    EXPECT_EQ(server.says(),
              crlf("HTTP/1.1 401 Unauthorized\nContent-Length: 0\nConnection: close\n\n"));
    EXPECT_TRUE(server->wants_close());
}

// --- answers ---

TEST(H1Server, AnAnswerOfUnknownLengthIsChunked) {
    ServerParty server = make_server();
    server.hears(kGet);
    server->respond(1, head(200), std::nullopt);
    EXPECT_EQ(server.says(), crlf("HTTP/1.1 200 OK\nTransfer-Encoding: chunked\n\n"));
    server->piece(1, "0123456789abcdef");
    EXPECT_EQ(server->backlog(1), 22U);
    EXPECT_EQ(server.says(), crlf("10\n0123456789abcdef\n"));
    server->piece(1, "");  // would be the last chunk
    EXPECT_EQ(server.says(), "");
    server->finish(1, {{"X-Sum", "16"}, {"X-More", "a\r\nb"}});
    EXPECT_EQ(server.says(), crlf("0\nX-Sum: 16\nX-More: ab\n\n"));
    EXPECT_EQ(server->backlog(1), 0U);
    EXPECT_FALSE(server->wants_close());
    server.hears(kGet);
    server->respond(2, head(200, {{"transfer-encoding", "Chunked"}}), 5);
    server->piece(2, "hello");
    server->finish(2);
    EXPECT_EQ(server.says(),
              crlf("HTTP/1.1 200 OK\ntransfer-encoding: Chunked\n\n5\nhello\n0\n\n"));
}

TEST(H1Server, ToHttp10AnAnswerOfUnknownLengthEndsWithTheConnection) {
    ServerParty server = make_server();
    server.hears("GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n");
    server->respond(1, head(200, {{"Transfer-Encoding", "chunked"}}), std::nullopt);
    server->piece(1, "hello");
    EXPECT_FALSE(server->wants_close());
    server->finish(1, {{"X", "1"}});
    EXPECT_EQ(server.says(), crlf("HTTP/1.1 200 OK\nConnection: close\n\nhello"));
    EXPECT_TRUE(server->wants_close());
}

TEST(H1Server, ItsOwnLengthIsRespected) {
    ServerParty server = make_server();
    server.hears(kGet);
    server->respond(1, head(200, {{"content-length", "5"}}), std::nullopt);
    server->piece(1, "12");
    server->piece(1, "345");
    server->finish(1);
    EXPECT_EQ(server.says(), crlf("HTTP/1.1 200 OK\ncontent-length: 5\n\n12345"));
    EXPECT_FALSE(server->wants_close());
}

TEST(H1Server, ALengthThatIsNotKeptCloses) {
    for (const std::string_view length : {"4", "6", "nonsense", "-5", ""}) {
        ServerParty server = make_server();
        server.hears(kGet);
        server->answer(1, head(200, {{"Content-Length", length}}), "12345");
        EXPECT_EQ(server.says(),
                  crlf("HTTP/1.1 200 OK\nContent-Length: " + std::string(length) + "\n\n12345"));
        EXPECT_TRUE(server->wants_close()) << length;
    }
    ServerParty server = make_server();
    server.hears(kGet);
    server->respond(1, head(200), 5);
    server->piece(1, "123");
    server->finish(1);
    EXPECT_TRUE(server->wants_close());
}

TEST(H1Server, BothLengthAndChunksInAnAnswerIsTheLast) {
    ServerParty server = make_server();
    server.hears(kGet);
    server->answer(1, head(200, {{"Content-Length", "2"}, {"Transfer-Encoding", "chunked"}}), "ok");
    EXPECT_EQ(server.says(), crlf("HTTP/1.1 200 OK\nContent-Length: 2\nTransfer-Encoding: chunked\n"
                                  "Connection: close\n\n2\nok\n0\n\n"));
    EXPECT_TRUE(server->wants_close());
}

TEST(H1Server, LineBreaksInAnAnswerAreDefused) {
    ServerParty server = make_server();
    server.hears(kGet);
    ResponseHead answer =
        head(200, {{"X", "a\r\nSet-Cookie: evil=1\r\n\r\n<html>"}, {"Y\r\nZ", "\n\r\0"s + "b"}});
    answer.reason = "OK\r\nX: y";
    server->answer(1, answer, "");
    EXPECT_EQ(server.says(), crlf("HTTP/1.1 200 OKX: y\nX: aSet-Cookie: evil=1<html>\nYZ: b\n"
                                  "Content-Length: 0\n\n"));
}

// --- the answer before the body ---

TEST(H1Server, AnAnswerBeforeTheBodyEndedDropsTheRest) {
    ServerParty server = make_server();
    EXPECT_EQ(server.hears(with_body("Content-Length: 100000", "123")),
              (Lines{"1 POST /, a body follows", "1 body \"123\""}));
    server->answer(1, head(413), "no");
    EXPECT_EQ(server.says(), crlf("HTTP/1.1 413 Content Too Large\nContent-Length: 2\n\nno"));
    EXPECT_FALSE(server->wants_close());
    EXPECT_EQ(server->phase(), Phase::Body);
    EXPECT_EQ(server.hears(std::string(99'997, 'x') + std::string(kGet), 1000),
              (Lines{"2 GET /", "2 ends"}));
    server->answer(2, head(200), "ok");
    EXPECT_EQ(server.says(), crlf("HTTP/1.1 200 OK\nContent-Length: 2\n\nok"));
}

TEST(H1Server, ALongRestIsNotWaitedFor) {
    ServerParty server = make_server();
    server.hears(with_body("Content-Length: 300000", ""));
    server->answer(1, head(413), "no");
    EXPECT_EQ(server.hears(std::string(256 * 1024, 'x')), Lines{});
    EXPECT_FALSE(server->wants_close());
    EXPECT_EQ(server.hears("x"), Lines{});
    EXPECT_TRUE(server->wants_close());
    EXPECT_EQ(server.hears(std::string(300'000, 'x') + std::string(kGet)), Lines{});
}

TEST(H1Server, AnEarlyLastAnswerClosesAtOnce) {
    ServerParty server = make_server();
    server.hears(with_body("Connection: close\r\nContent-Length: 5", "1"));
    server->answer(1, head(413), "no");
    EXPECT_TRUE(server->wants_close());
    EXPECT_EQ(server.hears("2345"), Lines{});
    EXPECT_EQ(server.hears_end(), Lines{});
    EXPECT_EQ(server.says(), crlf("HTTP/1.1 413 Content Too Large\nContent-Length: 2\n"
                                  "Connection: close\n\nno"));
}

TEST(H1Server, NothingIsToldOfABodyWhoseAnswerWasGiven) {
    ServerParty server = make_server();
    server.hears(with_body("Content-Length: 5", "1"));
    server->answer(1, head(413), "no");
    EXPECT_EQ(server.hears_end(), Lines{});
    EXPECT_TRUE(server->wants_close());
}

// --- other protocols ---

TEST(H1Server, AnUpgradeTakesTheBytesThatWait) {
    ServerParty server = make_server();
    EXPECT_EQ(server.hears(with_field("Upgrade: echo\r\nConnection: Upgrade") + "already"),
              (Lines{"1 GET /", "1 ends"}));
    EXPECT_TRUE(server->upgrade(1, head(101, {{"Upgrade", "echo"}, {"Connection", "Upgrade"}})));
    EXPECT_EQ(server.says(),
              crlf("HTTP/1.1 101 Switching Protocols\nUpgrade: echo\nConnection: Upgrade\n\n"));
    EXPECT_EQ(server.hears(""), (Lines{"1 raw \"already\""}));
    EXPECT_EQ(server.hears(std::string(kGet)), (Lines{"1 raw " + base::quoted(std::string(kGet))}));
    server->piece(1, "HTTP/1.1 is over\r\n");
    EXPECT_EQ(server.says(), "HTTP/1.1 is over\r\n");
    EXPECT_FALSE(server->wants_close());
    EXPECT_FALSE(server->wants_half_close());
    EXPECT_EQ(server->phase(), Phase::Working);
    EXPECT_FALSE(server->upgrade(1, head(101)));
}

TEST(H1Server, HalfCloseBothWays) {
    for (const bool ours_first : {true, false}) {
        ServerParty server = make_server();
        server.hears(kGet);
        ASSERT_TRUE(server->upgrade(1, head(101)));
        server.says();
        if (ours_first) {
            server->piece(1, "bye");
            server->finish(1);
            EXPECT_TRUE(server->wants_half_close());
            EXPECT_FALSE(server->wants_close());
            server->piece(1, "too late");
            EXPECT_EQ(server.says(), "bye");
            EXPECT_EQ(server.hears("still here"), (Lines{"1 raw \"still here\""}));
            EXPECT_EQ(server.hears_end(), (Lines{"1 raw ends"}));
        } else {
            EXPECT_EQ(server.hears_end(), (Lines{"1 raw ends"}));
            EXPECT_FALSE(server->wants_half_close());
            EXPECT_FALSE(server->wants_close());
            server->piece(1, "still here");
            EXPECT_EQ(server.says(), "still here");
            server->finish(1);
        }
        EXPECT_FALSE(server->wants_half_close());
        EXPECT_TRUE(server->wants_close());
        EXPECT_EQ(server.hears_end(), Lines{});
    }
}

// As `docker exec` does: a request with a body, answered with raw bytes.
TEST(H1Server, AnUpgradeWaitsForTheBody) {
    ServerParty server = make_server();
    server.hears(with_body("Upgrade: tcp\r\nConnection: Upgrade\r\nContent-Length: 4", "{"));
    EXPECT_FALSE(server->upgrade(1, head(101)));
    EXPECT_EQ(server.hears("  }ls\n"), (Lines{"1 body \"  }\"", "1 ends"}));
    EXPECT_TRUE(server->upgrade(1, head(101, {{"Upgrade", "tcp"}})));
    EXPECT_EQ(server.hears_end(), Lines{});
    EXPECT_EQ(server.hears(""), (Lines{"1 raw \"ls\\n\"", "1 raw ends"}));
}

TEST(H1Server, ConnectBecomesATunnel) {
    ServerParty server = make_server();
    EXPECT_EQ(server.hears("CONNECT a.test:443 HTTP/1.1\r\nHost: a.test:443\r\n\r\n\x16\x03"),
              (Lines{"1 CONNECT a.test:443", "1 ends"}));
    ResponseHead answer = head(200);
    answer.reason = "Connection established";
    EXPECT_TRUE(server->upgrade(1, answer));
    EXPECT_EQ(server.says(), crlf("HTTP/1.1 200 Connection established\n\n"));
    EXPECT_EQ(server.hears(""), (Lines{"1 raw " + base::quoted("\x16\x03")}));
}

TEST(H1Server, AnUpgradeNeedsAnOpenExchange) {
    ServerParty server = make_server();
    EXPECT_FALSE(server->upgrade(0, head(101)));
    EXPECT_FALSE(server->upgrade(1, head(101)));
    server.hears(kGet);
    EXPECT_FALSE(server->upgrade(2, head(101)));
    server->respond(1, head(200), 2);
    EXPECT_FALSE(server->upgrade(1, head(101)));
}

}  // namespace
}  // namespace understudy::http
