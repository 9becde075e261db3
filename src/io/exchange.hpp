// The two sides of one request at a server: the Exchange answers it, the Handler learns of it.
//
//     class Hello final : public Handler {
//         explicit Hello(std::shared_ptr<Exchange> exchange) : exchange_(std::move(exchange)) {}
//         void on_end(const http::Headers&) override { exchange_->answer({.status = 200}, "hello");
//         }
//     };
//
// Both live on the loop of their connection; another thread posts to exchange->loop(). An exchange
// may be kept when its client has left: it then does nothing, and is_open() says so.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "http/codec.hpp"
#include "http/fault.hpp"
#include "io/loop.hpp"

namespace understudy::io {

// How a request reached us.
struct Origin {
    std::size_t listener = 0;  // index of the address it came in by
    bool secure = false;       // through TLS
    std::string server_name;   // the name the client asked for in TLS; may be empty
    std::string tunnel;        // host:port it had CONNECTed to; empty: it came directly
};

class Exchange {
public:
    virtual ~Exchange() = default;

    virtual const http::RequestHead& request() const = 0;
    virtual const Origin& origin() const = 0;
    virtual Loop& loop() = 0;
    virtual bool is_open() const = 0;
    virtual bool has_body() const = 0;  // of the request; without one its end follows at once

    // The answer: head first (it leaves at once), then pieces, then the end; or all in one.
    virtual void respond(const http::ResponseHead& head, http::Length length) = 0;
    virtual void piece(std::string_view bytes) = 0;
    virtual void finish(const http::Headers& trailers) = 0;
    void finish() { finish({}); }
    virtual void answer(const http::ResponseHead& head, std::string_view body) = 0;

    // Raw bytes both ways from here (101). False: not possible here (HTTP/2, body unread).
    virtual bool upgrade(const http::ResponseHead& head) = 0;
    // For CONNECT: answers 200 and then plays the host that was asked for, TLS included. The
    // requests inside come as exchanges of their own, with origin().tunnel set; the handler of this
    // one is told on_gone.
    virtual bool intercept() = 0;
    // Gives up: a TCP reset, or HTTP/2's RST_STREAM with this code. Nobody is told on_gone.
    virtual void reset(std::uint32_t code) = 0;
    // Ends the answer before its end, once what was sent of it has left: the client sees it broken
    // off by a connection that closes or, `hard`, by a reset; by HTTP/2's RST_STREAM with this
    // code. The handler is told on_gone.
    virtual void break_off(bool hard, std::uint32_t code) = 0;
    // Everything answered from here on goes through the fault.
    virtual void spoil(std::unique_ptr<http::WireFault> fault) = 0;

    // Bytes answered that have not left yet. Past kFull a polite producer waits for on_drained.
    virtual std::size_t backlog() const = 0;
    static constexpr std::size_t kFull = std::size_t{256} * 1024;

    // While held, no more of the request's body is read; what is on its way still comes: some 64
    // KiB, or the stream's window of HTTP/2, where other exchanges of the connection go on.
    virtual void hold(bool held) = 0;
};

class Handler {
public:
    virtual ~Handler() = default;
    virtual void on_piece(std::string_view /*bytes*/) {}       // of the body, or raw
    virtual void on_end(const http::Headers& /*trailers*/) {}  // of the request, or half-close
    virtual void on_drained() {}                               // the backlog is small again
    // The client left or gave up before the answer was finished; the last call. A client that only
    // ends its own direction has not left: it is told when writing shows it, or in the end by
    // Patience::idle.
    virtual void on_gone() {}
};

}  // namespace understudy::io
