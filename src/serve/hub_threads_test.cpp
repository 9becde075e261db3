// Many threads at once: worlds are made, called, forked, looked at and ended, and nobody meets
// anybody else's data. Under the thread sanitizer this is also the proof that nothing races.
#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "json/write.hpp"
#include "serve/impl/hub_testing.hpp"

namespace understudy::serve {

TEST(HubThreads, WorldsOfDifferentThreadsNeverMeet) {
    Process process;
    constexpr int kThreads = 4;
    constexpr int kRounds = 40;
    std::atomic<int> wrong{0};
    std::vector<std::thread> threads;
    for (int number = 0; number < kThreads; ++number) {
        threads.emplace_back([&process, &wrong, number] {
            for (int round = 0; round < kRounds; ++round) {
                const std::string mark = std::to_string(number) + '-' + std::to_string(round);
                const auto world =
                    process.hub.create({.pack = number % 2 == 0 ? "notes" : "memos"});
                if (!world) {
                    ++wrong;
                    continue;
                }
                const Door door = door_of_pack((*world)->identity.pack);
                const std::string key = (*world)->identity.key;
                process.ask(door, {.method = "POST",
                                   .key = key,
                                   .body = json::write(json::Value::object({{"text", mark}}))});
                const auto fork = process.hub.fork(**world, {});
                process.control({.target = "/__admin__/worlds", .key = process.admin()});
                const http::Response list =
                    process.ask(door, {.key = fork ? (*fork)->identity.key : ""});
                if (list.body().find('"' + mark + '"') == std::string::npos) ++wrong;
                process.hub.remove((*world)->identity.serial);
                if (process.ask(door, {.key = key}).head.status != 401) ++wrong;
                if (fork) process.hub.remove((*fork)->identity.serial);
            }
        });
    }
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(wrong, 0);
    EXPECT_EQ(process.hub.count(), 0U);
}

TEST(HubThreads, CallsToOneWorldAreCarriedOutOneAfterTheOther) {
    Process process;
    const auto world = process.create({.pack = "notes"});
    constexpr int kThreads = 4;
    constexpr int kCalls = 100;
    std::vector<std::thread> threads;
    for (int number = 0; number < kThreads; ++number) {
        threads.emplace_back([&] {
            for (int i = 0; i < kCalls; ++i) {
                process.ask(
                    door_of_pack(0),
                    {.method = "POST", .key = world->identity.key, .body = R"({"text":"a"})"});
            }
        });
    }
    for (std::thread& thread : threads) thread.join();
    const json::Value counts = world->look([](const world::World& one) { return one.counts(); });
    EXPECT_EQ(json::write(counts), R"({"notes":400})");
}

}  // namespace understudy::serve
