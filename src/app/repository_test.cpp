#include "app/repository.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>

#include "app/files.hpp"

namespace understudy::app {

namespace {

namespace fs = std::filesystem;

class Repositories : public testing::Test {
protected:
    void SetUp() override {
        std::string pattern = testing::TempDir() + "understudy-repository-XXXXXX";
        ASSERT_NE(::mkdtemp(pattern.data()), nullptr);
        folder_ = pattern;
    }
    void TearDown() override { fs::remove_all(folder_); }

    std::string path(const std::string& name) const { return folder_ + "/" + name; }

    std::string folder_;
};

}  // namespace

TEST_F(Repositories, AreFoundFromBelow) {
    fs::create_directories(path("repo/.git"));
    fs::create_directories(path("repo/a/b"));
    const auto found = find_repository(path("repo/a/b"));
    ASSERT_TRUE(found);
    EXPECT_EQ(found->top, path("repo"));
    EXPECT_EQ(found->git_dir, path("repo/.git"));
}

TEST_F(Repositories, AWorkTreeSharesTheGitFolder) {
    fs::create_directories(path("repo/.git/worktrees/side"));
    fs::create_directories(path("side"));
    ASSERT_TRUE(write_file(path("side/.git"), "gitdir: ../repo/.git/worktrees/side\n"));
    ASSERT_TRUE(write_file(path("repo/.git/worktrees/side/commondir"), "../..\n"));
    const auto found = find_repository(path("side"));
    ASSERT_TRUE(found);
    EXPECT_EQ(found->top, path("side"));
    EXPECT_TRUE(fs::equivalent(found->git_dir, path("repo/.git")));
}

TEST_F(Repositories, TheSaltIsMadeOnceAndPrivate) {
    fs::create_directories(path("repo/.git"));
    const auto repository = find_repository(path("repo"));
    const std::string salt = salt_of(repository);
    EXPECT_EQ(salt.size(), 32U);
    EXPECT_EQ(salt_of(repository), salt);
    struct stat facts {};
    ASSERT_EQ(::stat(path("repo/.git/understudy-salt").c_str(), &facts), 0);
    EXPECT_EQ(facts.st_mode & 07777U, 0600U);
    EXPECT_NE(salt_of(std::nullopt), salt);
    EXPECT_NE(salt_of(std::nullopt), salt_of(std::nullopt));
    const Repository gone{path("gone"), path("gone/.git")};
    EXPECT_EQ(salt_of(gone).size(), 32U) << "it cannot be kept, and works all the same";
}

}  // namespace understudy::app
