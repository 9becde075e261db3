// Calls to other servers: TLS with verification, HTTP/2 where the server offers it, connections
// kept for the next call, deadlines, proxies. What it does not do, on purpose: cookies, redirects,
// undoing content encodings. Whoever records must see what was really sent.
//
// After a 101 bytes go both ways, and each side ends its own: on_end says that the server has, and
// finish() that we have.
//
//     auto client = TRY(Client::make(loop, options));
//     auto call = client->begin("https://api.example.test/v1/x", head, 0, answer);
//
// Everything happens on the loop's thread. make_caller() gives the plain, waiting kind.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.hpp"
#include "http/codec.hpp"
#include "io/loop.hpp"
#include "io/proxy.hpp"

namespace understudy::io {

struct ClientOptions {
    std::string authorities;  // a PEM file of whom to trust; empty: the system's store
    Proxies proxies;
    bool offer_h2 = true;
    bool prior_h2 = false;  // HTTP/2 without asking, where there is no TLS to ask by
    std::string socket;     // a Unix socket to connect to, whatever the URL says
    // May this address be connected to? What a name stands for is known only when it was looked up.
    std::function<bool(std::string_view address)> may_reach;
    http::Limits limits{.body_bytes = std::uint64_t{1} << 30};
    std::size_t connections = 16;                                 // to one origin at once
    std::chrono::milliseconds connect{std::chrono::seconds(10)};  // name, TCP, proxy and TLS
    std::chrono::milliseconds keep{std::chrono::seconds(30)};     // an idle connection
};

// Learns of one call. on_end or on_failed is the last it hears.
class Answer {
public:
    virtual ~Answer() = default;
    virtual void on_response(const http::ResponseHead& head) = 0;  // 1xx too
    virtual void on_piece(std::string_view bytes) = 0;             // of the body, or raw after 101
    virtual void on_end(const http::Headers& trailers) = 0;
    virtual void on_failed(const base::Error& error) = 0;
    virtual void on_drained() {}  // what was sent of the request has mostly left
};

class Call {
public:
    virtual ~Call() = default;
    virtual void piece(std::string_view bytes) = 0;  // of the request's body
    virtual void finish(const http::Headers& trailers) = 0;
    void finish() { finish({}); }
    virtual void cancel() = 0;  // nothing more is heard of it
    // Bytes sent that have not left yet. Past kFull a polite sender waits for on_drained.
    virtual std::size_t backlog() const = 0;
    static constexpr std::size_t kFull = std::size_t{256} * 1024;
    // While held, no more of the answer's body is read; what is on its way still comes: some 64
    // KiB, or the stream's window of HTTP/2.
    virtual void hold(bool held) = 0;
    virtual bool is_over() const = 0;
};

class Client {
public:
    static base::Result<std::unique_ptr<Client>> make(std::shared_ptr<Loop> loop,
                                                      ClientOptions options);
    ~Client();  // cancels every call; not from within an Answer's call
    Client(const Client&) = delete;
    Client& operator=(const Client&) = delete;

    // Begins a call. The head's target, scheme and authority are made from the URL. `length` 0: no
    // body; none: pieces, then finish(). `limit` is for the whole call, to the end of the answer.
    // A call whose kept connection turns out to be dead before anything was answered is made anew,
    // once, if its method allows that (GET, HEAD, OPTIONS, PUT, DELETE, TRACE) and its body is at
    // hand; any call is that the server says it never looked at (HTTP/2's REFUSED_STREAM).
    base::Result<std::shared_ptr<Call>> begin(
        std::string_view url, http::RequestHead head, http::Length length, Answer& answer,
        std::optional<std::chrono::milliseconds> limit = std::nullopt);

    // The same with the target as the head has it, byte for byte; of the URL only scheme, host and
    // port count.
    std::shared_ptr<Call> begin_as_is(const http::Url& url, http::RequestHead head,
                                      http::Length length, Answer& answer);

    std::size_t connections() const;  // open or opening

private:
    struct State;
    explicit Client(std::shared_ptr<State> state);
    std::shared_ptr<State> state_;
};

// The waiting kind, with a loop of its own: for the batch verbs.
base::Result<std::unique_ptr<http::Caller>> make_caller(ClientOptions options,
                                                        std::chrono::milliseconds limit);

}  // namespace understudy::io
