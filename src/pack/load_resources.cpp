// Resources: ids, how they are found, parents, views, tokens, callbacks. Their fields, lifecycles
// and operations have files of their own.
#include <algorithm>

#include "base/text.hpp"
#include "pack/code.hpp"
#include "pack/impl/loader.hpp"

namespace understudy::pack {

namespace {

constexpr std::size_t kMostResources = 1'000;
constexpr std::string_view kResourceKeys[] = {
    "singular",  "id",        "find",      "unique", "parent",     "one",  "order",
    "minted_by", "once",      "tombstone", "views",  "shape",      "rest", "operations",
    "fields",    "lifecycle", "callback",  "lists",  "begins_with"};

// A field the loader makes itself.
Field& add_field(Loader& loader, Index resource, std::string path, From from,
                 const base::Mark& mark) {
    Field field;
    field.path = std::move(path);
    for (const std::string_view part : base::split(field.path, '.')) {
        field.segments.emplace_back(part);
    }
    field.from = from;
    field.mark = mark;
    loader.pack.resources[resource].fields.push_back(std::move(field));
    loader.written[resource].fields.push_back({});
    return loader.pack.resources[resource].fields.back();
}

void declare_id(Loader& loader, Index index, const Node& node) {
    Resource& resource = loader.pack.resources[index];
    if (!node) return;
    std::string path = "id";
    Node pattern = node;
    if (node.is_map()) {
        const Map map(loader.reader, node, "the id of " + resource.name, {"field", "pattern"});
        path = loader.reader.text(map.get("field"), "id.field").value_or("id");
        pattern = map.need("pattern", "as in \"ch_{base62:24}\"");
    }
    resource.id = read_pattern(loader, pattern, Place{}, Holes::Draw, "the id of " + resource.name);
    Field& field = add_field(loader, index, path, From::Id, node.key_mark());
    field.pattern = resource.id;
    resource.id_field = 0;
}

// Fields of views: a name covers what is nested below it.
void mark_fields(Loader& loader, const Resource& resource, View& view, const Node& node,
                 bool shown) {
    for (const Node& each : loader.reader.list(node)) {
        const auto name = loader.reader.text(each, "a field");
        if (!name) continue;
        bool found = false;
        for (std::size_t i = 0; i < resource.fields.size(); ++i) {
            const std::string& path = resource.fields[i].path;
            const bool covers =
                path == *name || (path.starts_with(*name) && path.size() > name->size() &&
                                  path[name->size()] == '.');
            if (!covers) continue;
            view.shows[i] = shown;
            found = true;
        }
        if (!found) {
            loader.reader.unknown_name(each, "field of " + resource.name, *name,
                                       names_of_fields(resource.fields));
        }
    }
}

void read_views(Loader& loader, Index index) {
    Resource& resource = loader.pack.resources[index];
    const Node node = loader.written[index].node.member("views");
    const Place place = view_place(loader, index);
    for (View& view : resource.views) {
        view.shows.assign(resource.fields.size(), true);
        view.add.kind = Template::Kind::Object;
        const Node written = node.member(view.name);
        if (written) {
            const std::string what = "the view " + view.name;
            const Map map(loader.reader, written, what, {"keep", "drop", "add", "nulls"});
            if (map.has("keep")) {
                view.shows.assign(resource.fields.size(), false);
                mark_fields(loader, resource, view, map.get("keep"), true);
            }
            mark_fields(loader, resource, view, map.get("drop"), false);
            view.add = read_object(loader, map.get("add"), place, what + ".add");
            if (const Node nulls = map.get("nulls")) view.nulls = *nulls.value;
        }
        for (std::size_t i = 0; i < resource.fields.size(); ++i) {
            if (resource.fields[i].hidden) view.shows[i] = false;
        }
    }
}

void read_find(Loader& loader, Index index, const Node& node) {
    Resource& resource = loader.pack.resources[index];
    for (const Entry& entry : loader.reader.entries(node, "find")) {
        const auto path = loader.reader.text(entry.node, "find");
        if (!path) continue;
        Find find;
        find.parameter = entry.key;
        Index at = index;
        std::string_view rest = *path;
        // References are followed as long as the path does not name a field itself.
        while (true) {
            const Resource& owner = loader.pack.resources[at];
            find.field = owner.find_field(rest);
            if (find.field != kNone) break;
            Index through = kNone;
            for (std::size_t i = 0; i < owner.fields.size(); ++i) {
                const Field& field = owner.fields[i];
                if (field.ref != kNone && rest.starts_with(field.path + ".")) {
                    through = static_cast<Index>(i);
                }
            }
            if (through == kNone || find.through.size() >= 4) break;
            find.through.push_back(through);
            rest.remove_prefix(owner.fields[through].path.size() + 1);
            at = owner.fields[through].ref;
        }
        if (find.field == kNone) {
            loader.reader.unknown_name(entry.node, "field of " + loader.pack.resources[at].name,
                                       rest, names_of_fields(loader.pack.resources[at].fields));
            continue;
        }
        resource.find.push_back(std::move(find));
    }
    if (resource.id_field == kNone) return;
    const std::string& id = resource.fields[resource.id_field].path;
    const bool has_id = std::any_of(resource.find.begin(), resource.find.end(),
                                    [&](const Find& find) { return find.parameter == id; });
    if (!has_id) resource.find.push_back({id, {}, resource.id_field});
}

void read_unique(Loader& loader, Index index, const Node& node) {
    for (const Node& each : loader.reader.list(node)) {
        const Map map(loader.reader, each, "unique", {"fields", "else"});
        if (!map.is_map()) continue;
        Unique unique;
        unique.mark = each.mark();
        for (const Node& field : loader.reader.list(map.need("fields"))) {
            const auto path = loader.reader.text(field, "unique.fields");
            if (!path) continue;
            const Index found = field_named(loader, field, index, *path);
            if (found != kNone) unique.fields.push_back(found);
        }
        unique.otherwise =
            read_error_use(loader, map.get("else"), default_place(loader, index), "unique.else");
        if (!unique.fields.empty())
            loader.pack.resources[index].unique.push_back(std::move(unique));
    }
}

void read_order(Loader& loader, Index index, const Node& node) {
    Resource& resource = loader.pack.resources[index];
    for (const Node& each : loader.reader.list(node)) {
        const auto text = loader.reader.text(each, "order");
        if (!text || *text == "newest") continue;
        if (*text == "oldest") {
            resource.oldest_first = true;
            continue;
        }
        OrderKey key;
        key.descending = text->starts_with("-");
        key.field = field_named(loader, each, index,
                                std::string_view(*text).substr(key.descending ? 1 : 0));
        if (key.field != kNone) resource.order.push_back(key);
    }
}

void read_minted(Loader& loader, Index index, const Node& node, const Node& once) {
    Resource& resource = loader.pack.resources[index];
    std::vector<std::string> single = loader.reader.texts(once, "once");
    for (const Entry& entry : loader.reader.entries(node, "minted_by")) {
        if (entry.key == "once") {
            single = loader.reader.texts(entry.node, "once");
            continue;
        }
        Minted minted;
        minted.token = entry.key;
        if (!entry.node.is_null()) {
            for (const Entry& leaf : loader.reader.entries(entry.node, entry.key)) {
                const Index field = field_named(loader, leaf.node, index, leaf.key);
                if (field != kNone) minted.leaves.emplace_back(field, *leaf.node.value);
            }
        }
        resource.minted_by.push_back(std::move(minted));
    }
    for (Minted& minted : resource.minted_by) {
        minted.once = std::find(single.begin(), single.end(), minted.token) != single.end();
    }
}

// Only what nobody else decides can be said of them: the id, input, and what moves set.
void read_beginnings(Loader& loader, Index index, const Node& node) {
    Place place = pack_place(loader);
    place.with(Name::Now, expr::Type::timestamp());
    for (const Node& each : loader.reader.list(node)) {
        Beginning beginning;
        beginning.mark = each.mark();
        for (const Entry& leaf : loader.reader.entries(each, "begins_with")) {
            const Index field = field_named(loader, leaf.node, index, leaf.key);
            if (field == kNone) continue;
            const Resource& resource = loader.pack.resources[index];
            const From from = resource.fields[field].from;
            if (field != resource.id_field && from != From::Input && from != From::Moves) {
                loader.reader.problem_at_key(
                    code::NotSettable, {{"field", leaf.key}, {"from", std::string(name_of(from))}},
                    leaf.node);
                continue;
            }
            beginning.leaves.emplace_back(
                field, read_template(loader, leaf.node, place, "begins_with." + leaf.key));
        }
        loader.pack.resources[index].begins_with.push_back(std::move(beginning));
    }
}

void read_callback(Loader& loader, Index index, const Node& node) {
    if (!node) return;
    Resource& resource = loader.pack.resources[index];
    const Map map(loader.reader, node, "the callback of " + resource.name,
                  {"kind", "url", "encoding", "on", "body"});
    Place place = pack_place(loader);
    place.with(Name::Self, expr::Type::object(*loader.resource_shapes[index]));
    place.with(Name::Now, expr::Type::timestamp());
    place.with(Name::Event, expr::Type::object(*loader.event_shape));
    if (resource.parent != kNone) {
        place.with(Name::Parent, expr::Type::object(*loader.resource_shapes[resource.parent]));
    }
    const Index kind = webhook_named(loader, map.need("kind", "a kind of webhook"));
    auto url = read_expression(loader, map.need("url", "where it goes"), place, "callback.url");
    std::vector<State> on;
    bool on_start = false;
    for (const Node& each : loader.reader.list(map.get("on"))) {
        if (each.is_text() && each.value->as_string() == "start") {
            on_start = true;
            continue;
        }
        const Index state = state_named(loader, each, index);
        if (state != kNone) on.push_back(state);
    }
    std::string encoding;
    if (const auto word = loader.reader.word(map.get("encoding"), "encoding", {"form", "json"})) {
        encoding = *word == 0 ? "form" : "json";
    } else if (kind != kNone) {
        encoding = loader.pack.webhooks[kind].encoding;
    }
    Template body = read_object(loader, map.get("body"), place, "callback.body");
    if (!url || kind == kNone) return;
    resource.callback = Callback{kind,     std::move(*url), std::move(on),  on_start,
                                 encoding, std::move(body), node.key_mark()};
}

void declare_resource(Loader& loader, const Entry& entry) {
    if (loader.pack.resources.size() >= kMostResources) {
        if (loader.pack.resources.size() == kMostResources) {
            loader.reader.problem_at_key(
                code::TooLarge,
                {{"limit", base::with_thousands(kMostResources)}, {"what", "resources"}},
                entry.node);
        }
        return;
    }
    if (loader.pack.find_resource(entry.key) != kNone) {
        loader.reader.problem_at_key(code::Repeated,
                                     {{"what", "the resource"}, {"name", base::quoted(entry.key)}},
                                     entry.node);
        return;
    }
    if (!is_name(entry.key)) {
        loader.reader.problem_at_key(
            code::BadName,
            {{"name", base::quoted(entry.key)},
             {"what", "a resource"},
             {"why", "a name is letters, digits and underscores, a letter first"}},
            entry.node);
        return;
    }
    const Map map(loader.reader, entry.node, "the resource " + entry.key, kResourceKeys);
    Resource resource;
    resource.name = entry.key;
    resource.mark = entry.node.key_mark();
    resource.singular = entry.key;
    if (resource.singular.size() > 1 && resource.singular.back() == 's')
        resource.singular.pop_back();
    if (auto singular = loader.reader.text(map.get("singular"), "singular")) {
        resource.singular = std::move(*singular);
    }
    for (const std::string_view view : {"rest", "list", "event"}) {
        resource.views.push_back({std::string(view), {}, {}, {}, std::nullopt});
    }
    for (const Entry& view : loader.reader.entries(map.get("views"), "views")) {
        const Index known = resource.find_view(view.key);
        if (known != kNone) {
            resource.views[known].mark = view.node.key_mark();
        } else {
            resource.views.push_back({view.key, view.node.key_mark(), {}, {}, std::nullopt});
        }
    }
    const auto index = static_cast<Index>(loader.pack.resources.size());
    loader.pack.resources.push_back(std::move(resource));
    loader.written.push_back({entry.node, {}, {}});
    declare_id(loader, index, map.get("id"));
    declare_fields(loader, loader.pack.resources[index].fields, loader.written[index].fields,
                   map.get("fields"), entry.key);
    if (const Node lifecycle = map.get("lifecycle")) declare_lifecycle(loader, index, lifecycle);
}

// The field by which a nested resource refers to its parent, made if it is not declared.
void declare_parent(Loader& loader, Index index) {
    const Node node = loader.written[index].node;
    Resource& resource = loader.pack.resources[index];
    resource.one = loader.reader.flag(node.member("one"), "one").value_or(false);
    if (const Node parent = node.member("parent")) {
        resource.parent = resource_named(loader, parent, "parent");
        if (resource.parent != kNone) {
            const std::string name = loader.pack.resources[resource.parent].singular;
            resource.parent_field = resource.find_field(name);
            if (resource.parent_field == kNone) {
                Field& field = add_field(loader, index, name, From::Input, parent.mark());
                field.ref = resource.parent;
                field.hidden = true;
                resource.parent_field = static_cast<Index>(resource.fields.size() - 1);
            }
        }
    }
    for (std::size_t i = 0; i < resource.fields.size(); ++i) {
        if (resource.fields[i].from == From::Lifecycle && resource.state_field == kNone) {
            resource.state_field = static_cast<Index>(i);
        }
    }
}

// A resource cannot live under itself.
void check_parents(Loader& loader, Index index) {
    std::string path = loader.pack.resources[index].name;
    Index at = loader.pack.resources[index].parent;
    for (std::size_t steps = 0; at != kNone && steps <= loader.pack.resources.size(); ++steps) {
        path += " -> " + loader.pack.resources[at].name;
        if (at == index) {
            loader.reader.problem(code::Cycle, {{"what", "parents"}, {"path", path}, {"help", ""}},
                                  loader.written[index].node.member("parent"));
            loader.pack.resources[index].parent = kNone;
            return;
        }
        at = loader.pack.resources[at].parent;
    }
}

// Objects need something to be told apart by.
void check_id(Loader& loader, Index index) {
    const Resource& resource = loader.pack.resources[index];
    const Node node = loader.written[index].node;
    if (!node.is_map() || resource.id_field != kNone || resource.one) return;
    const bool keeps = !resource.fields.empty() || resource.lifecycle.has_value();
    if (!keeps) return;
    loader.reader.problem_at_key(code::MissingKey,
                                 {{"what", "the resource " + resource.name},
                                  {"key", "id"},
                                  {"help", "a pattern, as in \"ch_{base62:24}\""}},
                                 node);
}

}  // namespace

void declare_resources(Loader& loader) {
    for (const Entry& entry : loader.reader.entries(loader.root.member("resources"), "resources")) {
        declare_resource(loader, entry);
    }
    for (const auto& file : loader.files) {
        const std::string& name = file->path;
        if (!name.starts_with("resources/")) continue;
        const Node node{file.get(), &file->document.root, 0};
        if (node.is_null()) continue;
        for (const Entry& entry : loader.reader.entries(node, name)) {
            declare_resource(loader, entry);
        }
    }
    for (std::size_t i = 0; i < loader.pack.resources.size(); ++i) {
        declare_parent(loader, static_cast<Index>(i));
        check_id(loader, static_cast<Index>(i));
    }
    for (std::size_t i = 0; i < loader.pack.resources.size(); ++i) {
        check_parents(loader, static_cast<Index>(i));
    }
}

void read_resources(Loader& loader) {
    for (std::size_t i = 0; i < loader.pack.resources.size(); ++i) {
        const auto index = static_cast<Index>(i);
        const Node node = loader.written[i].node;
        const FieldOwner owner{index, false, default_place(loader, index),
                               derived_place(loader, index)};
        read_fields(loader, loader.pack.resources[i].fields, loader.written[i].fields, owner);
        read_views(loader, index);
        read_find(loader, index, node.member("find"));
        read_unique(loader, index, node.member("unique"));
        read_order(loader, index, node.member("order"));
        read_minted(loader, index, node.member("minted_by"), node.member("once"));
        read_beginnings(loader, index, node.member("begins_with"));
        if (const Node tombstone = node.member("tombstone")) {
            loader.pack.resources[i].tombstone = view_named(loader, tombstone, index);
        }
        read_callback(loader, index, node.member("callback"));
        read_lifecycle(loader, index);
    }
}

}  // namespace understudy::pack
