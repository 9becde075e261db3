// Cassettes of VCR for Ruby, in YAML. docs/reference/import.md.
#pragma once

#include "cassette/export/exporter.hpp"

namespace understudy::cassette {

const Exporter& vcr_exporter();

}  // namespace understudy::cassette
