// A client on the test's own thread, answers that note what they heard, and servers that say what
// a test wants said, right or wrong.
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "io/client.hpp"
#include "io/impl/server_testing.hpp"

namespace understudy::io {

class Caught final : public Answer {
public:
    void on_response(const http::ResponseHead& got) override {
        statuses.push_back(got.status);
        head = got;
        if (when_response) when_response();
    }
    void on_piece(std::string_view bytes) override {
        body += bytes;
        ++pieces;
        if (when_piece) when_piece();
    }
    void on_end(const http::Headers& got) override {
        trailers = got;
        ++ends;
        if (when_over) when_over();
    }
    void on_failed(const base::Error& got) override {
        error = got;
        ++ends;
        if (when_over) when_over();
    }
    bool is_over() const { return ends > 0; }
    int status() const { return statuses.empty() ? 0 : statuses.back(); }
    // What the error says, or `200 body`.
    std::string told() const {
        return error ? base::message(*error) : std::to_string(status()) + ' ' + body;
    }

    std::vector<int> statuses;
    http::ResponseHead head;
    std::string body;
    http::Headers trailers;
    std::optional<base::Error> error;
    int pieces = 0;
    int ends = 0;  // one, and no more
    std::function<void()> when_response;
    std::function<void()> when_piece;
    std::function<void()> when_over;
};

class TestClient {
public:
    explicit TestClient(ClientOptions options = {}) : loop(std::make_shared<Loop>()) {
        auto made = Client::make(loop, std::move(options));
        if (!made) {
            ADD_FAILURE() << base::render(made.error());
            return;
        }
        client = std::move(*made);
    }
    std::shared_ptr<Call> begin(std::string_view url, Answer& answer, std::string method = "GET",
                                http::Length length = 0,
                                std::optional<std::chrono::milliseconds> limit = std::nullopt) {
        http::RequestHead head;
        head.method = std::move(method);
        return begin(url, std::move(head), length, answer, limit);
    }
    std::shared_ptr<Call> begin(std::string_view url, http::RequestHead head, http::Length length,
                                Answer& answer,
                                std::optional<std::chrono::milliseconds> limit = std::nullopt) {
        auto call = client->begin(url, std::move(head), length, answer, limit);
        if (!call) {
            ADD_FAILURE() << base::render(call.error());
            return nullptr;
        }
        return std::move(*call);
    }
    template <class Condition>
    bool until(const Condition& condition) {
        const auto deadline = std::chrono::steady_clock::now() + kLongEnough;
        while (!condition()) {
            if (std::chrono::steady_clock::now() > deadline) return false;
            loop->turn(std::chrono::milliseconds(5));
        }
        return true;
    }
    // One whole call.
    std::string get(std::string_view url) {
        Caught answer;
        const auto call = begin(url, answer);
        EXPECT_TRUE(until([&] { return answer.is_over(); }));
        EXPECT_EQ(answer.ends, 1);
        return answer.told();
    }
    std::string send(std::string method, std::string_view url, std::string_view body) {
        Caught answer;
        const auto call = begin(url, answer, std::move(method), body.size());
        call->piece(body);
        call->finish();
        EXPECT_TRUE(until([&] { return answer.is_over(); }));
        EXPECT_EQ(answer.ends, 1);
        return answer.told();
    }

    std::shared_ptr<Loop> loop;
    std::unique_ptr<Client> client;
};

// A server that is a thread and a list of what to do with one connection after the other.
class RawServer {
public:
    using Deal = std::function<void(Wire&)>;

    explicit RawServer(std::vector<Deal> deals) : address_(parse_address("127.0.0.1:0").value()) {
        auto socket = listen_on(address_, false, true);
        EXPECT_TRUE(socket);
        socket_ = std::move(*socket);
        thread_ = std::thread([this, deals = std::move(deals)] {
            for (const Deal& deal : deals) {
                pollfd one{socket_.get(), POLLIN, 0};
                ::poll(&one, 1, static_cast<int>(kLongEnough.count()) * 1000);
                Fd client(::accept4(socket_.get(), nullptr, nullptr, SOCK_CLOEXEC));
                if (!client) return;
                const timeval bound{kLongEnough.count(), 0};
                ::setsockopt(client.get(), SOL_SOCKET, SO_RCVTIMEO, &bound, sizeof bound);
                Wire wire(std::move(client));
                deal(wire);
            }
        });
    }
    ~RawServer() {
        ::shutdown(socket_.get(), SHUT_RDWR);
        thread_.join();
    }
    RawServer(const RawServer&) = delete;
    RawServer& operator=(const RawServer&) = delete;

    const Address& address() const { return address_; }
    std::string url(std::string_view path) const { return address_.url() + std::string(path); }

private:
    Address address_;
    Fd socket_;
    std::thread thread_;
};

// An address where nobody listens, for now.
inline Address nobody() {
    Address address = parse_address("127.0.0.1:0").value();
    const auto socket = listen_on(address, false, true);
    EXPECT_TRUE(socket);
    return address;
}

}  // namespace understudy::io
