#include "app/file_tree.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <memory>
#include <unordered_set>
#include <utility>

#include "base/text.hpp"

namespace understudy::app {

namespace {

constexpr std::string_view kNoFile = "it is neither a file nor a folder";

struct CloseFolder {
    void operator()(DIR* folder) const { ::closedir(folder); }
};

// Without `./` and double slashes. `..` stays: behind a link it does not mean the folder before it.
std::string plain_name(std::string_view path) {
    std::string name = path.starts_with('/') ? "/" : "";
    for (const std::string_view part : base::split(path, '/')) {
        if (part.empty() || part == ".") continue;
        if (!name.empty() && !name.ends_with('/')) name += '/';
        name += part;
    }
    return name.empty() ? "." : name;
}

std::string below(const std::string& folder, std::string_view name) {
    if (folder == ".") return std::string(name);
    std::string path = folder;
    if (!path.ends_with('/')) path += '/';
    path += name;
    return path;
}

class Walk {
public:
    Walk(FileTree& tree, const Skips& skips) : tree_(tree), skips_(skips) {}

    void take_named(const std::string& path) {
        if (path.empty()) return cannot_read("", ENOENT);
        const std::string name = plain_name(path);
        struct stat facts {};
        if (::stat(name.c_str(), &facts) != 0) return cannot_read(name, errno);
        if (S_ISREG(facts.st_mode)) {
            add(name, static_cast<std::uint64_t>(facts.st_size));
        } else if (S_ISDIR(facts.st_mode)) {
            walk(name);
        } else {
            tree_.unread.push_back({name, std::string(kNoFile)});
        }
    }

private:
    void cannot_read(const std::string& path, int problem) {
        tree_.unread.push_back({path, std::strerror(problem)});
    }

    bool is_skipped(const std::string& path, TreeEntry entry) {
        if (!skips_ || !skips_(path, entry)) return false;
        ++tree_.skipped;
        return true;
    }

    void add(std::string path, std::uint64_t size) {
        if (is_skipped(path, TreeEntry::File)) return;
        tree_.files.push_back({std::move(path), size});
    }

    // Folders wait in a list, so that their depth costs no stack. Each is open only while its names
    // are read.
    void walk(const std::string& root) {
        std::vector<std::string> open{root};
        while (!open.empty()) {
            const std::string folder = std::move(open.back());
            open.pop_back();
            if (!is_skipped(folder, TreeEntry::Folder)) read_folder(folder, open);
        }
    }

    void read_folder(const std::string& folder, std::vector<std::string>& open) {
        const std::unique_ptr<DIR, CloseFolder> names(::opendir(folder.c_str()));
        if (!names) return cannot_read(folder, errno);
        while (true) {
            errno = 0;
            const dirent* entry = ::readdir(names.get());
            if (entry == nullptr) break;
            const std::string_view name = entry->d_name;
            if (name != "." && name != "..") take_met(::dirfd(names.get()), folder, name, open);
        }
        if (errno != 0) cannot_read(folder, errno);
    }

    void take_met(int inside, const std::string& folder, std::string_view name,
                  std::vector<std::string>& open) {
        std::string path = below(folder, name);
        struct stat facts {};
        if (::fstatat(inside, std::string(name).c_str(), &facts, AT_SYMLINK_NOFOLLOW) != 0) {
            return cannot_read(path, errno);
        }
        if (S_ISREG(facts.st_mode)) {
            add(std::move(path), static_cast<std::uint64_t>(facts.st_size));
        } else if (!S_ISDIR(facts.st_mode)) {
            ++tree_.skipped;
        } else if (name != ".git") {
            open.push_back(std::move(path));
        }
    }

    FileTree& tree_;
    const Skips& skips_;
};

template <class Entry>
bool is_before(const Entry& a, const Entry& b) {
    return a.path < b.path;
}

// Keeps the first of each path.
template <class Entry>
void drop_repeated(std::vector<Entry>& entries) {
    std::unordered_set<std::string_view> seen;
    std::vector<Entry> kept;
    kept.reserve(entries.size());  // so that the views stay good
    for (Entry& entry : entries) {
        if (seen.contains(entry.path)) continue;
        kept.push_back(std::move(entry));
        seen.insert(kept.back().path);
    }
    entries = std::move(kept);
}

}  // namespace

FileTree list_files(std::span<const std::string> paths, const Skips& skips) {
    FileTree tree;
    Walk walk(tree, skips);
    for (const std::string& path : paths) {
        const auto files = static_cast<std::ptrdiff_t>(tree.files.size());
        const auto unread = static_cast<std::ptrdiff_t>(tree.unread.size());
        walk.take_named(path);
        std::sort(tree.files.begin() + files, tree.files.end(), is_before<TreeFile>);
        std::sort(tree.unread.begin() + unread, tree.unread.end(), is_before<UnreadFile>);
    }
    if (paths.size() > 1) {
        drop_repeated(tree.files);
        drop_repeated(tree.unread);
    }
    return tree;
}

}  // namespace understudy::app
