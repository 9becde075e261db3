// What a text must satisfy before its syntax is looked at: size, encoding, and no control
// characters, which YAML does not allow.
#pragma once

#include <cstddef>

#include "base/result.hpp"
#include "yaml/read.hpp"

namespace understudy::yaml {

// Where the text begins: 3 behind a UTF-8 byte-order mark, else 0.
base::Result<std::size_t> check_text(const base::Source& source, const Limits& limits);

}  // namespace understudy::yaml
