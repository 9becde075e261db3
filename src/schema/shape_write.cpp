// Shapes as a JSON Schema (2020-12) and as one line of text.
#include <string>

#include "base/text.hpp"
#include "schema/shape.hpp"

namespace understudy::schema {

using json::Kind;
using json::Value;

namespace {

bool has_only_whole_numbers(const ShapeNode& node) {
    return node.whole_numbers == node.of(Kind::Number);
}

Value types_of(const ShapeNode& node) {
    Value types = Value::array();
    for (std::size_t i = 0; i < node.kinds.size(); ++i) {
        if (node.kinds[i] == 0) continue;
        const auto kind = static_cast<Kind>(i);
        const bool whole = kind == Kind::Number && has_only_whole_numbers(node);
        types.push_back(whole ? std::string_view("integer") : name_of(kind));
    }
    return types.size() == 1 ? types[0] : types;
}

bool is_enumeration(const ShapeNode& node, const std::vector<std::string>& texts) {
    return !texts.empty() && node.of(Kind::String) + node.of(Kind::Null) == node.count;
}

void write_ranges(const ShapeNode& node, Value& out) {
    if (node.least) out.set("minimum", *node.least);
    if (node.most) out.set("maximum", *node.most);
    if (node.of(Kind::String) > 0) {
        out.set("minLength", node.shortest);
        out.set("maxLength", node.longest);
    }
    if (node.of(Kind::Array) > 0) {
        out.set("minItems", node.fewest_items);
        out.set("maxItems", node.most_items);
    }
}

Value schema_of(const ShapeNode& node, const ShapeSchemaOptions& options) {
    Value out = Value::object();
    if (node.count == 0) return out;
    const std::vector<std::string> texts = node.enumeration();
    if (is_enumeration(node, texts)) {
        Value values = Value::array();
        for (const std::string& text : texts) values.push_back(text);
        if (node.of(Kind::Null) > 0) values.push_back(nullptr);
        out.set("enum", std::move(values));
        return out;
    }
    out.set("type", types_of(node));
    if (const std::optional<std::string> format = node.format()) out.set("format", *format);
    if (options.ranges) write_ranges(node, out);
    if (!node.items.empty() && !node.is_cut) {
        out.set("items", schema_of(node.items.front(), options));
    }
    if (node.of(Kind::Object) == 0) return out;
    Value properties = Value::object();
    Value required = Value::array();
    for (const ShapeProperty& property : node.properties) {
        properties.append(property.name, schema_of(property.node.front(), options));
        if (property.present == node.of(Kind::Object)) required.push_back(property.name);
    }
    if (properties.size() > 0) out.set("properties", std::move(properties));
    if (required.size() > 0) out.set("required", std::move(required));
    if (options.closed && !node.is_cut) out.set("additionalProperties", false);
    return out;
}

bool is_plain_name(std::string_view name) {
    for (const char c : name) {
        const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
        if (!letter && (c < '0' || c > '9')) return false;
    }
    return !name.empty();
}

std::string text_of(const ShapeNode& node);

std::string text_of_object(const ShapeNode& node) {
    std::string out = "{";
    for (const ShapeProperty& property : node.properties) {
        if (out.size() > 1) out += ", ";
        out += is_plain_name(property.name) ? property.name : base::quoted(property.name);
        if (property.present < node.of(Kind::Object)) out += "?";
        out += ": " + text_of(property.node.front());
    }
    if (node.is_cut) out += out.size() > 1 ? ", ..." : "...";
    return out + "}";
}

std::string text_of_string(const ShapeNode& node) {
    std::string out;
    for (const std::string& text : node.enumeration()) {
        out += (out.empty() ? "" : "|") + base::quoted(text);
    }
    if (!out.empty()) return out;
    const std::optional<std::string> format = node.format();
    return format ? "string(" + *format + ")" : "string";
}

std::string text_of(const ShapeNode& node) {
    if (node.count == 0) return "nothing";
    std::string out;
    for (std::size_t i = node.kinds.size(); i-- > 0;) {  // null last
        if (node.kinds[i] == 0) continue;
        if (!out.empty()) out += "|";
        switch (static_cast<Kind>(i)) {
            case Kind::Object: out += text_of_object(node); break;
            case Kind::Array:
                out +=
                    "[" + (node.items.empty() ? std::string() : text_of(node.items.front())) + "]";
                break;
            case Kind::String: out += text_of_string(node); break;
            case Kind::Number: out += has_only_whole_numbers(node) ? "integer" : "number"; break;
            default: out += name_of(static_cast<Kind>(i)); break;
        }
    }
    return out;
}

}  // namespace

Value Shape::to_schema(const ShapeSchemaOptions& options) const {
    Value out = Value::object({{"$schema", "https://json-schema.org/draft/2020-12/schema"}});
    const Value body = schema_of(root_, options);
    for (const json::Member& member : body.members()) out.append(member.key(), member.value);
    return out;
}

std::string Shape::to_text() const {
    return text_of(root_);
}

}  // namespace understudy::schema
