// The cassettes that `replay` plays: files and folders of them, read and ready.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "app/project_file.hpp"
#include "base/result.hpp"
#include "grammar/grammar.hpp"
#include "serve/replayer.hpp"

namespace understudy::app {

// app.bad_cassettes lists all that cannot be read; app.no_recordings: none of them holds a call
// over HTTP. Of several variants of one cassette one is read.
base::Result<std::vector<serve::Recording>> read_recordings(std::span<const std::string> paths,
                                                            const ProjectGround& project,
                                                            const std::string& variant);

// Those of streams of events, as they are shipped.
base::Result<std::vector<grammar::Grammar>> shipped_grammars();

}  // namespace understudy::app
