#include "app/changed_files.hpp"

#include <algorithm>

#include "app/clean_room.hpp"
#include "app/files.hpp"
#include "base/bytes.hpp"
#include "base/hash.hpp"
#include "plan/code.hpp"
#include "secret/policy.hpp"

namespace understudy::app {

namespace fs = std::filesystem;

base::Result<FileStates> states_of(const fs::path& folder, const std::vector<std::string>& globs) {
    FileStates states;
    if (globs.empty()) return states;
    std::error_code problem;
    std::size_t seen = 0;
    for (fs::recursive_directory_iterator at(folder, problem), end; at != end && !problem;
         at.increment(problem)) {
        if (++seen > CleanRoom::kMostFiles) {
            return base::fail(plan::code::NoRoom,
                              {{"why", "the scratch folder has too many files"}});
        }
        std::error_code failed;
        if (!fs::is_regular_file(at->symlink_status(failed))) continue;
        std::string name = at->path().lexically_relative(folder).generic_string();
        const bool is_wanted =
            std::any_of(globs.begin(), globs.end(),
                        [&](const std::string& glob) { return secret::fits_glob(glob, name); });
        if (!is_wanted) continue;
        const base::Source source = TRY(read_file(at->path().string()));
        states[std::move(name)] = {"sha256:" + base::to_hex(base::sha256(source.text)),
                                   source.text.size()};
    }
    return states;
}

std::vector<plan::CommandAnswer::File> changes_between(const FileStates& before,
                                                       const FileStates& after) {
    std::vector<plan::CommandAnswer::File> files;
    for (const auto& [path, state] : after) {
        const auto old = before.find(path);
        if (old != before.end() && old->second.digest == state.digest) continue;
        files.push_back({path, state.digest, state.size});
    }
    for (const auto& [path, state] : before) {
        if (!after.contains(path)) files.push_back({path, "", 0});
    }
    std::sort(files.begin(), files.end(),
              [](const auto& a, const auto& b) { return a.path < b.path; });
    return files;
}

}  // namespace understudy::app
