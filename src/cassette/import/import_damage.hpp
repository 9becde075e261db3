// Signs of a careless filter in an imported cassette. Header names are looked at too: no secret is
// the name of a field.
#pragma once

#include <string>
#include <vector>

#include "base/mark.hpp"
#include "cassette/model.hpp"
#include "report/finding.hpp"

namespace understudy::cassette {

// A warning for each placeholder, at its first damaged place in the file.
std::vector<report::Finding> damage_of(const std::vector<Exchange>& exchanges,
                                       const base::Source& source);

}  // namespace understudy::cassette
