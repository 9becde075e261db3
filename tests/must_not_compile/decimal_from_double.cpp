// A double has already lost what a Decimal promises to keep, and would be cut to a whole number.
// expect: float-conversion
#include "base/decimal.hpp"

using understudy::base::Decimal;

Decimal price_of(double price) {
#ifdef MENDED
    static_cast<void>(price);
    return *Decimal::parse("0.1");
#else
    return Decimal(price);
#endif
}
