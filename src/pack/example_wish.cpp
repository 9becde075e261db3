// Folding schemas into a Wish.
#include <algorithm>
#include <array>
#include <tuple>

#include "json/pointer.hpp"
#include "pack/impl/example_maker.hpp"

namespace understudy::pack {

namespace {

constexpr std::size_t kMostFolds = 64;  // schemas inside schemas at one place
// More of these are not looked at: the check of the finished value sees them all.
constexpr std::size_t kMostValues = 500;
constexpr std::size_t kMostBranches = 64;
constexpr std::size_t kMostPatterns = 16;
constexpr std::uint8_t kIntegerBit = 64;
constexpr std::uint8_t kNumberBits = 4 | kIntegerBit;

std::uint8_t bits_of(std::string_view type) {
    if (type == "null") return 1;
    if (type == "boolean") return 2;
    if (type == "number") return kNumberBits;
    if (type == "integer") return kIntegerBit;
    if (type == "string" || type == "file") return 8;
    if (type == "array") return 16;
    if (type == "object") return 32;
    return 0;
}

std::uint64_t count_of(const json::Value& value, std::uint64_t otherwise) {
    if (!value.is_number()) return otherwise;
    const auto whole = value.to_int64();
    return whole && *whole >= 0 ? static_cast<std::uint64_t>(*whole) : otherwise;
}

bool is_true(const json::Value* value) {
    return value != nullptr && value->is_bool() && value->as_bool();
}

void keep_values(Wish& wish, std::span<const json::Value> values) {
    values = values.first(std::min(values.size(), kMostValues));
    if (!wish.values) {
        wish.values.emplace(values.begin(), values.end());
        return;
    }
    std::erase_if(*wish.values, [&](const json::Value& value) {
        return std::none_of(values.begin(), values.end(), [&](const json::Value& other) {
            return json::equivalent(value, other);
        });
    });
}

void fold_type(const json::Value& schema, Wish& wish) {
    const json::Value* type = schema.find("type");
    if (type == nullptr) return;
    std::uint8_t bits = 0;
    if (type->is_string()) bits = bits_of(type->as_string());
    for (const json::Value& each :
         type->is_array() ? type->items() : std::span<const json::Value>{}) {
        if (each.is_string()) bits = static_cast<std::uint8_t>(bits | bits_of(each.as_string()));
    }
    if (is_true(schema.find("nullable"))) bits = static_cast<std::uint8_t>(bits | 1U);
    wish.kinds = static_cast<std::uint8_t>(wish.kinds & bits);
}

void fold_number(const json::Value& schema, Wish& wish) {
    for (const auto& [key, inclusive, exclusive, strict] :
         {std::tuple{"minimum", &wish.least, &wish.above, "exclusiveMinimum"},
          std::tuple{"maximum", &wish.most, &wish.below, "exclusiveMaximum"}}) {
        const json::Value* strictly = schema.find(strict);
        if (const json::Value* bound = schema.find(key); bound != nullptr && bound->is_number()) {
            (is_true(strictly) ? exclusive : inclusive)->push_back(*bound);
        }
        if (strictly != nullptr && strictly->is_number()) exclusive->push_back(*strictly);
    }
    if (const json::Value* multiple = schema.find("multipleOf");
        multiple != nullptr && multiple->is_number()) {
        wish.multiples.push_back(*multiple);
    }
}

void fold_string(const json::Value& schema, Wish& wish) {
    if (const json::Value* least = schema.find("minLength")) {
        wish.shortest = std::max(wish.shortest, count_of(*least, 0));
    }
    if (const json::Value* most = schema.find("maxLength")) {
        wish.longest = std::min(wish.longest, count_of(*most, wish.longest));
    }
    if (const json::Value* pattern = schema.find("pattern");
        pattern && pattern->is_string() && wish.patterns.size() < kMostPatterns) {
        wish.patterns.emplace_back(pattern->as_string());
    }
    if (const json::Value* format = schema.find("format"); format && format->is_string()) {
        wish.format = format->as_string();
    }
}

void fold_array(const json::Value& schema, Wish& wish) {
    if (const json::Value* least = schema.find("minItems")) {
        wish.fewest_items = std::max(wish.fewest_items, count_of(*least, 0));
    }
    if (const json::Value* most = schema.find("maxItems")) {
        wish.most_items = std::min(wish.most_items, count_of(*most, wish.most_items));
    }
    wish.unique = wish.unique || is_true(schema.find("uniqueItems"));
    const auto fold_tuple = [&](const json::Value& tuple) {
        if (wish.prefix.size() < tuple.size()) wish.prefix.resize(tuple.size());
        for (std::size_t i = 0; i < tuple.size(); ++i) wish.prefix[i].push_back(&tuple[i]);
    };
    const json::Value* items = schema.find("items");
    if (const json::Value* tuple = schema.find("prefixItems"); tuple && tuple->is_array()) {
        fold_tuple(*tuple);
    }
    if (items != nullptr && items->is_array()) {
        fold_tuple(*items);
        if (const json::Value* more = schema.find("additionalItems")) wish.items.push_back(more);
    } else if (items != nullptr) {
        wish.items.push_back(items);
    }
    if (const json::Value* contains = schema.find("contains")) wish.contains = contains;
}

void fold_properties(const json::Value& schema, Wish& wish, schema::Direction direction) {
    const char* other_way = direction == schema::Direction::Request    ? "readOnly"
                            : direction == schema::Direction::Response ? "writeOnly"
                                                                       : "";
    if (const json::Value* properties = schema.find("properties");
        properties && properties->is_object()) {
        for (const json::Member& member : properties->members()) {
            Wish::Property& property = wish.property(member.key());
            property.schemas.push_back(&member.value);
            if (*other_way != 0 && is_true(member.value.find(other_way))) property.left_out = true;
        }
    }
    if (const json::Value* required = schema.find("required"); required && required->is_array()) {
        for (const json::Value& name : required->items()) {
            if (name.is_string()) wish.property(name.as_string()).required = true;
        }
    }
}

void fold_object(const json::Value& schema, Wish& wish, schema::Direction direction) {
    fold_properties(schema, wish, direction);
    if (const json::Value* more = schema.find("additionalProperties")) {
        if (more->is_bool() && !more->as_bool()) {
            wish.closed = true;
        } else if (more->is_object()) {
            wish.additional.push_back(more);
        }
    }
    if (const json::Value* patterns = schema.find("patternProperties");
        patterns && patterns->is_object()) {
        for (const json::Member& member : patterns->members()) {
            if (wish.by_pattern.size() >= kMostPatterns) break;
            wish.by_pattern.emplace_back(member.key(), &member.value);
        }
    }
    if (const json::Value* names = schema.find("propertyNames")) wish.names.push_back(names);
    if (const json::Value* least = schema.find("minProperties")) {
        wish.fewest_properties = std::max(wish.fewest_properties, count_of(*least, 0));
    }
    if (const json::Value* most = schema.find("maxProperties")) {
        wish.most_properties =
            std::min(wish.most_properties, count_of(*most, wish.most_properties));
    }
}

void fold_suggestions(const json::Value& schema, Wish& wish) {
    if (const json::Value* example = schema.find("example")) wish.suggested.push_back(*example);
    if (const json::Value* examples = schema.find("examples"); examples && examples->is_array()) {
        for (const json::Value& example : examples->items()) wish.suggested.push_back(example);
    }
    if (const json::Value* standard = schema.find("default")) wish.suggested.push_back(*standard);
}

bool is_null_only(const json::Value& branch) {
    const json::Value* type = branch.find("type");
    if (type != nullptr && type->is_string()) return type->as_string() == "null";
    const json::Value* values = branch.find("enum");
    return values != nullptr && values->size() == 1 && (*values)[0].is_null();
}

}  // namespace

Wish::Property& Wish::property(std::string_view name) {
    const auto [place, is_new] = places.try_emplace(name, properties.size());
    if (is_new) properties.push_back({name, {}, false, false});
    return properties[place->second];
}

bool Wish::allows(json::Kind kind) const {
    const unsigned bits =
        kind == json::Kind::Number ? kNumberBits : 1U << static_cast<unsigned>(kind);
    return (kinds & bits) != 0;
}

bool ExampleMaker::Picks::next() {
    while (!chosen.empty()) {
        if (++chosen.back() < sizes.back()) return true;
        chosen.pop_back();
        sizes.pop_back();
    }
    return false;
}

const json::Value* ExampleMaker::resolve(std::string_view ref) const {
    if (!ref.starts_with('#')) return nullptr;
    std::string fragment(ref.substr(1));
    // The fragment of a URI: escapes of the URI are undone before those of the pointer.
    for (std::size_t at = 0; (at = fragment.find('%', at)) != std::string::npos; ++at) {
        unsigned octet = 0;
        bool good = at + 2 < fragment.size();
        for (std::size_t i = 1; good && i <= 2; ++i) {
            const char c = fragment[at + i];
            const std::size_t digit =
                std::string_view("0123456789abcdef")
                    .find(static_cast<char>(c >= 'A' && c <= 'F' ? c + 32 : c));
            good = digit != std::string_view::npos;
            octet = octet * 16 + static_cast<unsigned>(good ? digit : 0);
        }
        if (good) fragment.replace(at, 3, 1, static_cast<char>(octet));
    }
    const auto pointer = json::Pointer::parse(fragment);
    return pointer ? pointer->resolve(document_) : nullptr;
}

bool ExampleMaker::fold_branch(const json::Value& branches, Wish& wish, Picks& picks,
                               std::size_t& met, std::size_t depth) {
    if (!branches.is_array() || branches.size() == 0) return true;
    // Null comes last, and so does what leads back to a schema we are inside of.
    std::array<std::vector<const json::Value*>, 3> ranked;
    const auto all = branches.items();
    for (const json::Value& branch : all.first(std::min(all.size(), kMostBranches))) {
        ranked[leads_back(branch) ? 2 : is_null_only(branch) ? 1 : 0].push_back(&branch);
    }
    std::vector<const json::Value*> order = std::move(ranked[0]);
    order.insert(order.end(), ranked[1].begin(), ranked[1].end());
    order.insert(order.end(), ranked[2].begin(), ranked[2].end());
    steps_ += order.size() / 8;  // looking at them is work too
    if (met == picks.chosen.size()) {
        picks.chosen.push_back(0);
        picks.sizes.push_back(order.size());
    }
    const std::size_t choice = picks.chosen[met++];
    return fold(*order[choice], wish, picks, met, depth + 1);
}

// False: nothing can fit.
bool ExampleMaker::fold(const json::Value& schema, Wish& wish, Picks& picks, std::size_t& met,
                        std::size_t depth) {
    if (schema.is_bool()) return schema.as_bool();
    if (!schema.is_object()) return true;
    if (depth > kMostFolds || ++steps_ > options_.nodes * 3) return false;
    if (const json::Value* ref = schema.find("$ref"); ref && ref->is_string()) {
        const std::string name(ref->as_string());
        const auto open = std::find(open_refs_.begin(), open_refs_.end(), name);
        if (open != open_refs_.end()) {
            cut_at_ = std::min(cut_at_, static_cast<std::size_t>(open - open_refs_.begin()));
        }
        if (std::count(open_refs_.begin(), open_refs_.end(), name) > 2) return false;
        open_refs_.push_back(name);
        const json::Value* target = resolve(name);
        if (target != nullptr && !fold(*target, wish, picks, met, depth + 1)) return false;
    }
    fold_type(schema, wish);
    wish.nullable = wish.nullable || is_true(schema.find("nullable"));
    if (const json::Value* values = schema.find("enum"); values && values->is_array()) {
        keep_values(wish, values->items());
    }
    if (const json::Value* only = schema.find("const")) keep_values(wish, {only, 1});
    fold_suggestions(schema, wish);
    fold_number(schema, wish);
    fold_string(schema, wish);
    fold_array(schema, wish);
    fold_object(schema, wish, options_.direction);
    if (const json::Value* all = schema.find("allOf"); all && all->is_array()) {
        for (const json::Value& part : all->items()) {
            if (!fold(part, wish, picks, met, depth + 1)) return false;
        }
    }
    for (const char* key : {"anyOf", "oneOf"}) {
        const json::Value* branches = schema.find(key);
        if (branches && !fold_branch(*branches, wish, picks, met, depth)) return false;
    }
    return wish.kinds != 0 && (!wish.values || !wish.values->empty());
}

// Can the schema only be met by going back into a reference that is open around it?
bool ExampleMaker::leads_back(const json::Value& schema, std::size_t depth) {
    if (depth > 4) return false;
    if (const json::Value* ref = schema.find("$ref"); ref && ref->is_string()) {
        const auto open = std::find(open_refs_.begin(), open_refs_.end(), ref->as_string());
        if (open == open_refs_.end()) return false;
        cut_at_ = std::min(cut_at_, static_cast<std::size_t>(open - open_refs_.begin()));
        return true;
    }
    if (const json::Value* all = schema.find("allOf"); all && all->is_array()) {
        for (const json::Value& part : all->items()) {
            if (leads_back(part, depth + 1)) return true;
        }
    }
    for (const char* key : {"anyOf", "oneOf"}) {
        const json::Value* branches = schema.find(key);
        if (branches == nullptr || !branches->is_array() || branches->size() == 0) continue;
        const auto items = branches->items();
        if (std::all_of(items.begin(), items.end(), [&](const json::Value& branch) {
                return is_null_only(branch) || leads_back(branch, depth + 1);
            })) {
            return true;
        }
    }
    return false;
}

}  // namespace understudy::pack
