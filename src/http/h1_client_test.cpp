// How the HTTP/1.1 client frames its requests and reads the answers.
#include <gtest/gtest.h>

#include "http/playbook_testing.hpp"

namespace understudy::http {
namespace {

ClientParty make_client(const Limits& limits = {}) {
    return ClientParty(make_h1_client(limits));
}

RequestHead ask(std::string_view method = "GET", const Headers& headers = {}) {
    RequestHead made;
    made.method = method;
    made.target = "/p";
    made.authority = "a.test";
    made.headers = headers;
    return made;
}

// A client that has asked, and been drained.
ClientParty asked(std::string_view method = "GET", const Limits& limits = {}) {
    ClientParty client = make_client(limits);
    client->request(ask(method), 0);
    client.says();
    return client;
}

std::string refused(std::string_view what) {
    return "1 refused 502 " + std::string(what);
}

// --- requests ---

TEST(H1Client, FramesItsRequests) {
    struct Request {
        RequestHead head;
        Length length;
        std::string body;
        std::string said;
    };
    const Request cases[] = {
        {ask(), 0, "", "GET /p HTTP/1.1\nHost: a.test\n\n"},
        {ask("GET", {{"hOST", "b"}, {"X", "1"}, {"X", "2"}}), 0, "",
         "GET /p HTTP/1.1\nhOST: b\nX: 1\nX: 2\n\n"},
        {ask("POST"), 0, "", "POST /p HTTP/1.1\nHost: a.test\nContent-Length: 0\n\n"},
        {ask("PATCH"), 0, "", "PATCH /p HTTP/1.1\nHost: a.test\nContent-Length: 0\n\n"},
        {ask("DELETE"), 0, "", "DELETE /p HTTP/1.1\nHost: a.test\n\n"},
        {ask("PUT"), 5, "hello", "PUT /p HTTP/1.1\nHost: a.test\nContent-Length: 5\n\nhello"},
        {ask("GET"), 5, "hello", "GET /p HTTP/1.1\nHost: a.test\nContent-Length: 5\n\nhello"},
        {ask("POST"), std::nullopt, "hello",
         "POST /p HTTP/1.1\nHost: a.test\nTransfer-Encoding: chunked\n\n5\nhello\n0\nX-T: 1\n\n"},
        {ask("POST"), std::nullopt, "",
         "POST /p HTTP/1.1\nHost: a.test\nTransfer-Encoding: chunked\n\n0\nX-T: 1\n\n"},
        {ask("POST", {{"Content-Length", "5"}}), std::nullopt, "hello",
         "POST /p HTTP/1.1\nHost: a.test\nContent-Length: 5\n\nhello"},
        {ask("POST", {{"content-length", "5"}}), 5, "hello",
         "POST /p HTTP/1.1\nHost: a.test\ncontent-length: 5\n\nhello"},
        {ask("POST", {{"Transfer-Encoding", "chunked"}}), std::nullopt, "hello",
         "POST /p HTTP/1.1\nHost: a.test\nTransfer-Encoding: chunked\n\n5\nhello\n0\nX-T: 1\n\n"},
        {ask("POST", {{"Transfer-Encoding", "chunked"}}), 5, "hello",
         "POST /p HTTP/1.1\nHost: a.test\nTransfer-Encoding: chunked\n\n5\nhello\n0\nX-T: 1\n\n"},
        {ask("POST", {{"Transfer-Encoding", "chunked"}}), 0, "",
         "POST /p HTTP/1.1\nHost: a.test\nTransfer-Encoding: chunked\n\n0\n\n"},
        {ask("POST", {{"Transfer-Encoding", "gzip"}}), 5, "hello",
         "POST /p HTTP/1.1\nHost: a.test\nTransfer-Encoding: gzip\nTransfer-Encoding: chunked\n\n"
         "5\nhello\n0\nX-T: 1\n\n"},
    };
    for (const Request& one : cases) {
        ClientParty client = make_client();
        const StreamId stream = client->request(one.head, one.length);
        client->piece(stream, one.body.substr(0, 0));
        if (!one.body.empty()) client->piece(stream, one.body);
        client->finish(stream, {{"X-T", "1"}});
        client->finish(stream);
        client->piece(stream, "too late");
        EXPECT_EQ(client.says(), crlf(one.said));
        EXPECT_EQ(client.hears(crlf("HTTP/1.1 200 OK\nContent-Length: 0\n\n")),
                  (Lines{"1 200 OK", "1 ends"}));
        EXPECT_TRUE(client->can_begin()) << one.said;
        EXPECT_FALSE(client->wants_close());
    }
}

TEST(H1Client, LineBreaksInARequestAreDefused) {
    ClientParty client = make_client();
    RequestHead request = ask("GET\r\n", {{"X", "1\r\n\r\nGET /evil HTTP/1.1"}});
    request.target = "/p\nq";
    request.authority = "a\r\nX: y";
    client->request(request, 0);
    EXPECT_EQ(client.says(), crlf("GET /pq HTTP/1.1\nHost: aX: y\nX: 1GET /evil HTTP/1.1\n\n"));
}

TEST(H1Client, ALengthThatIsNotKeptIsTheLast) {
    for (const std::string_view body : {"1234", "123456", ""}) {
        for (const bool own : {true, false}) {
            ClientParty client = make_client();
            const auto head = own ? ask("POST", {{"Content-Length", "5"}}) : ask("POST");
            client->request(head, 5);
            client->piece(1, body);
            client->finish(1);
            client.hears(crlf("HTTP/1.1 200 OK\nContent-Length: 0\n\n"));
            EXPECT_FALSE(client->can_begin()) << body;
            EXPECT_TRUE(client->wants_close());
        }
    }
}

// --- answers ---

TEST(H1Client, ReadsAnswersHoweverTheirEndIsTold) {
    struct Answer {
        std::string_view method;
        std::string bytes;
        Lines lines;
    };
    const Answer cases[] = {
        {"GET", "HTTP/1.1 200 OK\nContent-Length: 5\n\nhello", {"1 200 OK", "1 body \"hello\""}},
        {"GET", "HTTP/1.1 200 OK\nContent-Length: 0\n\n", {"1 200 OK"}},
        {"GET",
         "HTTP/1.1 200 \nTransfer-Encoding: chunked\n\n5;x\nhello\n1\n!\n0\n\n",
         {"1 200", "1 body \"hello!\""}},
        {"HEAD", "HTTP/1.1 200 OK\nContent-Length: 5\n\n", {"1 200 OK"}},
        {"HEAD", "HTTP/1.1 200 OK\nTransfer-Encoding: chunked\n\n", {"1 200 OK"}},
        {"HEAD", "HTTP/1.1 200 OK\n\n", {"1 200 OK"}},
        {"GET", "HTTP/1.1 204 No Content\n\n", {"1 204 No Content"}},
        {"GET", "HTTP/1.1 304 Not Modified\nContent-Length: 77\n\n", {"1 304 Not Modified"}},
        {"GET",
         "HTTP/1.1 100 Continue\n\nHTTP/1.1 103 Early Hints\nLink: x\n\nHTTP/1.1 200\n"
         "Content-Length: 2\n\nok",
         {"1 100 Continue", "1 103 Early Hints", "1 200", "1 body \"ok\""}},
        {"CONNECT", "HTTP/1.1 407 No\nContent-Length: 2\n\nno", {"1 407 No", "1 body \"no\""}},
        {"GET", "HTTP/1.1 999 \xC3\xA4  x\nContent-Length: 0\n\n", {"1 999 \xC3\xA4  x"}},
        {"GET",
         "HTTP/1.0 200 OK\nConnection: Keep-Alive\nContent-Length: 2\n\nok",
         {"1 200 OK", "1 body \"ok\""}},
    };
    for (const Answer& one : cases) {
        for (const std::size_t step : {std::size_t{1}, std::size_t{3}, std::size_t{1000}}) {
            ClientParty client = asked(one.method);
            Lines lines = one.lines;
            lines.emplace_back("1 ends");
            EXPECT_EQ(client.hears(crlf(one.bytes), step), lines) << one.bytes;
            EXPECT_TRUE(client->can_begin()) << one.bytes;
            EXPECT_FALSE(client->wants_close());
            client->request(ask(), 0);
            EXPECT_EQ(client.hears(crlf("HTTP/1.1 200 OK\nContent-Length: 0\n\n")),
                      (Lines{"2 200 OK", "2 ends"}));
        }
    }
}

TEST(H1Client, AnAnswerWithoutALengthEndsWithTheConnection) {
    ClientParty client = asked();
    EXPECT_EQ(client.hears(crlf("HTTP/1.1 200 OK\nX: 1\n\nhel")),
              (Lines{"1 200 OK", "1 body \"hel\""}));
    EXPECT_FALSE(client->can_begin());
    EXPECT_FALSE(client->wants_close());
    EXPECT_EQ(client.hears("lo"), (Lines{"1 body \"lo\""}));
    EXPECT_EQ(client.hears_end(), (Lines{"1 ends"}));
    EXPECT_TRUE(client->wants_close());
    EXPECT_EQ(client.hears_end(), Lines{});
}

TEST(H1Client, HeadersAndTrailersAreKeptByteForByte) {
    ClientParty client = asked();
    EXPECT_EQ(client.hears(crlf("HTTP/1.1 200 Fine\nSET-cookie: a\nset-Cookie:  b \n"
                                "Transfer-Encoding: chunked\n\n0\nX-Sum: 1\nx-sum: 2\n\n")),
              (Lines{"1 200 Fine", "1 ends, X-Sum: 1, x-sum: 2"}));
    EXPECT_EQ(
        client.responses[1].headers,
        (Headers{{"SET-cookie", "a"}, {"set-Cookie", "b"}, {"Transfer-Encoding", "chunked"}}));
}

TEST(H1Client, WhetherTheConnectionIsKept) {
    struct Kept {
        Headers request;
        std::string answer;
        bool kept;
    };
    for (const Kept& one : {
             Kept{{}, "HTTP/1.1 200 OK\nContent-Length: 0\n\n", true},
             Kept{{{"Connection", "close"}}, "HTTP/1.1 200 OK\nContent-Length: 0\n\n", false},
             Kept{{}, "HTTP/1.1 200 OK\nConnection: Close\nContent-Length: 0\n\n", false},
             Kept{{}, "HTTP/1.0 200 OK\nContent-Length: 0\n\n", false},
             Kept{{}, "HTTP/1.0 200 OK\nConnection: keep-alive\nContent-Length: 0\n\n", true},
         }) {
        ClientParty client = make_client();
        client->request(ask("GET", one.request), 0);
        EXPECT_EQ(client.hears(crlf(one.answer)), (Lines{"1 200 OK", "1 ends"}));
        EXPECT_EQ(client->can_begin(), one.kept) << one.answer;
        EXPECT_EQ(client->wants_close(), !one.kept);
    }
}

TEST(H1Client, AnAnswerBeforeTheRequestIsSentIsTheLast) {
    ClientParty client = make_client();
    client->request(ask("POST"), 5);
    client->piece(1, "he");
    EXPECT_EQ(client.hears(crlf("HTTP/1.1 413 Content Too Large\nContent-Length: 2\n\nno")),
              (Lines{"1 413 Content Too Large", "1 body \"no\"", "1 ends"}));
    EXPECT_FALSE(client->can_begin());
    EXPECT_TRUE(client->wants_close());
    client.says();
    client->piece(1, "llo");
    client->finish(1);
    EXPECT_EQ(client.says(), "");
}

TEST(H1Client, BytesAfterTheAnswerAreNotTheNextAnswer) {
    const std::string line =
        "refused 502 http.unexpected_bytes: there are bytes after the last "
        "message of the connection";
    for (const std::size_t step : {std::size_t{1}, std::size_t{1000}}) {
        ClientParty client = asked();
        EXPECT_EQ(client.hears(crlf("HTTP/1.1 200 OK\nContent-Length: 2\n\nokHTTP/1.1 200 evil\n"
                                    "Content-Length: 0\n\n"),
                               step),
                  (Lines{"1 200 OK", "1 body \"ok\"", "1 ends", line}));
        EXPECT_FALSE(client->can_begin());
        EXPECT_TRUE(client->wants_close());
        EXPECT_EQ(client.hears("more"), Lines{});
    }
    ClientParty silent = make_client();
    EXPECT_EQ(silent.hears("HTTP/1.1 408 Request Timeout\r\n"), Lines{line});
    // Once it is the last answer anyway, what follows does not matter.
    ClientParty last = asked();
    EXPECT_EQ(last.hears(crlf("HTTP/1.1 200 OK\nConnection: close\nContent-Length: 2\n\nok junk")),
              (Lines{"1 200 OK", "1 body \"ok\"", "1 ends"}));
}

TEST(H1Client, BadAnswersAreRefused) {
    const auto status_line = [](std::string_view why) {
        return refused("http.bad_status_line: the status line cannot be read: " + std::string(why));
    };
    const std::pair<std::string, std::string> cases[] = {
        {"HTTP/2.0 200 OK\r\n",
         refused("http.unsupported_version: HTTP version 2.0 is not spoken here")},
        {"HTTP/0.9 200 OK\r\n",
         refused("http.unsupported_version: HTTP version 0.9 is not spoken here")},
        {"HTTP/\x1b[3 200 OK\r\n", status_line("it does not begin with an HTTP version")},
        {"HTTP/\r\n", status_line("it does not begin with an HTTP version")},
        {"ICY 200 OK\r\n", status_line("it does not begin with an HTTP version")},
        {"<html>\r\n", status_line("it does not begin with an HTTP version")},
        {"\r\nHTTP/1.1 200 OK\r\n", status_line("it is empty")},
        {"HTTP/1.1\r\n", status_line("there is no status")},
        {"HTTP/1.12 200\r\n", status_line("there is no status")},
        {"HTTP/1.1 20\r\n", status_line("there is no status")},
        {"HTTP/1.1 2x0 OK\r\n", status_line("the status is not three digits")},
        {"HTTP/1.1 2000 OK\r\n", status_line("the status is not three digits")},
        {"HTTP/1.1 099 OK\r\n", status_line("the status is below 100")},
        {"HTTP/1.1 200 O\x01K\r\n", status_line("the reason holds a control character")},
        {"HTTP/1.1 200 OK\nX: 1\n\n",
         refused("http.bad_line_end: a line does not end with CR LF: LF stands alone")},
        {crlf("HTTP/1.1 200 OK\nContent-Length: 5\nContent-Length: 6\n\n"),
         refused("http.differing_lengths: there are two Content-Lengths that differ: \"5\" and "
                 "\"6\"")},
        {crlf("HTTP/1.1 200 OK\nContent-Length: +5\n\n"),
         refused("http.bad_length: Content-Length cannot be \"+5\"")},
        {crlf("HTTP/1.1 200 OK\nContent-Length: 5\nTransfer-Encoding: chunked\n\n"),
         refused("http.length_and_chunked: the message has both Content-Length and "
                 "Transfer-Encoding")},
        {crlf("HTTP/1.1 200 OK\nTransfer-Encoding: gzip, chunked\n\n"),
         refused("http.unknown_transfer_coding: the transfer coding \"gzip\" is not known here")},
        {crlf("HTTP/1.1 200 OK\nTransfer-Encoding: chunked, gzip\n\n"),
         refused("http.chunked_not_last: chunked must be the last transfer coding, once, in "
                 "\"chunked, gzip\"")},
        {crlf("HTTP/1.0 200 OK\nTransfer-Encoding: chunked\n\n"),
         refused("http.unexpected_transfer_coding: Transfer-Encoding has no place in an HTTP/1.0 "
                 "message")},
        {crlf("HTTP/1.1 200 OK\n folded\n\n"),
         refused("http.folded_field: a header is continued on a second line")},
        {crlf("HTTP/1.1 200 OK\nX Y: 1\n\n"),
         refused("http.bad_field_name: a header name cannot be read: it holds a space")},
        {crlf("HTTP/1.1 200 OK\nX: \x01\n\n"),
         refused("http.bad_field_value: the value of the header X holds a byte that is not allowed "
                 "there (code 1)")},
    };
    for (const auto& [bytes, line] : cases) {
        for (const std::size_t step : {std::size_t{1}, std::size_t{1000}}) {
            ClientParty client = asked();
            EXPECT_EQ(client.hears(bytes + "HTTP/1.1 200 evil\r\n\r\n", step), Lines{line})
                << base::quoted(bytes);
            EXPECT_FALSE(client->can_begin());
            EXPECT_TRUE(client->wants_close());
            EXPECT_EQ(client.hears("HTTP/1.1 200 OK\r\n\r\n"), Lines{});
            EXPECT_EQ(client.hears_end(), Lines{});
        }
    }
}

TEST(H1Client, EveryLimitIsKept) {
    Limits limits;
    limits.head_bytes = 200;
    limits.header_count = 3;
    limits.body_bytes = 10;
    const std::string large = refused(
        "http.head_too_large: the head of the message is larger than "
        "the limit of 200 bytes");
    const std::string body = refused(
        "http.body_too_large: the body is larger than the limit of 10 "
        "bytes");
    const std::pair<std::string, Lines> cases[] = {
        {"HTTP/1.1 200 " + std::string(200, 'x'), {large}},
        {"HTTP/1.1 200\nX: " + std::string(200, 'x'), {large}},
        {"HTTP/1.1 200\nA: 1\nB: 1\nC: 1\nD: 1\n\n",
         {refused("http.too_many_fields: the message has more than the limit of 3 headers")}},
        {"HTTP/1.1 200\nContent-Length: 11\n\n", {body}},
        {"HTTP/1.1 200\nTransfer-Encoding: chunked\n\nb\n", {"1 200", body}},
        {"HTTP/1.1 200\n\n12345678901", {"1 200", "1 body \"1234567890\"", body}},
    };
    for (const auto& [bytes, lines] : cases) {
        ClientParty client = asked("GET", limits);
        EXPECT_EQ(client.hears(crlf(bytes), 1), lines) << bytes;
        EXPECT_TRUE(client->wants_close());
    }
    ClientParty head = asked("HEAD", limits);
    EXPECT_EQ(head.hears(crlf("HTTP/1.1 200\nContent-Length: 11\n\n")), (Lines{"1 200", "1 ends"}));
}

TEST(H1Client, AnAnswerCutShort) {
    const auto cut = [](std::string_view what) {
        return refused("http.cut_short: the connection ended in the middle of " +
                       std::string(what));
    };
    const std::pair<std::string, Lines> cases[] = {
        {"", {cut("an exchange")}},
        {"HTTP/1.1 100 Continue\n\n", {"1 100 Continue", cut("an exchange")}},
        {"HT", {cut("a head")}},
        {"HTTP/1.1 200 OK\nX: 1\n", {cut("a head")}},
        {"HTTP/1.1 200 OK\nContent-Length: 5\n\nhe", {"1 200 OK", "1 body \"he\"", cut("a body")}},
        {"HTTP/1.1 200 OK\nTransfer-Encoding: chunked\n\n5\nhello",
         {"1 200 OK", "1 body \"hello\"", cut("a body")}},
        {"HTTP/1.1 200 OK\nTransfer-Encoding: chunked\n\n0\n", {"1 200 OK", cut("a body")}},
    };
    for (const auto& [bytes, lines] : cases) {
        ClientParty client = asked();
        Lines heard = client.hears(crlf(bytes));
        for (const std::string& line : client.hears_end()) heard.push_back(line);
        EXPECT_EQ(heard, lines) << bytes;
        EXPECT_TRUE(client->wants_close());
        EXPECT_FALSE(client->can_begin());
    }
    ClientParty idle = make_client();
    EXPECT_EQ(idle.hears_end(), Lines{});
    EXPECT_FALSE(idle->can_begin());
    EXPECT_TRUE(idle->wants_close());
}

// --- other protocols ---

TEST(H1Client, A101MakesTheRestRaw) {
    ClientParty client = make_client();
    client->request(ask("GET", {{"Upgrade", "echo"}}), 0);
    client.says();
    EXPECT_EQ(client.hears(crlf("HTTP/1.1 101 Switching Protocols\nUpgrade: echo\n\n") + "HTTP/1"),
              (Lines{"1 101 Switching Protocols", "1 raw \"HTTP/1\""}));
    EXPECT_FALSE(client->can_begin());
    client->piece(1, "raw too");
    EXPECT_EQ(client.says(), "raw too");
    EXPECT_FALSE(client->wants_half_close());
    client->finish(1);
    client->piece(1, "too late");
    EXPECT_EQ(client.says(), "");
    EXPECT_TRUE(client->wants_half_close());
    EXPECT_FALSE(client->wants_close());
    EXPECT_EQ(client.hears("bye"), (Lines{"1 raw \"bye\""}));
    EXPECT_EQ(client.hears_end(), (Lines{"1 raw ends"}));
    EXPECT_FALSE(client->wants_half_close());
    EXPECT_TRUE(client->wants_close());
    EXPECT_EQ(client.hears_end(), Lines{});
}

TEST(H1Client, ConnectMakesTheRestRaw) {
    ClientParty client = make_client();
    RequestHead request = ask("CONNECT");
    request.target = "b.test:443";
    request.authority = "b.test:443";
    client->request(request, 0);
    EXPECT_EQ(client.says(), crlf("CONNECT b.test:443 HTTP/1.1\nHost: b.test:443\n\n"));
    EXPECT_EQ(client.hears(crlf("HTTP/1.1 200 Connection established\nContent-Length: 5\n\n") +
                           "\x16\x03\x01"),
              (Lines{"1 200 Connection established", "1 raw " + base::quoted("\x16\x03\x01")}));
    EXPECT_FALSE(client->can_begin());
}

// A 101 in the middle of a body of chunks: what follows is raw, without any chunk.
TEST(H1Client, NoLastChunkIntoRawBytes) {
    ClientParty client = make_client();
    client->request(ask("POST", {{"Upgrade", "tcp"}}), std::nullopt);
    client.says();
    client.hears(crlf("HTTP/1.1 101 Switching Protocols\n\n"));
    client->piece(1, "raw");
    client->finish(1);
    EXPECT_EQ(client.says(), "raw");
    EXPECT_TRUE(client->wants_half_close());
}

TEST(H1Client, ResetForgetsTheExchange) {
    for (const bool raw : {false, true}) {
        ClientParty client = asked();
        if (raw) client.hears(crlf("HTTP/1.1 101 Switching Protocols\n\n"));
        client->piece(1, "x");
        client->reset(2, 8);
        EXPECT_FALSE(client->wants_close());
        client->reset(1, 8);
        EXPECT_EQ(client.says(), "");
        EXPECT_FALSE(client->can_begin());
        EXPECT_FALSE(client->wants_half_close());
        EXPECT_TRUE(client->wants_close());
        EXPECT_EQ(client.hears(crlf("HTTP/1.1 200 OK\n\n")), Lines{});
        EXPECT_EQ(client.hears_end(), Lines{});
    }
}

TEST(H1ClientDeath, OneExchangeAtATime) {
    ClientParty client = asked();
    EXPECT_EXIT(client->request(ask(), 0), testing::ExitedWithCode(70), "one exchange at a time");
}

}  // namespace
}  // namespace understudy::http
