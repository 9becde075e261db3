// The way down of a connection: answers through codec and TLS to the socket, and how it all ends.
#include <linux/sockios.h>
#include <sys/ioctl.h>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <utility>

#include "io/impl/busy.hpp"
#include "io/impl/connection.hpp"
#include "io/impl/served.hpp"

namespace understudy::io {

namespace {

constexpr std::size_t kRoom = std::size_t{64} * 1024;  // drained from the codec at a time
constexpr std::size_t kKeptCapacity = std::size_t{16} * 1024;

}  // namespace

void Connection::flush() {
    if (busy_ > 0 || gone_) return;
    while (!gone_) {
        fill_out();
        if (out_at_ == out_.size()) break;
        if (!write_out()) break;
    }
    if (!gone_) after_write();
}

// Of all connections that were read in a turn the answers leave together: reading, answering and
// sending are each done in one go, which keeps their code in the processor's caches.
void Connection::flush_later() {
    if (std::exchange(to_flush_, true)) return;
    ground_.to_flush.push_back(shared_from_this());
}

void Connection::flush_now() {
    to_flush_ = false;
    flush();
}

// Takes what is ready into out_, if that is empty.
void Connection::fill_out() {
    if (out_at_ < out_.size()) return;
    out_.clear();
    out_at_ = 0;
    if (out_.capacity() > kKeptCapacity) out_.shrink_to_fit();
    add_out(false);
}

// Adds what the codec has ready, through every layer of TLS; with `last` each of them says goodbye,
// the inner ones through those around them.
void Connection::add_out(bool last) {
    if (layers_.empty()) {
        if (codec_) codec_->drain(out_, kRoom);
        out_ += std::exchange(spilt_, {});
        return;
    }
    std::string bytes;
    if (codec_) codec_->drain(bytes, kRoom);
    bytes += std::exchange(spilt_, {});
    for (std::size_t layer = layers_.size(); layer-- > 0;) {
        layers_[layer]->send(bytes);
        if (last) layers_[layer]->end();
        bytes.clear();
        layers_[layer]->drain(bytes);
    }
    out_ += bytes;
}

void Connection::spill(std::string_view bytes) {
    spilt_ += bytes;
}

bool Connection::write_out() {
    while (writable_ && out_at_ < out_.size()) {
        const ssize_t sent =
            ::send(socket_.get(), out_.data() + out_at_, out_.size() - out_at_, MSG_NOSIGNAL);
        if (sent >= 0) {
            out_at_ += static_cast<std::size_t>(sent);
            sent_ = moved_ = true;
        } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
            writable_ = false;
        } else if (errno != EINTR) {
            close_now();
            return false;
        }
    }
    return out_at_ == out_.size();
}

void Connection::after_write() {
    if (cut_since_ != SteadyTime::max()) return;
    if (end_one()) {
        if (!gone_ && !lingering_) flush();
        return;
    }
    if (out_at_ == out_.size() && codec_) {
        if (codec_->wants_close()) {
            close_politely();
            return;
        }
        if (codec_->wants_half_close() && !half_closed_) {
            half_closed_ = true;
            if (layers_.empty()) {
                ::shutdown(socket_.get(), SHUT_WR);
            } else {
                add_out(true);
                write_out();
                if (gone_) return;
            }
        }
    }
    set_deadline();
    bool later = (readable_ && may_read()) || (paused_ && !is_full());
    for (const Entry& entry : entries_) {
        later = later || (entry.full && entry.exchange->backlog() <= Exchange::kFull / 4);
    }
    if (later) turn_later();
}

// A fault's last step, once what was sent before it has left: closed, cut, or the stream reset.
// True: one was done.
bool Connection::end_one() {
    if (!codec_ || lingering_) return false;
    for (const Entry& entry : entries_) {
        const http::Step* ending = entry.exchange->ending();
        const http::StreamId stream = entry.exchange->stream();
        if (ending == nullptr || codec_->backlog(stream) > 0) continue;
        const bool hard = ending->kind == http::StepKind::Reset;
        if (ending->kind == http::StepKind::ResetStream || (hard && many_at_once_)) {
            codec_->reset(stream, ending->code);
            drop(stream);
            return true;
        }
        if (out_at_ < out_.size()) continue;
        if (!hard) {
            close_politely();
            return true;
        }
        cut();
        return true;
    }
    return false;
}

// A reset takes back what the kernel has not sent yet: it has the time a client has to read.
void Connection::cut() {
    int unsent = 0;
    const SteadyTime now = ground_.loop.now();
    if (cut_since_ == SteadyTime::max()) cut_since_ = now;
    if (::ioctl(socket_.get(), SIOCOUTQNSD, &unsent) != 0 || unsent == 0 ||
        now - cut_since_ >= ground_.options->patience.write) {
        close_hard();
        return;
    }
    ground_.loop.after(std::chrono::milliseconds(1), [weak = weak_from_this()] {
        if (const auto self = weak.lock(); self && !self->gone_) self->cut();
    });
}

// Answers of which nobody produces any more: the client has only to read them.
bool Connection::is_full() const {
    return codec_ && entries_.empty() &&
           out_.size() - out_at_ + codec_->backlog(0) > Exchange::kFull;
}

// What calls handlers, when it may be a handler's call that brought us here: on a turn of its own.
void Connection::turn_later() {
    if (std::exchange(turning_, true)) return;
    ground_.loop.post([weak = weak_from_this()] {
        if (const auto self = weak.lock(); self && !self->gone_) self->turn();
    });
}

void Connection::turn() {
    turning_ = false;
    if (!lingering_) tell_drained();
    if (paused_ && !gone_ && !lingering_) settle();
    if (readable_ && !gone_) read();
}

void Connection::tell_drained() {
    for (std::size_t i = 0; i < entries_.size() && !gone_; ++i) {
        Entry& entry = entries_[i];
        if (!entry.full || entry.exchange->backlog() > Exchange::kFull / 4) continue;
        entry.full = false;
        if (entry.handler && !entry.exchange->is_finished()) entry.handler->on_drained();
    }
}

void Connection::settle() {
    {
        const Busy busy(busy_);
        pump();
    }
    flush();
}

// Our last byte is sent, but closing while bytes are unread would make the kernel take it back with
// a reset: say that we are done, and wait a little for the peer to be.
void Connection::close_politely() {
    if (gone_ || lingering_) return;
    if (!half_closed_ && !layers_.empty() && layers_.front()->state() != Tls::State::Failed) {
        add_out(true);
        write_out();
        if (gone_) return;
    }
    ::shutdown(socket_.get(), SHUT_WR);
    drop_all();
    codec_.reset();
    if (read_ended_) {
        close_now();
        return;
    }
    lingering_ = true;
    set_deadline();
    if (readable_) turn_later();  // bytes that wait to be thrown away
}

void Connection::close_hard() {
    if (gone_) return;
    const linger now{1, 0};
    ::setsockopt(socket_.get(), SOL_SOCKET, SO_LINGER, &now, sizeof now);
    close_now();
}

void Connection::close_now() {
    if (gone_) return;
    gone_ = true;
    ground_.loop.forget(socket_.get(), *this);
    socket_.reset();
    drop_all();
    ground_.bury(*this);
}

void Connection::shut_down() {
    if (gone_ || lingering_) return;
    if (!codec_) {
        close_now();
        return;
    }
    const bool idle = entries_.empty() && codec_->phase() == http::Phase::Idle;
    codec_->shut_down();
    flush();
    // Nothing was asked, so there is no answer that a reset could take back.
    if (idle && lingering_ && !readable_) close_now();
}

}  // namespace understudy::io
