// The example of docs/reference/cassette-format.md is a cassette that loads, digest and all.
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "cassette/cassette_testing.hpp"
#include "cassette/read.hpp"
#include "cassette/seal.hpp"
#include "cassette/write.hpp"

namespace understudy::cassette {
namespace {

TEST(CassetteDocument, TheExampleLoadsAndIsCanonical) {
    std::ifstream file(UNDERSTUDY_ROOT "/docs/reference/cassette-format.md");
    std::stringstream all;
    all << file.rdbuf();
    std::string text = all.str();
    const std::string fence = "```yaml\n";
    const std::size_t begin = text.find(fence);
    ASSERT_NE(begin, std::string::npos);
    text = text.substr(begin + fence.size());
    text = text.substr(0, text.find("```"));
    const auto loose = read({"status/changed.yaml", text}, {.check_digest = false});
    ASSERT_TRUE(loose) << base::render(loose.error());
    EXPECT_EQ(loose->cassette.content_digest, digest_of(loose->cassette));
    EXPECT_EQ(written_for_tests(loose->cassette).text, text);
}

}  // namespace
}  // namespace understudy::cassette
