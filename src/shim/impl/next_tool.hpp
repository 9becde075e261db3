// The real tool behind a stand-in: the next of that name on PATH.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"

namespace understudy::shim {

// PATH without the folder, however often it is there.
std::string path_without(std::string_view path, std::string_view folder);

// Our environment with that PATH and without the session: what the tool itself calls is its own
// business, and a tool that calls itself by name does not come to us again.
std::vector<std::string> environment_behind(const std::string& session);

// Whole path; empty: there is none. shim.calls_itself
base::Result<std::string> find_behind(const std::string& name,
                                      const std::vector<std::string>& environment);

}  // namespace understudy::shim
