#include "pack/contract.hpp"

#include <array>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/text.hpp"
#include "json/pointer.hpp"
#include "json/write.hpp"
#include "pack/code.hpp"
#include "schema/dialect.hpp"

namespace understudy::pack {

namespace {

using json::Value;

constexpr std::size_t kDeepest = 100;  // of schemas in schemas
constexpr std::size_t kMostRefs = 32;  // one behind the other
constexpr std::string_view kJson = "application/json";
constexpr std::string_view kForm = "application/x-www-form-urlencoded";
constexpr std::string_view kParts = "multipart/form-data";

constexpr std::array<std::pair<std::string_view, std::string_view>, 8> kMethods = {
    {{"get", "GET"},
     {"put", "PUT"},
     {"post", "POST"},
     {"delete", "DELETE"},
     {"head", "HEAD"},
     {"options", "OPTIONS"},
     {"patch", "PATCH"},
     {"trace", "TRACE"}}};
// Keywords whose value is taken as it stands.
constexpr std::array kPlain = {
    "format",           "pattern",          "minimum",    "maximum",
    "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "minLength",
    "maxLength",        "minItems",         "maxItems",   "uniqueItems",
    "minProperties",    "maxProperties",    "default",    "const",
    "readOnly",         "writeOnly",        "deprecated", "collectionFormat",
    "contentEncoding",  "contentMediaType"};
constexpr std::array kLists = {"allOf", "anyOf", "oneOf", "prefixItems"};
constexpr std::array kSingle = {"items", "not", "propertyNames", "contains"};
constexpr std::array kHow = {"style", "explode", "allowEmptyValue", "allowReserved", "deprecated"};

bool is_true(const Value* value) {
    return value != nullptr && value->is_bool() && value->as_bool();
}

std::string text_of(const Value* value) {
    return value != nullptr && value->is_string() ? std::string(value->as_string()) : std::string();
}

class Reading {
public:
    Reading(const Value& root, schema::Dialect dialect) : root_(root), dialect_(dialect) {}

    Contract read() {
        Contract contract;
        for (const char* place : {"/definitions", "/components/schemas"}) {
            const Value* all = at(place);
            if (all == nullptr || !all->is_object()) continue;
            for (const json::Member& member : all->members()) {
                contract.schemas.set(member.key(), schema_of(member.value, 0));
            }
        }
        for (const Value* paths : {root_.find("paths"), root_.find("webhooks")}) {
            if (paths == nullptr || !paths->is_object()) continue;
            const bool is_hook = paths == root_.find("webhooks");
            for (const json::Member& path : paths->members()) {
                const std::string name = (is_hook ? "webhook " : "") + std::string(path.key());
                read_path(name, resolved(path.value), contract);
            }
        }
        return contract;
    }

private:
    const Value* at(std::string_view pointer) const {
        const auto parsed = json::Pointer::parse(pointer);
        return parsed ? parsed->resolve(root_) : nullptr;
    }

    // What a reference leads to in this document; itself, if it leads nowhere.
    const Value& resolved(const Value& value) const {
        const Value* now = &value;
        for (std::size_t i = 0; i < kMostRefs; ++i) {
            const std::string ref = text_of(now->find("$ref"));
            if (!ref.starts_with("#/")) break;
            const Value* next = at(std::string_view(ref).substr(1));
            if (next == nullptr) break;
            now = next;
        }
        return *now;
    }

    static std::string name_of_ref(const std::string& ref) {
        for (const std::string_view before : {"#/definitions/", "#/components/schemas/"}) {
            if (ref.starts_with(before)) return ref.substr(before.size());
        }
        return ref;
    }

    Value schema_of(const Value& written, std::size_t depth) const {
        Value schema = Value::object();
        if (written.is_bool()) {
            schema.set("allows", written.as_bool() ? "anything" : "nothing");
            return schema;
        }
        if (!written.is_object() || depth > kDeepest) return schema;
        if (const Value* ref = written.find("$ref"); ref != nullptr && ref->is_string()) {
            schema.set("ref", name_of_ref(std::string(ref->as_string())));
            if (dialect_ != schema::Dialect::OpenApi31)
                return schema;  // what stands beside is void
        }
        put_types(written, schema);
        put_set(written.find("enum"), "enum", schema);
        put_set(written.find("required"), "required", schema);
        for (const char* key : kPlain) {
            if (const Value* value = written.find(key)) schema.set(key, *value);
        }
        for (const char* key : kSingle) {
            const Value* value = written.find(key);
            if (value != nullptr) schema.set(key, schema_of(*value, depth + 1));
        }
        if (const Value* more = written.find("additionalProperties")) {
            schema.set("additionalProperties", schema_of(*more, depth + 1));
        }
        put_fields(written.find("properties"), "fields", depth, schema);
        put_fields(written.find("patternProperties"), "patternProperties", depth, schema);
        for (const char* key : kLists) put_list(written.find(key), key, depth, schema);
        if (const Value* chosen = written.find("discriminator")) {
            const Value* name = chosen->is_object() ? chosen->find("propertyName") : chosen;
            if (name != nullptr) schema.set("discriminator", *name);
        }
        return schema;
    }

    static void put_types(const Value& written, Value& schema) {
        std::set<std::string> types;
        const Value* type = written.find("type");
        if (type != nullptr && type->is_string()) types.emplace(type->as_string());
        if (type != nullptr && type->is_array()) {
            for (const Value& each : type->items()) {
                if (each.is_string()) types.emplace(each.as_string());
            }
        }
        const bool is_nullable =
            is_true(written.find("nullable")) || is_true(written.find("x-nullable"));
        if (is_nullable) types.emplace("null");
        const std::vector<std::string> names(types.begin(), types.end());
        if (!names.empty()) schema.set("type", base::join(names, " or "));
    }

    static void put_set(const Value* list, std::string_view name, Value& schema) {
        if (list == nullptr || !list->is_array()) return;
        Value set = Value::object();
        for (const Value& each : list->items()) {
            set.set(each.is_string() ? std::string(each.as_string()) : json::write(each), true);
        }
        schema.set(name, std::move(set));
    }

    void put_fields(const Value* fields, std::string_view name, std::size_t depth,
                    Value& schema) const {
        if (fields == nullptr || !fields->is_object()) return;
        Value made = Value::object();
        for (const json::Member& member : fields->members()) {
            made.set(member.key(), schema_of(member.value, depth + 1));
        }
        schema.set(name, std::move(made));
    }

    // Parts that are references are told apart by their names, whatever their order.
    void put_list(const Value* list, std::string_view name, std::size_t depth,
                  Value& schema) const {
        if (list == nullptr || !list->is_array()) return;
        Value made = Value::object();
        std::size_t number = 0;
        for (const Value& each : list->items()) {
            const std::string ref = text_of(each.find("$ref"));
            const std::string key =
                ref.empty() || name == "prefixItems" ? std::to_string(++number) : name_of_ref(ref);
            made.set(key, schema_of(each, depth + 1));
        }
        schema.set(name, std::move(made));
    }

    void read_path(const std::string& path, const Value& item, Contract& contract) const {
        for (const auto& [method, shown] : kMethods) {
            const Value* operation = item.find(method);
            if (operation == nullptr || !operation->is_object()) continue;
            Value made = Value::object();
            if (is_true(operation->find("deprecated"))) made.set("deprecated", true);
            Value parameters = Value::object();
            Value request = Value::object();
            for (const Value* list : {item.find("parameters"), operation->find("parameters")}) {
                if (list == nullptr || !list->is_array()) continue;
                for (const Value& each : list->items()) {
                    read_parameter(resolved(each), *operation, parameters, request);
                }
            }
            if (const Value* body = operation->find("requestBody")) {
                read_request(resolved(*body), request);
            }
            made.set("parameters", std::move(parameters));
            made.set("request", std::move(request));
            made.set("answers", answers_of(*operation));
            contract.operations.set(std::string(shown) + " " + path, std::move(made));
        }
    }

    std::vector<std::string> media_of(const Value& operation, std::string_view key) const {
        const Value* list = operation.find(key);
        if (list == nullptr) list = root_.find(key);
        std::vector<std::string> types;
        if (list != nullptr && list->is_array()) {
            for (const Value& each : list->items()) {
                if (each.is_string()) types.emplace_back(each.as_string());
            }
        }
        if (types.empty()) types.emplace_back(kJson);
        return types;
    }

    void read_parameter(const Value& written, const Value& operation, Value& parameters,
                        Value& request) const {
        const std::string in = text_of(written.find("in"));
        const bool is_required = is_true(written.find("required"));
        if (in == "body") {
            const Value* schema = written.find("schema");
            Value bodies = Value::object();
            for (const std::string& type : media_of(operation, "consumes")) {
                bodies.set(type, schema == nullptr ? Value::object() : schema_of(*schema, 0));
            }
            if (is_required) request.set("required", true);
            request.set("bodies", std::move(bodies));
            return;
        }
        const std::string name = text_of(written.find("name"));
        if (in == "formData") {
            read_form_field(name, written, is_required, request);
            return;
        }
        Value made = Value::object();
        if (is_required) made.set("required", true);
        for (const char* key : kHow) {
            if (const Value* value = written.find(key)) made.set(key, *value);
        }
        made.set("schema", schema_of_carrier(written));
        parameters.set(in + " " + (in == "header" ? base::to_lower_ascii(name) : name),
                       std::move(made));
    }

    // Swagger writes a form as parameters; as a body it is an object with fields.
    void read_form_field(const std::string& name, const Value& written, bool is_required,
                         Value& request) const {
        const bool is_file = text_of(written.find("type")) == "file";
        Value bodies = request.has("bodies") ? *request.find("bodies") : Value::object();
        std::string media(is_file || bodies.has(kParts) ? kParts : kForm);
        Value form = bodies.has(media) ? *bodies.find(media) : Value::object();
        Value fields = form.has("fields") ? *form.find("fields") : Value::object();
        fields.set(name, schema_of_carrier(written));
        form.set("type", "object");
        form.set("fields", std::move(fields));
        if (is_required) {
            Value needs = form.has("required") ? *form.find("required") : Value::object();
            needs.set(name, true);
            form.set("required", std::move(needs));
        }
        bodies.set(media, std::move(form));
        request.set("bodies", std::move(bodies));
    }

    // Of a parameter or a header: `schema`, one media type's, or in Swagger itself.
    Value schema_of_carrier(const Value& written) const {
        if (const Value* schema = written.find("schema")) return schema_of(*schema, 0);
        const Value* content = written.find("content");
        if (content != nullptr && content->is_object() && !content->members().empty()) {
            const Value* schema = content->members()[0].value.find("schema");
            return schema == nullptr ? Value::object() : schema_of(*schema, 0);
        }
        return schema_of(written, 0);
    }

    Value bodies_of(const Value* content) const {
        Value bodies = Value::object();
        if (content == nullptr || !content->is_object()) return bodies;
        for (const json::Member& member : content->members()) {
            const Value* schema = member.value.find("schema");
            bodies.set(member.key(), schema == nullptr ? Value::object() : schema_of(*schema, 0));
        }
        return bodies;
    }

    void read_request(const Value& written, Value& request) const {
        if (is_true(written.find("required"))) request.set("required", true);
        request.set("bodies", bodies_of(written.find("content")));
    }

    Value answers_of(const Value& operation) const {
        Value answers = Value::object();
        const Value* responses = operation.find("responses");
        if (responses == nullptr || !responses->is_object()) return answers;
        for (const json::Member& member : responses->members()) {
            if (member.key().starts_with("x-")) continue;
            const Value& written = resolved(member.value);
            Value answer = Value::object();
            Value bodies = bodies_of(written.find("content"));
            if (const Value* schema = written.find("schema")) {
                for (const std::string& type : media_of(operation, "produces")) {
                    bodies.set(type, schema_of(*schema, 0));
                }
            }
            Value headers = Value::object();
            if (const Value* all = written.find("headers"); all != nullptr && all->is_object()) {
                for (const json::Member& header : all->members()) {
                    headers.set(base::to_lower_ascii(header.key()),
                                schema_of_carrier(resolved(header.value)));
                }
            }
            answer.set("headers", std::move(headers));
            answer.set("bodies", std::move(bodies));
            answers.set(member.key(), std::move(answer));
        }
        return answers;
    }

    const Value& root_;
    schema::Dialect dialect_;
};

}  // namespace

base::Result<Contract> contract_of(const json::Document& document) {
    const auto refuse = [&](std::string why) {
        return base::fail(code::NotADescription,
                          {{"file", document.mark({}).file}, {"why", std::move(why)}},
                          document.mark({}));
    };
    const Value& root = document.root;
    if (!root.is_object()) return refuse("it is " + std::string(name_of(root.kind())));
    std::string version = text_of(root.find("openapi"));
    if (version.empty()) version = text_of(root.find("swagger"));
    if (version == "2") version = "2.0";
    if (version.empty()) return refuse("it has neither `openapi` nor `swagger`");
    const auto dialect = schema::dialect_of_openapi(version);
    if (!dialect) return refuse("version " + base::quoted(version) + " is not known");
    return Reading(root, *dialect).read();
}

}  // namespace understudy::pack
