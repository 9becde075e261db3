// A server for one test, and handlers that do what the test says and note what they saw.
#pragma once

#include <gtest/gtest.h>

#include <condition_variable>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "io/impl/wire_testing.hpp"
#include "io/server.hpp"

namespace understudy::io {

// What happened on other threads, in order.
class Seen {
public:
    void add(std::string what) {
        const std::lock_guard lock(mutex_);
        all_.push_back(std::move(what));
        changed_.notify_all();
    }
    // False: it did not happen so often in a long time.
    bool wait_for(std::string_view what, std::size_t times = 1) {
        std::unique_lock lock(mutex_);
        return changed_.wait_for(lock, kLongEnough, [&] { return count_now(what) >= times; });
    }
    std::size_t count(std::string_view what) {
        const std::lock_guard lock(mutex_);
        return count_now(what);
    }
    std::vector<std::string> all() {
        const std::lock_guard lock(mutex_);
        return all_;
    }

private:
    std::size_t count_now(std::string_view what) const {
        return static_cast<std::size_t>(std::count(all_.begin(), all_.end(), what));
    }
    std::mutex mutex_;
    std::condition_variable changed_;
    std::vector<std::string> all_;
};

// A handler made of functions.
class Scripted final : public Handler {
public:
    void on_piece(std::string_view bytes) override {
        if (piece) piece(bytes);
    }
    void on_end(const http::Headers& trailers) override {
        if (end) end(trailers);
    }
    void on_drained() override {
        if (drained) drained();
    }
    void on_gone() override {
        if (gone) gone();
    }

    std::function<void(std::string_view)> piece;
    std::function<void(const http::Headers&)> end;
    std::function<void()> drained;
    std::function<void()> gone;
};

using ExchangePtr = std::shared_ptr<Exchange>;

inline http::ResponseHead ok() {
    http::ResponseHead head;
    head.status = 200;
    return head;
}

// Answers with `GET /path` and the body it got; notes requests and who has left.
inline Accept echo(Seen& seen) {
    return [&seen](const ExchangePtr& exchange) {
        const auto body = std::make_shared<std::string>();
        const std::string asked = exchange->request().method + ' ' + exchange->request().target;
        seen.add(asked);
        auto handler = std::make_unique<Scripted>();
        handler->piece = [body](std::string_view bytes) { *body += bytes; };
        handler->end = [body, asked, exchange](const http::Headers&) {
            exchange->answer(ok(), body->empty() ? asked : asked + ' ' + *body);
        };
        handler->gone = [&seen, asked] { seen.add("gone " + asked); };
        return handler;
    };
}

inline ServerOptions one_loop() {
    ServerOptions options;
    options.loops = 1;
    options.patience.drain = std::chrono::milliseconds(200);  // for what a test leaves unanswered
    return options;
}

class TestServer {
public:
    explicit TestServer(Accept accept, ServerOptions options = one_loop()) {
        auto server = Server::start(std::move(options), std::move(accept));
        if (!server) {
            ADD_FAILURE() << base::render(server.error());
            return;
        }
        server_ = std::move(*server);
    }
    Server& operator*() const { return *server_; }
    Server* operator->() const { return server_.get(); }
    const Address& address() const { return server_->addresses()[0]; }
    std::string url(std::string_view path) const { return address().url() + std::string(path); }
    // https://localhost:PORT/path
    std::string secure_url(std::string_view path) const {
        return "https://localhost:" + std::to_string(address().port) + std::string(path);
    }
    bool is_empty() const {
        return soon([this] { return server_->connections() == 0; });
    }
    bool has(std::size_t connections) const {
        return soon([&] { return server_->connections() == connections; });
    }

private:
    std::unique_ptr<Server> server_;
};

// A certificate authority of the test's own, in a folder that goes with it.
class TestAuthority {
public:
    TestAuthority() {
        std::string name = std::filesystem::temp_directory_path() / "understudy-io-XXXXXX";
        root_ = ::mkdtemp(name.data());
        auto opened = Authority::open(root_ + "/ca");
        if (!opened) {
            ADD_FAILURE() << base::render(opened.error());
            return;
        }
        authority_ = std::make_shared<Authority>(std::move(*opened));
    }
    ~TestAuthority() { std::filesystem::remove_all(root_); }
    TestAuthority(const TestAuthority&) = delete;
    TestAuthority& operator=(const TestAuthority&) = delete;

    const std::shared_ptr<Authority>& get() const { return authority_; }
    std::string pem() const { return authority_->certificate_path(); }
    // Believes this authority.
    std::unique_ptr<TlsClient> client() const {
        auto client = TlsClient::make(pem());
        if (!client) ADD_FAILURE() << base::render(client.error());
        return std::move(client).value();
    }
    ServerOptions options() const {
        ServerOptions options = one_loop();
        options.authority = authority_;
        return options;
    }
    const std::string& root() const { return root_; }

private:
    std::string root_;
    std::shared_ptr<Authority> authority_;
};

}  // namespace understudy::io
