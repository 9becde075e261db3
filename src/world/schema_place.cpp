// Follows properties, items and references of the same document, and looks into what is combined
// with allOf, anyOf and oneOf. A schema that lists properties is taken at its word: a name that is
// not among them is unknown unless the schema says what other names may hold.
#include "world/impl/schema_place.hpp"

#include <algorithm>

#include "base/regex.hpp"
#include "world/impl/field_path.hpp"

namespace understudy::world {

namespace {

using json::Pointer;
using json::Value;
using Kind = SchemaPlace::Kind;

constexpr unsigned kMostHops = 64;

// What is described wins over what is refused, and that over what nobody speaks of.
int rank_of(Kind kind) {
    return kind == Kind::Described ? 2 : kind == Kind::None ? 1 : 0;
}

class Finder {
public:
    explicit Finder(const Value& root) : root_(root) {}

    SchemaPlace find(const Pointer& at, std::span<const std::string> steps) {
        const Value* schema = at.resolve(root_);
        if (schema == nullptr || ++hops_ > kMostHops) return {Kind::Open, {}};
        if (steps.empty()) return {Kind::Described, at};
        if (!schema->is_object()) return {Kind::Open, {}};
        SchemaPlace best = inside(at, *schema, steps);
        const auto consider = [&](const SchemaPlace& other) {
            if (rank_of(other.kind) > rank_of(best.kind)) best = other;
        };
        if (const Value* reference = schema->find("$ref")) {
            const auto target = target_of(*reference);
            if (target) consider(find(*target, steps));
        }
        for (const std::string_view word : {"allOf", "anyOf", "oneOf"}) {
            const Value* parts = schema->find(word);
            if (parts == nullptr || !parts->is_array()) continue;
            for (std::size_t i = 0; i < parts->size(); ++i) consider(find(at / word / i, steps));
        }
        return best;
    }

private:
    static std::optional<Pointer> target_of(const Value& reference) {
        if (!reference.is_string() || !reference.as_string().starts_with('#')) return std::nullopt;
        auto pointer = Pointer::parse(reference.as_string().substr(1));
        if (!pointer) return std::nullopt;
        return *pointer;
    }

    SchemaPlace inside(const Pointer& at, const Value& schema, std::span<const std::string> steps) {
        const std::string& step = steps.front();
        const auto rest = steps.subspan(1);
        const auto index = json::to_index(step);
        if (schema.has("items") || schema.has("prefixItems")) {
            const Value* first = schema.find("prefixItems");
            if (index && first != nullptr && *index < first->size()) {
                return find(at / "prefixItems" / *index, rest);
            }
            if ((index || step == "*") && schema.has("items")) return find(at / "items", rest);
            return {};
        }
        if (const Value* properties = schema.find("properties")) {
            if (properties->has(step)) return find(at / "properties" / step, rest);
        }
        if (const Value* patterns = schema.find("patternProperties")) {
            for (const json::Member& member : patterns->members()) {
                auto regex = base::Regex::compile(member.key(), base::Regex::Dialect::Ecma);
                if (regex && regex->is_found_in(step)) {
                    return find(at / "patternProperties" / member.key(), rest);
                }
            }
        }
        if (const Value* others = schema.find("additionalProperties")) {
            if (others->is_object()) return find(at / "additionalProperties", rest);
            const bool refuses = others->is_bool() && !others->as_bool();
            return {refuses ? Kind::None : Kind::Open, {}};
        }
        return {schema.has("properties") ? Kind::None : Kind::Open, {}};
    }

    const Value& root_;
    unsigned hops_ = 0;
};

void name_all(const Value& root, const Value& schema, const std::string& prefix, unsigned depth,
              std::vector<std::string>& names) {
    constexpr std::size_t kMost = 500;
    if (depth == 0 || names.size() > kMost || !schema.is_object()) return;
    const auto below = [&](std::string_view name) {
        return prefix.empty() ? std::string(name) : prefix + "." + std::string(name);
    };
    if (const Value* reference = schema.find("$ref");
        reference != nullptr && reference->is_string() && reference->as_string().starts_with('#')) {
        const auto pointer = Pointer::parse(reference->as_string().substr(1));
        const Value* target = pointer ? pointer->resolve(root) : nullptr;
        if (target != nullptr) name_all(root, *target, prefix, depth - 1, names);
    }
    if (const Value* properties = schema.find("properties")) {
        for (const json::Member& member : properties->members()) {
            const std::string name = below(escaped(member.key()));
            if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
            name_all(root, member.value, name, depth - 1, names);
        }
    }
    if (const Value* items = schema.find("items")) {
        name_all(root, *items, below("*"), depth - 1, names);
    }
    for (const std::string_view word : {"allOf", "anyOf", "oneOf"}) {
        const Value* parts = schema.find(word);
        if (parts == nullptr || !parts->is_array()) continue;
        for (const Value& part : parts->items()) name_all(root, part, prefix, depth - 1, names);
    }
}

}  // namespace

SchemaPlace place_in_schema(const Value& schema, std::span<const std::string> steps) {
    return Finder(schema).find({}, steps);
}

std::string why_invalid(const schema::Violation& violation) {
    constexpr std::string_view kWhole = "the value: ";
    std::string why = base::message(schema::to_error(violation));
    if (why.starts_with(kWhole)) why.erase(0, kWhole.size());
    return why;
}

std::vector<std::string> names_in_schema(const Value& schema) {
    constexpr unsigned kDeepest = 8;
    std::vector<std::string> names;
    name_all(schema, schema, "", kDeepest, names);
    return names;
}

}  // namespace understudy::world
