#include "io/impl/served.hpp"

#include "base/assert.hpp"
#include "io/impl/busy.hpp"

namespace understudy::io {

void Served::sent() {
    if (connection_ == nullptr) return;
    if (auto* entry = connection_->find(stream_); entry != nullptr && backlog() > kFull) {
        entry->full = true;
    }
    if (connection_->busy_ > 0) return;  // the outermost call settles and flushes
    Connection& connection = *connection_;
    if (finished_ || raw_ || connection.intercepted_ != 0) settle_later();
    connection.flush();
}

// What comes after an exchange (the next request, bytes after an upgrade) may end the handler whose
// call this is.
void Served::settle_later() {
    if (settling_) return;
    settling_ = true;
    loop_.post([self = shared_from_this()] {
        self->settling_ = false;
        if (self->connection_ != nullptr) self->connection_->settle();
    });
}

void Served::respond(const http::ResponseHead& head, http::Length length) {
    if (connection_ == nullptr) return;
    if (fault_ && !http::is_informational(head.status)) {
        pass(http::AnswerHead{head, length});
        return;
    }
    connection_->codec_->respond(stream_, head, length);
    sent();
}

void Served::piece(std::string_view bytes) {
    if (connection_ == nullptr) return;
    if (fault_ && !raw_) {
        pass(std::string(bytes));
        return;
    }
    connection_->codec_->piece(stream_, bytes);
    sent();
}

void Served::finish(const http::Headers& trailers) {
    if (connection_ == nullptr) return;
    if (fault_ && !raw_) {
        pass(http::AnswerEnd{trailers});
        return;
    }
    connection_->codec_->finish(stream_, trailers);
    if (!raw_) finished_ = true;
    sent();
}

void Served::answer(const http::ResponseHead& head, std::string_view body) {
    if (connection_ == nullptr) return;
    if (fault_) {
        respond(head, body.size());
        constexpr std::size_t kPart = std::size_t{64} * 1024;
        for (std::size_t at = 0; at < body.size(); at += kPart) piece(body.substr(at, kPart));
        finish({});
        return;
    }
    connection_->codec_->answer(stream_, head, body);
    finished_ = true;
    sent();
}

bool Served::upgrade(const http::ResponseHead& head) {
    if (connection_ == nullptr || !connection_->codec_->upgrade(stream_, head)) return false;
    raw_ = true;
    sent();
    return true;
}

bool Served::intercept() {
    if (connection_ == nullptr) return false;
    http::ResponseHead head;
    head.status = 200;
    head.reason = "Connection established";
    if (!connection_->codec_->upgrade(stream_, head)) return false;
    connection_->intercepted_ = stream_;
    sent();
    return true;
}

void Served::reset(std::uint32_t code) {
    if (connection_ == nullptr) return;
    const bool alone = request_.version != http::Version::Http2;
    connection_->codec_->reset(stream_, code);
    finished_ = true;
    if (alone) {
        connection_->close_hard();
    } else {
        sent();
    }
}

void Served::break_off(bool hard, std::uint32_t code) {
    if (connection_ == nullptr || finished_ || hangs_ || ending_) return;
    ending_.emplace();
    ending_->kind = request_.version == http::Version::Http2 ? http::StepKind::ResetStream
                    : hard                                   ? http::StepKind::Reset
                                                             : http::StepKind::Close;
    ending_->code = code;
    sent();
}

std::size_t Served::backlog() const {
    if (connection_ == nullptr) return 0;
    std::size_t bytes = connection_->codec_->backlog(stream_) + waiting_bytes_;
    if (request_.version != http::Version::Http2) {
        bytes += connection_->out_.size() - connection_->out_at_;
    }
    return bytes;
}

void Served::hold(bool held) {
    if (connection_ == nullptr || held == held_) return;
    held_ = held;
    connection_->hold(*this, held);
}

void Served::let_go() {
    connection_ = nullptr;
    loop_.cancel(waiting_);
    waiting_ = Loop::Timer::None;
    steps_.clear();
    parts_.clear();
    waiting_bytes_ = 0;
}

// One part after the other: a fault makes many steps of one piece, so the next is handed to it when
// those of the last are done.
void Served::pass(Kept part) {
    if (hangs_ || ending_) return;
    if (const auto* bytes = std::get_if<std::string>(&part)) waiting_bytes_ += bytes->size();
    parts_.push_back(std::move(part));
    play();
}

bool Served::next_steps() {
    if (parts_.empty()) return false;
    const Kept part = std::move(parts_.front());
    parts_.pop_front();
    http::Steps steps;
    if (const auto* bytes = std::get_if<std::string>(&part)) {
        waiting_bytes_ -= bytes->size();
        fault_->pass(http::AnswerPiece{*bytes}, steps);
    } else if (const auto* head = std::get_if<http::AnswerHead>(&part)) {
        fault_->pass(*head, steps);
    } else {
        fault_->pass(std::get<http::AnswerEnd>(part), steps);
    }
    for (http::Step& step : steps) {
        waiting_bytes_ += step.bytes.size();
        steps_.push_back(std::move(step));
    }
    return true;
}

void Served::play() {
    const auto self = shared_from_this();  // a step may end the connection, and us with it
    while (connection_ != nullptr && !hangs_ && !ending_ && waiting_ == Loop::Timer::None) {
        if (steps_.empty()) {
            if (!next_steps()) break;
            continue;
        }
        http::Step step = std::move(steps_.front());
        steps_.pop_front();
        waiting_bytes_ -= step.bytes.size();
        if (!play_step(step)) break;
    }
    if (connection_ != nullptr) sent();
}

// After a wait no handler's call is around us, so what is done by then ends before its last byte
// leaves: a client that has the whole answer finds nothing still running.
void Served::play_on() {
    if (connection_ == nullptr) return;
    const auto connection = connection_->shared_from_this();
    {
        const Busy busy(connection->busy_);
        play();
    }
    connection->settle();
}

// False: what follows has to wait, or never comes.
bool Served::play_step(http::Step& step) {
    http::ServerCodec& codec = *connection_->codec_;
    switch (step.kind) {
        case http::StepKind::Head: codec.respond(stream_, step.head, step.length); return true;
        case http::StepKind::Body: codec.piece(stream_, step.bytes); return true;
        case http::StepKind::End:
            codec.finish(stream_, step.trailers);
            finished_ = true;
            return true;
        case http::StepKind::Raw:
            // HTTP/2 frames everything it sends; bytes that are no frames go past the codec.
            if (!codec.send_raw(step.bytes)) connection_->spill(step.bytes);
            return true;
        case http::StepKind::Wait:
            // Its own hold on this object: the handler may be done with it.
            waiting_ = loop_.after(step.wait, [self = shared_from_this()] {
                self->waiting_ = Loop::Timer::None;
                self->play_on();
            });
            return false;
        case http::StepKind::Hang:
            hangs_ = true;
            if (connection_->read_ended_) connection_->close_now();  // it waits for nothing else
            return false;
        case http::StepKind::Close:
        case http::StepKind::Reset:
        case http::StepKind::ResetStream: ending_ = std::move(step); return false;
        case http::StepKind::GoAway:
            codec.shut_down(step.code, step.last_stream == http::LastStream::This);
            return true;
    }
    return true;
}

}  // namespace understudy::io
