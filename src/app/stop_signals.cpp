#include "app/stop_signals.hpp"

#include <atomic>

namespace understudy::app {

namespace {

constexpr std::array kSignals = {SIGINT, SIGTERM, SIGHUP};

// The one thing a handler may touch.
constinit std::atomic<bool> was_sent{false};
static_assert(std::atomic<bool>::is_always_lock_free);

void note(int) {
    was_sent.store(true, std::memory_order_relaxed);
}

}  // namespace

StopSignals::StopSignals() {
    was_sent.store(false, std::memory_order_relaxed);
    struct sigaction action {};
    action.sa_handler = note;
    action.sa_flags = SA_RESTART;
    ::sigemptyset(&action.sa_mask);
    for (std::size_t i = 0; i < kSignals.size(); ++i) {
        ::sigaction(kSignals[i], &action, &before_[i]);
    }
}

StopSignals::~StopSignals() {
    for (std::size_t i = 0; i < kSignals.size(); ++i) {
        ::sigaction(kSignals[i], &before_[i], nullptr);
    }
}

bool StopSignals::were_sent() {
    return was_sent.load(std::memory_order_relaxed);
}

}  // namespace understudy::app
