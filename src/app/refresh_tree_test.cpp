// What refresh does with git, in a repository of its own.
#include "app/refresh_tree.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include "app/files.hpp"
#include "app/git_command.hpp"
#include "base/error.hpp"

namespace understudy::app {

namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

class RefreshTrees : public testing::Test {
protected:
    void SetUp() override {
        std::string pattern = testing::TempDir() + "understudy-tree-XXXXXX";
        ASSERT_NE(::mkdtemp(pattern.data()), nullptr);
        folder_ = fs::canonical(pattern);
        top_ = folder_ / "repository";
        fs::create_directories(top_);
        git({"init", "-q", "-b", "main", "."});
        git({"config", "user.name", "Tester"});
        git({"config", "user.email", "tester@example.test"});
        put(top_ / "below/a.txt", "one\n");
        put(top_ / "below/b.txt", "two\n");
        git({"add", "-A"});
        git({"commit", "-q", "-m", "base"});
    }
    void TearDown() override { fs::remove_all(folder_); }

    static void put(const fs::path& path, const std::string& text) {
        fs::create_directories(path.parent_path());
        ASSERT_TRUE(write_file(path.string(), text));
    }
    std::string git(std::vector<std::string> words) const {
        words.insert(words.begin(), {"-C", top_.string()});
        const auto said = run_git(words);
        EXPECT_TRUE(said) << base::render(said.error());
        return said.value_or("");
    }
    RefreshBase base() const {
        const auto found = find_base(top_ / "below", "");
        EXPECT_TRUE(found) << base::render(found.error());
        return *found;
    }

    fs::path folder_, top_;
};

TEST_F(RefreshTrees, TheBaseIsWhatIsCheckedOutOrNamed) {
    const RefreshBase found = base();
    EXPECT_EQ(found.name, "main");
    EXPECT_EQ(found.prefix, "below");
    EXPECT_EQ(found.commit, git({"rev-parse", "HEAD"}));
    EXPECT_EQ(found.tree, git({"rev-parse", "HEAD^{tree}"}));
    const auto none = find_base(top_, "no-such-branch");
    ASSERT_FALSE(none);
    EXPECT_EQ(base::name_of(none.error().code), "refresh.no_base");
    fs::create_directories(folder_ / "elsewhere");
    const auto nowhere = find_base(folder_ / "elsewhere", "");
    ASSERT_FALSE(nowhere);
    EXPECT_EQ(base::name_of(nowhere.error().code), "refresh.no_repository");
}

// P41: whatever happens in scratch, the checkout, its index and its branch stay as they are.
TEST_F(RefreshTrees, OnlyTheFilesThatAreNamedAreTaken) {
    put(top_ / "below/a.txt", "somebody works on it\n");
    const RefreshBase from = base();
    const auto tree = RefreshTree::make(from, folder_ / "scratch");
    ASSERT_TRUE(tree) << base::render(tree.error());
    EXPECT_EQ(read_file((tree->project() / "a.txt").string())->text, "one\n");
    put(tree->project() / "a.txt", "new\n");
    put(tree->project() / "litter.txt", "of a program\n");
    fs::remove(tree->project() / "b.txt");
    const auto id = tree->take({"a.txt", "b.txt"});
    ASSERT_TRUE(id) << base::render(id.error());
    EXPECT_EQ(git({"ls-tree", "-r", "--name-only", *id}), "below/a.txt");
    EXPECT_EQ(git({"show", *id + ":below/a.txt"}), "new");
    EXPECT_EQ(git({"status", "--short"}), " M below/a.txt");
    EXPECT_EQ(git({"rev-parse", "HEAD"}), from.commit);
    // P37: a gate that changes what git knows is noticed.
    EXPECT_EQ(*tree->take_known(), *id);
    put(tree->project() / "a.txt", "changed by the gate\n");
    EXPECT_NE(*tree->take_known(), *id);
    EXPECT_TRUE(tree->become(*id));
    EXPECT_EQ(read_file((tree->project() / "a.txt").string())->text, "new\n");
    EXPECT_FALSE(tree->become("0123456789012345678901234567890123456789"));
}

TEST_F(RefreshTrees, TheCommitIsExactlyThatTree) {
    const RefreshBase from = base();
    std::string id;
    {
        const auto tree = RefreshTree::make(from, folder_ / "scratch");
        ASSERT_TRUE(tree);
        put(tree->project() / "a.txt", "new\n");
        id = *tree->take({"a.txt"});
    }
    EXPECT_FALSE(fs::exists(folder_ / "scratch/below")) << "scratch goes with the tree";
    EXPECT_EQ(git({"worktree", "list"}).find('\n'), std::string::npos);
    const auto commit = commit_tree(from, id, "refresh\n\nwhy");
    ASSERT_TRUE(commit);
    EXPECT_EQ(git({"rev-parse", *commit + "^{tree}"}), id);
    EXPECT_EQ(git({"rev-parse", *commit + "^"}), from.commit);
    const auto patch = patch_to(from, id);
    ASSERT_TRUE(patch);
    EXPECT_THAT(*patch, HasSubstr("-one\n+new\n"));
}

TEST_F(RefreshTrees, ABranchThatSomebodyAddedToIsTheirs) {
    const RefreshBase from = base();
    const std::string name = "understudy/refresh/stock/0123";
    const auto commit = commit_tree(from, from.tree, "the same");
    ASSERT_TRUE(commit);
    ASSERT_TRUE(set_branch(from, name, *commit));
    EXPECT_EQ(git({"rev-parse", name}), *commit);
    EXPECT_EQ(*checked_out_in(from, name), "");
    EXPECT_NE(*checked_out_in(from, "main"), "");
    drop_branch(from, name, from.commit);
    EXPECT_EQ(git({"rev-parse", name}), *commit) << "it is at another commit";
    drop_branch(from, name, *commit);
    EXPECT_EQ(git({"branch", "--list", name}), "");
}

TEST_F(RefreshTrees, WhatAKilledRunLeftIsClearedUp) {
    const RefreshBase from = base();
    git({"worktree", "add", "-q", "--detach", (folder_ / "left/tree").string()});
    clear_up(from, folder_ / "left");
    EXPECT_FALSE(fs::exists(folder_ / "left"));
    EXPECT_EQ(git({"worktree", "list"}).find('\n'), std::string::npos);
}

}  // namespace

}  // namespace understudy::app
