// The files that an import reads: those below the named paths, and the bodies they refer to.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "cassette/import/importer.hpp"

namespace understudy::app {

// The files that may be of the format. One that cannot be read is refused: a report that leaves
// files out says less than it seems to. app.cannot_read, cassette.import.nothing
base::Result<std::vector<cassette::ForeignFile>> read_foreign(std::span<const std::string> paths,
                                                              const cassette::Importer& importer);

// WireMock's `__files`, beside the folder `mappings` that a file lies in, or beside the file. Links
// that lead out of it are not followed.
class FilesFolder final : public cassette::ForeignBodies {
public:
    base::Result<std::string> read(const std::string& file, std::string_view name) const override;
};

}  // namespace understudy::app
