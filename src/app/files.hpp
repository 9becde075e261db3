// The only place of this room that touches files. Reading is bounded; writing goes to a temporary
// name first and is renamed, so that a file is never half-written.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "base/mark.hpp"
#include "base/result.hpp"

namespace understudy::app {

inline constexpr std::size_t kFileLimit = std::size_t{256} << 20;

// "-" is standard input.
base::Result<base::Source> read_file(const std::string& path, std::size_t limit = kFileLimit);

base::Result<void> write_file(const std::string& path, std::string_view bytes);

}  // namespace understudy::app
