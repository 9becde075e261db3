// What an expression may see at one place of a pack: names with their types, each at its fixed slot
// (names.hpp), then the `as` names of a move or a stream.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "expr/scope.hpp"
#include "pack/error_use.hpp"
#include "pack/names.hpp"

namespace understudy::pack {

// An `as` name. Its slot is taken whether it can be seen or not.
struct Local {
    std::string name;
    expr::Type type;
    Index resource = kNone;  // of the object it names, where that is known
    bool visible = true;
};

struct Place {
    std::array<std::optional<expr::Type>, kNameCount> names;
    std::vector<Local> locals;
    bool is_pure = false;  // a derived field: no function that reads the clock

    Place& with(Name name, expr::Type type);
    Place& without(Name name);
    bool has(Name name) const { return names[slot(name)].has_value(); }

    // The slot of a new `as` name; a name seen before in another branch keeps its slot.
    expr::Slot add_local(std::string_view name, expr::Type type, Index resource);
    const Local* find_local(std::string_view name) const;

    expr::Scope scope() const;
};

}  // namespace understudy::pack
