#include "cassette/http_match.hpp"

#include <gtest/gtest.h>

#include "cassette/impl/rules_testing.hpp"
#include "cassette/target.hpp"
#include "http/encoding.hpp"

namespace understudy::cassette {
namespace {

HttpInput get(std::string_view target) {
    HttpInput call;
    call.method = "GET";
    set_target(call, target);
    return call;
}

HttpInput post(std::string type, std::string body) {
    HttpInput call;
    call.method = "POST";
    call.path = "/v1/things";
    call.headers = {{"Content-Type", std::move(type)}};
    call.body = Body{std::move(body), {}};
    return call;
}

HttpInput json(std::string body) {
    return post("application/json", std::move(body));
}

std::string key(const HttpInput& call, const Match& policy = {}) {
    return http_key(call, policy, {}, false);
}

Match by_body(std::vector<std::string> places) {
    Match policy;
    policy.body = std::move(places);
    return policy;
}

TEST(HttpMatch, MethodPathAndQueryCount) {
    EXPECT_EQ(key(get("/v1/things?a=1")), key(get("/v1/things?a=1")));
    EXPECT_NE(key(get("/v1/things")), key(get("/v1/other")));
    EXPECT_NE(key(get("/v1/things")), key(get("/v1/things/")));
    EXPECT_NE(key(get("/v1/things?a=1")), key(get("/v1/things?a=2")));
    EXPECT_NE(key(get("/v1/things?a=1")), key(get("/v1/things")));
    HttpInput head = get("/v1/things");
    head.method = "HEAD";
    EXPECT_NE(key(head), key(get("/v1/things")));
}

TEST(HttpMatch, EscapesOfAPathAreUndoneButASlashStaysInItsSegment) {
    EXPECT_EQ(key(get("/%7Eme/a%20b")), key(get("/~me/a b")));
    EXPECT_EQ(key(get("/%7eme")), key(get("/%7Eme")));
    EXPECT_EQ(key(get("/refs/heads%2ff")), key(get("/refs/heads%2Ff")));
    EXPECT_NE(key(get("/refs/heads%2Ff")), key(get("/refs/heads/f")));
    EXPECT_NE(key(get("/100%2541")), key(get("/100%41")));
    EXPECT_EQ(key(get("/100%zz")), key(get("/100%zz")));
    EXPECT_EQ(key(get("/things?")), key(get("/things")));
    EXPECT_EQ(key(get("")), key(get("/")));
}

TEST(HttpMatch, NamesOfAQueryComeInAnyOrderAndRepeatsInTheirs) {
    EXPECT_EQ(key(get("/x?a=1&b=2")), key(get("/x?b=2&a=1")));
    EXPECT_EQ(key(get("/x?t=1&a=0&t=2")), key(get("/x?t=1&t=2&a=0")));
    EXPECT_NE(key(get("/x?t=1&t=2")), key(get("/x?t=2&t=1")));
    EXPECT_EQ(key(get("/x?q=a+b")), key(get("/x?q=a%20b")));
    EXPECT_NE(key(get("/x?ab=c")), key(get("/x?a=bc")));
}

TEST(HttpMatch, HostCountsWhereItIsAskedFor) {
    HttpInput one = get("/x"), other = get("/x");
    one.host = "api.example.test";
    other.host = "other.example.test";
    EXPECT_EQ(key(one), key(other));
    EXPECT_NE(http_key(one, {}, {}, true), http_key(other, {}, {}, true));
    other.host = "API.example.test:443";
    other.scheme = "https";
    EXPECT_EQ(http_key(one, {}, {}, true), http_key(other, {}, {}, true));
    other.scheme = "http";
    EXPECT_NE(http_key(one, {}, {}, true), http_key(other, {}, {}, true));
    EXPECT_EQ(canonical_host("Example.Test.", ""), "example.test");
    EXPECT_EQ(canonical_host("localhost:8080", "http"), "localhost:8080");
}

TEST(HttpMatch, OnlyChosenHeadersCountWhateverTheirCase) {
    HttpInput one = get("/x"), other = get("/x");
    one.headers = {{"Accept", "a"}, {"X-Run", "1"}};
    other.headers = {{"X-Run", "2"}, {"accept", "a"}};
    Match policy;
    EXPECT_EQ(key(one, policy), key(other, policy));
    policy.headers = {"ACCEPT"};
    EXPECT_EQ(key(one, policy), key(other, policy));
    policy.headers = {"accept", "x-run"};
    EXPECT_NE(key(one, policy), key(other, policy));
    other.headers.clear();
    policy.headers = {"accept"};
    EXPECT_NE(key(one, policy), key(other, policy));
    EXPECT_EQ(headers_looked_at(policy),
              (std::vector<std::string>{"content-type", "content-encoding", "accept"}));
}

TEST(HttpMatch, JsonIsComparedAsAValue) {
    EXPECT_EQ(key(json(R"({"a": 1, "b": [true]})")), key(json(R"({"b":[true],"a":1})")));
    EXPECT_NE(key(json(R"({"a":1})")), key(json(R"({"a":"1"})")));
    EXPECT_NE(key(json(R"({"a":1})")), key(json(R"({"a":1,"b":null})")));
    EXPECT_EQ(key(json(R"({"a":[1.0, 0.50, 1e2, -0.0]})")), key(json(R"({"a":[1,0.5,100,0]})")));
    EXPECT_NE(key(json(R"({"a":0.5})")), key(json(R"({"a":0.05})")));
    // Also where nobody said that it is JSON.
    EXPECT_EQ(key(post("text/plain", R"({"a": 1})")), key(json(R"({"a":1})")));
    EXPECT_EQ(key(post("application/vnd.x+json", "[1, 2]")), key(json("[1,2]")));
    EXPECT_NE(key(post("text/plain", "{a")), key(post("text/plain", "{b")));
    EXPECT_EQ(key(post("application/x-ndjson", "{\"a\": 1}\n{\"b\":2}\n")),
              key(post("application/x-ndjson", "{\"a\":1}\n{\"b\":2}")));
}

TEST(HttpMatch, NoBodyIsAnEmptyOne) {
    HttpInput none = json("");
    none.body.reset();
    EXPECT_EQ(key(none), key(json("")));
    EXPECT_NE(key(none), key(json("{}")));
}

TEST(HttpMatch, FormsAreComparedByTheirPairs) {
    const std::string form = "application/x-www-form-urlencoded";
    EXPECT_EQ(key(post(form, "a=1&b=x+y")), key(post(form, "b=x%20y&a=1")));
    EXPECT_NE(key(post(form, "a=1&a=2")), key(post(form, "a=2&a=1")));
    EXPECT_NE(key(post(form, "a=1")), key(post(form, "a=2")));
}

std::string parts(std::string_view boundary, std::string_view content) {
    const std::string line = "--" + std::string(boundary);
    return line + "\r\nContent-Disposition: form-data; name=\"f\"; filename=\"a.txt\"\r\n" +
           "Content-Type: text/plain\r\n\r\n" + std::string(content) + "\r\n" + line + "--\r\n";
}

TEST(HttpMatch, MultipartIsComparedWithoutItsBoundary) {
    const std::string type = "multipart/form-data; boundary=";
    EXPECT_EQ(key(post(type + "aaa", parts("aaa", "hello"))),
              key(post(type + "bbb", parts("bbb", "hello"))));
    EXPECT_NE(key(post(type + "aaa", parts("aaa", "hello"))),
              key(post(type + "aaa", parts("aaa", "other"))));
    // What does not keep its own promise is bytes.
    EXPECT_NE(key(post(type + "aaa", parts("bbb", "hello"))),
              key(post(type + "bbb", parts("bbb", "hello"))));
}

TEST(HttpMatch, CompressedBodiesAreUndone) {
    HttpInput packed = json(http::encode(http::Encoding::Gzip, R"({"a": 1})"));
    packed.headers.emplace_back("content-encoding", "gzip");
    EXPECT_EQ(key(packed), key(json(R"({"a":1})")));
    HttpInput broken = json("no gzip");
    broken.headers.emplace_back("content-encoding", "gzip");
    EXPECT_NE(key(broken), key(packed));
}

TEST(HttpMatch, TheBodyMayBeLimitedToPlaces) {
    const HttpInput one = json(R"({"model":"m","messages":[{"role":"user","at":1}],"seed":7})");
    const HttpInput other = json(R"({"model":"m","messages":[{"role":"user","at":2}],"seed":8})");
    const HttpInput third = json(R"({"model":"n","messages":[{"role":"system","at":1}]})");
    EXPECT_NE(key(one), key(other));
    EXPECT_NE(key(one, by_body({"*"})), key(other, by_body({"*"})));
    EXPECT_EQ(key(one, by_body({"none"})), key(third, by_body({"none"})));
    for (const std::string place : {"model", "/model", "/messages/0/role", "$.messages[*].role"}) {
        EXPECT_EQ(key(one, by_body({place})), key(other, by_body({place}))) << place;
        EXPECT_NE(key(one, by_body({place})), key(third, by_body({place}))) << place;
    }
    EXPECT_NE(key(one, by_body({"model", "seed"})), key(other, by_body({"model", "seed"})));
    const std::string form = "application/x-www-form-urlencoded";
    EXPECT_EQ(key(post(form, "a=1&b=2"), by_body({"a"})), key(post(form, "a=1"), by_body({"a"})));
    // Text has no places: all of it counts.
    EXPECT_NE(key(post("text/plain", "x"), by_body({"a"})),
              key(post("text/plain", "y"), by_body({"a"})));
}

TEST(HttpMatch, PlacesThatCannotBeReadAreRefused) {
    EXPECT_TRUE(check_match(by_body({"model", "/a/0", "$.a[*]", "*", "none"})));
    for (const std::string place : {"", "/a~2", "$.["}) {
        const auto checked = check_match(by_body({place}));
        ASSERT_FALSE(checked) << place;
        EXPECT_EQ(base::name_of(checked.error().code), "cassette.bad_match");
    }
}

TEST(HttpMatch, RulesForInputsApplyToTheirParts) {
    const auto with = [](std::string_view rules, const HttpInput& call) {
        return http_key(call, {}, testing_rules::good_rules(rules), false);
    };
    const std::string path = "[{use: number_in_url, at: {stream: path}}]";
    EXPECT_EQ(with(path, get("/repos/7/pulls/1")), with(path, get("/repos/8/pulls/2")));
    EXPECT_NE(with(path, get("/repos/7/pulls/7")), with(path, get("/repos/8/pulls/2")));
    EXPECT_NE(with(path, get("/repos/7")), with(path, get("/other/7")));
    const std::string query = "[{use: timestamps.ISO8601, at: {stream: query, path: $.since}}]";
    EXPECT_EQ(with(query, get("/x?since=2026-01-01T00:00:00Z&a=1")),
              with(query, get("/x?a=1&since=2026-02-02T00:00:00Z")));
    EXPECT_NE(with(query, get("/x?since=2026-01-01T00:00:00Z&a=1")),
              with(query, get("/x?since=2026-01-01T00:00:00Z&a=2")));
    const std::string body = "[{use: opaque, at: {stream: request-body, path: $.at}}]";
    EXPECT_EQ(with(body, json(R"({"at":1,"b":2})")), with(body, json(R"({"at":9,"b":2})")));
    EXPECT_NE(with(body, json(R"({"at":1,"b":2})")), with(body, json(R"({"at":1,"b":3})")));
    // A rule for answers says nothing of calls.
    const std::string answers = "[{use: opaque, at: {stream: body, path: $.at}}]";
    EXPECT_NE(with(answers, json(R"({"at":1})")), with(answers, json(R"({"at":9})")));
}

TEST(HttpMatch, VariablesAreFilledEverywhere) {
    const std::vector<Variable> vars = {{"id", plan::Capture::Type::Integer, 41}};
    HttpInput call = get("/x/${id}?at=${id}");
    call.query = {{"at", "${id}"}};
    call.query_text.clear();
    call.headers = {{"X-Id", "${id}"}};
    call.body = Body{R"({"id":${id}})", {}};
    const HttpInput made = filled(call, vars);
    EXPECT_EQ(made.path, "/x/41");
    EXPECT_EQ(made.query.front().second, "41");
    EXPECT_EQ(made.headers.front().second, "41");
    EXPECT_EQ(made.body->bytes, R"({"id":41})");
    EXPECT_EQ(filled(unfilled(call), vars), call);
}

// A pseudonym where the program sends a secret: alike but for the number, and only there.
TEST(HttpMatch, WhatWasSealedFitsItsRecording) {
    const Match policy;
    const Rules rules;
    const HttpWay how{policy, rules, false};
    const auto body = [](std::string_view token, int amount) {
        return json("{\"token\":\"" + std::string(token) +
                    "\",\"amount\":" + std::to_string(amount) + "}");
    };
    const HttpInput call = body("the real one", 7), sealed = body("tok_xxxx0001", 7);
    EXPECT_TRUE(fits_sealed(call, sealed, body("tok_xxxx0001", 7), how));
    EXPECT_TRUE(fits_sealed(call, sealed, body("tok_xxxx0002", 7), how));
    EXPECT_FALSE(fits_sealed(call, sealed, body("tok_xxxx0002", 8), how));
    EXPECT_FALSE(fits_sealed(call, sealed, body("other_xxxx0001", 7), how));
    EXPECT_FALSE(fits_sealed(call, sealed, json(R"({"token":"tok_xxxx0001"})"), how));
    EXPECT_EQ(without_numbers(key(sealed)), without_numbers(key(body("tok_xxxx0012", 7))));
    HttpInput in_query = get("/x?key=real&n=1"), sealed_query = get("/x?key=k_0001&n=1");
    EXPECT_TRUE(fits_sealed(in_query, sealed_query, get("/x?key=k_0002&n=1"), how));
    EXPECT_FALSE(fits_sealed(in_query, sealed_query, get("/x?key=k_0002&n=2"), how));
}

TEST(HttpMatch, MessagesAreComparedAsTheyMean) {
    const auto piece = [](std::string bytes, Frame frame) {
        return Piece{0, From::FrameIn, std::move(bytes), frame};
    };
    EXPECT_TRUE(
        is_same_message(piece(R"({"a":1,"b":2})", Frame::Text), R"({"b": 2, "a": 1})", true, {}));
    EXPECT_FALSE(is_same_message(piece(R"({"a":1})", Frame::Text), R"({"a":2})", true, {}));
    EXPECT_FALSE(is_same_message(piece("x", Frame::Text), "x", false, {}));
    EXPECT_TRUE(is_same_message(piece("x", Frame::Binary), "x", false, {}));
    EXPECT_TRUE(is_same_message(piece(R"({"id":1})", Frame::Text), R"({"id":2})", true,
                                testing_rules::good_rules("[{use: opaque, at: {path: $.id}}]")));
}

TEST(HttpMatch, CallsAreShownOnOneLine) {
    HttpInput call = get("/v1/x?a=1");
    call.host = "api.example.test";
    call.scheme = "https";
    EXPECT_EQ(shown_call(call, false), "GET /v1/x?a=1");
    EXPECT_EQ(shown_call(call, true), "GET https://api.example.test/v1/x?a=1");
    call.path = "/a\nb\x1b[2J" + std::string(1000, 'x');
    EXPECT_EQ(shown_call(call, false).find('\n'), std::string::npos);
    EXPECT_LT(shown_call(call, false).size(), 500U);
}

TEST(HttpMatch, OnlyCallsOverHttpAreOnes) {
    Exchange exchange;
    exchange.input = HttpInput{};
    exchange.kind = Kind::Http;
    EXPECT_TRUE(is_http_call(exchange));
    exchange.kind = Kind::Stream;
    exchange.carrier = Carrier::Websocket;
    EXPECT_TRUE(is_http_call(exchange));
    exchange.kind = Kind::Webhook;
    exchange.input = WebhookInput{};
    EXPECT_FALSE(is_http_call(exchange));
    exchange.kind = Kind::Command;
    exchange.input = CommandInput{};
    EXPECT_FALSE(is_http_call(exchange));
}

}  // namespace
}  // namespace understudy::cassette
