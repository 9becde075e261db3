// Every keyword that has a meaning for us: where it is known, to which vocabulary it belongs, and
// what kind of schemas it holds.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "schema/dialect.hpp"

namespace understudy::schema {

// clang-format off
enum class Keyword : std::uint8_t {
    Id, PlainId, Schema, Anchor, DynamicAnchor, Ref, DynamicRef, Defs, Definitions,
    AllOf, AnyOf, OneOf, Not, If, Then, Else,
    Properties, PatternProperties, AdditionalProperties, PropertyNames,
    DependentSchemas, Dependencies, PrefixItems, Items, AdditionalItems, Contains,
    UnevaluatedItems, UnevaluatedProperties,
    Type, Const, Enum, MultipleOf, Minimum, Maximum, ExclusiveMinimum, ExclusiveMaximum,
    MinLength, MaxLength, Pattern, MinItems, MaxItems, UniqueItems, MinContains, MaxContains,
    MinProperties, MaxProperties, Required, DependentRequired,
    Format, Nullable, XNullable, Discriminator, ReadOnly, WriteOnly,
};
// clang-format on

enum Vocabulary : std::uint8_t {
    kCore = 1,
    kApplicator = 2,
    kUnevaluated = 4,
    kValidation = 8,
    kFormatAnnotation = 16,
    kFormatAssertion = 32,
    kOther = 64,
};

enum class Holds : std::uint8_t { Nothing, Schema, Schemas, SchemaMap, SchemaOrSchemas, Mixed };

struct KeywordRow {
    Keyword keyword;
    std::string_view name;
    std::uint8_t dialects;  // bit per Dialect
    Vocabulary vocabulary;
    Holds holds;

    bool is_in(Dialect dialect) const {
        return (dialects >> static_cast<unsigned>(dialect) & 1U) != 0;
    }
};

std::span<const KeywordRow> keyword_rows();
const KeywordRow* keyword_named(std::string_view name);
std::string_view name_of(Keyword keyword);

}  // namespace understudy::schema
