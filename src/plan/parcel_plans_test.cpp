// The plans of the shipped packs load. That they agree is shown where a world can be made.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "plan/impl/testing.hpp"

namespace understudy::plan {
namespace {

TEST(ShippedPlans, Load) {
    std::size_t count = 0;
    for (const auto& entry :
         std::filesystem::recursive_directory_iterator(std::string(UNDERSTUDY_ROOT) + "/packs")) {
        const std::string path = entry.path().generic_string();
        if (path.find("/plans/tests/") == std::string::npos || !path.ends_with(".yaml")) continue;
        std::ifstream in(path);
        std::ostringstream text;
        text << in.rdbuf();
        EXPECT_EQ(testing::problems_of(text.str(), {Effect::Write, {}}), "") << path;
        ++count;
    }
    EXPECT_GE(count, 8U);
}

}  // namespace
}  // namespace understudy::plan
