#include "app/capture_tree.hpp"

#include <algorithm>
#include <filesystem>
#include <map>

#include "app/code.hpp"
#include "app/file_tree.hpp"
#include "app/files.hpp"
#include "base/text.hpp"
#include "fixture/code.hpp"

namespace understudy::app {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostFiles = 100'000;
constexpr std::size_t kCaptureFileLimit = std::size_t{64} << 20U;

class CaptureTree final : public fixture::Tree {
public:
    // Names in the tree, and where each file lies.
    explicit CaptureTree(std::map<std::string, std::string, std::less<>> paths)
        : paths_(std::move(paths)) {
        for (const auto& [name, path] : paths_) names_.push_back(name);
    }

    std::span<const std::string> names() const override { return names_; }

    base::Result<std::shared_ptr<const base::Source>> read(std::string_view name) const override {
        const auto found = paths_.find(name);
        if (found == paths_.end()) {
            return base::fail(fixture::code::NoFile, {{"name", std::string(name)}});
        }
        base::Source source = TRY(read_file(found->second, kCaptureFileLimit));
        source.name = name;
        return std::make_shared<const base::Source>(std::move(source));
    }

private:
    std::map<std::string, std::string, std::less<>> paths_;
    std::vector<std::string> names_;
};

bool is_bundle(std::string_view name) {
    return name.ends_with(".bundle.yaml") || name.ends_with(".bundle.yml") ||
           name.ends_with(".bundle.json");
}

}  // namespace

base::Result<std::optional<Capture>> open_capture(const std::string& path) {
    fs::path whole = fs::path(path).lexically_normal();
    if (!whole.has_filename()) whole = whole.parent_path();  // it ended in a slash
    std::error_code problem;
    const bool is_folder = fs::is_directory(whole, problem);
    if (!fs::exists(whole, problem)) return std::optional<Capture>();
    const fs::path parent = whole.has_parent_path() ? whole.parent_path() : fs::path(".");
    const bool leads_down = whole.is_relative() && *whole.begin() != "..";
    const auto name_of = [&](const fs::path& file) {
        return leads_down ? file.lexically_normal().generic_string()
                          : file.lexically_normal().lexically_relative(parent).generic_string();
    };

    std::vector<std::string> listed;
    if (is_folder) listed.push_back(whole.string());
    if (is_bundle(whole.filename().string())) listed.push_back(parent.string());
    std::map<std::string, std::string, std::less<>> paths;
    const FileTree tree = list_files(listed);
    for (const TreeFile& file : tree.files) paths[name_of(file.path)] = file.path;
    for (const UnreadFile& file : tree.unread) {
        return base::fail(code::CannotRead, {{"file", base::quoted(file.path)}, {"why", file.why}});
    }
    for (const fs::directory_entry& entry : fs::directory_iterator(parent, problem)) {
        if (!entry.is_regular_file(problem)) continue;
        paths[name_of(entry.path())] = entry.path().string();
        if (paths.size() > kMostFiles) break;
    }
    if (paths.size() > kMostFiles) {
        return base::fail(code::CannotRead,
                          {{"file", base::quoted(path)},
                           {"why", "there are more than " + base::with_thousands(kMostFiles) +
                                       " files in and beside it"}});
    }
    Capture capture;
    capture.name = name_of(whole);
    capture.is_folder = is_folder;
    capture.tree = std::make_unique<CaptureTree>(std::move(paths));
    return std::optional<Capture>(std::move(capture));
}

}  // namespace understudy::app
