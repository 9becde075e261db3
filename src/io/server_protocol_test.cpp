// What is spoken is found out from the first bytes, however they are cut.
#include <gtest/gtest.h>

#include <future>

#include "io/impl/h2_testing.hpp"
#include "io/impl/server_testing.hpp"

namespace understudy::io {
namespace {

const TestAuthority& authority() {
    static const TestAuthority authority;
    return authority;
}

Accept echo_origin() {
    return [](const ExchangePtr& exchange) {
        const Origin& origin = exchange->origin();
        const http::RequestHead& head = exchange->request();
        std::string text = origin.secure ? "secure " : "plain ";
        text += origin.server_name.empty() ? "-" : origin.server_name;
        text += head.version == http::Version::Http2    ? " h2 "
                : head.version == http::Version::Http11 ? " 1.1 "
                                                        : " 1.0 ";
        exchange->answer(ok(), text + head.target);
        return nullptr;
    };
}

TEST(ServerProtocol, Http11ByteByByte) {
    const TestServer server(echo_origin());
    Wire wire(server.address());
    wire.send_each_byte(get("/a"));
    EXPECT_EQ(wire.answer().body, "plain - 1.1 /a");
}

TEST(ServerProtocol, Http11InEveryCut) {
    const TestServer server(echo_origin());
    const std::string text = post("/a", "body");  // begins like a preface: P
    for (std::size_t cut = 1; cut < text.size(); ++cut) {
        Wire wire(server.address());
        wire.send(text.substr(0, cut));
        ASSERT_TRUE(server.has(1));
        wire.send(text.substr(cut));
        ASSERT_EQ(wire.answer().body, "plain - 1.1 /a") << cut;
        wire.close();
        ASSERT_TRUE(server.is_empty());
    }
}

TEST(ServerProtocol, Http2ByPriorKnowledgeByteByByte) {
    const TestServer server(echo_origin());
    Wire wire(server.address());
    auto codec = http::make_h2_client({});
    http::RequestHead head;
    head.authority = "x";
    head.target = "/a";
    codec->request(head, 0);
    std::string bytes;
    codec->drain(bytes, 65536);
    wire.send_each_byte(bytes);
    std::string body;
    bool ended = false;
    while (!ended) {
        const std::string got = wire.read();
        ASSERT_FALSE(got.empty());
        http::Events events;
        codec->feed(got, events);
        for (const http::Event& event : events) {
            if (const auto* piece = std::get_if<http::BodyPiece>(&event)) body += piece->bytes;
            ended = ended || std::holds_alternative<http::Ended>(event);
        }
    }
    EXPECT_EQ(body, "plain - h2 /a");
}

TEST(ServerProtocol, ThePrefaceInEveryCut) {
    const TestServer server(echo_origin());
    for (std::size_t cut = 1; cut < http::kH2Preface.size(); ++cut) {
        Wire wire(server.address());
        H2Wire h2(wire);
        wire.send({});
        // begin() sends the preface, the settings and the request at once: here it is cut instead.
        auto codec = http::make_h2_client({});
        http::RequestHead head;
        head.authority = "x";
        codec->request(head, 0);
        std::string bytes;
        codec->drain(bytes, 65536);
        wire.send(bytes.substr(0, cut));
        ASSERT_TRUE(server.has(1));
        wire.send(bytes.substr(cut));
        ASSERT_EQ(wire.read_exactly(4).substr(3), std::string(1, '\4')) << "SETTINGS come first";
        wire.close();
        ASSERT_TRUE(server.is_empty());
    }
}

TEST(ServerProtocol, PriThatIsNoPrefaceIsHttp11) {
    const TestServer server(echo_origin());
    const std::vector<std::pair<std::string, int>> cases = {
        {"PRI /a HTTP/1.1\r\nHost: x\r\n\r\n", 200}, {"PRI * HTTP/1.1\r\nHost: x\r\n\r\n", 400},
        {"PRI * HTTP/2.0\r\n\r\nSM\r\n\rX", 505},    {"PRI * HTTP/2.0\r\nHost: x\r\n\r\n", 505},
        {"PUT /a HTTP/1.1\r\nHost: x\r\n\r\n", 200},
    };
    for (const auto& [text, status] : cases) {
        Wire wire(server.address());
        wire.send_each_byte(text);
        EXPECT_EQ(wire.answer().status, status) << text;
    }
}

TEST(ServerProtocol, GarbageIsRefusedAndClosed) {
    const TestServer server(echo_origin());
    std::string bytes(256, '\0');
    for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<char>(i * 7 + 1);
    Wire wire(server.address());
    wire.send(bytes + "\r\n\r\n");
    EXPECT_EQ(wire.answer().status, 400);
    EXPECT_EQ(wire.read_all(), "");
    EXPECT_EQ(wire.how(), Wire::End::Ended);
    wire.close();
    EXPECT_TRUE(server.is_empty());
}

TEST(ServerProtocol, TlsWithoutAnAuthorityIsNoTls) {
    const TestServer server(echo_origin());
    Wire wire(server.address());
    wire.send(std::string("\x16\x03\x01\x00\x05hello\r\n", 12));
    EXPECT_EQ(wire.answer().status, 400);
}

TEST(ServerProtocol, TlsWithHttp11ByteByByte) {
    const TestServer server(echo_origin(), authority().options());
    const auto client = authority().client();
    Wire wire(server.address());
    auto tls = client->open("localhost", false);
    std::string out;
    std::string plain;
    tls->drain(out);
    wire.send_each_byte(out);
    while (tls->state() == Tls::State::Handshake) {
        const std::string got = wire.read();
        ASSERT_FALSE(got.empty());
        tls->feed(got, plain);
        out.clear();
        tls->drain(out);
        wire.send_each_byte(out);
    }
    ASSERT_EQ(tls->state(), Tls::State::Open) << tls->failure();
    EXPECT_EQ(tls->protocol(), "http/1.1");
    tls->send(get("/a"));
    out.clear();
    tls->drain(out);
    wire.send_each_byte(out);
    while (plain.find("/a") == std::string::npos) {
        const std::string got = wire.read();
        ASSERT_FALSE(got.empty());
        tls->feed(got, plain);
    }
    EXPECT_NE(plain.find("secure localhost 1.1 /a"), std::string::npos);
}

TEST(ServerProtocol, TlsTellsWhichProtocolByAlpn) {
    const TestServer server(echo_origin(), authority().options());
    const auto client = authority().client();
    Wire wire(server.address());
    ASSERT_TRUE(wire.start_tls(*client, "localhost", true)) << wire.tls().failure();
    EXPECT_EQ(wire.tls().protocol(), "h2");
    H2Wire h2(wire);
    EXPECT_EQ(h2.call("GET", "/a").body, "secure localhost h2 /a");
    EXPECT_EQ(h2.call("GET", "/b").body, "secure localhost h2 /b");
}

TEST(ServerProtocol, TlsThatAgreedOnNothingMaySpeakHttp2AllTheSame) {
    const TestServer server(echo_origin(), authority().options());
    const auto client = authority().client();
    Wire wire(server.address());
    ASSERT_TRUE(wire.start_tls(*client, "localhost", false));
    H2Wire h2(wire);
    EXPECT_EQ(h2.call("GET", "/a").body, "secure localhost h2 /a");
}

TEST(ServerProtocol, AClientThatNamesNobodyIsShownTheAddressItCameTo) {
    const auto client = authority().client();
    for (const char* address : {"127.0.0.1", "127.0.0.5", "::1"}) {
        const std::string text = address;
        ServerOptions options = authority().options();
        options.addresses = {text.find(':') == std::string::npos ? text + ":0"
                                                                 : '[' + text + "]:0"};
        const TestServer server(echo_origin(), options);
        Wire wire(server.address());
        ASSERT_TRUE(wire.start_tls(*client, text)) << text << ": " << wire.tls().failure();
        wire.send(get("/a"));
        EXPECT_EQ(wire.answer().body, "secure - 1.1 /a");
    }
}

TEST(ServerProtocol, ATlsHandshakeThatIsNoneIsAnsweredWithAnAlert) {
    const TestServer server(echo_origin(), authority().options());
    Wire wire(server.address());
    wire.send(std::string("\x16\x03\x01\x00\x05hello", 10));
    const std::string alert = wire.read_all();
    ASSERT_FALSE(alert.empty());
    EXPECT_EQ(alert[0], 0x15);
    EXPECT_EQ(wire.how(), Wire::End::Ended);
    wire.close();
    EXPECT_TRUE(server.is_empty());
}

TEST(ServerProtocol, ConnectionsAreKept) {
    const TestServer server(echo_origin());
    Wire wire(server.address());
    for (int i = 0; i < 5; ++i) {
        wire.send(get("/" + std::to_string(i)));
        EXPECT_EQ(wire.answer().body, "plain - 1.1 /" + std::to_string(i));
    }
    EXPECT_EQ(server->connections(), 1U);
    wire.send(get("/last", "Connection: close\r\n"));
    const Wire::Answer last = wire.answer();
    EXPECT_EQ(last.body, "plain - 1.1 /last");
    EXPECT_NE(last.head.find("\r\nConnection: close\r\n"), std::string::npos);
    EXPECT_EQ(wire.read_all(), "");
    EXPECT_EQ(wire.how(), Wire::End::Ended);
    wire.close();
    EXPECT_TRUE(server.is_empty());
}

TEST(ServerProtocol, Http10IsClosedUnlessItAsksToBeKept) {
    const TestServer server(echo_origin());
    Wire wire(server.address());
    wire.send("GET /a HTTP/1.0\r\nConnection: keep-alive\r\n\r\n");
    EXPECT_EQ(wire.answer().body, "plain - 1.0 /a");
    wire.send("GET /b HTTP/1.0\r\n\r\n");
    EXPECT_EQ(wire.answer().body, "plain - 1.0 /b");
    EXPECT_EQ(wire.read_all(), "");
    EXPECT_EQ(wire.how(), Wire::End::Ended);
}

TEST(ServerProtocol, Http10GetsAStreamThatEndsWithTheConnection) {
    const TestServer server([](const ExchangePtr& exchange) {
        exchange->respond(ok(), std::nullopt);
        exchange->piece("one ");
        exchange->piece("two");
        exchange->finish();
        return nullptr;
    });
    Wire wire(server.address());
    wire.send("GET /a HTTP/1.0\r\nConnection: keep-alive\r\n\r\n");
    const Wire::Answer answer = wire.answer();
    EXPECT_EQ(answer.body, "one two");
    EXPECT_EQ(answer.head.find("chunked"), std::string::npos);
    EXPECT_EQ(wire.how(), Wire::End::Ended);
}

TEST(ServerProtocol, PipelinedRequestsAreAnsweredInOrderOneByOne) {
    Seen seen;
    std::vector<ExchangePtr> waiting;  // on the loop's thread only
    const TestServer server([&](const ExchangePtr& exchange) {
        waiting.push_back(exchange);
        seen.add(exchange->request().target);
        return std::make_unique<Scripted>();
    });
    Wire wire(server.address());
    wire.send(get("/1") + post("/2", "body") + get("/3"));
    for (int i = 1; i <= 3; ++i) {
        const std::string target = '/' + std::to_string(i);
        ASSERT_TRUE(seen.wait_for(target));
        EXPECT_EQ(seen.all().size(), static_cast<std::size_t>(i)) << "one at a time";
        waiting.back()->loop().post([&waiting, target] { waiting.back()->answer(ok(), target); });
        EXPECT_EQ(wire.answer().body, target);
    }
}

TEST(ServerProtocol, ManyPipelinedRequestsAtOnce) {
    Seen seen;
    const TestServer server(echo(seen));
    Wire wire(server.address());
    std::string all;
    for (int i = 0; i < 3000; ++i) all += get("/" + std::to_string(i));
    auto sent = std::async(std::launch::async, [&] { return wire.send(all); });
    for (int i = 0; i < 3000; ++i) {
        ASSERT_EQ(wire.answer().body, "GET /" + std::to_string(i));
    }
    EXPECT_TRUE(sent.get());
}

TEST(ServerProtocol, AnEndThatCameWithTheRequestIsSeen) {
    Seen seen;
    std::promise<void> go;
    const TestServer server([&](const ExchangePtr& exchange) {
        if (exchange->request().target == "/wait") {
            seen.add("waiting");
            go.get_future().wait();
        }
        return echo(seen)(exchange);
    });
    Wire first(server.address());
    first.send(get("/wait"));
    ASSERT_TRUE(seen.wait_for("waiting"));
    // Bytes and end are there before the server looks: it is told of both at once, and only once.
    Wire second(server.address());
    Wire third(server.address());
    second.send(get("/a"));
    second.end();
    third.send("POST /b HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nhalf");
    third.end();
    go.set_value();
    EXPECT_EQ(second.answer().body, "GET /a");
    EXPECT_EQ(second.read_all(), "");
    EXPECT_EQ(second.how(), Wire::End::Ended);
    EXPECT_TRUE(seen.wait_for("gone POST /b"));
    first.close();
    EXPECT_TRUE(server.is_empty());
}

TEST(ServerProtocol, AbsoluteFormIsTakenApart) {
    const TestServer server([](const ExchangePtr& exchange) {
        const http::RequestHead& head = exchange->request();
        exchange->answer(ok(), head.target + " | " + head.scheme + " | " + head.authority + " | " +
                                   std::string(head.path_and_query()));
        return nullptr;
    });
    Wire wire(server.address());
    wire.send("GET http://a.test:81/b?c=d HTTP/1.1\r\nHost: other.test\r\n\r\n");
    EXPECT_EQ(wire.answer().body, "http://a.test:81/b?c=d | http | a.test:81 | /b?c=d");
}

TEST(ServerProtocol, SeveralLoopsServeManyClients) {
    Seen seen;
    ServerOptions options;
    options.loops = 3;
    const TestServer server(echo(seen), options);
    std::vector<std::unique_ptr<Wire>> wires;
    for (int i = 0; i < 60; ++i) wires.push_back(std::make_unique<Wire>(server.address()));
    for (int round = 0; round < 3; ++round) {
        for (const auto& wire : wires) wire->send(post("/x", "body"));
        for (const auto& wire : wires) EXPECT_EQ(wire->answer().body, "POST /x body");
    }
    EXPECT_EQ(server->connections(), 60U);
    wires.clear();
    EXPECT_TRUE(server.is_empty());
}

TEST(ServerProtocol, Http2CarriesManyExchangesAtOnce) {
    Seen seen;
    const TestServer server(echo(seen));
    Wire wire(server.address());
    H2Wire h2(wire);
    std::vector<http::StreamId> streams;
    for (int i = 0; i < 100; ++i) {
        streams.push_back(h2.begin("POST", "/" + std::to_string(i), std::nullopt));
    }
    for (auto stream = streams.rbegin(); stream != streams.rend(); ++stream) {
        h2.piece(*stream, "body");
        h2.finish(*stream);
    }
    for (std::size_t i = 0; i < streams.size(); ++i) {
        EXPECT_EQ(h2.wait(streams[i]).body, "POST /" + std::to_string(i) + " body");
    }
    EXPECT_EQ(server->connections(), 1U);
}

}  // namespace
}  // namespace understudy::io
