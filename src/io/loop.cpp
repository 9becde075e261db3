#include "io/loop.hpp"

#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <map>
#include <mutex>
#include <utility>
#include <vector>

#include "base/assert.hpp"
#include "io/fd.hpp"

namespace understudy::io {

struct Loop::State {
    Fd epoll;
    Fd wake;
    std::atomic<bool> stopping{false};
    SteadyTime now = std::chrono::steady_clock::now();

    // The events being dealt with in this turn; forgetting a watcher strikes out what is left of
    // it.
    std::array<epoll_event, 256> ready{};
    int ready_count = 0;
    int ready_at = 0;

    std::map<std::pair<SteadyTime, std::uint64_t>, std::function<void()>> timers;
    std::map<std::uint64_t, SteadyTime> due;  // of each timer, to find it for cancelling
    std::uint64_t next_timer = 1;
    std::function<void()> turn_end;

    std::mutex mutex;
    std::vector<std::function<void()>> posted;  // guarded by mutex

    bool add(int fd, std::uint32_t events, void* watcher) const {
        epoll_event event{};
        event.events = events;
        event.data.ptr = watcher;
        return ::epoll_ctl(epoll.get(), EPOLL_CTL_ADD, fd, &event) == 0;
    }
    int patience(std::chrono::milliseconds most) const;
    void run_timers();
    void run_posted();
    void deal_with_ready();
};

Loop::Loop() : state_(std::make_unique<State>()) {
    state_->epoll = Fd(::epoll_create1(EPOLL_CLOEXEC));
    state_->wake = Fd(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
    ASSERT(state_->epoll && state_->wake, "the system gave no event loop");
    ASSERT(state_->add(state_->wake.get(), EPOLLIN, nullptr), "the loop cannot be woken");
}

Loop::~Loop() = default;

void Loop::run() {
    while (!state_->stopping.exchange(false)) turn(std::chrono::hours(1));
}

void Loop::turn(std::chrono::milliseconds patience) {
    State& state = *state_;
    const int count = ::epoll_wait(state.epoll.get(), state.ready.data(),
                                   static_cast<int>(state.ready.size()), state.patience(patience));
    state.now = std::chrono::steady_clock::now();
    state.ready_count = count < 0 ? 0 : count;  // interrupted by a signal: just a short turn
    state.deal_with_ready();
    if (state.turn_end) state.turn_end();
    state.run_timers();
}

void Loop::stop() {
    state_->stopping = true;
    post([] {});
}

void Loop::post(std::function<void()> work) {
    {
        const std::lock_guard lock(state_->mutex);
        state_->posted.push_back(std::move(work));
        if (state_->posted.size() > 1) return;  // a wake-up is under way
    }
    const std::uint64_t one = 1;
    [[maybe_unused]] const ssize_t written = ::write(state_->wake.get(), &one, sizeof one);
}

bool Loop::watch(int fd, Watcher& watcher) {
    return state_->add(fd, EPOLLIN | EPOLLOUT | EPOLLRDHUP | EPOLLET, &watcher);
}

bool Loop::watch_shared(int fd, Watcher& watcher) {
    return state_->add(fd, EPOLLIN | EPOLLEXCLUSIVE, &watcher);
}

void Loop::forget(int fd, Watcher& watcher) {
    ::epoll_ctl(state_->epoll.get(), EPOLL_CTL_DEL, fd, nullptr);
    for (int i = state_->ready_at; i < state_->ready_count; ++i) {
        epoll_event& event = state_->ready[static_cast<std::size_t>(i)];
        if (event.data.ptr == &watcher) event.events = 0;
    }
}

void Loop::set_turn_end(std::function<void()> work) {
    state_->turn_end = std::move(work);
}

Loop::Timer Loop::after(std::chrono::nanoseconds delay, std::function<void()> work) {
    // From the clock itself, not from this turn's idea of it: before run() that one is old.
    // Never is a long time, but one that can be counted.
    constexpr std::chrono::nanoseconds kLongest = std::chrono::hours(24 * 365 * 100);
    const SteadyTime when = std::chrono::steady_clock::now() + std::min(delay, kLongest);
    const std::uint64_t number = state_->next_timer++;
    state_->timers.emplace(std::pair(when, number), std::move(work));
    state_->due.emplace(number, when);
    return Timer{number};
}

void Loop::cancel(Timer timer) {
    const auto found = state_->due.find(static_cast<std::uint64_t>(timer));
    if (found == state_->due.end()) return;
    state_->timers.erase({found->second, found->first});
    state_->due.erase(found);
}

SteadyTime Loop::now() const {
    return state_->now;
}

// Rounded up, so that a timer is due when its turn comes and no turn is spent on waiting for the
// rest of a millisecond.
int Loop::State::patience(std::chrono::milliseconds most) const {
    auto wait = std::min<std::chrono::milliseconds>(most, std::chrono::hours(1));
    if (!timers.empty()) {
        const auto left = timers.begin()->first.first - std::chrono::steady_clock::now();
        wait = std::min(wait, std::chrono::ceil<std::chrono::milliseconds>(left));
    }
    return static_cast<int>(std::max<std::int64_t>(0, wait.count()));
}

void Loop::State::deal_with_ready() {
    bool woken = false;
    for (ready_at = 0; ready_at < ready_count;) {
        const epoll_event event = ready[static_cast<std::size_t>(ready_at++)];
        if (event.data.ptr == nullptr) {
            woken = true;
            continue;
        }
        if (event.events == 0) continue;
        Ready what;
        what.readable = (event.events & (EPOLLIN | EPOLLRDHUP | EPOLLHUP | EPOLLERR)) != 0;
        what.writable = (event.events & EPOLLOUT) != 0;
        what.ended = (event.events & (EPOLLRDHUP | EPOLLHUP | EPOLLERR)) != 0;
        what.hung_up = (event.events & (EPOLLHUP | EPOLLERR)) != 0;
        static_cast<Watcher*>(event.data.ptr)->on_ready(what);
    }
    ready_count = 0;
    ready_at = 0;
    if (woken) run_posted();
}

void Loop::State::run_posted() {
    std::uint64_t count = 0;
    [[maybe_unused]] const ssize_t got = ::read(wake.get(), &count, sizeof count);
    std::vector<std::function<void()>> work;
    {
        const std::lock_guard lock(mutex);
        work.swap(posted);
    }
    for (auto& one : work) one();
}

// Timers set by timers wait for the next turn, so that one that sets itself anew cannot hold up
// the loop.
void Loop::State::run_timers() {
    const std::uint64_t newest = next_timer;
    while (!timers.empty()) {
        const auto first = timers.begin();
        if (first->first.first > now || first->first.second >= newest) return;
        const std::function<void()> work = std::move(first->second);
        due.erase(first->first.second);
        timers.erase(first);
        work();
    }
}

}  // namespace understudy::io
