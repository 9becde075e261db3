#include "app/scratch_tree.hpp"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>

#include "app/files.hpp"
#include "fixture/code.hpp"

namespace understudy::app {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostLinks = 200'000;
constexpr std::string_view kPackages = "node_modules";
constexpr std::string_view kHistory = ".git";

base::Failure no_scratch(std::string why) {
    return base::fail(fixture::code::NoScratch, {{"why", std::move(why)}});
}
base::Failure no_scratch(const fs::path& path, const std::error_code& problem) {
    return no_scratch(path.string() + ": " + problem.message());
}

bool is_inside(const fs::path& path, const fs::path& root) {
    const std::string relative = path.lexically_relative(root).generic_string();
    return !relative.empty() && !relative.starts_with("..");
}

}  // namespace

ScratchTree::ScratchTree(ScratchTree&& other) noexcept
    : original_(std::move(other.original_)),
      outer_(std::exchange(other.outer_, {})),
      copy_(std::move(other.copy_)),
      changed_(std::move(other.changed_)) {}

ScratchTree::~ScratchTree() {
    std::error_code problem;
    // Links are removed, never followed.
    if (!outer_.empty()) fs::remove_all(outer_, problem);
}

base::Result<ScratchTree> ScratchTree::copy_of(const fs::path& root, const fixture::Tree& tree) {
    std::error_code problem;
    std::string pattern = (fs::temp_directory_path(problem) / "understudy-witness-XXXXXX").string();
    if (problem || ::mkdtemp(pattern.data()) == nullptr) {
        return no_scratch(pattern + ": " + std::strerror(errno));
    }
    ScratchTree scratch;
    scratch.original_ = fs::canonical(root, problem);
    scratch.outer_ = fs::canonical(pattern, problem);
    // The same name: some programs print or compare it.
    const fs::path name = scratch.original_.filename();
    scratch.copy_ = scratch.outer_ / "copy" / (name.empty() ? fs::path("project") : name);
    TRY_VOID(scratch.copy(tree));
    return scratch;
}

base::Result<void> ScratchTree::copy(const fixture::Tree& tree) {
    std::set<std::string, std::less<>> names, folders = {""};
    std::uint64_t bytes = 0;
    std::error_code problem;
    fs::create_directories(copy_, problem);
    if (problem) return no_scratch(copy_, problem);
    for (const std::string& name : tree.names()) {
        if (names.size() >= kMostFiles) return no_scratch("it has too many files");
        names.insert(name);
        for (std::string_view folder = fixture::folder_of(name); !folder.empty();
             folder = fixture::folder_of(folder)) {
            if (!folders.emplace(folder).second) break;
        }
        const fs::path to = copy_ / name;
        fs::create_directories(to.parent_path(), problem);
        const std::uintmax_t size = fs::file_size(original_ / name, problem);
        if (problem) return no_scratch(original_ / name, problem);
        bytes += size;
        if (bytes > kMostBytes) return no_scratch("its files are too large");
        fs::copy_file(original_ / name, to, problem);
        if (problem) return no_scratch(original_ / name, problem);
    }
    for (const std::string& folder : folders) TRY_VOID(link_rest(folder, names, folders));
    return {};
}

// What stands in a folder of the project and is no file of it: links of its own, and what git
// ignores.
base::Result<void> ScratchTree::link_rest(const fs::path& folder,
                                          const std::set<std::string, std::less<>>& names,
                                          const std::set<std::string, std::less<>>& folders) {
    std::error_code problem;
    std::size_t links = 0;
    for (fs::directory_iterator at(original_ / folder, problem), end; at != end && !problem;
         at.increment(problem)) {
        const fs::path from = at->path();
        const std::string name = (folder / from.filename()).generic_string();
        if (names.contains(name) || folders.contains(name) || from.filename() == kHistory) continue;
        if (++links > kMostLinks) return no_scratch("a folder has too many entries");
        std::error_code failed;
        if (fs::is_symlink(at->symlink_status(failed))) {
            const fs::path target = fs::read_symlink(from, failed);
            const fs::path whole = (from.parent_path() / target).lexically_normal();
            fs::create_symlink(target.is_absolute() || is_inside(whole, original_) ? target : whole,
                               copy_ / name, failed);
        } else if (from.filename() == kPackages && fs::is_directory(from, failed)) {
            TRY_VOID(link_packages(name, 0));
        } else {
            fs::create_symlink(from, copy_ / name, failed);
        }
        if (failed) return no_scratch(from, failed);
    }
    return {};
}

// Installed packages one by one: those that are links into the project must lead into the copy, or
// tests would read the files of the checkout.
base::Result<void> ScratchTree::link_packages(const fs::path& folder, int depth) {
    std::error_code problem;
    fs::create_directories(copy_ / folder, problem);
    if (problem) return no_scratch(copy_ / folder, problem);
    std::size_t links = 0;
    for (fs::directory_iterator at(original_ / folder, problem), end; at != end && !problem;
         at.increment(problem)) {
        const fs::path from = at->path();
        const fs::path to = copy_ / folder / from.filename();
        if (++links > kMostLinks) return no_scratch("a folder has too many packages");
        std::error_code failed;
        const bool is_scope = from.filename().string().starts_with('@');
        if (is_scope && depth == 0 && fs::is_directory(from, failed)) {
            TRY_VOID(link_packages(folder / from.filename(), depth + 1));
            continue;
        }
        const fs::path real = fs::canonical(from, failed);
        const bool is_ours = !failed && fs::is_symlink(at->symlink_status(failed)) &&
                             is_inside(real, original_) &&
                             real.string().find(kPackages) == std::string::npos;
        failed.clear();
        fs::create_symlink(is_ours ? copy_ / real.lexically_relative(original_) : from, to, failed);
        if (failed) return no_scratch(from, failed);
    }
    return {};
}

base::Result<void> ScratchTree::apply(const fixture::Bytes& bytes) {
    for (const auto& [name, text] : bytes) {
        const fs::path path = copy_ / name;
        std::error_code problem;
        if (!changed_.contains(name)) {
            std::optional<std::string> before;
            if (fs::exists(path, problem)) before = TRY(read_file(path.string())).text;
            changed_[name] = std::move(before);
        }
        if (!text) {
            fs::remove(path, problem);
            continue;
        }
        fs::create_directories(path.parent_path(), problem);
        // In place, so that who watches the file goes on watching it.
        std::ofstream out(path, std::ios::binary | std::ios::trunc);
        out << *text;
        out.close();
        if (!out) return no_scratch(path.string() + " cannot be written");
    }
    return {};
}

base::Result<void> ScratchTree::restore() {
    const fixture::Bytes before = std::exchange(changed_, {});
    TRY_VOID(apply(before));
    changed_.clear();
    return {};
}

}  // namespace understudy::app
