// The six faces, one file each, all from the same input.
#pragma once

#include <string>

#include "report/faces.hpp"

namespace understudy::report {

std::string render_text(const Report& report, FaceOptions options);
std::string render_json(const Report& report);
std::string render_junit(const Report& report);
std::string render_sarif(const Report& report);
std::string render_markdown(const Report& report);
std::string render_github(const Report& report);

}  // namespace understudy::report
