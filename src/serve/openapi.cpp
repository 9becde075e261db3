#include "serve/openapi.hpp"

#include <map>

#include "base/assert.hpp"
#include "base/text.hpp"
#include "json/parse.hpp"
#include "serve/impl/control_call.hpp"

namespace understudy::serve {

namespace {

using json::Value;

Value reference_to(std::string_view schema) {
    return Value::object({{"$ref", "#/components/schemas/" + std::string(schema)}});
}

Value as_json(Value schema) {
    return Value::object({{"application/json", Value::object({{"schema", std::move(schema)}})}});
}

Value list_of(std::string_view schema) {
    return Value::object(
        {{"type", "object"},
         {"required", Value::array({"data", "next", "evicted"})},
         {"additionalProperties", false},
         {"properties",
          Value::object(
              {{"data", Value::object({{"type", "array"}, {"items", reference_to(schema)}})},
               {"next", Value::object({{"type", Value::array({"string", "null"})}})},
               {"evicted", Value::object({{"type", "integer"}})}})}});
}

Value answer_of(const Route& route) {
    Value answer = Value::object({{"description", route.about}});
    if (route.answer.empty()) {
        answer.set(
            "content",
            Value::object(
                {{route.type, Value::object({{"schema", Value::object({{"type", "string"}})}})}}));
    } else {
        answer.set("content",
                   as_json(route.is_list ? list_of(route.answer) : reference_to(route.answer)));
    }
    return answer;
}

int status_of(std::string_view code) {
    for (const RefusalCode& refusal : refusal_codes()) {
        if (refusal.code == code) return refusal.status;
    }
    return 500;
}

std::vector<std::string_view> refusals_of(const Route& route) {
    std::vector<std::string_view> codes = {"unsupported_contract"};
    if (route.level != Level::Open) {
        codes.insert(codes.end(), {"unauthorized", "world_mismatch"});
    }
    if (route.level != Level::Open && route.level != Level::AnyKey) {
        codes.emplace_back("forbidden_world");
    }
    if (route.level == Level::World) codes.emplace_back("unknown_world");
    if (!route.request.empty()) codes.insert(codes.end(), {"invalid_json", "body_too_large"});
    codes.emplace_back("invalid_request");
    codes.insert(codes.end(), route.refusals.begin(), route.refusals.end());
    return codes;
}

// Several codes may share a status: the description lists them.
void put_refusals(Value& answers, const Route& route) {
    std::map<int, std::vector<std::string>> by_status;
    for (const std::string_view code : refusals_of(route)) {
        by_status[status_of(code)].emplace_back(code);
    }
    for (const auto& [status, codes] : by_status) {
        answers.set(std::to_string(status),
                    Value::object({{"description", base::join(codes, ", ")},
                                   {"content", as_json(reference_to("Error"))}}));
    }
}

Value parameters_of(const Route& route) {
    Value list = Value::array();
    std::string_view path = route.path;
    for (std::size_t open = path.find('{'); open != std::string_view::npos;
         open = path.find('{', open + 1)) {
        list.push_back(
            Value::object({{"name", path.substr(open + 1, path.find('}', open) - open - 1)},
                           {"in", "path"},
                           {"required", true},
                           {"schema", Value::object({{"type", "string"}})}}));
    }
    for (const std::string_view name : route.query) {
        const QueryParameter& parameter = query_parameter(name);
        Value schema = Value::object({{"type", parameter.is_number ? "integer" : "string"}});
        if (parameter.is_number) {
            schema.set("minimum", parameter.least);
            schema.set("maximum", parameter.most);
        }
        list.push_back(Value::object({{"name", parameter.name},
                                      {"in", "query"},
                                      {"description", parameter.about},
                                      {"schema", schema}}));
    }
    if (route.level == Level::World) {
        list.push_back(Value::object(
            {{"name", "X-Understudy-World"},
             {"in", "header"},
             {"description",
              "the world that is meant: needed with the operator's key, and for a fork with the "
              "key of the world it stems from"},
             {"schema", Value::object({{"type", "string"}})}}));
    }
    return list;
}

// What can be done with the id in an answer: the routes of one such record.
void put_links(Value& answer, const Route& route) {
    const std::string of_one = std::string(route.path) + "/{id}";
    Value links = Value::object();
    for (const Route& other : control_routes()) {
        if (route.status != 201 || other.path != of_one) continue;
        links.set(other.name,
                  Value::object({{"operationId", other.name},
                                 {"parameters", Value::object({{"id", "$response.body#/id"}})}}));
    }
    if (links.size() != 0) answer.set("links", links);
}

Value body_of(const Route& route) {
    Value content = Value::object({{"schema", reference_to(route.request)}});
    if (!route.example.empty()) {
        auto example = json::parse(route.example);
        ASSERT(example.has_value(), "the examples of the control plane are JSON");
        content.set("example", std::move(*example));
    }
    return Value::object({{"content", Value::object({{"application/json", content}})}});
}

Value operation_of(const Route& route) {
    Value operation = Value::object({{"operationId", route.name}, {"summary", route.about}});
    const Value parameters = parameters_of(route);
    if (parameters.size() != 0) operation.set("parameters", parameters);
    if (!route.request.empty()) {
        operation.set("requestBody", body_of(route));
    }
    Value answer = answer_of(route);
    put_links(answer, route);
    Value answers = Value::object({{std::to_string(route.status), answer}});
    put_refusals(answers, route);
    operation.set("responses", answers);
    if (route.level == Level::Open) operation.set("security", Value::array());
    return operation;
}

}  // namespace

Value control_document(std::string_view version) {
    Value paths = Value::object();
    for (const Route& route : control_routes()) {
        const std::string path = std::string(kControlPrefix) + std::string(route.path);
        Value item = paths.has(path) ? *paths.find(path) : Value::object();
        item.set(base::to_lower_ascii(route.method), operation_of(route));
        paths.set(path, item);
    }
    return Value::object(
        {{"openapi", "3.1.0"},
         {"info",
          Value::object({{"title", "Understudy control API"},
                         {"version", version},
                         {"description",
                          "Every answer carries X-Understudy-Contract: 1. A client may send "
                          "the same header; another value is refused."}})},
         {"security", Value::array({Value::object({{"key", Value::array()}})})},
         {"paths", paths},
         {"components",
          Value::object(
              {{"securitySchemes",
                Value::object({{"key", Value::object({{"type", "http"}, {"scheme", "bearer"}})}})},
               {"schemas", control_schemas()}})}});
}

}  // namespace understudy::serve
