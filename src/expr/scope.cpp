// The names of one place of use; a handful, so they are searched one by one.
#include "expr/scope.hpp"

#include <utility>

namespace understudy::expr {

Slot Scope::add(std::string_view name, Type type) {
    if (const std::optional<Slot> slot = find(name)) {
        types_[*slot] = type;
        return *slot;
    }
    names_.emplace_back(name);
    types_.push_back(type);
    return static_cast<Slot>(names_.size() - 1);
}

Slot Scope::skip() {
    names_.emplace_back();
    types_.emplace_back();
    return static_cast<Slot>(names_.size() - 1);
}

void Scope::add_function(HostFunction function) {
    functions_.push_back(std::move(function));
}

std::optional<Slot> Scope::find(std::string_view name) const {
    if (name.empty()) return std::nullopt;
    for (std::size_t i = 0; i < names_.size(); ++i) {
        if (names_[i] == name) return static_cast<Slot>(i);
    }
    return std::nullopt;
}

}  // namespace understudy::expr
