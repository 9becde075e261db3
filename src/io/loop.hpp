// One thread's event loop: descriptors that became ready, timers that are due, work from other
// threads. Everything a loop calls runs on the thread inside run().
//
//     Loop loop;
//     loop.after(250ms, [&] { loop.stop(); });
//     loop.run();
//
// Built on epoll, edge by edge: a watcher is told once when its descriptor becomes ready and is
// expected to read or write until the kernel says it would block, or to remember that it did not.
// This costs one system call a wake-up and none to change what is waited for.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>

namespace understudy::io {

using SteadyTime = std::chrono::steady_clock::time_point;

struct Ready {
    bool readable = false;  // bytes, a connection, or the end of the stream
    bool writable = false;
    bool ended = false;    // the peer sends no more: reading comes to an end, and no edge follows
    bool hung_up = false;  // both directions are gone, or an error is pending
};

class Watcher {
public:
    virtual void on_ready(Ready ready) = 0;

protected:
    ~Watcher() = default;
};

// Held by std::make_shared where others on it may outlive whoever made it: a client, say.
class Loop : public std::enable_shared_from_this<Loop> {
public:
    enum class Timer : std::uint64_t { None = 0 };

    Loop();
    ~Loop();
    Loop(const Loop&) = delete;
    Loop& operator=(const Loop&) = delete;

    void run();  // until stop(); may be called again afterwards
    // One turn: waits at most `patience` for something to happen and deals with it.
    void turn(std::chrono::milliseconds patience);

    // From any thread.
    void stop();
    void post(std::function<void()> work);

    // From the loop's own thread, or before run(). False: the kernel refused (errno says why). A
    // descriptor is forgotten before it is closed; once forgotten its watcher is not called again.
    [[nodiscard]] bool watch(int fd, Watcher& watcher);
    // A listening socket that several loops wait on: only one of them is woken, level by level.
    [[nodiscard]] bool watch_shared(int fd, Watcher& watcher);
    void forget(int fd, Watcher& watcher);

    // What is done in every turn once everything that was ready has been dealt with. Set before
    // run().
    void set_turn_end(std::function<void()> work);

    Timer after(std::chrono::nanoseconds delay, std::function<void()> work);
    void cancel(Timer timer);
    SteadyTime now() const;  // as of this turn

private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace understudy::io
