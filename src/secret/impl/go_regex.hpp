// Expressions in the syntax of Go's regexp package, which gitleaks files are written in.
//
// It is RE2's syntax, both come from one hand, with few differences. Named groups may also be
// written (?<name>...), which older RE2 does not read: that is rewritten. \C (one byte) is in RE2
// only: refused, as Go does. Everything else either means the same or is refused by both, such as
// look-around, back-references and more than 1000 repetitions.
#pragma once

#include <cstddef>
#include <string_view>

#include "base/regex.hpp"
#include "base/result.hpp"

namespace understudy::secret {

struct GoRegex {
    base::Regex regex;
    std::size_t groups = 0;  // capturing ones
};

// The errors of base::Regex::compile.
base::Result<GoRegex> compile_go(std::string_view pattern);

}  // namespace understudy::secret
