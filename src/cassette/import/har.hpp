// HTTP archives (HAR 1.2) of browsers, proxies and Polly. docs/reference/import.md.
#pragma once

#include "cassette/import/importer.hpp"

namespace understudy::cassette {

const Importer& har_importer();

}  // namespace understudy::cassette
