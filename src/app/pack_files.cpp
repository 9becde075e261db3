#include "app/pack_files.hpp"

#include <algorithm>
#include <filesystem>
#include <map>
#include <utility>

#include "app/code.hpp"
#include "app/embedded.hpp"
#include "app/files.hpp"
#include "base/text.hpp"
#include "pack/code.hpp"

namespace understudy::app {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostFiles = 2'000;
constexpr std::size_t kMostBytes = std::size_t{64} << 20;
constexpr int kDepth = 8;

base::Failure too_large(std::string limit, std::string what) {
    return base::fail(pack::code::TooLarge,
                      {{"limit", std::move(limit)}, {"what", std::move(what)}});
}

// Gathers the files of one folder after another, in the order of their names.
class FolderReader {
public:
    explicit FolderReader(fs::path root) : root_(std::move(root)) {}

    base::Result<std::vector<base::Source>> read() {
        std::error_code problem;
        home_ = fs::canonical(root_, problem);
        if (problem) return cannot_read(root_, problem);
        TRY_VOID(walk(home_, "", 0));
        return std::move(files_);
    }

private:
    static base::Failure cannot_read(const fs::path& path, const std::error_code& problem) {
        return base::fail(code::CannotRead,
                          {{"file", base::quoted(path.string())}, {"why", problem.message()}});
    }

    base::Result<void> walk(const fs::path& folder, const std::string& prefix, int depth) {
        if (depth > kDepth) return too_large(std::to_string(kDepth), "folders inside each other");
        std::error_code problem;
        std::vector<std::string> names;
        for (fs::directory_iterator entry(folder, problem), end; !problem && entry != end;
             entry.increment(problem)) {
            names.push_back(entry->path().filename().string());
            if (names.size() > kMostFiles) {
                return too_large(base::with_thousands(kMostFiles), "files");
            }
        }
        if (problem) return cannot_read(folder, problem);
        std::sort(names.begin(), names.end());
        for (const std::string& name : names) {
            if (name.starts_with('.')) continue;
            TRY_VOID(take(folder / name, prefix + name, depth));
        }
        return {};
    }

    base::Result<void> take(const fs::path& path, const std::string& below, int depth) {
        std::error_code problem;
        const fs::file_status own = fs::symlink_status(path, problem);
        if (problem) return cannot_read(path, problem);
        fs::path target = path;
        if (fs::is_symlink(own)) {
            // A link is good if it leads to a file of the same folder.
            target = fs::canonical(path, problem);
            const bool inside = !problem && target.string().starts_with(home_.string() + '/') &&
                                fs::is_regular_file(target, problem);
            if (!inside) {
                return base::fail(pack::code::OutsideFolder, {{"path", base::quoted(below)}});
            }
        } else if (fs::is_directory(own)) {
            return walk(path, below + '/', depth + 1);
        } else if (!fs::is_regular_file(own)) {
            return {};  // a socket or a pipe has nothing to say
        }
        if (files_.size() >= kMostFiles) {
            return too_large(base::with_thousands(kMostFiles), "files");
        }
        auto source = read_file(target.string(), kMostBytes - bytes_);
        if (!source) {
            if (source.error().code != code::TooLarge) return base::fail(std::move(source).error());
            return too_large(base::with_thousands(kMostBytes), "bytes");
        }
        bytes_ += source->text.size();
        files_.push_back({below, std::move(source->text)});
        return {};
    }

    fs::path root_;
    fs::path home_;
    std::vector<base::Source> files_;
    std::size_t bytes_ = 0;
};

bool is_pack_folder(const fs::path& path) {
    std::error_code problem;
    return fs::is_regular_file(path / "pack.yaml", problem);
}

// Name of the folder, also of "." and "packs/parcel/".
std::string folder_name(const std::string& path) {
    std::error_code problem;
    const fs::path whole = fs::weakly_canonical(path, problem);
    return problem ? path : whole.filename().string();
}

base::Result<PackFiles> read_named(const std::string& path, PackPlace place) {
    if (!is_pack_folder(path)) {
        return base::fail(pack::code::MissingFile,
                          {{"folder", base::quoted(path)}, {"file", "pack.yaml"}});
    }
    pack::Folder folder = TRY(read_pack_folder(path));
    return PackFiles{folder_name(path), place, path, std::move(folder)};
}

PackFiles embedded(std::string_view name) {
    PackFiles files{std::string(name), PackPlace::Embedded, {}, {std::string(name), {}}};
    for (const EmbeddedFile& file : embedded_packs()) {
        if (file.folder != name) continue;
        files.folder.files.push_back({std::string(file.path), std::string(file.text)});
    }
    return files;
}

struct Root {
    std::string path;
    PackPlace place;
};

std::vector<Root> roots(std::string_view pack_dir) {
    std::vector<Root> list;
    if (!pack_dir.empty()) list.push_back({std::string(pack_dir), PackPlace::PackDir});
    list.push_back({"packs", PackPlace::Packs});
    return list;
}

struct Candidate {
    std::string path;  // empty: embedded
    PackPlace place = PackPlace::Embedded;
};

// By name; the first place that has it.
std::map<std::string, Candidate> candidates(std::string_view pack_dir) {
    std::map<std::string, Candidate> found;
    for (const Root& root : roots(pack_dir)) {
        std::error_code problem;
        for (fs::directory_iterator entry(root.path, problem), end; !problem && entry != end;
             entry.increment(problem)) {
            const std::string name = entry->path().filename().string();
            if (name.starts_with('.') || !is_pack_folder(entry->path())) continue;
            found.try_emplace(name, Candidate{root.path + '/' + name, root.place});
        }
    }
    for (const EmbeddedFile& file : embedded_packs()) {
        found.try_emplace(std::string(file.folder), Candidate{});
    }
    return found;
}

base::Result<PackFiles> read_candidate(const std::string& name, const Candidate& candidate) {
    if (candidate.path.empty()) return embedded(name);
    return read_named(candidate.path, candidate.place);
}

std::string places_text(std::string_view pack_dir) {
    std::vector<std::string> places;
    for (const Root& root : roots(pack_dir)) places.push_back(root.path + '/');
    places.emplace_back("the binary itself");
    return base::join(places, ", ");
}

}  // namespace

std::string_view name_of(PackPlace place) {
    constexpr std::string_view kNames[] = {"named folder", "--pack-dir", "./packs", "built in"};
    return kNames[static_cast<std::size_t>(place)];
}

base::Result<pack::Folder> read_pack_folder(const std::string& path) {
    std::string name = path;
    while (name.size() > 1 && name.ends_with('/')) name.pop_back();
    std::vector<base::Source> files = TRY(FolderReader(path).read());
    return pack::Folder{std::move(name), std::move(files)};
}

base::Result<PackFiles> find_pack_files(std::string_view wanted, std::string_view pack_dir) {
    const std::string text(wanted);
    if (text.find('/') != std::string::npos || text == "." || text == "..") {
        return read_named(text, PackPlace::Named);
    }
    const std::string name = text.substr(0, text.find('@'));
    const auto found = candidates(pack_dir);
    const auto candidate = found.find(name);
    if (candidate != found.end()) return read_candidate(name, candidate->second);
    if (is_pack_folder(text)) return read_named(text, PackPlace::Named);
    std::vector<std::string> names;
    for (const auto& [known, place] : found) names.push_back(known);
    return base::fail(pack::code::NotFound, {{"name", base::quoted(name)},
                                             {"places", places_text(pack_dir)},
                                             {"nearest", base::nearest(name, names)}});
}

std::vector<PackFiles> list_pack_files(std::string_view pack_dir) {
    std::vector<PackFiles> list;
    for (const auto& [name, candidate] : candidates(pack_dir)) {
        auto files = read_candidate(name, candidate);
        if (files) list.push_back(std::move(*files));
    }
    return list;
}

}  // namespace understudy::app
