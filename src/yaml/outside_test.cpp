// Real documents of others, read in Foreign mode. They are not part of this repository; where they
// are absent the tests skip.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "yaml/read.hpp"
#include "yaml/write.hpp"

namespace understudy::yaml {
namespace {

namespace fs = std::filesystem;

fs::path outside_data() {
    return fs::path(UNDERSTUDY_ROOT).parent_path() / "shared" / "data";
}

std::string text_of(const fs::path& path) {
    std::ifstream in(path, std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(in), {});
}

struct Folder {
    const char* path;
    std::size_t files;  // at least
};

class Outside : public ::testing::TestWithParam<Folder> {};

TEST_P(Outside, DocumentsLoadInForeignMode) {
    const fs::path folder = outside_data() / GetParam().path;
    if (!fs::exists(folder)) GTEST_SKIP() << "no outside data at " << folder;
    std::size_t files = 0;
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
        const std::string extension = entry.path().extension().string();
        if (extension != ".yaml" && extension != ".yml") continue;
        ++files;
        const auto documents = read_all({entry.path().filename().string(), text_of(entry.path())},
                                        {.mode = Mode::Foreign, .limits = {}});
        EXPECT_TRUE(documents) << base::render(documents.error());
    }
    EXPECT_GE(files, GetParam().files);
}

INSTANTIATE_TEST_SUITE_P(Data, Outside,
                         ::testing::Values(Folder{"openapi/moby", 2},
                                           Folder{"openapi/stripe-2022-11-15", 1},
                                           Folder{"cassettes/linodego-half", 187},
                                           Folder{"cassettes/pay-rails", 180},
                                           Folder{"cassettes/hydraflow", 98},
                                           Folder{"cassettes/pydantic-ai-sse-half", 50}));

TEST(OutsideData, ACassetteKeepsItsBytesAroundAChange) {
    const fs::path folder = outside_data() / "cassettes/hydraflow";
    if (!fs::exists(folder)) GTEST_SKIP() << "no outside data at " << folder;
    std::size_t files = 0;
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
        if (entry.path().extension() != ".yaml") continue;
        const auto document = read({"c.yaml", text_of(entry.path())});
        if (!document || !document->root.is_object()) continue;
        ++files;
        json::Value after = document->root;
        after.set("added_for_the_test", "value");
        const std::string out = rewrite(*document, after);
        const auto back = read({"c.yaml", out});
        ASSERT_TRUE(back) << base::render(back.error());
        EXPECT_TRUE(back->root == after);
        EXPECT_EQ(out.size(),
                  document->source->text.size() + std::string("added_for_the_test: value\n").size())
            << entry.path();
    }
    EXPECT_GT(files, 50U);
}

}  // namespace
}  // namespace understudy::yaml
