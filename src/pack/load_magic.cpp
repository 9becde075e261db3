// Magic values and scenarios: an error, an arm or an exogenous value that somebody asks for. Never
// a faithful field.
#include "base/text.hpp"
#include "pack/code.hpp"
#include "pack/impl/loader.hpp"

namespace understudy::pack {

namespace {

// The field of `fields` that is, or holds, the path; kNone if there is none.
Index holder_of(const std::vector<Field>& fields, std::string_view path) {
    Index found = kNone;
    std::size_t longest = 0;
    for (std::size_t i = 0; i < fields.size(); ++i) {
        const std::string& name = fields[i].path;
        const bool holds = path == name || (path.starts_with(name) && path.size() > name.size() &&
                                            path[name.size()] == '.');
        if (!holds || name.size() < longest) continue;
        found = static_cast<Index>(i);
        longest = name.size();
    }
    return found;
}

bool has_data_names(const Pack& pack) {
    for (const Operation& operation : pack.operations) {
        if (operation.named_by) return true;
    }
    return false;
}

void read_exogenous_values(Loader& loader, Forced& forced, const Entry& entry,
                           const std::string& what) {
    const Index index = loader.pack.find_operation(entry.key);
    if (index == kNone && !has_data_names(loader.pack)) {
        static_cast<void>(operation_named(loader, entry.node, entry.key));
    }
    for (const Entry& value : loader.reader.entries(entry.node, what + "." + entry.key)) {
        if (index != kNone) {
            const Operation& operation = loader.pack.operations[index];
            const std::vector<Field>& fields =
                operation.does == Does::Result ? operation.fields
                                               : loader.pack.resources[operation.resource].fields;
            const Index field = holder_of(fields, value.key);
            const bool is_reply =
                operation.reply && (value.key == "reply" || value.key.starts_with("reply."));
            if (field == kNone && !is_reply) {
                loader.reader.unknown_name(value.node, "field of " + entry.key, value.key,
                                           names_of_fields(fields));
                continue;
            }
            if (!is_reply && fields[field].from != From::Exogenous) {
                loader.reader.problem_at_key(code::ForcedFaithful,
                                             {{"what", what},
                                              {"field", value.key},
                                              {"from", std::string(name_of(fields[field].from))}},
                                             value.node);
                continue;
            }
        }
        forced.exogenous.push_back({entry.key, value.key, *value.node.value});
    }
}

Forced read_forced(Loader& loader, const Map& map, const Place& place, const std::string& what) {
    Forced forced;
    forced.error = read_error_use(loader, map.get("error"), place, what);
    for (const Entry& entry : loader.reader.entries(map.get("arms"), what + ".arms")) {
        const MoveName named = move_named(loader, entry.node, entry.key);
        const auto arm = loader.reader.text(entry.node, what + ".arms");
        if (named.move == kNone || !arm) continue;
        const Index found = arm_named(loader, entry.node, named.resource, named.move, *arm);
        if (found == kNone) continue;
        forced.arms.emplace_back(MoveRef{named.move, kNone}, found);
        forced.arm_resources.push_back(named.resource);
    }
    for (const Entry& entry : loader.reader.entries(map.get("exogenous"), what + ".exogenous")) {
        read_exogenous_values(loader, forced, entry, what);
    }
    if (map.is_map() && !map.has("error") && !map.has("arms") && !map.has("exogenous")) {
        map.need("error", "or `arms`, or `exogenous`");
    }
    return forced;
}

}  // namespace

void read_magic(Loader& loader) {
    const Place place = call_place(loader);
    for (const Node& each : loader.reader.list(loader.root.member("magic"))) {
        const Map map(loader.reader, each, "a magic value",
                      {"at", "for", "value", "unless", "when", "error", "arms", "exogenous"});
        if (!map.is_map()) continue;
        Magic magic;
        magic.mark = each.mark();
        magic.at =
            loader.reader.text(map.need("at", "a path of the input"), "magic.at").value_or("");
        if (const Node value = map.get("value")) magic.value = *value.value;
        for (const Node& value : loader.reader.list(map.get("unless"))) {
            magic.unless.push_back(*value.value);
        }
        if (!map.has("value") && !map.has("unless")) map.need("value", "or `unless`");
        // The names an operation gives, where there is one: its path parameters, its parent.
        std::optional<Place> own;
        for (const Node& operation : loader.reader.list(map.get("for"))) {
            const auto name = loader.reader.text(operation, "an operation");
            const Index found = name ? operation_named(loader, operation, *name) : kNone;
            if (found == kNone) continue;
            magic.limited_to.push_back(found);
            own = operation_place(loader, found);
            magic.when = read_condition(loader, map.get("when"), *own, "magic.when");
        }
        if (!own) magic.when = read_condition(loader, map.get("when"), place, "magic.when");
        magic.outcome = read_forced(loader, map, own ? *own : place, "a magic value");
        loader.pack.magic.push_back(std::move(magic));
    }
    for (const Entry& entry : loader.reader.entries(loader.root.member("scenarios"), "scenarios")) {
        const std::string what = "the scenario " + entry.key;
        const Map map(loader.reader, entry.node, what, {"error", "arms", "exogenous"});
        if (!map.is_map()) continue;
        loader.pack.scenarios.push_back({entry.key, read_forced(loader, map, place, what)});
    }
}

}  // namespace understudy::pack
