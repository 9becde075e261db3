#include "io/impl/connection.hpp"

#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <utility>

#include "base/log.hpp"
#include "io/impl/busy.hpp"
#include "io/impl/served.hpp"

namespace understudy::io {

namespace {

constexpr int kReadsAtOnce = 16;  // then the other connections have their turn
constexpr std::size_t kLayers = 3;

}  // namespace

Connection::Connection(Ground& ground, Fd socket, std::size_t listener, std::string local_host)
    : ground_(ground), socket_(std::move(socket)), local_host_(std::move(local_host)) {
    origin_.listener = listener;
    deadline_ = ground.loop.now() + ground.options->patience.head;
}

Connection::~Connection() = default;

void Connection::start() {
    if (!ground_.loop.watch(socket_.get(), *this)) close_now();
}

void Connection::on_ready(Ready ready) {
    if (gone_) return;
    if (ready.ended) end_seen_ = true;
    if (ready.writable && !writable_) {
        writable_ = true;
        flush();
    }
    if (!ready.readable || gone_) return;
    readable_ = true;
    // Whoever does not read now would not learn that the peer has cut the connection.
    int problem = 0;
    socklen_t size = sizeof problem;
    if (ready.hung_up && !may_read() &&
        ::getsockopt(socket_.get(), SOL_SOCKET, SO_ERROR, &problem, &size) == 0 && problem != 0) {
        close_now();
        return;
    }
    read();
}

// A request that waits for earlier answers to leave is not read; see pump().
bool Connection::may_read() const {
    if (lingering_ || !codec_) return true;
    return codec_->wants_bytes() && (held_ == 0 || many_at_once_) && !is_full();
}

// Reads into the loop's one buffer: an idle connection owns none.
void Connection::read() {
    for (int turn = 0; readable_ && !gone_; ++turn) {
        if (!may_read()) return;
        if (turn == kReadsAtOnce) {
            turn_later();
            return;
        }
        const ssize_t got = ::recv(socket_.get(), ground_.buffer.data(), ground_.buffer.size(), 0);
        if (got > 0) {
            const auto size = static_cast<std::size_t>(got);
            // A short read has emptied the socket, and what comes later is a new edge; but an end
            // that was told with these bytes is not told again.
            if (size < ground_.buffer.size() && !end_seen_) readable_ = false;
            if (lingering_) continue;
            const Busy busy(busy_);
            got_ = true;
            take({ground_.buffer.data(), size}, 0);
        } else if (got == 0) {
            readable_ = false;
            peer_ended();
        } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
            readable_ = false;
        } else if (errno != EINTR) {
            close_now();
            return;
        }
        if (busy_ == 0 && !gone_) flush_later();
    }
}

void Connection::take(std::string_view bytes, std::size_t layer) {
    if (layer == layers_.size()) {
        take_plain(bytes);
        return;
    }
    Tls& tls = *layers_[layer];
    const bool was_open = tls.state() != Tls::State::Handshake;
    std::string plain;
    const Tls::State state = tls.feed(bytes, plain);
    if (!was_open && state != Tls::State::Handshake && state != Tls::State::Failed) {
        origin_.secure = true;
        origin_.server_name = tls.server_name();
        if (tls.protocol() == "h2") speak(http::make_h2_server(ground_.options->limits), true);
    }
    if (!plain.empty()) take(plain, layer + 1);
    if (gone_) return;
    if (state == Tls::State::Failed) {
        base::log(base::LogLevel::Debug, "TLS failed: " + tls.failure());
        fill_out();  // the alert
        write_out();
        close_politely();
    } else if (state == Tls::State::Ended) {
        peer_ended();
    }
}

void Connection::take_plain(std::string_view bytes) {
    if (lingering_) return;
    if (!codec_) {
        meet(bytes);
        return;
    }
    events_.clear();
    codec_->feed(bytes, events_);
    deal();
    pump();
}

// The first bytes say what is spoken: a TLS record, HTTP/2's preface, or else HTTP/1.1.
void Connection::meet(std::string_view bytes) {
    if (!first_.empty()) {
        first_ += bytes;
        bytes = first_;
    }
    if (bytes.empty()) return;
    if (bytes.front() == 0x16 && ground_.tls != nullptr && layers_.size() < kLayers) {
        const std::string hello(bytes);
        first_.clear();
        begin_tls();
        take(hello, layers_.size() - 1);
        return;
    }
    const std::size_t known = std::min(bytes.size(), http::kH2Preface.size());
    const bool preface = bytes.substr(0, known) == http::kH2Preface.substr(0, known);
    if (preface && known < http::kH2Preface.size()) {
        if (first_.empty()) first_ = bytes;
        return;
    }
    const http::Limits& limits = ground_.options->limits;
    speak(preface ? http::make_h2_server(limits) : http::make_h1_server(limits), preface);
    const std::string met = std::exchange(first_, {});
    take_plain(met.empty() ? bytes : std::string_view(met));
}

void Connection::begin_tls() {
    std::string_view host = local_host_;
    if (!origin_.tunnel.empty()) {
        host = origin_.tunnel;
        host = host.substr(0, host.rfind(':'));
        if (host.starts_with('[')) host = host.substr(1, host.size() - 2);
    }
    layers_.push_back(ground_.tls->open(host));
}

void Connection::speak(std::unique_ptr<http::ServerCodec> codec, bool many_at_once) {
    codec_ = std::move(codec);
    many_at_once_ = many_at_once;
    forget_deadline();  // a head's time is counted from its own first byte
    if (ground_.options->leaves_expectations) codec_->leave_expectations();
    if (ground_.draining) codec_->shut_down();
}

// A handler may make new events by ending its exchange, never while this loop runs over them
// (pump() does that), so the list does not grow here.
void Connection::deal() {
    for (http::Event& event : events_) {
        if (gone_ || !codec_) break;
        if (auto* began = std::get_if<http::RequestBegan>(&event)) {
            begin(*began);
        } else if (const auto* piece = std::get_if<http::BodyPiece>(&event)) {
            hand_piece(*piece);
        } else if (const auto* ended = std::get_if<http::Ended>(&event)) {
            if (Handler* handler = handler_of(ended->stream)) handler->on_end(ended->trailers);
        } else if (const auto* raw = std::get_if<http::RawPiece>(&event)) {
            if (Handler* handler = handler_of(raw->stream)) handler->on_piece(raw->bytes);
        } else if (const auto* raw_end = std::get_if<http::RawEnded>(&event)) {
            if (Handler* handler = handler_of(raw_end->stream)) handler->on_end({});
        } else if (const auto* reset = std::get_if<http::StreamReset>(&event)) {
            drop(reset->stream);
        } else if (const auto* refused = std::get_if<http::Refused>(&event)) {
            base::log(base::LogLevel::Debug, "refused: " + base::message(refused->error));
            if (refused->stream != 0) {
                drop(refused->stream);
            } else {
                drop_all();
            }
        }
    }
    events_.clear();
}

void Connection::hand_piece(const http::BodyPiece& piece) {
    if (Handler* handler = handler_of(piece.stream)) handler->on_piece(piece.bytes);
    if (!many_at_once_ || gone_ || !codec_) return;
    // HTTP/2 lets the peer send more once we say so: a held exchange says nothing.
    Entry* entry = find(piece.stream);
    if (entry != nullptr && entry->exchange->is_held()) {
        entry->unread += piece.bytes.size();
    } else {
        codec_->consumed(piece.stream, piece.bytes.size());
    }
}

// Exchanges end while their events are dealt with; HTTP/1.1 then goes on with what waited, but not
// while much of the earlier answers is still here: a client that only asks and never reads would
// fill our memory.
void Connection::pump() {
    while (!gone_ && codec_) {
        forget_finished();
        if (gone_) return;
        if (intercepted_ != 0) {
            intercept(std::exchange(intercepted_, 0));
            return;
        }
        paused_ = is_full();
        if (paused_) break;
        codec_->feed({}, events_);
        if (events_.empty()) break;
        deal();
    }
    set_deadline();
}

void Connection::begin(http::RequestBegan& event) {
    auto exchange = std::make_shared<Served>(*this, event, origin_);
    forget_deadline();  // the next head has its own time, even if it is here already
    entries_.push_back({exchange, nullptr, false, 0});
    auto handler = (*ground_.accept)(exchange);
    // The handler may have closed the connection while it was made.
    if (Entry* entry = find(event.stream); entry != nullptr) entry->handler = std::move(handler);
}

Connection::Entry* Connection::find(http::StreamId stream) {
    for (Entry& entry : entries_) {
        if (entry.exchange->stream() == stream) return &entry;
    }
    return nullptr;
}

Handler* Connection::handler_of(http::StreamId stream) {
    const Entry* entry = find(stream);
    return entry == nullptr || entry->exchange->is_finished() ? nullptr : entry->handler.get();
}

void Connection::drop(http::StreamId stream) {
    const auto found = std::find_if(entries_.begin(), entries_.end(), [&](const Entry& entry) {
        return entry.exchange->stream() == stream;
    });
    if (found == entries_.end()) return;
    Entry entry = std::move(*found);
    entries_.erase(found);
    release(entry);
    ground_.retire(std::move(entry.handler), entry.exchange->is_finished());
}

void Connection::drop_all() {
    while (!entries_.empty()) drop(entries_.back().exchange->stream());
}

void Connection::release(Entry& entry) {
    if (entry.exchange->is_held()) --held_;
    if (entry.unread > 0 && codec_) codec_->consumed(entry.exchange->stream(), entry.unread);
    entry.exchange->let_go();
}

void Connection::forget_finished() {
    for (std::size_t i = 0; i < entries_.size();) {
        if (!entries_[i].exchange->is_finished()) {
            ++i;
            continue;
        }
        // Its handler goes last, and whatever its destructor does finds the list in order.
        Entry done = std::move(entries_[i]);
        entries_.erase(entries_.begin() + static_cast<std::ptrdiff_t>(i));
        release(done);
    }
}

void Connection::hold(Served& exchange, bool held) {
    if (held) {
        ++held_;
    } else {
        --held_;
        if (Entry* entry = find(exchange.stream()); entry != nullptr && entry->unread > 0) {
            codec_->consumed(exchange.stream(), std::exchange(entry->unread, 0));
        }
    }
    if (busy_ > 0) return;
    set_deadline();
    if (held) return;
    flush();
    // Never from here: this may be the call of a handler whose bytes lie in the loop's buffer.
    if (!gone_ && readable_) turn_later();
}

void Connection::peer_ended() {
    if (read_ended_) return;
    read_ended_ = true;
    if (lingering_ || !codec_) {
        close_now();
        return;
    }
    const Busy busy(busy_);
    events_.clear();
    codec_->feed_end(events_);
    deal();
    pump();
    // Nobody will ever answer these, and that was all the client was still there for.
    const bool hangs = std::any_of(entries_.begin(), entries_.end(),
                                   [](const Entry& entry) { return entry.exchange->hangs(); });
    if (hangs) close_now();
}

// --- CONNECT: what was a proxy's connection becomes one to the host that was asked for.

void Connection::intercept(http::StreamId stream) {
    origin_.tunnel =
        find(stream) == nullptr ? std::string() : find(stream)->exchange->request().target;
    add_out(false);  // the answer goes out first; what follows it is spoken in another protocol
    write_out();
    if (gone_) return;
    http::Events rest;
    codec_->feed({}, rest);
    std::string bytes;
    for (const http::Event& event : rest) {
        if (const auto* raw = std::get_if<http::RawPiece>(&event)) bytes += raw->bytes;
    }
    drop_all();
    codec_.reset();
    many_at_once_ = false;
    forget_deadline();
    set_deadline();
    if (!bytes.empty()) meet(bytes);
}

}  // namespace understudy::io
