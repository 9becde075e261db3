// How a pack says no: a use of its error catalogue, and conditions that lead to one.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "pack/template.hpp"

namespace understudy::pack {

using Index = std::uint32_t;  // into one of the lists of a Pack or a Resource
inline constexpr Index kNone = 0xFFFF'FFFF;

// `CODE`, or `{ error: CODE, status: 404, with: { param: ... } }`.
struct ErrorUse {
    Index code = kNone;  // in Errors::codes
    std::optional<int> status;
    Template with;  // an object, perhaps empty: members that replace or join the code's own
};

// Error uses by the place of what was not found.
struct Missing {
    std::optional<ErrorUse> path;
    std::optional<ErrorUse> body;
};

// `{ is: ..., else: ERROR USE }`.
struct Guard {
    Expression is;
    ErrorUse otherwise;
};

// One entry of a choice; the last one has no `when`.
template <class What>
struct Choice {
    std::optional<Expression> when;
    What what;
};

}  // namespace understudy::pack
