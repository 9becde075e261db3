// Values on their way into an object: what is merged, removed or taken as it is; and the one place
// where a changed object enters the state.
#include <algorithm>

#include "base/time.hpp"
#include "world/code.hpp"
#include "world/impl/doing.hpp"
#include "world/impl/memo.hpp"
#include "world/impl/stored_instant.hpp"

namespace understudy::world {

using pack::From;
using pack::Index;
using pack::kNone;

json::Value stored_instant(pack::TimeForm form, const json::Value& value) {
    if (value.is_string()) {
        const std::string_view text = value.as_string();
        auto instant = base::parse_rfc3339(text);
        if (!instant) instant = base::parse_rfc1123(text);
        if (!instant && base::is_rfc3339_date(text)) {
            instant = base::parse_rfc3339(std::string(text) + "T00:00:00Z");
        }
        return instant ? json::Value(base::to_rfc3339(*instant)) : value;
    }
    const auto number = value.is_number() ? value.to_int64() : std::nullopt;
    if (!number) return value;
    base::Duration since{*number, 0};
    if (form == pack::TimeForm::EpochMs) {
        since = {*number / 1000, static_cast<std::int32_t>(*number % 1000) * 1'000'000};
    }
    const auto instant = base::add(base::Instant{}, since);
    return instant ? json::Value(base::to_rfc3339(*instant)) : value;
}

namespace {

json::Value merged(const pack::Field& field, const json::Value& old, const json::Value& update) {
    if (!update.is_object()) return update;  // a schema without a type lets anything in
    json::Value map = old.is_object() ? old : json::Value::object();
    for (const json::Member& member : update.members()) {
        if (field.unset && json::equivalent(member.value, *field.unset)) {
            map.erase(member.key());
        } else {
            map.set(member.key(), member.value);
        }
    }
    return map;
}

}  // namespace

json::Value Doing::normal(const pack::Field& field, json::Value value) const {
    if (field.ref != kNone && value.is_object()) {
        const pack::Resource& referred = resource(field.ref);
        const json::Value* id =
            referred.id_field == kNone
                ? nullptr
                : value.find(referred.fields[referred.id_field].segments.front());
        return id == nullptr ? json::Value() : *id;
    }
    if (field.as != pack::TimeForm::None || field.from == From::Clock) {
        return stored_instant(field.as, value);
    }
    return value;
}

void Doing::put_value(Object& object, Index field, json::Value value, Origin origin) {
    object.values[field] = std::move(value);
    object.origins[field] = origin;
}

json::Value Doing::moment() const {
    const base::Instant now = state_.now();
    return turn_.memo != nullptr ? turn_.memo->instant(now) : json::Value(base::to_rfc3339(now));
}

void Doing::put_state(Object& object, pack::State state) {
    const pack::Resource& kind = resource(object.resource);
    object.state = state;
    if (kind.state_field == kNone || !kind.lifecycle) return;
    put_value(object, kind.state_field, json::Value(kind.lifecycle->states[state]),
              Origin::Lifecycle);
}

base::Result<void> Doing::apply(Object& object, const std::vector<Given>& given) {
    const pack::Resource& kind = resource(object.resource);
    for (const Given& one : given) {
        const pack::Field& field = kind.fields[one.field];
        if (!field.is_stored() || field.has_star()) continue;
        const Origin origin = field.from == From::Input ? Origin::Input : Origin::Lifecycle;
        if (field.merge_keys) {
            json::Value map = one.unset || one.value.is_null()
                                  ? json::Value::object()
                                  : merged(field, object.values[one.field], one.value);
            if (one.value.is_null() && !one.unset && field.nullable) map = json::Value();
            put_value(object, one.field, std::move(map), origin);
        } else if (one.unset) {
            if (field.nullable) {
                put_value(object, one.field, json::Value(), origin);
            } else {
                put_value(object, one.field, json::Value(), Origin::Absent);
            }
        } else {
            put_value(object, one.field, normal(field, one.value), origin);
        }
    }
    return {};
}

base::Result<void> Doing::check_unique(const Object& object, const Object* before) {
    const pack::Resource& kind = resource(object.resource);
    for (const pack::Unique& unique : kind.unique) {
        std::vector<json::Value> values;
        bool differs = before == nullptr;
        for (const Index field : unique.fields) {
            values.push_back(object.values[field]);
            differs = differs || !(before->values[field] == object.values[field]);
        }
        const bool complete = std::none_of(values.begin(), values.end(),
                                           [](const json::Value& v) { return v.is_null(); });
        if (!differs || !complete) continue;
        const ObjectPtr other = state_.find_by(object.resource, unique.fields, values);
        if (!other || key_of(other->id) == key_of(object.id)) continue;
        const pack::Field& last = kind.fields[unique.fields.back()];
        Issue issue;
        issue.param = last.param.empty() ? last.path : last.param;
        issue.value = values.back();
        issue.resource = kind.singular;
        issue.verb = turn_.request != nullptr ? turn_.request->operation->verb : std::string();
        issue.place = "body";
        issue.keyword = "unique";
        return refuse(
            unique.otherwise ? &*unique.otherwise : refusal_on({"unique", "invalid", "type"}),
            std::move(issue));
    }
    return {};
}

base::Result<ObjectPtr> Doing::write(const ObjectPtr& before, Object after) {
    const pack::Resource& kind = resource(after.resource);
    const std::size_t count = kind.fields.size();
    const auto differs = [&](Index field) {
        return !(before->values[field] == after.values[field]) ||
               before->origins[field] != after.origins[field];
    };
    if (before) {
        bool changed = before->state != after.state || before->deleted != after.deleted;
        for (Index i = 0; i < count && !changed; ++i) changed = differs(i);
        if (!changed) return before;
        for (Index i = 0; i < count; ++i) {
            if (kind.fields[i].from != From::Clock || !kind.fields[i].on_change) continue;
            put_value(after, i, moment(), Origin::Clock);
        }
        if (after.set_by != turn_.trace) {
            if (after.set_at.empty()) after.set_at.assign(count, before->set_by);
            for (Index i = 0; i < count; ++i) {
                if (differs(i)) after.set_at[i] = turn_.trace;
            }
        }
    } else {
        after.set_by = turn_.trace;
    }
    TRY_VOID(check_unique(after, before.get()));
    after.version = state_.next("$write");
    auto stored = std::make_shared<const Object>(std::move(after));
    state_.put(stored);
    if (turn_.is_watched) turn_.touched.push_back(stored);
    // A new object that no other one leads to changes nothing that was worked out before: events.
    if (before || resource(stored->resource).is_reached) eyes_.forget();
    TRY_VOID(retime(before.get(), stored));
    return ObjectPtr(stored);
}

base::Result<ObjectPtr> Doing::remove(const ObjectPtr& object) {
    const pack::Resource& kind = resource(object->resource);
    const std::string key = key_of(object->id);
    state_.cancel_all(object->resource, key);
    forget_endpoint(state_, pack_, *object);
    Object gone = *object;
    gone.deleted = true;
    gone.state = pack::kNothing;
    gone.version = state_.next("$write");
    auto tombstone = std::make_shared<const Object>(std::move(gone));
    if (kind.tombstone != kNone) {
        state_.put(tombstone);
    } else {
        state_.erase(object->resource, key);
    }
    eyes_.forget();
    return ObjectPtr(tombstone);
}

void Doing::note_transition(const ObjectPtr& object, pack::State from, pack::State to,
                            const std::string& cause) {
    const pack::Resource& kind = resource(object->resource);
    const auto name = [&](pack::State state) {
        return kind.lifecycle ? kind.lifecycle->states[state] : std::string("nothing");
    };
    turn_.transitions.push_back({kind.name, object->id, name(from), name(to), cause});
}

}  // namespace understudy::world
