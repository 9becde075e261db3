#include "serve/impl/relay_heads.hpp"

#include <gtest/gtest.h>

namespace understudy::serve {
namespace {

using http::Headers;

Headers sent_on(const Headers& headers, std::string_view host = {},
                http::Version version = http::Version::Http11) {
    http::RequestHead head;
    head.version = version;
    head.headers = headers;
    return head_for_upstream(head, host).headers;
}

Headers given_back(const Headers& headers, int status = 200) {
    http::ResponseHead head;
    head.status = status;
    head.headers = headers;
    return head_for_program(head).headers;
}

TEST(RelayHeads, EverythingElseGoesOnAsItCame) {
    const Headers headers{{"hOsT", "x:1"},   {"X-B", "1"},       {"x-b", "2"},
                          {"Accept", "*/*"}, {"Trailer", "Sum"}, {"Expect", "100-continue"}};
    EXPECT_EQ(sent_on(headers), headers);
    EXPECT_EQ(given_back(headers), headers);
}

TEST(RelayHeads, WhatIsForOneConnectionStaysThere) {
    const Headers headers{{"Host", "x"},
                          {"Connection", "keep-alive, X-Hop"},
                          {"X-Hop", "1"},
                          {"Keep-Alive", "timeout=5"},
                          {"Proxy-Connection", "keep-alive"},
                          {"Proxy-Authorization", "Basic eDp5"},
                          {"TE", "gzip"},
                          {"Upgrade", "h2c"},
                          {"Proxy-Authenticate", "Basic"},
                          {"X-End", "1"}};
    const Headers left{{"Host", "x"}, {"X-End", "1"}};
    EXPECT_EQ(sent_on(headers), left);
    EXPECT_EQ(given_back(headers), left);
    // What a message cannot do without is not given away by a word in Connection.
    const Headers sly{
        {"Host", "x"}, {"Content-Length", "5"}, {"Connection", "host, content-length, close"}};
    EXPECT_EQ(sent_on(sly), (Headers{{"Host", "x"}, {"Content-Length", "5"}}));
}

TEST(RelayHeads, ChunksAreMadeAnewInTheSamePlace) {
    const Headers headers{{"A", "1"}, {"Transfer-Encoding", "chunked"}, {"B", "2"}};
    EXPECT_EQ(sent_on(headers), headers);
    EXPECT_EQ(given_back(headers), headers);
    EXPECT_EQ(given_back({{"Transfer-Encoding", "gzip, chunked"}}), Headers{});
}

TEST(RelayHeads, TrailersAreAskedForOnBehalfOfTheProgram) {
    EXPECT_EQ(sent_on({{"TE", "trailers"}, {"Connection", "TE"}}), (Headers{{"TE", "trailers"}}));
}

TEST(RelayHeads, TheHostIsThatOfTheUpstream) {
    EXPECT_EQ(sent_on({{"A", "1"}, {"hOSt", "127.0.0.1:9"}, {"B", "2"}}, "api.example.test"),
              (Headers{{"A", "1"}, {"hOSt", "api.example.test"}, {"B", "2"}}));
    http::RequestHead head;
    head.target = "http://other.test/path?x#y";
    head.authority = "other.test";
    const http::RequestHead sent = head_for_upstream(head, "api.example.test");
    EXPECT_EQ(sent.target, "/path?x#y");
    EXPECT_EQ(sent.authority, "api.example.test");
    EXPECT_EQ(head_for_upstream(head, {}).authority, "other.test");
}

TEST(RelayHeads, AnUpgradeIsAskedForAndGranted) {
    EXPECT_EQ(
        sent_on({{"Upgrade", "websocket"},
                 {"Connection", "keep-alive, Upgrade"},
                 {"Sec-WebSocket-Key", "k"}}),
        (Headers{{"Upgrade", "websocket"}, {"Connection", "Upgrade"}, {"Sec-WebSocket-Key", "k"}}));
    EXPECT_EQ(
        sent_on({{"Upgrade", "websocket"}, {"Connection", "Upgrade"}}, {}, http::Version::Http2),
        Headers{});
    const Headers granted{{"Upgrade", "websocket"}, {"Connection", "Upgrade"}};
    EXPECT_EQ(given_back(granted, 101), granted);
    EXPECT_EQ(given_back(granted, 200), Headers{});
    EXPECT_EQ(given_back(granted, 426), (Headers{{"Upgrade", "websocket"}}));
}

TEST(RelayHeads, CookiesThatHttp2HasCutAreJoined) {
    const Headers crumbs{{"cookie", "a=1"}, {"x", "y"}, {"cookie", "b=2"}};
    EXPECT_EQ(sent_on(crumbs, {}, http::Version::Http2),
              (Headers{{"cookie", "a=1; b=2"}, {"x", "y"}}));
    EXPECT_EQ(sent_on(crumbs), crumbs) << "in HTTP/1.1 it is what the program meant";
}

}  // namespace
}  // namespace understudy::serve
