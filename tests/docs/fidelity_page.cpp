// Every test that docs/fidelity.md names as the keeper of a promise exists.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "base/regex.hpp"

namespace understudy {
namespace {

std::string read(const std::filesystem::path& path) {
    std::ifstream in(path);
    std::ostringstream text;
    text << in.rdbuf();
    return text.str();
}

TEST(FidelityPage, NamesTestsThatExist) {
    const std::filesystem::path root(UNDERSTUDY_ROOT);
    std::string tests;
    for (const char* folder : {"src", "tests"}) {
        for (const auto& entry : std::filesystem::recursive_directory_iterator(root / folder)) {
            if (entry.path().extension() == ".cpp") tests += read(entry.path());
        }
    }
    const std::string page = read(root / "docs/fidelity.md");
    auto named = base::Regex::compile("`([A-Z][A-Za-z]+)\\.([A-Z][A-Za-z]+)`");
    ASSERT_TRUE(named);
    std::size_t count = 0;
    for (auto match = named->find(page); match; match = named->find(page, match->end)) {
        const std::string declared =
            "(" + std::string(*match->groups[0]) + ", " + std::string(*match->groups[1]);
        EXPECT_NE(tests.find(declared), std::string::npos) << declared;
        ++count;
    }
    EXPECT_GE(count, 15U);
}

}  // namespace
}  // namespace understudy
