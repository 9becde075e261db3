// Resolves the names and functions of a parsed tree and checks what types can tell.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/error.hpp"
#include "expr/impl/tree.hpp"
#include "expr/program.hpp"
#include "expr/scope.hpp"

namespace understudy::expr {

// The type of every node, by index.
using Types = std::vector<Type>;

Types check(Tree& tree, const Scope& scope, Checks checks, std::vector<base::Error>& problems);

// May a value of type `given` stand where `wanted` is asked for?
bool fits(TypeKind wanted, const Type& given);

// The type of `a op b`; nullopt if no values of these types have one.
std::optional<Type> type_of_operation(Op op, const Type& a, const Type& b);

// The worst case in steps, given the types and the limits' assumptions.
std::uint64_t worst_cost(const Tree& tree, const Types& types, const Limits& limits);

}  // namespace understudy::expr
