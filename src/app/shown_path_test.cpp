// Names with a token in them, shown without it.
#include "app/shown_path.hpp"

#include <gtest/gtest.h>

#include "app/secret_ground.hpp"

namespace understudy::app {

namespace {

class ShownPaths : public testing::Test {
protected:
    void SetUp() override {
        auto ground = make_ground(Arguments(), surroundings_of_files());
        ASSERT_TRUE(ground) << base::render(ground.error());
        finder_.emplace(ground->policy, ground->salt);
    }

    // In pieces, because no text that looks like a token stands in a file of ours.
    const std::string token_ = "glpat-" + std::string("b1946ac92492d2347c62");
    std::optional<secret::Finder> finder_;
};

}  // namespace

TEST_F(ShownPaths, ATokenIsHiddenWhereverItStands) {
    const std::pair<std::string, std::string> cases[] = {
        {"a/" + token_ + ".txt", "a/<secret>.txt"},       {token_ + "/a.txt", "<secret>/a.txt"},
        {"dump-" + token_ + ".txt", "dump-<secret>.txt"}, {"my_dump_" + token_, "my_dump_<secret>"},
        {token_ + "/" + token_, "<secret>/<secret>"},
    };
    for (const auto& [path, shown] : cases) {
        const ShownPath result = shown_path(*finder_, path);
        EXPECT_EQ(result.text, shown);
        EXPECT_FALSE(result.found.hits.empty());
    }
}

TEST_F(ShownPaths, OtherNamesStay) {
    for (const std::string path :
         {"", "a.txt", "src/app/shown_path_test.cpp", "-", "a-b_c-d_e/f--g__h",
          "objects/da39a3ee5e6b4b0d3255bfef95601890afd80709", "caf\xE9\n\x1b[31m"}) {
        const ShownPath result = shown_path(*finder_, path);
        EXPECT_EQ(result.text, path);
        EXPECT_TRUE(result.found.hits.empty());
    }
    const std::string long_name(100'000, '-');
    EXPECT_EQ(shown_path(*finder_, long_name).text, long_name);
}

TEST_F(ShownPaths, PointersAreShownTheSameWay) {
    EXPECT_EQ(shown_pointer(*finder_, "/a~1b/0/c~0"), "/a~1b/0/c~0");
    EXPECT_EQ(shown_pointer(*finder_, "/sessions/" + token_ + "/user"), "/sessions/<secret>/user");
    EXPECT_EQ(shown_pointer(*finder_, ""), "");
}

}  // namespace understudy::app
