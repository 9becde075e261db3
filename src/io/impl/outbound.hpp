// One connection of the client: name, TCP, proxy, TLS, and then exchanges until it is of no more
// use. Lives on one loop; its pool owns it.
//
//     resolving ─► connecting ─► [CONNECT] ─► [TLS] ─► open ─► gone
#pragma once

#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "io/client.hpp"
#include "io/fd.hpp"
#include "io/impl/resolve.hpp"
#include "io/impl/tls.hpp"

namespace understudy::io {

class Outbound;

// One call, from the moment it is begun. Waits in its pool until a connection takes it.
class Outgoing final : public Call, public std::enable_shared_from_this<Outgoing> {
public:
    void piece(std::string_view bytes) override;
    void finish(const http::Headers& trailers) override;
    void cancel() override;
    std::size_t backlog() const override;
    void hold(bool wanted) override;
    bool is_over() const override { return answer == nullptr && !sends_only; }

    void fail(const base::Error& error);
    void sever();  // from connection and timer

    std::shared_ptr<Loop> loop;
    http::Url url;
    http::RequestHead head;
    http::Length length;
    Answer* answer = nullptr;  // null: it hears no more
    Outbound* connection = nullptr;
    http::StreamId stream = 0;
    std::string body;  // all of it so far: sent when a connection is there, kept to send it anew
    bool kept_whole = true;  // `body` still begins at the beginning
    bool finished = false;
    bool answered = false;  // something of an answer came
    bool retried = false;
    bool sends_only = false;  // upgraded, and the server has ended its direction
    bool held = false;
    bool full = false;       // its backlog was past kFull; it will be told when it is not
    std::size_t unread = 0;  // of the answer, handed out while it was held (HTTP/2)
    http::Headers trailers;
    Loop::Timer timer = Loop::Timer::None;
};

// What a connection tells its pool.
class OutboundOwner {
public:
    virtual void on_room(Outbound& connection) = 0;  // it can take a call
    // The server says that it never looked at this call: it may be made anew.
    virtual void on_refused(Outbound& connection, std::shared_ptr<Outgoing> call) = 0;
    // It is over; calls that may be made anew are handed back.
    virtual void on_gone(Outbound& connection, std::vector<std::shared_ptr<Outgoing>> again) = 0;

protected:
    ~OutboundOwner() = default;
};

class Outbound final : public Watcher {
public:
    Outbound(OutboundOwner& owner, std::shared_ptr<Loop> loop, const ClientOptions& options,
             const TlsClient* tls, http::Url url, const http::Url* proxy);
    ~Outbound();

    void start();
    // Before an HTTP/2 server has said how many calls it takes at once, it is asked for one.
    bool has_room() const {
        return stage_ == Stage::Open && codec_->can_begin() && (!is_unheard() || calls_.empty());
    }
    bool is_opening() const { return stage_ < Stage::Open || is_unheard(); }
    bool is_fresh() const { return !was_open_; }   // never got as far as Open
    bool is_shared() const { return is_shared_; }  // carries several calls at once (HTTP/2)
    void take(const std::shared_ptr<Outgoing>& call);
    void drop(Outgoing& call);  // cancelled
    void hold_changed(Outgoing& call);
    // The server has closed it, and we have not got round to noticing. Asked before a call that
    // could not be made anew is given to a connection that was used before.
    bool has_died_quietly(const Outgoing& call) const;
    void close_as_dead() { close(lost("the server closed it")); }
    void send(Outgoing& call, std::string_view bytes);
    void end(Outgoing& call);
    std::size_t backlog(const Outgoing& call) const;
    void on_ready(Ready ready) override;
    void close(const base::Error& error);
    void cancel_all();  // the client goes: nobody is told
    const base::Error& last_error() const { return last_error_; }  // once gone

private:
    enum class Stage : std::uint8_t { Resolving, Connecting, Tunnel, Tls, Open, Gone };

    bool is_unheard() const { return stage_ == Stage::Open && is_shared_ && !was_heard_; }
    void try_next();
    void connected();
    void begin_tunnel();
    void begin_tls();
    void opened(std::string_view protocol);
    void connect_to_socket();
    bool may_connect(const Target& target);
    void read();
    bool is_held() const;
    void read_later();
    void take_bytes(std::string_view bytes);
    void take_plain(std::string_view bytes);
    void take_tunnel(const http::Events& events);
    void deal(http::Events& events);
    void peer_ended();
    void flush();
    void write();
    void notice_drained();
    void tell_drained();
    void end_raw(http::StreamId stream);
    void after_events();
    void look_again();
    Outgoing* find(http::StreamId stream);
    std::shared_ptr<Outgoing> remove(http::StreamId stream);
    base::Error lost(std::string_view why) const;

    OutboundOwner& owner_;
    std::shared_ptr<Loop> loop_;
    const ClientOptions& options_;
    const TlsClient* tls_;
    http::Url url_;
    std::optional<http::Url> proxy_;
    std::string where_;  // host:port we connect to
    Stage stage_ = Stage::Resolving;
    std::unique_ptr<Lookup> lookup_;
    std::vector<Target> targets_;
    std::size_t next_target_ = 0;
    std::string connect_why_;
    std::string not_allowed_;  // an address that was passed over
    Fd socket_;
    std::unique_ptr<Tls> layer_;
    std::unique_ptr<http::ClientCodec> codec_;
    std::vector<std::shared_ptr<Outgoing>> calls_;
    std::string out_;
    std::size_t out_at_ = 0;
    Loop::Timer timer_ = Loop::Timer::None;    // to connect in time; then to be kept no longer
    Loop::Timer again_ = Loop::Timer::None;    // look_again() is on its way
    Loop::Timer reading_ = Loop::Timer::None;  // read() is to go on
    Loop::Timer telling_ = Loop::Timer::None;  // tell_drained() is on its way
    http::Events later_;                       // what the codec noticed while it was sending
    bool writable_ = true;
    bool unread_ = false;      // reading stopped for a call that is held
    bool read_ended_ = false;  // and our direction goes on
    bool used_ = false;        // it has answered a call before
    bool half_closed_ = false;
    bool was_open_ = false;
    bool is_shared_ = false;
    bool was_heard_ = false;  // the server has spoken its protocol
    unsigned busy_ = 0;
    base::Error last_error_;
};

}  // namespace understudy::io
