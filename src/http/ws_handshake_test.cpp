#include "http/ws_handshake.hpp"

#include <functional>

#include <gtest/gtest.h>

namespace understudy::http {
namespace {

constexpr std::string_view kKey = "dGhlIHNhbXBsZSBub25jZQ==";
constexpr std::string_view kAccept = "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=";

RequestHead good_request() {
    RequestHead request;
    request.target = "/chat";
    request.headers = {{"Host", "server.example.test"},
                       {"upgrade", "WebSocket"},
                       {"Connection", "keep-alive, Upgrade"},
                       {"Sec-WebSocket-Key", kKey},
                       {"Sec-WebSocket-Protocol", "chat, superchat"},
                       {"Sec-WebSocket-Protocol", "plain"},
                       {"Sec-WebSocket-Extensions", "permessage-deflate"},
                       {"Sec-WebSocket-Version", "13"}};
    return request;
}

ResponseHead good_answer() {
    ResponseHead answer;
    answer.status = 101;
    answer.headers = {{"Upgrade", "websocket"},
                      {"Connection", "Upgrade"},
                      {"Sec-WebSocket-Accept", kAccept},
                      {"Sec-WebSocket-Protocol", "chat"}};
    return answer;
}

TEST(WsHandshake, AcceptKeyOfTheStandard) {
    EXPECT_EQ(accept_key(kKey), kAccept);
}

TEST(WsHandshake, GoodRequestIsAnswered) {
    EXPECT_EQ(accept_handshake(good_request(), "chat").value(), good_answer());
    const auto without = accept_handshake(good_request());
    ASSERT_TRUE(without);
    EXPECT_FALSE(without->headers.has("Sec-WebSocket-Protocol"));
    EXPECT_FALSE(without->headers.has("Sec-WebSocket-Extensions"));
}

TEST(WsHandshake, OffersOfEveryHeaderCount) {
    const RequestHead request = good_request();
    EXPECT_EQ(offered_subprotocols(request),
              (std::vector<std::string_view>{"chat", "superchat", "plain"}));
}

TEST(WsHandshake, BadRequestsAreRefused) {
    struct Case {
        std::function<void(RequestHead&)> change;
        std::string why;
        int status = 400;
    };
    const std::vector<Case> cases = {
        {[](RequestHead& r) { r.method = "POST"; }, "the method is \"POST\""},
        {[](RequestHead& r) { r.version = Version::Http10; }, "it is not sent over HTTP/1.1"},
        {[](RequestHead& r) { r.version = Version::Http2; }, "it is not sent over HTTP/1.1"},
        {[](RequestHead& r) { r.headers.set("Upgrade", "h2c"); },
         "Upgrade does not name websocket"},
        {[](RequestHead& r) { r.headers.set("Connection", "close"); },
         "Connection does not name upgrade"},
        {[](RequestHead& r) { r.headers.remove("Sec-WebSocket-Key"); }, "it has 0 keys"},
        {[](RequestHead& r) { r.headers.add("Sec-WebSocket-Key", kKey); }, "it has 2 keys"},
        {[](RequestHead& r) { r.headers.set("Sec-WebSocket-Key", "c2hvcnQ="); },
         "Sec-WebSocket-Key is not 16 bytes in base64"},
        {[](RequestHead& r) { r.headers.set("Sec-WebSocket-Key", "!"); },
         "Sec-WebSocket-Key is not 16 bytes in base64"},
        {[](RequestHead& r) { r.headers.remove("Sec-WebSocket-Protocol"); },
         "the subprotocol \"chat\" is not offered"},
        {[](RequestHead& r) { r.headers.set("Sec-WebSocket-Version", "8"); },
         "Sec-WebSocket-Version is not 13", 426},
        {[](RequestHead& r) { r.headers.remove("Sec-WebSocket-Version"); },
         "Sec-WebSocket-Version is not 13", 426},
    };
    for (const Case& one : cases) {
        SCOPED_TRACE(one.why);
        RequestHead request = good_request();
        one.change(request);
        const auto answer = accept_handshake(request, "chat");
        ASSERT_FALSE(answer);
        EXPECT_EQ(answer.error().code, base::Code::HttpBadHandshake);
        EXPECT_EQ(base::message(answer.error()), "this is no WebSocket handshake: " + one.why);
        const ResponseHead refusal = refuse_handshake(answer.error());
        EXPECT_EQ(refusal.status, one.status);
        EXPECT_EQ(refusal.headers.get("Sec-WebSocket-Version"), one.status == 426 ? "13" : "");
    }
}

TEST(WsHandshake, AsksForWebSocketEvenIfBadly) {
    RequestHead request = good_request();
    request.headers.remove("Sec-WebSocket-Key");
    EXPECT_TRUE(asks_for_websocket(request));
    EXPECT_FALSE(asks_for_websocket({}));
}

TEST(WsHandshake, ClientAndServerAgree) {
    RequestHead plain;
    plain.headers = {{"Host", "x"},
                     {"connection", "close"},
                     {"Sec-WebSocket-Protocol", "chat"},
                     {"Sec-WebSocket-Extensions", "permessage-deflate"}};
    const RequestHead request = make_handshake(plain, kKey);
    EXPECT_FALSE(request.headers.has("Sec-WebSocket-Extensions"));
    EXPECT_EQ(request.headers.count("Connection"), 1U);
    const auto answer = accept_handshake(request, "chat");
    ASSERT_TRUE(answer);
    const std::vector<std::string_view> offered = {"chat"};
    EXPECT_TRUE(check_handshake(*answer, kKey, offered));
}

TEST(WsHandshake, BadAnswersAreRefused) {
    struct Case {
        std::function<void(ResponseHead&)> change;
        std::string why;
    };
    const std::vector<Case> cases = {
        {[](ResponseHead& r) { r.status = 200; }, "the answer is 200"},
        {[](ResponseHead& r) { r.headers.remove("Upgrade"); }, "Upgrade does not name websocket"},
        {[](ResponseHead& r) { r.headers.remove("Connection"); },
         "Connection does not name upgrade"},
        {[](ResponseHead& r) { r.headers.set("Sec-WebSocket-Accept", kKey); },
         "Sec-WebSocket-Accept does not fit the key"},
        {[](ResponseHead& r) { r.headers.add("Sec-WebSocket-Accept", kAccept); },
         "Sec-WebSocket-Accept does not fit the key"},
        {[](ResponseHead& r) { r.headers.add("Sec-WebSocket-Extensions", "permessage-deflate"); },
         "the extension \"permessage-deflate\" was never offered"},
        {[](ResponseHead& r) { r.headers.set("Sec-WebSocket-Protocol", "other"); },
         "the subprotocol \"other\" was never offered"},
        {[](ResponseHead& r) { r.headers.add("Sec-WebSocket-Protocol", "chat"); },
         "it chooses 2 subprotocols"},
    };
    const std::vector<std::string_view> offered = {"chat"};
    EXPECT_TRUE(check_handshake(good_answer(), kKey, offered));
    for (const Case& one : cases) {
        SCOPED_TRACE(one.why);
        ResponseHead answer = good_answer();
        one.change(answer);
        const auto checked = check_handshake(answer, kKey, offered);
        ASSERT_FALSE(checked);
        EXPECT_EQ(base::message(checked.error()), "this is no WebSocket handshake: " + one.why);
    }
}

TEST(WsHandshake, SaysWhatOthersHaveAgreedOn) {
    const auto agreed = [](const std::vector<std::string>& values) {
        ResponseHead answer = good_answer();
        for (const std::string& value : values)
            answer.headers.add("sec-websocket-extensions", value);
        const WsAgreed found = agreed_extensions(answer);
        return std::string(found.is_known ? "" : "unknown ") +
               (found.deflates ? "deflates" : "plain") +
               (found.client_keeps_context ? " client" : "") +
               (found.server_keeps_context ? " server" : "");
    };
    EXPECT_EQ(agreed({}), "plain client server");
    EXPECT_EQ(agreed({"permessage-deflate"}), "deflates client server");
    EXPECT_EQ(agreed({"Permessage-Deflate; server_no_context_takeover"}), "deflates client");
    EXPECT_EQ(agreed({"permessage-deflate; client_no_context_takeover; server_max_window_bits=10"}),
              "deflates server");
    EXPECT_EQ(agreed({"x-webkit-deflate-frame"}), "unknown plain client server");
    EXPECT_EQ(agreed({"permessage-deflate", "x-other"}), "unknown deflates client server");
}

}  // namespace
}  // namespace understudy::http
