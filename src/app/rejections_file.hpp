// The file of rejections of a project, which is committed so that everybody has the same.
#pragma once

#include <filesystem>

#include "app/project_file.hpp"
#include "base/result.hpp"
#include "verify/refresh_settings.hpp"
#include "verify/rejections.hpp"

namespace understudy::app {

std::filesystem::path rejections_place(const ProjectGround& project,
                                       const verify::RefreshSettings& settings);
// A file that is not there has none.
base::Result<verify::Rejections> load_rejections(const ProjectGround& project,
                                                 const verify::RefreshSettings& settings);
base::Result<void> save_rejections(const ProjectGround& project,
                                   const verify::RefreshSettings& settings,
                                   const verify::Rejections& rejections);

}  // namespace understudy::app
