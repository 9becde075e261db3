// A cassette whose removal waits for review: its plan records it no more.
// `.understudy/pending/cassettes/git/log.yaml.removed.json` says of which service it is, under what
// name, and which plan dropped it.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "app/project_file.hpp"
#include "base/result.hpp"
#include "verify/change.hpp"

namespace understudy::app {

inline constexpr std::string_view kRemovalEnding = ".removed.json";

// `file`: the cassette, seen from the project.
std::filesystem::path place_for_removal(const ProjectGround& project, const std::string& file);

struct Removal {
    std::string service, cassette, plan;
    friend bool operator==(const Removal&, const Removal&) = default;
};
std::string write_removal(const Removal& removal);
// A file that says something else is an error: review.bad_pending
base::Result<Removal> read_removal(const base::Source& source);

// The change that refresh proposes and review shows: the same id and fingerprint, so that a
// rejection counts in both.
verify::Change change_of(const Removal& removal);

}  // namespace understudy::app
