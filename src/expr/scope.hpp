// The names an expression may use at one place of use, with their types, and the functions its host
// adds to the language.
//
//     Scope scope;
//     Slot self = scope.add("self", Type::object(charge));
//     scope.add("now", Type::timestamp());
//     scope.add_function({.name = "lookup", .parameters = {Type::string(), Type::any(),
//     Type::any()}});
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "expr/type.hpp"

namespace understudy::expr {

using Slot = std::uint32_t;

// A function the host answers (Env's Functions). It takes JSON values and gives one.
struct HostFunction {
    std::string name = {};
    std::vector<Type> parameters = {};
    std::size_t optional_parameters = 0;  // how many of the last ones may be left out
    Type result = {};
    std::uint32_t cost = 10;  // steps it is charged with
};

class Scope {
public:
    // The slot of the name; a name added again keeps its slot and takes the new type.
    Slot add(std::string_view name, Type type = Type::any());
    // A slot without a name, so that the names after it keep their numbers from scope to scope.
    Slot skip();
    void add_function(HostFunction function);

    std::optional<Slot> find(std::string_view name) const;
    const std::vector<std::string>& names() const { return names_; }
    const Type& type(Slot slot) const { return types_[slot]; }
    const std::vector<HostFunction>& functions() const { return functions_; }

private:
    std::vector<std::string> names_;
    std::vector<Type> types_;
    std::vector<HostFunction> functions_;
};

}  // namespace understudy::expr
