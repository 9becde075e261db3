// What sealing does to header fields, events and queries that hang together with what it changes
// (peers' incident 4: a redacted body kept its old Content-Length).
#include <gtest/gtest.h>

#include "base/bytes.hpp"
#include "base/hash.hpp"
#include "base/text.hpp"
#include "cassette/cassette_testing.hpp"
#include "cassette/seal.hpp"
#include "http/encoding.hpp"

namespace understudy::cassette {
namespace {

using base::Digest;

// A secret, and a name whose stand-in is shorter.
std::string secret_text() {
    return secret::acme_token(1) + ' ' + "alice";
}

Exchange sealed(Exchange exchange) {
    Cassette cassette = cassette_for_tests();
    exchange.id = "x";
    cassette.exchanges = {std::move(exchange)};
    const auto done = seal_for_tests(std::move(cassette), {"/home/alice", "alice", "alpha"});
    EXPECT_TRUE(done) << base::render(done.error());
    return done ? done->exchanges().front().exchange() : Exchange{};
}

Exchange http_call(std::string request, std::string answer) {
    Exchange exchange;
    exchange.kind = Kind::Http;
    HttpInput input;
    input.method = "POST";
    input.path = "/";
    input.headers = {{"Content-Length", std::to_string(request.size())}};
    input.body = Body{std::move(request), {}};
    exchange.input = std::move(input);
    Answer head;
    head.status = 200;
    head.headers = {{"content-length", std::to_string(answer.size())}};
    exchange.output.answer = std::move(head);
    exchange.output.pieces = {{0, From::Body, answer.substr(0, answer.size() / 2)},
                              {5, From::Body, answer.substr(answer.size() / 2)}};
    return exchange;
}

TEST(Mended, LengthsAreThoseOfWhatIsKept) {
    const Exchange clean = sealed(http_call("{\"who\": \"" + secret_text() + "\"}",
                                            "{\"me\": \"" + secret_text() + "\", \"n\": 1}"));
    const std::string& request = clean.http()->body->bytes;
    const std::string answer = bytes_of(clean.output, From::Body);
    EXPECT_EQ(request.find("alice"), std::string::npos);
    EXPECT_EQ(clean.http()->headers[0].second, std::to_string(request.size()));
    EXPECT_EQ(clean.output.answer->headers[0].second, std::to_string(answer.size()));
    EXPECT_NE(answer.size(), std::string("{\"me\": \"" + secret_text() + "\", \"n\": 1}").size())
        << "or nothing is tested here";
}

TEST(Mended, ALengthThatDidNotFitStaysAsItWas) {
    Exchange call = http_call("x", "{\"me\": \"" + secret_text() + "\"}");
    call.output.answer->headers[0].second = "9999";  // it broke off, or was asked by HEAD
    call.output.end = StreamEnd::Cut;
    EXPECT_EQ(sealed(call).output.answer->headers[0].second, "9999");
}

TEST(Mended, DigestsAreThoseOfWhatIsKept) {
    const std::string body = "{\"me\": \"" + secret_text() + "\"}";
    const auto fields = [](std::string_view bytes) {
        const auto in_base64 = [&](Digest kind) {
            return base::to_base64(base::digest(kind, bytes));
        };
        const auto in_hex = [&](Digest kind) { return base::to_hex(base::digest(kind, bytes)); };
        return Pairs{
            {"Content-MD5", in_base64(Digest::Md5)},
            {"Digest", "sha-256=" + in_base64(Digest::Sha256) + ",md5=" + in_base64(Digest::Md5)},
            {"Repr-Digest", "sha-512=:" + in_base64(Digest::Sha512) + ":"},
            {"ETag", "\"" + in_hex(Digest::Md5) + "\""},
            {"x-amz-content-sha256", in_hex(Digest::Sha256)},
            {"Content-Range", "bytes 10-" + std::to_string(10 + bytes.size() - 1) + "/" +
                                  std::to_string(100 + bytes.size())}};
    };
    Exchange call = http_call(body, body);
    call.output.answer->headers = fields(body);
    std::get<HttpInput>(call.input).headers = fields(body);
    call.output.answer->trailers = {{"Content-MD5", fields(body)[0].second}};
    const Exchange clean = sealed(call);
    const std::string kept = bytes_of(clean.output, From::Body);
    ASSERT_NE(kept, body);
    EXPECT_EQ(clean.output.answer->headers, fields(kept));
    EXPECT_EQ(clean.http()->headers, fields(clean.http()->body->bytes));
    EXPECT_EQ(clean.output.answer->trailers[0].second, fields(kept)[0].second);
    // Sealed again, nothing changes.
    const Exchange twice = sealed(clean);
    EXPECT_EQ(twice.output, clean.output);
}

TEST(Mended, ACompressedBodyStaysOneAndFits) {
    for (const std::string encoding : {"gzip", "br", "deflate", "zstd"}) {
        const std::string body =
            http::encode(encoding, "{\"me\": \"" + secret_text() + "\"}").value();
        Exchange call = http_call("", body);
        call.output.answer->headers.emplace_back("Content-Encoding", encoding);
        const Exchange clean = sealed(call);
        const std::string kept = bytes_of(clean.output, From::Body);
        EXPECT_EQ(clean.output.answer->headers[0].second, std::to_string(kept.size())) << encoding;
        const auto plain = http::decode(encoding, kept);
        ASSERT_TRUE(plain) << encoding;
        EXPECT_EQ(plain->find(secret::acme_token(1)), std::string::npos) << encoding;
        EXPECT_TRUE(plain->starts_with("{\"me\": \"")) << encoding << *plain;
    }
}

TEST(Mended, PiecesOfAStreamStayItsEvents) {
    const std::string token = secret::acme_token(1);
    Exchange stream;
    stream.kind = Kind::Stream;
    stream.carrier = Carrier::Http;
    stream.framing = Framing::Sse;
    HttpInput input;
    input.method = "GET";
    input.path = "/";
    stream.input = input;
    stream.output.answer = Answer{200, {}, {}};
    stream.output.end = StreamEnd::Complete;
    const std::vector<std::string> events = {"data: short\n\n", "data: " + token + " by alice\n\n",
                                             "data: x\n\n", "data: alice and alice\n\n",
                                             "data: last\n\n"};
    std::int64_t at = 0;
    for (const std::string& event : events) {
        stream.output.pieces.push_back({at += 10, From::Body, event});
    }
    const Exchange clean = sealed(stream);
    ASSERT_EQ(clean.output.pieces.size(), events.size());
    for (std::size_t i = 0; i < events.size(); ++i) {
        const std::string& bytes = clean.output.pieces[i].bytes;
        EXPECT_TRUE(bytes.starts_with("data: ") && bytes.ends_with("\n\n")) << bytes;
        EXPECT_EQ(clean.output.pieces[i].at, stream.output.pieces[i].at);
    }
    EXPECT_EQ(clean.output.pieces[0].bytes, events[0]);
    EXPECT_EQ(clean.output.pieces[3].bytes, "data: user and user\n\n");
    EXPECT_EQ(clean.output.pieces[4].bytes, events[4]);
}

TEST(Mended, AQueryIsSaidOnceOrAlike) {
    const std::string token = secret::acme_token(1);
    Exchange call = http_call("", "");
    HttpInput& input = std::get<HttpInput>(call.input);
    input.query = {{"q", "a b"}, {"token", token}};
    input.query_text = "q=a+b&token=" + token;
    const Exchange clean = sealed(call);
    const std::string& kept = clean.http()->query[1].second;
    EXPECT_NE(kept, token);
    EXPECT_EQ(clean.http()->query_text, "q=a+b&token=" + kept);
}

}  // namespace
}  // namespace understudy::cassette
