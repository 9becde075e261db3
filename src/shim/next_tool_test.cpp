#include "shim/impl/next_tool.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "shim/code.hpp"

namespace understudy::shim {
namespace {

namespace fs = std::filesystem;

TEST(NextTool, TheShimFolderLeavesThePath) {
    EXPECT_EQ(path_without("/s/bin:/usr/bin:/bin", "/s/bin"), "/usr/bin:/bin");
    EXPECT_EQ(path_without("/usr/bin:/s/bin:/bin:/s/bin", "/s/bin"), "/usr/bin:/bin");
    EXPECT_EQ(path_without("/s/bin", "/s/bin"), "");
    EXPECT_EQ(path_without("/s/binary:/s/bin/x", "/s/bin"), "/s/binary:/s/bin/x");
}

class Folders : public ::testing::Test {
protected:
    Folders() {
        char pattern[] = "/tmp/next-tool-XXXXXX";
        root = ::mkdtemp(pattern);
        for (const char* name : {"a", "b", "session/bin"}) fs::create_directories(root / name);
    }
    ~Folders() override { fs::remove_all(root); }

    void tool(const fs::path& path) const {
        std::ofstream(root / path) << "#!/bin/sh\n";
        fs::permissions(root / path, fs::perms::owner_all);
    }
    void ourselves(const fs::path& path) const {
        fs::create_symlink(fs::read_symlink("/proc/self/exe"), root / path);
    }
    base::Result<std::string> find(std::string path) const {
        return find_behind("gh", {"X=1", "PATH=" + std::move(path)});
    }

    fs::path root;
};

TEST_F(Folders, TheFirstThatCanBeRunIsTaken) {
    std::ofstream(root / "a/gh") << "no program";
    tool("b/gh");
    EXPECT_EQ(*find((root / "a").string() + ":" + (root / "b").string()), (root / "b/gh").string());
    EXPECT_EQ(*find((root / "a").string()), "");
}

TEST_F(Folders, AShimThatWouldCallItselfStops) {
    ourselves("a/gh");
    tool("b/gh");
    const auto found = find((root / "a").string() + ":" + (root / "b").string());
    ASSERT_FALSE(found);
    EXPECT_EQ(base::name_of(found.error().code), "shim.calls_itself");
}

TEST_F(Folders, AShimOfAnotherSessionIsAnotherProgram) {
    ourselves("session/bin/gh");
    std::ofstream(root / "session/index") << "x";
    EXPECT_EQ(*find((root / "session/bin").string()), (root / "session/bin/gh").string());
}

}  // namespace
}  // namespace understudy::shim
