// How long a connection waits for what. A head has its time from its first byte on, however slowly
// it trickles in; everything else gets more with every byte that moves.
#include <utility>

#include "io/impl/connection.hpp"
#include "io/impl/limit_text.hpp"
#include "io/impl/served.hpp"

namespace understudy::io {

Connection::Wait Connection::what_we_wait_for() const {
    if (lingering_) return Wait::Linger;
    if (!codec_) return Wait::Head;
    if (out_at_ < out_.size()) return Wait::Write;
    switch (codec_->phase()) {
        case http::Phase::Idle: return Wait::Idle;
        case http::Phase::Head: return Wait::Head;
        case http::Phase::Body: return held_ > 0 ? Wait::Nothing : Wait::Body;
        case http::Phase::Working: break;
    }
    // All answers are made: it has only to read them.
    if (entries_.empty()) return Wait::Write;
    // A client that has said its last word may have left; only writing to it would tell.
    return read_ended_ ? Wait::Idle : Wait::Nothing;
}

void Connection::set_deadline() {
    if (gone_) return;
    const Wait wait = what_we_wait_for();
    const bool got = std::exchange(got_, false);
    const bool sent = std::exchange(sent_, false);
    bool extended = false;
    if (wait == Wait::Write) extended = sent;
    if (wait == Wait::Body || wait == Wait::Idle) extended = got || sent;
    if (wait == wait_ && !extended) return;
    wait_ = wait;
    deadline_ = wait == Wait::Nothing ? SteadyTime::max() : ground_.loop.now() + patience_for(wait);
}

// What was waited for has come: whatever is next has its own time.
void Connection::forget_deadline() {
    wait_ = Wait::Nothing;
    deadline_ = SteadyTime::max();
}

std::chrono::milliseconds Connection::patience_for(Wait wait) const {
    const Patience& patience = ground_.options->patience;
    switch (wait) {
        case Wait::Head: return patience.head;
        case Wait::Body: return patience.body;
        case Wait::Idle: return patience.idle;
        case Wait::Write: return patience.write;
        case Wait::Linger: return patience.linger;
        case Wait::Nothing: break;
    }
    return std::chrono::milliseconds::max();
}

// HTTP/2 may not send what the client has not made room for: nothing waits at the socket, and yet
// it is the client that does not read.
bool Connection::is_stuck() {
    const bool moved = std::exchange(moved_, false);
    bool waits = false;
    if (!moved && many_at_once_ && codec_) {
        for (const Entry& entry : entries_) {
            waits = waits || codec_->backlog(entry.exchange->stream()) > 0;
        }
    }
    if (!waits) {
        stuck_since_ = SteadyTime::max();
        return false;
    }
    if (stuck_since_ == SteadyTime::max()) stuck_since_ = ground_.loop.now();
    return ground_.loop.now() - stuck_since_ >= ground_.options->patience.write;
}

void Connection::look_at_time() {
    if (gone_) return;
    if (is_stuck()) {
        close_now();
        return;
    }
    if (ground_.loop.now() < deadline_) return;
    if (!codec_ || (wait_ != Wait::Head && wait_ != Wait::Body)) {
        close_now();
        return;
    }
    const base::Error error{
        base::Code::HttpTooSlow,
        {{"what", wait_ == Wait::Head ? "the head of a request" : "the next piece of a body"},
         {"limit", limit_text(patience_for(wait_))}},
        {},
        {}};
    codec_->refuse(error, 408);
    drop_all();
    flush();
}

}  // namespace understudy::io
