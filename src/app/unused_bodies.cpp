#include "app/unused_bodies.hpp"

#include <algorithm>
#include <map>
#include <string>

#include "app/cassette_files.hpp"
#include "app/files.hpp"
#include "base/text.hpp"
#include "cassette/code.hpp"
#include "report/shown.hpp"

namespace understudy::app {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kBodies = "bodies";
constexpr std::string_view kDigest = "sha256:";

// All digests that a text names, one after the other.
void put_digests(std::string_view text, std::vector<std::string>& digests) {
    for (std::size_t at = text.find(kDigest); at != text.npos; at = text.find(kDigest, at + 1)) {
        digests.emplace_back(text.substr(at + kDigest.size(), 64));
    }
}

report::Finding unused(const std::string& path) {
    base::Mark mark;
    mark.file = path;
    return report::from_error(
               {cassette::code::UnusedBody, {{"file", report::shown(path)}}, mark, {}},
               report::Severity::Warning)
        .front();
}

base::Result<std::vector<std::string>> files_in(const fs::path& folder) {
    std::vector<std::string> files;
    std::error_code problem;
    for (fs::directory_iterator at(folder, problem), end; !problem && at != end;
         at.increment(problem)) {
        files.push_back(at->path().filename().string());
    }
    std::sort(files.begin(), files.end());
    return files;
}

}  // namespace

base::Result<std::vector<report::Finding>> unused_bodies(const ProjectGround& project) {
    std::vector<report::Finding> findings;
    // A body belongs to the cassettes that lie beside its folder.
    std::map<fs::path, std::vector<std::string>> folders;
    for (const cassette::Service& service : project.manifest.services) {
        std::error_code problem;
        const fs::path root = project.seen_root() / service.cassettes;
        for (fs::recursive_directory_iterator at(root, problem), end; !problem && at != end;
             at.increment(problem)) {
            const bool is_ours = at->path().filename() == kBodies && at->is_directory(problem);
            if (is_ours) folders[at->path().parent_path()] = {};
        }
    }
    for (auto& [folder, digests] : folders) {
        for (const std::string& name : TRY(files_in(folder))) {
            const fs::path path = folder / name;
            const bool is_cassette = path.extension() == ".yaml" || path.extension() == ".jsonl";
            if (!is_cassette) continue;
            put_digests(TRY(read_file(path.string())).text, digests);
        }
        for (const std::string& name : TRY(files_in(folder / kBodies))) {
            const bool is_used = std::find(digests.begin(), digests.end(), name) != digests.end();
            if (!is_used) findings.push_back(unused((folder / kBodies / name).string()));
        }
    }
    return findings;
}

}  // namespace understudy::app
