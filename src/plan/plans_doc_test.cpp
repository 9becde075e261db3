// The yaml blocks of docs/reference/plan-format.md load: whole plans, and lists of steps in a small
// frame.
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "plan/impl/testing.hpp"

namespace understudy::plan {
namespace {

TEST(Documentation, EveryPlanLoads) {
    std::ifstream in(std::string(UNDERSTUDY_ROOT) + "/docs/reference/plan-format.md");
    std::ostringstream page;
    page << in.rdbuf();
    const std::string text = page.str();
    std::size_t blocks = 0;
    std::string block;
    bool inside = false;
    for (const std::string_view line : base::split_lines(text)) {
        if (!inside) {
            inside = line == "```yaml";
            block.clear();
        } else if (line == "```") {
            inside = false;
            ++blocks;
            // Steps are shown without the plan around them; what they capture is theirs.
            if (block.starts_with("- ")) {
                std::string framed = "version: 1\nservice: parcel\nsteps:\n";
                for (const std::string_view step : base::split_lines(block)) {
                    framed += "  " + std::string(step) + "\n";
                }
                block = framed;
            }
            EXPECT_EQ(testing::problems_of(block), "") << block;
        } else {
            block += std::string(line) + "\n";
        }
    }
    EXPECT_GE(blocks, 7U);
}

}  // namespace
}  // namespace understudy::plan
