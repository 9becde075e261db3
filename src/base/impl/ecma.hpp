// Rewrites a pattern in ECMA-262's dialect (with its `u` flag, as JSON Schema asks) as a pattern
// for RE2 that matches exactly the same text, or says why there is none.
#pragma once

#include <string>
#include <string_view>

#include "base/code.hpp"
#include "base/result.hpp"

namespace understudy::base {

enum class Dot : unsigned char {
    Ecma,     // anything but LF, CR, U+2028, U+2029
    IRegexp,  // anything but LF, CR (RFC 9485)
};

Result<std::string> translate_ecma(std::string_view pattern, Dot dot);

// RegexBadSyntax or RegexUnsupported about `pattern`.
Error regex_error(Code code, std::string_view pattern, std::string_view reason);

}  // namespace understudy::base
