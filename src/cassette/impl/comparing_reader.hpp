// Reads how outputs are compared: the key `compare` of a service and of a cassette.
#pragma once

#include <string>

#include "cassette/compare.hpp"
#include "json/reader.hpp"

namespace understudy::cassette {

// What the map does not say stays as `options` has it; `unordered` is added to.
CompareOptions read_comparing(json::Reader& reader, const json::Node& node, const std::string& what,
                              CompareOptions options = {});

}  // namespace understudy::cassette
