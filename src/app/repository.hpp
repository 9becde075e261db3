// The git repository that a folder lies in, found without asking git, and what we keep in it.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace understudy::app {

struct Repository {
    std::filesystem::path top;      // the folder that holds `.git`
    std::filesystem::path git_dir;  // the one that all its work trees share
};

// Walks up from `folder`, which is absolute. The `.git` file of a work tree or submodule is
// followed.
std::optional<Repository> find_repository(const std::filesystem::path& folder);

// What keys the digests of this repository's findings: 32 random bytes, kept in its git folder,
// where they are never committed. Made when they are missing. Where they can be neither read nor
// kept, others are made for this run alone.
std::string salt_of(const std::optional<Repository>& repository);

}  // namespace understudy::app
