// From typed input to what the engine works with: references become ids of objects that exist,
// fields get their values, parameters their defaults.
#include "pack/names.hpp"
#include "world/impl/reading.hpp"

namespace understudy::world {

namespace {

using json::Value;
using pack::kNone;
using Kind = Known::Kind;

pack::Missing missing_for(const Reading& reading, const Known& known) {
    pack::Missing missing = reading.request.operation->missing;
    if (!known.field) return missing;
    if (known.field->missing.path) missing.path = known.field->missing.path;
    if (known.field->missing.body) missing.body = known.field->missing.body;
    return missing;
}

// The ids in `value`, which is one id or a list of them.
Trouble resolve(Reading& reading, const Known& known, const Located& at, Place place) {
    if (at.value.is_array()) {
        for (std::size_t i = 0; i < at.value.size(); ++i) {
            Trail trail = at.trail;
            trail.push_back(std::to_string(i));
            Trouble trouble = resolve(reading, known, {at.value[i], std::move(trail)}, place);
            if (is_trouble(trouble)) return trouble;
        }
        return {};
    }
    if (at.value.is_null() || (known.field && is_unset(*known.field, at.value))) return {};
    const auto& found_by = known.field ? known.field->found_by : known.param->found_by;
    auto found = look_up(reading.turn, known.ref(), found_by, at.value, missing_for(reading, known),
                         issue_at(reading, at.trail, place, "missing"));
    if (auto* refusal = std::get_if<Refusal>(&found)) return std::move(*refusal);
    if (auto* error = std::get_if<base::Error>(&found)) return std::move(*error);
    Value& root = place == Place::Header ? reading.of_headers : reading.sent;
    set_at(root, at.trail, std::get<ObjectPtr>(found)->id);
    reading.has_resolved = true;
    return {};
}

// Puts a value below an object by a field's own path.
void put_nested(Value& object, const std::vector<std::string>& segments, std::size_t depth,
                const Value& value) {
    if (depth + 1 == segments.size()) {
        object.set(segments[depth], value);
        return;
    }
    Value* inner = object.find_mutable(segments[depth]);
    if (!inner || !inner->is_object()) inner = &object.set(segments[depth], Value::object());
    put_nested(*inner, segments, depth + 1, value);
}

Value normal(const pack::Field& field, const Value& value) {
    if (field.as == pack::TimeForm::None || value.is_null()) return value;
    const auto instant = instant_from(value, field.as);
    return instant ? *instant : value;
}

// The first value the parameter stands for. Nearly all are plain members of the input, which are
// found without noting the way to them.
std::optional<Value> first_of(const Reading& reading, const Known& known) {
    const bool in_header = known.param && known.param->in == pack::Param::In::Header;
    if (!in_header) {
        if (const Value* member = reading.sent.find(known.spelled)) return *member;
        if (known.spelled.find('.') == std::string::npos) return std::nullopt;
    }
    auto found = locate(reading, known);
    if (found.empty()) return std::nullopt;
    return std::move(found.front().value);
}

class Giver {
public:
    explicit Giver(Reading& reading) : reading_(reading) {}

    void give() {
        const auto& entries = reading_.known->entries;
        reading_.request.given.reserve(reading_.sent.size());
        for (std::size_t i = 0; i < entries.size(); ++i) {
            const Known& known = entries[i];
            if (known.kind == Kind::Field && !known.field->has_star()) give_field(known);
            if (known.kind == Kind::Children && known.owner == kNone) {
                const auto found = locate(reading_, known);
                if (found.empty() || !found.front().value.is_array()) continue;
                reading_.request.given.push_back(
                    {known.index, children(found.front().value, i), false});
            }
        }
    }

private:
    void give_field(const Known& known) {
        const std::optional<Value> found = first_of(reading_, known);
        if (!found) return;
        const Value& value = *found;
        const bool unset = is_unset(*known.field, value);
        reading_.request.given.push_back(
            {known.index, unset ? Value() : normal(*known.field, value), unset});
    }

    Value children(const Value& list, std::size_t owner) const {
        const auto& entries = reading_.known->entries;
        const std::size_t prefix = entries[owner].spelled.size() + 3;  // `.*.`
        Value out = Value::array();
        for (const Value& element : list.items()) {
            Value child = Value::object();
            for (std::size_t i = owner + 1; i < entries.size(); ++i) {
                const Known& known = entries[i];
                if (known.owner != owner || known.field->has_star()) continue;
                const auto found =
                    locate_in(element, std::string_view(known.spelled).substr(prefix));
                if (found.empty()) continue;
                const Value& value = found.front().value;
                if (known.kind == Kind::Children) {
                    if (!value.is_array()) continue;
                    put_nested(child, known.field->segments, 0, children(value, i));
                } else {
                    put_nested(child, known.field->segments, 0, normal(*known.field, value));
                }
            }
            out.push_back(std::move(child));
        }
        return out;
    }

    Reading& reading_;
};

}  // namespace

Trouble resolve_references(Reading& reading) {
    for (const Known& known : reading.known->entries) {
        if (known.ref() == kNone || known.kind == Kind::Filter) continue;
        const bool in_header = known.param && known.param->in == pack::Param::In::Header;
        if (!in_header && known.spelled.find('.') == std::string::npos &&
            !reading.sent.has(known.spelled)) {
            continue;
        }
        for (const Located& at : locate(reading, known)) {
            Place place = in_header ? Place::Header : place_of(reading, at.trail.front());
            Trouble trouble = resolve(reading, known, at, place);
            if (is_trouble(trouble)) return trouble;
        }
    }
    return {};
}

Trouble give_fields(Reading& reading) {
    Giver(reading).give();
    return {};
}

Trouble give_params(Reading& reading) {
    Request& request = reading.request;
    request.params = Value::object();
    for (const json::Member& member : request.captured.members()) {
        bool is_taken = false;
        for (const PathObject& object : reading.objects) {
            is_taken = is_taken || object.parameter == member.key();
            for (const auto& [find, text] : object.by) {
                is_taken = is_taken || find->parameter == member.key();
            }
        }
        if (!is_taken) request.params.set(member.key(), member.value);
    }
    for (const Known& known : reading.known->entries) {
        if (known.kind != Kind::Param) continue;
        if (auto found = first_of(reading, known)) {
            request.params.set(known.param->name, std::move(*found));
        }
    }
    for (const Known& known : reading.known->entries) {
        if (known.kind != Kind::Param || !known.param->standard) continue;
        if (known.is_later || request.params.has(known.param->name)) continue;
        const expr::Env env = env_of_call(reading.turn, request);
        auto value = reading.turn.eyes.build(*known.param->standard, env);
        if (!value) return value.error();
        if (*value) request.params.set(known.param->name, std::move(**value));
    }
    return {};
}

}  // namespace understudy::world
