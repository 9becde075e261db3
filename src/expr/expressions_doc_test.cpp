// The examples of docs/reference/expressions.md are evaluated: each `expression` → `result`.
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "base/text.hpp"
#include "expr/impl/overload.hpp"
#include "expr/impl/testing.hpp"

namespace understudy::expr {
namespace {

std::string read_page() {
    std::ifstream in(std::string(UNDERSTUDY_ROOT) + "/docs/reference/expressions.md");
    std::ostringstream text;
    text << in.rdbuf();
    return text.str();
}

// A table cell writes | as \|.
std::string plain(std::string_view cell) {
    return base::replace_all(cell, "\\|", "|");
}

TEST(Documentation, EveryExampleGivesItsResult) {
    constexpr std::string_view kArrow = "` → `";
    std::size_t examples = 0;
    const std::string page = read_page();
    for (const std::string_view line : base::split_lines(page)) {
        std::size_t from = 0;
        while (true) {
            const std::size_t arrow = line.find(kArrow, from);
            if (arrow == std::string_view::npos) break;
            const std::size_t begin = line.rfind('`', arrow - 1) + 1;
            const std::size_t after = arrow + kArrow.size();
            const std::size_t end = line.find('`', after);
            ASSERT_NE(end, std::string_view::npos) << line;
            const std::string text = plain(line.substr(begin, arrow - begin));
            const std::string wanted = plain(line.substr(after, end - after));
            std::string got = testing::run(text);
            if (wanted.starts_with("error ")) got = got.substr(0, got.find(" at "));
            EXPECT_EQ(got, wanted) << text;
            ++examples;
            from = end;
        }
    }
    EXPECT_GT(examples, 80U);
}

TEST(Documentation, EveryFunctionIsOnThePage) {
    const std::string page = read_page();
    for (const std::string_view name : function_names()) {
        EXPECT_NE(page.find(std::string(name) + "("), std::string::npos) << name;
    }
}

}  // namespace
}  // namespace understudy::expr
