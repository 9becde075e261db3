// What expressions know about the values of a pack before they are there: a Shape for each resource
// and each name, and the places that put them together.
#include <algorithm>

#include "base/text.hpp"
#include "pack/code.hpp"
#include "pack/impl/loader.hpp"
#include "schema/check.hpp"

namespace understudy::pack {

namespace {

using expr::Shape;
using expr::Type;

constexpr std::size_t kDeepestSchema = 6;
constexpr std::uint32_t kMostChildren = 1'000;

// What the schema promises; nothing (0) where that is more than is reckoned with anyway.
std::uint32_t most_items(const json::Value& schema) {
    const json::Value* most = schema.find("maxItems");
    if (most == nullptr || !most->is_number()) return 0;
    const auto count = most->to_int64();
    return count && *count > 0 && *count < expr::Limits{}.assumed_items
               ? static_cast<std::uint32_t>(*count)
               : 0;
}

Type type_of_word(Loader& loader, std::string_view word, const json::Value& schema,
                  std::size_t depth) {
    if (word == "null") return Type::null();
    if (word == "boolean") return Type::boolean();
    if (word == "integer") return Type::integer();
    if (word == "number") return Type::number();
    if (word == "string") {
        const json::Value* format = schema.find("format");
        if (format != nullptr && format->is_string()) {
            if (format->as_string() == "date-time") return Type::timestamp();
            if (format->as_string() == "decimal") return Type::decimal();
        }
        return Type::string();
    }
    if (word == "array") {
        const json::Value* items = schema.find("items");
        return Type::list(
            items != nullptr ? type_of_schema(loader, *items, depth + 1) : Type::any(),
            most_items(schema));
    }
    if (word != "object") return Type::any();
    const json::Value* properties = schema.find("properties");
    if (properties == nullptr || !properties->is_object() || properties->size() == 0) {
        return Type::map();
    }
    const json::Value* others = schema.find("additionalProperties");
    const bool open = others == nullptr || !others->is_bool() || others->as_bool();
    Shape& shape = loader.new_shape("object", open);
    for (const json::Member& member : properties->members()) {
        shape.fields.push_back(
            {std::string(member.key()), type_of_schema(loader, member.value, depth + 1)});
    }
    return Type::object(shape);
}

Type type_of_value(const json::Value& value) {
    switch (value.kind()) {
        case json::Kind::Null: return Type::any();
        case json::Kind::Bool: return Type::boolean();
        case json::Kind::Number: return value.is_integer_text() ? Type::integer() : Type::number();
        case json::Kind::String: return Type::string();
        case json::Kind::Array: return Type::list(Type::any());
        case json::Kind::Object: return Type::map();
    }
    return Type::any();
}

Type type_of_enum(const json::Value& words) {
    if (!words.is_array() || words.size() == 0) return Type::any();
    const json::Kind first = words[0].kind();
    for (const json::Value& word : words.items()) {
        if (word.kind() != first) return Type::any();
    }
    return first == json::Kind::Number ? Type::number() : type_of_value(words[0]);
}

// Dotted names as a tree: `card.last4` and `card.brand` are one object, `items.*.price` a list of
// them.
struct Branch {
    std::string name;
    std::optional<Type> own;
    std::vector<Branch> under;

    Branch& at(const std::string& wanted) {
        for (Branch& branch : under) {
            if (branch.name == wanted) return branch;
        }
        under.push_back({wanted, std::nullopt, {}});
        return under.back();
    }
};

void fill_from(Loader& loader, Shape& shape, const Branch& branch);

Type type_of_branch(Loader& loader, const Branch& branch) {
    if (branch.under.empty()) return branch.own.value_or(Type::any());
    if (branch.under.size() == 1 && branch.under.front().name == "*") {
        return Type::list(type_of_branch(loader, branch.under.front())).or_null();
    }
    Shape& shape = loader.new_shape(branch.name, branch.own.has_value());
    fill_from(loader, shape, branch);
    return Type::object(shape).or_null();
}

void fill_from(Loader& loader, Shape& shape, const Branch& branch) {
    for (const Branch& each : branch.under) {
        shape.fields.push_back({each.name, type_of_branch(loader, each)});
    }
}

Branch& leaf_of(Branch& root, std::string_view path) {
    Branch* branch = &root;
    std::size_t from = 0;
    while (true) {
        const std::size_t dot = path.find('.', from);
        branch = &branch->at(std::string(path.substr(from, dot - from)));
        if (dot == std::string_view::npos) return *branch;
        from = dot + 1;
    }
}

Type folded_type(Loader& loader, const Field& field) {
    const Aggregate& aggregate = *field.aggregate;
    if (aggregate.group != kNone) {
        return aggregate.show ? Type::list(Type::any(), kMostChildren) : Type::map();
    }
    if (aggregate.fold == Fold::Count) return Type::integer();
    Type folded = Type::any();
    if (aggregate.over != kNone && aggregate.field != kNone) {
        const Field& over = loader.pack.resources[aggregate.over].fields[aggregate.field];
        if (over.from != From::Aggregate) folded = type_of_field(loader, over);
    }
    if (aggregate.fold != Fold::Sum) return folded.or_null();
    return folded.kind() == expr::TypeKind::Int ? Type::integer() : Type::any();
}

// Sorts of values that never pass for one another in JSON.
enum class Sort : std::uint8_t { Unknown, Bool, Number, Text, List, Map };

Sort sort_of(expr::TypeKind kind) {
    switch (kind) {
        case expr::TypeKind::Bool: return Sort::Bool;
        case expr::TypeKind::Int:
        case expr::TypeKind::Double:
        case expr::TypeKind::Number: return Sort::Number;
        case expr::TypeKind::String:
        case expr::TypeKind::Decimal:
        case expr::TypeKind::Duration: return Sort::Text;
        case expr::TypeKind::List: return Sort::List;
        case expr::TypeKind::Map: return Sort::Map;
        default: return Sort::Unknown;  // instants print in many ways, objects as ids or whole
    }
}

Type object_of(Loader& loader, Index resource) {
    return resource == kNone ? Type::any() : Type::object(*loader.resource_shapes[resource]);
}

}  // namespace

Type type_of_schema(Loader& loader, const json::Value& schema, std::size_t depth) {
    if (!schema.is_object() || depth > kDeepestSchema) return Type::any();
    if (const json::Value* words = schema.find("enum"); words != nullptr && !schema.has("type")) {
        return type_of_enum(*words);
    }
    const json::Value* type = schema.find("type");
    if (type == nullptr) return Type::any();
    if (type->is_string()) {
        const Type found = type_of_word(loader, type->as_string(), schema, depth);
        const json::Value* nullable = schema.find("nullable");
        const bool or_null = nullable != nullptr && nullable->is_bool() && nullable->as_bool();
        return or_null ? found.or_null() : found;
    }
    if (!type->is_array() || type->size() == 0 || type->size() > 2) return Type::any();
    std::optional<Type> other;
    bool has_null = false;
    for (const json::Value& word : type->items()) {
        if (!word.is_string()) return Type::any();
        if (word.as_string() == "null") {
            has_null = true;
        } else if (other) {
            return Type::any();
        } else {
            other = type_of_word(loader, word.as_string(), schema, depth);
        }
    }
    if (!other) return Type::null();
    return has_null ? other->or_null() : *other;
}

Type type_of_field(Loader& loader, const Field& field) {
    if (field.ref != kNone) {
        const Type reference = Type::reference(*loader.resource_shapes[field.ref]);
        return field.required ? reference : reference.or_null();
    }
    if (field.from == From::Clock || field.as != TimeForm::None) {
        return Type::timestamp().or_null();
    }
    switch (field.from) {
        case From::Lifecycle: return Type::string();
        case From::Id:
            if (field.pattern && field.pattern->is_one_hole()) {
                const Hole& hole = *field.pattern->parts.front().hole;
                if (hole.expression) return Type::any();
                return hole.draw == Draw::Sequence ? Type::integer() : Type::string();
            }
            return Type::string();
        case From::Aggregate: return field.aggregate ? folded_type(loader, field) : Type::any();
        case From::Children:
            if (!field.children || field.children->of == kNone) return Type::any();
            return Type::list(object_of(loader, field.children->of), kMostChildren);
        case From::Constant: return type_of_value(field.value);
        default: break;
    }
    const Type type = type_of_schema(loader, field.schema.written);
    return field.required ? type : type.or_null();
}

void fill_shape(Loader& loader, Shape& shape, const std::vector<Field>& fields) {
    Branch root;
    for (const Field& field : fields) {
        leaf_of(root, field.path).own = type_of_field(loader, field);
    }
    shape.fields.clear();
    fill_from(loader, shape, root);
}

Type type_of_params(Loader& loader, std::string name, const std::vector<const Param*>& params,
                    const std::vector<std::string>& others, bool open) {
    Shape& shape = loader.new_shape(std::move(name), open);
    for (const Param* param : params) {
        if (shape.find(param->name) != nullptr) continue;
        Type type = type_of_schema(loader, param->schema.written);
        if (param->ref != kNone) type = Type::reference(*loader.resource_shapes[param->ref]);
        shape.fields.push_back({param->name, type.or_null()});
    }
    for (const std::string& other : others) {
        if (shape.find(other) == nullptr) shape.fields.push_back({other, Type::string().or_null()});
    }
    return Type::object(shape);
}

void check_type(Loader& loader, const Node& node, const Template& value, const Field& field) {
    if (field.ref != kNone || !field.schema.compiled) return;
    const auto report = [&](std::string what, std::string found, std::string expected) {
        loader.reader.problem(code::TypeContradiction,
                              {{"what", std::move(what)},
                               {"found", std::move(found)},
                               {"field", field.path},
                               {"expected", std::move(expected)}},
                              node);
    };
    const Type wanted = type_of_schema(loader, field.schema.written);
    if (value.kind == Template::Kind::Computed) {
        const Sort found = sort_of(value.expression->type());
        const Sort sort = sort_of(wanted.kind());
        if (found == Sort::Unknown || sort == Sort::Unknown || found == sort) return;
        report(base::quoted(value.expression->text()),
               std::string(expr::name_of(value.expression->type())), wanted.to_text());
        return;
    }
    if (value.kind != Template::Kind::Literal || value.literal.is_null()) return;
    if (schema::judge(*field.schema.compiled, value.literal) != schema::Verdict::Invalid) return;
    const bool is_known = wanted.kind() != expr::TypeKind::Any;
    report("this", a_kind(value.literal), is_known ? wanted.to_text() : "what its schema lets in");
}

void make_fixed_shapes(Loader& loader) {
    const Type text = Type::string().or_null();
    const auto make = [&](std::string name, std::vector<expr::Field> fields) {
        Shape& shape = loader.new_shape(std::move(name), true);
        shape.fields = std::move(fields);
        return &shape;
    };
    loader.issue_shape = make("issue", {{"param", text},
                                        {"value", Type::any()},
                                        {"resource", text},
                                        {"verb", text},
                                        {"place", text},
                                        {"keyword", text},
                                        {"limit", Type::any()}});
    loader.issue_shape->open = false;
    loader.error_shape = make("error", {{"status", Type::integer()}, {"code", Type::any()}});
    loader.request_shape = make("request", {{"id", text},
                                            {"path", text},
                                            {"version", text},
                                            {"key", text},
                                            {"original", text},
                                            {"replayed", Type::boolean()},
                                            {"direct", Type::boolean()}});
    loader.request_shape->open = false;
    loader.answer_shape = make("answer", {{"status", Type::integer()}});
    loader.page_shape = make("page", {{"items", Type::any()},
                                      {"more", Type::boolean()},
                                      {"size", Type::integer()},
                                      {"number", Type::integer()},
                                      {"total", Type::integer()},
                                      {"token", text},
                                      {"first", Type::any()},
                                      {"prev", Type::any()},
                                      {"next", Type::any()},
                                      {"last", Type::any()},
                                      {"next_path", text},
                                      {"next_url", text},
                                      {"first_path", text},
                                      {"prev_path", text},
                                      {"path", text},
                                      {"url", text}});
    loader.page_shape->open = false;
    loader.event_shape = make("event", {{"id", text}, {"type", text}});
    loader.rate_shape = make("rate", {{"limit", Type::integer()},
                                      {"remaining", Type::integer()},
                                      {"used", Type::integer()},
                                      {"reset", Type::timestamp()}});
    loader.result_shape =
        make("result", {{"status", Type::integer()}, {"arm", text}, {"error", Type::any()}});
    loader.result_shape->open = false;
    loader.headers_shape = make("headers", {});
    loader.config_shape = make("config", {});
    loader.config_shape->open = false;
    for (const ConfigEntry& entry : loader.pack.config) {
        Type type = type_of_schema(loader, entry.schema.written);
        if (entry.schema.written.is_null()) {
            type = entry.pattern ? Type::string() : type_of_value(entry.standard);
        }
        loader.config_shape->fields.push_back({entry.name, type});
    }
}

}  // namespace understudy::pack
