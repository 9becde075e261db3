// Cassettes of go-vcr, versions 1 and 2 of its format. docs/reference/import.md.
#pragma once

#include "cassette/import/importer.hpp"

namespace understudy::cassette {

const Importer& go_vcr_importer();

}  // namespace understudy::cassette
