// What a shadow session saw: calls that were made for real, compared with their recordings aside.
#pragma once

#include <string>
#include <vector>

#include "app/project_file.hpp"
#include "app/terminal.hpp"
#include "base/result.hpp"
#include "cassette/index.hpp"
#include "shim/recorded_call.hpp"

namespace understudy::app {

// `folder` is where the cassettes are, as it was named. On standard error; nothing that the caller
// of the tools saw depends on it.
base::Result<void> report_shadow(const std::vector<shim::RecordedCall>& calls,
                                 const cassette::IndexContents& index, const std::string& folder,
                                 const ProjectGround& project, Terminal& terminal);

}  // namespace understudy::app
