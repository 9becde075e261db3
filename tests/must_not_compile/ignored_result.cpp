// A Result nobody looks at: the error it may hold would be lost without a trace.
// expect: nodiscard
#include "base/result.hpp"

understudy::base::Result<int> count_things();

void run() {
#ifdef MENDED
    const auto counted = count_things();
    static_cast<void>(counted);
#else
    count_things();
#endif
}
