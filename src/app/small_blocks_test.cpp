// The program's own operator new, which this test program uses as well.
#include "app/small_blocks.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <memory>
#include <random>
#include <thread>
#include <vector>

namespace understudy::app {

namespace {

struct Held {
    std::unique_ptr<unsigned char[]> bytes;
    std::size_t size = 0;
    unsigned char fill = 0;

    bool is_intact() const {
        for (std::size_t i = 0; i < size; ++i) {
            if (bytes[i] != fill) return false;
        }
        return true;
    }
};

Held hold(std::size_t size, unsigned char fill) {
    Held held{std::make_unique<unsigned char[]>(size), size, fill};
    std::memset(held.bytes.get(), fill, size);
    return held;
}

// Takes and lets go in an order of its own; false: some block was not its own alone.
bool go_back_and_forth(std::uint32_t seed, std::vector<Held>& held, int rounds) {
    std::mt19937 random(seed);
    for (int i = 0; i < rounds; ++i) {
        if (held.empty() || random() % 5 < 3) {
            held.push_back(hold(random() % 1500, static_cast<unsigned char>(random())));
            continue;
        }
        std::swap(held[random() % held.size()], held.back());
        if (!held.back().is_intact()) return false;
        held.pop_back();
    }
    return true;
}

}  // namespace

TEST(SmallBlocks, HoldWhatIsWrittenToThem) {
    begin_small_blocks();
    std::vector<Held> held;
    EXPECT_TRUE(go_back_and_forth(1, held, 20'000));
    for (const Held& one : held) EXPECT_TRUE(one.is_intact());
}

TEST(SmallBlocks, AreAligned) {
    begin_small_blocks();
    std::vector<std::unique_ptr<unsigned char[]>> held;
    for (std::size_t size = 1; size < 1200; ++size) {
        held.push_back(std::make_unique<unsigned char[]>(size));
        EXPECT_EQ(reinterpret_cast<std::uintptr_t>(held.back().get()) % 16, 0U) << size;
    }
}

TEST(SmallBlocks, NoneIsNothing) {
    void* one = ::operator new(0);
    void* other = ::operator new(0);
    EXPECT_NE(one, nullptr);
    EXPECT_NE(one, other);
    ::operator delete(one);
    ::operator delete(other);
    ::operator delete(nullptr);
}

TEST(SmallBlocks, MayBeLetGoOfByAnotherThread) {
    begin_small_blocks();
    constexpr std::size_t kThreads = 4;
    std::vector<std::vector<Held>> held(kThreads);
    for (std::uint32_t round = 0; round < 3; ++round) {
        std::vector<std::thread> threads;
        std::vector<char> good(kThreads);
        for (std::size_t i = 0; i < kThreads; ++i) {
            threads.emplace_back([&, i] {
                // What this thread holds was taken by another one in the round before.
                good[i] =
                    go_back_and_forth(static_cast<std::uint32_t>(i) + 10 * round, held[i], 5'000);
            });
        }
        for (std::thread& thread : threads) thread.join();
        EXPECT_EQ(good, std::vector<char>(kThreads, 1));
        std::rotate(held.begin(), held.begin() + 1, held.end());
    }
    for (const auto& one : held) {
        for (const Held& each : one) EXPECT_TRUE(each.is_intact());
    }
}

}  // namespace understudy::app
