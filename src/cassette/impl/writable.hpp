// What a file cannot hold is refused before anything is written: whatever is written can be read.
#pragma once

#include "base/result.hpp"
#include "cassette/model.hpp"

namespace understudy::cassette {

// cassette.cannot_hold, with one reason for each thing that is wrong.
base::Result<void> check_writable(const Cassette& cassette);

}  // namespace understudy::cassette
