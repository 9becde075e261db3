// Cassettes of VCR for Ruby, in YAML or JSON, and those of Betamax, whose JSON is the same but for
// a few words. docs/reference/import.md.
#pragma once

#include "cassette/import/importer.hpp"

namespace understudy::cassette {

const Importer& vcr_importer();
const Importer& betamax_importer();

}  // namespace understudy::cassette
