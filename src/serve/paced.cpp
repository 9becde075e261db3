#include "serve/paced.hpp"

#include <algorithm>

namespace understudy::serve {

namespace {

// No stream lasts longer than a day between two frames.
std::chrono::nanoseconds real(base::Duration duration) {
    constexpr std::chrono::nanoseconds kMost = std::chrono::hours(24);
    if (duration.seconds >= std::chrono::duration_cast<std::chrono::seconds>(kMost).count()) {
        return kMost;
    }
    return std::chrono::seconds(duration.seconds) + std::chrono::nanoseconds(duration.nanoseconds);
}

base::Duration sum(base::Duration a, base::Duration b) {
    base::Duration all{a.seconds + b.seconds, a.nanoseconds + b.nanoseconds};
    constexpr int kSecond = 1'000'000'000;
    if (all.nanoseconds >= kSecond) all = {all.seconds + 1, all.nanoseconds - kSecond};
    return all;
}

base::Instant now_in(RunningWorld& running) {
    return running.look([](const world::World& world) { return world.now(); });
}

}  // namespace

PacedStream::PacedStream(std::shared_ptr<RunningWorld> world,
                         std::shared_ptr<const std::string> body,
                         std::shared_ptr<const world::Frames> frames)
    : world_(std::move(world)),
      body_(std::move(body)),
      frames_(std::move(frames)),
      pace_(real(frames_->pace)),
      is_virtual_(world_->identity.virtual_pacing) {
    // Before the answer is kept: an advance that comes meanwhile counts.
    began_ = now_in(*world_);
}

void PacedStream::start(std::shared_ptr<io::Exchange> exchange, const http::ResponseHead& head) {
    exchange_ = std::move(exchange);
    since_ = exchange_->loop().now();
    exchange_->respond(head, std::nullopt);
    if (is_virtual_) world_->listen(weak_from_this());
    write();
}

void PacedStream::wake() {
    if (woken_.exchange(true)) return;
    exchange_->loop().post([weak = weak_from_this()] {
        if (const auto self = weak.lock()) self->write();
    });
}

void PacedStream::write() {
    woken_ = false;
    if (!exchange_ || !exchange_->is_open()) return;
    const std::size_t due = count_due();
    while (sent_ < due) {
        const std::size_t from = sent_ == 0 ? 0 : frames_->ends[sent_ - 1];
        const std::size_t to = frames_->ends[sent_++];
        exchange_->piece(std::string_view(*body_).substr(from, to - from));
    }
    if (sent_ < frames_->ends.size()) return wait();
    exchange_->finish();
}

void PacedStream::stop() {
    if (timer_ != io::Loop::Timer::None) exchange_->loop().cancel(timer_);
    timer_ = io::Loop::Timer::None;
}

std::size_t PacedStream::count_due() const {
    std::size_t due = 1;
    if (is_virtual_) {
        const auto passed = base::between(began_, now_in(*world_));
        // Frame by frame, since the clock may have gone further than nanoseconds can tell.
        base::Duration at = {};
        while (passed && due < frames_->ends.size()) {
            at = sum(at, frames_->pace);
            if (at > *passed) break;
            ++due;
        }
        return due;
    }
    due += static_cast<std::size_t>((exchange_->loop().now() - since_) / pace_);
    return std::min(frames_->ends.size(), due);
}

void PacedStream::wait() {
    if (is_virtual_ || timer_ != io::Loop::Timer::None) return;
    const auto next = since_ + pace_ * static_cast<std::int64_t>(sent_);
    const auto wait = std::max(std::chrono::nanoseconds(0),
                               std::chrono::nanoseconds(next - exchange_->loop().now()));
    timer_ = exchange_->loop().after(wait, [weak = weak_from_this()] {
        const auto self = weak.lock();
        if (!self) return;
        self->timer_ = io::Loop::Timer::None;
        self->write();
    });
}

std::shared_ptr<PacedStream> paced(const std::shared_ptr<RunningWorld>& world,
                                   const world::Answer& answer) {
    if (!answer.frames || answer.frames->pace <= base::Duration{} || answer.frames->ends.empty()) {
        return nullptr;
    }
    const auto mode = world->look([](const world::World& one) { return one.clock_mode(); });
    if (mode != world::ClockMode::Ticking && !world->identity.virtual_pacing) return nullptr;
    return std::make_shared<PacedStream>(world, answer.body, answer.frames);
}

}  // namespace understudy::serve
