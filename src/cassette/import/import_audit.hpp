// The rules that came with an imported cassette, put through the audit: they were written for
// another tool, unscoped, and may hide more than they should.
#pragma once

#include <string>
#include <vector>

#include "base/result.hpp"
#include "cassette/rules.hpp"
#include "cassette/seal.hpp"
#include "report/finding.hpp"

namespace understudy::cassette {

// Warnings, all at `file`: an import asks for work, it gates nothing. None for a cassette without
// rules.
base::Result<std::vector<report::Finding>> audit_imported(const Sealed& sealed,
                                                          const std::string& file,
                                                          const Normalizers& known);

}  // namespace understudy::cassette
