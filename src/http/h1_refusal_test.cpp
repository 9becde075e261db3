// What the HTTP/1.1 server refuses: each with its status and sentence, and nothing read behind it.
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

struct Bad {
    std::string request;
    std::string line;  // as it is heard: with its status, code and sentence
};

std::string with_field(std::string_view field) {
    return "GET / HTTP/1.1\r\nHost: x\r\n" + std::string(field) + "\r\n\r\n";
}
std::string with_body(std::string_view fields, std::string_view body) {
    return "POST / HTTP/1.1\r\nHost: x\r\n" + std::string(fields) + "\r\n\r\n" + std::string(body);
}
std::string with_line(std::string_view line) {
    return std::string(line) + "\r\nHost: x\r\n\r\n";
}

std::string reason_of(const std::string& line) {
    return line.substr(line.find(": ") + 2);
}
int status_of(const std::string& line) {
    return std::stoi(line.substr(line.find("refused ") + 8, 3));
}

// The bad request is answered with its status and its sentence, the connection closes, and what
// stands behind it never becomes a request: whole, byte by byte, and fed afterwards.
void expect_refusal(const Bad& bad, bool in_body, const Limits& limits) {
    const std::string smuggled = "GET /smuggled HTTP/1.1\r\nHost: x\r\n\r\n";
    for (const std::size_t step : {std::size_t{1}, std::size_t{7}, std::size_t{1} << 20U}) {
        ServerParty server = make_server(limits);
        Lines heard = server.hears(bad.request + smuggled, step);
        ASSERT_FALSE(heard.empty()) << bad.line;
        EXPECT_EQ(heard.back(), bad.line) << base::quoted(bad.request, 400);
        EXPECT_EQ(heard.front().starts_with("1 POST"), in_body) << heard.front();
        for (std::size_t i = 0; i < heard.size(); ++i) {
            EXPECT_EQ(heard[i].find("smuggled"), std::string::npos) << heard[i];
            EXPECT_FALSE(heard[i].ends_with(" ends")) << heard[i];
        }
        const std::string sentence = reason_of(bad.line) + "\n";
        const std::string status = std::to_string(status_of(bad.line));
        EXPECT_EQ(server.says(),
                  crlf("HTTP/1.1 " + status + ' ' + std::string(usual_reason(status_of(bad.line))) +
                       "\nContent-Type: text/plain; charset=utf-8\nConnection: close\n"
                       "Content-Length: " +
                       std::to_string(sentence.size()) + "\n\n") +
                      sentence);
        EXPECT_TRUE(server->wants_close());
        EXPECT_EQ(server->phase(), Phase::Working);
        EXPECT_EQ(server.hears(smuggled), Lines{});
        EXPECT_EQ(server.hears_end(), Lines{});
        server->answer(1, head(200), "never");
        server->answer(2, head(200), "never");
        EXPECT_EQ(server.says(), "");
    }
}

TEST(H1Server, BadRequestLinesAreRefused) {
    const auto bad = [](std::string_view why) {
        return "refused 400 http.bad_request_line: the request line cannot be read: " +
               std::string(why);
    };
    const std::string version = "refused 505 http.unsupported_version: HTTP version ";
    for (const Bad& one : {
             Bad{with_line(" GET / HTTP/1.1"), bad("it does not begin with a method")},
             Bad{with_line("(GET) / HTTP/1.1"), bad("it does not begin with a method")},
             Bad{with_line("GET"), bad("the method does not end in a space")},
             Bad{with_line("GET\t/ HTTP/1.1"), bad("the method does not end in a space")},
             Bad{with_line("GE\0T / HTTP/1.1"s), bad("the method does not end in a space")},
             Bad{with_line("GET "), bad("there is no request target")},
             Bad{with_line("GET  / HTTP/1.1"), bad("there is no request target")},
             Bad{with_line("GET /"), bad("there is no HTTP version")},
             Bad{with_line("GET /\x01 HTTP/1.1"), bad("the request target holds a control "
                                                      "character")},
             Bad{with_line("GET /\tx HTTP/1.1"), bad("the request target holds a control "
                                                     "character")},
             Bad{with_line("GET / HTTP/1.1 "), bad("it does not end in an HTTP version")},
             Bad{with_line("GET /  HTTP/1.1"), bad("it does not end in an HTTP version")},
             Bad{with_line("GET / x HTTP/1.1"), bad("it does not end in an HTTP version")},
             Bad{with_line("GET / http/1.1"), bad("it does not end in an HTTP version")},
             Bad{with_line("GET / HTTP/1"), bad("it does not end in an HTTP version")},
             Bad{with_line("GET / HTTP/01.1"), bad("it does not end in an HTTP version")},
             Bad{with_line("GET / HTTP/1.x"), bad("it does not end in an HTTP version")},
             Bad{"\r\n\r\n\r\n\r\n\r\n" + std::string(kGet), bad("it is empty")},
             Bad{with_line("GET / HTTP/2.0"), version + "2.0 is not spoken here"},
             Bad{with_line("GET / HTTP/0.9"), version + "0.9 is not spoken here"},
             Bad{with_line("GET / HTTP/1.2"), version + "1.2 is not spoken here"},
             Bad{std::string(kH2Preface), version + "2.0 is not spoken here"},
         }) {
        expect_refusal(one, false, {});
    }
}

TEST(H1Server, BadTargetsAreRefused) {
    const auto bad = [](std::string_view target, std::string_view why) {
        return "1 refused 400 http.bad_target: the request target \"" + std::string(target) +
               "\" cannot be read: " + std::string(why);
    };
    const auto neither = "it neither begins with / nor is a whole URL";
    for (const Bad& one : {
             Bad{with_line("GET x HTTP/1.1"), bad("x", neither)},
             Bad{with_line("GET ://x/ HTTP/1.1"), bad("://x/", neither)},
             Bad{with_line("GET ?u=http://x/ HTTP/1.1"), bad("?u=http://x/", neither)},
             Bad{with_line("GET 1http://x/ HTTP/1.1"), bad("1http://x/", neither)},
             Bad{with_line("GET http:///x HTTP/1.1"), bad("http:///x", "it names no host")},
             Bad{with_line("GET http://a@b/ HTTP/1.1"), bad("http://a@b/", "it names no host")},
             Bad{with_line("GET http://a:9x/ HTTP/1.1"), bad("http://a:9x/", "it names no host")},
             Bad{with_line("GET * HTTP/1.1"), bad("*", "* belongs to OPTIONS")},
             Bad{with_line("CONNECT / HTTP/1.1"), bad("/", "CONNECT needs host:port")},
             Bad{with_line("CONNECT x HTTP/1.1"), bad("x", "CONNECT needs host:port")},
             Bad{with_line("CONNECT x: HTTP/1.1"), bad("x:", "CONNECT needs host:port")},
             Bad{with_line("CONNECT :443 HTTP/1.1"), bad(":443", "CONNECT needs host:port")},
             Bad{with_line("CONNECT [::1] HTTP/1.1"), bad("[::1]", "CONNECT needs host:port")},
             Bad{with_line("CONNECT x:65536 HTTP/1.1"), bad("x:65536", "CONNECT needs host:port")},
         }) {
        expect_refusal(one, false, {});
    }
}

TEST(H1Server, BadHostsAreRefused) {
    const auto bad = [](std::string_view host) {
        return "1 refused 400 http.bad_host: \"" + std::string(host) + "\" is not a host";
    };
    const auto host = [](std::string_view value) {
        return "GET / HTTP/1.1\r\nHost: " + std::string(value) + "\r\n\r\n";
    };
    for (const Bad& one : {
             Bad{"GET / HTTP/1.1\r\n\r\n",
                 "1 refused 400 http.missing_host: an HTTP/1.1 request needs a Host header"},
             Bad{"GET / HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n",
                 "1 refused 400 http.repeated_host: the request has 2 Host headers"},
             Bad{"GET / HTTP/1.0\r\nhost: a\r\nHOST: b\r\n\r\n",
                 "1 refused 400 http.repeated_host: the request has 2 Host headers"},
             Bad{host("a b"), bad("a b")},
             Bad{host("a/b"), bad("a/b")},
             Bad{host("u@a"), bad("u@a")},
             Bad{host("a:"s + "80x"), bad("a:80x")},
             Bad{host("a:123456"), bad("a:123456")},
             Bad{host("a:70000"), bad("a:70000")},
             Bad{host(":80"), bad(":80")},
             Bad{host("[::1"), bad("[::1")},
             Bad{host("[]"), bad("[]")},
             Bad{host("[::1]x"), bad("[::1]x")},
             Bad{host("[g::1]"), bad("[g::1]")},
             Bad{host("a\\b"), bad("a\\\\b")},
         }) {
        expect_refusal(one, false, {});
    }
}

TEST(H1Server, BadFieldsAreRefused) {
    const auto name = [](std::string_view why) {
        return "refused 400 http.bad_field_name: a header name cannot be read: " + std::string(why);
    };
    const auto value = [](std::string_view code) {
        return "refused 400 http.bad_field_value: the value of the header X holds a byte that is "
               "not allowed there (code " +
               std::string(code) + ")";
    };
    const auto line_end = [](std::string_view why) {
        return "refused 400 http.bad_line_end: a line does not end with CR LF: " + std::string(why);
    };
    const std::string folded =
        "refused 400 http.folded_field: a header is continued on a second "
        "line";
    for (const Bad& one : {
             Bad{with_field("X : 1"), name("it holds a space")},
             Bad{with_field("X Y: 1"), name("it holds a space")},
             Bad{with_field(": 1"), name("it is empty")},
             Bad{with_field("X"), name("there is no colon")},
             Bad{with_field("X(: 1"), name("it holds a character that is not allowed there")},
             Bad{with_field("X\t: 1"), name("it holds a character that is not allowed there")},
             Bad{with_field("X\xC3\xA4: 1"),
                 name("it holds a character that is not allowed there")},
             Bad{with_field("X\0: 1"s), name("it holds a character that is not allowed there")},
             Bad{with_field("X: a\0b"s), value("0")},
             Bad{with_field("X: a\x7f"), value("127")},
             Bad{with_field("X: \x1b[31m"), value("27")},
             Bad{with_field("X: a\vb"), value("11")},
             Bad{with_field("X: 1\r\n folded"), folded},
             Bad{with_field("X: 1\r\n\tfolded"), folded},
             Bad{"GET / HTTP/1.1\r\n Host: x\r\n\r\n", folded},
             Bad{with_field("X: 1\nY: 2"), line_end("LF stands alone")},
             Bad{"GET / HTTP/1.1\nHost: x\n\n", line_end("LF stands alone")},
             Bad{"\nGET / HTTP/1.1\r\nHost: x\r\n\r\n", line_end("LF stands alone")},
             Bad{"GET / HTTP/1.1\r\nHost: x\r\n\n", line_end("LF stands alone")},
             Bad{with_field("X: 1\rY: 2"), line_end("CR stands alone")},
             Bad{with_field("X: 1\r\r"), line_end("CR stands alone")},
             Bad{"GET /\rx HTTP/1.1\r\nHost: x\r\n\r\n", line_end("CR stands alone")},
         }) {
        expect_refusal(one, false, {});
    }
}

TEST(H1Server, LengthsThatCanBeReadInTwoWaysAreRefused) {
    const auto bad = [](std::string_view value) {
        return "1 refused 400 http.bad_length: Content-Length cannot be \"" + std::string(value) +
               "\"";
    };
    const auto length = [](std::string_view value) {
        return with_body("Content-Length: " + std::string(value), "12345");
    };
    for (const Bad& one : {
             Bad{length("+5"), bad("+5")},
             Bad{length("-5"), bad("-5")},
             Bad{length("-0"), bad("-0")},
             Bad{length("0x5"), bad("0x5")},
             Bad{length("5 "s + "5"), bad("5 5")},
             Bad{length("5.0"), bad("5.0")},
             Bad{length("5, 5"), bad("5, 5")},
             Bad{length("5,"), bad("5,")},
             Bad{length(""), bad("")},
             Bad{length("\"5\""), bad("\\\"5\\\"")},
             Bad{length("five"), bad("five")},
             Bad{length("18446744073709551616"), bad("18446744073709551616")},
             Bad{with_body("Content-Length: 5\r\ncontent-length: 5", "12345"), bad("5, 5")},
             Bad{with_body("Content-Length: 5\r\nContent-Length: 6", "12345"),
                 "1 refused 400 http.differing_lengths: there are two Content-Lengths that differ: "
                 "\"5\" and \"6\""},
             Bad{with_body("Content-Length: 5\r\nContent-Length: 05", "12345"),
                 "1 refused 400 http.differing_lengths: there are two Content-Lengths that differ: "
                 "\"5\" and \"05\""},
             Bad{with_body("Content-Length: 5\r\nTransfer-Encoding: chunked", "0\r\n\r\n"),
                 "1 refused 400 http.length_and_chunked: the message has both Content-Length and "
                 "Transfer-Encoding"},
             Bad{with_body("Transfer-Encoding: chunked\r\nContent-Length: 0", "0\r\n\r\n"),
                 "1 refused 400 http.length_and_chunked: the message has both Content-Length and "
                 "Transfer-Encoding"},
         }) {
        expect_refusal(one, false, {});
    }
}

TEST(H1Server, TransferCodingsOtherThanChunkedAreRefused) {
    const auto unknown = [](std::string_view coding) {
        return "1 refused 501 http.unknown_transfer_coding: the transfer coding \"" +
               std::string(coding) + "\" is not known here";
    };
    const auto not_last = [](std::string_view value) {
        return "1 refused 400 http.chunked_not_last: chunked must be the last transfer coding, "
               "once, in \"" +
               std::string(value) + "\"";
    };
    const auto coding = [](std::string_view value) {
        return with_body("Transfer-Encoding: " + std::string(value), "0\r\n\r\n");
    };
    for (const Bad& one : {
             Bad{coding("gzip"), unknown("gzip")},
             Bad{coding("identity"), unknown("identity")},
             Bad{coding("gzip, chunked"), unknown("gzip")},
             Bad{coding("xchunked"), unknown("xchunked")},
             Bad{coding("chunked;q=1"), unknown("chunked;q=1")},
             Bad{coding("\"chunked\""), unknown("\\\"chunked\\\"")},
             Bad{coding("chunked, gzip"), not_last("chunked, gzip")},
             Bad{coding("chunked, chunked"), not_last("chunked, chunked")},
             Bad{coding(""), not_last("")},
             Bad{coding(", chunked"), not_last(", chunked")},
             Bad{coding("chunked,"), not_last("chunked,")},
             Bad{coding("chunked\r\nTransfer-Encoding: chunked"), not_last("chunked, chunked")},
             Bad{coding("\r\nTransfer-Encoding: chunked"), not_last("chunked")},
             Bad{"POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
                 "1 refused 400 http.unexpected_transfer_coding: Transfer-Encoding has no place in "
                 "an HTTP/1.0 message"},
         }) {
        expect_refusal(one, false, {});
    }
}

TEST(H1Server, BadChunksAreRefused) {
    const auto bad = [](std::string_view why) {
        return "1 refused 400 http.bad_chunk: a chunk cannot be read: " + std::string(why);
    };
    const auto chunks = [](std::string_view body) {
        return with_body("Transfer-Encoding: chunked", body);
    };
    const auto not_hex = bad("its size is not a hexadecimal number");
    const auto no_end = bad("its data does not end in CR LF");
    const auto alone = [](std::string_view what) {
        return "1 refused 400 http.bad_line_end: a line does not end with CR LF: " +
               std::string(what) + " stands alone";
    };
    for (const Bad& one : {
             Bad{chunks("0x5\r\n12345\r\n0\r\n\r\n"), not_hex},
             Bad{chunks("+5\r\n12345\r\n0\r\n\r\n"), not_hex},
             Bad{chunks("-5\r\n12345\r\n0\r\n\r\n"), not_hex},
             Bad{chunks("5 \r\n12345\r\n0\r\n\r\n"), not_hex},
             Bad{chunks(" 5\r\n12345\r\n0\r\n\r\n"), not_hex},
             Bad{chunks("5 ;x\r\n12345\r\n0\r\n\r\n"), not_hex},
             Bad{chunks("\r\n12345\r\n0\r\n\r\n"), not_hex},
             Bad{chunks("g\r\n12345\r\n0\r\n\r\n"), not_hex},
             Bad{chunks(";x\r\n12345\r\n0\r\n\r\n"), not_hex},
             Bad{chunks("0000000000000005\r\n12345\r\n0\r\n\r\n"),
                 bad("its size has too many digits")},
             Bad{chunks("fffffffffffffffff\r\n"), bad("its size has too many digits")},
             Bad{chunks("5;\r\n12345\r\n0\r\n\r\n"), bad("its extension has no name")},
             Bad{chunks("5; x\r\n12345\r\n0\r\n\r\n"), bad("its extension has no name")},
             Bad{chunks("5;x=\x01\r\n12345\r\n0\r\n\r\n"),
                 bad("its extension holds a control character")},
             Bad{chunks("5;x=\0\r\n12345\r\n0\r\n\r\n"s),
                 bad("its extension holds a control character")},
             Bad{chunks("5\r\n123450\r\n\r\n"), no_end},
             Bad{chunks("5\r\n12345\n0\r\n\r\n"), no_end},
             Bad{chunks("5\r\n12345\r0\r\n\r\n"), no_end},
             Bad{chunks("4\r\n12345\r\n0\r\n\r\n"), no_end},
             Bad{chunks("5\n12345\r\n0\r\n\r\n"), alone("LF")},
             Bad{chunks("5;x\n12345\r\n0\r\n\r\n"), alone("LF")},
             Bad{chunks("5\rx\r\n12345\r\n0\r\n\r\n"), alone("CR")},
             Bad{chunks("0\r\n\n"), alone("LF")},
             Bad{chunks("0\n\n"), alone("LF")},
             Bad{chunks("5;" + std::string(4096, 'x') + "\r\n12345\r\n0\r\n\r\n"),
                 bad("its size line is too long")},
             Bad{chunks("0\r\nX : 1\r\n\r\n"),
                 "1 refused 400 http.bad_field_name: a header name cannot be read: it holds a "
                 "space"},
             Bad{chunks("0\r\nX: 1\r\n folded\r\n\r\n"),
                 "1 refused 400 http.folded_field: a header is continued on a second line"},
         }) {
        expect_refusal(one, true, {});
    }
    // Chunks of one byte, each with a long extension: not for ever.
    std::string padded;
    for (int i = 0; i < 40; ++i) padded += "1;" + std::string(2000, 'x') + "\r\n.\r\n";
    expect_refusal({chunks(padded), bad("the extensions are too long")}, true, {});
}

TEST(H1Server, EveryLimitHasItsAnswer) {
    Limits limits;
    limits.head_bytes = 300;
    limits.header_count = 4;
    limits.target_bytes = 50;
    limits.body_bytes = 1200;
    const std::string large =
        "refused 431 http.head_too_large: the head of the message is larger "
        "than the limit of 300 bytes";
    const std::string many =
        "refused 431 http.too_many_fields: the message has more than the "
        "limit of 4 headers";
    const std::string target =
        "refused 414 http.target_too_long: the request target is longer "
        "than the limit of 50 bytes";
    const std::string body =
        "1 refused 413 http.body_too_large: the body is larger than the limit "
        "of 1,200 bytes";
    expect_refusal({with_field("X: " + std::string(300, 'x')), large}, false, limits);
    expect_refusal(
        {with_field("X: " + std::string(120, 'x') + "\r\nY: " + std::string(160, 'x')), large},
        false, limits);
    expect_refusal({with_field("A: 1\r\nB: 1\r\nC: 1\r\nD: 1"), many}, false, limits);
    expect_refusal({with_line("GET /" + std::string(50, 'x') + " HTTP/1.1"), target}, false,
                   limits);
    expect_refusal({with_line("GET /" + std::string(400, 'x') + " HTTP/1.1"), target}, false,
                   limits);
    expect_refusal({with_body("Content-Length: 1201", std::string(1201, 'x')), body}, false,
                   limits);
    expect_refusal({with_body("Content-Length: 18446744073709551615", "x"), body}, false, limits);
    const std::string chunk = "258\r\n" + std::string(600, 'x') + "\r\n";
    expect_refusal({with_body("Transfer-Encoding: chunked", chunk + chunk + "1\r\n.\r\n"), body},
                   true, limits);
    expect_refusal({with_body("Transfer-Encoding: chunked", "fffffffffffffff\r\n"), body}, true,
                   limits);
    expect_refusal({with_body("Transfer-Encoding: chunked",
                              "0\r\nA: 1\r\nB: 1\r\nC: 1\r\nD: 1\r\nE: 1\r\n\r\n"),
                    "1 " + many},
                   true, limits);
    expect_refusal(
        {with_body("Transfer-Encoding: chunked", "0\r\nA: " + std::string(290, 'x')), "1 " + large},
        true, limits);
}

TEST(H1Server, WhatIsExactlyTheLimitPasses) {
    Limits limits;
    limits.header_count = 4;
    limits.target_bytes = 50;
    limits.body_bytes = 1200;
    const std::string path = "/" + std::string(49, 'x');
    std::string request = "POST " + path + " HTTP/1.1\r\nHost: x\r\nA: 1\r\nB: 1\r\n" +
                          "Content-Length: 1200\r\n\r\n" + std::string(1200, 'x');
    limits.head_bytes = request.find("\r\n\r\n") + 4;
    for (const std::size_t step : {std::size_t{1}, std::size_t{1} << 20U}) {
        ServerParty server = make_server(limits);
        EXPECT_EQ(server.hears(request, step),
                  (Lines{"1 POST " + path + ", a body follows", "1 body of 1200 bytes", "1 ends"}));
    }
}

TEST(H1Server, AnExpectationNobodyKnowsIsRefused) {
    const std::string line =
        "1 refused 417 http.unknown_expectation: the expectation \"a pony\" "
        "cannot be met";
    expect_refusal({with_body("Content-Length: 2\r\nExpect: a pony", "ok"), line}, false, {});
    expect_refusal(
        {with_body("Content-Length: 2\r\nExpect: 100-continue\r\nExpect: a pony", "ok"), line},
        false, {});
}

TEST(H1Server, ARefusedHeadRequestIsAnsweredWithoutABody) {
    ServerParty server = make_server();
    server.hears("HEAD / HTTP/1.1\r\n\r\n");
    EXPECT_EQ(server.says(),
              crlf("HTTP/1.1 400 Bad Request\nContent-Type: text/plain; charset=utf-8\n"
                   "Connection: close\nContent-Length: 40\n\n"));
    EXPECT_TRUE(server->wants_close());
}

// What was known of the exchange before says nothing about bytes that are not even a request.
TEST(H1Server, ARefusalAfterAHeadRequestHasItsBody) {
    ServerParty server = make_server();
    server.hears("HEAD / HTTP/1.1\r\nHost: x\r\n\r\n");
    server->answer(1, head(200), "12345");
    EXPECT_EQ(server.says(), crlf("HTTP/1.1 200 OK\nContent-Length: 5\n\n"));
    EXPECT_EQ(server.hears("@\r\n"),
              (Lines{"refused 400 http.bad_request_line: the request line cannot be read: it does "
                     "not begin with a method"}));
    EXPECT_TRUE(server.says().ends_with(
        "\r\n\r\nthe request line cannot be read: it does not begin with a method\n"));
}

TEST(H1Server, ABodyThatGoesWrongAfterTheAnswerBeganCutsIt) {
    ServerParty server = make_server();
    server.hears(with_body("Transfer-Encoding: chunked", "2\r\nok\r\n"));
    server->respond(1, head(200), std::nullopt);
    server->piece(1, "begun");
    EXPECT_EQ(server.says(), crlf("HTTP/1.1 200 OK\nTransfer-Encoding: chunked\n\n5\nbegun\n"));
    EXPECT_EQ(server.hears("nonsense\r\n"),
              (Lines{"1 refused 400 http.bad_chunk: a chunk cannot be read: its size is not a "
                     "hexadecimal number"}));
    server->piece(1, "more");
    server->finish(1);
    EXPECT_EQ(server.says(), "");
    EXPECT_TRUE(server->wants_close());
}

TEST(H1Server, ABodyThatGoesWrongAfterItsAnswerOnlyCloses) {
    ServerParty server = make_server();
    server.hears(with_body("Transfer-Encoding: chunked", "2\r\nok\r\n"));
    server->answer(1, head(200), "early");
    EXPECT_EQ(server.hears("nonsense\r\n"), Lines{});
    EXPECT_EQ(server.says(), crlf("HTTP/1.1 200 OK\nContent-Length: 5\n\nearly"));
    EXPECT_TRUE(server->wants_close());
}

}  // namespace
}  // namespace understudy::http
