// What differs between two snapshots: objects field by field as they are stored, and everything
// else that was set, armed or left waiting. Trees that are still one and the same are not walked.
#include <set>

#include "base/time.hpp"
#include "world/impl/clock_settings.hpp"
#include "world/impl/parts.hpp"
#include "world/impl/snapshot.hpp"

namespace understudy::world {

using json::Value;
using pack::Index;

namespace {

Value before_and_after(const Value* before, const Value* after) {
    Value pair = Value::object();
    if (before != nullptr) pair.set("before", *before);
    if (after != nullptr) pair.set("after", *after);
    return pair;
}

struct Lists {
    Value added = Value::array(), removed = Value::array(), changed = Value::array();

    Value record() && {
        return Value::object({{"added", std::move(added)},
                              {"removed", std::move(removed)},
                              {"changed", std::move(changed)}});
    }
};

// Calls `visit(key, before, after)` for each key of either; a null pointer: not there.
template <class V, class Visit>
void walk(const Tree<V>& before, const Tree<V>& after, const Visit& visit) {
    auto a = before.begin();
    auto b = after.begin();
    while (a.is_valid() || b.is_valid()) {
        const bool first = a.is_valid() && (!b.is_valid() || a.key() <= b.key());
        const bool second = b.is_valid() && (!a.is_valid() || b.key() <= a.key());
        const std::string key(first ? a.key() : b.key());
        visit(key, first ? &a.value() : nullptr, second ? &b.value() : nullptr);
        if (first) a.next();
        if (second) b.next();
    }
}

// Fields with a place in the object, by path.
Value fields_of(const Object& object, const pack::Resource& kind) {
    Value fields = Value::object();
    for (Index i = 0; i < kind.fields.size(); ++i) {
        if (!kind.fields[i].is_stored() || !object.has(i)) continue;
        fields.append(kind.fields[i].path, own_value(object, i, kind));
    }
    return fields;
}

Value changes_of(const Object& before, const Object& after, const pack::Resource& kind) {
    Value changes = Value::object();
    for (Index i = 0; i < kind.fields.size(); ++i) {
        if (!kind.fields[i].is_stored()) continue;
        const Value old = own_value(before, i, kind);
        const Value now = own_value(after, i, kind);
        if (before.has(i) == after.has(i) && old == now) continue;
        changes.append(kind.fields[i].path, before_and_after(before.has(i) ? &old : nullptr,
                                                             after.has(i) ? &now : nullptr));
    }
    return changes;
}

Value object_record(const Object& object, const pack::Resource& kind, Value fields) {
    return Value::object(
        {{"resource", kind.name}, {"id", object.id}, {"fields", std::move(fields)}});
}

void diff_table(const Table& before, const Table& after, Lists& lists) {
    if (before.by_sequence().is_shared_with(after.by_sequence())) return;
    const pack::Resource& kind = before.resource();
    const auto living = [](const Table& table, std::string_view key) {
        ObjectPtr object = table.find(key);
        return object && !object->deleted ? object : nullptr;
    };
    // By key, which both name objects by; sequence numbers of two worlds say nothing about each
    // other.
    std::set<std::string> keys;
    for (const Table* table : {&before, &after}) {
        for (auto each = table->by_sequence().begin(); each.is_valid(); each.next()) {
            keys.insert(table->key_at(each));
        }
    }
    for (const std::string& key : keys) {
        const ObjectPtr old = living(before, key);
        const ObjectPtr now = living(after, key);
        if (old == now) continue;
        if (!old) {
            lists.added.push_back(object_record(*now, kind, fields_of(*now, kind)));
        } else if (!now) {
            lists.removed.push_back(object_record(*old, kind, fields_of(*old, kind)));
        } else if (Value changes = changes_of(*old, *now, kind); changes.size() > 0) {
            lists.changed.push_back(object_record(*now, kind, std::move(changes)));
        }
    }
}

Value timer_record(const Timer& timer, const pack::Pack& pack) {
    const pack::Resource& resource = pack.resources[timer.resource];
    return Value::object({{"id", "tmr_" + std::to_string(timer.number)},
                          {"due_at", base::to_rfc3339(timer.due)},
                          {"resource", resource.name},
                          {"object", timer.key},
                          {"move", resource.lifecycle->moves[timer.move].name}});
}

Value diff_timers(const State::Parts& before, const State::Parts& after, const pack::Pack& pack) {
    Lists lists;
    if (before.timers.is_shared_with(after.timers)) return std::move(lists).record();
    walk(before.timers, after.timers,
         [&](const std::string&, const KeptTimer* old, const KeptTimer* now) {
             const Value was = old != nullptr ? timer_record(old->unpack(), pack) : Value();
             const Value is = now != nullptr ? timer_record(now->unpack(), pack) : Value();
             if (was == is) return;
             if (old == nullptr) {
                 lists.added.push_back(is);
             } else if (now == nullptr) {
                 lists.removed.push_back(was);
             } else {
                 lists.changed.push_back(
                     Value::object({{"id", *is.find("id")}, {"before", was}, {"after", is}}));
             }
         });
    return std::move(lists).record();
}

Value lever_record(const Lever& lever) {
    Value record = Value::object({{"id", lever.id()}});
    for (const json::Member& member : lever.body.members()) record.set(member.key(), member.value);
    return record;
}

void diff_levers(const State::Parts& before, const State::Parts& after, Value& out) {
    constexpr std::string_view kNames[] = {"faults", "stubs", "pins", "tapes"};
    Lists lists[std::size(kNames)];
    walk(before.levers, after.levers,
         [&](const std::string& key, const LeverPtr* old, const LeverPtr* now) {
             Lists& own = lists[static_cast<std::size_t>(key[0])];
             if (old == nullptr) {
                 own.added.push_back(lever_record(**now));
             } else if (now == nullptr) {
                 own.removed.push_back(lever_record(**old));
             } else if (*old != *now) {
                 Value changes = Value::object();
                 const auto compare = [&](std::string_view name, const Value& was,
                                          const Value& is) {
                     if (!(was == is)) changes.append(name, before_and_after(&was, &is));
                 };
                 compare("fired", (*old)->fired, (*now)->fired);
                 compare("position", (*old)->position, (*now)->position);
                 compare("spent", (*old)->spent, (*now)->spent);
                 if (changes.size() == 0) return;
                 own.changed.push_back(
                     Value::object({{"id", (*now)->id()}, {"fields", std::move(changes)}}));
             }
         });
    for (std::size_t i = 0; i < std::size(kNames); ++i) {
        out.set(kNames[i], std::move(lists[i]).record());
    }
}

}  // namespace

Value diff(const Snapshot& before, const Snapshot& after) {
    const pack::Pack& pack = after.pack();
    const State old_state = before.inside().state();
    const State new_state = after.inside().state();
    const State::Parts& old_parts = old_state.parts();
    const State::Parts& new_parts = new_state.parts();
    Lists objects, events;
    for (Index i = 0; i < pack.resources.size(); ++i) {
        const bool is_event = pack.events && pack.events->stored_as == i;
        diff_table(old_parts.tables[i], new_parts.tables[i], is_event ? events : objects);
    }
    Value out = std::move(objects).record();
    const Value old_now = base::to_rfc3339(old_state.now());
    const Value new_now = base::to_rfc3339(new_state.now());
    out.set("clock", old_now == new_now ? Value() : before_and_after(&old_now, &new_now));
    Value durations = Value::object();
    for (Index i = 0; i < pack.durations.size(); ++i) {
        const Value was = base::to_text(duration_in(old_state, before.pack(), i));
        const Value is = base::to_text(duration_in(new_state, pack, i));
        if (!(was == is)) durations.set(pack.durations[i].name, before_and_after(&was, &is));
    }
    out.set("durations", std::move(durations));
    out.set("timers", diff_timers(old_parts, new_parts, pack));
    out.set("events", std::move(events).record());
    diff_levers(old_parts, new_parts, out);
    return out;
}

}  // namespace understudy::world
