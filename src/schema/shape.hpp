// What values look like, learnt from values: for drift reports, where no schema was promised.
//
//     Shape shape;
//     for (const Value& answer : answers) shape.add(answer);
//     shape.to_text();      // {amount: integer, currency: "eur"|"usd", note?: string|null}
//     shape.to_schema();    // as a 2020-12 schema that accepts every value it was fed
//
// A Shape counts; it never judges. Its size is bounded whatever it is fed: what is left out is
// marked as cut and stays unconstrained in the schema.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "json/value.hpp"

namespace understudy::schema {

struct ShapeLimits {
    std::size_t nodes = 20'000;    // of the whole shape
    std::size_t depth = 64;        //
    std::size_t properties = 500;  // of one object
    std::size_t texts = 20;        // different strings remembered at one place
    std::size_t text_bytes = 80;   // longer strings are never candidates of an enumeration
};

struct ShapeNode;

struct ShapeProperty {
    std::string name;
    std::uint64_t present = 0;    // objects that had it
    std::vector<ShapeNode> node;  // one
};

struct ShapeNode {
    std::uint64_t count = 0;                 // values seen here
    std::array<std::uint64_t, 6> kinds{};    // by json::Kind
    std::uint64_t whole_numbers = 0;         // among the numbers
    std::optional<json::Value> least, most;  // of the numbers

    std::uint64_t shortest = 0, longest = 0;  // of the strings, in characters
    std::map<std::string, std::uint64_t, std::less<>> texts;
    bool has_more_texts = false;  // too many, or too long, to remember
    std::map<std::string, std::uint64_t, std::less<>> formats;  // strings that had each format

    std::uint64_t fewest_items = 0, most_items = 0;  // of the arrays
    std::vector<ShapeNode> items;                    // none or one: all items of all arrays

    std::vector<ShapeProperty> properties;  // by name
    bool is_cut = false;                    // something below was left out

    std::uint64_t of(json::Kind kind) const { return kinds[static_cast<std::size_t>(kind)]; }
    bool is_homogeneous() const;                // one kind of value, null aside
    std::optional<std::string> format() const;  // the one that every string had
    // The strings, if they look like a closed list: few, and seen again and again.
    std::vector<std::string> enumeration() const;
    const ShapeProperty* find(std::string_view name) const;
};

struct ShapeSchemaOptions {
    bool ranges = false;  // also minimum, maximum, lengths and numbers of items as seen
    bool closed = false;  // additionalProperties: false where nothing was cut
};

class Shape {
public:
    explicit Shape(ShapeLimits limits = {}) : limits_(limits) {}

    void add(const json::Value& value);
    void merge(const Shape& other);

    const ShapeNode& root() const { return root_; }
    std::size_t node_count() const { return nodes_; }
    json::Value to_schema(const ShapeSchemaOptions& options = {}) const;
    std::string to_text() const;

private:
    void add_to(ShapeNode& node, const json::Value& value, std::size_t depth);
    void add_string(ShapeNode& node, std::string_view text);
    void add_text(ShapeNode& node, std::string_view text, std::uint64_t count);
    void merge_into(ShapeNode& node, const ShapeNode& other, std::size_t depth);
    ShapeProperty* property_of(ShapeNode& node, std::string_view name);
    bool has_items_of(ShapeNode& node);

    ShapeLimits limits_;
    ShapeNode root_;
    std::size_t nodes_ = 1;
};

}  // namespace understudy::schema
