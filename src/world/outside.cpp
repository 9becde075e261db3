#include "world/impl/outside.hpp"

#include <algorithm>
#include <array>

#include "base/text.hpp"
#include "world/impl/course.hpp"
#include "world/impl/reading.hpp"

namespace understudy::world {

namespace {

using pack::Does;
using pack::From;
using pack::Index;
using pack::kNone;

bool changes_something(const pack::Operation& operation) {
    return operation.does == Does::Create || operation.does == Does::Move ||
           operation.does == Does::Update || operation.does == Does::Delete;
}

// Objects that nobody's call makes: the one of its kind, and those behind tokens.
bool comes_by_itself(const pack::Resource& resource) {
    return resource.one || !resource.minted_by.empty();
}

void add_once(std::vector<std::string>& names, const std::string& name) {
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
}

schema::CompileOptions small_limits() {
    schema::CompileOptions options;
    options.limits.nodes = 10'000;
    options.limits.depth = 100;
    options.limits.problems = 1;
    return options;
}

std::string_view word_of(pack::Fold fold) {
    constexpr std::string_view kWords[] = {"the sum", "the number", "the least", "the largest"};
    return kWords[static_cast<std::size_t>(fold)];
}

}  // namespace

std::string what_sets(const pack::Pack& pack, const std::string& owner, const pack::Field& field) {
    if (field.from_rest) return "the pack, as a bulk default";
    switch (field.from) {
        case From::Input: return "the caller's input";
        case From::Clock: return "the world's clock";
        case From::Id: return "the stream of ids";
        case From::Lifecycle:
        case From::Moves: return "the lifecycle of " + owner;
        case From::Derived: return "the pack, as `" + (field.is ? field.is->text() : "") + "`";
        case From::Constant: return "the pack, as a constant";
        case From::Children:
            return "the " + pack.resources[field.children->of].name + " that name the object";
        case From::Aggregate: {
            const pack::Aggregate& fold = *field.aggregate;
            const pack::Resource& over = pack.resources[fold.over];
            std::string text(word_of(fold.fold));
            if (fold.field != kNone) text += " of " + over.fields[fold.field].path;
            return text + " over " + over.name;
        }
        case From::Exogenous: break;
    }
    return "nobody inside the service";
}

std::optional<Outside::Naming> Outside::naming_of(const pack::Operation& operation) const {
    if (!operation.named_by || operation.resource == kNone) return std::nullopt;
    const auto steps = base::split(operation.named_by->text(), '.');
    if (steps.size() < 3 || steps[0] != "self") return std::nullopt;
    const pack::Resource& resource = pack_.resources[operation.resource];
    const Index reference = resource.find_field(steps[1]);
    if (reference == kNone || resource.fields[reference].ref == kNone) return std::nullopt;
    const std::size_t begin = steps[0].size() + steps[1].size() + 2;
    const Index field = pack_.resources[resource.fields[reference].ref].find_field(
        std::string_view(operation.named_by->text()).substr(begin));
    if (field == kNone) return std::nullopt;
    return Naming{reference, field};
}

// The names an operation has from data now. One that follows no reference is known by the results
// that have had it.
std::vector<std::string> Outside::names_from_data(const pack::Operation& operation) const {
    std::vector<std::string> names;
    if (const auto naming = naming_of(operation)) {
        const Index ref = pack_.resources[operation.resource].fields[naming->reference].ref;
        state_.each(ref, [&](const ObjectPtr& object) {
            const json::Value& name = object->values[naming->field];
            if (!object->deleted && name.is_string()) names.emplace_back(name.as_string());
            return true;
        });
        return names;
    }
    if (operation.resource == kNone || operation.does == Does::Result) return names;
    state_.each(operation.resource, [&](const ObjectPtr& object) {
        const json::Value* name = object->started_by.find("named");
        if (name != nullptr && name->is_string()) add_once(names, std::string(name->as_string()));
        return true;
    });
    return names;
}

std::vector<ResultKind> Outside::from_data(std::string_view name, std::string_view resource) const {
    std::vector<ResultKind> found;
    for (Index i = 0; i < pack_.operations.size(); ++i) {
        const pack::Operation& operation = pack_.operations[i];
        if (!operation.named_by || operation.resource == kNone) continue;
        if (!resource.empty() && pack_.resources[operation.resource].name != resource) continue;
        ResultKind kind{std::string(name), i, made_by(pack_, i), {}};
        if (const auto naming = naming_of(operation)) {
            const Index ref = pack_.resources[operation.resource].fields[naming->reference].ref;
            const std::array<Index, 1> fields = {naming->field};
            const std::array<json::Value, 1> values = {json::Value(name)};
            ObjectPtr named = state_.find_by(ref, fields, values);
            if (!named) {
                state_.each(ref, [&](const ObjectPtr& object) {
                    const bool is_it = !object->deleted && object->values[naming->field] == name;
                    if (is_it) named = object;
                    return !is_it;
                });
            }
            if (!named) continue;
            kind.draft =
                draft_of(pack_, operation.resource, nullptr, {{naming->reference, named->id}});
        } else {
            const std::vector<std::string> names = names_from_data(operation);
            if (std::find(names.begin(), names.end(), name) == names.end()) continue;
        }
        found.push_back(std::move(kind));
    }
    return found;
}

// What the match says of the input may already tell whose schema it is: {"task": "pay_rent"}.
ObjectPtr Outside::draft_from(const pack::Operation& operation, const json::Value& input) const {
    if (operation.resource == kNone || !input.is_object()) return nullptr;
    const pack::Resource& resource = pack_.resources[operation.resource];
    std::vector<Request::Given> given;
    for (Index i = 0; i < resource.fields.size(); ++i) {
        const pack::Field& field = resource.fields[i];
        if (field.from != From::Input || field.has_star()) continue;
        const json::Value* value = input.find(field.param.empty() ? field.path : field.param);
        if (value == nullptr) continue;
        if (field.ref == kNone) {
            given.push_back({i, *value});
            continue;
        }
        if (!value->is_string() && !value->is_number()) continue;
        ObjectPtr object = state_.find(field.ref, key_of(*value));
        for (const Index by : field.found_by) {
            if (object) break;
            object = state_.find_by(field.ref, {&by, 1}, {value, 1});
        }
        if (object && !object->deleted) given.push_back({i, object->id});
    }
    if (given.empty()) return nullptr;
    return draft_of(pack_, operation.resource, nullptr, given);
}

std::vector<ResultKind> Outside::named(std::string_view name, std::string_view resource,
                                       const json::Value& input) const {
    std::vector<ResultKind> found;
    for (Index i = 0; i < pack_.operations.size(); ++i) {
        const pack::Operation& operation = pack_.operations[i];
        const bool of_resource =
            !resource.empty() && operation.resource != kNone &&
            std::string_view(pack_.resources[operation.resource].name) == resource;
        const bool by_verb = of_resource && operation.verb == name;
        if (operation.name != name && !by_verb) continue;
        ResultKind kind{operation.name, i, {}, draft_from(operation, input)};
        if (changes_something(operation)) kind.resources = made_by(pack_, i);
        found.push_back(std::move(kind));
    }
    for (ResultKind& kind : from_data(name, resource)) found.push_back(std::move(kind));
    if (!found.empty()) return found;
    for (const MoveAt at : all_moves(pack_)) {
        const pack::Move& move = move_at(pack_, at);
        if (!move.cause || move.cause->event != name) continue;
        found.push_back({std::string(name), kNone, made_by(pack_, at), {}});
    }
    const Index own = pack_.find_resource(name);
    if (own != kNone && comes_by_itself(pack_.resources[own])) {
        found.push_back({std::string(name), kNone, {own}, {}});
    }
    return found;
}

std::vector<std::string> Outside::names() const {
    std::vector<std::string> all;
    for (const pack::Operation& operation : pack_.operations) {
        if (operation.does == Does::Shape) continue;
        add_once(all, operation.name);
    }
    for (const pack::Operation& operation : pack_.operations) {
        if (!operation.named_by) continue;
        for (const std::string& name : names_from_data(operation)) add_once(all, name);
    }
    for (const MoveAt at : all_moves(pack_)) {
        const pack::Move& move = move_at(pack_, at);
        if (move.cause && !made_by(pack_, at).empty()) add_once(all, move.cause->event);
    }
    for (const pack::Resource& resource : pack_.resources) {
        if (comes_by_itself(resource)) add_once(all, resource.name);
    }
    return all;
}

std::vector<std::string> Outside::starters_of(Index resource) const {
    std::vector<std::string> all;
    const auto makes = [&](const std::vector<Index>& made) {
        return std::find(made.begin(), made.end(), resource) != made.end();
    };
    for (Index i = 0; i < pack_.operations.size(); ++i) {
        const pack::Operation& operation = pack_.operations[i];
        if (changes_something(operation) && makes(made_by(pack_, i))) add_once(all, operation.name);
    }
    for (const MoveAt at : all_moves(pack_)) {
        const pack::Move& move = move_at(pack_, at);
        if (move.cause && makes(made_by(pack_, at))) add_once(all, move.cause->event);
    }
    if (comes_by_itself(pack_.resources[resource])) add_once(all, pack_.resources[resource].name);
    return all;
}

pack::FieldSchema Outside::schema_of(const ResultKind& kind, Index resource,
                                     const pack::Field& field, Index index) const {
    if (kind.operation != kNone && pack_.operations[kind.operation].resource == resource) {
        for (const auto& [of, schema] : pack_.operations[kind.operation].gives) {
            if (of == index) return schema;
        }
    }
    if (!field.schema_from) return field.schema;
    if (!kind.draft || kind.draft->resource != resource) return {};
    eyes_.allowance() = {};  // one look at data, like any other
    const auto written = eyes_.evaluate(*field.schema_from, eyes_.env_of(kind.draft));
    if (!written || !*written || (*written)->is_null()) return {};
    auto compiled = schema::compile(**written, small_limits());
    if (!compiled) return {};
    return {**written, std::move(*compiled)};
}

std::vector<ResultField> Outside::fields_of(const ResultKind& kind) const {
    std::vector<ResultField> fields;
    const pack::Operation* operation =
        kind.operation == kNone ? nullptr : &pack_.operations[kind.operation];
    if (operation != nullptr && operation->reply) {
        fields.push_back({"reply", From::Exogenous, kNone, nullptr, *operation->reply});
    }
    if (operation != nullptr && operation->does == Does::Result) {
        for (Index i = 0; i < operation->fields.size(); ++i) {
            const pack::Field& field = operation->fields[i];
            pack::FieldSchema schema = field.schema;
            if (field.schema_from) schema = {};
            for (const auto& [of, given] : operation->gives) {
                if (of == i) schema = given;
            }
            fields.push_back({field.path, field.from, kNone, &field, std::move(schema)});
        }
        return fields;
    }
    std::vector<Index> resources = kind.resources;
    if (resources.empty() && operation != nullptr && operation->resource != kNone) {
        resources = {operation->resource};
    }
    for (const Index resource : resources) {
        const std::vector<pack::Field>& all = pack_.resources[resource].fields;
        for (Index i = 0; i < all.size(); ++i) {
            pack::FieldSchema schema = all[i].from == From::Exogenous
                                           ? schema_of(kind, resource, all[i], i)
                                           : all[i].schema;
            fields.push_back({all[i].path, all[i].from, resource, &all[i], std::move(schema)});
        }
    }
    return fields;
}

}  // namespace understudy::world
