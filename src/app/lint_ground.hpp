// What the verbs about fixtures stand on: the project's file, its tree on disk, the families of the
// project and those inside the binary.
//
//     const auto ground = TRY(make_lint_ground());
//     fixture::Claims claims = TRY(fixture::find_claims(ground->project, *ground->tree,
//                                                       ground->shelf, ground->inside(paths)));
#pragma once

#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/project_file.hpp"
#include "base/result.hpp"
#include "fixture/project.hpp"
#include "fixture/shelf.hpp"
#include "fixture/tree.hpp"

namespace understudy::app {

inline constexpr std::string_view kBuiltIn = "built in";

// Files of a folder: what git keeps or would take where the folder lies in a repository, else all
// that is in it but hidden folders and `node_modules`. Reading is bounded.
std::unique_ptr<fixture::Tree> disk_tree(const std::filesystem::path& root);

// The shipped families: `run-journal/family.yaml`, `grammars/x.yaml`.
const fixture::Tree& shipped_families();

struct LintGround {
    std::filesystem::path root;  // where understudy.yaml is, or where we run
    bool has_file = false;
    fixture::Project project;
    std::unique_ptr<fixture::Tree> tree;
    fixture::Shelf shelf;

    // Paths as they were given, seen from the root. A path that is not there, or outside, is
    // refused.
    base::Result<std::vector<std::string>> inside(std::span<const std::string> paths) const;
};

// Looks for understudy.yaml here and in the folders above; `config` names another file.
base::Result<std::unique_ptr<LintGround>> make_lint_ground(std::string_view config);

}  // namespace understudy::app
