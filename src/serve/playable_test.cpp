#include "serve/impl/playable.hpp"

#include <gtest/gtest.h>

#include "serve/impl/replay_testing.hpp"

namespace understudy::serve {
namespace {

using cassette::Pairs;

Playable made(int status, Pairs headers, std::string body, std::string method = "GET",
              std::optional<cassette::StreamEnd> end = std::nullopt) {
    static std::vector<std::unique_ptr<cassette::Exchange>> kept;  // a Playable refers to it
    cassette::HttpInput input = get_call("/x");
    input.method = std::move(method);
    kept.push_back(std::make_unique<cassette::Exchange>(answered("1", input, std::move(body))));
    kept.back()->output.answer = cassette::Answer{status, std::move(headers), {}};
    kept.back()->output.end = end;
    return playable_of(*kept.back());
}

std::string shown(const http::Headers& headers) {
    std::string text;
    for (const http::Field field : headers) {
        text += std::string(field.name) + ": " + std::string(field.value) + '\n';
    }
    return text;
}

TEST(Playable, HeadersStayInTheirOrderAndCase) {
    const Playable playable = made(
        200, {{"DATE", "x"}, {"Set-Cookie", "a"}, {"set-cookie", "b"}, {"Content-Length", "2"}},
        "ok");
    EXPECT_EQ(shown(playable.head.headers),
              "DATE: x\nSet-Cookie: a\nset-cookie: b\nContent-Length: 2\n");
    EXPECT_TRUE(playable.has_whole);
    EXPECT_EQ(playable.whole, "ok");
    EXPECT_EQ(playable.length, 2U);
}

TEST(Playable, FramingIsTheConnectionsOwn) {
    EXPECT_EQ(shown(made(200, {{"Content-Length", "5"}}, "ok").head.headers), "");
    EXPECT_EQ(
        shown(made(200, {{"Content-Length", "2"}, {"Content-Length", "2"}}, "ok").head.headers),
        "");
    EXPECT_EQ(shown(made(200, {{"Transfer-Encoding", "Chunked"}}, "ok").head.headers),
              "Transfer-Encoding: Chunked\n");
    EXPECT_EQ(shown(made(200, {{"Transfer-Encoding", "gzip, chunked"}}, "ok").head.headers), "");
    EXPECT_EQ(shown(made(200, {{"Transfer-Encoding", "chunked"}, {"Content-Length", "2"}}, "ok")
                        .head.headers),
              "Transfer-Encoding: chunked\n");
    EXPECT_FALSE(made(200, {{"Transfer-Encoding", "chunked"}}, "ok").has_whole);
}

TEST(Playable, WhereThereIsNoBodyItsLengthMayBeSaid) {
    EXPECT_EQ(shown(made(200, {{"Content-Length", "5"}}, "", "HEAD").head.headers),
              "Content-Length: 5\n");
    EXPECT_EQ(shown(made(304, {{"Content-Length", "5"}}, "").head.headers), "Content-Length: 5\n");
    EXPECT_EQ(shown(made(204, {{"Content-Length", "5"}}, "").head.headers), "");
    EXPECT_EQ(shown(made(204, {{"Content-Length", "0"}}, "").head.headers), "Content-Length: 0\n");
}

TEST(Playable, AnAnswerThatBrokeOffKeepsTheLengthItAnnounced) {
    const auto cut = made(200, {{"Content-Length", "5"}}, "ok", "GET", cassette::StreamEnd::Cut);
    EXPECT_EQ(cut.length, 5U);
    EXPECT_FALSE(cut.has_whole);
    EXPECT_FALSE(
        made(200, {{"Content-Length", "1"}}, "ok", "GET", cassette::StreamEnd::Cut).length);
}

TEST(Playable, WhatIsNoHeaderNameIsLeftOut) {
    EXPECT_EQ(
        shown(made(200, {{"", "a"}, {"a b", "c"}, {"x\r\ny", "d"}, {"a:b", "e"}, {"ok", "f"}}, "")
                  .head.headers),
        "ok: f\n");
    EXPECT_TRUE(is_header_name("X-Request_Id.1~"));
    EXPECT_FALSE(is_header_name("X\xC3\xA4"));
}

TEST(Playable, OneHundredIsNoAnswer) {
    EXPECT_NE(made(103, {}, "").trouble, "");
    EXPECT_EQ(made(101, {}, "").trouble, "");
    cassette::Exchange hinted = answered("1", get_call("/x"), "ok");
    hinted.output.answer->interim = {{100, {}}, {103, {{"Link", "</a>"}, {"Content-Length", "3"}}}};
    const Playable playable = playable_of(hinted);
    ASSERT_EQ(playable.interim.size(), 1U);
    EXPECT_EQ(playable.interim[0].status, 103);
    EXPECT_EQ(shown(playable.interim[0].headers), "Link: </a>\n");
    EXPECT_FALSE(playable.has_whole);
}

TEST(Playable, AStreamWithoutAHeadHasTheUsualOne) {
    cassette::Exchange stream = answered("1", get_call("/x"), "data: 1\n\n");
    stream.kind = cassette::Kind::Stream;
    stream.carrier = cassette::Carrier::Http;
    stream.framing = cassette::Framing::Sse;
    stream.output.answer.reset();
    EXPECT_EQ(shown(playable_of(stream).head.headers), "Content-Type: text/event-stream\n");
    stream.carrier = cassette::Carrier::Websocket;
    EXPECT_EQ(playable_of(stream).head.status, 101);
}

}  // namespace
}  // namespace understudy::serve
