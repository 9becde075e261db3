// Walking folders: a stable order, no way out of the tree, and nothing passed over in silence.
#include "app/file_tree.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

namespace understudy::app {

namespace {

namespace fs = std::filesystem;

class Trees : public testing::Test {
protected:
    void SetUp() override {
        root_ = fs::path(testing::TempDir()) /
                ("tree-" + std::to_string(::getpid()) + '-' +
                 testing::UnitTest::GetInstance()->current_test_info()->name());
        fs::remove_all(root_);
        fs::create_directories(root_);
        before_ = fs::current_path();
        fs::current_path(root_);
    }
    void TearDown() override {
        fs::current_path(before_);
        fs::remove_all(root_);
    }

    static void write(const std::string& path, std::string_view text = "x") {
        const fs::path folder = fs::path(path).parent_path();
        if (!folder.empty()) fs::create_directories(folder);
        std::ofstream(path) << text;
    }
    static std::vector<std::string> names(const FileTree& tree) {
        std::vector<std::string> all;
        for (const TreeFile& file : tree.files) all.push_back(file.path);
        return all;
    }
    static FileTree list(std::vector<std::string> paths, const Skips& skips = {}) {
        return list_files(paths, skips);
    }

    fs::path root_;
    fs::path before_;
};

using Names = std::vector<std::string>;

}  // namespace

TEST_F(Trees, FilesComeByTheBytesOfTheirPaths) {
    for (const char* path : {"b", "a/z", "a-b", "a.b", "a/b/c", "A", ".hidden", "\xC3\xA9"})
        write(path);
    const FileTree tree = list({"."});
    EXPECT_EQ(names(tree), (Names{".hidden", "A", "a-b", "a.b", "a/b/c", "a/z", "b", "\xC3\xA9"}));
    EXPECT_TRUE(tree.unread.empty());
    EXPECT_EQ(tree.skipped, 0U);
}

TEST_F(Trees, PathsKeepTheirOrderAndNoFileComesTwice) {
    for (const char* path : {"a/1", "a/2", "b"}) write(path);
    EXPECT_EQ(names(list({"b", "./a//", "a/1", "./b"})), (Names{"b", "a/1", "a/2"}));
}

TEST_F(Trees, SizesAreThoseOfTheFiles) {
    write("a", "12345");
    write("b", "");
    const FileTree tree = list({"."});
    ASSERT_EQ(tree.files.size(), 2U);
    EXPECT_EQ(tree.files[0].size, 5U);
    EXPECT_EQ(tree.files[1].size, 0U);
}

TEST_F(Trees, LinksAreFollowedWhereTheyAreNamedAndNowhereElse) {
    write("outside/secret");
    write("in/a");
    fs::create_symlink("../outside/secret", "in/link");
    fs::create_symlink("..", "in/up");
    fs::create_symlink("nowhere", "in/dangling");
    EXPECT_EQ(names(list({"in"})), (Names{"in/a"}));
    EXPECT_EQ(list({"in"}).skipped, 3U);
    EXPECT_EQ(names(list({"in/link", "in/up/outside"})),
              (Names{"in/link", "in/up/outside/secret"}));
}

TEST_F(Trees, DotsBehindALinkLeadWhereTheSystemSays) {
    write("far/away/x");
    write("far/a");
    fs::create_symlink("far/away", "link");
    EXPECT_EQ(names(list({"link/../a"})), (Names{"link/../a"}));
    EXPECT_EQ(names(list({".//far/./a", root_.string() + "//far/"})),
              (Names{"far/a", root_.string() + "/far/a", root_.string() + "/far/away/x"}));
}

TEST_F(Trees, GitFoldersAreLeftOutUnlessNamed) {
    write(".git/config");
    write("sub/.git/config");
    write("sub/.gitignore");
    EXPECT_EQ(names(list({"."})), (Names{"sub/.gitignore"}));
    EXPECT_EQ(names(list({".git"})), (Names{".git/config"}));
}

TEST_F(Trees, PipesAreNotOpened) {
    write("a");
    ASSERT_EQ(::mkfifo("pipe", 0600), 0);
    EXPECT_EQ(names(list({"."})), (Names{"a"}));
    EXPECT_EQ(list({"."}).skipped, 1U);
    const FileTree named = list({"pipe"});
    ASSERT_EQ(named.unread.size(), 1U);
    EXPECT_EQ(named.unread[0].why, "it is neither a file nor a folder");
}

TEST_F(Trees, WhatIsNotThereIsSaid) {
    fs::create_symlink("nowhere", "dangling");
    const FileTree tree = list({"missing", "dangling", ""});
    ASSERT_EQ(tree.unread.size(), 3U);
    EXPECT_EQ(tree.unread[0].path, "missing");
    EXPECT_EQ(tree.unread[0].why, "No such file or directory");
    EXPECT_EQ(tree.unread[1].path, "dangling");
    EXPECT_EQ(tree.unread[2].why, "No such file or directory");
}

TEST_F(Trees, AFolderThatIsSkippedIsNotEntered) {
    write("a/1");
    write("b/1");
    write("b/c/1");
    Names asked;
    const Skips skips = [&](const std::string& path, TreeEntry entry) {
        asked.push_back(path);
        return entry == TreeEntry::Folder ? path == "b" : path == "a/1";
    };
    const FileTree tree = list({"."}, skips);
    EXPECT_TRUE(tree.files.empty());
    EXPECT_EQ(tree.skipped, 2U);
    EXPECT_EQ(std::count(asked.begin(), asked.end(), "b/1"), 0);
}

TEST_F(Trees, DepthCostsNoStack) {
    std::string path;
    for (int i = 0; i < 1000; ++i) path += "d/";
    fs::create_directories(path);
    write(path + "f");
    EXPECT_EQ(names(list({"."})), (Names{path + "f"}));
}

}  // namespace understudy::app
