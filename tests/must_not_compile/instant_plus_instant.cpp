// Two points in time have no sum; only a span can be added to one.
// expect: could not convert
#include "base/time.hpp"

using understudy::base::Duration;
using understudy::base::Instant;

std::optional<Instant> later(Instant start, Duration wait) {
#ifdef MENDED
    return add(start, wait);
#else
    static_cast<void>(wait);
    return add(start, start);
#endif
}
