#include "serve/paced.hpp"

namespace understudy::serve {

namespace {

// No stream lasts longer than years: what is further away is never waited for.
std::chrono::nanoseconds real(base::Duration duration) {
    constexpr std::chrono::nanoseconds kMost = std::chrono::hours(24 * 365);
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
                         std::shared_ptr<const world::Frames> frames)
    : world_(std::move(world)),
      next_(std::move(frames)),
      is_virtual_(world_->identity.virtual_pacing) {
    next_.next();  // it leaves at once
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
    if (is_over_ || !exchange_ || !exchange_->is_open()) return;
    const base::Duration now = passed();
    while (due_ <= now) {
        exchange_->piece(next_.text());
        if (!next_.next()) {
            is_over_ = true;
            return exchange_->finish();
        }
        due_ = sum(due_, next_.wait());
    }
    wait(now);
}

void PacedStream::stop() {
    if (timer_ != io::Loop::Timer::None) exchange_->loop().cancel(timer_);
    timer_ = io::Loop::Timer::None;
}

base::Duration PacedStream::passed() const {
    if (is_virtual_) return base::between(began_, now_in(*world_)).value_or(base::Duration{});
    const auto since = std::chrono::nanoseconds(exchange_->loop().now() - since_);
    const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(since);
    return {seconds.count(), static_cast<std::int32_t>((since - seconds).count())};
}

void PacedStream::wait(base::Duration passed) {
    if (is_virtual_ || timer_ != io::Loop::Timer::None) return;
    const auto wait = real(due_) - real(passed);
    timer_ = exchange_->loop().after(wait, [weak = weak_from_this()] {
        const auto self = weak.lock();
        if (!self) return;
        self->timer_ = io::Loop::Timer::None;
        self->write();
    });
}

std::shared_ptr<PacedStream> paced(const std::shared_ptr<RunningWorld>& world,
                                   const world::Answer& answer) {
    if (!answer.frames || answer.frames->pace <= base::Duration{} || answer.frames->size() == 0) {
        return nullptr;
    }
    const auto mode = world->look([](const world::World& one) { return one.clock_mode(); });
    if (mode != world::ClockMode::Ticking && !world->identity.virtual_pacing) return nullptr;
    return std::make_shared<PacedStream>(world, answer.frames);
}

}  // namespace understudy::serve
