// A compiled schema: one flat array of nodes and, beside it, one array for each kind of detail.
//
// A node says which kinds of value it lets in and which groups of checks it has; most nodes have
// one or none. Everything is an index, so a recursive schema is a loop in numbers and nothing owns
// anything twice. A Program never changes once it is built.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/decimal.hpp"
#include "json/value.hpp"
#include "schema/impl/format.hpp"
#include "schema/impl/key_table.hpp"
#include "schema/impl/keyword.hpp"
#include "schema/impl/text_test.hpp"

namespace understudy::schema {

using NodeId = std::uint32_t;
constexpr NodeId kNoNode = 0xFFFF'FFFF;
constexpr std::uint32_t kNoDetail = 0xFFFF'FFFF;
constexpr std::uint64_t kNoLimit = std::numeric_limits<std::uint64_t>::max();

// Bit per json::Kind, and one more: a number that is whole.
enum TypeBit : std::uint8_t {
    kNullBit = 1,
    kBoolBit = 2,
    kNumberBit = 4,
    kStringBit = 8,
    kArrayBit = 16,
    kObjectBit = 32,
    kIntegerBit = 64,
    kAnyType = 127,
};
constexpr std::uint8_t bit_of(json::Kind kind) {
    return static_cast<std::uint8_t>(1U << static_cast<unsigned>(kind));
}

enum Check : std::uint16_t {
    kEnumCheck = 1,      // enum or const
    kNumberCheck = 2,    // bounds, multipleOf, number formats
    kStringCheck = 4,    // lengths, pattern, formats
    kArrayCheck = 8,     //
    kObjectCheck = 16,   //
    kRefCheck = 32,      // $ref, in `ref`
    kInPlaceCheck = 64,  // allOf, anyOf, oneOf, not, if, $dynamicRef, dependent schemas
    kUnevaluatedCheck = 128,
    kNullPasses = 256,    // nullable: null is valid whatever else is said
    kNever = 512,         // the schema `false`
    kWholeByText = 1024,  // draft 4: 1.0 is no integer
};

struct EnumCheck {
    KeyTable strings;
    std::vector<json::Value> others;
    std::vector<std::pair<std::uint64_t, std::uint32_t>> by_hash;  // sorted; only for many others
    Keyword keyword = Keyword::Enum;
};

struct Bound {
    base::Decimal value;
    bool exclusive = false;
    Keyword keyword = Keyword::Minimum;  // which one to blame
};

struct NumberCheck {
    // What the bounds mean for whole numbers of up to 18 digits.
    std::int64_t least = std::numeric_limits<std::int64_t>::min();
    std::int64_t most = std::numeric_limits<std::int64_t>::max();
    std::int64_t whole_divisor = 0;  // multipleOf, if it is a small whole number
    bool has_decimals = false;       // a multipleOf that is not
    Format format = Format::None;
    std::vector<Bound> low;
    std::vector<Bound> high;
    base::Decimal divisor;
};

struct StringCheck {
    std::uint64_t least = 0;
    std::uint64_t most = kNoLimit;
    std::uint32_t pattern = kNoDetail;  // in Program::patterns
    Format format = Format::None;
};

struct ArrayCheck {
    std::uint64_t least = 0;
    std::uint64_t most = kNoLimit;
    bool unique = false;
    std::vector<NodeId> prefix;
    Keyword prefix_keyword = Keyword::PrefixItems;
    NodeId rest = kNoNode;
    Keyword rest_keyword = Keyword::Items;
    NodeId contains = kNoNode;
    bool contains_evaluates = false;  // 2020-12: what `contains` matched is evaluated
    std::uint64_t contains_least = 1;
    std::uint64_t contains_most = kNoLimit;
};

struct Property {
    NodeId node = kNoNode;               // kNoNode: named by `required` only
    std::uint32_t required = kNoDetail;  // its number among the required
    bool read_only = false;
    bool write_only = false;
};

struct PatternProperty {
    std::uint32_t pattern = 0;
    NodeId node = kNoNode;
};

struct Dependency {
    std::string key;
    std::vector<std::string> required;
    NodeId node = kNoNode;
    Keyword keyword = Keyword::DependentRequired;
};

struct ObjectCheck {
    KeyTable keys;
    std::vector<Property> properties;     // row for row with `keys`
    std::vector<std::uint32_t> required;  // rows
    std::vector<PatternProperty> patterns;
    NodeId additional = kNoNode;
    NodeId names = kNoNode;
    std::uint64_t least = 0;
    std::uint64_t most = kNoLimit;
    std::vector<Dependency> dependencies;  // without a schema; those with one are in place
    bool is_few_names = false;             // a few required names and nothing else
    bool has_direction = false;            // some property is read-only or write-only
};

// anyOf or oneOf. `may` narrows the branches before any is tried: by the kind of the value, then by
// the text of one telling property (`type`, `object`, ...), found when the schema is compiled.
struct Choice {
    Keyword keyword = Keyword::AnyOf;
    std::vector<NodeId> branches;
    bool is_narrowed = false;                    // only up to 64 branches
    std::array<std::uint64_t, 7> may_by_kind{};  // last: whole numbers
    std::string telling;                         // empty: none
    KeyTable told;                               // texts of the telling property
    std::vector<std::uint64_t> may_by_told;
    std::uint64_t may_untold = 0;   // the property is absent
    std::uint64_t may_unknown = 0;  // it has another text or is no text
    // OpenAPI 3.0 discriminator: the branch that a text selects, alone.
    std::string discriminator;
    KeyTable mapped;
    std::vector<std::uint32_t> mapped_branch;
};

struct InPlace {
    NodeId beside = kNoNode;  // a second enumeration of the same schema: enum and const
    std::vector<NodeId> all;
    std::vector<Choice> choices;
    NodeId negated = kNoNode;
    NodeId condition = kNoNode;
    NodeId then = kNoNode;
    NodeId otherwise = kNoNode;
    std::vector<Dependency> dependencies;
    NodeId dynamic = kNoNode;                // where $dynamicRef first points
    std::uint32_t dynamic_name = kNoDetail;  // in Program::dynamic_names; none: a plain reference
};

struct Unevaluated {
    NodeId items = kNoNode;
    NodeId properties = kNoNode;
};

struct Node {
    std::uint8_t types = kAnyType;
    std::uint16_t checks = 0;
    NodeId ref = kNoNode;
    std::uint32_t enumeration = kNoDetail;
    std::uint32_t number = kNoDetail;
    std::uint32_t string = kNoDetail;
    std::uint32_t array = kNoDetail;
    std::uint32_t object = kNoDetail;
    std::uint32_t in_place = kNoDetail;
    std::uint32_t unevaluated = kNoDetail;
    std::uint32_t resource = 0;
    std::uint32_t location = 0;
    const json::Value* schema = nullptr;  // inside one of Program::documents
};

// Where a schema stands in its document: a step down from another place. Texts are made only when
// something is reported.
struct Location {
    static constexpr std::uint32_t kTop = 0xFFFF'FFFF;
    std::uint32_t up = kTop;
    std::uint32_t document = 0;
    std::uint32_t index = 0;
    bool is_index = false;
    std::string_view key;  // inside the document
};

struct SourceDocument {
    std::string uri;
    json::Value root;
};

struct Program {
    std::vector<Node> nodes;
    std::vector<EnumCheck> enumerations;
    std::vector<NumberCheck> numbers;
    std::vector<StringCheck> strings;
    std::vector<ArrayCheck> arrays;
    std::vector<ObjectCheck> objects;
    std::vector<InPlace> in_places;
    std::vector<Unevaluated> unevaluateds;
    std::vector<TextTest> patterns;

    std::vector<Location> locations;
    std::vector<std::unique_ptr<SourceDocument>> documents;

    // Dynamic anchors: for each name, by resource, the node it stands for there.
    std::vector<std::vector<std::pair<std::uint32_t, NodeId>>> dynamic_names;
    bool has_dynamic = false;
};

std::string pointer_text(const Program& program, std::uint32_t location);
std::string absolute_text(const Program& program, std::uint32_t location);

}  // namespace understudy::schema
