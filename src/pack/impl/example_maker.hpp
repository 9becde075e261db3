// Makes values from schemas as they are written, without asking the compiled form.
//
// A schema is first folded into a Wish: what `$ref`, `allOf` and one branch of each `anyOf` and
// `oneOf` say together. A value is then made for the wish; where that fails another branch is
// tried. What a wish cannot say (`not`, `if`, limits across branches) is left to the check that
// follows in make_example.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/seed.hpp"
#include "json/value.hpp"
#include "pack/example.hpp"

namespace understudy::pack {

// What several schemas together want of one value.
struct Wish {
    std::uint8_t kinds = 0x7F;  // bits by json::Kind; bit 6: whole numbers only
    bool nullable = false;      // OpenAPI 3.0: null beside whatever else is said
    std::optional<std::vector<json::Value>> values;  // enum, const
    std::vector<json::Value> suggested;              // example, examples, default

    std::vector<json::Value> least, most, above, below, multiples;
    std::uint64_t shortest = 0, longest = 1'000'000;
    std::vector<std::string> patterns;
    std::string format;

    std::uint64_t fewest_items = 0, most_items = 1'000'000;
    bool unique = false;
    std::vector<const json::Value*> items;
    std::vector<std::vector<const json::Value*>> prefix;
    const json::Value* contains = nullptr;

    struct Property {
        std::string_view name;
        std::vector<const json::Value*> schemas;
        bool required = false;
        bool left_out = false;  // goes the other way: write-only in an answer
    };
    std::vector<Property> properties;  // in the order they are written
    std::vector<const json::Value*> additional;
    bool closed = false;  // additionalProperties: false
    std::vector<std::pair<std::string, const json::Value*>> by_pattern;
    std::vector<const json::Value*> names;  // propertyNames
    std::uint64_t fewest_properties = 0, most_properties = 1'000'000;

    std::unordered_map<std::string_view, std::size_t> places;  // of properties

    Property& property(std::string_view name);
    bool allows(json::Kind kind) const;
};

class ExampleMaker {
public:
    // `document` is what `$ref` points into; it must outlive this.
    ExampleMaker(const json::Value& document, const ExampleOptions& options);

    // Only required properties from here on; another number gives other values.
    void set_frugal(bool frugal) { frugal_ = frugal; }
    void set_variation(std::uint64_t variation) { variation_ = variation; }

    std::optional<json::Value> make(const json::Value& schema);
    std::size_t total_steps() const { return total_ + steps_; }  // of all values made so far

private:
    using Schemas = std::vector<const json::Value*>;
    struct Picks {
        std::vector<std::size_t> chosen;  // branch of each choice, in the order they are met
        std::vector<std::size_t> sizes;
        bool next();  // the next combination; false after the last
    };

    std::optional<json::Value> value(const Schemas& schemas);
    std::optional<json::Value> value_for(const Wish& wish);
    std::optional<json::Value> fresh_value(const Schemas& schemas);
    bool fold(const json::Value& schema, Wish& wish, Picks& picks, std::size_t& met,
              std::size_t depth);
    bool fold_branch(const json::Value& branches, Wish& wish, Picks& picks, std::size_t& met,
                     std::size_t depth);
    const json::Value* resolve(std::string_view ref) const;
    bool leads_back(const json::Value& schema, std::size_t depth = 0);

    std::optional<json::Value> number_for(const Wish& wish);
    std::optional<json::Value> string_for(const Wish& wish);
    std::optional<json::Value> array_for(const Wish& wish);
    std::optional<json::Value> object_for(const Wish& wish);
    Schemas schemas_of(const Wish& wish, std::string_view name) const;
    bool add_made_up_members(const Wish& wish, json::Value& object);
    bool gives_optional() const;
    bool spend();  // one value more; false: no more

    const json::Value& document_;
    ExampleOptions options_;
    base::Stream stream_;
    bool frugal_ = false;
    std::uint64_t variation_ = 0;
    std::size_t steps_ = 0;
    std::size_t total_ = 0;
    std::size_t nodes_ = 0;
    std::size_t depth_ = 0;
    std::vector<std::string> open_refs_;                 // around the value being made
    std::size_t cut_at_ = static_cast<std::size_t>(-1);  // least open reference cut on

    struct Known {
        json::Value value;
        std::size_t nodes = 0;
    };
    std::map<std::pair<std::string, std::size_t>, Known> known_;  // (reference, depth)
};

// As in example.hpp, with a maker that remembers what it made for the same document before.
base::Result<json::Value> make_example(const FieldSchema& schema, const ExampleOptions& options,
                                       ExampleMaker& maker);

// Of the plainest form that fits: used for formats by name. Nothing: the format is not known.
std::optional<std::string> text_of_format(std::string_view format, base::Stream* drawn,
                                          std::uint64_t variation);

// Does a scalar fit what the wish says of its kind? Containers never do.
bool fits(const Wish& wish, const json::Value& value);

}  // namespace understudy::pack
