// Every kind of wire fault as a client meets it. docs/reference/wire-faults.md says what each does.
#include <gtest/gtest.h>
#include <poll.h>

#include <atomic>

#include "http/fault.hpp"
#include "io/impl/h2_testing.hpp"
#include "io/impl/server_testing.hpp"
#include "tests/server/fault_text.hpp"

namespace understudy::io {
namespace {

using namespace std::chrono_literals;

// Answers through the fault that the request's header names, by what its target asks for.
class Faulty {
public:
    Accept accept() {
        return [this](const ExchangePtr& exchange) {
            const http::RequestHead& head = exchange->request();
            if (const auto spec = head.headers.find("fault")) {
                http::FaultContext context;
                context.seed = 7;
                context.fault_id = "f1";
                context.version = head.version;
                auto fault = tests::fault_from(*spec, context);
                EXPECT_TRUE(fault) << base::message(fault.error());
                exchange->spoil(std::move(*fault));
            }
            auto handler = std::make_unique<Scripted>();
            handler->end = [exchange](const http::Headers&) { answer(*exchange); };
            handler->gone = [this] { seen.add("gone"); };
            return handler;
        };
    }
    Seen seen;

private:
    static void answer(Exchange& exchange) {
        if (exchange.request().target == "/events") {
            http::ResponseHead head = ok();
            head.headers.add("Content-Type", "text/event-stream");
            exchange.respond(head, std::nullopt);
            for (int i = 1; i <= 4; ++i) exchange.piece("data: " + std::to_string(i) + "\n\n");
            exchange.finish();
        } else if (exchange.request().target == "/json-events") {
            http::ResponseHead head = ok();
            head.headers.add("Content-Type", "text/event-stream");
            exchange.answer(head, "data: {\"a\":1}\n\ndata: {\"a\":2}\n\n");
        } else if (exchange.request().target == "/much") {
            exchange.answer(ok(), std::string(kMuch, 'm'));
        } else {
            exchange.answer(ok(), "0123456789");
        }
    }

public:
    static constexpr std::size_t kMuch = std::size_t{3} * 1024 * 1024;
};

std::string faulty_get(std::string_view target, std::string_view fault) {
    return get(target, "Fault: " + std::string(fault) + "\r\n");
}

struct OnTheWire {
    std::string bytes;
    Wire::End end = Wire::End::Open;
};

class ServerFault : public testing::Test {
protected:
    ServerFault() : server_(faulty_.accept()) {}

    // Everything an HTTP/1.1 client gets, to the end of the connection.
    OnTheWire h1(std::string_view target, std::string_view fault) {
        Wire wire(server_.address());
        wire.send(faulty_get(target, fault));
        OnTheWire got;
        got.bytes = wire.read_all();
        got.end = wire.how();
        wire.close();
        EXPECT_TRUE(server_.is_empty()) << fault;
        return got;
    }
    static http::StreamId begin(H2Wire& h2, std::string_view target, std::string_view fault) {
        http::RequestHead head;
        head.target = target;
        head.authority = "x";
        head.headers.add("fault", fault);
        return h2.begin(head);
    }
    // What comes of one stream, and whether the connection still works afterwards.
    struct Stream {
        H2Wire::Got got;
        std::vector<std::string> frames;
        bool lives = false;
        Wire::End end = Wire::End::Open;
    };
    Stream h2(std::string_view target, std::string_view fault) {
        Wire wire(server_.address());
        H2Wire h2(wire);
        const http::StreamId stream = begin(h2, target, fault);
        Stream result;
        result.got = h2.wait(stream);
        if (wire.is_open() && h2.can_begin()) {
            result.lives = h2.call("GET", "/").body == "0123456789";
        }
        while (!result.lives && h2.turn()) {
        }
        result.frames = h2.frames;
        result.end = wire.how();
        wire.close();
        EXPECT_TRUE(server_.is_empty()) << fault;
        return result;
    }

    Faulty faulty_;
    TestServer server_;
};

constexpr std::string_view kHead = "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n";
std::string head_and(std::string_view body) {
    return std::string(kHead) + std::string(body);
}

TEST_F(ServerFault, ResetInsteadOfAnAnswer) {
    const OnTheWire got = h1("/", R"({"kind":"reset","at":"request"})");
    EXPECT_EQ(got.bytes, "");
    EXPECT_EQ(got.end, Wire::End::Reset);
    EXPECT_TRUE(faulty_.seen.wait_for("gone"));
    const Stream stream = h2("/", R"({"kind":"reset","at":"request"})");
    EXPECT_EQ(stream.got.status(), 0);
    EXPECT_EQ(stream.got.reset, 2U);
    EXPECT_TRUE(stream.lives);
    EXPECT_TRUE(faulty_.seen.wait_for("gone", 2));
}

TEST_F(ServerFault, ResetAfterTheHead) {
    const OnTheWire got = h1("/", R"({"kind":"reset","at":"headers"})");
    EXPECT_EQ(got.bytes, kHead);
    EXPECT_EQ(got.end, Wire::End::Reset);
    const Stream stream = h2("/", R"({"kind":"reset","at":"headers"})");
    EXPECT_EQ(stream.got.status(), 200);
    EXPECT_EQ(stream.got.body, "");
    EXPECT_EQ(stream.got.reset, 2U);
    EXPECT_TRUE(stream.lives);
}

TEST_F(ServerFault, ResetInTheBody) {
    const OnTheWire got = h1("/", R"({"kind":"reset","at":"body","after_bytes":4})");
    EXPECT_EQ(got.bytes, head_and("0123"));
    EXPECT_EQ(got.end, Wire::End::Reset);
    const Stream stream = h2("/", R"({"kind":"reset","at":"body","after_bytes":4})");
    EXPECT_EQ(stream.got.body, "0123");
    EXPECT_EQ(stream.got.reset, 2U);
}

// A reset would take back what the kernel has not sent yet, and HTTP/2 may not send all at once.
TEST_F(ServerFault, ResetDoesNotOvertakeAnything) {
    const std::string fault = R"({"kind":"reset","at":"body","after_bytes":3000000})";
    Wire wire(server_.address(), 4096);
    wire.send(faulty_get("/much", fault));
    const std::string head = wire.read_until("\r\n\r\n");
    EXPECT_EQ(wire.read_all().size(), 3'000'000U);
    EXPECT_EQ(wire.how(), Wire::End::Reset);
    EXPECT_EQ(h2("/much", fault).got.body.size(), 3'000'000U);
}

TEST_F(ServerFault, ResetOfAClientThatReadsNothingComesAllTheSame) {
    Faulty faulty;
    ServerOptions options = one_loop();
    options.patience.write = 50ms;
    const TestServer server(faulty.accept(), options);
    Wire wire(server.address(), 4096);
    wire.send(faulty_get("/much", R"({"kind":"reset","at":"body","after_bytes":200000})"));
    EXPECT_TRUE(faulty.seen.wait_for("gone"));
    EXPECT_TRUE(server.is_empty());
}

TEST_F(ServerFault, Truncate) {
    const OnTheWire got = h1("/", R"({"kind":"truncate","after_bytes":3})");
    EXPECT_EQ(got.bytes, head_and("012"));
    EXPECT_EQ(got.end, Wire::End::Ended);
    const Stream stream = h2("/", R"({"kind":"truncate","fraction":0.5})");
    EXPECT_EQ(stream.got.body, "01234");
    EXPECT_FALSE(stream.got.ended);
    EXPECT_EQ(stream.got.headers.get("content-length"), "10");
    EXPECT_EQ(stream.end, Wire::End::Ended);
    EXPECT_FALSE(stream.lives);
    EXPECT_TRUE(stream.frames.empty()) << "the connection simply ends";
}

TEST_F(ServerFault, TruncateDoesNotOvertakeAnything) {
    const std::string fault = R"({"kind":"truncate","after_bytes":3000000})";
    const OnTheWire got = h1("/much", fault);
    EXPECT_EQ(got.bytes.size() - got.bytes.find("\r\n\r\n") - 4, 3'000'000U);
    EXPECT_EQ(got.end, Wire::End::Ended);
    EXPECT_EQ(h2("/much", fault).got.body.size(), 3'000'000U);
}

TEST_F(ServerFault, MalformedChunk) {
    const OnTheWire got = h1("/events", R"({"kind":"malformed_chunk","at_chunk":2})");
    EXPECT_TRUE(got.bytes.ends_with("\r\n\r\n9\r\ndata: 1\n\n\r\nnot-a-size\r\ndata: 2\n\n\r\n"))
        << got.bytes;
    EXPECT_NE(got.bytes.find("Transfer-Encoding: chunked\r\n"), std::string::npos);
    EXPECT_EQ(got.end, Wire::End::Ended);
    const Stream stream = h2("/events", R"({"kind":"malformed_chunk","at_chunk":2})");
    EXPECT_EQ(stream.got.body, "data: 1\n\n");
    EXPECT_EQ(stream.got.reset, 1U);
    EXPECT_TRUE(stream.lives);
}

TEST_F(ServerFault, Latency) {
    for (const bool new_protocol : {false, true}) {
        Wire wire(server_.address());
        const auto start = std::chrono::steady_clock::now();
        const std::string fault = R"({"kind":"latency","delay":"30ms"})";
        if (new_protocol) {
            H2Wire h2(wire);
            EXPECT_EQ(h2.wait(begin(h2, "/", fault)).body, "0123456789");
        } else {
            wire.send(faulty_get("/", fault));
            EXPECT_EQ(wire.answer().body, "0123456789");
            EXPECT_GE(std::chrono::steady_clock::now() - start, 30ms);
            wire.send(get("/"));
            EXPECT_EQ(wire.answer().body, "0123456789") << "the connection is as good as before";
        }
        EXPECT_GE(std::chrono::steady_clock::now() - start, 30ms);
    }
}

TEST_F(ServerFault, AHangLastsUntilTheClientLeaves) {
    const std::string fault = R"({"kind":"latency","hang":true})";
    for (const bool cut : {false, true}) {
        Wire wire(server_.address());
        wire.send(faulty_get("/", fault));
        Wire other(server_.address());
        other.send(get("/"));
        EXPECT_EQ(other.answer().status, 200);
        ASSERT_TRUE(server_.has(2));
        if (cut) {
            wire.cut();
        } else {
            wire.close();  // the end of what it sends is enough: nothing will ever be answered
        }
        EXPECT_TRUE(server_.has(1));
        EXPECT_TRUE(faulty_.seen.wait_for("gone", cut ? 2 : 1));
    }
    // It had ended before the fault began.
    Wire early(server_.address());
    early.send(faulty_get("/", fault));
    early.end();
    EXPECT_EQ(early.read_all(), "");
    EXPECT_EQ(early.how(), Wire::End::Ended);
    EXPECT_TRUE(server_.is_empty());
}

TEST_F(ServerFault, AHangOfHttp2HoldsUpNobodyElse) {
    Wire wire(server_.address());
    H2Wire h2(wire);
    const http::StreamId stream = begin(h2, "/", R"({"kind":"latency","hang":true})");
    EXPECT_EQ(h2.call("GET", "/").body, "0123456789");
    EXPECT_EQ(h2.got[stream].status(), 0);
    h2.reset(stream);
    EXPECT_TRUE(faulty_.seen.wait_for("gone"));
    EXPECT_EQ(h2.call("GET", "/").body, "0123456789");
}

TEST_F(ServerFault, Drip) {
    const std::string fault = R"({"kind":"drip","bytes":3,"every":"5ms"})";
    for (const bool new_protocol : {false, true}) {
        Wire wire(server_.address());
        const auto start = std::chrono::steady_clock::now();
        if (new_protocol) {
            H2Wire h2(wire);
            EXPECT_EQ(h2.wait(begin(h2, "/", fault)).body, "0123456789");
        } else {
            wire.send(faulty_get("/", fault));
            EXPECT_EQ(wire.answer().body, "0123456789");
            EXPECT_GE(std::chrono::steady_clock::now() - start, 15ms) << "three pauses";
            wire.send(get("/"));
            EXPECT_EQ(wire.answer().body, "0123456789");
        }
        EXPECT_GE(std::chrono::steady_clock::now() - start, 15ms);
    }
}

TEST_F(ServerFault, StallForAWhile) {
    const std::string fault = R"({"kind":"stall","after_bytes":4,"for":"20ms"})";
    for (const bool new_protocol : {false, true}) {
        Wire wire(server_.address());
        const auto start = std::chrono::steady_clock::now();
        if (new_protocol) {
            H2Wire h2(wire);
            EXPECT_EQ(h2.wait(begin(h2, "/", fault)).body, "0123456789");
        } else {
            wire.send(faulty_get("/", fault));
            EXPECT_EQ(wire.read_exactly(kHead.size() + 4), head_and("0123"));
            EXPECT_EQ(wire.read_exactly(6), "456789");
        }
        EXPECT_GE(std::chrono::steady_clock::now() - start, 20ms);
    }
}

TEST_F(ServerFault, StallForEver) {
    Wire wire(server_.address());
    wire.send(faulty_get("/events", R"({"kind":"stall","after_events":2})"));
    EXPECT_NE(wire.read_until("data: 2\n\n\r\n"), "");
    Wire other(server_.address());
    other.send(get("/"));
    EXPECT_EQ(other.answer().status, 200);
    wire.close();
    EXPECT_TRUE(faulty_.seen.wait_for("gone"));
    EXPECT_TRUE(server_.has(1));
}

TEST_F(ServerFault, WrongLength) {
    const OnTheWire less = h1("/", R"({"kind":"wrong_length","delta":-3})");
    EXPECT_EQ(less.bytes.substr(less.bytes.find("Content-Length: ")).substr(0, 19),
              "Content-Length: 7\r\n");
    EXPECT_TRUE(less.bytes.ends_with("\r\n\r\n0123456789")) << less.bytes;
    EXPECT_EQ(less.end, Wire::End::Ended);
    const OnTheWire more = h1("/", R"({"kind":"wrong_length","delta":3})");
    EXPECT_NE(more.bytes.find("Content-Length: 13\r\n"), std::string::npos);
    EXPECT_TRUE(more.bytes.ends_with("\r\n\r\n0123456789")) << more.bytes;
    EXPECT_EQ(more.end, Wire::End::Ended);
    Wire wire(server_.address());
    H2Wire h2(wire);
    const http::StreamId stream = begin(h2, "/", R"({"kind":"wrong_length","delta":3})");
    EXPECT_TRUE(h2.until([&] { return h2.got[stream].body.size() == 10; }));
    EXPECT_EQ(h2.got[stream].headers.get("content-length"), "13");
    EXPECT_EQ(h2.got[stream].body, "0123456789");
    EXPECT_EQ(h2.call("GET", "/").body, "0123456789") << "the connection is as good as before";
}

TEST_F(ServerFault, StreamCut) {
    const OnTheWire clean = h1("/events", R"({"kind":"stream_cut","after_events":2,"clean":true})");
    EXPECT_TRUE(clean.bytes.ends_with("9\r\ndata: 1\n\n\r\n9\r\ndata: 2\n\n\r\n")) << clean.bytes;
    EXPECT_EQ(clean.end, Wire::End::Ended);
    const OnTheWire dirty = h1("/events", R"({"kind":"stream_cut","after_events":2})");
    EXPECT_EQ(dirty.bytes.find("data: 3\n\n"), std::string::npos);
    EXPECT_GT(dirty.bytes.size(), clean.bytes.size());
    const Stream stream = h2("/events", R"({"kind":"stream_cut","after_events":2,"clean":true})");
    EXPECT_EQ(stream.got.body, "data: 1\n\ndata: 2\n\n");
    EXPECT_EQ(stream.got.reset, 2U);
    EXPECT_TRUE(stream.lives);
}

TEST_F(ServerFault, MalformedEvent) {
    const std::string fault = R"({"kind":"malformed_event","at_event":2})";
    const std::string spoilt = "data: {\"a\":1}\n\ndata: ('a':2}\n\n";
    Wire wire(server_.address());
    wire.send(faulty_get("/json-events", fault));
    EXPECT_EQ(wire.answer().body, spoilt);
    wire.close();
    const Stream stream = h2("/json-events", fault);
    EXPECT_EQ(stream.got.body, spoilt);
    EXPECT_TRUE(stream.lives);
}

TEST_F(ServerFault, EventsThatAreNotWhatTheyWere) {
    const std::string one = "data: {\"a\":1}\n\n", two = "data: {\"a\":2}\n\n";
    const std::pair<std::string, std::string> cases[] = {
        {R"({"kind":"missing_event","last":true})", one},
        {R"({"kind":"duplicate_event","at_event":1})", one + one + two},
        {R"({"kind":"changed_event","at_event":2,"field":"/a","value":"x"})",
         one + "data: {\"a\":\"x\"}\n\n"},
        {R"({"kind":"error_event","after_events":1,"event":"error","data":{}})",
         one + "event: error\ndata: {}\n\n"},
    };
    for (const auto& [fault, body] : cases) {
        const Stream stream = h2("/json-events", fault);
        EXPECT_EQ(stream.got.body, body) << fault;
        EXPECT_FALSE(stream.got.reset.has_value()) << fault;
        EXPECT_TRUE(stream.lives) << fault;
        Wire wire(server_.address());
        wire.send(faulty_get("/json-events", fault));
        EXPECT_EQ(wire.answer().body, body) << fault;
    }
}

TEST_F(ServerFault, Empty) {
    const OnTheWire got = h1("/", R"({"kind":"empty"})");
    EXPECT_EQ(got.bytes, "");
    EXPECT_EQ(got.end, Wire::End::Ended) << "no reset";
    const Stream stream = h2("/", R"({"kind":"empty"})");
    EXPECT_EQ(stream.got.status(), 0);
    EXPECT_EQ(stream.end, Wire::End::Ended);
    EXPECT_FALSE(stream.lives);
}

TEST_F(ServerFault, GarbageIsTheSameEachTime) {
    const OnTheWire one = h1("/", R"({"kind":"garbage","bytes":64})");
    const OnTheWire two = h1("/", R"({"kind":"garbage","bytes":64})");
    EXPECT_EQ(one.bytes.size(), 64U);
    EXPECT_EQ(one.bytes, two.bytes);
    EXPECT_EQ(one.end, Wire::End::Ended);
    EXPECT_EQ(h1("/", R"({"kind":"garbage","bytes":65})").bytes.substr(0, 64), one.bytes);
    // HTTP/2: the same bytes, past all framing, are the last thing on the connection.
    Wire wire(server_.address());
    auto codec = http::make_h2_client({});
    http::RequestHead head;
    head.authority = "x";
    head.headers.add("fault", R"({"kind":"garbage","bytes":64})");
    codec->request(head, 0);
    std::string bytes;
    codec->drain(bytes, 65536);
    wire.send(bytes);
    EXPECT_TRUE(wire.read_all().ends_with(one.bytes));
    EXPECT_EQ(wire.how(), Wire::End::Ended);
}

TEST_F(ServerFault, GoAway) {
    Wire wire(server_.address());
    wire.send(faulty_get("/", R"({"kind":"goaway"})"));
    const Wire::Answer answer = wire.answer();
    EXPECT_EQ(answer.body, "0123456789");
    EXPECT_NE(answer.head.find("Connection: close\r\n"), std::string::npos);
    EXPECT_EQ(wire.read_all(), "");
    wire.close();
    const Stream after = h2("/", R"({"kind":"goaway","error_code":"ENHANCE_YOUR_CALM"})");
    EXPECT_EQ(after.got.body, "0123456789");
    EXPECT_EQ(after.frames, std::vector<std::string>{"GOAWAY 1 11"});
    EXPECT_FALSE(after.lives);
    EXPECT_EQ(after.end, Wire::End::Ended);
    const Stream before = h2("/", R"({"kind":"goaway","last_stream":"before"})");
    EXPECT_EQ(before.got.status(), 0);
    EXPECT_EQ(before.frames, std::vector<std::string>{"GOAWAY 0 0"});
    EXPECT_FALSE(before.lives);
    EXPECT_EQ(before.end, Wire::End::Ended);
    EXPECT_TRUE(faulty_.seen.wait_for("gone")) << "the one that was never answered";
}

TEST_F(ServerFault, RstStream) {
    const OnTheWire got = h1("/", R"({"kind":"rst_stream","after_bytes":4})");
    EXPECT_EQ(got.bytes, head_and("0123"));
    EXPECT_EQ(got.end, Wire::End::Reset);
    const Stream at_once = h2("/", R"({"kind":"rst_stream","error_code":"REFUSED_STREAM"})");
    EXPECT_EQ(at_once.got.status(), 0);
    EXPECT_EQ(at_once.got.reset, 7U);
    EXPECT_EQ(at_once.frames, std::vector<std::string>{"RST_STREAM 1 7"});
    EXPECT_TRUE(at_once.lives);
    const Stream later = h2("/", R"({"kind":"rst_stream","error_code":"CANCEL","after_bytes":4})");
    EXPECT_EQ(later.got.body, "0123");
    EXPECT_EQ(later.got.reset, 8U);
    EXPECT_TRUE(later.lives);
}

TEST_F(ServerFault, AFaultOfOneRequestLeavesThoseBehindItAlone) {
    Wire wire(server_.address());
    wire.send(faulty_get("/", R"({"kind":"drip","bytes":4,"every":"1ms"})") + get("/"));
    EXPECT_EQ(wire.answer().body, "0123456789");
    EXPECT_EQ(wire.answer().body, "0123456789");
    Wire second(server_.address());
    second.send(faulty_get("/", R"({"kind":"truncate","after_bytes":4})") + get("/"));
    EXPECT_EQ(second.read_all(), head_and("0123")) << "what waited behind it is never answered";
}

TEST_F(ServerFault, AClientThatLeavesInTheMiddleOfAFaultTakesItAlong) {
    for (const char* fault :
         {R"({"kind":"drip","bytes":1,"every":"1ms"})",
          R"({"kind":"stall","after_bytes":1,"for":"1h"})", R"({"kind":"latency","delay":"1h"})"}) {
        Wire wire(server_.address());
        wire.send(faulty_get("/much", fault));
        ASSERT_TRUE(server_.has(1));
        wire.cut();
        EXPECT_TRUE(server_.is_empty());
    }
}

TEST(ServerFaultEnd, AnAnswerThatWasHeldBackIsDoneWithBeforeItIsRead) {
    // Whoever has the answer may ask at once, on another connection, what its handler left behind.
    std::atomic<int> client = -1;
    std::atomic<bool> has_ended = false;
    std::atomic<bool> had_answer = false;
    class Ending final : public Handler {
    public:
        Ending(ExchangePtr exchange, std::function<void()> ended)
            : exchange_(std::move(exchange)), ended_(std::move(ended)) {}
        ~Ending() override { ended_(); }
        void on_end(const http::Headers& /*trailers*/) override {
            exchange_->answer(ok(), "0123456789");
        }

    private:
        ExchangePtr exchange_;
        std::function<void()> ended_;
    };
    const TestServer server([&](const ExchangePtr& exchange) {
        auto fault = tests::fault_from(R"({"kind":"latency","delay":"20ms"})", {});
        exchange->spoil(std::move(*fault));
        return std::make_unique<Ending>(exchange, [&] {
            pollfd look{client, POLLIN, 0};
            had_answer = ::poll(&look, 1, 0) != 0;
            has_ended = true;
        });
    });
    Wire wire(server.address());
    client = wire.number();
    wire.send(get("/"));
    EXPECT_EQ(wire.answer().body, "0123456789");
    EXPECT_TRUE(has_ended);
    EXPECT_FALSE(had_answer);
}

TEST_F(ServerFault, EveryKindIsMetHere) {
    // The list in fault.cpp; a new kind needs a test above.
    const auto kinds = http::fault_kinds();
    EXPECT_EQ(
        std::vector<std::string_view>(kinds.begin(), kinds.end()),
        (std::vector<std::string_view>{"latency", "reset", "truncate", "malformed_chunk", "drip",
                                       "stall", "wrong_length", "stream_cut", "malformed_event",
                                       "missing_event", "duplicate_event", "changed_event",
                                       "error_event", "empty", "garbage", "goaway", "rst_stream"}));
}

}  // namespace
}  // namespace understudy::io
