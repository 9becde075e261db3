// A finding made of a code.
#pragma once

#include <vector>

#include "report/finding.hpp"

namespace understudy::report {

// One finding of a code: its sentence and hint filled with the arguments. It has no subject.
Finding found(base::Code code, std::vector<base::Arg> args, base::Mark mark,
              Severity severity = Severity::Error);

}  // namespace understudy::report
