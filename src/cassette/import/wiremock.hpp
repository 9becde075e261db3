// Stub mappings of WireMock: one a file, or many under `mappings`. docs/reference/import.md.
#pragma once

#include "cassette/import/importer.hpp"

namespace understudy::cassette {

const Importer& wiremock_importer();

}  // namespace understudy::cassette
