#include "app/lint_ground.hpp"

#include <algorithm>

#include "app/data_file.hpp"
#include "app/embedded.hpp"
#include "app/file_tree.hpp"
#include "app/files.hpp"
#include "app/git_texts.hpp"
#include "app/repository.hpp"
#include "fixture/code.hpp"
#include "yaml/read.hpp"

namespace understudy::app {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kFixtureLimit = std::size_t{64} << 20U;

class DiskTree final : public fixture::Tree {
public:
    DiskTree(fs::path root, std::vector<std::string> names)
        : root_(std::move(root)), names_(std::move(names)) {
        std::sort(names_.begin(), names_.end());
    }

    std::span<const std::string> names() const override { return names_; }

    base::Result<std::shared_ptr<const base::Source>> read(std::string_view name) const override {
        if (!has(name)) {
            return base::fail(fixture::code::NoFile, {{"name", std::string(name)}});
        }
        base::Source source = TRY(read_file((root_ / name).string(), kFixtureLimit));
        source.name = name;
        return std::make_shared<const base::Source>(std::move(source));
    }

private:
    fs::path root_;
    std::vector<std::string> names_;
};

bool is_left_out(const fs::path& folder) {
    const std::string name = folder.filename().string();
    return name == "node_modules" || (name.starts_with('.') && name != ".github" &&
                                      name != ".understudy" && name.size() > 1 && name != "..");
}

std::vector<std::string> walk(const fs::path& root) {
    const std::vector<std::string> paths = {root.string()};
    const FileTree tree = list_files(paths, [&](const std::string& path, TreeEntry entry) {
        return entry == TreeEntry::Folder && fs::path(path) != root && is_left_out(path);
    });
    std::vector<std::string> names;
    for (const TreeFile& file : tree.files) {
        names.push_back(fs::path(file.path).lexically_relative(root).generic_string());
    }
    return names;
}

// Git lists what was deleted and links too.
void keep_files(const fs::path& root, std::vector<std::string>& names) {
    std::erase_if(names, [&](const std::string& name) {
        std::error_code problem;
        return !fs::is_regular_file(fs::symlink_status(root / name, problem));
    });
}

class EmbeddedTree final : public fixture::Tree {
public:
    EmbeddedTree() {
        for (const EmbeddedFile& file : embedded_families()) {
            names_.push_back(std::string(file.folder) + "/" + std::string(file.path));
        }
        std::sort(names_.begin(), names_.end());
    }
    std::span<const std::string> names() const override { return names_; }
    base::Result<std::shared_ptr<const base::Source>> read(std::string_view name) const override {
        for (const EmbeddedFile& file : embedded_families()) {
            if (name.size() == file.folder.size() + 1 + file.path.size() &&
                name.starts_with(file.folder) && name.ends_with(file.path)) {
                return std::make_shared<const base::Source>(
                    base::Source{std::string(name), std::string(file.text)});
            }
        }
        return base::fail(fixture::code::NoFile, {{"name", std::string(name)}});
    }

private:
    std::vector<std::string> names_;
};

}  // namespace

std::unique_ptr<fixture::Tree> disk_tree(const fs::path& root) {
    std::vector<std::string> names;
    if (find_repository(root)) {
        if (auto listed = work_files(root.string())) names = std::move(*listed);
        keep_files(root, names);
    }
    if (names.empty()) names = walk(root);
    std::sort(names.begin(), names.end());
    names.erase(std::unique(names.begin(), names.end()), names.end());
    return std::make_unique<DiskTree>(root, std::move(names));
}

const fixture::Tree& shipped_families() {
    static const EmbeddedTree kTree;
    return kTree;
}

base::Result<std::unique_ptr<LintGround>> make_lint_ground(std::string_view config) {
    auto ground = std::make_unique<LintGround>();
    ProjectPlace place = find_project(config);
    ground->root = std::move(place.root);
    if (!place.file.empty()) {
        ground->has_file = true;
        const json::Document document = TRY(yaml::read(TRY(read_file(place.file))));
        ground->project = TRY(fixture::read_project(document));
    }
    ground->tree = disk_tree(ground->root);
    ground->shelf.add(shipped_families(), "", kBuiltIn);
    for (const std::string& folder : ground->project.families) {
        ground->shelf.add(*ground->tree, fixture::joined({}, folder), folder);
    }
    return ground;
}

base::Result<std::vector<std::string>> LintGround::inside(
    std::span<const std::string> paths) const {
    return paths_inside(root, paths);
}

}  // namespace understudy::app
