// Reads the parts of understudy.yaml that describe one service. manifest.cpp has the whole file.
#pragma once

#include <string>

#include "cassette/manifest.hpp"
#include "json/reader.hpp"

namespace understudy::cassette {

// A folder or file below the project's own folder; what leads out of it is a problem.
std::string read_place(json::Reader& reader, const json::Node& node, std::string_view what,
                       std::string standard);

// `folder` is where the cassettes of all services are.
Service read_service(json::Reader& reader, const json::Node& node, std::string name,
                     std::string_view folder);

}  // namespace understudy::cassette
