// A pointer handed to Value would turn into the boolean `true` on the way.
// expect: deleted function
#include "json/value.hpp"

using understudy::json::Value;

Value of(const Value* found) {
#ifdef MENDED
    return *found;
#else
    return found;
#endif
}
