// The end of the road for our own mistakes. One of the two files of this room that write anything.
#include "base/assert.hpp"

#include <cstdio>
#include <cstdlib>

namespace understudy::base {

void assertion_failed(const char* condition, const char* why, const char* file, int line) {
    std::fprintf(stderr,
                 "understudy: bug: %s (%s) at %s:%d\n"
                 "  hint: please report this line, and what you ran, as a bug\n",
                 why, condition, file, line);
#ifdef UNDERSTUDY_ABORT_ON_BUG
    std::abort();  // fuzzers and sanitizers want a crash to look at
#else
    std::_Exit(70);
#endif
}

}  // namespace understudy::base
