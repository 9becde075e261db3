// A streamed answer whose frames leave one after the other, at the pace its pack names: by real
// time in a world that ticks, by the world's own clock in one that was made so (`pacing:
// "virtual"`).
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <memory>
#include <string>

#include "io/exchange.hpp"
#include "serve/running.hpp"
#include "world/outcome.hpp"

namespace understudy::serve {

class PacedStream : public Listening, public std::enable_shared_from_this<PacedStream> {
public:
    // `frames` has one at least.
    PacedStream(std::shared_ptr<RunningWorld> world, std::shared_ptr<const world::Frames> frames);

    // Sends the head and the first frame. The exchange keeps its fault, if it has one.
    void start(std::shared_ptr<io::Exchange> exchange, const http::ResponseHead& head);
    void wake() override;  // from any thread: the world's clock may have moved
    void write();          // on the exchange's loop: whatever is due
    void stop();           // nobody reads it any more

private:
    base::Duration passed() const;
    void wait(base::Duration passed);

    std::shared_ptr<RunningWorld> world_;
    world::FrameReader next_;                 // the frame to be sent
    base::Duration due_ = {};                 // when that is, after the beginning
    bool is_over_ = false;                    // the last was sent
    std::shared_ptr<io::Exchange> exchange_;  // null: not begun
    bool is_virtual_;
    base::Instant began_ = {};  // of the world's clock
    io::SteadyTime since_ = {};
    io::Loop::Timer timer_ = io::Loop::Timer::None;
    std::atomic<bool> woken_{false};
};

// Null: its frames leave at once, as one body.
std::shared_ptr<PacedStream> paced(const std::shared_ptr<RunningWorld>& world,
                                   const world::Answer& answer);

}  // namespace understudy::serve
