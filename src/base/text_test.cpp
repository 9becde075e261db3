#include "base/text.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <limits>

namespace understudy::base {
namespace {

TEST(Utf8, FindsTheFirstBadByte) {
    const std::pair<std::string_view, std::optional<std::size_t>> cases[] = {
        {"plain", std::nullopt},
        {"caf\xC3\xA9 \xE2\x82\xAC \xF0\x9F\x98\x80", std::nullopt},
        {"12345678\xFF", 8},       // past a whole word
        {"a\xC0\xAF", 1},          // overlong
        {"a\xED\xA0\x80", 1},      // surrogate
        {"a\xF4\x90\x80\x80", 1},  // above U+10FFFF
        {"ab\xE2\x82", 2},         // cut
        {"\x80", 0},               // continuation alone
    };
    for (const auto& [bytes, at] : cases) EXPECT_EQ(find_invalid_utf8(bytes), at) << bytes;
}

TEST(Utf8, ShowingReplacesOnlyTheBadBytes) {
    EXPECT_EQ(to_valid_utf8("a\xFFz"), "a\xEF\xBF\xBDz");
}

RC_GTEST_PROP(Utf8, CodePointsRoundTrip, ()) {
    const auto points = *rc::gen::container<std::vector<std::uint32_t>>(
        rc::gen::oneOf(rc::gen::inRange<std::uint32_t>(0, 0xD800),
                       rc::gen::inRange<std::uint32_t>(0xE000, 0x110000)));
    const std::u32string text(points.begin(), points.end());
    const std::string utf8 = to_utf8(text);
    RC_ASSERT(is_utf8(utf8));
    RC_ASSERT(to_code_points(utf8) == text);
    RC_ASSERT(count_code_points(utf8) == text.size());
}

TEST(Text, Cutting) {
    EXPECT_EQ(trim(" \t a b\n"), "a b");
    EXPECT_EQ(split("a,,b", ','), (std::vector<std::string_view>{"a", "", "b"}));
    EXPECT_EQ(split_lines("a\n\nb\n"), (std::vector<std::string_view>{"a", "", "b"}));
    EXPECT_TRUE(split_lines("").empty());
    const std::vector<std::string> parts{"a", "b", "c"};
    EXPECT_EQ(join(parts, ", "), "a, b, c");
    EXPECT_EQ(replace_all("aXbX", "X", "--"), "a--b--");
    EXPECT_EQ(replace_all("ab", "", "-"), "ab");
    EXPECT_TRUE(equal_ignoring_case("Content-Type", "content-type"));
    EXPECT_FALSE(equal_ignoring_case("a", "ab"));
}

TEST(Text, QuotingShowsWhatATerminalWouldObey) {
    EXPECT_EQ(quoted("a\"b\\\n\x1b[31m"), "\"a\\\"b\\\\\\n\\x1b[31m\"");
    EXPECT_EQ(quoted("\xFF"), "\"\xEF\xBF\xBD\"");
    EXPECT_EQ(quoted("abcdef", 3), "\"abc...\"");
    EXPECT_EQ(quoted("ab\xC3\xA9z", 3), "\"ab...\"");  // never half a character
}

TEST(Text, Counting) {
    EXPECT_EQ(with_thousands(0), "0");
    EXPECT_EQ(with_thousands(999), "999");
    EXPECT_EQ(with_thousands(1048576), "1,048,576");
    EXPECT_EQ(plural(1, "file"), "1 file");
    EXPECT_EQ(plural(2000, "file"), "2,000 files");
}

TEST(Nearest, SuggestsOnlyWhatIsNear) {
    const std::vector<std::string_view> names{"amount", "currency", "customer", "created"};
    EXPECT_EQ(nearest("amuont", names), "amount");  // a swap is one edit
    EXPECT_EQ(nearest("Amount", names), "amount");
    EXPECT_EQ(nearest("custmer", names), "customer");
    EXPECT_EQ(nearest("zzzzzz", names), "");
    EXPECT_EQ(nearest("", names), "");
    EXPECT_EQ(nearest(std::string(5000, 'a'), names), "");
}

TEST(Numbers, WholeTextOrNothing) {
    EXPECT_EQ(parse_int64("-9223372036854775808"), std::numeric_limits<std::int64_t>::min());
    for (const std::string_view text : {"", "+1", " 1", "1 ", "9223372036854775808", "1.0"}) {
        EXPECT_FALSE(parse_int64(text)) << text;
    }
    EXPECT_EQ(parse_double("1e3"), 1000.0);
    EXPECT_EQ(parse_double("1e999"), HUGE_VAL);
    EXPECT_EQ(parse_double("-1e999"), -HUGE_VAL);
    EXPECT_EQ(parse_double("1e-999"), 0.0);
    EXPECT_FALSE(parse_double("1x"));
}

TEST(Numbers, ShortestReadsBackAndLooksLikeADouble) {
    EXPECT_EQ(shortest(1.0), "1.0");
    EXPECT_EQ(shortest(0.1), "0.1");
    EXPECT_EQ(shortest(1e300), "1e+300");
}

}  // namespace
}  // namespace understudy::base
