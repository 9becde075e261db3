// Three-valued truth, ordered so that `and` is the smaller and `or` the larger of two. Unknown is
// what a check answers that could not be made: it must never turn into a plain yes.
#pragma once

#include <cstdint>

namespace understudy::schema {

enum class Truth : std::uint8_t { No = 0, Unknown = 1, Yes = 2 };

constexpr Truth truth(bool yes) {
    return yes ? Truth::Yes : Truth::No;
}
constexpr Truth both(Truth a, Truth b) {
    return a < b ? a : b;
}
constexpr Truth negate(Truth a) {
    return static_cast<Truth>(2 - static_cast<int>(a));
}

}  // namespace understudy::schema
