// Bulk defaults and contradictions; see impl/shape_fields.hpp.
#include "pack/impl/shape_fields.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "json/write.hpp"
#include "pack/example.hpp"
#include "pack/impl/example_maker.hpp"
#include "pack/impl/shape_schema.hpp"
#include "schema/check.hpp"

namespace understudy::pack {

namespace {

constexpr std::size_t kMostFields = 2'000;
constexpr std::size_t kMostDepth = 8;
constexpr std::string_view kList = "x-understudy-schemas";
constexpr std::uint8_t kNull = 1;

struct Wanted {  // a property to make a field of
    std::vector<std::string> segments;
    json::Value schema;
};

// Covered: a field of just that path, or one that it is part of.
enum class Cover : std::uint8_t { None, Partly, Whole };
Cover cover_of(const std::vector<Field>& spelled, const std::vector<std::string>& segments) {
    Cover cover = Cover::None;
    for (const Field& field : spelled) {
        const std::size_t common = std::min(field.segments.size(), segments.size());
        if (!std::equal(segments.begin(), segments.begin() + static_cast<std::ptrdiff_t>(common),
                        field.segments.begin())) {
            continue;
        }
        if (field.segments.size() <= segments.size()) return Cover::Whole;
        cover = Cover::Partly;
    }
    return cover;
}

void collect(const json::Value& document, const json::Value& schema,
             const std::vector<Field>& spelled, std::vector<std::string>& at,
             std::vector<Wanted>& out) {
    if (at.size() > kMostDepth) return;
    for (auto& [name, property] : properties_of(document, schema)) {
        if (out.size() >= kMostFields || name.empty()) return;
        at.push_back(name);
        const Cover cover = cover_of(spelled, at);
        if (cover == Cover::None) {
            out.push_back({at, property});
        } else if (cover == Cover::Partly) {
            collect(document, property, spelled, at, out);
        }
        at.pop_back();
    }
}

std::string joined(const std::vector<std::string>& segments) {
    return base::join(segments, ".");
}

// The list of a shape with nothing in it: [], or its envelope around [].
json::Value emptied(json::Value example) {
    if (example.is_object()) {
        if (json::Value* data = example.find_mutable("data"); data && data->is_array()) {
            *data = json::Value::array();
        }
        return example;
    }
    return json::Value::array();
}

class RestMaker {
public:
    RestMaker(const Api& api, const std::vector<DescribedInput>& inputs, const Rest& rest)
        : api_(api),
          inputs_(inputs),
          rest_(rest),
          options_(options_for(api)),
          maker_(*api.root, options_) {}

    std::optional<Field> make(const Wanted& wanted, FieldSchema schema) {
        Field field;
        field.path = joined(wanted.segments);
        field.segments = wanted.segments;
        field.from_rest = true;
        field.nullable = lets_null_in(*api_.root, wanted.schema);
        field.schema = std::move(schema);
        if (rest_.input == RestValue::Echo && is_sent(wanted)) {
            field.from = From::Input;
            field.param = field.path;
            return field;
        }
        field.from = From::Constant;
        const std::optional<json::Value> value = constant(wanted, field);
        if (!value) return std::nullopt;
        field.value = *value;
        return field;
    }

private:
    static ExampleOptions options_for(const Api& api) {
        ExampleOptions options;
        options.document = api.root.get();
        options.nodes = 2'000;
        return options;
    }

    // A parameter of the same name and type: whatever it takes can be shown.
    bool is_sent(const Wanted& wanted) const {
        if (wanted.segments.size() != 1) return false;
        for (const DescribedInput& input : inputs_) {
            if (input.name != wanted.segments[0]) continue;
            const unsigned sent = kinds_of(*api_.root, input.schema) & ~unsigned{kNull};
            const unsigned shown = kinds_of(*api_.root, wanted.schema) & ~unsigned{kNull};
            // Stripe lets "" unset what is an object or number otherwise.
            return sent == shown || (sent & ~8U) == shown;
        }
        return false;
    }

    std::optional<json::Value> constant(const Wanted& wanted, const Field& field) {
        if (field.nullable && rest_.nullable != RestValue::Unset) {
            return by(rest_.nullable, field);
        }
        if (is_list(*api_.root, wanted.schema) && rest_.list != RestValue::Unset) {
            return by(rest_.list, field);
        }
        return by(rest_.otherwise, field);
    }

    std::optional<json::Value> by(RestValue value, const Field& field) {
        switch (value) {
            case RestValue::Null: return json::Value();
            case RestValue::Omit: return std::nullopt;
            case RestValue::Empty:
            case RestValue::Example:
            case RestValue::Echo:
            case RestValue::Unset: break;
        }
        options_.key = field.path;
        auto made = make_example(field.schema, options_, maker_);
        if (!made) return std::nullopt;
        return value == RestValue::Empty ? emptied(std::move(*made)) : std::move(*made);
    }

    const Api& api_;
    const std::vector<DescribedInput>& inputs_;
    Rest rest_;
    ExampleOptions options_;
    ExampleMaker maker_;
};

}  // namespace

Rest effective_rest(const Rest& of_pack, const Rest& of_resource) {
    const auto pick = [](RestValue own, RestValue general, RestValue otherwise) {
        if (own != RestValue::Unset) return own;
        return general != RestValue::Unset ? general : otherwise;
    };
    return {pick(of_resource.input, of_pack.input, RestValue::Echo),
            pick(of_resource.nullable, of_pack.nullable, RestValue::Null),
            pick(of_resource.list, of_pack.list, RestValue::Empty),
            pick(of_resource.otherwise, of_pack.otherwise, RestValue::Example)};
}

std::vector<Field> rest_fields(const Api& api, const FieldSchema& shape,
                               const std::vector<Field>& spelled,
                               const std::vector<DescribedInput>& inputs, const Rest& rest) {
    std::vector<Wanted> wanted;
    std::vector<std::string> at;
    collect(*api.root, shape.written, spelled, at, wanted);

    json::Value document = *api.root;
    json::Value list = json::Value::array();
    std::vector<json::Pointer> pointers;
    for (const Wanted& each : wanted) {
        pointers.push_back(json::Pointer({std::string(kList), std::to_string(list.size())}));
        list.push_back(each.schema);
    }
    document.set(kList, std::move(list));
    schema::CompileOptions options;
    options.dialect = api.dialect;
    const auto compiled = schema::compile_all(document, pointers, options);

    RestMaker maker(api, inputs, rest);
    std::vector<Field> fields;
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        FieldSchema schema;
        if (compiled) {
            schema.written = wanted[i].schema;
            schema.compiled = (*compiled)[i];
        }
        auto field = maker.make(wanted[i], std::move(schema));
        if (field) fields.push_back(std::move(*field));
    }
    return fields;
}

std::optional<std::string> contradicts(const Api& api, const FieldSchema& shape, const Field& field,
                                       const std::vector<std::string>& states) {
    if (field.hidden) return std::nullopt;
    const auto there = schema_below(*api.root, shape.written, field.segments);
    if (!there) return std::nullopt;
    const std::uint8_t allowed = kinds_of(*api.root, *there);

    const auto accepts = [&](const json::Value& value) {
        json::Value document = *api.root;
        document.set(kList, *there);
        schema::CompileOptions options;
        options.dialect = api.dialect;
        const auto compiled =
            schema::compile_at(document, json::Pointer({std::string(kList)}), options);
        return !compiled ||
               schema::judge(*compiled, value, {.direction = schema::Direction::Response}) !=
                   schema::Verdict::Invalid;
    };
    const auto says = [&] { return "the shape says " + kinds_text(allowed); };
    const auto refuses = [&](const json::Value& value) {
        return "the shape does not take " + json::write(value);
    };

    if (field.from == From::Constant) {
        if (!accepts(field.value)) return refuses(field.value);
        return std::nullopt;
    }
    if (field.from == From::Lifecycle) {
        for (std::size_t i = 1; i < states.size(); ++i) {
            std::string word = states[i];
            for (const auto& [state, printed] : field.words) {
                if (state == states[i]) word = printed;
            }
            if (!accepts(json::Value(word))) return refuses(json::Value(word));
        }
        return std::nullopt;
    }
    if (field.as != TimeForm::None) {
        const bool is_number = field.as == TimeForm::Epoch || field.as == TimeForm::EpochMs;
        if ((allowed & (is_number ? 64 : 8)) == 0) {
            return "it is printed as " + std::string(is_number ? "a number" : "text") + ", " +
                   says();
        }
        return std::nullopt;
    }
    if (field.schema.written.is_null()) return std::nullopt;
    const std::uint8_t own = kinds_of(field.schema.written, field.schema.written);
    const unsigned common = (own & allowed) & ~unsigned{kNull};
    if (common == 0 && (own & allowed) == 0) return says() + ", not " + kinds_text(own);
    if (common == 0 && (own & ~kNull) != 0) return says() + ", not " + kinds_text(own);
    const json::Value* values = field.schema.written.find("enum");
    if (values != nullptr && values->is_array()) {
        for (const json::Value& value : values->items()) {
            if (!accepts(value)) return refuses(value);
        }
    }
    if (const json::Value* only = field.schema.written.find("const"); only && !accepts(*only)) {
        return refuses(*only);
    }
    return std::nullopt;
}

}  // namespace understudy::pack
