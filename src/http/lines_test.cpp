#include "http/lines.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "base/text.hpp"
#include "http/cut_testing.hpp"
#include "json/parse.hpp"
#include "tests/arbitrary/json.hpp"

namespace understudy::http {
namespace {

using Lines = std::vector<std::string>;

Lines lines_in(const std::vector<std::string_view>& pieces) {
    LineReader reader;
    Lines lines;
    for (const std::string_view piece : pieces) EXPECT_TRUE(reader.feed(piece, lines));
    EXPECT_TRUE(reader.end(lines));
    return lines;
}

TEST(Lines, KeepTheirEnds) {
    EXPECT_EQ(lines_in({"{\"status\":1}\r\n{\"a\":\"\r\"}\n\n{\"last\""}),
              (Lines{"{\"status\":1}\r\n", "{\"a\":\"\r\"}\n", "\n", "{\"last\""}));
    EXPECT_EQ(lines_in({}), Lines{});
    EXPECT_EQ(lines_in({"a\n"}), Lines{"a\n"});
    EXPECT_EQ(lines_in({"a\r"}), Lines{"a\r"});
}

TEST(Lines, TextIsWithoutTheEnd) {
    EXPECT_EQ(line_text("a\r\n"), "a");
    EXPECT_EQ(line_text("a\n"), "a");
    EXPECT_EQ(line_text("a\r\r\n"), "a\r");
    EXPECT_EQ(line_text("a\r"), "a\r");
    EXPECT_EQ(line_text("\n"), "");
    EXPECT_EQ(line_text(""), "");
}

TEST(Lines, ComeAsSoonAsTheyAreWhole) {
    LineReader reader;
    Lines lines;
    ASSERT_TRUE(reader.feed("{}\n{", lines));
    EXPECT_EQ(lines, Lines{"{}\n"});
    ASSERT_TRUE(reader.feed("}\n", lines));
    EXPECT_EQ(lines, (Lines{"{}\n", "{}\n"}));
}

TEST(Lines, AreBounded) {
    for (const std::string_view text : {"ok\n1234\n", "ok\n123456789", "ok\n12345"}) {
        for (std::uint64_t seed = 0; seed < 20; ++seed) {
            LineReader reader(4);
            Lines lines;
            base::Result<void> fed;
            for (const std::string_view piece : cut(text, seed, seed == 0 ? 100 : 2)) {
                fed = reader.feed(piece, lines);
                if (!fed) break;
            }
            ASSERT_FALSE(fed);
            EXPECT_EQ(fed.error().code, base::Code::HttpMessageTooLarge);
            EXPECT_EQ(base::message(fed.error()),
                      "the message is larger than the limit of 4 bytes");
            EXPECT_EQ(lines, Lines{"ok\n"});
            EXPECT_EQ(reader.feed("x", lines).error(), fed.error());
            EXPECT_EQ(reader.end(lines).error(), fed.error());
        }
    }
    LineReader reader(4);
    Lines lines;
    EXPECT_TRUE(reader.feed("123\n1234", lines));
}

RC_GTEST_PROP(Lines, AnyCutGivesBackWhatWasWritten, (std::uint64_t seed)) {
    const auto values = *rc::gen::container<std::vector<json::Value>>(arbitrary::value(2));
    std::string text;
    for (const json::Value& value : values) append_line(text, value);
    const Lines lines = lines_in(cut(text, seed));
    RC_ASSERT(lines.size() == values.size());
    for (std::size_t i = 0; i < lines.size(); ++i) {
        RC_ASSERT(json::parse(line_text(lines[i])).value() == values[i]);
    }
    RC_ASSERT(base::join(lines, "") == text);
}

}  // namespace
}  // namespace understudy::http
