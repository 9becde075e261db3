// Any cut of the same bytes is the same conversation, and what one of our sides writes the other
// reads.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "base/seed.hpp"
#include "http/cut_testing.hpp"
#include "http/transcript_testing.hpp"

namespace understudy::http {
namespace {

using base::Stream;

std::string_view one_of(Stream& stream, std::span<const std::string_view> words) {
    return words[stream.below(words.size())];
}

std::string text_of(Stream& stream, std::string_view alphabet, std::uint64_t longest) {
    std::string text;
    for (std::uint64_t i = stream.below(longest + 1); i > 0; --i) {
        text += alphabet[stream.below(alphabet.size())];
    }
    return text;
}

// --- bytes that are almost messages ---

constexpr std::string_view kFields[] = {
    "Host: a.test",
    "Host: b",
    "X-One: 1",
    "x-one:  two\t",
    "Empty:",
    "Connection: close",
    "Connection: keep-alive",
    "Connection: Upgrade",
    "Upgrade: echo",
    "Expect: 100-continue",
    "Content-Length: 0",
    "Content-Length: 5",
    "Content-Length: 17",
    "content-length: 5",
    "Transfer-Encoding: chunked",
    "Transfer-Encoding: gzip, chunked",
    "Bytes: \xC3\xA4\xff",
};
constexpr std::string_view kBodies[] = {
    "",
    "12345",
    "12345678901234567",
    "5\r\n12345\r\n0\r\n\r\n",
    "1\r\na\r\n0a;x=y\r\n0123456789\r\n0\r\nX-Sum: 1\r\n\r\n",
    "0\r\n\r\n",
    "0\r\n",
    "\r\n",
};

std::string draw_fields(Stream& stream) {
    std::string text;
    for (std::uint64_t i = stream.below(4); i > 0; --i) {
        text += one_of(stream, kFields);
        text += "\r\n";
    }
    return text + "\r\n";
}

std::string draw_requests(Stream& stream) {
    constexpr std::string_view kLines[] = {
        "GET / HTTP/1.1",       "POST /a?b=c HTTP/1.1",      "HEAD /x HTTP/1.1",
        "GET / HTTP/1.0",       "CONNECT a.test:1 HTTP/1.1", "OPTIONS * HTTP/1.1",
        "PUT /long HTTP/1.1",   "GET http://b/c?d HTTP/1.1", "",
        "GET /012345 HTTP/1.1", "POST / HTTP/1.0",           "GET / HTTP/2.0",
    };
    std::string text;
    for (std::uint64_t i = 1 + stream.below(4); i > 0; --i) {
        text += one_of(stream, kLines);
        text += "\r\n";
        if (stream.below(8) != 0) text += "Host: x\r\n";
        text += draw_fields(stream);
        text += one_of(stream, kBodies);
    }
    return text;
}

std::string draw_answers(Stream& stream) {
    constexpr std::string_view kLines[] = {
        "HTTP/1.1 200 OK",       "HTTP/1.1 204 No Content", "HTTP/1.1 304 Not Modified",
        "HTTP/1.0 200 OK",       "HTTP/1.1 100 Continue",   "HTTP/1.1 103 Early Hints",
        "HTTP/1.1 404",          "HTTP/1.1 500 ",           "HTTP/1.1 101 Switching Protocols",
        "HTTP/1.1 299 \xC3\xA4",
    };
    std::string text;
    for (std::uint64_t i = 1 + stream.below(3); i > 0; --i) {
        text += one_of(stream, kLines);
        text += "\r\n";
        text += draw_fields(stream);
        text += one_of(stream, kBodies);
    }
    return text;
}

// A few bytes changed, dropped, doubled or put in, most of them such as framing hangs on.
std::string mutate(Stream& stream, std::string text) {
    static constexpr char kBytes[] = "\r\n\0 \t:;,0159afx+-\"\x7f\xff";
    constexpr std::string_view kTelling(kBytes, sizeof kBytes - 1);
    for (std::uint64_t i = stream.below(4); i > 0 && !text.empty(); --i) {
        const std::size_t at = stream.below(text.size());
        const char byte = kTelling[stream.below(kTelling.size())];
        switch (stream.below(4)) {
            case 0: text[at] = byte; break;
            case 1: text.insert(at, 1, byte); break;
            case 2: text.erase(at, 1 + stream.below(3)); break;
            default: text.insert(at, text.substr(at, stream.below(20))); break;
        }
    }
    return text;
}

Limits draw_limits(Stream& stream) {
    Limits limits;
    if (stream.below(2) == 0) return limits;
    limits.head_bytes = 40 + stream.below(200);
    limits.header_count = 1 + stream.below(5);
    limits.target_bytes = 1 + stream.below(12);
    limits.body_bytes = stream.below(20);
    return limits;
}

void expect_one_reading(const std::string& bytes, std::uint64_t cuts, auto read) {
    const Transcript whole = read(Cuts{bytes});
    const std::string after = first_line_after_the_end(whole.lines);
    if (!after.empty()) RC_FAIL("after the end: " + after);
    for (const Cuts& pieces : {cut_evenly(bytes, 1), cut(bytes, cuts), cut(bytes, cuts + 1, 40)}) {
        const Transcript again = read(pieces);
        RC_ASSERT(again.lines == whole.lines);
        RC_ASSERT(again.said == whole.said);
        RC_ASSERT(again.wants_close == whole.wants_close);
    }
}

RC_GTEST_PROP(H1Property, AServerReadsTheSameInAnyCut, (std::uint64_t seed)) {
    Stream stream{seed, {"requests"}, 0};
    const Limits limits = draw_limits(stream);
    const std::string bytes = mutate(stream, draw_requests(stream));
    expect_one_reading(bytes, stream.next(),
                       [&](const Cuts& pieces) { return serve_h1(pieces, limits); });
}

RC_GTEST_PROP(H1Property, AClientReadsTheSameInAnyCut, (std::uint64_t seed)) {
    Stream stream{seed, {"answers"}, 0};
    constexpr std::string_view kMethods[] = {"GET", "HEAD", "CONNECT"};
    const Limits limits = draw_limits(stream);
    const std::string_view method = one_of(stream, kMethods);
    const std::string bytes = mutate(stream, draw_answers(stream));
    expect_one_reading(bytes, stream.next(),
                       [&](const Cuts& pieces) { return ask_h1(pieces, method, limits); });
}

// --- what is read of bytes, written again and read again ---

struct Read {
    RequestHead head;
    std::string body;
    Headers trailers;
};

// The requests of these bytes that are whole.
std::vector<Read> read_requests(const std::string& bytes) {
    const auto codec = make_h1_server({});
    std::vector<Read> requests;
    Events events;
    codec->feed(bytes, events);
    for (std::size_t turn = 0; turn <= bytes.size() && !events.empty(); ++turn) {
        bool ended = false;
        for (Event& event : events) {
            if (auto* began = std::get_if<RequestBegan>(&event)) {
                requests.push_back({std::move(began->head), {}, {}});
            } else if (const auto* piece = std::get_if<BodyPiece>(&event)) {
                requests.back().body += piece->bytes;
            } else if (auto* end = std::get_if<Ended>(&event)) {
                requests.back().trailers = std::move(end->trailers);
                codec->answer(end->stream, {}, "");
                ended = true;
            }
        }
        if (!ended && !requests.empty()) requests.pop_back();
        events.clear();
        codec->feed({}, events);
    }
    return requests;
}

// Whatever we took for a request is the same request to whoever we hand it on to: neither more nor
// less of the bytes belongs to it.
RC_GTEST_PROP(H1Property, ARequestHandedOnStaysTheSame, (std::uint64_t seed)) {
    Stream stream{seed, {"handed on"}, 0};
    const std::string bytes = mutate(stream, draw_requests(stream));
    for (const Read& one : read_requests(bytes)) {
        const auto client = make_h1_client({});
        const bool chunked = one.head.headers.has("transfer-encoding");
        client->request(one.head, chunked ? Length{} : Length{one.body.size()});
        client->piece(1, one.body);
        client->finish(1, one.trailers);
        std::string wire;
        client->drain(wire, SIZE_MAX);
        const std::vector<Read> again =
            read_requests(wire + "GET /next HTTP/1.1\r\nHost: x\r\n\r\n");
        const bool closes = one.head.headers.has_word("connection", "close");
        RC_ASSERT(again.size() == (closes ? 1U : 2U));
        RC_ASSERT(again[0].head.method == one.head.method);
        RC_ASSERT(again[0].head.target == one.head.target);
        RC_ASSERT(again[0].body == one.body);
        RC_ASSERT(again[0].trailers == one.trailers);
        for (const Field field : one.head.headers) {
            RC_ASSERT(again[0].head.headers.all(field.name) == one.head.headers.all(field.name));
        }
        if (!closes) RC_ASSERT(again[1].head.target == "/next");
    }
}

// --- our two sides with each other ---

constexpr std::string_view kTokens = "abcXYZ019!#$%&'*+-.^_`|~";
constexpr std::string_view kVisible = "abc XYZ\t019,;:=\"/\\()<>@[]{}\xC3\xA4";

std::string draw_value(Stream& stream) {
    return std::string(base::trim(text_of(stream, kVisible, 20)));
}

// None of them means anything to the framing.
Headers draw_headers(Stream& stream, std::string_view prefix) {
    Headers headers;
    for (std::uint64_t i = stream.below(5); i > 0; --i) {
        headers.add(std::string(prefix) + text_of(stream, kTokens, 6), draw_value(stream));
    }
    return headers;
}

std::string draw_body(Stream& stream) {
    return stream.below(4) == 0 ? std::string{} : text_of(stream, "\r\n0123:GETHP/. \xff", 60);
}

template <class Codec>
void send_body(Codec& codec, Stream& stream, std::string_view body) {
    for (const std::string_view piece : cut(body, stream.next())) codec->piece(1, piece);
}

Headers without(Headers headers, std::initializer_list<std::string_view> names) {
    for (const std::string_view name : names) headers.remove(name);
    return headers;
}

RC_GTEST_PROP(H1Property, WhatOneSideWritesTheOtherReads, (std::uint64_t seed)) {
    Stream stream{seed, {"exchange"}, 0};
    ServerParty server(make_h1_server({}));
    ClientParty client(make_h1_client({}));
    RequestHead request;
    request.method = "M" + text_of(stream, kTokens, 5);
    request.target = "/" + text_of(stream, "abc/?&=%2.#\"\xC3\xA4", 12);
    request.authority = "a.test";
    request.headers = draw_headers(stream, "X-");
    const std::string body = draw_body(stream);
    const bool counted = stream.below(2) == 0;
    const Headers trailers = counted ? Headers{} : draw_headers(stream, "T-");
    client->request(request, counted ? Length{body.size()} : Length{});
    send_body(client, stream, body);
    client->finish(1, trailers);
    const std::size_t step = 1 + stream.below(30);
    RC_ASSERT(pump(server, client, step));

    const Lines heard = server.heard();
    RC_ASSERT(!heard.empty());
    RC_ASSERT(heard.back().starts_with("1 ends"));
    const RequestHead& got = server.requests[1];
    RC_ASSERT(got.method == request.method);
    RC_ASSERT(got.target == request.target);
    RC_ASSERT(got.authority == request.authority);
    RC_ASSERT(without(got.headers, {"host", "content-length", "transfer-encoding"}) ==
              request.headers);
    RC_ASSERT(server.bodies[1] == body);

    ResponseHead response;
    const int statuses[] = {200, 201, 204, 304, 400, 404, 500, 599};
    response.status = statuses[stream.below(std::size(statuses))];
    response.reason = "R" + draw_value(stream);
    response.headers = draw_headers(stream, "Y-");
    const std::string back = draw_body(stream);
    const bool known = stream.below(2) == 0;
    server->respond(1, response, known ? Length{back.size()} : Length{});
    send_body(server, stream, back);
    server->finish(1, known ? Headers{} : trailers);
    RC_ASSERT(pump(server, client, step));
    RC_ASSERT(client.ended == (std::vector<StreamId>{1}));
    const ResponseHead& answered = client.responses[1];
    RC_ASSERT(answered.status == response.status);
    RC_ASSERT(answered.reason == base::trim(response.reason));
    RC_ASSERT(without(answered.headers, {"content-length", "transfer-encoding"}) ==
              response.headers);
    RC_ASSERT(client.bodies[1] == (allows_body(response.status) ? back : ""));
    RC_ASSERT(client->can_begin());
    RC_ASSERT(!server->wants_close());
}

}  // namespace
}  // namespace understudy::http
