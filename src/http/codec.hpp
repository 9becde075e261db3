// The two faces of a protocol: what a server and what a client need, the same for HTTP/1.1 and
// HTTP/2. A codec turns bytes into events and sends into bytes; it knows nothing of sockets, time,
// threads or files.
//
//     auto codec = make_h1_server(limits);
//     codec->feed("GET / HTTP/1.1\r\nHost: x\r\n\r\n", events);   // RequestBegan, Ended
//     codec->respond(1, {.status = 200}, 2);
//     codec->piece(1, "ok");
//     codec->finish(1);
//     codec->drain(out, 65536);                                    // the answer's bytes
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "http/event.hpp"

namespace understudy::http {

struct Limits {
    std::size_t head_bytes = std::size_t{64} * 1024;             // 431
    std::size_t header_count = 256;                              // 431
    std::size_t target_bytes = std::size_t{16} * 1024;           // 414
    std::uint64_t body_bytes = std::uint64_t{64} * 1024 * 1024;  // 413
    std::size_t streams = 256;  // HTTP/2: exchanges at once on a connection
};

// Length of a body: known, or told by its end.
using Length = std::optional<std::uint64_t>;

// What a server's connection waits for, to know which patience applies.
enum class Phase : std::uint8_t {
    Idle,     // the next request
    Head,     // the rest of a head
    Body,     // the rest of a body
    Working,  // the application, or the peer's reading
};

class ServerCodec {
public:
    virtual ~ServerCodec() = default;

    // Takes the peer's next bytes and appends what they mean. Feeding nothing takes up what an
    // earlier exchange kept waiting (HTTP/1.1 answers one request after the other).
    virtual void feed(std::string_view bytes, Events& events) = 0;
    virtual void feed_end(Events& events) = 0;  // the peer sends no more

    // A client that sends `Expect: 100-continue` is told to go on as soon as its head is read.
    // After this call it is the application that tells it, by an answer 100 or by its final one.
    virtual void leave_expectations() = 0;

    // The head of the answer; leaves at once, before any body exists. Informational heads (1xx but
    // 101) may come first. What the head lacks for its framing is added, what it has is left; to
    // HEAD without a length nothing is added.
    virtual void respond(StreamId stream, const ResponseHead& head, Length length) = 0;
    virtual void piece(StreamId stream, std::string_view bytes) = 0;
    // Nothing more is told of an exchange after this, even if its request has not ended: the rest
    // of that is dropped.
    virtual void finish(StreamId stream, const Headers& trailers) = 0;
    void finish(StreamId stream) { finish(stream, {}); }
    // Head, body and end in one: what most answers are.
    virtual void answer(StreamId stream, const ResponseHead& head, std::string_view body) = 0;
    // Answers 101, or 2xx to CONNECT: from here raw bytes both ways, sent with piece(), ended with
    // finish(). False where the protocol has no such thing (HTTP/2) or the request has not ended.
    virtual bool upgrade(StreamId stream, const ResponseHead& head) = 0;
    // Gives up one exchange: HTTP/2 resets the stream, HTTP/1.1 can only close.
    virtual void reset(StreamId stream, std::uint32_t code) = 0;
    // No new exchanges: GOAWAY, or Connection: close on the next answer. `last` false leaves the
    // newest exchange unprocessed as far as the peer can tell (HTTP/2).
    virtual void shut_down(std::uint32_t code, bool last) = 0;
    void shut_down() { shut_down(0, true); }
    // Bytes for the wire as they are: for faults. False where there is no such thing (HTTP/2).
    virtual bool send_raw(std::string_view bytes) = 0;
    // Answers `status` and closes: the connection's time ran out or its owner has had enough.
    virtual void refuse(const base::Error& error, int status) = 0;

    // The application has dealt with so many bytes of the body: HTTP/2 lets the peer send more.
    virtual void consumed(StreamId stream, std::size_t bytes) = 0;
    // Appends what is ready to be sent, about `room` bytes at most, in order. False: nothing left.
    virtual bool drain(std::string& out, std::size_t room) = 0;
    virtual std::size_t backlog(StreamId stream) const = 0;  // sent but not drained
    virtual bool wants_bytes() const = 0;  // false: enough is waiting, read on later
    virtual bool wants_close() const = 0;  // once everything is drained
    // Our direction is over once everything is drained, the peer's goes on (raw bytes).
    virtual bool wants_half_close() const = 0;
    virtual Phase phase() const = 0;
};

class ClientCodec {
public:
    virtual ~ClientCodec() = default;

    virtual void feed(std::string_view bytes, Events& events) = 0;
    virtual void feed_end(Events& events) = 0;

    // Begins an exchange; piece() and finish() send its body. `length` 0: no body, no finish needed
    // but allowed. Only when can_begin().
    virtual StreamId request(const RequestHead& head, Length length) = 0;
    virtual void piece(StreamId stream, std::string_view bytes) = 0;
    virtual void finish(StreamId stream, const Headers& trailers) = 0;
    void finish(StreamId stream) { finish(stream, {}); }
    virtual void reset(StreamId stream, std::uint32_t code) = 0;

    virtual void consumed(StreamId stream, std::size_t bytes) = 0;
    virtual bool drain(std::string& out, std::size_t room) = 0;
    virtual std::size_t backlog(StreamId stream) const = 0;
    virtual bool can_begin() const = 0;         // room for one more exchange now
    virtual bool wants_close() const = 0;       // of no further use once its exchanges are over
    virtual bool wants_half_close() const = 0;  // raw bytes: ours are all sent
};

std::unique_ptr<ServerCodec> make_h1_server(const Limits& limits);
std::unique_ptr<ClientCodec> make_h1_client(const Limits& limits);
std::unique_ptr<ServerCodec> make_h2_server(const Limits& limits);
std::unique_ptr<ClientCodec> make_h2_client(const Limits& limits);

// The first bytes of every HTTP/2 connection.
inline constexpr std::string_view kH2Preface = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";

}  // namespace understudy::http
