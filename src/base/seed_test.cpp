// Streams: pinned values first, because worlds made by older releases depend on them, then shape.
#include "base/seed.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <array>
#include <cmath>
#include <set>
#include <string>
#include <vector>

namespace understudy::base {
namespace {

// If this fails, the code is wrong, never the numbers.
TEST(Stream, GivesTheseValuesForEver) {
    Stream stream{42, {"charges", "id"}, 7};
    for (const std::uint64_t expected : {11838229613550560632U, 8493771227406807279U,
                                         12904726427941598750U, 15570602721769037569U}) {
        EXPECT_EQ(stream.next(), expected);
    }
    Stream digits{42, {"charges", "id"}, 8};
    std::string text;
    for (int i = 0; i < 20; ++i) text += static_cast<char>('a' + digits.below(26));
    EXPECT_EQ(text, "kjwuqfzcdemnleipvdog");
    Stream bare{0, {}, 0};
    EXPECT_EQ(bare.next(), 4723897494186442857U);
    EXPECT_EQ(std::ldexp(bare.unit(), 53), 6807089972973263.0);
}

TEST(Stream, DependsOnEveryPartOfItsName) {
    const std::string_view split[] = {"a", "bc"};
    const std::vector<Stream> streams = {Stream{1, {"ab", "c"}, 0}, Stream{2, {"ab", "c"}, 0},
                                         Stream{1, {"ab", "c"}, 1}, Stream{1, split, 0},
                                         Stream{1, {"abc"}, 0},     Stream{1, {"ab", "c", ""}, 0},
                                         Stream{1, {"c", "ab"}, 0}, Stream{1, {"", "ab", "c"}, 0}};
    std::set<std::uint64_t> firsts;
    for (Stream stream : streams) firsts.insert(stream.next());
    EXPECT_EQ(firsts.size(), streams.size());
}

TEST(Stream, IsTheSameHoweverItIsNamed) {
    const std::string_view names[] = {"charges", "id"};
    Stream a{5, names, 9};
    Stream b{5, {"charges", "id"}, 9};
    for (int i = 0; i < 10; ++i) EXPECT_EQ(a.next(), b.next());
}

// Far looser than a statistical test: it catches a stuck bit or a bias one could see.
TEST(Stream, IsEven) {
    Stream stream{7, {"even"}, 0};
    std::array<int, 64> ones{};
    std::array<int, 6> faces{};
    double sum = 0;
    constexpr int kDraws = 60'000;
    for (int i = 0; i < kDraws; ++i) {
        const std::uint64_t value = stream.next();
        for (std::size_t bit = 0; bit < 64; ++bit) ones[bit] += static_cast<int>(value >> bit & 1U);
        ++faces[stream.below(6)];
        sum += stream.unit();
    }
    for (const int count : ones) EXPECT_NEAR(count, kDraws / 2, 800);
    for (const int count : faces) EXPECT_NEAR(count, kDraws / 6, 600);
    EXPECT_NEAR(sum / kDraws, 0.5, 0.01);
}

TEST(Stream, DrawsAgainRatherThanFavourLowNumbers) {
    // With a bound of 3 * 2^62, taking the remainder would give the lowest third twice as often.
    const std::uint64_t bound = std::uint64_t{3} << 62;
    Stream stream{7, {"bias"}, 0};
    int low = 0;
    for (int i = 0; i < 3'000; ++i) low += stream.below(bound) < (std::uint64_t{1} << 62) ? 1 : 0;
    EXPECT_NEAR(low, 1'000, 150);
}

RC_GTEST_PROP(StreamLaws, ChoosesLettersAsIfOneByOne, (std::uint64_t seed, std::uint8_t count)) {
    constexpr std::string_view kLetters = "abcdefghijk";
    Stream together{seed, {"letters"}, count};
    Stream single = together;
    std::string chosen(count, ' ');
    together.choose(kLetters, chosen);
    for (const char letter : chosen) RC_ASSERT(letter == kLetters[single.below(kLetters.size())]);
    RC_ASSERT(together.next() == single.next());
}

RC_GTEST_PROP(StreamLaws, StaysBelowItsBound, (std::uint64_t seed, std::uint64_t raw)) {
    const std::uint64_t bound = raw == 0 ? 1 : raw;
    Stream stream{seed, {"bound"}, raw};
    RC_ASSERT(stream.below(bound) < bound);
    const double unit = stream.unit();
    RC_ASSERT(unit >= 0.0);
    RC_ASSERT(unit < 1.0);
}

}  // namespace
}  // namespace understudy::base
