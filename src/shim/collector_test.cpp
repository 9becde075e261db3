// Recordings handed over in parallel, and what does not arrive whole.
#include "shim/collector.hpp"

#include <gtest/gtest.h>
#include <sys/socket.h>

#include <cstdlib>
#include <filesystem>
#include <set>
#include <thread>

#include "shim/impl/channel.hpp"

namespace understudy::shim {
namespace {

class Handing : public ::testing::Test {
protected:
    Handing() {
        // Longer than the name of a socket may be.
        char pattern[] = "/tmp/collector-XXXXXX";
        root = ::mkdtemp(pattern);
        folder = root + '/' + std::string(120, 'x');
        std::filesystem::create_directories(folder);
    }
    ~Handing() override { std::filesystem::remove_all(root); }

    // Until the senders are done and everything is heard.
    void serve(std::vector<std::thread> senders) {
        std::thread waiter([&] {
            for (std::thread& sender : senders) sender.join();
            loop.post([this] {
                if (collector.open() == 0) loop.stop();
                collector.when_idle([this] { loop.stop(); });
            });
        });
        loop.run();
        waiter.join();
    }

    std::string root, folder;
    io::Loop loop;
    Collector collector{loop};
};

RecordedCall numbered(std::int64_t number) {
    RecordedCall call;
    call.input.program = "t";
    call.at = number;
    call.output.pieces = {{0, cassette::From::Stdout, std::string(200'000, 'a')}};
    call.output.ended = cassette::Ended{};
    return call;
}

TEST_F(Handing, HundredAtOnceAreAllKept) {
    ASSERT_TRUE(collector.listen(folder));
    std::vector<std::thread> senders;
    std::atomic<int> kept = 0;
    for (int i = 0; i < 100; ++i) {
        senders.emplace_back([&, i] {
            const auto connection = connect_in(folder);
            if (connection && hand_over(*connection, to_message(numbered(i)))) ++kept;
        });
    }
    serve(std::move(senders));
    EXPECT_EQ(kept, 100);
    const std::vector<RecordedCall> calls = collector.take();
    ASSERT_EQ(calls.size(), 100U);
    for (std::int64_t i = 0; i < 100; ++i) {
        EXPECT_EQ(calls[static_cast<std::size_t>(i)].at, i);  // by their beginning
        EXPECT_EQ(calls[static_cast<std::size_t>(i)].output, numbered(i).output);
    }
}

TEST_F(Handing, WhoDoesNotArriveWholeIsNotKept) {
    ASSERT_TRUE(collector.listen(folder));
    bool was_kept = true;
    std::vector<std::thread> senders;
    senders.emplace_back([&] { was_kept = hand_over(*connect_in(folder), "no message"); });
    senders.emplace_back([&] { (void)connect_in(folder); });  // and leaves
    serve(std::move(senders));
    EXPECT_FALSE(was_kept);
    EXPECT_TRUE(collector.take().empty());
}

TEST_F(Handing, WithoutASessionItIsSaid) {
    EXPECT_FALSE(connect_in(folder));
    const auto listening = collector.listen(folder + "/missing");
    ASSERT_FALSE(listening);
    EXPECT_EQ(base::name_of(listening.error().code), "session.no_collector");
}

}  // namespace
}  // namespace understudy::shim
