#include "io/loop.hpp"

#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include "io/fd.hpp"

namespace understudy::io {
namespace {

using namespace std::chrono_literals;

struct Pair {
    Pair() {
        std::array<int, 2> ends{};
        EXPECT_EQ(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, ends.data()),
                  0);
        here = Fd(ends[0]);
        there = Fd(ends[1]);
    }
    void say(std::string_view text) const {
        EXPECT_EQ(::write(there.get(), text.data(), text.size()),
                  static_cast<ssize_t>(text.size()));
    }
    std::string hear() const {
        std::array<char, 100> buffer{};
        const ssize_t got = ::read(here.get(), buffer.data(), buffer.size());
        return {buffer.data(), static_cast<std::size_t>(std::max<ssize_t>(got, 0))};
    }
    Fd here;
    Fd there;
};

class Told final : public Watcher {
public:
    void on_ready(Ready ready) override {
        ++times;
        last = ready;
        if (then) then(ready);
    }
    int times = 0;
    Ready last;
    std::function<void(Ready)> then;
};

TEST(Loop, TimersRunInTheOrderTheyAreDue) {
    Loop loop;
    std::string order;
    loop.after(3ms, [&] { order += 'c'; });
    loop.after(1ms, [&] { order += 'a'; });
    loop.after(1ms, [&] { order += 'b'; });  // after one that is due at the same time at the latest
    loop.after(4ms, [&] { loop.stop(); });
    loop.run();
    EXPECT_EQ(order, "abc");
}

TEST(Loop, ATimerIsNeverEarly) {
    Loop loop;
    const auto start = std::chrono::steady_clock::now();
    std::chrono::steady_clock::time_point end;
    loop.after(2500us, [&] {
        end = std::chrono::steady_clock::now();
        loop.stop();
    });
    loop.run();
    EXPECT_GE(end - start, 2500us);
}

TEST(Loop, TimersOfTheSameMomentKeepTheirOrder) {
    Loop loop;
    std::vector<int> order;
    for (int i = 0; i < 50; ++i) loop.after(0ns, [&, i] { order.push_back(i); });
    loop.after(0ns, [&] { loop.stop(); });
    loop.run();
    ASSERT_EQ(order.size(), 50U);
    EXPECT_TRUE(std::is_sorted(order.begin(), order.end()));
}

TEST(Loop, ACancelledTimerIsNotCalled) {
    Loop loop;
    std::string order;
    const Loop::Timer early = loop.after(0ns, [&] { order += 'x'; });
    Loop::Timer late = Loop::Timer::None;
    loop.after(0ns, [&] {
        order += 'a';
        loop.cancel(late);  // due in this very turn
        loop.cancel(late);  // twice is once
    });
    late = loop.after(0ns, [&] { order += 'y'; });
    loop.after(1ms, [&] { loop.stop(); });
    loop.cancel(early);
    loop.cancel(Loop::Timer::None);
    loop.run();
    loop.cancel(early);  // long gone
    EXPECT_EQ(order, "a");
}

TEST(Loop, ATimerMayCancelItselfWhileItRuns) {
    Loop loop;
    Loop::Timer own = Loop::Timer::None;
    int times = 0;
    own = loop.after(0ns, [&] {
        ++times;
        loop.cancel(own);
        loop.stop();
    });
    loop.run();
    EXPECT_EQ(times, 1);
}

TEST(Loop, ATimerThatSetsItselfAnewHoldsUpNothing) {
    Loop loop;
    int times = 0;
    std::function<void()> again = [&] {
        ++times;
        loop.after(0ns, again);
    };
    loop.after(0ns, again);
    Pair pair;
    Told told;
    told.then = [&](Ready) { loop.stop(); };
    loop.post([&] {
        ASSERT_TRUE(loop.watch(pair.here.get(), told));
        pair.say("x");
    });
    loop.run();
    EXPECT_GE(times, 1);
    loop.forget(pair.here.get(), told);
}

TEST(Loop, TimersFarAwayDoNotWrapAround) {
    Loop loop;
    bool called = false;
    loop.after(std::chrono::nanoseconds::max(), [&] { called = true; });
    loop.after(1ms, [&] { loop.stop(); });
    loop.run();
    EXPECT_FALSE(called);
}

TEST(Loop, ATurnWaitsNoLongerThanItMay) {
    Loop loop;
    loop.turn(0ms);  // nothing to do, and nothing waited for
    int times = 0;
    loop.post([&] { ++times; });
    loop.turn(std::chrono::milliseconds::max());  // there is something: it does not wait at all
    EXPECT_EQ(times, 1);
    const SteadyTime before = loop.now();
    loop.turn(2ms);
    EXPECT_GE(loop.now() - before, 1ms);
}

TEST(Loop, WorkFromOtherThreadsIsDoneOnceAndInTheirOrder) {
    Loop loop;
    constexpr int kThreads = 4;
    constexpr int kEach = 2000;
    std::array<std::vector<int>, kThreads> got;
    std::atomic<int> left{kThreads * kEach};
    const auto own = std::this_thread::get_id();
    bool elsewhere = false;
    std::vector<std::thread> threads;
    for (int t = 0; t < kThreads; ++t) {
        threads.emplace_back([&, t] {
            for (int i = 0; i < kEach; ++i) {
                loop.post([&, t, i] {
                    elsewhere = elsewhere || std::this_thread::get_id() != own;
                    got[static_cast<std::size_t>(t)].push_back(i);
                    if (--left == 0) loop.stop();
                });
            }
        });
    }
    loop.run();
    for (std::thread& thread : threads) thread.join();
    EXPECT_FALSE(elsewhere);
    for (const auto& one : got) {
        EXPECT_EQ(one.size(), static_cast<std::size_t>(kEach));
        EXPECT_TRUE(std::is_sorted(one.begin(), one.end()));
    }
}

TEST(Loop, PostedWorkMayPost) {
    Loop loop;
    int depth = 0;
    std::function<void()> deeper = [&] {
        if (++depth == 5) {
            loop.stop();
        } else {
            loop.post(deeper);
        }
    };
    loop.post(deeper);
    loop.run();
    EXPECT_EQ(depth, 5);
}

TEST(Loop, StopsFromAnotherThreadAndRunsAgain) {
    Loop loop;
    for (int i = 0; i < 3; ++i) {
        std::thread other([&] { loop.stop(); });
        loop.run();
        other.join();
    }
    loop.stop();  // before run(): that returns at once
    loop.run();
}

TEST(Loop, TellsOnceForEachEdge) {
    Loop loop;
    const Pair pair;
    Told told;
    ASSERT_TRUE(loop.watch(pair.here.get(), told));
    loop.turn(0ms);
    EXPECT_EQ(told.times, 1);  // writable from the start
    EXPECT_TRUE(told.last.writable);
    EXPECT_FALSE(told.last.readable);
    pair.say("a");
    loop.turn(0ms);
    EXPECT_EQ(told.times, 2);
    EXPECT_TRUE(told.last.readable);
    loop.turn(0ms);
    EXPECT_EQ(told.times, 2) << "nothing new, although the byte is still there";
    pair.say("b");
    loop.turn(0ms);
    EXPECT_EQ(told.times, 3);
    EXPECT_EQ(pair.hear(), "ab");
    loop.forget(pair.here.get(), told);
}

TEST(Loop, TheEndIsToldApartFromBytes) {
    Loop loop;
    Pair pair;
    Told told;
    ASSERT_TRUE(loop.watch(pair.here.get(), told));
    pair.say("a");
    loop.turn(0ms);
    EXPECT_TRUE(told.last.readable);
    EXPECT_FALSE(told.last.ended);
    ::shutdown(pair.there.get(), SHUT_WR);
    loop.turn(0ms);
    EXPECT_TRUE(told.last.readable);
    EXPECT_TRUE(told.last.ended);
    EXPECT_FALSE(told.last.hung_up);
    pair.there.reset();
    loop.turn(0ms);
    EXPECT_TRUE(told.last.hung_up);
    loop.forget(pair.here.get(), told);
}

TEST(Loop, AWatcherForgottenInTheMiddleOfATurnIsNotCalled) {
    Loop loop;
    std::array<Pair, 8> pairs;
    std::array<Told, 8> told;
    int called = 0;
    for (std::size_t i = 0; i < pairs.size(); ++i) {
        ASSERT_TRUE(loop.watch(pairs[i].here.get(), told[i]));
        told[i].then = [&](Ready) {
            ++called;
            for (std::size_t j = 0; j < pairs.size(); ++j) {
                loop.forget(pairs[j].here.get(), told[j]);
            }
        };
    }
    loop.turn(0ms);  // all eight are ready in this turn
    EXPECT_EQ(called, 1);
    loop.turn(0ms);
    EXPECT_EQ(called, 1);
}

TEST(Loop, ADescriptorsNumberMayBeUsedAnewInTheSameTurn) {
    Loop loop;
    Pair first;
    Pair second;
    Told old_one;
    Told new_one;
    Told other;
    const int number = first.here.get();
    // Whichever of the two is told first closes `first` and watches another by its number.
    const auto swap = [&](Ready) {
        loop.forget(number, old_one);
        first.here.reset();
        first = Pair();  // the lowest free number: the same
        ASSERT_EQ(first.here.get(), number);
        ASSERT_TRUE(loop.watch(number, new_one));
        old_one.then = nullptr;
        other.then = nullptr;
    };
    old_one.then = swap;
    other.then = swap;
    ASSERT_TRUE(loop.watch(second.here.get(), other));
    ASSERT_TRUE(loop.watch(number, old_one));
    loop.turn(0ms);
    const int before = old_one.times;
    EXPECT_EQ(new_one.times, 0) << "what the old one was told is not the new one's";
    first.say("x");
    loop.turn(0ms);
    EXPECT_EQ(old_one.times, before);
    EXPECT_EQ(new_one.times, 1);
    EXPECT_TRUE(new_one.last.readable);
    loop.forget(number, new_one);
    loop.forget(second.here.get(), other);
}

TEST(Loop, RefusesToWatchWhatCannotBeWatched) {
    Loop loop;
    Told told;
    errno = 0;
    EXPECT_FALSE(loop.watch(-1, told));
    EXPECT_EQ(errno, EBADF);
    const Pair pair;
    EXPECT_TRUE(loop.watch(pair.here.get(), told));
    EXPECT_FALSE(loop.watch(pair.here.get(), told));
    EXPECT_EQ(errno, EEXIST);
    loop.forget(pair.here.get(), told);
    loop.forget(pair.here.get(), told);  // harmless
    EXPECT_TRUE(loop.watch(pair.here.get(), told));
    loop.forget(pair.here.get(), told);
}

TEST(Loop, ASharedDescriptorIsToldLevelByLevel) {
    Loop loop;
    const Pair pair;
    Told told;
    ASSERT_TRUE(loop.watch_shared(pair.here.get(), told));
    pair.say("a");
    loop.turn(0ms);
    loop.turn(0ms);
    EXPECT_EQ(told.times, 2);
    EXPECT_EQ(pair.hear(), "a");
    loop.turn(0ms);
    EXPECT_EQ(told.times, 2);
    loop.forget(pair.here.get(), told);
}

}  // namespace
}  // namespace understudy::io
