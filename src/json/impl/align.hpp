// Pairs the elements of two arrays for comparing. See diff.cpp for the idea.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "json/value.hpp"

namespace understudy::json {

// Equal but for key order; number text counts.
bool is_same(const Value& a, const Value& b);

struct Alignment {
    enum class Kind : std::uint8_t {
        Kept,      // equal, and in order
        Compared,  // different, but in the same place between two kept ones
        Removed,
        Added,
        Moved,  // equal, out of order
    };
    struct Step {
        Kind kind{};
        std::size_t before = 0;
        std::size_t after = 0;
    };
    std::vector<Step> steps;  // kept, compared, removed and added in array order; moved ones last
};

Alignment align(std::span<const Value> before, std::span<const Value> after);

}  // namespace understudy::json
