// Does the real tool say what an imported cassette says? A recording of the real tool is evidence;
// the imported one is a claim.
#pragma once

#include <optional>
#include <string>

#include "cassette/compare.hpp"
#include "cassette/import/importer.hpp"
#include "cassette/model.hpp"
#include "cassette/rules.hpp"

namespace understudy::cassette {

struct AgainstReal {
    report::Verdict verdict = report::Verdict::Unknown;
    std::string why;                         // of Unknown
    std::optional<report::Finding> finding;  // of Differed
};

// The answers only: the two calls are written in two vocabularies. `real` is the cassette of the
// same service and name; of several steps its last one counts. Rules are those of both.
AgainstReal compare_with_real(const Imported& imported, const Cassette& real,
                              const std::string& real_file, const Normalizers& known);

}  // namespace understudy::cassette
