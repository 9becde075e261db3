// A tree as text: the canonical form of an expression.
#pragma once

#include <cstdint>
#include <string>

#include "expr/impl/tree.hpp"

namespace understudy::expr {

std::string print(const Tree& tree, std::uint32_t node);

}  // namespace understudy::expr
