#include "base/mark.hpp"

#include <gtest/gtest.h>

namespace understudy::base {
namespace {

TEST(Mark, CountsLinesAndCharactersFromOne) {
    const Source source{"a.yaml", "one\n\xC3\xA9\xC3\xA9 two\nthree"};
    const std::size_t two = source.text.find("two");
    const Mark mark = source.mark(two, two + 3);
    EXPECT_EQ(to_text(mark), "a.yaml:2:4");
    EXPECT_EQ(mark.length, 3U);
    EXPECT_EQ(mark.excerpt, "\xC3\xA9\xC3\xA9 two");
    EXPECT_EQ(mark.excerpt_column, 1U);
}

TEST(Mark, OffsetsPastTheEndMeanTheEnd) {
    const Source source{"a", "ab"};
    EXPECT_EQ(to_text(source.mark(99, 120)), "a:1:3");
    EXPECT_EQ(to_text(Source{"a", ""}.mark(0)), "a:1:1");
}

TEST(Mark, APlaceOnANewlineBelongsToItsLine) {
    const Source source{"a", "x\r\ny\n"};
    EXPECT_EQ(to_text(source.mark(2)), "a:1:3");
    EXPECT_EQ(source.mark(0).excerpt, "x");
    EXPECT_EQ(to_text(source.mark(5)), "a:3:1");
}

TEST(Mark, ALongLineIsCutAroundThePlace) {
    std::string line(5000, 'a');
    line.replace(3000, 3, "XYZ");
    const Mark mark = Source{"a", line}.mark(3000, 3003);
    EXPECT_EQ(mark.column, 3001U);
    EXPECT_LT(mark.excerpt.size(), 200U);
    EXPECT_EQ(mark.excerpt.substr(mark.column - mark.excerpt_column, 3), "XYZ");
}

TEST(Mark, TextOfAMarkWithoutPlace) {
    EXPECT_EQ(to_text(Mark{}), "");
    EXPECT_EQ(to_text((Source{"f", "x"}.whole())), "f");
}

}  // namespace
}  // namespace understudy::base
