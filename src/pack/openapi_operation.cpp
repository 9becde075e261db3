// One operation of an API document: its parameters, its body, its answers.
#include <algorithm>
#include <array>

#include "base/text.hpp"
#include "pack/impl/api_reader.hpp"

namespace understudy::pack {

namespace {

std::string text_of(const json::Value* value) {
    return value != nullptr && value->is_string() ? std::string(value->as_string()) : std::string();
}

bool is_true(const json::Value* value) {
    return value != nullptr && value->is_bool() && value->as_bool();
}

bool is_false(const json::Value* value) {
    return value != nullptr && value->is_bool() && !value->as_bool();
}

std::string media_of(std::string_view type) {
    return base::to_lower_ascii(base::trim(type.substr(0, type.find(';'))));
}

bool is_json(std::string_view media) {
    return media == "application/json" || media.ends_with("+json") || media == "text/json" ||
           media == "*/*";
}

// json, form, multipart or raw.
std::string_view short_name(std::string_view media) {
    if (is_json(media)) return "json";
    if (media == "application/x-www-form-urlencoded") return "form";
    if (media == "multipart/form-data") return "multipart";
    return "raw";
}

void add_once(std::vector<std::string>& list, std::string_view name) {
    if (std::find(list.begin(), list.end(), name) == list.end()) list.emplace_back(name);
}

// What a body is asked for in, the form that can be checked best first.
int rank_of_answer(std::string_view media) {
    if (media == "application/json") return 0;
    if (is_json(media)) return 1;
    if (media.starts_with("text/") && media != "text/event-stream") return 2;
    return 3;
}

// Swagger writes the schema of a parameter into the parameter.
json::Value schema_of_parameter(const json::Value& parameter) {
    json::Value schema = json::Value::object();
    for (const json::Member& member : parameter.members()) {
        constexpr std::array<std::string_view, 8> kOthers = {
            "name",   "in",     "description", "required", "collectionFormat", "allowEmptyValue",
            "schema", "example"};
        if (std::find(kOthers.begin(), kOthers.end(), member.key()) != kOthers.end()) continue;
        if (member.key().starts_with("x-")) continue;
        const bool is_file = member.key() == "type" && member.value.is_string() &&
                             member.value.as_string() == "file";
        schema.append(member.key(), is_file ? json::Value("string") : member.value);
    }
    return schema;
}

// Lists written as one text (`a,b`) arrive as a text.
bool is_written_as_one_text(const json::Value& parameter, bool swagger) {
    if (parameter.find("content") != nullptr) return true;
    const std::string style = text_of(parameter.find("style"));
    if (!swagger) {
        return is_false(parameter.find("explode")) || style == "spaceDelimited" ||
               style == "pipeDelimited" || text_of(parameter.find("in")) != "query";
    }
    return text_of(parameter.find("type")) == "array" &&
           text_of(parameter.find("collectionFormat")) != "multi";
}

json::Value or_text(const json::Value& schema) {
    return json::Value::object(
        {{"anyOf", json::Value::array({schema, json::Value::object({{"type", "string"}})})}});
}

std::string name_from(std::string_view method, std::string_view path) {
    std::string name(method);
    bool upper = true;
    for (const char c : path) {
        const bool is_letter =
            (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
        if (!is_letter) {
            upper = true;
            continue;
        }
        name += upper && c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c;
        upper = false;
    }
    return name;
}

std::optional<int> status_of(std::string_view text) {
    if (text.size() != 3 || text[0] < '1' || text[0] > '5') return std::nullopt;
    if (base::to_lower_ascii(text.substr(1)) == "xx") return (text[0] - '0') * 100;
    const auto number = base::parse_int64(text);
    if (!number) return std::nullopt;
    return static_cast<int>(*number);
}

}  // namespace

void ApiReader::read_parameter(const json::Value& parameter, Description& description,
                               Pending& pending, json::Value& form) {
    DescribedParameter made;
    made.name = text_of(parameter.find("name"));
    made.in = text_of(parameter.find("in"));
    made.required = is_true(parameter.find("required")) || made.in == "path";
    if (made.in == "body") {
        description.body_required = made.required;
        if (const json::Value* schema = parameter.find("schema")) pending.body = keep(*schema);
        return;
    }
    if (made.in == "formData") {
        if (form.find("properties") == nullptr) {
            form.set("type", "object");
            form.set("properties", json::Value::object());
        }
        form.find_mutable("properties")->set(made.name, schema_of_parameter(parameter));
        if (made.required) {
            if (!form.has("required")) form.set("required", json::Value::array());
            form.find_mutable("required")->push_back(made.name);
        }
        if (text_of(parameter.find("type")) == "file") add_once(description.input, "multipart");
        return;
    }
    json::Value schema;
    const json::Value* written = parameter.find("schema");
    if (written == nullptr && parameter.find("content") != nullptr) {
        const json::Value& content = *parameter.find("content");
        if (content.is_object() && content.size() > 0) {
            written = content.members()[0].value.find("schema");
        }
    }
    if (is_swagger()) {
        schema = schema_of_parameter(parameter);
    } else if (written != nullptr) {
        schema = *written;
    }
    if (schema.is_object() && is_written_as_one_text(parameter, is_swagger())) {
        const json::Value* plain = follow(&schema);
        const bool is_scalar = plain != nullptr && plain->find("type") != nullptr &&
                               text_of(plain->find("type")) != "array" &&
                               text_of(plain->find("type")) != "object";
        if (!is_scalar) schema = or_text(schema);
    }
    pending.parameters.push_back(schema.is_null() ? 0 : keep(std::move(schema)));
    description.parameters.push_back(std::move(made));
}

void ApiReader::read_body(const json::Value& body, Description& description, Pending& pending) {
    description.body_required = is_true(body.find("required"));
    const json::Value* content = body.find("content");
    if (content == nullptr || !content->is_object()) return;
    const json::Value* chosen = nullptr;
    std::size_t best = 3;
    constexpr std::array<std::string_view, 3> kOrder = {"json", "form", "multipart"};
    for (const json::Member& media : content->members()) {
        const std::string_view name = short_name(media_of(media.key()));
        add_once(description.input, name);
        const auto rank = static_cast<std::size_t>(std::find(kOrder.begin(), kOrder.end(), name) -
                                                   kOrder.begin());
        const json::Value* schema = media.value.find("schema");
        if (rank < best && schema != nullptr) {
            best = rank;
            chosen = schema;
        }
    }
    if (chosen != nullptr) pending.body = keep(*chosen);
}

void ApiReader::read_swagger_inputs(const json::Value& operation, bool has_body, bool has_form,
                                    Description& description) {
    const json::Value* consumes = operation.find("consumes");
    if (consumes == nullptr) consumes = api_.root->find("consumes");
    if (consumes != nullptr && consumes->is_array() && (has_body || has_form)) {
        for (const json::Value& type : consumes->items()) {
            if (type.is_string()) {
                add_once(description.input, short_name(media_of(type.as_string())));
            }
        }
    }
    if (has_form && description.input.empty()) add_once(description.input, "form");
    if (has_body && description.input.empty()) add_once(description.input, "json");
}

void ApiReader::read_answer(std::string_view status, const json::Value& answer,
                            const json::Value& operation, Description& description,
                            Pending& pending) {
    DescribedAnswer made;
    const auto number = status_of(status);
    if (!number) {
        problem(where_, "the status " + base::quoted(status) + " is none");
        return;
    }
    made.status = *number;
    Slot slot = 0;
    std::vector<json::Value> suggested;
    const bool may_have_body =
        made.status >= 200 && made.status != 204 && made.status != 205 && made.status != 304;
    if (is_swagger()) {
        const json::Value* schema = answer.find("schema");
        if (schema != nullptr && may_have_body) {
            const json::Value* produces = operation.find("produces");
            if (produces == nullptr) produces = api_.root->find("produces");
            made.type = "application/json";
            if (produces != nullptr && produces->is_array() && produces->size() > 0) {
                const json::Value* best = nullptr;
                for (const json::Value& type : produces->items()) {
                    if (!type.is_string()) continue;
                    if (best == nullptr || rank_of_answer(media_of(type.as_string())) <
                                               rank_of_answer(media_of(best->as_string()))) {
                        best = &type;
                    }
                }
                if (best != nullptr) made.type = best->as_string();
            }
            slot = keep(text_of(schema->find("type")) == "file"
                            ? json::Value::object({{"type", "string"}})
                            : *schema);
            if (const json::Value* examples = answer.find("examples");
                examples && examples->is_object()) {
                for (const json::Member& each : examples->members())
                    suggested.push_back(each.value);
            }
        }
    } else if (const json::Value* content = answer.find("content");
               content != nullptr && content->is_object() && may_have_body) {
        const json::Member* best = nullptr;
        for (const json::Member& media : content->members()) {
            if (best == nullptr ||
                rank_of_answer(media_of(media.key())) < rank_of_answer(media_of(best->key()))) {
                best = &media;
            }
        }
        if (best != nullptr) {
            made.type = best->key() == "*/*" ? "application/json" : std::string(best->key());
            const json::Value* schema = best->value.find("schema");
            slot = keep(schema != nullptr ? *schema : json::Value::object());
            if (const json::Value* example = best->value.find("example")) {
                suggested.push_back(*example);
            }
            if (const json::Value* examples = best->value.find("examples");
                examples && examples->is_object()) {
                for (const json::Member& each : examples->members()) {
                    const json::Value* target = follow(&each.value);
                    const json::Value* value = target ? target->find("value") : nullptr;
                    if (value != nullptr) suggested.push_back(*value);
                }
            }
        }
    }
    pending.answers.push_back(slot);
    pending.suggested.push_back(std::move(suggested));
    description.answers.push_back(std::move(made));
}

void ApiReader::read_answers(const json::Value& operation, Description& description,
                             Pending& pending) {
    const json::Value* answers = operation.find("responses");
    const json::Value* otherwise = nullptr;
    if (answers != nullptr && answers->is_object()) {
        for (const json::Member& each : answers->members()) {
            if (each.key().starts_with("x-")) continue;
            const json::Value* answer = follow(&each.value);
            if (answer == nullptr || !answer->is_object()) {
                problem(where_, "its answer " + std::string(each.key()) + " refers to nothing");
            } else if (each.key() == "default") {
                otherwise = answer;
            } else {
                read_answer(each.key(), *answer, operation, description, pending);
            }
        }
    }
    // `default` beside others is how errors look; alone it is the answer.
    if (description.answers.empty()) {
        const json::Value nothing = json::Value::object();
        read_answer("200", otherwise != nullptr ? *otherwise : nothing, operation, description,
                    pending);
    }
}

void ApiReader::read_operation(std::string_view path, std::string_view method,
                               const json::Value& item, const json::Value& operation) {
    Description description;
    Pending pending;
    for (const char c : method) description.method += static_cast<char>(c - 32);
    description.path = path.substr(0, path.find_first_of("?#"));
    description.id = text_of(operation.find("operationId"));
    if (description.id.empty()) description.id = name_from(method, description.path);
    where_ = description.method + " " + description.path;

    // An operation's own parameter takes the place of the path's.
    std::vector<const json::Value*> parameters;
    for (const json::Value* list : {item.find("parameters"), operation.find("parameters")}) {
        if (list == nullptr || !list->is_array()) continue;
        for (const json::Value& each : list->items()) {
            const json::Value* parameter = follow(&each);
            if (parameter == nullptr || !parameter->is_object()) {
                problem(where_, "a parameter refers to nothing");
                continue;
            }
            std::erase_if(parameters, [&](const json::Value* earlier) {
                return text_of(earlier->find("name")) == text_of(parameter->find("name")) &&
                       text_of(earlier->find("in")) == text_of(parameter->find("in"));
            });
            parameters.push_back(parameter);
        }
    }
    json::Value form = json::Value::object();
    bool has_body = false;
    for (const json::Value* parameter : parameters) {
        has_body = has_body || text_of(parameter->find("in")) == "body";
        read_parameter(*parameter, description, pending, form);
    }
    const bool has_form = form.size() > 0;
    if (has_form) {
        description.body_required = form.has("required");
        pending.body = keep(std::move(form));
    }
    if (is_swagger()) {
        read_swagger_inputs(operation, has_body, has_form, description);
    } else if (const json::Value* body = follow(operation.find("requestBody"));
               body != nullptr && body->is_object()) {
        read_body(*body, description, pending);
    }
    read_answers(operation, description, pending);
    api_.operations.push_back(std::move(description));
    pending_.push_back(std::move(pending));
}

}  // namespace understudy::pack
