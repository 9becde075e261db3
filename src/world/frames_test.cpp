#include "world/frames.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "base/seed.hpp"

namespace understudy::world {

namespace {

std::vector<std::string> read(Frames frames) {
    std::vector<std::string> out;
    FrameReader reader(std::make_shared<const Frames>(std::move(frames)));
    while (reader.next()) out.emplace_back(reader.text());
    return out;
}

TEST(Frames, GiveBackWhatWasAdded) {
    const std::vector<std::string> told = {"",       "a",    "aa",   "aaa",
                                           "aa",     "",     "abc",  "xbc",
                                           "xbcxbc", "abab", "abab", std::string(500, 'x')};
    Frames frames;
    std::string all;
    for (const std::string& frame : told) {
        frames.add(frame);
        all += frame;
    }
    EXPECT_EQ(frames.size(), told.size());
    EXPECT_EQ(frames.bytes(), all.size());
    EXPECT_EQ(frames.text(), all);
    frames.seal();
    EXPECT_EQ(frames.text(), all);
    EXPECT_EQ(read(std::move(frames)), told);
    EXPECT_EQ(read({}), std::vector<std::string>());
}

TEST(Frames, GiveBackAnything) {
    for (std::uint64_t round = 0; round < 200; ++round) {
        base::Stream draw(7, {"frames"}, round);
        std::vector<std::string> told(draw.below(20));
        Frames frames;
        for (std::string& frame : told) {
            frame.resize(draw.below(round % 10 == 0 ? 20'000 : 12));
            draw.choose("ab", frame);
            frames.add(frame);
        }
        EXPECT_EQ(read(std::move(frames)), told) << round;
    }
}

TEST(Frames, WaitForAPartOfThePace) {
    struct Case {
        base::Duration pace;
        std::uint32_t percent;
        base::Duration wait;
    };
    for (const Case& one :
         {Case{{0, 20'000'000}, 100, {0, 20'000'000}}, Case{{0, 20'000'000}, 50, {0, 10'000'000}},
          Case{{1, 500'000'000}, 250, {3, 750'000'000}},
          Case{{7, 999'999'999}, 10'000, {799, 999'999'900}}, Case{{3, 0}, 0, {0, 0}},
          Case{{1, 1}, 99, {0, 990'000'000}}}) {
        Frames frames;
        frames.pace = one.pace;
        frames.add("x", one.percent);
        FrameReader reader(std::make_shared<const Frames>(std::move(frames)));
        ASSERT_TRUE(reader.next());
        EXPECT_EQ(reader.wait(), one.wait) << one.percent;
    }
}

}  // namespace

}  // namespace understudy::world
