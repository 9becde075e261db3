// The layout of ADR-0047: YAML cassettes below <root>/<adapter>/, one call each, and JSON Lines of
// streams. docs/reference/import.md.
#pragma once

#include "cassette/import/importer.hpp"

namespace understudy::cassette {

const Importer& hydraflow_importer();

}  // namespace understudy::cassette
