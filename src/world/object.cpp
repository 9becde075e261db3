// What can be asked of an object without looking at any other.
#include "world/impl/object.hpp"

#include "base/text.hpp"

namespace understudy::world {

namespace {

std::size_t text_bytes(std::string_view text) {
    constexpr std::size_t kInside = 14;  // see json::Value
    return text.size() <= kInside ? 0 : block_bytes(8 + text.size());
}

// Beside the 16 bytes of the value itself. Parsed documents are not deeper than their limits.
std::size_t heap_bytes(const json::Value& value) {
    switch (value.kind()) {
        case json::Kind::Null:
        case json::Kind::Bool: return 0;
        case json::Kind::Number: return text_bytes(value.number_text());
        case json::Kind::String: return text_bytes(value.as_string());
        case json::Kind::Array: {
            if (value.size() == 0) return 0;
            std::size_t sum = block_bytes(16 + 16 * value.size());
            for (const json::Value& item : value.items()) sum += heap_bytes(item);
            return sum;
        }
        case json::Kind::Object: {
            if (value.size() == 0) return 0;
            std::size_t sum = block_bytes(32 + 32 * value.size());
            for (const json::Member& member : value.members()) {
                sum += text_bytes(member.key()) + heap_bytes(member.value);
            }
            return sum;
        }
    }
    return 0;
}

void set_nested(json::Value& object, const std::vector<std::string>& segments, json::Value value) {
    json::Value* place = &object;
    for (std::size_t i = 0; i + 1 < segments.size(); ++i) {
        json::Value* next = place->find_mutable(segments[i]);
        if (next == nullptr || !next->is_object()) {
            next = &place->set(segments[i], json::Value::object());
        }
        place = next;
    }
    place->set(segments.back(), std::move(value));
}

}  // namespace

std::size_t block_bytes(std::size_t bytes) {
    return bytes == 0 ? 0 : std::max<std::size_t>(32, (bytes + 8 + 15) / 16 * 16);
}

std::string key_of(const json::Value& id) {
    if (id.is_string()) return std::string(id.as_string());
    if (id.is_number()) return std::string(id.number_text());
    return "";
}

json::Value own_value(const Object& object, pack::Index field, const pack::Resource& resource) {
    if (field == resource.id_field) return object.id;
    if (field == resource.state_field && resource.lifecycle) {
        const auto& states = resource.lifecycle->states;
        return object.state < states.size() ? json::Value(states[object.state]) : json::Value();
    }
    if (field < resource.fields.size() && resource.fields[field].from == pack::From::Constant) {
        return resource.fields[field].value;
    }
    return field < object.values.size() ? object.values[field] : json::Value();
}

json::Value own_fields(const Object& object, const pack::Pack& pack) {
    const pack::Resource& resource = pack.resources[object.resource];
    json::Value fields = json::Value::object();
    for (pack::Index i = 0; i < resource.fields.size(); ++i) {
        const pack::Field& field = resource.fields[i];
        if (field.has_star() || field.segments.empty()) continue;
        const bool is_stored = i == resource.id_field || i == resource.state_field ||
                               (i < object.origins.size() && object.has(i));
        if (!is_stored && field.from != pack::From::Constant) continue;
        set_nested(fields, field.segments, own_value(object, i, resource));
    }
    return fields;
}

std::size_t bytes_of(const Object& object) {
    std::size_t sum = block_bytes(sizeof(Object) + 16);  // with the count of owners
    sum += block_bytes(object.values.heap_bytes()) + block_bytes(object.origins.heap_bytes()) +
           block_bytes(object.set_at.heap_bytes()) + block_bytes(object.bound.heap_bytes());
    sum += heap_bytes(object.id) + heap_bytes(object.started_by);
    for (const json::Value& value : object.values) sum += heap_bytes(value);
    for (const Bound& bound : object.bound) {
        sum += text_bytes(bound.by.view()) + text_bytes(bound.bound_by.view()) +
               heap_bytes(bound.parts);
    }
    return sum;
}

std::string_view name_of(Origin origin) {
    constexpr std::string_view kNames[] = {"absent",    "input",    "clock", "id",
                                           "lifecycle", "constant", "seed",  "pinned",
                                           "tape",      "synth",    "before"};
    return kNames[static_cast<std::size_t>(origin)];
}

}  // namespace understudy::world
