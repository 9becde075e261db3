// See impl/shape_schema.hpp. Depth is bounded: a schema that leads back to itself says nothing
// more.
#include "pack/impl/shape_schema.hpp"

#include <algorithm>

#include "pack/impl/api.hpp"

namespace understudy::pack {

namespace {

constexpr std::size_t kMostDepth = 24;
constexpr std::uint8_t kEverything = 0x7F;
constexpr std::uint8_t kNull = 1;

std::uint8_t bits_of(std::string_view type) {
    constexpr std::pair<std::string_view, std::uint8_t> kBits[] = {
        {"null", 1},   {"boolean", 2}, {"number", 4 | 64}, {"integer", 64},
        {"string", 8}, {"array", 16},  {"object", 32},     {"file", 8}};
    for (const auto& [name, bits] : kBits) {
        if (name == type) return bits;
    }
    return kEverything;
}

std::uint8_t bits_of(const json::Value& value) {
    if (!value.is_number())
        return static_cast<std::uint8_t>(1U << static_cast<unsigned>(value.kind()));
    return value.to_decimal().is_integer() ? 64 : 4;
}

bool is_true(const json::Value* value) {
    return value != nullptr && value->is_bool() && value->as_bool();
}

std::uint8_t kinds(const json::Value& document, const json::Value& schema, std::size_t depth) {
    if (depth > kMostDepth) return kEverything;
    const json::Value* at = followed(document, &schema);
    if (at == nullptr || !at->is_object()) return kEverything;
    unsigned found = kEverything;
    if (const json::Value* type = at->find("type")) {
        if (type->is_string()) found &= bits_of(type->as_string());
        if (type->is_array()) {
            unsigned any = 0;
            for (const json::Value& each : type->items()) {
                any |= each.is_string() ? bits_of(each.as_string()) : kEverything;
            }
            found &= any;
        }
    }
    if (const json::Value* values = at->find("enum"); values && values->is_array()) {
        unsigned any = 0;
        for (const json::Value& each : values->items()) any |= bits_of(each);
        found &= any;
    }
    if (const json::Value* only = at->find("const")) found &= bits_of(*only);
    if (const json::Value* all = at->find("allOf"); all && all->is_array()) {
        for (const json::Value& each : all->items()) found &= kinds(document, each, depth + 1);
    }
    for (const char* key : {"anyOf", "oneOf"}) {
        const json::Value* branches = at->find(key);
        if (branches == nullptr || !branches->is_array() || branches->size() == 0) continue;
        unsigned any = 0;
        for (const json::Value& each : branches->items()) any |= kinds(document, each, depth + 1);
        found &= any;
    }
    if (is_true(at->find("nullable")) || is_true(at->find("x-nullable"))) found |= kNull;
    return static_cast<std::uint8_t>(found);
}

// Keywords that takes() reads, and those that refuse nothing.
bool is_plain(std::string_view keyword) {
    constexpr std::string_view kPlain[] = {"additionalProperties",
                                           "anyOf",
                                           "default",
                                           "description",
                                           "enum",
                                           "example",
                                           "format",
                                           "items",
                                           "nullable",
                                           "maxLength",
                                           "properties",
                                           "required",
                                           "title",
                                           "type"};
    return keyword.starts_with("x-") ||
           std::find(std::begin(kPlain), std::end(kPlain), keyword) != std::end(kPlain);
}

using Told = std::optional<bool>;  // nothing: not plain to see

// Both have to hold: one that does not is enough to know.
Told both(Told a, Told b) {
    if (a == false || b == false) return false;
    return a && b ? Told(true) : Told();
}

Told takes(const json::Value& document, const json::Value& schema, const json::Value& value,
           std::size_t depth);

Told takes_text(const json::Value& schema, std::string_view text) {
    const json::Value* longest = schema.find("maxLength");
    if (longest == nullptr) return true;
    // The limit counts characters, which are never more than bytes.
    const json::Value bytes(static_cast<std::int64_t>(text.size()));
    const bool fits = longest->is_number() && bytes.to_decimal() <= longest->to_decimal();
    return fits ? Told(true) : Told();
}

Told takes_items(const json::Value& document, const json::Value& schema, const json::Value& list,
                 std::size_t depth) {
    const json::Value* items = schema.find("items");
    Told told = true;
    for (const json::Value& each : list.items()) {
        if (items != nullptr) told = both(told, takes(document, *items, each, depth));
    }
    return told;
}

Told takes_members(const json::Value& document, const json::Value& schema,
                   const json::Value& object, std::size_t depth) {
    Told told = true;
    if (const json::Value* required = schema.find("required")) {
        if (!required->is_array()) return std::nullopt;
        for (const json::Value& name : required->items()) {
            if (!name.is_string()) return std::nullopt;
            if (!object.has(name.as_string())) return false;
        }
    }
    const json::Value* properties = schema.find("properties");
    const json::Value* others = schema.find("additionalProperties");
    for (const json::Member& member : object.members()) {
        const json::Value* own = properties == nullptr ? nullptr : properties->find(member.key());
        if (own == nullptr) own = others;
        if (own == nullptr) continue;
        if (own->is_bool()) {
            if (!own->as_bool()) return false;
            continue;
        }
        told = both(told, takes(document, *own, member.value, depth));
    }
    return told;
}

Told takes_one_of(const json::Value& document, const json::Value& branches,
                  const json::Value& value, std::size_t depth) {
    if (!branches.is_array()) return std::nullopt;
    bool is_known = true;
    for (const json::Value& branch : branches.items()) {
        const Told told = takes(document, branch, value, depth);
        if (told == true) return true;
        is_known = is_known && told;
    }
    return is_known ? Told(false) : Told();
}

Told takes(const json::Value& document, const json::Value& schema, const json::Value& value,
           std::size_t depth) {
    const json::Value* at = followed(document, &schema);
    if (depth > kMostDepth || at == nullptr || !at->is_object()) return std::nullopt;
    for (const json::Member& member : at->members()) {
        if (!is_plain(member.key())) return std::nullopt;
    }
    if (value.is_null() && is_true(at->find("nullable"))) return true;  // beside whatever else
    if (const json::Value* type = at->find("type")) {
        if (!type->is_string()) return std::nullopt;
        if ((bits_of(type->as_string()) & bits_of(value)) == 0) return false;
    }
    if (const json::Value* values = at->find("enum")) {
        if (!values->is_array()) return std::nullopt;
        const auto& items = values->items();
        if (std::find(items.begin(), items.end(), value) == items.end()) return false;
    }
    Told told = true;
    if (const json::Value* branches = at->find("anyOf")) {
        told = takes_one_of(document, *branches, value, depth + 1);
    }
    if (value.is_string()) return both(told, takes_text(*at, value.as_string()));
    if (value.is_array()) return both(told, takes_items(document, *at, value, depth + 1));
    if (value.is_object()) return both(told, takes_members(document, *at, value, depth + 1));
    return told;
}

void add_properties(const json::Value& document, const json::Value& schema,
                    std::vector<std::pair<std::string, json::Value>>& out, std::size_t depth) {
    if (depth > kMostDepth) return;
    const json::Value* at = followed(document, &schema);
    if (at == nullptr || !at->is_object()) return;
    if (const json::Value* properties = at->find("properties");
        properties && properties->is_object()) {
        for (const json::Member& member : properties->members()) {
            const bool known = std::any_of(out.begin(), out.end(), [&](const auto& each) {
                return each.first == member.key();
            });
            if (!known) out.emplace_back(member.key(), member.value);
        }
    }
    if (const json::Value* all = at->find("allOf"); all && all->is_array()) {
        for (const json::Value& each : all->items()) {
            add_properties(document, each, out, depth + 1);
        }
    }
    for (const char* key : {"anyOf", "oneOf"}) {
        const json::Value* branches = at->find(key);
        if (branches == nullptr || !branches->is_array()) continue;
        const std::size_t before = out.size();
        for (const json::Value& each : branches->items()) {
            add_properties(document, each, out, depth + 1);
            if (out.size() > before) break;
        }
    }
}

}  // namespace

std::uint8_t kinds_of(const json::Value& document, const json::Value& schema) {
    return kinds(document, schema, 0);
}

std::optional<bool> takes(const json::Value& document, const json::Value& schema,
                          const json::Value& value) {
    return takes(document, schema, value, 0);
}

std::string kinds_text(std::uint8_t found) {
    constexpr std::pair<std::uint8_t, const char*> kNames[] = {
        {8, "string"}, {4, "number"}, {2, "boolean"}, {16, "array"}, {32, "object"}};
    std::vector<std::string> names;
    for (const auto& [bit, name] : kNames) {
        if ((found & bit) != 0) names.emplace_back(name);
    }
    if ((found & 64) != 0 && (found & 4) == 0) names.emplace_back("integer");
    if ((found & kNull) != 0) names.emplace_back("null");
    std::string text;
    for (std::size_t i = 0; i < names.size(); ++i) {
        text += (i == 0 ? "" : i + 1 == names.size() ? " or " : ", ") + names[i];
    }
    return text.empty() ? "nothing" : text;
}

bool lets_null_in(const json::Value& document, const json::Value& schema) {
    const std::uint8_t found = kinds_of(document, schema);
    return found != kEverything && (found & kNull) != 0;
}

std::vector<std::pair<std::string, json::Value>> properties_of(const json::Value& document,
                                                               const json::Value& schema) {
    std::vector<std::pair<std::string, json::Value>> found;
    add_properties(document, schema, found, 0);
    return found;
}

bool is_list(const json::Value& document, const json::Value& schema) {
    const std::uint8_t found = kinds_of(document, schema);
    if (found == kEverything) return false;
    const unsigned kind = static_cast<unsigned>(found & ~kNull);
    if (kind == 16) return true;
    if (kind != 32) return false;
    bool has_data = false;
    bool has_more = false;
    for (const auto& [name, property] : properties_of(document, schema)) {
        has_data = has_data || (name == "data" && (kinds_of(document, property) & ~kNull) == 16);
        has_more = has_more || name == "has_more";
    }
    return has_data && has_more;
}

std::optional<json::Value> schema_below(const json::Value& document, const json::Value& schema,
                                        const std::vector<std::string>& segments) {
    json::Value at = schema;
    for (const std::string& segment : segments) {
        const json::Value* whole = followed(document, &at);
        if (whole == nullptr) return std::nullopt;
        std::optional<json::Value> next;
        if (segment == "*") {
            if (const json::Value* items = whole->find("items")) next = *items;
        } else {
            for (auto& [name, property] : properties_of(document, at)) {
                if (name == segment) next = std::move(property);
            }
        }
        if (!next) return std::nullopt;
        at = std::move(*next);
    }
    return at;
}

}  // namespace understudy::pack
