// Reduces an API document to what a shape needs. What is kept is listed; what is not listed is
// gone, so that a new kind of prose cannot slip through.
#include <algorithm>
#include <initializer_list>

#include "pack/new.hpp"

namespace understudy::pack {

namespace {

using json::Value;
using Names = std::initializer_list<std::string_view>;

constexpr std::size_t kMostDepth = 400;

bool is_in(Names names, std::string_view name) {
    return std::find(names.begin(), names.end(), name) != names.end();
}

Value schema(const Value& from, std::size_t depth);

template <class Each>
Value each_member(const Value& from, Each each) {
    Value to = Value::object();
    if (!from.is_object()) return to;
    for (const json::Member& member : from.members()) {
        if (!member.key().starts_with("x-")) to.append(member.key(), each(member.value));
    }
    return to;
}

Value each_item(const Value& from, std::size_t depth) {
    Value to = Value::array();
    for (const Value& item : from.items()) to.push_back(schema(item, depth));
    return to;
}

// Names of properties may look like keywords, so what is a schema is decided by the key above.
Value schema(const Value& from, std::size_t depth) {
    if (!from.is_object() || depth > kMostDepth) return from.is_bool() ? from : Value::object();
    Value to = Value::object();
    for (const json::Member& member : from.members()) {
        const std::string_view key = member.key();
        const Value& value = member.value;
        if (is_in({"$ref",
                   "type",
                   "format",
                   "enum",
                   "const",
                   "required",
                   "nullable",
                   "readOnly",
                   "writeOnly",
                   "minimum",
                   "maximum",
                   "exclusiveMinimum",
                   "exclusiveMaximum",
                   "multipleOf",
                   "minLength",
                   "maxLength",
                   "pattern",
                   "minItems",
                   "maxItems",
                   "uniqueItems",
                   "minProperties",
                   "maxProperties",
                   "minContains",
                   "maxContains",
                   "dependentRequired",
                   "$dynamicRef",
                   "$anchor",
                   "$dynamicAnchor",
                   "$id",
                   "$schema"},
                  key)) {
            to.append(key, value);
        } else if (is_in({"properties", "patternProperties", "$defs", "definitions",
                          "dependentSchemas"},
                         key)) {
            Value members = Value::object();
            if (value.is_object()) {
                for (const json::Member& each : value.members()) {
                    members.append(each.key(), schema(each.value, depth + 1));
                }
            }
            to.append(key, std::move(members));
        } else if (is_in({"allOf", "anyOf", "oneOf", "prefixItems"}, key) && value.is_array()) {
            to.append(key, each_item(value, depth + 1));
        } else if (key == "items" && value.is_array()) {
            to.append(key, each_item(value, depth + 1));
        } else if (is_in({"items", "additionalProperties", "additionalItems", "propertyNames",
                          "contains", "not", "if", "then", "else", "unevaluatedProperties",
                          "unevaluatedItems"},
                         key)) {
            to.append(key, schema(value, depth + 1));
        } else if (key == "default" && (value.is_bool() || value.is_number())) {
            to.append(key, value);
        }
    }
    return to;
}

Value keep(const Value& from, Names names) {
    Value to = Value::object();
    if (!from.is_object()) return to;
    for (const json::Member& member : from.members()) {
        if (is_in(names, member.key())) to.append(member.key(), member.value);
    }
    return to;
}

Value content(const Value& from) {
    return each_member(from, [](const Value& media) {
        Value to = Value::object();
        if (const Value* written = media.find("schema")) to.append("schema", schema(*written, 0));
        return to;
    });
}

// A parameter, body or answer, of either generation.
Value part(const Value& from) {
    Value to = keep(from, {"$ref", "name", "in", "required", "style", "explode", "collectionFormat",
                           "type", "format", "enum", "minimum", "maximum", "pattern", "minLength",
                           "maxLength", "minItems", "maxItems", "uniqueItems", "multipleOf"});
    if (const Value* written = from.find("schema")) to.append("schema", schema(*written, 0));
    if (const Value* items = from.find("items")) to.append("items", schema(*items, 0));
    if (const Value* media = from.find("content")) to.append("content", content(*media));
    return to;
}

Value parts(const Value& from) {
    Value to = Value::array();
    if (!from.is_array()) return to;
    for (const Value& item : from.items()) to.push_back(part(item));
    return to;
}

Value operation(const Value& from) {
    Value to = keep(from, {"operationId", "consumes", "produces", "security"});
    if (const Value* list = from.find("parameters")) to.append("parameters", parts(*list));
    if (const Value* body = from.find("requestBody")) to.append("requestBody", part(*body));
    if (const Value* answers = from.find("responses")) {
        to.append("responses", each_member(*answers, part));
    }
    return to;
}

Value path_item(const Value& from) {
    Value to = keep(from, {"$ref"});
    if (const Value* list = from.find("parameters")) to.append("parameters", parts(*list));
    for (const char* method : {"get", "put", "post", "patch", "delete", "head", "options"}) {
        if (const Value* each = from.find(method)) to.append(method, operation(*each));
    }
    return to;
}

Value servers(const Value& from) {
    Value to = Value::array();
    if (!from.is_array()) return to;
    for (const Value& server : from.items()) {
        Value made = keep(server, {"url"});
        if (const Value* variables = server.find("variables")) {
            made.append("variables", each_member(*variables, [](const Value& variable) {
                            return keep(variable, {"default", "enum"});
                        }));
        }
        to.push_back(std::move(made));
    }
    return to;
}

Value scheme(const Value& from) {
    return keep(from, {"$ref", "type", "scheme", "in", "name"});
}

Value components(const Value& from) {
    Value to = Value::object();
    for (const char* key :
         {"schemas", "parameters", "requestBodies", "responses", "securitySchemes"}) {
        const Value* members = from.find(key);
        if (members == nullptr) continue;
        const std::string_view name(key);
        to.append(key, each_member(*members, [&](const Value& value) {
                      if (name == "schemas") return schema(value, 0);
                      return name == "securitySchemes" ? scheme(value) : part(value);
                  }));
    }
    return to;
}

}  // namespace

Value reduced(const Value& document) {
    Value to = Value::object();
    for (const char* key : {"openapi", "swagger"}) {
        if (const Value* version = document.find(key)) to.append(key, *version);
    }
    if (const Value* info = document.find("info"))
        to.append("info", keep(*info, {"title", "version"}));
    if (const Value* list = document.find("servers")) to.append("servers", servers(*list));
    for (const char* key : {"host", "basePath", "schemes", "consumes", "produces", "security"}) {
        if (const Value* value = document.find(key)) to.append(key, *value);
    }
    if (const Value* paths = document.find("paths")) {
        to.append("paths", each_member(*paths, path_item));
    }
    if (const Value* parts_of = document.find("components")) {
        to.append("components", components(*parts_of));
    }
    if (const Value* definitions = document.find("definitions")) {
        to.append("definitions",
                  each_member(*definitions, [](const Value& value) { return schema(value, 0); }));
    }
    for (const char* key : {"parameters", "responses"}) {
        if (const Value* members = document.find(key)) to.append(key, each_member(*members, part));
    }
    if (const Value* schemes = document.find("securityDefinitions")) {
        to.append("securityDefinitions", each_member(*schemes, scheme));
    }
    return to;
}

}  // namespace understudy::pack
