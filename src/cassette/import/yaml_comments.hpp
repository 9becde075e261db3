// The comments of a YAML text. A Value has no place for them, yet they are often all that says why
// a file is as it is.
#pragma once

#include <string>
#include <vector>

#include "json/document.hpp"

namespace understudy::cassette {

// In their order, without the `#` and one space after it. Not those inside an empty `[]` or `{}`.
std::vector<std::string> comments_of(const json::Document& document);

}  // namespace understudy::cassette
