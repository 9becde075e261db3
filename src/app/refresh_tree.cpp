#include "app/refresh_tree.hpp"

#include <algorithm>

#include "app/git_command.hpp"
#include "app/repository.hpp"
#include "base/text.hpp"
#include "verify/code.hpp"

namespace understudy::app {

namespace {

namespace fs = std::filesystem;

// No hook of the project runs, and nothing is signed or packed on the way.
std::vector<std::string> in(const fs::path& folder, std::vector<std::string> arguments) {
    std::vector<std::string> all = {"-C", folder.string(),        "-c", "core.hooksPath=/dev/null",
                                    "-c", "commit.gpgSign=false", "-c", "gc.auto=0"};
    all.insert(all.end(), arguments.begin(), arguments.end());
    return all;
}

constexpr std::string_view kBranches = "refs/heads/";

}  // namespace

base::Result<RefreshBase> find_base(const fs::path& project, const std::string& named) {
    std::error_code problem;
    const fs::path root = fs::canonical(project, problem);
    const auto repository = find_repository(problem ? project : root);
    if (!repository) return base::fail(verify::code::NoRepository, {});
    RefreshBase base;
    base.project = problem ? project : root;
    base.git_dir = repository->git_dir;
    const fs::path prefix = base.project.lexically_relative(repository->top);
    if (prefix != ".") base.prefix = prefix;
    base.name = named;
    if (named.empty()) {
        const auto branch = run_git(in(base.project, {"symbolic-ref", "--short", "-q", "HEAD"}));
        base.name = branch ? *branch : "HEAD";
    }
    auto commit = run_git(in(base.project, {"rev-parse", "--verify", "-q", "--end-of-options",
                                            base.name + "^{commit}"}));
    if (!commit) return base::fail(verify::code::NoBase, {{"base", base::quoted(base.name)}});
    base.commit = std::move(*commit);
    if (base.name == "HEAD") base.name = base.commit;
    base.tree = TRY(run_git(in(base.project, {"rev-parse", base.commit + "^{tree}"})));
    return base;
}

base::Result<RefreshTree> RefreshTree::make(const RefreshBase& base, const fs::path& folder) {
    TRY(run_git(in(base.project, {"worktree", "add", "--detach", "--force", "--quiet", "--",
                                  folder.string(), base.commit})));
    RefreshTree tree;
    tree.git_dir_ = base.git_dir;
    tree.top_ = folder;
    tree.prefix_ = base.prefix;
    return tree;
}

RefreshTree::~RefreshTree() {
    if (top_.empty()) return;
    std::error_code problem;
    fs::remove_all(top_, problem);
    // git forgets a work tree whose folder is gone.
    static_cast<void>(run_git({"--git-dir", git_dir_.string(), "worktree", "prune"}));
}

base::Result<std::string> RefreshTree::take(const std::vector<std::string>& files) const {
    std::vector<std::string> arguments = {"--literal-pathspecs", "add", "-A", "-f", "--"};
    arguments.insert(arguments.end(), files.begin(), files.end());
    if (!files.empty()) TRY(run_git(in(project(), std::move(arguments))));
    return run_git(in(top_, {"write-tree"}));
}

bool RefreshTree::become(const std::string& tree) const {
    return run_git(in(top_, {"cat-file", "-e", tree + "^{tree}"})) &&
           run_git(in(top_, {"read-tree", "--reset", "-u", tree}));
}

base::Result<std::string> RefreshTree::take_known() const {
    TRY(run_git(in(top_, {"add", "-u"})));
    return run_git(in(top_, {"write-tree"}));
}

base::Result<std::string> commit_tree(const RefreshBase& base, const std::string& tree,
                                      const std::string& message) {
    GitCall call;
    call.arguments = in(base.project, {"commit-tree", tree, "-p", base.commit, "-F", "-"});
    call.input = message;
    call.is_elsewhere = true;
    // A machine on which nobody has a name can propose too.
    if (!run_git(in(base.project, {"var", "GIT_COMMITTER_IDENT"}))) {
        call.environment = {"GIT_AUTHOR_NAME=understudy", "GIT_AUTHOR_EMAIL=understudy@localhost",
                            "GIT_COMMITTER_NAME=understudy",
                            "GIT_COMMITTER_EMAIL=understudy@localhost"};
    }
    std::string printed;
    call.on_output = [&](std::string_view bytes) { printed += bytes; };
    TRY_VOID(run_git(call));
    return std::string(base::trim(printed));
}

base::Result<std::string> patch_to(const RefreshBase& base, const std::string& tree) {
    std::string patch;
    GitCall call;
    call.arguments = in(base.project, {"diff", "--binary", "--full-index", "--no-color",
                                       "--no-ext-diff", "--no-renames", base.tree, tree, "--"});
    call.is_elsewhere = true;
    call.on_output = [&](std::string_view bytes) { patch += bytes; };
    TRY_VOID(run_git(call));
    return patch;
}

base::Result<std::string> checked_out_in(const RefreshBase& base, const std::string& branch) {
    const std::string printed = TRY(run_git(in(base.project, {"worktree", "list", "--porcelain"})));
    constexpr std::string_view kFolder = "worktree ";
    const std::string wanted = "branch " + std::string(kBranches) + branch;
    std::string_view folder;
    for (const std::string_view line : base::split(printed, '\n')) {
        if (line.starts_with(kFolder)) folder = line.substr(kFolder.size());
        if (line == wanted) return std::string(folder);
    }
    return std::string();
}

base::Result<void> set_branch(const RefreshBase& base, const std::string& branch,
                              const std::string& commit) {
    TRY(run_git(in(base.project, {"update-ref", "-m", "understudy refresh",
                                  std::string(kBranches) + branch, commit})));
    return {};
}

void drop_branch(const RefreshBase& base, const std::string& branch, const std::string& commit) {
    if (branch.empty() || commit.empty()) return;
    const auto where = checked_out_in(base, branch);
    if (!where || !where->empty()) return;
    static_cast<void>(
        run_git(in(base.project, {"update-ref", "-d", std::string(kBranches) + branch, commit})));
}

void clear_up(const RefreshBase& base, const fs::path& left) {
    std::error_code problem;
    if (!left.empty()) fs::remove_all(left, problem);
    static_cast<void>(run_git(in(base.project, {"worktree", "prune"})));
}

}  // namespace understudy::app
