// Cassettes of vcrpy for Python, in YAML. docs/reference/import.md.
#pragma once

#include "cassette/export/exporter.hpp"

namespace understudy::cassette {

const Exporter& vcrpy_exporter();

}  // namespace understudy::cassette
