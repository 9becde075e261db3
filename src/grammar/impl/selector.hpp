// Which records a constraint looks at: types, with an optional guard.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "expr/program.hpp"

namespace understudy::grammar {

using TypeId = std::uint32_t;
inline constexpr TypeId kNoType = ~TypeId{0};

struct Taken;

struct Selector {
    bool every = true;           // all types, known or not ...
    std::vector<TypeId> types;   // ... or these ...
    std::vector<TypeId> except;  // ... but not these
    std::optional<expr::Program> when;

    bool names(TypeId type) const;  // by type alone
    bool takes(const Taken& record) const;
};

}  // namespace understudy::grammar
