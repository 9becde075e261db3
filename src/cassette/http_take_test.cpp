#include "cassette/http_take.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "base/seed.hpp"
#include "http/encoding.hpp"
#include "http/ws.hpp"
#include "http/ws_handshake.hpp"

namespace understudy::cassette {
namespace {

using namespace std::string_literals;

http::RequestHead request(std::string method = "GET", std::string target = "/v1/things?a=1&b=x+y",
                          http::Headers headers = {{"Host", "api.example.test"}}) {
    http::RequestHead head;
    head.method = std::move(method);
    head.target = std::move(target);
    head.headers = std::move(headers);
    return head;
}

http::ResponseHead response(int status, http::Headers headers = {}, std::string reason = {}) {
    http::ResponseHead head;
    head.status = status;
    head.headers = std::move(headers);
    head.reason = std::move(reason);
    return head;
}

HttpTaking taking(http::RequestHead head = request(), bool has_body = false) {
    return {"https", "api.example.test", std::move(head), has_body};
}

using Texts = std::vector<std::string>;

// "3 body {}", "4 frame-in ping"
Texts lines_of(const Exchange& exchange) {
    Texts lines;
    for (const Piece& piece : exchange.output.pieces) {
        std::string line = std::to_string(piece.at) + ' ' + std::string(name_of(piece.from)) + ' ';
        if (piece.frame != Frame::Text) line += std::string(name_of(piece.frame)) + ' ';
        lines.push_back(line + piece.bytes);
    }
    return lines;
}

TEST(HttpTake, KeepsACallAsItWas) {
    HttpTaking one = taking(request("POST", "/v1/things?a=1&b=x+y",
                                    {{"host", "api.example.test"}, {"X-A", "1"}, {"x-a", "2"}}),
                            true);
    one.sent(1, "{\"a\"");
    one.sent(2, ":1}");
    one.sent_end({{"Sum", "7"}});
    one.answered(response(103, {{"Link", "</a.css>"}}));
    one.answered(response(201, {{"Content-Type", "application/json"}, {"ETag", "\"x\""}}, "Made"));
    one.came(5, "{\"id\"");
    one.came(5, ":");
    one.came(9, "7}");
    one.ended(10, {{"Checksum", "abc"}});
    const Exchange exchange = one.exchange();
    EXPECT_EQ(exchange.kind, Kind::Http);
    const HttpInput& input = *exchange.http();
    EXPECT_EQ(input.method, "POST");
    EXPECT_EQ(input.scheme, "https");
    EXPECT_EQ(input.host, "api.example.test");
    EXPECT_EQ(input.path, "/v1/things");
    EXPECT_EQ(input.query, (Pairs{{"a", "1"}, {"b", "x y"}}));
    EXPECT_EQ(input.query_text, "a=1&b=x+y");
    EXPECT_EQ(input.headers, (Pairs{{"host", "api.example.test"}, {"X-A", "1"}, {"x-a", "2"}}));
    ASSERT_TRUE(input.body);
    EXPECT_EQ(input.body->bytes, "{\"a\":1}");
    EXPECT_EQ(input.trailers, (Pairs{{"Sum", "7"}}));
    EXPECT_EQ(input.protocol, "http/1.1");
    const Answer& answer = *exchange.output.answer;
    EXPECT_EQ(answer.status, 201);
    EXPECT_EQ(answer.reason, "Made");
    EXPECT_EQ(answer.interim, (std::vector<Interim>{{103, {{"Link", "</a.css>"}}}}));
    EXPECT_EQ(answer.headers, (Pairs{{"Content-Type", "application/json"}, {"ETag", "\"x\""}}));
    EXPECT_EQ(answer.trailers, (Pairs{{"Checksum", "abc"}}));
    EXPECT_EQ(lines_of(exchange), (Texts{"5 body {\"id\":", "9 body 7}"}));
    EXPECT_EQ(exchange.output.duration, 10);
    EXPECT_FALSE(exchange.output.end);
    EXPECT_TRUE(exchange.output.error.empty());
}

TEST(HttpTake, NoBodyIsNotAnEmptyBody) {
    HttpTaking none = taking(request("GET"));
    none.answered(response(204));
    none.ended(1, {});
    EXPECT_FALSE(none.exchange().http()->body);
    EXPECT_TRUE(none.exchange().output.pieces.empty());
    HttpTaking empty = taking(request("POST"), true);
    empty.sent_end({});
    ASSERT_TRUE(empty.input().body);
    EXPECT_EQ(empty.input().body->bytes, "");
}

TEST(HttpTake, TheUsualPhraseIsNotWorthKeeping) {
    const auto reason = [](http::ResponseHead head) {
        HttpTaking one = taking();
        one.answered(head);
        one.ended(1, {});
        return one.exchange().output.answer->reason;
    };
    EXPECT_EQ(reason(response(404, {}, "Not Found")), "");
    EXPECT_EQ(reason(response(404, {}, "")), "");
    EXPECT_EQ(reason(response(404, {}, "Nope")), "Nope");
}

TEST(HttpTake, EventsArePiecesEachWithTheTimeOfItsLastByte) {
    HttpTaking one = taking();
    one.answered(response(200, {{"content-type", "Text/Event-Stream; charset=utf-8"}}));
    one.came(1, "event: a\nda");
    one.came(20, "ta: 1\n\nda");
    one.came(30, "ta: 2\n\n: kept alive\n\ndata: 3");
    one.ended(40, {});
    const Exchange exchange = one.exchange();
    EXPECT_EQ(exchange.kind, Kind::Stream);
    EXPECT_EQ(exchange.carrier, Carrier::Http);
    EXPECT_EQ(exchange.framing, Framing::Sse);
    EXPECT_EQ(lines_of(exchange), (Texts{"20 body event: a\ndata: 1\n\n", "30 body data: 2\n\n",
                                         "30 body : kept alive\n\n", "30 body data: 3"}));
    EXPECT_EQ(exchange.output.end, StreamEnd::Complete);
    EXPECT_EQ(exchange.output.answer->status, 200);
}

TEST(HttpTake, LinesArePiecesToo) {
    for (const std::string type :
         {"application/jsonl", "application/x-ndjson; charset=utf-8", "application/ndjson",
          "application/x-jsonlines", "application/stream+json"}) {
        HttpTaking one = taking();
        one.answered(response(200, {{"Content-Type", type}}));
        one.came(1, "{\"a\":1}\n{\"b");
        one.came(2, "\":2}\r\nrest");
        one.broke(3, false);
        const Exchange exchange = one.exchange();
        EXPECT_EQ(exchange.framing, Framing::Jsonl) << type;
        EXPECT_EQ(lines_of(exchange),
                  (Texts{"1 body {\"a\":1}\n", "2 body {\"b\":2}\r\n", "2 body rest"}));
        EXPECT_EQ(exchange.output.end, StreamEnd::Cut);
    }
}

TEST(HttpTake, AnEncodedStreamAndOneWithoutABodyAreJustAnswers) {
    const auto kind = [](http::RequestHead head, http::ResponseHead answer) {
        HttpTaking one = taking(std::move(head));
        one.answered(answer);
        one.ended(1, {});
        return one.exchange().kind;
    };
    const http::Headers sse{{"Content-Type", "text/event-stream"}};
    EXPECT_EQ(kind(request("GET"), response(200, sse)), Kind::Stream);
    EXPECT_EQ(kind(request("HEAD"), response(200, sse)), Kind::Http);
    EXPECT_EQ(kind(request("GET"), response(304, sse)), Kind::Http);
    http::Headers packed = sse;
    packed.add("Content-Encoding", "gzip");
    EXPECT_EQ(kind(request("GET"), response(200, packed)), Kind::Http);
}

TEST(HttpTake, AnAnswerThatBrokeOffSaysHow) {
    for (const bool hard : {false, true}) {
        HttpTaking one = taking();
        one.answered(response(200, {{"Content-Length", "100"}}));
        one.came(3, "half");
        one.broke(4, hard);
        const Exchange exchange = one.exchange();
        EXPECT_EQ(exchange.kind, Kind::Http);
        EXPECT_EQ(lines_of(exchange), (Texts{"3 body half"}));
        EXPECT_EQ(exchange.output.end, hard ? StreamEnd::Reset : StreamEnd::Cut);
    }
    HttpTaking never = taking();
    never.failed(7, "tls");
    const Exchange exchange = never.exchange();
    EXPECT_EQ(exchange.output.error, "tls");
    EXPECT_FALSE(exchange.output.answer);
    EXPECT_EQ(exchange.output.duration, 7);
    EXPECT_FALSE(never.has_answer());
}

// --- WebSocket

http::RequestHead asks() {
    return http::make_handshake(request(), "dGhlIHNhbXBsZSBub25jZQ==");
}

http::ResponseHead agrees(std::string_view extensions = {}) {
    http::ResponseHead head = http::accept_handshake(asks()).value();
    if (!extensions.empty()) head.headers.add("Sec-WebSocket-Extensions", extensions);
    return head;
}

std::string frame(bool from_program, http::WsOpcode opcode, std::string_view payload,
                  bool is_final = true, bool is_deflated = false) {
    std::string out;
    http::WsFrame made;
    made.is_final = is_final;
    made.payload = payload;
    made.opcode = static_cast<std::uint8_t>(opcode);
    made.reserved = is_deflated ? 4 : 0;
    if (from_program) made.mask = 0x12345678;
    http::append_frame(out, made);
    return out;
}

TEST(HttpTake, AWebSocketIsItsMessagesInTheirOrder) {
    using enum http::WsOpcode;
    HttpTaking one = taking(asks());
    one.answered(agrees());
    one.sent(1, frame(true, Text, "hello"));
    const std::string fragments = frame(false, Binary, "\x01\x02"s, false) +
                                  frame(false, Ping, "p") + frame(false, Continuation, "\x03"s);
    one.came(2, fragments.substr(0, 3));
    one.sent(2, frame(true, Text, "meanwhile"));
    one.came(2, fragments.substr(3));
    one.sent(3, frame(true, Pong, "p"));
    one.came(4, frame(false, Close,
                      "\x03\xe8"
                      "bye"s));
    one.sent(5, frame(true, Close, "\x03\xe8"s));
    one.ended(6, {});
    const Exchange exchange = one.exchange();
    EXPECT_EQ(exchange.kind, Kind::Stream);
    EXPECT_EQ(exchange.carrier, Carrier::Websocket);
    EXPECT_EQ(exchange.framing, Framing::Frames);
    EXPECT_EQ(lines_of(exchange),
              (Texts{"1 frame-in hello", "2 frame-in meanwhile", "2 frame-out ping p",
                     "2 frame-out binary \x01\x02\x03", "3 frame-in pong p",
                     "4 frame-out close \x03\xe8"
                     "bye",
                     "5 frame-in close \x03\xe8"}));
    EXPECT_EQ(exchange.output.end, StreamEnd::Complete);
    EXPECT_EQ(exchange.output.answer->status, 101);
    EXPECT_EQ(exchange.http()->path, "/v1/things");
}

TEST(HttpTake, CompressedMessagesAreKeptPlain) {
    using enum http::WsOpcode;
    HttpTaking one = taking(asks());
    one.answered(agrees("permessage-deflate; client_no_context_takeover"));
    one.sent(1, frame(true, Text, http::deflate_message("from the program"), true, true));
    one.came(2, frame(false, Text, http::deflate_message("from the service"), true, true));
    one.came(3, frame(false, Text, "plain all the same"));
    one.ended(4, {});
    const Exchange exchange = one.exchange();
    EXPECT_EQ(lines_of(exchange),
              (Texts{"1 frame-in from the program", "2 frame-out from the service",
                     "3 frame-out plain all the same"}));
    EXPECT_EQ(exchange.output.end, StreamEnd::Cut) << "nobody closed it";
}

TEST(HttpTake, WhatIsNoWebSocketIsKeptAsItCame) {
    using enum http::WsOpcode;
    const auto raw = [](http::RequestHead head, http::ResponseHead answer) {
        HttpTaking one = taking(std::move(head));
        one.answered(answer);
        one.sent(1, "in");
        one.came(2, "out");
        one.came(2, "put");
        one.sent(3, "more");
        one.ended(4, {});
        return one.exchange();
    };
    const http::ResponseHead other = response(101, {{"Upgrade", "tcp"}, {"Connection", "Upgrade"}});
    for (const Exchange& exchange :
         {raw(request("POST"), other), raw(asks(), agrees()), raw(asks(), agrees("x-unknown"))}) {
        EXPECT_EQ(exchange.kind, Kind::Stream);
        EXPECT_EQ(exchange.carrier, Carrier::Http);
        EXPECT_EQ(exchange.framing, Framing::Raw);
        EXPECT_EQ(lines_of(exchange),
                  (Texts{"1 frame-in in", "2 frame-out output", "3 frame-in more"}));
        EXPECT_EQ(exchange.output.end, StreamEnd::Complete);
    }
}

// --- callbacks, and what is too much

TEST(HttpTake, ACallbackIsAWebhook) {
    HttpTaking one = taking(
        request("POST", "/hooks?from=x", {{"Stripe-Signature", "t=1,v1=00"}, {"X-A", "1"}}), true);
    one.sent(0, "{}");
    one.answered(response(202));
    one.came(2, "ok");
    one.ended(3, {});
    const Exchange exchange = one.webhook();
    EXPECT_EQ(exchange.kind, Kind::Webhook);
    const WebhookInput& input = *exchange.webhook();
    EXPECT_EQ(input.method, "POST");
    EXPECT_EQ(input.path, "/hooks?from=x");
    EXPECT_EQ(input.body->bytes, "{}");
    EXPECT_EQ(input.scheme, "stripe");
    EXPECT_EQ(exchange.output.answer->status, 202);
    EXPECT_EQ(lines_of(exchange), (Texts{"2 body ok"}));
}

TEST(HttpTake, WhatIsTooLargeIsNotKept) {
    HttpTaking answer("http", "x", request(), false, 10);
    answer.answered(response(200));
    answer.came(1, "0123456789");
    EXPECT_EQ(answer.too_large(), "");
    answer.came(2, "x");
    EXPECT_EQ(answer.too_large(), "the answer's body");
    answer.came(3, "y");
    EXPECT_LT(answer.bytes(), 2000U) << "nothing of it stays in memory";
    HttpTaking body("http", "x", request("POST"), true, 10);
    body.sent(1, "01234567890");
    EXPECT_EQ(body.too_large(), "the request's body");
}

TEST(HttpTake, ALargeBodyIsFewPieces) {
    HttpTaking one = taking();
    one.answered(response(200));
    for (int i = 0; i < 5000; ++i) one.came(i, std::string(2000, 'x'));
    one.came(5600, "late");
    one.ended(5600, {});
    const Exchange exchange = one.exchange();
    ASSERT_EQ(exchange.output.pieces.size(), 2U);
    EXPECT_EQ(exchange.output.pieces[0].at, 0);
    EXPECT_EQ(exchange.output.pieces[0].bytes.size(), 10'000'000U);
    EXPECT_EQ(lines_of(exchange)[1], "5600 body late");
    HttpTaking slow = taking();
    slow.answered(response(200));
    for (int i = 0; i < 1000; ++i) slow.came(i * 150, "x");
    slow.ended(150'000, {});
    EXPECT_LE(slow.exchange().output.pieces.size(), 64U);
    EXPECT_EQ(bytes_of(slow.exchange().output, From::Body), std::string(1000, 'x'));
}

// --- any cut

struct Said {
    bool is_program = false;
    std::string bytes;
};

// The same talk, its bytes cut as `seed` says; each cut at a time of its own. 0: not cut at all.
Exchange told(const http::RequestHead& head, const http::ResponseHead& answer,
              const std::string& body, const std::vector<Said>& talk, std::uint64_t seed) {
    base::Stream cuts{seed, {"cuts"}, 0};
    HttpTaking one("http", "x", head, !body.empty());
    std::int64_t at = 0;
    const auto each = [&](const std::string& bytes, const auto& tell) {
        for (std::size_t from = 0; from < bytes.size();) {
            const std::size_t size = seed == 0 ? bytes.size() : cuts.below(7) + 1;
            tell(std::string_view(bytes).substr(from, size));
            from += size;
            at += seed == 0 ? 1 : static_cast<std::int64_t>(cuts.below(3));
        }
    };
    each(body, [&](std::string_view piece) { one.sent(at, piece); });
    one.sent_end({});
    one.answered(answer);
    for (const Said& said : talk) {
        each(said.bytes, [&](std::string_view piece) {
            said.is_program ? one.sent(at, piece) : one.came(at, piece);
        });
    }
    one.ended(at, {});
    return one.exchange();
}

// Times aside; pieces of a body, and of raw bytes of one side, joined.
Exchange timeless(Exchange exchange) {
    exchange.output.duration = 0;
    const bool joins = exchange.kind == Kind::Http || exchange.framing == Framing::Raw;
    std::vector<Piece> pieces;
    for (Piece& piece : exchange.output.pieces) {
        piece.at = 0;
        if (joins && !pieces.empty() && pieces.back().from == piece.from) {
            pieces.back().bytes += piece.bytes;
        } else {
            pieces.push_back(std::move(piece));
        }
    }
    exchange.output.pieces = std::move(pieces);
    return exchange;
}

bool same(const Exchange& one, const Exchange& two) {
    return one.kind == two.kind && one.carrier == two.carrier && one.framing == two.framing &&
           one.input == two.input && one.output == two.output;
}

RC_GTEST_PROP(HttpTake, AnyCutGivesTheSameExchange, (std::uint64_t seed)) {
    using enum http::WsOpcode;
    base::Stream draw{seed, {"draw"}, 0};
    const auto text = [&] {
        std::string made;
        const std::string_view parts[] = {"data: x", "\n",        "\r\n", "\r",
                                          "\n\n",    "{\"a\":1}", ":",    "é"};
        for (std::uint64_t i = draw.below(12); i > 0; --i) made += parts[draw.below(8)];
        return made;
    };
    const http::Headers types[] = {{{"Content-Type", "text/event-stream"}},
                                   {{"Content-Type", "application/x-ndjson"}},
                                   {{"Content-Type", "application/json"}}};
    http::RequestHead head = request("POST");
    http::ResponseHead answer = response(200, types[draw.below(3)]);
    std::vector<Said> talk;
    std::string body = text();
    const std::uint64_t kind = draw.below(3);
    if (kind == 0) {
        talk.push_back({false, text() + text()});
    } else {
        head = asks();
        body.clear();
        answer = kind == 1 ? agrees("permessage-deflate") : response(101, {{"Upgrade", "x"}});
        for (std::uint64_t i = draw.below(6); i > 0; --i) {
            const bool is_program = draw.below(2) == 0;
            const bool deflates = draw.below(2) == 0;
            const std::string said = text();
            talk.push_back(
                {is_program, frame(is_program, draw.below(3) == 0 ? Binary : Text,
                                   deflates ? http::deflate_message(said) : said, true, deflates)});
        }
    }
    const Exchange whole = timeless(told(head, answer, body, talk, 0));
    const Exchange cut = timeless(told(head, answer, body, talk, seed | 1U));
    RC_ASSERT(same(whole, cut));
}

}  // namespace
}  // namespace understudy::cassette
