// What follows from the rest: the order of derived fields, indexes, which fields fold which
// resource, what a timer depends on.
#include <algorithm>
#include <set>

#include "pack/code.hpp"
#include "pack/impl/loader.hpp"
#include "pack/impl/reads.hpp"

namespace understudy::pack {

namespace {

struct Sorting {
    Loader& loader;
    const std::vector<Field>& fields;
    std::string_view owner;
    std::vector<Index> order;
    std::vector<int> seen;  // 0 new, 1 on the path, 2 done
    std::vector<Index> path;

    void visit(Index index) {
        if (seen[index] == 2 || !fields[index].is) return;
        if (seen[index] == 1) return report(index);
        seen[index] = 1;
        path.push_back(index);
        for (const Index next : reads(*fields[index].is, fields)) {
            if (fields[next].from == From::Derived) visit(next);
        }
        path.pop_back();
        seen[index] = 2;
        order.push_back(index);
    }

    void report(Index index) {
        std::string text;
        bool on = false;
        for (const Index each : path) {
            on = on || each == index;
            if (on) text += fields[each].path + " -> ";
        }
        text += fields[index].path;
        loader.reader.problem_at(
            code::Cycle,
            {{"what", "derived fields of " + std::string(owner)}, {"path", text}, {"help", ""}},
            fields[index].mark);
    }
};

void add_index(Resource& resource, Index field, bool ordered) {
    if (field == kNone || field == resource.id_field) return;
    // What is worked out when it is read is not there to be found by.
    const From from = resource.fields[field].from;
    if (from == From::Derived || from == From::Aggregate || from == From::Children) return;
    for (FieldIndex& index : resource.indexes) {
        if (index.field != field) continue;
        index.ordered = index.ordered || ordered;
        return;
    }
    resource.indexes.push_back({field, ordered});
}

void collect_relations(Pack& pack) {
    for (std::size_t r = 0; r < pack.resources.size(); ++r) {
        for (std::size_t f = 0; f < pack.resources[r].fields.size(); ++f) {
            Field& field = pack.resources[r].fields[f];
            if (field.aggregate && field.aggregate->over != kNone) {
                Resource& over = pack.resources[field.aggregate->over];
                field.aggregate->slot = static_cast<Index>(over.aggregates_over.size());
                over.aggregates_over.emplace_back(static_cast<Index>(r), static_cast<Index>(f));
                add_index(over, field.aggregate->by, false);
            }
            if (field.children && field.children->of != kNone) {
                add_index(pack.resources[field.children->of], field.children->by, false);
            }
            if (field.ref == kNone) continue;
            for (const Index found : field.found_by)
                add_index(pack.resources[field.ref], found, false);
        }
    }
}

void collect_own_indexes(Pack& pack, Resource& resource) {
    for (const Find& find : resource.find) {
        if (find.through.empty()) {
            add_index(resource, find.field, false);
            continue;
        }
        add_index(resource, find.through.front(), false);
        Index at = kNone;
        const Resource* owner = &resource;
        for (const Index through : find.through) {
            at = owner->fields[through].ref;
            owner = &pack.resources[at];
        }
        add_index(pack.resources[at], find.field, false);
    }
    for (const Unique& unique : resource.unique) {
        for (const Index field : unique.fields) add_index(resource, field, false);
    }
    add_index(resource, resource.parent_field, false);
    for (const OrderKey& key : resource.order) add_index(resource, key.field, true);
    for (const Index operation : resource.operations) {
        for (const Filter& filter : pack.operations[operation].filters) {
            if (filter.kind == FilterKind::Contains) continue;
            const bool ordered =
                filter.kind == FilterKind::Range || filter.kind == FilterKind::Prefix;
            add_index(resource, filter.field, ordered);
        }
    }
}

void collect_at_reads(Resource& resource) {
    if (!resource.lifecycle) return;
    for (Move& move : resource.lifecycle->moves) {
        if (!move.at) continue;
        std::set<Index> found;
        std::vector<Index> todo = reads(*move.at, resource.fields);
        while (!todo.empty()) {
            const Index field = todo.back();
            todo.pop_back();
            if (!found.insert(field).second || !resource.fields[field].is) continue;
            for (const Index next : reads(*resource.fields[field].is, resource.fields)) {
                todo.push_back(next);
            }
        }
        move.at_reads.assign(found.begin(), found.end());
    }
}

}  // namespace

std::vector<Index> order_derived(Loader& loader, const std::vector<Field>& fields,
                                 std::string_view owner) {
    Sorting sorting{loader, fields, owner, {}, std::vector<int>(fields.size(), 0), {}};
    for (std::size_t i = 0; i < fields.size(); ++i) {
        if (fields[i].from == From::Derived) sorting.visit(static_cast<Index>(i));
    }
    return std::move(sorting.order);
}

void finish(Loader& loader) {
    Pack& pack = loader.pack;
    collect_relations(pack);
    for (Resource& resource : pack.resources) {
        resource.order_of_derived = order_derived(loader, resource.fields, resource.name);
        collect_own_indexes(pack, resource);
        collect_at_reads(resource);
    }
}

}  // namespace understudy::pack
