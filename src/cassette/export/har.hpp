// HTTP archives (HAR 1.2), as browsers read them. docs/reference/import.md.
#pragma once

#include "cassette/export/exporter.hpp"

namespace understudy::cassette {

const Exporter& har_exporter();

}  // namespace understudy::cassette
