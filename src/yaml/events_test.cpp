#include "yaml/events.hpp"

#include <gtest/gtest.h>

#include <string>

namespace understudy::yaml {
namespace {

std::string lines_of(std::string_view text) {
    const auto lines = event_lines({"t.yaml", std::string(text)});
    if (!lines) return base::message(lines.error());
    std::string out;
    for (const std::string& line : *lines) out.append(out.empty() ? "" : " / ").append(line);
    return out;
}

TEST(Events, AreTheLinesOfThePublicSuite) {
    EXPECT_EQ(lines_of("&a [a: b, 'c', \"d\\n\", *a ]\n"),
              "+STR / +DOC / +SEQ [] &a / +MAP {} / =VAL :a / =VAL :b / -MAP / =VAL 'c / =VAL "
              "\"d\\n / =ALI *a / -SEQ / -DOC / -STR");
    EXPECT_EQ(lines_of("--- !!map\nk: !t |\n  x\\y\n...\n"),
              "+STR / +DOC --- / +MAP <tag:yaml.org,2002:map> / =VAL :k / =VAL <!t> |x\\\\y\\n / "
              "-MAP / -DOC ... / -STR");
    EXPECT_EQ(lines_of("- >\n a\n"), "+STR / +DOC / +SEQ / =VAL >a\\n / -SEQ / -DOC / -STR");
    EXPECT_EQ(lines_of(""), "+STR / -STR");
}

// Tags and keys that Strict refuses as values are fine as syntax.
TEST(Events, KnowNoRulesAboutValues) {
    EXPECT_EQ(lines_of("{a: 1, a: 2, [b]: .inf}"),
              "+STR / +DOC / +MAP {} / =VAL :a / =VAL :1 / =VAL :a / =VAL :2 / +SEQ [] / =VAL :b / "
              "-SEQ / =VAL :.inf / -MAP / -DOC / -STR");
}

}  // namespace
}  // namespace understudy::yaml
