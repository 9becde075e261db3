// Making values for wishes: which kind, and the insides of arrays and objects.
#include <algorithm>

#include "base/regex.hpp"
#include "pack/impl/example_maker.hpp"
#include "pack/impl/pattern_text.hpp"

namespace understudy::pack {

namespace {

constexpr std::size_t kMostPicks = 16;
constexpr std::size_t kMostItems = 1'000;
constexpr std::size_t kNoCut = static_cast<std::size_t>(-1);

bool is_bare_reference(const json::Value& schema) {
    const json::Value* ref = schema.find("$ref");
    return ref != nullptr && ref->is_string() && schema.size() == 1;
}

// The kinds worth trying, the likeliest first.
std::vector<json::Kind> likely_kinds(const Wish& wish) {
    using enum json::Kind;
    std::vector<json::Kind> order;
    const auto add = [&](json::Kind kind, bool likely) {
        if (!wish.allows(kind)) return;
        if (std::find(order.begin(), order.end(), kind) != order.end()) return;
        if (likely) order.push_back(kind);
    };
    const bool is_object = !wish.properties.empty() || !wish.additional.empty() || wish.closed ||
                           !wish.by_pattern.empty() || wish.fewest_properties > 0;
    const bool is_array = !wish.items.empty() || !wish.prefix.empty() || wish.fewest_items > 0;
    const bool is_string = !wish.patterns.empty() || wish.shortest > 0 || !wish.format.empty();
    const bool is_number = !wish.least.empty() || !wish.most.empty() || !wish.multiples.empty();
    add(Object, is_object);
    add(Array, is_array);
    add(Number, is_number);
    add(String, is_string);
    const bool is_anything = (wish.kinds & 0x3F) == 0x3F;
    if (is_anything) add(Object, true);
    for (const json::Kind kind : {String, Number, Bool, Object, Array, Null}) add(kind, true);
    return order;
}

}  // namespace

ExampleMaker::ExampleMaker(const json::Value& document, const ExampleOptions& options)
    : document_(document),
      options_(options),
      stream_(options.seed, {"synth", options.key}, options.sequence) {}

std::optional<json::Value> ExampleMaker::make(const json::Value& schema) {
    total_ += steps_;
    steps_ = nodes_ = depth_ = 0;
    open_refs_.clear();
    cut_at_ = kNoCut;
    stream_ = base::Stream(options_.seed, {"synth", options_.key}, options_.sequence);
    return value({&schema});
}

bool ExampleMaker::spend() {
    return ++steps_ <= options_.nodes * 3 && ++nodes_ <= options_.nodes;
}

bool ExampleMaker::gives_optional() const {
    return !frugal_ && depth_ <= options_.depth / 2 && nodes_ < options_.nodes / 10;
}

// A reference that did not depend on where it stood is remembered: API documents use the same few
// hundred schemas thousands of times.
std::optional<json::Value> ExampleMaker::value(const Schemas& schemas) {
    const bool may_know = schemas.size() == 1 && is_bare_reference(*schemas[0]) &&
                          !options_.drawn && !frugal_ && variation_ == 0;
    if (!may_know) return fresh_value(schemas);
    const std::pair<std::string, std::size_t> key{schemas[0]->find("$ref")->as_string(), depth_};
    const bool is_open =
        std::find(open_refs_.begin(), open_refs_.end(), key.first) != open_refs_.end();
    if (const auto known = known_.find(key); known != known_.end() && !is_open) {
        nodes_ += known->second.nodes;
        if (nodes_ > options_.nodes) return std::nullopt;
        return known->second.value;
    }
    const std::size_t outer_cut = cut_at_;
    const std::size_t nodes_before = nodes_;
    cut_at_ = kNoCut;
    std::optional<json::Value> made = fresh_value(schemas);
    if (made && cut_at_ >= open_refs_.size() && gives_optional()) {
        known_[key] = {*made, nodes_ - nodes_before};
    }
    cut_at_ = std::min(outer_cut, cut_at_);
    return made;
}

std::optional<json::Value> ExampleMaker::fresh_value(const Schemas& schemas) {
    if (!spend() || depth_ > options_.depth * 2) return std::nullopt;
    const std::size_t open_before = open_refs_.size();
    Picks picks;
    for (std::size_t tries = 0; tries < kMostPicks; ++tries) {
        Wish wish;
        std::size_t met = 0;
        bool possible = true;
        for (const json::Value* schema : schemas) {
            possible = possible && fold(*schema, wish, picks, met, 0);
        }
        // Choices that were not reached this time are forgotten.
        picks.chosen.resize(met);
        picks.sizes.resize(met);
        std::optional<json::Value> made;
        if (possible) made = value_for(wish);
        open_refs_.resize(open_before);
        if (made) return made;
        if (wish.nullable && possible && !wish.values) return json::Value();
        if (!picks.next()) break;
    }
    return std::nullopt;
}

std::optional<json::Value> ExampleMaker::value_for(const Wish& wish) {
    if (wish.values) {
        std::vector<const json::Value*> fitting;
        for (const json::Value& each : *wish.values) {
            const bool is_container = each.is_array() || each.is_object();
            if (is_container ? wish.allows(each.kind()) : fits(wish, each))
                fitting.push_back(&each);
        }
        std::stable_partition(fitting.begin(), fitting.end(),
                              [](const json::Value* each) { return !each->is_null(); });
        if (fitting.empty()) return std::nullopt;
        if (options_.drawn) return *fitting[stream_.below(fitting.size())];
        return *fitting[variation_ % fitting.size()];
    }
    if (!options_.drawn && variation_ == 0) {
        for (const json::Value& each : wish.suggested) {
            if (!each.is_null() && fits(wish, each)) return each;
        }
    }
    for (const json::Kind kind : likely_kinds(wish)) {
        std::optional<json::Value> made;
        switch (kind) {
            case json::Kind::Object: made = object_for(wish); break;
            case json::Kind::Array: made = array_for(wish); break;
            case json::Kind::String: made = string_for(wish); break;
            case json::Kind::Number: made = number_for(wish); break;
            case json::Kind::Bool:
                made = json::Value(options_.drawn ? stream_.below(2) == 1 : variation_ % 2 == 1);
                break;
            case json::Kind::Null: made = json::Value(); break;
        }
        if (made) return made;
    }
    return std::nullopt;
}

std::optional<json::Value> ExampleMaker::array_for(const Wish& wish) {
    json::Value array = json::Value::array();
    std::size_t count = std::max<std::size_t>(wish.fewest_items, wish.prefix.size());
    const bool leads_on = std::any_of(wish.items.begin(), wish.items.end(),
                                      [&](const json::Value* each) { return leads_back(*each); });
    if (count == 0 && !wish.items.empty() && gives_optional() && !leads_on) count = 1;
    if (count == 0 && wish.contains != nullptr) count = 1;
    count = std::min({count, static_cast<std::size_t>(wish.most_items), kMostItems});
    if (count < wish.fewest_items) return std::nullopt;

    const std::uint64_t variation_before = variation_;
    ++depth_;
    for (std::size_t i = 0; i < count; ++i) {
        Schemas schemas = i < wish.prefix.size() ? wish.prefix[i] : wish.items;
        if (i == 0 && wish.contains != nullptr) schemas.push_back(wish.contains);
        std::optional<json::Value> item;
        for (std::uint64_t tries = 0; tries < 20; ++tries) {
            if (wish.unique) variation_ = variation_before + i + tries;
            item = value(schemas);
            const auto earlier = array.items();
            const bool is_repeated =
                item && wish.unique &&
                std::any_of(earlier.begin(), earlier.end(), [&](const json::Value& other) {
                    return json::equivalent(other, *item);
                });
            if (!is_repeated) break;
            item.reset();
        }
        variation_ = variation_before;
        if (!item) break;
        array.push_back(std::move(*item));
    }
    --depth_;
    if (array.size() < wish.fewest_items) return std::nullopt;
    return array;
}

// What is said of a member of that name, by whatever keyword.
ExampleMaker::Schemas ExampleMaker::schemas_of(const Wish& wish, std::string_view name) const {
    Schemas schemas;
    if (const auto place = wish.places.find(name); place != wish.places.end()) {
        schemas = wish.properties[place->second].schemas;
    }
    for (const auto& [pattern, schema] : wish.by_pattern) {
        const auto regex = base::Regex::compile(pattern, base::Regex::Dialect::Ecma);
        if (regex && regex->is_found_in(name)) schemas.push_back(schema);
    }
    return schemas.empty() ? wish.additional : schemas;
}

std::optional<json::Value> ExampleMaker::object_for(const Wish& wish) {
    json::Value object = json::Value::object();
    ++depth_;
    bool complete = true;
    std::size_t required = 0;
    for (const Wish::Property& property : wish.properties) {
        required += property.required && !property.left_out ? 1 : 0;
    }
    std::size_t optional_left = wish.most_properties > required
                                    ? static_cast<std::size_t>(wish.most_properties) - required
                                    : 0;
    for (const Wish::Property& property : wish.properties) {
        if (property.left_out) continue;
        if (!property.required) {
            if (optional_left == 0 || !gives_optional() || property.schemas.empty()) continue;
            if (std::any_of(property.schemas.begin(), property.schemas.end(),
                            [&](const json::Value* each) { return leads_back(*each); })) {
                continue;
            }
        }
        std::optional<json::Value> member = value(schemas_of(wish, property.name));
        if (member) {
            object.append(property.name, std::move(*member));
            optional_left -= property.required ? 0 : 1;
        } else if (property.required) {
            complete = false;
            break;
        }
    }
    complete = complete && add_made_up_members(wish, object);
    --depth_;
    if (!complete) return std::nullopt;
    return object;
}

// Members nobody named, for `minProperties`.
bool ExampleMaker::add_made_up_members(const Wish& wish, json::Value& object) {
    for (std::uint64_t i = 0; object.size() < wish.fewest_properties; ++i) {
        if (i > 2 * wish.fewest_properties + 10 || i > kMostItems) return false;
        std::string name;
        if (!wish.by_pattern.empty() && (wish.closed || wish.additional.empty())) {
            const std::uint64_t before = variation_;
            name = text_of_pattern(wish.by_pattern[0].first, {0, 1'000, before + i}).value_or("");
        } else if (!wish.names.empty()) {
            const std::uint64_t before = variation_;
            variation_ = before + i;
            const auto made = value(wish.names);
            variation_ = before;
            if (made && made->is_string()) name = made->as_string();
        } else if (wish.closed) {
            // Only a declared one that was left out can help.
            if (i >= wish.properties.size()) return false;
            name = wish.properties[i].left_out ? "" : wish.properties[i].name;
        } else {
            name = "key" + std::to_string(i + 1);
        }
        if (name.empty() || object.has(name)) continue;
        auto member = value(schemas_of(wish, name));
        if (!member) return false;
        object.append(name, std::move(*member));
    }
    return true;
}

}  // namespace understudy::pack
