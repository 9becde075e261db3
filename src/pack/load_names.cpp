// Names that stand for something declared elsewhere in the pack. An unknown one is refused with the
// nearest.
#include <cctype>

#include "base/text.hpp"
#include "pack/code.hpp"
#include "pack/impl/loader.hpp"

namespace understudy::pack {

namespace {

template <class List>
std::vector<std::string> names_in(const List& list) {
    std::vector<std::string> names;
    for (const auto& item : list) names.push_back(item.name);
    return names;
}

bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

char upper(char c) {
    return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
}

}  // namespace

std::vector<std::string> Loader::resource_names() const {
    return names_in(pack.resources);
}

expr::Shape& Loader::new_shape(std::string name, bool open) {
    shapes.push_back({.name = std::move(name), .open = open, .missing_is_null = true});
    return shapes.back();
}

bool is_name(std::string_view text) {
    if (text.empty() || text.size() > 100 || !is_letter(text.front())) return false;
    for (const char c : text) {
        if (!is_letter(c) && !is_digit(c)) return false;
    }
    return true;
}

std::string spelled(std::string_view name, Spelling spelling) {
    if (spelling == Spelling::Same) return std::string(name);
    std::string text;
    bool raise = spelling == Spelling::Pascal;
    for (const char c : name) {
        if (c == '_') {
            raise = true;
        } else if (c == '.') {
            text += c;
            raise = spelling == Spelling::Pascal;
        } else {
            text += raise ? upper(c) : c;
            raise = false;
        }
    }
    return text;
}

std::vector<std::string> names_of_fields(const std::vector<Field>& fields) {
    std::vector<std::string> names;
    for (const Field& field : fields) names.push_back(field.path);
    return names;
}

Index resource_named(Loader& loader, const Node& node, std::string_view what) {
    const auto name = loader.reader.text(node, what);
    if (!name) return kNone;
    const Index found = loader.pack.find_resource(*name);
    if (found == kNone)
        loader.reader.unknown_name(node, "resource", *name, loader.resource_names());
    return found;
}

Index field_named(Loader& loader, const Node& node, Index resource, std::string_view path) {
    if (resource == kNone) return kNone;
    const Resource& owner = loader.pack.resources[resource];
    const Index found = owner.find_field(path);
    if (found == kNone) {
        loader.reader.unknown_name(node, "field of " + owner.name, path,
                                   names_of_fields(owner.fields));
    }
    return found;
}

Index duration_named(Loader& loader, const Node& node, std::string_view what) {
    const auto name = loader.reader.text(node, what);
    if (!name) return kNone;
    const Index found = loader.pack.find_duration(*name);
    if (found == kNone) {
        loader.reader.unknown_name(node, "duration", *name, names_in(loader.pack.durations),
                                   "what takes time has a name under `durations`");
    }
    return found;
}

Index view_named(Loader& loader, const Node& node, Index resource) {
    const auto name = loader.reader.text(node, "a view");
    if (!name || resource == kNone) return kNone;
    const Resource& owner = loader.pack.resources[resource];
    const Index found = owner.find_view(*name);
    if (found == kNone) {
        loader.reader.unknown_name(node, "view of " + owner.name, *name, names_in(owner.views));
    }
    return found;
}

Index state_named(Loader& loader, const Node& node, Index resource) {
    const auto name = loader.reader.text(node, "a state");
    if (!name || resource == kNone) return kNone;
    const Resource& owner = loader.pack.resources[resource];
    const std::vector<std::string> none;
    const Index found = owner.lifecycle ? owner.lifecycle->find_state(*name) : kNone;
    if (found == kNone) {
        loader.reader.unknown_name(node, "state of " + owner.name, *name,
                                   owner.lifecycle ? owner.lifecycle->states : none);
    }
    return found;
}

static Index move_of(Loader& loader, const Node& marked, Index resource, std::string_view name) {
    const Resource& owner = loader.pack.resources[resource];
    const Index found = owner.lifecycle ? owner.lifecycle->find_move(name) : kNone;
    if (found == kNone) {
        loader.reader.unknown_name(
            marked, "move of " + owner.name, name,
            owner.lifecycle ? names_in(owner.lifecycle->moves) : std::vector<std::string>{});
    }
    return found;
}

Index move_named(Loader& loader, const Node& node, Index resource) {
    const auto name = loader.reader.text(node, "a move");
    if (!name || resource == kNone) return kNone;
    return move_of(loader, node, resource, *name);
}

MoveName move_named(Loader& loader, const Node& marked, std::string_view name) {
    const std::size_t dot = name.find('.');
    const std::string_view owner = name.substr(0, dot);
    const Index resource = loader.pack.find_resource(owner);
    if (resource == kNone) {
        loader.reader.unknown_name(marked, "resource", owner, loader.resource_names(),
                                   dot == std::string_view::npos ? "write RESOURCE.MOVE" : "");
        return {};
    }
    if (dot == std::string_view::npos) {
        loader.reader.problem_at_key(code::WrongKind,
                                     {{"what", "a move of another object"},
                                      {"expected", "RESOURCE.MOVE"},
                                      {"found", base::quoted(name)},
                                      {"help", ""}},
                                     marked);
        return {};
    }
    return {resource, move_of(loader, marked, resource, name.substr(dot + 1))};
}

Index arm_named(Loader& loader, const Node& node, Index resource, Index move,
                std::string_view name) {
    if (resource == kNone || move == kNone) return kNone;
    const Move& owner = loader.pack.resources[resource].lifecycle->moves[move];
    for (std::size_t i = 0; i < owner.arms.size(); ++i) {
        if (owner.arms[i].name == name) return static_cast<Index>(i);
    }
    loader.reader.unknown_name(node,
                               "arm of " + loader.pack.resources[resource].name + "." + owner.name,
                               name, names_in(owner.arms));
    return kNone;
}

Index operation_named(Loader& loader, const Node& marked, std::string_view name) {
    std::vector<std::string> known;
    for (std::size_t i = 0; i < loader.pack.operations.size(); ++i) {
        const Operation& operation = loader.pack.operations[i];
        std::string full = loader.pack.resources[operation.resource].name + "." + operation.verb;
        if (full == name || operation.name == name) return static_cast<Index>(i);
        known.push_back(std::move(full));
    }
    loader.reader.unknown_name(marked, "operation", name, known,
                               known.size() > 12 ? "write RESOURCE.OPERATION" : "");
    return kNone;
}

}  // namespace understudy::pack
