// `diff --spec`: what two API descriptions promise differently.
#pragma once

#include "app/data_file.hpp"
#include "base/result.hpp"
#include "report/finding.hpp"

namespace understudy::app {

// One finding a change: an error where somebody who relied on the first document may fail.
base::Result<std::vector<report::Finding>> diff_specs(const DataFile& before,
                                                      const DataFile& after);

}  // namespace understudy::app
