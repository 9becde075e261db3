// Stub mappings of WireMock, in JSON. docs/reference/import.md.
#pragma once

#include "cassette/export/exporter.hpp"

namespace understudy::cassette {

const Exporter& wiremock_exporter();

}  // namespace understudy::cassette
