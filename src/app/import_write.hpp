// Puts imported cassettes into a project: the files, its services in understudy.yaml, and a draft
// of a plan for each service.
//
//     const ImportWritten done = TRY(write_import("project", importer, summary, sealed));
//
// Nothing that is there is overwritten: a cassette that differs waits for review, a draft stays as
// it is, and the project's file only gets what it lacks.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "cassette/import/import_summary.hpp"
#include "cassette/seal.hpp"

namespace understudy::app {

struct ImportWritten {
    std::vector<std::string> written;
    std::vector<std::string> pending;
    std::size_t unchanged = 0;
};

base::Result<ImportWritten> write_import(const std::string& folder,
                                         const cassette::Importer& importer,
                                         const cassette::ImportSummary& summary,
                                         std::span<const cassette::Sealed* const> sealed);

}  // namespace understudy::app
