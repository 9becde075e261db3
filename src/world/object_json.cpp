// Objects as the journal writes them, and back. What is read may come from a file somebody else
// made: nothing in it is believed.
#include <algorithm>

#include "world/code.hpp"
#include "world/impl/object.hpp"
#include "world/impl/record_reader.hpp"

namespace understudy::world {

namespace {

constexpr Origin kLastOrigin = Origin::Before;

Origin origin_named(std::string_view name, bool& found) {
    for (std::uint8_t i = 0; i <= static_cast<std::uint8_t>(kLastOrigin); ++i) {
        if (name_of(static_cast<Origin>(i)) == name) return static_cast<Origin>(i);
    }
    found = false;
    return Origin::Absent;
}

base::Result<pack::Index> field_named(const pack::Resource& resource, std::string_view path) {
    const pack::Index field = resource.find_field(path);
    if (field == pack::kNone) {
        return bad_journal(resource.name + " has no field " + std::string(path));
    }
    return field;
}

json::Value values_json(const Object& object, const pack::Resource& resource) {
    json::Value values = json::Value::object();
    for (std::size_t i = 0; i < object.values.size(); ++i) {
        const Origin origin = i < object.origins.size() ? object.origins[i] : Origin::Absent;
        if (origin == Origin::Absent && object.values[i].is_null()) continue;
        values.append(resource.fields[i].path,
                      json::Value::array({name_of(origin), object.values[i]}));
    }
    return values;
}

base::Result<void> read_values(Object& object, const json::Value& values,
                               const pack::Resource& resource) {
    if (!values.is_object()) return bad_journal("values that are no map");
    for (const json::Member& member : values.members()) {
        const pack::Index field = TRY(field_named(resource, member.key()));
        bool good =
            member.value.is_array() && member.value.size() == 2 && member.value[0].is_string();
        const Origin origin = good ? origin_named(member.value[0].as_string(), good) : Origin{};
        if (!good) return bad_journal("the value of " + std::string(member.key()));
        object.origins[field] = origin;
        object.values[field] = member.value[1];
    }
    return {};
}

json::Value bound_json(const Bound& bound, const pack::Resource& resource) {
    json::Value entry = json::Value::object();
    if (bound.field < resource.fields.size()) {
        entry.append("field", resource.fields[bound.field].path);
    }
    entry.append("by", bound.by.view());
    entry.append("bound_by", bound.bound_by.view());
    if (!bound.parts.is_null()) entry.append("parts", bound.parts);
    return entry;
}

base::Result<Bound> read_bound(const json::Value& value, const pack::Resource& resource) {
    const RecordReader reader(value);
    Bound bound;
    if (value.has("field")) {
        bound.field = TRY(field_named(resource, TRY(reader.text("field"))));
    }
    bound.by = TRY(reader.text("by"));
    bound.bound_by = TRY(reader.text("bound_by"));
    if (const json::Value* parts = value.find("parts")) bound.parts = *parts;
    return bound;
}

// What those who read it later take for granted (create.cpp makes it).
bool is_start(const json::Value& started) {
    const auto all = [](const json::Value* map, auto&& fits) {
        if (map == nullptr) return true;
        if (!map->is_object()) return false;
        return std::all_of(map->members().begin(), map->members().end(),
                           [&](const json::Member& member) { return fits(member.value); });
    };
    if (started.is_null()) return true;
    if (!started.is_object()) return false;
    for (const std::string_view name : {"operation", "named", "by"}) {
        const json::Value* text = started.find(name);
        if (text != nullptr && !text->is_string()) return false;
    }
    const json::Value* input = started.find("input");
    return (input == nullptr || input->is_object()) &&
           all(started.find("arms"), [](const json::Value& arm) { return arm.is_string(); }) &&
           all(started.find("exogenous"), [](const json::Value& of) { return of.is_object(); });
}

}  // namespace

json::Value to_json(const Object& object, const pack::Pack& pack) {
    const pack::Resource& resource = pack.resources[object.resource];
    json::Value out = json::Value::object();
    out.append("resource", resource.name);
    out.append("id", object.id);
    out.append("sequence", object.sequence);
    out.append("version", object.version);
    if (object.state != pack::kNothing && resource.lifecycle &&
        object.state < resource.lifecycle->states.size()) {
        out.append("state", resource.lifecycle->states[object.state]);
    }
    if (object.deleted) out.append("deleted", true);
    out.append("values", values_json(object, resource));
    out.append("set_by", object.set_by);
    if (!object.set_at.empty()) {
        json::Value set_at = json::Value::array();
        for (const std::uint64_t trace : object.set_at) set_at.push_back(trace);
        out.append("set_at", std::move(set_at));
    }
    if (!object.bound.empty()) {
        json::Value bound = json::Value::array();
        for (const Bound& entry : object.bound) bound.push_back(bound_json(entry, resource));
        out.append("bound", std::move(bound));
    }
    if (!object.started_by.is_null()) out.append("started_by", object.started_by);
    return out;
}

base::Result<Object> object_from_json(const json::Value& value, const pack::Pack& pack) {
    const RecordReader reader(value);
    Object object;
    object.resource = pack.find_resource(TRY(reader.text("resource")));
    if (object.resource == pack::kNone) {
        return bad_journal("there is no resource " + TRY(reader.text("resource")));
    }
    const pack::Resource& resource = pack.resources[object.resource];
    object.id = TRY(reader.value("id"));
    if (key_of(object.id).empty()) return bad_journal("an object without an id");
    object.sequence = TRY(reader.number("sequence"));
    if (object.sequence == 0) return bad_journal("an object without a sequence number");
    object.version = TRY(reader.number("version"));
    if (value.has("state")) {
        const std::string state = TRY(reader.text("state"));
        object.state = resource.lifecycle ? resource.lifecycle->find_state(state) : pack::kNone;
        if (object.state == pack::kNone) {
            return bad_journal(resource.name + " has no state " + state);
        }
    }
    const json::Value* deleted = value.find("deleted");
    object.deleted = deleted != nullptr && deleted->is_bool() && deleted->as_bool();
    object.values.resize(resource.fields.size());
    object.origins.resize(resource.fields.size(), Origin::Absent);
    TRY_VOID(read_values(object, TRY(reader.value("values")), resource));
    object.set_by = TRY(reader.number("set_by"));
    if (const json::Value* set_at = value.find("set_at")) {
        for (const json::Value& trace :
             set_at->is_array() ? set_at->items() : std::span<const json::Value>()) {
            object.set_at.push_back(TRY(to_number(trace, "set_at")));
        }
        if (object.set_at.size() != resource.fields.size()) return bad_journal("set_at");
    }
    if (const json::Value* bound = value.find("bound")) {
        if (!bound->is_array()) return bad_journal("bound");
        for (const json::Value& entry : bound->items()) {
            object.bound.push_back(TRY(read_bound(entry, resource)));
        }
    }
    if (const json::Value* started_by = value.find("started_by")) {
        if (!is_start(*started_by)) return bad_journal("started_by");
        object.started_by = *started_by;
    }
    return object;
}

}  // namespace understudy::world
