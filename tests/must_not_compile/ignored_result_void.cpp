// The same for a Result that carries no value: here nobody would even miss one.
// expect: nodiscard
#include "base/result.hpp"

understudy::base::Result<void> feed_piece();

understudy::base::Result<void> run() {
#ifdef MENDED
    TRY_VOID(feed_piece());
#else
    feed_piece();
#endif
    return {};
}
