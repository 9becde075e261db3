// The project: the folder with understudy.yaml, looked for here and in the folders above.
//
//     const ProjectGround project = TRY(make_project(arguments.value("--config")));
//     for (const cassette::Service& service : project.manifest.services) ...
//
// Where there is no such file, the project is the folder in which we run, and nothing is declared.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "cassette/manifest.hpp"

namespace understudy::app {

inline constexpr std::string_view kProjectFile = "understudy.yaml";

struct ProjectPlace {
    std::filesystem::path root;  // absolute
    std::string file;            // seen from where we run; empty: there is none
};

// `config` names another file; its folder is the root then. Reads nothing.
ProjectPlace find_project(std::string_view config);

// Paths as they were given, seen from the root. A path that is not there, or outside, is refused.
base::Result<std::vector<std::string>> paths_inside(const std::filesystem::path& root,
                                                    std::span<const std::string> paths);

struct ProjectGround {
    std::filesystem::path root;
    std::string file;  // empty: there is none
    cassette::Manifest manifest;

    bool has_file() const { return !file.empty(); }
    // The root as seen from where we run, for paths that are shown: "" or "../..".
    std::filesystem::path seen_root() const;
};

// cassette.bad_manifest lists all that is wrong with the file.
base::Result<ProjectGround> make_project(std::string_view config);

}  // namespace understudy::app
