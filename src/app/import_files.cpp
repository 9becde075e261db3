#include "app/import_files.hpp"

#include <algorithm>
#include <filesystem>

#include "app/code.hpp"
#include "app/file_tree.hpp"
#include "app/files.hpp"
#include "base/text.hpp"
#include "cassette/code.hpp"
#include "cassette/read.hpp"

namespace understudy::app {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kAllBytes = kFileLimit;  // of all files together: they are held at once

base::Failure cannot_read(const std::string& path, std::string why) {
    return base::fail(code::CannotRead, {{"file", base::quoted(path)}, {"why", std::move(why)}});
}

// Seen from the named folder; of a file that was named itself, its name.
std::string path_below(const std::string& path, std::span<const std::string> named) {
    for (const std::string& each : named) {
        const fs::path below = fs::path(path).lexically_relative(fs::path(each).lexically_normal());
        const std::string text = below.generic_string();
        if (!text.empty() && text != "." && !text.starts_with("..")) return text;
    }
    return fs::path(path).filename().string();
}

fs::path files_folder(const std::string& file) {
    const fs::path folder = fs::path(file).parent_path();
    for (fs::path each = folder; !each.empty() && each != each.parent_path();
         each = each.parent_path()) {
        if (each.filename() == "mappings") return each.parent_path() / "__files";
    }
    return folder / "__files";
}

bool is_below(const fs::path& path, const fs::path& folder) {
    const fs::path relative = path.lexically_relative(folder);
    return !relative.empty() && *relative.begin() != "..";
}

}  // namespace

base::Result<std::vector<cassette::ForeignFile>> read_foreign(std::span<const std::string> paths,
                                                              const cassette::Importer& importer) {
    const FileTree tree = list_files(paths);
    if (!tree.unread.empty()) return cannot_read(tree.unread.front().path, tree.unread.front().why);
    std::vector<cassette::ForeignFile> files;
    std::size_t bytes = 0;
    for (const TreeFile& file : tree.files) {
        if (!importer.takes(file.path)) continue;
        files.push_back(
            {TRY(read_file(file.path, kAllBytes - bytes)), path_below(file.path, paths)});
        bytes += files.back().source.text.size();
    }
    if (files.empty()) {
        return base::fail(cassette::code::ImportNothing, {{"format", std::string(importer.name())},
                                                          {"path", base::quoted(paths.front())}});
    }
    return files;
}

base::Result<std::string> FilesFolder::read(const std::string& file, std::string_view name) const {
    const fs::path folder = files_folder(file);
    const fs::path path = folder / name;
    std::error_code problem;
    const fs::path real = fs::canonical(path, problem);
    if (problem) return cannot_read(path.string(), problem.message());
    const fs::path real_folder = fs::canonical(folder, problem);
    if (problem) return cannot_read(folder.string(), problem.message());
    if (!is_below(real, real_folder)) return cannot_read(path.string(), "it leads out of __files");
    if (!fs::is_regular_file(real, problem))
        return cannot_read(path.string(), "it is no plain file");
    return TRY(read_file(real.string(), cassette::kMaxBodyBytes)).text;
}

}  // namespace understudy::app
