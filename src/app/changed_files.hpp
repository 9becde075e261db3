// Which files of a folder a command has made, changed or removed.
//
//     const FileStates before = TRY(states_of(folder, {"*.txt"}));
//     changes_between(before, TRY(states_of(folder, {"*.txt"})));
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "plan/target.hpp"

namespace understudy::app {

struct FileState {
    std::string digest;  // "sha256:..."
    std::uint64_t size = 0;
};
using FileStates = std::map<std::string, FileState>;  // by the path below the folder

// Of the files that fit one of the globs; without globs of none, and nothing is read.
base::Result<FileStates> states_of(const std::filesystem::path& folder,
                                   const std::vector<std::string>& globs);

std::vector<plan::CommandAnswer::File> changes_between(const FileStates& before,
                                                       const FileStates& after);

}  // namespace understudy::app
