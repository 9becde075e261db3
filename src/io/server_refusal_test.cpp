// What two readers could take for different requests is refused, and what follows it is never read:
// one answer, then the end, and nobody ever saw the second request.
#include <gtest/gtest.h>

#include "io/impl/h2_testing.hpp"
#include "io/impl/server_testing.hpp"

namespace understudy::io {
namespace {

using namespace std::string_literals;

struct Case {
    std::string name;
    std::string text;
    int status = 400;
    bool began = false;  // the handler saw its head before the trouble came
};

std::vector<Case> smuggling_shapes() {
    const std::string start = "POST /first HTTP/1.1\r\nHost: x\r\n";
    const std::string chunked = start + "Transfer-Encoding: chunked\r\n\r\n";
    return {
        {"length and chunked",
         start + "Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"},
        {"chunked and length",
         start + "Transfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n0\r\n\r\n"},
        {"two lengths", start + "Content-Length: 0\r\nContent-Length: 40\r\n\r\n"},
        {"two equal lengths", start + "Content-Length: 0\r\nContent-Length: 0\r\n\r\n"},
        {"a list of lengths", start + "Content-Length: 0, 0\r\n\r\n"},
        {"a signed length", start + "Content-Length: +0\r\n\r\n"},
        {"a negative length", start + "Content-Length: -1\r\n\r\n"},
        {"a hexadecimal length", start + "Content-Length: 0x0\r\n\r\n"},
        {"an empty length", start + "Content-Length: \r\n\r\n"},
        {"a length past all numbers", start + "Content-Length: 99999999999999999999\r\n\r\n"},
        {"chunked twice", start + "Transfer-Encoding: chunked, chunked\r\n\r\n0\r\n\r\n"},
        {"chunked not last", start + "Transfer-Encoding: chunked, gzip\r\n\r\n0\r\n\r\n"},
        {"an unknown coding", start + "Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n", 501},
        {"identity", start + "Transfer-Encoding: identity\r\n\r\n", 501},
        {"chunked in HTTP/1.0",
         "POST /first HTTP/1.0\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"},
        {"a chunk size with a prefix", chunked + "0x0\r\n\r\n", 400, true},
        {"a chunk size with a sign", chunked + "+0\r\n\r\n", 400, true},
        {"a chunk size with a space", chunked + "0 \r\n\r\n", 400, true},
        {"an empty chunk size", chunked + "\r\n\r\n", 400, true},
        {"a chunk size past all numbers", chunked + "10000000000000000\r\n", 400, true},
        {"a chunk ended by LF", chunked + "1\nx\r\n0\r\n\r\n", 400, true},
        {"a chunk longer than it says", chunked + "1\r\nxy\r\n0\r\n\r\n", 400, true},
        {"a chunk extension ended by LF", chunked + "0;a\n\r\n", 400, true},
        {"a CR in a chunk extension", chunked + "0;a=\rb\r\n\r\n", 400, true},
        {"a folded field", start + "X: a\r\n b\r\n\r\n"},
        {"a field folded with a tab", start + "X: a\r\n\tb\r\n\r\n"},
        {"a space before the first field", "GET /first HTTP/1.1\r\n Host: x\r\n\r\n"},
        {"a space before the colon", start + "Content-Length : 0\r\n\r\n"},
        {"no colon", start + "Content-Length\r\n\r\n"},
        {"a name that is none", start + "Content Length: 0\r\n\r\n"},
        {"two hosts", start + "Host: y\r\n\r\n"},
        {"no host", "GET /first HTTP/1.1\r\n\r\n"},
        {"a host that is none", "GET /first HTTP/1.1\r\nHost: a b\r\n\r\n"},
        {"a NUL in a value", start + "X: a\0b\r\n\r\n"s},
        {"a NUL in a name", start + "X\0: ab\r\n\r\n"s},
        {"a NUL in the target", "GET /fi\0rst HTTP/1.1\r\nHost: x\r\n\r\n"s},
        {"LF for CR LF", "GET /first HTTP/1.1\nHost: x\n\n"},
        {"LF in the middle", start + "X: a\nY: b\r\n\r\n"},
        {"CR in the middle", start + "X: a\rY: b\r\n\r\n"},
        {"CR before CR LF", start + "X: a\r\r\n\r\n"},
        {"two spaces in the request line", "GET  /first HTTP/1.1\r\nHost: x\r\n\r\n"},
        {"a tab in the request line", "GET\t/first HTTP/1.1\r\nHost: x\r\n\r\n"},
        {"a target that is none", "GET first HTTP/1.1\r\nHost: x\r\n\r\n"},
        {"a version of our own time", "GET /first HTTP/1.2\r\nHost: x\r\n\r\n", 505},
        {"no version", "GET /first\r\nHost: x\r\n\r\n"},
        {"an expectation nobody has", start + "Content-Length: 0\r\nExpect: the unexpected\r\n\r\n",
         417},
    };
}

TEST(ServerRefusal, NothingIsSmuggledPastIt) {
    for (const Case& one : smuggling_shapes()) {
        SCOPED_TRACE(one.name);
        Seen seen;
        const TestServer server(echo(seen));
        Wire wire(server.address());
        ASSERT_TRUE(wire.send(one.text + "GET /second HTTP/1.1\r\nHost: x\r\n\r\n"));
        const Wire::Answer answer = wire.answer();
        EXPECT_EQ(answer.status, one.status);
        EXPECT_NE(answer.head.find("\r\nConnection: close\r\n"), std::string::npos);
        EXPECT_TRUE(answer.body.ends_with(".\n") || answer.body.ends_with("\n")) << answer.body;
        EXPECT_EQ(wire.read_all(), "") << "one answer only";
        EXPECT_EQ(wire.how(), Wire::End::Ended) << "no reset takes the answer back";
        wire.close();
        EXPECT_TRUE(server.is_empty());
        EXPECT_EQ(seen.count("GET /second"), 0U);
        EXPECT_EQ(seen.count("POST /first"), one.began ? 1U : 0U);
        if (one.began) {
            EXPECT_TRUE(seen.wait_for("gone POST /first"));
        }
    }
}

TEST(ServerRefusal, TheSameByteByByte) {
    Seen seen;
    const TestServer server(echo(seen));
    for (const Case& one : smuggling_shapes()) {
        SCOPED_TRACE(one.name);
        Wire wire(server.address());
        wire.send_each_byte(one.text + "GET /second HTTP/1.1\r\nHost: x\r\n\r\n");
        EXPECT_EQ(wire.answer().status, one.status);
        EXPECT_EQ(wire.read_all(), "");
        EXPECT_EQ(wire.how(), Wire::End::Ended);
    }
    EXPECT_EQ(seen.count("GET /second"), 0U);
}

TEST(ServerRefusal, LimitsHaveTheirOwnStatus) {
    ServerOptions options = one_loop();
    options.limits.head_bytes = 1000;
    options.limits.header_count = 10;
    options.limits.target_bytes = 100;
    options.limits.body_bytes = 1000;
    Seen seen;
    const TestServer server(echo(seen), options);
    std::string many;
    for (int i = 0; i < 12; ++i) many += "A" + std::to_string(i) + ": b\r\n";
    const std::vector<std::pair<std::string, int>> cases = {
        {get('/' + std::string(98, 'a')), 200},
        {get('/' + std::string(200, 'a')), 414},
        {"GET /" + std::string(5000, 'a'), 414},  // the line never ends
        {get("/", "X: " + std::string(2000, 'b') + "\r\n"), 431},
        {"GET / HTTP/1.1\r\nHost: x\r\nX: " + std::string(5000, 'b'), 431},
        {get("/", many), 431},
        {post("/", std::string(1000, 'c')), 200},
        {"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1001\r\n\r\n", 413},
        {"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n3e9\r\n", 413},
    };
    for (const auto& [text, status] : cases) {
        SCOPED_TRACE(text.substr(0, 60));
        Wire wire(server.address());
        wire.send(text);
        EXPECT_EQ(wire.answer().status, status);
        if (status == 200) continue;
        EXPECT_EQ(wire.read_all(), "");
        EXPECT_EQ(wire.how(), Wire::End::Ended);
    }
    EXPECT_TRUE(server.is_empty());
}

TEST(ServerRefusal, LimitsOfHttp2EndTheExchangeAndNotTheConnection) {
    ServerOptions options = one_loop();
    options.limits.target_bytes = 100;
    options.limits.body_bytes = 1000;
    Seen seen;
    const TestServer server(echo(seen), options);
    Wire wire(server.address());
    H2Wire h2(wire);
    EXPECT_EQ(h2.call("GET", '/' + std::string(200, 'a')).status(), 414);
    EXPECT_EQ(h2.call("POST", "/long", std::string(2000, 'b')).status(), 413);
    EXPECT_EQ(h2.call("POST", "/fine", "body").body, "POST /fine body");
    EXPECT_EQ(server->connections(), 1U);
}

TEST(ServerRefusal, ABodyThatGrowsPastTheLimitOfHttp2IsGivenUp) {
    ServerOptions options = one_loop();
    options.limits.body_bytes = 1000;
    Seen seen;
    const TestServer server(echo(seen), options);
    Wire wire(server.address());
    H2Wire h2(wire);
    const http::StreamId stream = h2.begin("POST", "/grows", std::nullopt);
    h2.piece(stream, std::string(600, 'a'));
    ASSERT_TRUE(seen.wait_for("POST /grows"));
    h2.piece(stream, std::string(600, 'a'));
    EXPECT_EQ(h2.wait(stream).status(), 413);
    EXPECT_TRUE(seen.wait_for("gone POST /grows"));
}

TEST(ServerRefusal, BrokenHttp2IsToldSoAndClosed) {
    Seen seen;
    const TestServer server(echo(seen));
    Wire wire(server.address());
    H2Wire h2(wire);
    EXPECT_EQ(h2.call("GET", "/a").body, "GET /a");
    // DATA on a stream that was never opened.
    wire.send(std::string("\0\0\1\0\0\0\0\0\x63x", 10));
    while (h2.turn()) {
    }
    EXPECT_EQ(wire.how(), Wire::End::Ended);
    ASSERT_FALSE(h2.frames.empty());
    EXPECT_TRUE(h2.frames.back().starts_with("GOAWAY 1 ")) << h2.frames.back();
    wire.close();
    EXPECT_TRUE(server.is_empty());
}

}  // namespace
}  // namespace understudy::io
