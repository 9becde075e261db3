// A Regex exists only after its pattern was accepted, so matching never meets a broken one.
// expect: no matching function
#include "base/regex.hpp"

using understudy::base::Regex;
using understudy::base::Result;

Result<Regex> make() {
#ifdef MENDED
    return Regex::compile("a+");
#else
    return Regex("a+");
#endif
}
