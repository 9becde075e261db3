// What refresh does with git: a work tree of the base branch in scratch, the tree that would be
// proposed, a commit of exactly that tree on a branch of our own. The checkout, its index and its
// branch are never touched.
//
//     const RefreshBase base = TRY(find_base(project.root, settings.base));
//     RefreshTree tree = TRY(RefreshTree::make(base, scratch / "git"));
//     TRY_VOID(write_cassette(tree.project() / name, written));
//     const std::string id = TRY(tree.take({name}));            // of the whole tree
//     const std::string commit = TRY(commit_tree(base, id, message));
#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "base/result.hpp"

namespace understudy::app {

struct RefreshBase {
    std::filesystem::path project;  // in the checkout
    std::filesystem::path git_dir;  // shared by all work trees
    std::filesystem::path prefix;   // of the project below the top of the repository; may be empty
    std::string name;               // a branch, or a commit
    std::string commit, tree;
};

// `named`: empty means what is checked out. refresh.no_repository, refresh.no_base
base::Result<RefreshBase> find_base(const std::filesystem::path& project, const std::string& named);

class RefreshTree {
public:
    static base::Result<RefreshTree> make(const RefreshBase& base,
                                          const std::filesystem::path& folder);
    ~RefreshTree();
    RefreshTree(RefreshTree&& other) noexcept
        : git_dir_(std::move(other.git_dir_)),
          top_(std::exchange(other.top_, {})),
          prefix_(std::move(other.prefix_)) {}
    RefreshTree& operator=(RefreshTree&&) = delete;

    const std::filesystem::path& top() const { return top_; }
    std::filesystem::path project() const { return prefix_.empty() ? top_ : top_ / prefix_; }

    // The id of the tree with these files as they are on disk now, and of nothing else that lies
    // there; a file that is gone is gone from it. Seen from the project.
    base::Result<std::string> take(const std::vector<std::string>& files) const;
    // Makes all files those of a tree that was taken before; false: git has it no more.
    bool become(const std::string& tree) const;
    // The same with whatever happened to files that git knows.
    base::Result<std::string> take_known() const;

private:
    RefreshTree() = default;
    std::filesystem::path git_dir_, top_, prefix_;
};

// A commit whose only parent is the base.
base::Result<std::string> commit_tree(const RefreshBase& base, const std::string& tree,
                                      const std::string& message);
// A patch from the base to that tree, binary files included.
base::Result<std::string> patch_to(const RefreshBase& base, const std::string& tree);

// Where a branch is checked out; empty: nowhere.
base::Result<std::string> checked_out_in(const RefreshBase& base, const std::string& branch);
base::Result<void> set_branch(const RefreshBase& base, const std::string& branch,
                              const std::string& commit);
// Only if it is still at that commit: what somebody added to it stays.
void drop_branch(const RefreshBase& base, const std::string& branch, const std::string& commit);

// What a run that was killed left behind.
void clear_up(const RefreshBase& base, const std::filesystem::path& left);

}  // namespace understudy::app
