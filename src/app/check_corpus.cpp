// Which cassettes a check is about, and what the folders say about that.
#include <algorithm>
#include <set>

#include "app/check_service.hpp"
#include "base/text.hpp"
#include "cassette/code.hpp"
#include "report/found.hpp"
#include "report/shown.hpp"

namespace understudy::app {

namespace {

namespace code = cassette::code;
namespace fs = std::filesystem;

// Seen from the root of the project, whatever it was opened by.
std::string name_in(const fs::path& root, const std::string& path) {
    std::error_code problem;
    const fs::path whole = (fs::current_path(problem) / path).lexically_normal();
    return whole.lexically_relative(root).generic_string();
}

bool is_below(std::string_view name, const std::vector<std::string>& paths) {
    return paths.empty() || std::any_of(paths.begin(), paths.end(), [&](const std::string& path) {
               return path.empty() || name == path ||
                      (name.starts_with(path) && name[path.size()] == '/');
           });
}

// P67, P71: a folder that no service claims would never be played, and nobody would know.
void report_unclaimed(const ProjectGround& project, const fs::path& seen, Corpus& corpus) {
    std::set<std::string, std::less<>> claimed;
    for (const cassette::Service& service : project.manifest.services) {
        claimed.insert(service.cassettes);
    }
    std::error_code problem;
    const fs::path folder = seen / project.manifest.cassettes;
    if (!fs::is_directory(folder, problem)) return;
    const auto files = list_cassettes(folder.string());
    if (!files) return;
    std::set<std::string, std::less<>> told;
    for (const CassetteFile& file : *files) {
        const std::string name = name_in(project.root, file.path);
        const bool is_claimed =
            std::any_of(claimed.begin(), claimed.end(),
                        [&](const std::string& each) { return is_below(name, {each}); });
        const std::string of = file.service.empty() ? "." : file.service;
        if (is_claimed || !told.insert(of).second) continue;
        corpus.findings.push_back(report::found(code::UnclaimedCassettes,
                                                {{"service", report::shown(of)}},
                                                base::Mark{file.path, 0, 0, 0, {}, 0}));
    }
}

}  // namespace

base::Result<Corpus> collect(const ProjectGround& project, const std::vector<std::string>& paths) {
    Corpus corpus;
    const fs::path seen = project.seen_root();
    for (const cassette::Service& service : project.manifest.services) {
        corpus.services.push_back({&service, {}});
    }
    for (CassetteFile& file : TRY(list_cassettes(seen, project.manifest))) {
        if (!is_below(name_in(project.root, file.path), paths)) continue;
        const auto of = std::find_if(
            corpus.services.begin(), corpus.services.end(),
            [&](const Corpus::OfService& each) { return each.service->name == file.service; });
        of->files.push_back(std::move(file));
    }
    if (paths.empty()) {
        report_unclaimed(project, seen, corpus);
    } else {
        // A service whose folder was named is asked about, even if there is nothing in it.
        std::erase_if(corpus.services, [&](const Corpus::OfService& each) {
            return each.files.empty() && !is_below(each.service->cassettes, paths);
        });
    }
    return corpus;
}

}  // namespace understudy::app
