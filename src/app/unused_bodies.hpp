// Bodies that no cassette refers to: what is left when a cassette was removed or recorded anew.
#pragma once

#include <vector>

#include "app/project_file.hpp"
#include "base/result.hpp"
#include "report/finding.hpp"

namespace understudy::app {

// cassette.unused_body, a warning, for each file in a folder `bodies` below the cassettes of the
// project's services. app.cannot_read
base::Result<std::vector<report::Finding>> unused_bodies(const ProjectGround& project);

}  // namespace understudy::app
