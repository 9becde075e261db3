// What every call needs of a pack, worked out once when it is loaded.
#include <algorithm>
#include <map>
#include <memory>

#include "pack/known.hpp"

namespace understudy::pack {

namespace {

// Of `card.brand` the name is `card`, and what is there is a group of fields.
std::vector<Readable> readable_of(const std::vector<Field>& fields) {
    std::map<std::string_view, Readable> names;
    for (std::size_t i = 0; i < fields.size(); ++i) {
        const std::string_view path = fields[i].path;
        const std::size_t dot = path.find('.');
        const std::string_view name = path.substr(0, dot);
        Readable& one = names[name];
        one.name = name;
        if (dot == std::string_view::npos) {
            one.field = static_cast<Index>(i);
        } else if (!path.substr(dot).starts_with(".*")) {
            one.is_group = true;
        }
    }
    std::vector<Readable> all;
    all.reserve(names.size());
    for (auto& [name, one] : names) all.push_back(std::move(one));
    return all;
}

// Does it ask for the change that is under way (`changed`), or for what depends on it (`view`)?
bool asks_for_change(const Field& field) {
    if (!field.is) return false;
    const std::string& text = field.is->text();
    return text.find("changed") != std::string::npos || text.find("view") != std::string::npos;
}

bool is_flat(const Resource& resource, const View& view) {
    if (!view.add.members.empty() || view.shows.size() != resource.fields.size()) return false;
    for (std::size_t i = 0; i < resource.fields.size(); ++i) {
        const Field& field = resource.fields[i];
        if (field.hidden || !view.shows[i]) continue;
        if (field.children || (field.ref != kNone && field.show_object)) return false;
        if (asks_for_change(field)) return false;
    }
    return true;
}

void compare_views(Resource& resource) {
    for (std::size_t i = 0; i < resource.views.size(); ++i) {
        View& view = resource.views[i];
        view.is_flat = is_flat(resource, view);
        view.same_as = static_cast<Index>(i);
        for (std::size_t j = 0; view.is_flat && j < i; ++j) {
            const View& other = resource.views[j];
            if (!other.is_flat || other.shows != view.shows || other.nulls != view.nulls) continue;
            view.same_as = static_cast<Index>(j);
            break;
        }
    }
}

// Objects lead to others by references, to children, and to what they fold.
void find_reached(Pack& pack) {
    bool asks = false;
    for (const Resource& resource : pack.resources) {
        asks = asks || std::any_of(resource.fields.begin(), resource.fields.end(), asks_for_change);
    }
    for (Resource& resource : pack.resources) resource.is_reached = asks;
    const auto reach = [&pack](Index resource) {
        if (resource != kNone) pack.resources[resource].is_reached = true;
    };
    for (const Resource& resource : pack.resources) {
        reach(resource.parent);
        for (const Field& field : resource.fields) {
            reach(field.ref);
            if (field.children) reach(field.children->of);
            if (field.aggregate) reach(field.aggregate->over);
        }
    }
}

}  // namespace

void prepare(Pack& pack) {
    find_reached(pack);
    for (Resource& resource : pack.resources) {
        resource.readable = readable_of(resource.fields);
        compare_views(resource);
    }
    for (Operation& operation : pack.operations) {
        operation.known.reset();
        if (operation.does == Does::Shape) continue;
        operation.known = std::make_shared<const KnownList>(known_to(pack, operation));
    }
}

}  // namespace understudy::pack
