// What every call needs of a pack, worked out once when it is loaded.
#include <algorithm>
#include <map>
#include <memory>

#include "pack/impl/reads.hpp"
#include "pack/known.hpp"
#include "pack/words.hpp"

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
        view.is_own = view.is_flat;
        for (std::size_t f = 0; view.is_own && f < resource.fields.size(); ++f) {
            if (resource.fields[f].hidden || !view.shows[f]) continue;
            view.is_own = is_own(resource.fields, static_cast<Index>(f));
        }
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

void find_set_off(Pack& pack) {
    for (Resource& resource : pack.resources) {
        if (!resource.lifecycle) continue;
        for (Move& move : resource.lifecycle->moves) move.sets_off.clear();
    }
    for (std::size_t r = 0; r < pack.resources.size(); ++r) {
        if (!pack.resources[r].lifecycle) continue;
        const std::vector<Move>& moves = pack.resources[r].lifecycle->moves;
        for (std::size_t m = 0; m < moves.size(); ++m) {
            for (std::size_t i = 0; i < moves[m].cause_of.size(); ++i) {
                const Reaction& reaction = moves[m].cause_of[i];
                if (reaction.resource == kNone || reaction.move == kNone) continue;
                pack.resources[reaction.resource]
                    .lifecycle->moves[reaction.move]
                    .sets_off.push_back(
                        {static_cast<Index>(r), static_cast<Index>(m), static_cast<Index>(i)});
            }
        }
    }
}

}  // namespace

void prepare(Pack& pack) {
    find_reached(pack);
    find_set_off(pack);
    for (Resource& resource : pack.resources) {
        resource.readable = readable_of(resource.fields);
        resource.index_readable();
        compare_views(resource);
    }
    for (Operation& operation : pack.operations) {
        operation.known.reset();
        if (operation.does == Does::Shape) continue;
        operation.known = std::make_shared<const KnownList>(known_to(pack, operation));
    }
    pack.words = std::make_shared<const Words>(make_words(pack));
}

}  // namespace understudy::pack
