// The commit this program was built from. One small file of its own, made by cmake/commit.cmake, so
// that a new commit compiles nothing else anew.
#pragma once

#include <string_view>

namespace understudy::app {

// "4be1c07f21aa", with "-dirty" behind it where files had been changed; empty: it was not built
// from a repository.
std::string_view build_commit();

}  // namespace understudy::app
