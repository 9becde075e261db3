// A world's journal as server-sent events, for as long as the client listens. A reader never slows
// the world down: it is woken when something has happened and reads at its own pace; one who has
// fallen behind what the world keeps is cut off, and resumes where it was.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>

#include "io/exchange.hpp"
#include "serve/running.hpp"

namespace understudy::serve {

// Frames after this position, as text. `position` moves on; `evicted` says how many were gone.
struct FeedText {
    std::string text;
    std::uint64_t position = 0;
    std::uint64_t evicted = 0;
    bool more = false;
};
FeedText feed_after(RunningWorld& world, std::uint64_t position, bool is_first);

class FeedReader : public Listening, public std::enable_shared_from_this<FeedReader> {
public:
    FeedReader(std::shared_ptr<io::Exchange> exchange, std::shared_ptr<RunningWorld> world,
               std::uint64_t position);

    void start(http::ResponseHead head);  // sends the head and what there is
    void wake() override;                 // from any thread: there is something new
    void write();                         // on the exchange's loop

private:
    void wait_a_while();

    std::shared_ptr<io::Exchange> exchange_;
    std::shared_ptr<RunningWorld> world_;
    std::uint64_t position_;
    bool is_first_ = true;
    std::atomic<bool> woken_{false};
};

}  // namespace understudy::serve
