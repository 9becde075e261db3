#include "app/kept_deliveries.hpp"

#include "base/time.hpp"

namespace understudy::app {

namespace {

constexpr int kMostMoves = 1'000;  // of the clock, for one delivery
constexpr base::Duration kLongest{std::int64_t{366} * 24 * 60 * 60, 0};

}  // namespace

void KeptDeliveries::deliver(std::shared_ptr<serve::RunningWorld>, std::vector<world::Begun> begun,
                             std::uint64_t era) {
    const std::lock_guard lock(mutex_);
    for (world::Begun& each : begun) waiting_.push_back({std::move(each), era});
}

void KeptDeliveries::abandon(std::uint64_t, std::uint64_t era) {
    const std::lock_guard lock(mutex_);
    std::erase_if(waiting_, [&](const Waiting& each) { return each.era < era; });
}

std::optional<world::Outgoing> KeptDeliveries::take(serve::RunningWorld& world) {
    for (;;) {
        Waiting next;
        {
            const std::lock_guard lock(mutex_);
            if (waiting_.empty()) return std::nullopt;
            next = std::move(waiting_.front());
            waiting_.pop_front();
        }
        // By the world's own time: what is signed must not depend on when it is looked at.
        const base::Instant now = world.look([](const world::World& it) { return it.now(); });
        auto sent = world.outgoing(next.begun, now, next.era);
        if (!sent || !*sent) continue;  // not wanted any more, or it cannot be made
        era_ = next.era;
        return std::move(**sent);
    }
}

std::optional<world::Outgoing> KeptDeliveries::next(serve::RunningWorld& world) {
    const base::Instant began = world.look([](const world::World& it) { return it.now(); });
    for (int i = 0; i < kMostMoves; ++i) {
        world.send_due();
        if (auto sent = take(world)) return sent;
        const auto due = world.look([](const world::World& it) { return it.next_due(); });
        const auto wait = due ? base::between(began, *due) : std::nullopt;
        if (!wait || *wait > kLongest) return std::nullopt;
        world::Advance advance;
        advance.to = *due;
        // It may wait for what it sends on the way; that is taken in the next turn.
        const auto moved = world.advance(advance, [](const auto&) {});
        if (!moved || std::holds_alternative<world::Refused>(*moved)) return std::nullopt;
    }
    return std::nullopt;
}

void KeptDeliveries::report(serve::RunningWorld& world, const world::Outgoing& sent, int status) {
    world::Report report;
    report.delivery = sent.delivery;
    report.attempt = sent.attempt;
    report.status = status;
    report.url = sent.url;
    report.sent = sent.headers;
    report.sent_body = sent.body;
    world.report(report, era_);
}

}  // namespace understudy::app
