// Bulk defaults and contradictions; see impl/shape_fields.hpp.
#include "pack/impl/shape_fields.hpp"

#include <algorithm>
#include <map>
#include <memory>
#include <set>

#include "base/text.hpp"
#include "json/write.hpp"
#include "pack/example.hpp"
#include "pack/impl/example_maker.hpp"
#include "pack/impl/loader.hpp"
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
    std::optional<std::size_t> place = std::nullopt;  // in what is compiled
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
            out.push_back({at, property, std::nullopt});
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

// The schemas that fields of one document's resources are checked by, compiled in one go; where
// they do not compile together, resource by resource.
class DocumentCompile {
public:
    explicit DocumentCompile(const Api& api) : document_(*api.root) {
        options_.dialect = api.dialect;
    }

    std::size_t add(json::Value schema, std::size_t resource) {
        owners_.push_back(resource);
        list_.push_back(std::move(schema));
        return owners_.size() - 1;
    }

    void run() {
        for (std::size_t i = 0; i < owners_.size(); ++i) {
            pointers_.push_back(json::Pointer({std::string(kList), std::to_string(i)}));
        }
        document_.set(kList, std::move(list_));
        made_.resize(owners_.size());
        if (run(0, owners_.size())) return;
        for (std::size_t begin = 0, end = 0; begin < owners_.size(); begin = end) {
            while (end < owners_.size() && owners_[end] == owners_[begin]) ++end;
            if (!run(begin, end)) failed_.insert(owners_[begin]);
        }
    }

    bool has_compiled(std::size_t resource) const { return !failed_.contains(resource); }
    const std::optional<schema::Schema>& at(std::size_t place) const { return made_[place]; }

private:
    bool run(std::size_t begin, std::size_t end) {
        auto compiled = schema::compile_all(
            document_, std::span<const json::Pointer>(pointers_).subspan(begin, end - begin),
            options_);
        if (!compiled) return false;
        for (std::size_t i = begin; i < end; ++i) made_[i] = (*compiled)[i - begin];
        return true;
    }

    json::Value document_;
    schema::CompileOptions options_;
    json::Value list_ = json::Value::array();
    std::vector<std::size_t> owners_;  // resources in order, so those of one stand together
    std::vector<json::Pointer> pointers_;
    std::vector<std::optional<schema::Schema>> made_;
    std::set<std::size_t> failed_;
};

class RestMaker {
public:
    RestMaker(const Api& api, const std::vector<DescribedInput>& inputs, const Rest& rest,
              Spelling names)
        : api_(api),
          inputs_(inputs),
          rest_(rest),
          names_(names),
          options_(options_for(api)),
          maker_(*api.root, options_) {}

    // Is something checked by it, or made of it? What is null or left out is neither.
    bool needs_schema(const Wanted& wanted) const {
        if (rest_.input == RestValue::Echo && is_sent(wanted)) return true;
        const RestValue value = value_for(wanted, lets_null_in(*api_.root, wanted.schema));
        return value != RestValue::Null && value != RestValue::Omit;
    }

    std::optional<Field> make(const Wanted& wanted, FieldSchema schema) {
        Field field;
        field.path = joined(wanted.segments);
        field.segments = wanted.segments;
        field.from_rest = true;
        field.nullable = lets_null_in(*api_.root, wanted.schema);
        field.schema = std::move(schema);
        if (rest_.input == RestValue::Echo && is_sent(wanted)) {
            field.from = From::Input;
            field.param = pack::spelled(field.path, names_);
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

    // A parameter of the same name, as callers spell it, and type: whatever it takes can be shown.
    bool is_sent(const Wanted& wanted) const {
        if (wanted.segments.size() != 1) return false;
        const std::string name = pack::spelled(wanted.segments[0], names_);
        for (const DescribedInput& input : inputs_) {
            if (input.name != name) continue;
            const unsigned sent = kinds_of(*api_.root, input.schema) & ~unsigned{kNull};
            const unsigned shown = kinds_of(*api_.root, wanted.schema) & ~unsigned{kNull};
            // Stripe lets "" unset what is an object or number otherwise.
            return sent == shown || (sent & ~8U) == shown;
        }
        return false;
    }

    RestValue value_for(const Wanted& wanted, bool nullable) const {
        if (nullable && rest_.nullable != RestValue::Unset) return rest_.nullable;
        if (is_list(*api_.root, wanted.schema) && rest_.list != RestValue::Unset) return rest_.list;
        return rest_.otherwise;
    }

    std::optional<json::Value> constant(const Wanted& wanted, const Field& field) {
        return by(value_for(wanted, field.nullable), field);
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
    Spelling names_;
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

std::vector<std::vector<Field>> rest_fields(const std::vector<RestWish>& wishes) {
    std::vector<std::vector<Wanted>> wanted(wishes.size());
    std::map<const Api*, std::unique_ptr<DocumentCompile>> documents;
    std::vector<std::unique_ptr<RestMaker>> makers;
    for (std::size_t i = 0; i < wishes.size(); ++i) {
        const RestWish& wish = wishes[i];
        std::vector<std::string> at;
        collect(*wish.api->root, wish.shape, wish.spelled, at, wanted[i]);
        auto& document = documents[wish.api];
        if (!document) document = std::make_unique<DocumentCompile>(*wish.api);
        makers.push_back(
            std::make_unique<RestMaker>(*wish.api, wish.inputs, wish.rest, wish.names));
        for (Wanted& each : wanted[i]) {
            if (makers[i]->needs_schema(each)) each.place = document->add(each.schema, i);
        }
    }
    std::vector<std::vector<Field>> made(wishes.size());
    for (auto& [api, document] : documents) document->run();
    for (std::size_t i = 0; i < wishes.size(); ++i) {
        const DocumentCompile& document = *documents[wishes[i].api];
        for (const Wanted& each : wanted[i]) {
            FieldSchema schema;
            if (document.has_compiled(i)) {
                schema.written = each.schema;
                if (each.place) schema.compiled = document.at(*each.place);
            }
            auto field = makers[i]->make(each, std::move(schema));
            if (field) made[i].push_back(std::move(*field));
        }
    }
    return made;
}

std::optional<std::string> contradicts(const Api& api, const json::Value& shape, const Field& field,
                                       const std::vector<std::string>& states) {
    if (field.hidden) return std::nullopt;
    const auto there = schema_below(*api.root, shape, field.segments);
    if (!there) return std::nullopt;
    const std::uint8_t allowed = kinds_of(*api.root, *there);

    const auto accepts = [&](const json::Value& value) {
        // What can be told without compiling the schema and all it leads to is told so.
        if (value.is_null()) return (allowed & kNull) != 0;
        if (const auto told = takes(*api.root, *there, value)) return *told;
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
