// Scopes from places: every name at its own slot, whatever else is in scope.
#include "pack/impl/place.hpp"

namespace understudy::pack {

namespace {

using expr::Type;

// The functions of packs beside the language's own; world/impl/eyes.hpp answers them.
void add_functions(expr::Scope& scope, const Place& place) {
    scope.add_function({.name = "lookup",
                        .parameters = {Type::string(), Type::any(), Type::any()},
                        .optional_parameters = 1,
                        .result = Type::any()});
    if (place.is_pure) return;
    scope.add_function({.name = "schedule",
                        .parameters = {Type::string(), Type::any()},
                        .result = Type::timestamp().or_null()});
    scope.add_function({.name = "view",
                        .parameters = {Type::any(), Type::string()},
                        .optional_parameters = 1,
                        .result = Type::any(),
                        .cost = 200});
    scope.add_function(
        {.name = "changed", .parameters = {Type::any()}, .result = Type::any(), .cost = 200});
    if (place.has(Name::Page)) {
        scope.add_function({.name = "link_header",
                            .parameters = {Type::any()},
                            .result = Type::string().or_null(),
                            .cost = 50});
    }
}

}  // namespace

Place& Place::with(Name name, Type type) {
    names[slot(name)] = type;
    return *this;
}

Place& Place::without(Name name) {
    names[slot(name)].reset();
    return *this;
}

expr::Slot Place::add_local(std::string_view name, Type type, Index resource) {
    for (std::size_t i = 0; i < locals.size(); ++i) {
        if (locals[i].name != name) continue;
        locals[i] = Local{std::string(name), type, resource, true};
        return static_cast<expr::Slot>(kNameCount + i);
    }
    locals.push_back({std::string(name), type, resource, true});
    return static_cast<expr::Slot>(kNameCount + locals.size() - 1);
}

const Local* Place::find_local(std::string_view name) const {
    for (const Local& local : locals) {
        if (local.visible && local.name == name) return &local;
    }
    return nullptr;
}

expr::Scope Place::scope() const {
    expr::Scope scope;
    for (std::size_t i = 0; i < kNameCount; ++i) {
        if (names[i]) {
            scope.add(text_of(static_cast<Name>(i)), *names[i]);
        } else {
            scope.skip();
        }
    }
    for (const Local& local : locals) {
        if (local.visible) {
            scope.add(local.name, local.type);
        } else {
            scope.skip();
        }
    }
    add_functions(scope, *this);
    return scope;
}

}  // namespace understudy::pack
