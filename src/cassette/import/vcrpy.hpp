// Cassettes of vcrpy, in YAML or JSON. docs/reference/import.md.
#pragma once

#include "cassette/import/importer.hpp"

namespace understudy::cassette {

const Importer& vcrpy_importer();

}  // namespace understudy::cassette
