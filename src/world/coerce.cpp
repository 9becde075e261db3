// Types text by a schema. Only the plain parts of a schema are read (type, enum, const, properties,
// items, the three combinations); everything else is left to the check that follows. Depth is
// bounded, because schemas may lead back to themselves.
#include "world/impl/coerce.hpp"

#include <array>
#include <optional>
#include <string>

#include "json/parse.hpp"

namespace understudy::world {

namespace {

using json::Value;

constexpr unsigned kDeepest = 24;

constexpr unsigned kNull = 1, kBool = 2, kInteger = 4, kNumber = 8, kText = 16, kArray = 32,
                   kObject = 64;
constexpr std::array<std::string_view, 3> kCombinations = {"allOf", "anyOf", "oneOf"};

unsigned kind_named(std::string_view name) {
    if (name == "null") return kNull;
    if (name == "boolean") return kBool;
    if (name == "integer") return kInteger;
    if (name == "number") return kNumber | kInteger;
    if (name == "string") return kText;
    if (name == "array") return kArray;
    if (name == "object") return kObject;
    return 0;
}

unsigned kind_of(const Value& value) {
    if (value.is_number()) return value.is_integer_text() ? kInteger | kNumber : kNumber;
    return kind_named(json::name_of(value.kind()));
}

unsigned kinds_of_all(const Value& values) {
    unsigned kinds = 0;
    for (const Value& value : values.items()) kinds |= kind_of(value);
    return kinds;
}

// What the schema itself says, its branches aside. 0: nothing.
unsigned own_kinds(const Value& schema) {
    unsigned kinds = 0;
    if (const Value* type = schema.find("type")) {
        if (type->is_string()) kinds = kind_named(type->as_string());
        if (type->is_array()) {
            for (const Value& item : type->items()) {
                if (item.is_string()) kinds |= kind_named(item.as_string());
            }
        }
        const Value* nullable = schema.find("nullable");
        if (nullable && nullable->is_bool() && nullable->as_bool()) kinds |= kNull;
        return kinds;
    }
    if (const Value* list = schema.find("enum"); list && list->is_array()) {
        return kinds_of_all(*list);
    }
    if (const Value* constant = schema.find("const")) return kind_of(*constant);
    if (schema.has("properties") || schema.has("additionalProperties")) kinds |= kObject;
    if (schema.has("items")) kinds |= kArray;
    if (schema.has("minimum") || schema.has("maximum") || schema.has("multipleOf")) {
        kinds |= kNumber | kInteger;
    }
    return kinds;
}

// Schemas may branch into themselves: one coercion looks at so many of them and no more.
struct Walk {
    const SchemaHome& home;
    unsigned left = 20'000;

    bool may_go_on(unsigned depth) {
        if (depth > kDeepest || left == 0) return false;
        --left;
        return true;
    }
};

unsigned kinds_allowed(const Value& written, Walk& walk, unsigned depth) {
    if (!walk.may_go_on(depth)) return 0;
    const Value& schema = pack::behind_references(written, walk.home);
    unsigned kinds = own_kinds(schema);
    for (const std::string_view word : kCombinations) {
        const Value* branches = schema.find(word);
        if (!branches || !branches->is_array()) continue;
        unsigned together = 0;
        for (const Value& branch : branches->items()) {
            const unsigned of_branch = kinds_allowed(branch, walk, depth + 1);
            if (word == "allOf" && together != 0 && of_branch != 0) {
                together &= of_branch;
            } else {
                together |= of_branch;
            }
        }
        if (kinds == 0) {
            kinds = together;
        } else if (together != 0 && (kinds & together) != 0) {
            kinds &= together;
        }
    }
    return kinds;
}

// Would the text do as it is? A schema of text with an enum takes only what the enum lists, so that
// `anyOf: [integer, {enum: [now]}]` still types "5" as a number.
bool allows_text(const Value& written, const Value& text, Walk& walk, unsigned depth) {
    if (!walk.may_go_on(depth)) return false;
    const Value& schema = pack::behind_references(written, walk.home);
    if (const Value* list = schema.find("enum"); list && list->is_array()) {
        for (const Value& item : list->items()) {
            if (item == text) return true;
        }
        return false;
    }
    if (const Value* constant = schema.find("const")) return *constant == text;
    for (const std::string_view word : kCombinations) {
        const Value* branches = schema.find(word);
        if (!branches || !branches->is_array()) continue;
        for (const Value& branch : branches->items()) {
            if (allows_text(branch, text, walk, depth + 1)) return true;
        }
    }
    return (own_kinds(schema) & kText) != 0;
}

const Value* schema_of_items(const Value& written, Walk& walk, unsigned depth) {
    if (!walk.may_go_on(depth)) return nullptr;
    const Value& schema = pack::behind_references(written, walk.home);
    if (const Value* items = schema.find("items"); items && items->is_object()) return items;
    for (const std::string_view word : kCombinations) {
        const Value* branches = schema.find(word);
        if (!branches || !branches->is_array()) continue;
        for (const Value& branch : branches->items()) {
            if (const Value* items = schema_of_items(branch, walk, depth + 1)) return items;
        }
    }
    return nullptr;
}

const Value* member_in(const Value& written, std::string_view name, Walk& walk, unsigned depth) {
    if (!walk.may_go_on(depth)) return nullptr;
    const Value& schema = pack::behind_references(written, walk.home);
    if (const Value* properties = schema.find("properties")) {
        if (const Value* property = properties->find(name)) return property;
    }
    for (const std::string_view word : kCombinations) {
        const Value* branches = schema.find(word);
        if (!branches || !branches->is_array()) continue;
        for (const Value& branch : branches->items()) {
            if (const Value* property = member_in(branch, name, walk, depth + 1)) return property;
        }
    }
    const Value* others = schema.find("additionalProperties");
    return others && others->is_object() ? others : nullptr;
}

std::optional<Value> scalar_of(std::string_view text, unsigned kinds) {
    if ((kinds & (kInteger | kNumber)) != 0 && json::is_number_text(text)) {
        Value number = Value::number(text);
        if ((kinds & kNumber) != 0 || number.is_integer_text()) return number;
    }
    if ((kinds & kBool) != 0 && (text == "true" || text == "false")) return Value(text == "true");
    if ((kinds & kNull) != 0 && text.empty()) return Value();
    return std::nullopt;
}

// A form whose vendor takes an object as JSON in one text says so by `contentMediaType`.
std::optional<Value> object_in(std::string_view text, const Value& written, const Walk& walk) {
    const Value* type = pack::behind_references(written, walk.home).find("contentMediaType");
    if (!type || *type != Value("application/json") || !text.starts_with('{')) return std::nullopt;
    json::ParseOptions options;
    options.limits.depth = kDeepest;
    auto read = json::parse(text, options);
    if (!read || !read->is_object()) return std::nullopt;
    return std::move(*read);
}

Value coerce_at(const Value& value, const Value& schema, Walk& walk, unsigned depth);

Value coerce_text(const Value& value, const Value& schema, Walk& walk, unsigned depth) {
    const unsigned kinds = kinds_allowed(schema, walk, depth);
    if (kinds == 0 || ((kinds & kText) != 0 && allows_text(schema, value, walk, depth))) {
        return value;
    }
    if (auto scalar = scalar_of(value.as_string(), kinds)) return *scalar;
    if ((kinds & kObject) != 0) {
        if (auto object = object_in(value.as_string(), schema, walk)) return *object;
    }
    // A list sent as a name that happens to occur once: MediaUrl=x.
    if ((kinds & kArray) != 0 && (kinds & kText) == 0 && !value.as_string().empty()) {
        const Value* items = schema_of_items(schema, walk, depth);
        Value list = Value::array();
        list.push_back(items ? coerce_at(value, *items, walk, depth + 1) : value);
        return list;
    }
    return value;
}

Value coerce_at(const Value& value, const Value& schema, Walk& walk, unsigned depth) {
    if (!walk.may_go_on(depth)) return value;
    if (value.is_string()) return coerce_text(value, schema, walk, depth);
    if (value.is_array()) {
        const Value* items = schema_of_items(schema, walk, depth);
        if (!items) return value;
        Value list = Value::array();
        for (const Value& item : value.items()) {
            list.push_back(coerce_at(item, *items, walk, depth + 1));
        }
        return list;
    }
    if (value.is_object()) {
        Value object = Value::object();
        for (const json::Member& member : value.members()) {
            const Value* inner = member_in(schema, member.key(), walk, depth);
            object.append(member.key(),
                          inner ? coerce_at(member.value, *inner, walk, depth + 1) : member.value);
        }
        return object;
    }
    return value;
}

}  // namespace

const Value* schema_of_member(const Value& schema, std::string_view name, const SchemaHome& home) {
    Walk walk{home};
    return member_in(schema, name, walk, 0);
}

Value coerce(const Value& value, const Value& schema, const SchemaHome& home) {
    Walk walk{home};
    return schema.is_object() ? coerce_at(value, schema, walk, 0) : value;
}

Value coerce(const Value& value, Plain plain) {
    if (!value.is_string()) return value;
    unsigned kinds = 0;
    switch (plain) {
        case Plain::Unknown:
        case Plain::Text: return value;
        case Plain::Whole: kinds = kInteger; break;
        case Plain::Truth: kinds = kBool; break;
        case Plain::Number: kinds = kInteger | kNumber; break;
    }
    const auto scalar = scalar_of(value.as_string(), kinds);
    return scalar ? *scalar : value;
}

}  // namespace understudy::world
