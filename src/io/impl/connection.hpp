// One client's connection at a server: bytes up through TLS and codec to handlers, answers down
// again. Lives on one loop.
//
//     socket ⇄ [TLS ...] ⇄ codec ⇄ served exchanges ⇄ handlers
//
// Which of these there are is found out from the first bytes, and found out anew inside a tunnel.
// connection.cpp is the way up, connection_send.cpp the way down and the end, connection_time.cpp
// knows how long to wait for what.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "io/fd.hpp"
#include "io/impl/ground.hpp"

namespace understudy::io {

class Served;

class Connection final : public Watcher, public std::enable_shared_from_this<Connection> {
public:
    Connection(Ground& ground, Fd socket, std::size_t listener, std::string local_host);
    ~Connection();

    void start();
    void on_ready(Ready ready) override;
    void look_at_time();  // deadlines
    void flush_now();     // what flush_later() put off
    void shut_down();     // gracefully
    void close_now();     // and tell the handlers

    std::size_t place = 0;  // in Ground::connections

private:
    friend class Served;
    struct Entry {
        std::shared_ptr<Served> exchange;
        std::unique_ptr<Handler> handler;
        bool full = false;       // its backlog was past kFull; it will be told when it is not
        std::size_t unread = 0;  // of its body, handed out while it was held (HTTP/2)
    };

    // --- up
    void read();
    bool may_read() const;
    void take(std::string_view bytes, std::size_t layer);
    void take_plain(std::string_view bytes);
    void meet(std::string_view bytes);  // first bytes of a protocol
    void begin_tls();
    void speak(std::unique_ptr<http::ServerCodec> codec, bool many_at_once);
    void deal();  // with events_
    void begin(http::RequestBegan& event);
    void hand_piece(const http::BodyPiece& piece);
    Handler* handler_of(http::StreamId stream);  // null: it wants to hear no more
    void drop(http::StreamId stream);
    void drop_all();
    void forget_finished();
    void release(Entry& entry);  // before it goes
    void peer_ended();
    void pump();  // what waited for an exchange to end
    void hold(Served& exchange, bool held);
    Entry* find(http::StreamId stream);
    void intercept(http::StreamId stream);

    // --- down
    void flush();
    void flush_later();
    bool write_out();
    void fill_out();
    void add_out(bool last);
    void spill(std::string_view bytes);  // past the codec: for faults
    void after_write();
    bool end_one();
    void cut();
    void settle();  // after an answer that came from outside our own calls
    void turn_later();
    void turn();
    void tell_drained();
    bool is_full() const;
    void close_politely();
    void close_hard();  // TCP reset

    enum class Wait : std::uint8_t { Nothing, Head, Body, Idle, Write, Linger };
    void set_deadline();
    void forget_deadline();
    Wait what_we_wait_for() const;
    std::chrono::milliseconds patience_for(Wait wait) const;
    bool is_stuck();

    Ground& ground_;
    Fd socket_;
    std::vector<std::unique_ptr<Tls>> layers_;  // outermost first
    std::unique_ptr<http::ServerCodec> codec_;
    std::string first_;  // bytes before the protocol is known
    std::string spilt_;
    std::string out_;
    std::size_t out_at_ = 0;
    http::Events events_;
    std::vector<Entry> entries_;
    Origin origin_;
    std::string local_host_;
    SteadyTime deadline_;  // of what we wait for
    SteadyTime stuck_since_ = SteadyTime::max();
    SteadyTime cut_since_ = SteadyTime::max();  // a reset waits for what the kernel has to send
    Wait wait_ = Wait::Head;
    http::StreamId intercepted_ = 0;
    unsigned busy_ = 0;          // calls of ours on the stack: flushing waits for the outermost
    unsigned held_ = 0;          // exchanges that want no more of their body now
    bool many_at_once_ = false;  // the codec carries several exchanges (HTTP/2)
    bool got_ = false;           // bytes came in since the deadline was set
    bool sent_ = false;          // bytes went out since then
    bool moved_ = false;         // bytes went out since we looked at the time
    bool turning_ = false;       // turn() is on its way
    bool to_flush_ = false;      // at the end of the loop's turn
    bool paused_ = false;        // a request waits until earlier answers have left
    bool readable_ = false;      // told so, and not read dry
    bool writable_ = true;
    bool end_seen_ = false;  // the end of the stream waits to be read
    bool read_ended_ = false;
    bool half_closed_ = false;  // our direction is over, and the peer knows
    bool lingering_ = false;    // all said; waiting for the peer to close
    bool gone_ = false;
};

}  // namespace understudy::io
