// For tests: packs from folders on disk, and small packs written in the test itself.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>

#include "pack/load.hpp"

namespace understudy::pack {

// A folder below the repository's root: "tests/packs/stripe_fragment".
inline Folder read_folder(const std::string& below) {
    Folder folder;
    folder.name = below;
    const std::filesystem::path root = std::filesystem::path(UNDERSTUDY_ROOT) / below;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(root)) {
        if (!entry.is_regular_file()) continue;
        std::ifstream file(entry.path(), std::ios::binary);
        std::ostringstream text;
        text << file.rdbuf();
        folder.files.push_back({entry.path().lexically_relative(root).string(), text.str()});
    }
    std::sort(folder.files.begin(), folder.files.end(),
              [](const base::Source& a, const base::Source& b) { return a.name < b.name; });
    return folder;
}

// What every pack must say, so that a test writes only what it is about.
inline constexpr std::string_view kFrame = R"(format: 1
pack: test
errors:
  on: { no_route: wrong, required: wrong, type: wrong, missing: wrong }
  codes: { wrong: { status: 400, message: wrong } }
)";

inline Folder folder_of(std::string_view text) {
    Folder folder;
    folder.files.push_back({"pack.yaml", std::string(kFrame) + std::string(text)});
    return folder;
}

inline std::string rendered(const Loaded& loaded) {
    std::string text;
    for (const Problem& problem : loaded.problems) {
        if (problem.level == Level::Error) text += base::render(problem.error);
    }
    return text;
}

}  // namespace understudy::pack
