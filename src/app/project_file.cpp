#include "app/project_file.hpp"

#include "app/code.hpp"
#include "app/files.hpp"
#include "base/text.hpp"
#include "yaml/read.hpp"

namespace understudy::app {

namespace {

namespace fs = std::filesystem;

fs::path find_root(const fs::path& folder) {
    for (fs::path root = folder;; root = root.parent_path()) {
        std::error_code problem;
        if (fs::exists(root / kProjectFile, problem)) return root;
        if (!root.has_relative_path()) return {};
    }
}

}  // namespace

ProjectPlace find_project(std::string_view config) {
    std::error_code problem;
    const fs::path here = fs::current_path(problem);
    if (!config.empty()) {
        return {(here / fs::path(config)).lexically_normal().parent_path(), std::string(config)};
    }
    const fs::path root = find_root(here);
    if (root.empty()) return {here, {}};
    return {root, (root / kProjectFile).lexically_relative(here).string()};
}

base::Result<std::vector<std::string>> paths_inside(const fs::path& root,
                                                    std::span<const std::string> paths) {
    std::error_code problem;
    const fs::path here = fs::current_path(problem);
    std::vector<std::string> names;
    for (const std::string& path : paths) {
        const fs::path whole = (here / path).lexically_normal();
        if (!fs::exists(whole, problem)) {
            return base::fail(code::CannotRead,
                              {{"file", base::quoted(path)}, {"why", "No such file or directory"}});
        }
        std::string name = whole.lexically_relative(root).generic_string();
        while (name.ends_with('/')) name.pop_back();
        if (name.starts_with("..")) {
            return base::fail(code::CannotRead,
                              {{"file", base::quoted(path)},
                               {"why", "it is outside of the project " + root.string()}});
        }
        names.push_back(name == "." ? std::string() : std::move(name));
    }
    return names;
}

fs::path ProjectGround::seen_root() const {
    std::error_code problem;
    const fs::path seen = root.lexically_relative(fs::current_path(problem));
    return seen == "." ? fs::path() : seen;
}

base::Result<ProjectGround> make_project(std::string_view config) {
    ProjectPlace place = find_project(config);
    ProjectGround ground{std::move(place.root), std::move(place.file), {}};
    if (ground.has_file()) {
        ground.manifest =
            TRY(cassette::read_manifest(TRY(yaml::read(TRY(read_file(ground.file))))));
    }
    return ground;
}

}  // namespace understudy::app
