// What is looked for sixteen or sixty-four bytes at a time, against a look at each byte: at every
// length and place around the borders of a stride.
#include "secret/impl/strides.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "secret/impl/runs.hpp"

namespace understudy::secret {
namespace {

// Texts of few different bytes, so that what is looked for is there often; the same at each run.
class Texts {
public:
    std::string next(std::string_view letters, std::size_t size) {
        std::string text;
        while (text.size() < size) text += letters[draw() % letters.size()];
        return text;
    }
    std::size_t draw() {
        state_ = state_ * 6364136223846793005U + 1442695040888963407U;
        return static_cast<std::size_t>(state_ >> 33U);
    }

private:
    std::uint64_t state_ = 1;
};

std::vector<std::pair<std::size_t, std::size_t>> byte_by_byte(std::string_view text) {
    std::vector<std::pair<std::size_t, std::size_t>> runs;
    for (std::size_t begin = 0; begin < text.size(); ++begin) {
        std::size_t end = begin;
        while (end < text.size() && is_run_character(text[end])) ++end;
        if (end - begin >= kLeastRun) runs.emplace_back(begin, end);
        begin = end;
    }
    return runs;
}

std::vector<std::pair<std::size_t, std::size_t>> in_blocks(std::string_view text) {
    std::vector<std::pair<std::size_t, std::size_t>> runs;
    for (const CharacterRun& run : runs_of(text)) runs.emplace_back(run.begin, run.end);
    return runs;
}

TEST(Stride, SaysOfEachByteWhatIsTrueOfIt) {
    for (unsigned first = 0; first < 256; first += Stride::kSize) {
        char bytes[Stride::kSize];
        for (unsigned i = 0; i < Stride::kSize; ++i) bytes[i] = static_cast<char>(first + i);
        const Stride stride(bytes);
        for (unsigned i = 0; i < Stride::kSize; ++i) {
            const unsigned byte = first + i;
            const auto is = [&](Stride asked) { return (asked.bits() >> i & 1U) != 0; };
            EXPECT_EQ(is(stride == 'x'), byte == 'x') << byte;
            EXPECT_EQ(is(stride == '\xe9'), byte == 0xe9) << byte;
            EXPECT_EQ(is(stride.is_between('/', '9')), byte >= '/' && byte <= '9') << byte;
            EXPECT_EQ(is(stride.with_bits(0x20) == 'x'), byte == 'x' || byte == 'X') << byte;
            EXPECT_EQ(is((stride == 'x') | (stride == 'y')), byte == 'x' || byte == 'y') << byte;
            EXPECT_EQ(is(stride.is_between('a', 'z') & stride.is_between('x', '~')),
                      byte >= 'x' && byte <= 'z')
                << byte;
        }
    }
}

TEST(Stride, FindsTheFirstOfSomeBytes) {
    Texts texts;
    for (std::size_t size = 0; size < 70; ++size) {
        const std::string text = texts.next("abcdefghijklmnopqrstuvwxyz\"\\", size);
        for (std::size_t from = 0; from <= size; ++from) {
            EXPECT_EQ(find_any_of(text, from, '"', '\\'),
                      std::min(text.find_first_of("\"\\", from), size));
        }
    }
}

TEST(Stride, FindsWords) {
    Texts texts;
    for (std::size_t size = 0; size < 90; ++size) {
        const std::string text = texts.next("aab", size);
        for (const std::string_view word : {"ab", "aaa", "abab", "aababaaab"}) {
            for (std::size_t from = 0; from <= size; ++from) {
                EXPECT_EQ(find_word(text, word, from), text.find(word, from)) << text;
            }
        }
    }
}

TEST(Runs, AreThoseOfALookAtEachByte) {
    Texts texts;
    for (std::size_t turn = 0; turn < 2000; ++turn) {
        // A run ends at one byte in forty, so many are long enough and many are not.
        const std::string text =
            texts.next("0123456789ABCDEFGHIJKabcdefghijklm+/-_ ", texts.draw() % 400);
        EXPECT_EQ(in_blocks(text), byte_by_byte(text)) << text;
    }
}

TEST(Runs, BeginAndEndAnywhereInABlock) {
    for (std::size_t begin = 0; begin < 130; ++begin) {
        for (std::size_t size = kLeastRun - 1; size < 150; ++size) {
            const std::string text = std::string(begin, ' ') + std::string(size, 'x');
            EXPECT_EQ(in_blocks(text), byte_by_byte(text)) << begin << " " << size;
            EXPECT_EQ(in_blocks(text + "."), byte_by_byte(text + ".")) << begin << " " << size;
        }
    }
}

TEST(Runs, AreMadeOfTheCharactersOfBase64AndOfNoOthers) {
    for (unsigned byte = 0; byte < 256; ++byte) {
        const std::string text(kLeastRun, static_cast<char>(byte));
        EXPECT_EQ(runs_of(text).size(), is_run_character(static_cast<char>(byte)) ? 1U : 0U)
            << byte;
    }
}

}  // namespace
}  // namespace understudy::secret
