#include "verify/values.hpp"

#include <algorithm>

#include "pack/example.hpp"
#include "schema/check.hpp"

namespace understudy::verify {

namespace {

using json::Value;

constexpr std::size_t kLongest = 600;  // of a text that is made to be too long

// Into the list unless it is there.
void add(std::vector<Value>& list, Value value) {
    if (std::find(list.begin(), list.end(), value) == list.end()) list.push_back(std::move(value));
}

void add_numbers(std::vector<Value>& list, const Value& schema) {
    for (const char* key : {"minimum", "exclusiveMinimum", "maximum", "exclusiveMaximum"}) {
        const Value* bound = schema.find(key);
        const auto number =
            bound != nullptr && bound->is_number() ? bound->to_int64() : std::nullopt;
        if (!number) continue;
        for (const std::int64_t near : {*number, *number - 1, *number + 1}) add(list, Value(near));
    }
}

std::string example_text(const pack::FieldSchema& schema) {
    pack::ExampleOptions options;
    const auto made = pack::make_example(schema, options);
    return made && made->is_string() ? std::string(made->as_string()) : std::string("text");
}

void add_texts(std::vector<Value>& list, const pack::FieldSchema& schema) {
    const Value& written = schema.written;
    for (const char* key : {"minLength", "maxLength"}) {
        const Value* bound = written.find(key);
        const auto number =
            bound != nullptr && bound->is_number() ? bound->to_int64() : std::nullopt;
        if (!number || *number < 0 || *number > static_cast<std::int64_t>(kLongest)) continue;
        for (const std::int64_t near : {*number, *number - 1, *number + 1}) {
            if (near >= 0) add(list, Value(std::string(static_cast<std::size_t>(near), 'x')));
        }
    }
    const std::string example = example_text(schema);
    add(list, Value(example));
    if (!written.has("pattern")) return;
    // Just beside the pattern: other letters, something before and after it.
    std::string other = example;
    std::transform(other.begin(), other.end(), other.begin(),
                   [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
    add(list, Value(other));
    add(list, Value(example + "9"));
    add(list, Value(example + "-x"));
    add(list, Value(example + "/path"));
    add(list, Value(" " + example));
}

void add_sets(std::vector<Value>& list, const Value& schema) {
    if (const Value* all = schema.find("enum"); all != nullptr) {
        for (const Value& each : all->items()) add(list, each);
    }
    if (const Value* all = schema.find("const"); all != nullptr) add(list, *all);
    for (const char* key : {"anyOf", "oneOf"}) {
        const Value* forms = schema.find(key);
        if (forms == nullptr) continue;
        for (const Value& form : forms->items()) add_sets(list, form);
    }
}

void add_lists(std::vector<Value>& list, const Value& schema) {
    std::vector<Value> items = {Value("one"), Value("two")};
    if (const Value* of = schema.find("items"); of != nullptr) {
        std::vector<Value> sets;
        add_sets(sets, *of);
        items.insert(
            items.begin(), sets.begin(),
            sets.begin() + static_cast<std::ptrdiff_t>(std::min<std::size_t>(sets.size(), 3)));
    }
    Value all = Value::array();
    for (const Value& item : items) all.push_back(item);
    add(list, Value::array({items.front()}));
    if (items.size() > 2) add(list, Value::array({items[0], items[1]}));
    add(list, std::move(all));
    add(list, Value::array({items.front(), items.front()}));
    add(list, Value::array());
    add(list, Value::array({Value(1)}));
}

void add_maps(std::vector<Value>& list, const Value& schema) {
    add(list, Value::object({{"colour", "red"}}));
    add(list, Value::object({{"size", "xl"}}));
    add(list, Value::object({{"colour", ""}}));
    add(list, Value::object({{"colour", Value()}}));
    add(list, Value::object({{"colour", 1}}));
    add(list, Value::object());
    if (schema.has("$ref")) {  // a schema of its own, which may be wrong
        add(list,
            Value::object({{"type", "object"},
                           {"required", Value::array({Value("amount")})},
                           {"properties",
                            Value::object({{"amount", Value::object({{"type", "integer"}})}})}}));
        add(list, Value::object({{"type", "nonsense"}}));
    }
}

bool may_be(const Value& schema, std::string_view type) {
    const Value* said = schema.find("type");
    if (said == nullptr) return !schema.has("enum") && !schema.has("const");
    if (said->is_string()) return said->as_string() == type;
    return std::any_of(said->items().begin(), said->items().end(), [&](const Value& each) {
        return each.is_string() && each.as_string() == type;
    });
}

}  // namespace

Candidates candidates(const pack::FieldSchema& schema, std::span<const Value> mentioned) {
    const Value& written = schema.written;
    std::vector<Value> all(mentioned.begin(), mentioned.end());
    add_sets(all, written);
    if (may_be(written, "integer") || may_be(written, "number")) add_numbers(all, written);
    if (may_be(written, "string")) add_texts(all, schema);
    if (may_be(written, "array")) add_lists(all, written);
    if (may_be(written, "object") || written.has("$ref")) add_maps(all, written);
    if (const Value* form = written.find("format"); form != nullptr) {
        add(all, Value("ann@example.test"));
        add(all, Value("bob@example.test"));
        add(all, Value("no such form"));
    }
    // One of every type, and what is taken for another type by those who are not strict.
    for (const Value& each :
         {Value(true), Value(false), Value(0), Value(1), Value(77), Value(1000), Value(-1),
          Value::number("1.5"), Value("7"), Value("true"), Value(""), Value("some text"),
          Value("no_such_word"), Value::array(), Value::array({Value("x")}), Value::object(),
          Value::object({{"k", "v"}})}) {
        add(all, each);
    }
    Candidates made;
    for (Value& each : all) {
        const bool is_good =
            !schema.compiled || schema::judge(*schema.compiled, each) != schema::Verdict::Invalid;
        (is_good ? made.good : made.bad).push_back(std::move(each));
    }
    return made;
}

std::vector<Value> mentioned_values(const pack::Pack& pack, std::string_view param,
                                    const pack::FieldSchema& schema) {
    std::vector<Value> found;
    for (const pack::Magic& magic : pack.magic) {
        if (magic.at != param) continue;
        if (magic.value) add(found, *magic.value);
        for (const Value& each : magic.unless) add(found, each);
    }
    if (!schema.written.has("pattern")) return found;
    for (const auto& [name, table] : pack.tables) {
        if (!table.is_object()) continue;
        for (const json::Member& member : table.members()) add(found, Value(member.key()));
    }
    return found;
}

}  // namespace understudy::verify
