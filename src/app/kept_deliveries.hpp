// What a world sends to receivers, kept instead of sent, and taken one by one.
//
//     hub.set_errands(&deliveries);
//     while (auto sent = deliveries.next(*world)) deliveries.report(*world, *sent, 200);
#pragma once

#include <cstdint>
#include <deque>
#include <mutex>
#include <optional>

#include "serve/running.hpp"
#include "world/outcome.hpp"

namespace understudy::app {

class KeptDeliveries final : public serve::Errands {
public:
    // From any thread, the world's lock held.
    void deliver(std::shared_ptr<serve::RunningWorld> world, std::vector<world::Begun> begun,
                 std::uint64_t era) override;
    void abandon(std::uint64_t serial, std::uint64_t era) override;
    void wake(std::weak_ptr<serve::RunningWorld>, std::chrono::nanoseconds) override {}

    // The next attempt that the world begins. A clock that stands still is moved on to it, at most
    // a year.
    std::optional<world::Outgoing> next(serve::RunningWorld& world);
    // What its receiver said. An attempt of which nothing is reported stays under way.
    void report(serve::RunningWorld& world, const world::Outgoing& sent, int status);

private:
    struct Waiting {
        world::Begun begun;
        std::uint64_t era = 0;
    };
    std::optional<world::Outgoing> take(serve::RunningWorld& world);

    std::mutex mutex_;
    std::deque<Waiting> waiting_;
    std::uint64_t era_ = 1;  // of the last one taken
};

}  // namespace understudy::app
