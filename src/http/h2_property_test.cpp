// Any cut of the same frames is the same conversation, and what one of our sides writes the other
// reads.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "base/seed.hpp"
#include "http/cut_testing.hpp"
#include "http/h2_frames_testing.hpp"
#include "http/transcript_testing.hpp"

namespace understudy::http {
namespace {

using base::Stream;
using namespace std::string_literals;

std::string text_of(Stream& stream, std::string_view alphabet, std::uint64_t longest) {
    std::string text;
    for (std::uint64_t i = stream.below(longest + 1); i > 0; --i) {
        text += alphabet[stream.below(alphabet.size())];
    }
    return text;
}

Headers draw_headers(Stream& stream, std::string_view prefix) {
    Headers headers;
    for (std::uint64_t i = stream.below(5); i > 0; --i) {
        headers.add(std::string(prefix) + text_of(stream, "abcXYZ019!#$-_", 6),
                    std::string(base::trim(text_of(stream, "abc XYZ019,;:=\"/()\xC3\xA4", 20))));
    }
    return headers;
}

RequestHead draw_request(Stream& stream) {
    constexpr std::string_view kMethods[] = {"GET", "POST", "HEAD", "PURGE"};
    RequestHead request;
    request.method = kMethods[stream.below(std::size(kMethods))];
    request.target = "/" + text_of(stream, "abc/?&=%2.", 12);
    request.authority = "a.test";
    request.scheme = "http";
    request.headers = draw_headers(stream, "X-");
    return request;
}

// Frames a client may send at any time, and some it must not.
std::string draw_frame(Stream& stream) {
    const auto id = static_cast<std::uint32_t>(stream.below(9));
    switch (stream.below(12)) {
        case 0: return frame(kPing, static_cast<std::uint8_t>(stream.below(2)), 0, "12345678");
        case 1: return frame(kSettings, 0, 0, "\0\4\0\0\x10\0"s);
        case 2: return frame(kWindowUpdate, 0, id, "\0\0\0\x05"s);
        case 3: return frame(2, 0, 5, "\0\0\0\0\x10"s);  // PRIORITY
        case 4: return frame(0x77, 0x55, id, "unknown");
        case 5: return frame(kRstStream, 0, id, "\0\0\0\x08"s);
        case 6: return frame(kData, static_cast<std::uint8_t>(stream.below(2)), id, "data");
        case 7: return headers_frame(id, kEndHeaders | kEndStream, {{"x-trailer", "1"}});
        case 8: return headers_frame(id, kEndHeaders, get_fields());
        case 9: return frame(kGoaway, 0, 0, "\0\0\0\0\0\0\0\2"s + "why");
        case 10: {
            Pairs fields = get_fields();
            fields.emplace_back("content-length", "3");
            return headers_frame(id, kEndHeaders, fields) +
                   frame(kData, kEndStream, id, text_of(stream, "x", 5));
        }
        default: return frame(kContinuation, kEndHeaders, id, "");
    }
}

std::string mutate(Stream& stream, std::string text) {
    for (std::uint64_t i = stream.below(3); i > 0 && !text.empty(); --i) {
        const std::size_t at = stream.below(text.size());
        switch (stream.below(3)) {
            case 0: text[at] = static_cast<char>(stream.below(256)); break;
            case 1: text.insert(at, 1, static_cast<char>(stream.below(256))); break;
            default: text.erase(at, 1 + stream.below(3)); break;
        }
    }
    return text;
}

// What a client says for some requests, strange frames among it.
std::string draw_client_bytes(Stream& stream) {
    const auto client = make_h2_client({});
    std::string bytes;
    const bool strange = stream.below(2) == 0;
    for (std::uint64_t i = stream.below(5); i > 0; --i) {
        const std::string body = text_of(stream, "body", 30);
        const StreamId id = client->request(draw_request(stream),
                                            stream.below(2) == 0 ? Length{body.size()} : Length{});
        client->piece(id, body);
        if (stream.below(4) != 0) client->finish(id, draw_headers(stream, "T-"));
        if (stream.below(8) == 0) client->reset(id, 8);
        client->drain(bytes, SIZE_MAX);
        if (strange && stream.below(2) == 0) bytes += draw_frame(stream);
    }
    client->drain(bytes, SIZE_MAX);
    return stream.below(2) == 0 ? bytes : mutate(stream, bytes);
}

// What a server says to four requests.
std::string draw_server_bytes(Stream& stream) {
    ServerParty server(make_h2_server({}));
    ClientParty client(make_h2_client({}));
    for (int i = 0; i < 4; ++i) client->request(draw_request(stream), 0);
    std::string bytes = server.says();
    server.take(client.says());
    const bool strange = stream.below(2) == 0;
    for (StreamId id = 1; id <= 7; id += 2) {
        ResponseHead head;
        head.status = stream.below(4) == 0 ? 204 : 200;
        head.headers = draw_headers(stream, "Y-");
        if (stream.below(4) == 0) {
            ResponseHead hints;
            hints.status = 103;
            server->respond(id, hints, {});
        }
        const std::string body = text_of(stream, "body", 30);
        if (stream.below(8) == 0) {
            server->reset(id, static_cast<std::uint32_t>(stream.below(14)));
        } else if (stream.below(2) == 0) {
            server->answer(id, head, body);
        } else {
            server->respond(id, head, std::nullopt);
            server->piece(id, body);
            if (stream.below(4) != 0) server->finish(id, draw_headers(stream, "T-"));
        }
        bytes += server.says();
        if (strange && stream.below(2) == 0) bytes += draw_frame(stream);
    }
    if (stream.below(4) == 0) server->shut_down();
    bytes += server.says();
    return stream.below(2) == 0 ? bytes : mutate(stream, bytes);
}

Limits draw_limits(Stream& stream) {
    Limits limits;
    if (stream.below(2) == 0) return limits;
    limits.head_bytes = 150 + stream.below(400);
    limits.header_count = stream.below(5);
    limits.target_bytes = 1 + stream.below(12);
    limits.body_bytes = stream.below(30);
    limits.streams = 1 + stream.below(4);
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

RC_GTEST_PROP(H2Property, AServerReadsTheSameInAnyCut, (std::uint64_t seed)) {
    Stream stream{seed, {"frames"}, 0};
    const Limits limits = draw_limits(stream);
    const std::string bytes = draw_client_bytes(stream);
    expect_one_reading(bytes, stream.next(),
                       [&](const Cuts& pieces) { return serve_h2(pieces, limits); });
}

RC_GTEST_PROP(H2Property, AClientReadsTheSameInAnyCut, (std::uint64_t seed)) {
    Stream stream{seed, {"answers"}, 0};
    const Limits limits = draw_limits(stream);
    const std::string bytes = draw_server_bytes(stream);
    expect_one_reading(bytes, stream.next(),
                       [&](const Cuts& pieces) { return ask_h2(pieces, 4, limits); });
}

// Names as HTTP/2 has them.
Headers lower(const Headers& headers) {
    Headers lowered;
    for (const Field field : headers) lowered.add(base::to_lower_ascii(field.name), field.value);
    return lowered;
}

RC_GTEST_PROP(H2Property, WhatOneSideWritesTheOtherReads, (std::uint64_t seed)) {
    Stream stream{seed, {"exchange"}, 0};
    ServerParty server(make_h2_server({}));
    ClientParty client(make_h2_client({}));
    const std::size_t step = 1 + stream.below(100);
    for (StreamId id = 1; id <= 5; id += 2) {
        const RequestHead request = draw_request(stream);
        const std::string body = text_of(stream, "body", 50);
        RC_ASSERT(client->request(request, body.empty() ? Length{0} : Length{}) == id);
        for (const std::string_view piece : cut(body, stream.next())) client->piece(id, piece);
        client->finish(id);
        RC_ASSERT(pump(server, client, step));
        RC_ASSERT(server.ended.back() == id);
        const RequestHead& got = server.requests[id];
        RC_ASSERT(got.method == request.method);
        RC_ASSERT(got.target == request.target);
        RC_ASSERT(got.authority == request.authority);
        RC_ASSERT(got.scheme == request.scheme);
        RC_ASSERT(got.headers == lower(request.headers));
        RC_ASSERT(server.bodies[id] == body);

        ResponseHead response;
        response.status = stream.below(4) == 0 ? 304 : 200;
        response.headers = draw_headers(stream, "Y-");
        const std::string back = text_of(stream, "back", 50);
        server->respond(id, response, std::nullopt);
        for (const std::string_view piece : cut(back, stream.next())) server->piece(id, piece);
        server->finish(id, draw_headers(stream, "T-"));
        RC_ASSERT(pump(server, client, step));
        RC_ASSERT(client.ended.back() == id);
        RC_ASSERT(client.responses[id].status == response.status);
        RC_ASSERT(client.responses[id].headers == lower(response.headers));
        const bool bodyless = request.method == "HEAD" || response.status == 304;
        RC_ASSERT(client.bodies[id] == (bodyless ? "" : back));
    }
    RC_ASSERT(!server->wants_close());
    RC_ASSERT(client->can_begin());
}

}  // namespace
}  // namespace understudy::http
