// The relay between real sockets of ours. What other people's clients see is tests/proxy.
#include "serve/relay.hpp"

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <mutex>
#include <thread>

#include "io/server.hpp"
#include "json/parse.hpp"

namespace understudy::serve {
namespace {

using namespace std::chrono_literals;
using ExchangePtr = std::shared_ptr<io::Exchange>;

// A handler made of functions.
class Scripted final : public io::Handler {
public:
    void on_piece(std::string_view bytes) override {
        if (piece) piece(bytes);
    }
    void on_end(const http::Headers& trailers) override {
        if (end) end(trailers);
    }
    std::function<void(std::string_view)> piece;
    std::function<void(const http::Headers&)> end;
};

http::ResponseHead head_of(int status, http::Headers headers = {}) {
    http::ResponseHead head;
    head.status = status;
    head.headers = std::move(headers);
    return head;
}

std::unique_ptr<io::Server> serving(io::Accept accept) {
    io::ServerOptions options;
    options.loops = 1;
    options.patience.drain = 100ms;
    options.leaves_expectations = true;
    auto server = io::Server::start(std::move(options), std::move(accept));
    EXPECT_TRUE(server) << base::render(server.error());
    return std::move(server).value();
}

// Answers everything with what it was asked.
io::Accept echo() {
    return [](const ExchangePtr& exchange) {
        auto handler = std::make_unique<Scripted>();
        const auto body = std::make_shared<std::string>();
        handler->piece = [body](std::string_view bytes) { *body += bytes; };
        handler->end = [exchange, body](const http::Headers& trailers) {
            const http::RequestHead& request = exchange->request();
            std::string text = request.method + ' ' + request.target + ' ' + request.authority;
            for (const http::Field field : request.headers) {
                text += '\n' + std::string(field.name) + ": " + std::string(field.value);
            }
            exchange->respond(head_of(200, {{"X-One", "1"}}), std::nullopt);
            exchange->piece(text + '\n' + *body);
            exchange->finish(trailers);
        };
        return handler;
    };
}

class Between {
public:
    explicit Between(io::Accept upstream, RelayOptions options = {}) {
        real = serving(std::move(upstream));
        if (options.doors.empty()) {
            options.doors.push_back(
                {RelayDoor::Kind::Reverse, http::parse_url(url(*real)).value(), {}});
        }
        options.told = [this](const base::Error& error) {
            const std::lock_guard lock(mutex);
            told.push_back(std::string(base::name_of(error.code)));
        };
        auto made = Relay::make(std::move(options));
        EXPECT_TRUE(made) << base::render(made.error());
        relay = std::move(made).value();
        server = serving(relay->accept());
        relay->set_own_ports({server->addresses()[0].port});
    }
    ~Between() { server->shut_down(); }

    static std::string url(const io::Server& server) { return server.addresses()[0].url(); }
    static http::Response call(const std::string& url, http::Request request = {}) {
        auto caller = io::make_caller({}, 10s);
        auto response = (*caller)->call(url, request);
        if (!response) {
            http::Response failed;
            failed.head.status = 0;
            failed.head.reason = base::message(response.error());
            return failed;
        }
        return std::move(*response);
    }
    http::Response ask(const std::string& path, http::Request request = {}) const {
        return call(url(*server) + path, std::move(request));
    }
    std::vector<Relayed> kept() {
        server->shut_down();
        return relay->take();
    }

    std::unique_ptr<io::Server> real;
    std::unique_ptr<Relay> relay;
    std::unique_ptr<io::Server> server;
    std::mutex mutex;
    std::vector<std::string> told;
};

TEST(Relay, PassesACallOnAndKeepsIt) {
    Between between(echo());
    http::Request request;
    request.head.method = "POST";
    request.head.headers = {{"X-Mine", "a"}, {"Connection", "x-hop"}, {"X-Hop", "1"}};
    request.body = "body";
    const http::Response response = between.ask("/v1/x?y=%20z", request);
    const std::string upstream = between.real->addresses()[0].text();
    EXPECT_EQ(response.head.status, 200);
    EXPECT_EQ(response.head.headers,
              (http::Headers{{"X-One", "1"}, {"Transfer-Encoding", "chunked"}}));
    EXPECT_EQ(response.body(), "POST /v1/x?y=%20z " + upstream + "\nHost: " + upstream +
                                   "\nX-Mine: a\nContent-Length: 4\nbody");
    const auto kept = between.kept();
    ASSERT_EQ(kept.size(), 1U);
    const cassette::Exchange exchange = kept[0].taking.exchange();
    EXPECT_EQ(exchange.http()->host, upstream);
    EXPECT_EQ(exchange.http()->path, "/v1/x");
    EXPECT_EQ(exchange.http()->headers, (cassette::Pairs{{"Host", upstream},
                                                         {"X-Mine", "a"},
                                                         {"Connection", "x-hop"},
                                                         {"X-Hop", "1"},
                                                         {"Content-Length", "4"}}));
    EXPECT_EQ(exchange.http()->body->bytes, "body");
    EXPECT_EQ(cassette::bytes_of(exchange.output, cassette::From::Body), response.body());
    EXPECT_FALSE(exchange.output.end);
    EXPECT_FALSE(kept[0].is_callback);
}

TEST(Relay, AServiceThatIsNotThereIsAnsweredFor) {
    const auto gone = serving(echo());
    const std::string url = Between::url(*gone);
    gone->shut_down();
    RelayOptions options;
    options.doors.push_back({RelayDoor::Kind::Reverse, http::parse_url(url).value(), {}});
    Between between(echo(), options);
    const http::Response response = between.ask("/");
    EXPECT_EQ(response.head.status, 502);
    const auto body = json::parse(response.body());
    ASSERT_TRUE(body);
    EXPECT_EQ(body->find("error")->find("code")->as_string(), "io.cannot_connect");
    const auto kept = between.kept();
    ASSERT_EQ(kept.size(), 1U);
    EXPECT_EQ(kept[0].taking.exchange().output.error, "connect");
    EXPECT_EQ(between.told, (std::vector<std::string>{"io.cannot_connect"}));
}

TEST(Relay, AnAnswerThatBreaksOffBreaksOffHere) {
    Between between([](const ExchangePtr& exchange) {
        exchange->respond(head_of(200, {{"Content-Length", "100"}}), 100);
        exchange->piece("half");
        exchange->break_off(false, 0);
        return nullptr;
    });
    const http::Response response = between.ask("/");
    EXPECT_EQ(response.head.status, 0);
    EXPECT_NE(response.head.reason.find("in the middle of a body"), std::string::npos)
        << response.head.reason;
    const auto kept = between.kept();
    ASSERT_EQ(kept.size(), 1U);
    const cassette::Output output = kept[0].taking.exchange().output;
    EXPECT_EQ(output.answer->status, 200);
    EXPECT_EQ(cassette::bytes_of(output, cassette::From::Body), "half");
    EXPECT_EQ(output.end, cassette::StreamEnd::Cut);
}

TEST(Relay, AForwardDoorRefusesWhatIsNotAllowed) {
    RelayOptions options;
    options.doors.push_back({RelayDoor::Kind::Forward, {}, {}});
    options.allowed = AllowList({"127.0.0.1"});
    Between between(echo(), options);
    const auto by_proxy = [&](const std::string& url) {
        io::ClientOptions how;
        how.proxies.http = http::parse_url(Between::url(*between.server)).value();
        auto caller = io::make_caller(how, 10s);
        auto response = (*caller)->call(url, {});
        return response ? std::to_string(response->head.status) : base::message(response.error());
    };
    EXPECT_EQ(by_proxy(Between::url(*between.real) + "/"), "200");
    EXPECT_EQ(by_proxy("http://evil.test/"), "403");
    EXPECT_EQ(by_proxy("http://evil.test/again"), "403");
    EXPECT_EQ(by_proxy("http://169.254.169.254/latest"), "403");
    EXPECT_EQ(by_proxy(Between::url(*between.server) + "/"), "508");
    EXPECT_EQ(Between::call(Between::url(*between.server) + "/").head.status, 400);
    EXPECT_EQ(between.kept().size(), 1U);
    EXPECT_EQ(between.relay->counts().refused, 5U);
    EXPECT_EQ(between.told, (std::vector<std::string>{"relay.not_allowed", "relay.not_allowed",
                                                      "relay.leads_back", "relay.not_as_proxy"}))
        << "each host once";
}

TEST(Relay, WhatIsTooMuchPassesAndIsTold) {
    RelayOptions options;
    options.most_body = 1000;
    options.most_calls = 2;
    Between between(
        [](const ExchangePtr& exchange) {
            exchange->answer(head_of(200), exchange->request().target == "/large"
                                               ? std::string(1001, 'x')
                                               : "small");
            return nullptr;
        },
        options);
    EXPECT_EQ(between.ask("/large").body().size(), 1001U);
    for (int i = 0; i < 4; ++i) EXPECT_EQ(between.ask("/small").body(), "small");
    EXPECT_EQ(between.kept().size(), 2U);
    EXPECT_EQ(between.relay->counts().lost, 3U);
    EXPECT_EQ(between.told, (std::vector<std::string>{"relay.too_large", "relay.too_much"}));
}

TEST(Relay, AnEndlessIntroductionIsCutShort) {
    Between between([](const ExchangePtr& exchange) {
        for (int i = 0; i < 100; ++i) exchange->respond(head_of(103), std::nullopt);
        exchange->answer(head_of(200), "at last");
        return nullptr;
    });
    const http::Response response = between.ask("/");
    EXPECT_EQ(response.head.status, 502);
    EXPECT_NE(response.body().find("relay.too_many_interim"), std::string::npos);
    EXPECT_TRUE(between.kept().empty());
    EXPECT_EQ(between.told, (std::vector<std::string>{"relay.not_kept"}));
}

TEST(Relay, InPassThroughNothingIsKept) {
    RelayOptions options;
    options.mode = cassette::Mode::PassThrough;
    Between between(echo(), options);
    EXPECT_EQ(between.ask("/").head.status, 200);
    EXPECT_TRUE(between.kept().empty());
    EXPECT_EQ(between.relay->counts().calls, 1U);
}

TEST(Relay, InForbidNothingPasses) {
    RelayOptions options;
    options.mode = cassette::Mode::Forbid;
    std::atomic<int> asked{0};
    Between between(
        [&](const ExchangePtr& exchange) {
            ++asked;
            exchange->answer(head_of(200), "");
            return nullptr;
        },
        options);
    http::Request request;
    request.head.method = "POST";
    request.body = "x";
    const http::Response response = between.ask("/secret?token=abc", request);
    EXPECT_EQ(response.head.status, 403);
    EXPECT_NE(response.body().find("relay.forbidden"), std::string::npos);
    EXPECT_EQ(response.body().find("abc"), std::string::npos);
    EXPECT_EQ(asked, 0);
    EXPECT_TRUE(between.kept().empty());
}

// Answers what it was told to, from memory.
class Known final : public Answers {
public:
    std::unique_ptr<io::Handler> take(const ExchangePtr& exchange, const cassette::HttpInput& call,
                                      bool) override {
        if (call.path != "/known" || !call.body || call.body->bytes != "same") return nullptr;
        exchange->answer(head_of(200), "recorded");
        return std::make_unique<Scripted>();
    }
    void refuse(const ExchangePtr& exchange, const cassette::HttpInput&, bool) override {
        exchange->answer(head_of(501), "unknown");
    }
};

TEST(Relay, RecordedAnswersComeFirstWhereTheModeSaysSo) {
    Known known;
    for (const cassette::Mode mode : {cassette::Mode::Replay, cassette::Mode::RecordMissing}) {
        const bool replays = mode == cassette::Mode::Replay;
        RelayOptions options;
        options.mode = mode;
        options.answers = &known;
        Between between(echo(), options);
        http::Request request;
        request.head.method = "POST";
        request.body = "same";
        EXPECT_EQ(between.ask("/known", request).body(), "recorded");
        request.body = "other";
        EXPECT_EQ(between.ask("/known", request).head.status, replays ? 501 : 200);
        const auto kept = between.kept();
        ASSERT_EQ(kept.size(), replays ? 0U : 1U);
        if (replays) continue;
        EXPECT_EQ(kept[0].taking.exchange().http()->body->bytes, "other");
    }
}

TEST(Relay, ARequestThatIsTooLargeToBeComparedIsRefused) {
    Known known;
    RelayOptions options;
    options.mode = cassette::Mode::RecordMissing;
    options.answers = &known;
    options.most_body = 16;
    Between between(echo(), options);
    http::Request request;
    request.head.method = "POST";
    request.body = std::string(100, 'x');
    const http::Response refused = between.ask("/known", request);
    EXPECT_EQ(refused.head.status, 413);
    EXPECT_NE(refused.body().find("\"relay.cannot_match\""), std::string::npos) << refused.body();
}

TEST(Relay, ACallbackIsPassedToTheProgramAndKeptAsSuch) {
    const auto program = serving(echo());
    Between between(echo(), [&] {
        RelayOptions options;
        options.doors.push_back(
            {RelayDoor::Kind::Callback, http::parse_url(Between::url(*program)).value(), {}});
        return options;
    }());
    http::Request request;
    request.head.method = "POST";
    request.head.headers.add("X-Hub-Signature-256", "sha256=00");
    request.body = "{}";
    const http::Response response = between.ask("/hook", request);
    EXPECT_EQ(response.body().substr(0, response.body().find('\n')),
              "POST /hook " + between.server->addresses()[0].text())
        << "the address that was called is what the program sees";
    const auto kept = between.kept();
    ASSERT_EQ(kept.size(), 1U);
    EXPECT_TRUE(kept[0].is_callback);
    EXPECT_EQ(kept[0].taking.webhook().webhook()->scheme, "github");
}

// --- a plain socket, for what a caller cannot do

class Socket {
public:
    explicit Socket(const io::Address& address)
        : fd_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
        sockaddr_in name{};
        name.sin_family = AF_INET;
        name.sin_port = htons(address.port);
        ::inet_pton(AF_INET, address.host.c_str(), &name.sin_addr);
        const timeval bound{10, 0};
        ::setsockopt(fd_.get(), SOL_SOCKET, SO_RCVTIMEO, &bound, sizeof bound);
        EXPECT_EQ(::connect(fd_.get(), reinterpret_cast<sockaddr*>(&name), sizeof name), 0);
    }
    void send(std::string_view bytes) const {
        EXPECT_EQ(::send(fd_.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL),
                  static_cast<ssize_t>(bytes.size()));
    }
    std::string read_until(std::string_view mark) {
        while (in_.find(mark) == std::string::npos && read()) {
        }
        const std::size_t end = std::min(in_.find(mark), in_.size() - mark.size()) + mark.size();
        std::string taken = in_.substr(0, end);
        in_.erase(0, end);
        return taken;
    }
    std::string read_all() {
        while (read()) {
        }
        return std::exchange(in_, {});
    }
    // Reads so many bytes, if they come, and forgets them.
    std::size_t count(std::size_t wanted) {
        std::size_t got = std::exchange(in_, {}).size();
        while (got < wanted && read()) got += std::exchange(in_, {}).size();
        return got;
    }
    void end() const { ::shutdown(fd_.get(), SHUT_WR); }
    void close() { fd_.reset(); }

private:
    bool read() {
        char bytes[65536];
        const ssize_t got = ::recv(fd_.get(), bytes, sizeof bytes, 0);
        if (got > 0) in_.append(bytes, static_cast<std::size_t>(got));
        return got > 0;
    }
    io::Fd fd_;
    std::string in_;
};

TEST(Relay, AnUpgradeCarriesBytesBothWaysAndEachSideEndsItsOwn) {
    Between between([](const ExchangePtr& exchange) {
        auto handler = std::make_unique<Scripted>();
        const auto is_raw = std::make_shared<bool>(false);
        handler->piece = [exchange](std::string_view bytes) {
            exchange->piece('<' + std::string(bytes) + '>');
        };
        handler->end = [exchange, is_raw](const http::Headers&) {
            if (!std::exchange(*is_raw, true)) {
                exchange->upgrade(head_of(101, {{"Upgrade", "tcp"}, {"Connection", "Upgrade"}}));
                return;
            }
            exchange->piece("end");
            exchange->finish();
        };
        return handler;
    });
    Socket socket(between.server->addresses()[0]);
    socket.send(
        "POST /attach HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: tcp\r\n"
        "Content-Length: 0\r\n\r\n");
    EXPECT_EQ(socket.read_until("\r\n\r\n"),
              "HTTP/1.1 101 Switching Protocols\r\nUpgrade: tcp\r\nConnection: Upgrade\r\n\r\n");
    socket.send("one");
    EXPECT_EQ(socket.read_until(">"), "<one>");
    socket.end();
    EXPECT_EQ(socket.read_all(), "end");
    socket.close();
    const auto kept = between.kept();
    ASSERT_EQ(kept.size(), 1U);
    const cassette::Exchange exchange = kept[0].taking.exchange();
    EXPECT_EQ(exchange.framing, cassette::Framing::Raw);
    EXPECT_EQ(cassette::bytes_of(exchange.output, cassette::From::FrameIn), "one");
    EXPECT_EQ(cassette::bytes_of(exchange.output, cassette::From::FrameOut), "<one>end");
    EXPECT_EQ(exchange.output.end, cassette::StreamEnd::Complete);
}

// Answers whatever comes first on one connection.
class Hasty {
public:
    explicit Hasty(std::string answer) : fd_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
        sockaddr_in name{};
        name.sin_family = AF_INET;
        name.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        socklen_t size = sizeof name;
        EXPECT_EQ(::bind(fd_.get(), reinterpret_cast<sockaddr*>(&name), size), 0);
        EXPECT_EQ(::listen(fd_.get(), 1), 0);
        ::getsockname(fd_.get(), reinterpret_cast<sockaddr*>(&name), &size);
        port_ = ntohs(name.sin_port);
        thread_ = std::thread([this, answer = std::move(answer)] {
            const io::Fd one(::accept(fd_.get(), nullptr, nullptr));
            char bytes[4096];
            (void)::recv(one.get(), bytes, sizeof bytes, 0);
            (void)::send(one.get(), answer.data(), answer.size(), MSG_NOSIGNAL);
            while (::recv(one.get(), bytes, sizeof bytes, 0) > 0) {
            }
        });
    }
    ~Hasty() { thread_.join(); }
    Hasty(const Hasty&) = delete;
    Hasty& operator=(const Hasty&) = delete;
    std::string url() const { return "http://127.0.0.1:" + std::to_string(port_); }

private:
    io::Fd fd_;
    std::uint16_t port_ = 0;
    std::thread thread_;
};

TEST(Relay, AServiceMayNotSwitchBeforeItHasTheRequest) {
    const Hasty hasty(
        "HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n");
    RelayOptions options;
    options.doors.push_back({RelayDoor::Kind::Reverse, http::parse_url(hasty.url()).value(), {}});
    Between between(echo(), options);
    Socket socket(between.server->addresses()[0]);
    socket.send(
        "POST /attach HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: x\r\n"
        "Content-Length: 5\r\n\r\n");
    EXPECT_EQ(socket.read_until("\r\n"), "HTTP/1.1 502 Bad Gateway\r\n");
    EXPECT_TRUE(socket.read_until("relay.cannot_switch").ends_with("relay.cannot_switch"));
}

TEST(Relay, ATunnelNeedsHttp1) {
    RelayOptions options;
    options.doors.push_back({RelayDoor::Kind::Forward, {}, {}});
    options.allowed = AllowList({"a.test"});
    Between between(echo(), options);
    Socket socket(between.server->addresses()[0]);
    const std::string fields = std::string("\x02\x07") + "CONNECT" + "\x01\x0a" + "a.test:443";
    std::string frames = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
    frames += std::string("\0\0\0\4\0\0\0\0\0", 9);  // SETTINGS
    frames += std::string("\0\0", 2) + static_cast<char>(fields.size());
    frames += std::string("\1\5\0\0\0\1", 6) + fields;  // HEADERS, the end of the stream
    socket.send(frames);
    EXPECT_TRUE(socket.read_until("relay.no_tunnel").ends_with("relay.no_tunnel"));
}

TEST(Relay, AClientThatLeavesIsNotWaitedFor) {
    std::atomic<int> gone{0};
    class Leaving final : public io::Handler {
    public:
        explicit Leaving(std::atomic<int>& gone) : gone_(gone) {}
        void on_gone() override { ++gone_; }

    private:
        std::atomic<int>& gone_;
    };
    Between between([&](const ExchangePtr& exchange) {
        if (exchange->request().target == "/begun") {
            exchange->respond(head_of(200), std::nullopt);
            exchange->piece("first");
        }
        return std::make_unique<Leaving>(gone);
    });
    Socket begun(between.server->addresses()[0]);
    begun.send("GET /begun HTTP/1.1\r\nHost: x\r\n\r\n");
    begun.read_until("first");
    begun.close();
    Socket silent(between.server->addresses()[0]);
    silent.send("GET /silent HTTP/1.1\r\nHost: x\r\n\r\n");
    while (between.relay->counts().calls < 2) std::this_thread::yield();
    silent.close();
    const auto kept = between.kept();
    ASSERT_EQ(kept.size(), 1U);
    EXPECT_EQ(kept[0].taking.exchange().output.end, cassette::StreamEnd::Cut);
    EXPECT_EQ(between.relay->counts().left, 1U);
    EXPECT_EQ(between.relay->counts().lost, 0U);
}

TEST(Relay, ASlowReaderHoldsTheServiceBack) {
    static constexpr std::size_t kMuch = std::size_t{64} * 1024 * 1024;
    std::atomic<std::size_t> sent{0};
    class Much final : public io::Handler {
    public:
        Much(ExchangePtr exchange, std::atomic<std::size_t>& sent)
            : exchange_(std::move(exchange)), sent_(sent) {
            exchange_->respond(head_of(200, {{"Content-Length", std::to_string(kMuch)}}), kMuch);
        }
        void on_end(const http::Headers&) override { on_drained(); }
        void on_drained() override {
            const std::string some(std::size_t{64} * 1024, 'x');
            while (sent_ < kMuch && exchange_->backlog() <= io::Exchange::kFull) {
                sent_ += some.size();
                exchange_->piece(some);
            }
            if (sent_ == kMuch) exchange_->finish();
        }

    private:
        ExchangePtr exchange_;
        std::atomic<std::size_t>& sent_;
    };
    Between between(
        [&](const ExchangePtr& exchange) { return std::make_unique<Much>(exchange, sent); });
    Socket socket(between.server->addresses()[0]);
    socket.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
    socket.read_until("\r\n\r\n");
    // Nobody reads: the service comes to a stop long before its end.
    std::size_t before = 1;
    for (int quiet = 0; quiet < 50; quiet = sent == before ? quiet + 1 : 0) {
        before = sent;
        std::this_thread::sleep_for(2ms);
    }
    EXPECT_LT(sent, kMuch / 2);
    EXPECT_EQ(socket.count(kMuch), kMuch);
    EXPECT_EQ(between.kept().size(), 1U);
}

}  // namespace
}  // namespace understudy::serve
