// What HTTP/2 servers and clients of ours refuse: messages over a limit, and frames written by hand
// where a peer misbehaves.
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

// --- limits ---

TEST(H2, EveryLimitOfARequestHasItsAnswer) {
    Limits limits;
    limits.head_bytes = 1000;
    limits.header_count = 4;
    limits.target_bytes = 50;
    limits.body_bytes = 10;
    struct Large {
        RequestHead head;
        std::string body;
        std::string line;
    };
    RequestHead long_path = ask();
    long_path.target = "/" + std::string(50, 'x');
    const Large cases[] = {
        {ask("GET", {{"X", std::string(1000, 'x')}}), "",
         "1 refused 431 http.head_too_large: the head of the message is larger than the limit of "
         "1,000 bytes"},
        {ask("GET", {{"A", ""}, {"B", ""}, {"C", ""}, {"D", ""}, {"E", ""}}), "",
         "1 refused 431 http.too_many_fields: the message has more than the limit of 4 headers"},
        {long_path, "",
         "1 refused 414 http.target_too_long: the request target is longer than the limit of 50 "
         "bytes"},
        {ask("POST", {{"Content-Length", "11"}}), "12345678901",
         "1 refused 413 http.body_too_large: the body is larger than the limit of 10 bytes"},
        {ask("POST"), "12345678901",
         "1 refused 413 http.body_too_large: the body is larger than the limit of 10 bytes"},
    };
    for (const Large& one : cases) {
        ServerParty server = make_server(limits);
        ClientParty client = make_client();
        client->request(one.head, one.body.empty() ? Length{0} : Length{});
        client->piece(1, one.body);
        client->finish(1);
        client->request(ask(), 0);
        ASSERT_TRUE(pump(server, client));
        const Lines heard = server.heard();
        EXPECT_NE(std::find(heard.begin(), heard.end(), one.line), heard.end()) << one.line;
        for (const std::string& line : heard) {
            EXPECT_TRUE(line != "1 ends" && !line.starts_with("1 body")) << line;
        }
        const std::string sentence = one.line.substr(one.line.find(": ") + 2);
        EXPECT_EQ(client.heard(),
                  (Lines{"1 " + one.line.substr(10, 3),
                         "1 body " + base::quoted(sentence + "\n", 200), "1 ends"}));
        server->answer(1, head(200), "never");
        server->answer(3, head(200), "");  // the others go on
        ASSERT_TRUE(pump(server, client));
        EXPECT_EQ(client.heard(), (Lines{"3 200", "3 ends"}));
        EXPECT_FALSE(server->wants_close());
    }
}

TEST(H2, ARefusedHeadRequestIsAnsweredWithoutABody) {
    Limits limits;
    limits.target_bytes = 2;
    ServerParty server = make_server(limits);
    ClientParty client = make_client();
    client->request(ask("HEAD"), 0);
    ASSERT_TRUE(pump(server, client));
    EXPECT_EQ(client.heard(), (Lines{"1 414", "1 ends"}));
}

TEST(H2, TrailersHaveLimitsToo) {
    Limits limits;
    limits.header_count = 4;
    for (const bool answered : {false, true}) {
        ServerParty server = make_server(limits);
        ClientParty client = make_client();
        client->request(ask("POST"), std::nullopt);
        ASSERT_TRUE(pump(server, client));
        if (answered) server->respond(1, head(200), std::nullopt);
        ASSERT_TRUE(pump(server, client));
        client->finish(1, {{"A", ""}, {"B", ""}, {"C", ""}, {"D", ""}, {"E", ""}});
        ASSERT_TRUE(pump(server, client));
        EXPECT_EQ(server.heard(), (Lines{"1 POST /p?q, a body follows",
                                         "1 refused 431 http.too_many_fields: the message has more "
                                         "than the limit of 4 headers"}));
        const Lines heard = client.heard();
        EXPECT_EQ(heard.back(), answered ? "1 reset 8" : "1 ends");
        EXPECT_EQ(heard.front(), answered ? "1 200" : "1 431");
    }
}

TEST(H2, EveryLimitOfAnAnswerIsKept) {
    Limits limits;
    limits.head_bytes = 1000;
    limits.header_count = 4;
    limits.body_bytes = 10;
    struct Large {
        ResponseHead head;
        Length length;
        std::string line;
    };
    const Large cases[] = {
        {head(200, {{"X", std::string(1000, 'x')}}), 0,
         "1 refused 502 http.head_too_large: the head of the message is larger than the limit of "
         "1,000 bytes"},
        {head(103, {{"A", ""}, {"B", ""}, {"C", ""}, {"D", ""}, {"E", ""}}), std::nullopt,
         "1 refused 502 http.too_many_fields: the message has more than the limit of 4 headers"},
        {head(200), std::nullopt,
         "1 refused 502 http.body_too_large: the body is larger than the limit of 10 bytes"},
    };
    for (const Large& one : cases) {
        ServerParty server = make_server();
        ClientParty client = make_client(limits);
        client->request(ask(), 0);
        ASSERT_TRUE(pump(server, client));
        server.heard();
        server->respond(1, one.head, one.length);
        if (is_informational(one.head.status)) server->respond(1, head(200), std::nullopt);
        server->piece(1, "12345678901");
        ASSERT_TRUE(pump(server, client));
        EXPECT_EQ(client.heard().back(), one.line);
        EXPECT_EQ(client.bodies[1], "");
        EXPECT_EQ(server.heard(), (Lines{"1 reset 8"}));
        EXPECT_TRUE(client->can_begin());
    }
}

// --- frames by hand ---

TEST(H2, ABadPrefaceIsRefused) {
    for (const std::size_t step : {std::size_t{1}, std::size_t{100}}) {
        ServerParty server = make_server();
        EXPECT_EQ(server.hears("GET / HTTP/1.1\r\nHost: x\r\n\r\n", step),
                  (Lines{"refused 400 http.h2_broken: the peer broke the rules of HTTP/2: Received "
                         "bad client magic byte string"}));
        EXPECT_TRUE(server->wants_close());
        EXPECT_EQ(server.hears("more"), Lines{});
        EXPECT_EQ(server.hears_end(), Lines{});
    }
}

TEST(H2, BrokenFramesEndTheConnection) {
    const std::string get = headers_frame(1, kEndHeaders, get_fields());
    const std::pair<std::string_view, std::string> cases[] = {
        {"short PING", frame(kPing, 0, 0, "1234567")},
        {"PING of a stream", frame(kPing, 0, 1, "12345678")},
        {"SETTINGS of a stream", frame(kSettings, 0, 1, "")},
        {"odd SETTINGS", frame(kSettings, 0, 0, "12345")},
        {"DATA of no stream", frame(kData, 0, 0, "x")},
        {"DATA of an idle stream", frame(kData, 0, 7, "x")},
        {"more padding than DATA", frame(kData, 8, 1, "\x05x")},
        {"an even stream", headers_frame(2, kEndHeaders | kEndStream, get_fields())},
        {"a bad index", frame(kHeaders, kEndHeaders, 3, "\x80")},
        {"CONTINUATION of nothing", frame(kContinuation, kEndHeaders, 1, "")},
        {"no CONTINUATION", frame(kHeaders, 0, 3, "") + frame(kPing, 0, 0, "12345678")},
        {"RST_STREAM of an idle stream", frame(kRstStream, 0, 9, "\0\0\0\0"s)},
        {"an update by nothing", frame(kWindowUpdate, 0, 0, "\0\0\0\0"s)},
        {"an update by too much", frame(kWindowUpdate, 0, 0, "\x7f\xff\xff\xff")},
        {"a frame too large", frame(kData, 0, 1, std::string(16'385, 'x'))},
        {"a CONTINUATION too large",
         frame(kHeaders, 0, 3, "") + frame(kContinuation, 0, 3, std::string(16'385, '\0'))},
        {"a promise", frame(kPushPromise, kEndHeaders, 1, "\0\0\0\2"s)},
    };
    for (const auto& [what, bytes] : cases) {
        for (const std::size_t step : {std::size_t{1}, std::size_t{5}, std::size_t{100'000}}) {
            ServerParty server = met();
            EXPECT_EQ(server.hears(get), (Lines{"1 GET /, a body follows"}));
            const Lines heard = server.hears(
                bytes + headers_frame(3, kEndHeaders | kEndStream, get_fields()), step);
            ASSERT_EQ(heard.size(), 1U) << what;
            EXPECT_TRUE(heard[0].starts_with(
                "refused 400 http.h2_broken: the peer broke the rules of HTTP/2: "))
                << heard[0];
            server->answer(1, head(200), "never");
            EXPECT_EQ(kinds_of(server.says()), std::vector<std::uint8_t>{kGoaway}) << what;
            EXPECT_TRUE(server->wants_close());
            EXPECT_EQ(server.hears(get), Lines{});
            EXPECT_EQ(server.hears_end(), Lines{});
        }
    }
}

TEST(H2, BadRequestsAreResetAndNobodyHearsOfThem) {
    const Pairs bad[] = {
        {{":method", "GET"}, {":scheme", "http"}, {":authority", "x"}},
        {{":method", "GET"}, {":path", "/"}, {":authority", "x"}},
        {{":scheme", "http"}, {":path", "/"}, {":authority", "x"}},
        {{":method", "GET"}, {":scheme", "http"}, {":path", ""}, {":authority", "x"}},
        {{":method", "GET"}, {":scheme", "http"}, {":path", "x"}, {":authority", "x"}},
        {{":method", "GET"}, {":method", "GET"}, {":scheme", "http"}, {":path", "/"}},
        {{":method", "GET"}, {":scheme", "http"}, {":path", "/"}, {":what", "x"}},
        {{":method", "GET"}, {":scheme", "http"}, {"x", "1"}, {":path", "/"}},
        {{":method", "GET"}, {":scheme", "http"}, {":path", "/"}, {"connection", "close"}},
        {{":method", "GET"}, {":scheme", "http"}, {":path", "/"}, {"te", "gzip"}},
        {{":method", "GET"},
         {":scheme", "http"},
         {":path", "/"},
         {":authority", "x"},
         {"content-length", "x"}},
        {{":method", "GET"},
         {":scheme", "http"},
         {":path", "/"},
         {":authority", "x"},
         {"content-length", "5"}},
        {{":status", "200"}},
    };
    for (const Pairs& fields : bad) {
        for (const std::size_t step : {std::size_t{1}, std::size_t{10'000}}) {
            ServerParty server = met();
            EXPECT_EQ(server.hears(headers_frame(1, kEndHeaders | kEndStream, fields) +
                                       headers_frame(3, kEndHeaders | kEndStream, get_fields()),
                                   step),
                      (Lines{"3 GET /", "3 ends"}));
            EXPECT_TRUE(server.says().ends_with(frame(kRstStream, 0, 1, "\0\0\0\1"s)));
            EXPECT_FALSE(server->wants_close());
        }
    }
}

// HTTP/2 has lower-case names only. nghttp2 drops such a field of a request and resets the stream.
TEST(H2, UpperCaseNamesAreRefused) {
    Pairs fields = get_fields();
    fields.emplace_back("X-Upper", "1");
    ServerParty server = met();
    EXPECT_EQ(server.hears(headers_frame(1, kEndHeaders | kEndStream, fields)), Lines{});
    EXPECT_EQ(server.says(), frame(kRstStream, 0, 1, "\0\0\0\1"s));
}

TEST(H2, ABodyThatIsNotAsLongAsAnnouncedIsReset) {
    Pairs fields = get_fields();
    fields.emplace_back("content-length", "5");
    for (const std::string_view body : {"1234", "123456"}) {
        ServerParty server = met();
        const Lines heard =
            server.hears(headers_frame(1, kEndHeaders, fields) + frame(kData, kEndStream, 1, body) +
                         headers_frame(3, kEndHeaders | kEndStream, get_fields()));
        EXPECT_EQ(heard.front(), "1 GET /, a body follows");
        // Told before what follows, although nghttp2 only says so when it sends.
        EXPECT_EQ(heard[heard.size() - 3], "1 reset 1");
        EXPECT_EQ(heard.back(), "3 ends");
        server->answer(1, head(200), "never");
        EXPECT_EQ(server.says(), frame(kRstStream, 0, 1, "\0\0\0\1"s));
    }
}

// nghttp2 allows eight CONTINUATIONs, and counts every call in the middle of a frame's head as one.
TEST(H2, AHeadInManyFramesIsReadInAnyCut) {
    std::string bytes;
    const std::string block = header_block(get_fields());
    for (std::size_t i = 0; i < 8; ++i) {
        bytes += frame(i == 0 ? kHeaders : kContinuation, i == 7 ? kEndHeaders : 0, 1,
                       i == 7 ? block.substr(7) : block.substr(i, 1));
    }
    for (const std::size_t step : {std::size_t{1}, std::size_t{2}, std::size_t{1000}}) {
        ServerParty server = met();
        EXPECT_EQ(server.hears(bytes, step), (Lines{"1 GET /, a body follows"}));
        std::string endless = frame(kHeaders, 0, 3, "");
        for (int i = 0; i < 100; ++i) endless += frame(kContinuation, 0, 3, "");
        const Lines heard = server.hears(endless, step);
        ASSERT_EQ(heard.size(), 1U);
        EXPECT_TRUE(heard[0].starts_with("refused 400 http.h2_broken: ")) << heard[0];
    }
}

TEST(H2, AFloodOfPingsDoesNotPileUp) {
    ServerParty server = met();
    std::string pings;
    for (int i = 0; i < 5000; ++i) pings += frame(kPing, 0, 0, "12345678");
    EXPECT_TRUE(server->wants_bytes());
    EXPECT_EQ(server.hears(pings), Lines{});
    EXPECT_FALSE(server->wants_bytes()) << "what we have to say must be taken first";
    EXPECT_EQ(server.says().size(), pings.size());
    EXPECT_TRUE(server->wants_bytes());
}

TEST(H2, PhasesSayWhatIsWaitedFor) {
    ServerParty server = met();
    EXPECT_EQ(server->phase(), Phase::Idle);
    const std::string block = header_block(get_fields());
    server.hears(frame(kHeaders, 0, 1, block.substr(0, 4)));
    EXPECT_EQ(server->phase(), Phase::Head);
    server.hears(frame(kContinuation, kEndHeaders, 1, block.substr(4)));
    EXPECT_EQ(server->phase(), Phase::Body);
    EXPECT_EQ(server.requests[1].target, "/");
    server.hears(frame(kData, kEndStream, 1, ""));
    EXPECT_EQ(server->phase(), Phase::Working);
    server->answer(1, head(200), "");
    server.says();
    EXPECT_EQ(server->phase(), Phase::Idle);
}

TEST(H2, AGoawayWithAReasonIsToldWhenExchangesAreLost) {
    ClientParty client = make_client();
    client.hears(frame(kSettings, 0, 0, ""));
    client->request(ask(), 0);
    client->request(ask(), 0);
    client.says();
    EXPECT_EQ(client.hears(frame(kGoaway, 0, 0, "\0\0\0\1\0\0\0\x0b"s + "too many \x1b[1m")),
              (Lines{"3 reset 7"}));
    EXPECT_FALSE(client->can_begin());
    EXPECT_EQ(client.hears_end(),
              (Lines{"refused 502 http.h2_refused: the peer ended the connection with "
                     "ENHANCE_YOUR_CALM: " +
                     base::quoted("too many \x1b[1m")}));
    EXPECT_TRUE(client->wants_close());

    ServerParty server = met();
    server.hears(headers_frame(1, kEndHeaders | kEndStream, get_fields()));
    EXPECT_EQ(server.hears(frame(kGoaway, 0, 0, "\0\0\0\0\0\0\x01\x00"s)), Lines{});
    EXPECT_EQ(server.hears_end(),
              (Lines{"refused 400 http.h2_refused: the peer ended the connection with 256: it gave "
                     "no reason"}));
}

TEST(H2, AClientRefusesABrokenServer) {
    ClientParty client = make_client();
    client->request(ask(), 0);
    client.says();
    EXPECT_EQ(client.hears("HTTP/1.1 400 Bad Request\r\n\r\n").size(), 1U);
    EXPECT_FALSE(client->can_begin());
    EXPECT_TRUE(client->wants_close());
    EXPECT_EQ(client.hears_end(), Lines{});
    ClientParty pushed = make_client();
    pushed.hears(frame(kSettings, 0, 0, "") + frame(kSettings, kAck, 0, ""));
    pushed->request(ask(), 0);
    pushed.says();
    const Lines heard =
        pushed.hears(frame(kPushPromise, kEndHeaders, 1, "\0\0\0\2"s + header_block(get_fields())));
    ASSERT_EQ(heard.size(), 1U);
    EXPECT_TRUE(heard[0].starts_with("refused 502 http.h2_broken: ")) << heard[0];
}

TEST(H2Death, ABodyOrAnEndBeforeItsHeadIsAMistakeOfOurs) {
    ServerParty server = met();
    server.hears(headers_frame(1, kEndHeaders | kEndStream, get_fields()));
    EXPECT_EXIT(server->piece(1, "x"), testing::ExitedWithCode(70), "a body before its head");
    EXPECT_EXIT(server->finish(1), testing::ExitedWithCode(70), "an end before its head");
}

}  // namespace
}  // namespace understudy::http
