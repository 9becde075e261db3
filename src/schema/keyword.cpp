// The keyword table. In the order of the enum, so that a keyword is its own row number.
#include <array>

#include "schema/impl/keyword.hpp"

namespace understudy::schema {
namespace {

constexpr std::uint8_t bit(Dialect dialect) {
    return static_cast<std::uint8_t>(1U << static_cast<unsigned>(dialect));
}
constexpr std::uint8_t kNew = bit(Dialect::Draft2020) | bit(Dialect::OpenApi31);
constexpr std::uint8_t k7 = bit(Dialect::Draft7);
constexpr std::uint8_t k4 = bit(Dialect::Draft4);
constexpr std::uint8_t kO30 = bit(Dialect::OpenApi30);
constexpr std::uint8_t kS2 = bit(Dialect::Swagger2);
constexpr std::uint8_t kDrafts = kNew | k7 | k4;
constexpr std::uint8_t kAll = kDrafts | kO30 | kS2;

using enum Keyword;

constexpr std::array kRows{
    KeywordRow{Id, "$id", kNew | k7, kCore, Holds::Nothing},
    KeywordRow{PlainId, "id", k4, kCore, Holds::Nothing},
    KeywordRow{Schema, "$schema", kDrafts, kCore, Holds::Nothing},
    KeywordRow{Anchor, "$anchor", kNew, kCore, Holds::Nothing},
    KeywordRow{DynamicAnchor, "$dynamicAnchor", kNew, kCore, Holds::Nothing},
    KeywordRow{Ref, "$ref", kAll, kCore, Holds::Nothing},
    KeywordRow{DynamicRef, "$dynamicRef", kNew, kCore, Holds::Nothing},
    KeywordRow{Defs, "$defs", kNew, kCore, Holds::SchemaMap},
    KeywordRow{Definitions, "definitions", kDrafts, kCore, Holds::SchemaMap},
    KeywordRow{AllOf, "allOf", kAll, kApplicator, Holds::Schemas},
    KeywordRow{AnyOf, "anyOf", kDrafts | kO30, kApplicator, Holds::Schemas},
    KeywordRow{OneOf, "oneOf", kDrafts | kO30, kApplicator, Holds::Schemas},
    KeywordRow{Not, "not", kDrafts | kO30, kApplicator, Holds::Schema},
    KeywordRow{If, "if", kNew | k7, kApplicator, Holds::Schema},
    KeywordRow{Then, "then", kNew | k7, kApplicator, Holds::Schema},
    KeywordRow{Else, "else", kNew | k7, kApplicator, Holds::Schema},
    KeywordRow{Properties, "properties", kAll, kApplicator, Holds::SchemaMap},
    KeywordRow{PatternProperties, "patternProperties", kDrafts, kApplicator, Holds::SchemaMap},
    KeywordRow{AdditionalProperties, "additionalProperties", kAll, kApplicator, Holds::Schema},
    KeywordRow{PropertyNames, "propertyNames", kNew | k7, kApplicator, Holds::Schema},
    KeywordRow{DependentSchemas, "dependentSchemas", kNew, kApplicator, Holds::SchemaMap},
    KeywordRow{Dependencies, "dependencies", kDrafts, kApplicator, Holds::Mixed},
    KeywordRow{PrefixItems, "prefixItems", kNew, kApplicator, Holds::Schemas},
    KeywordRow{Items, "items", kAll, kApplicator, Holds::SchemaOrSchemas},
    KeywordRow{AdditionalItems, "additionalItems", k7 | k4, kApplicator, Holds::Schema},
    KeywordRow{Contains, "contains", kNew | k7, kApplicator, Holds::Schema},
    KeywordRow{UnevaluatedItems, "unevaluatedItems", kNew, kUnevaluated, Holds::Schema},
    KeywordRow{UnevaluatedProperties, "unevaluatedProperties", kNew, kUnevaluated, Holds::Schema},
    KeywordRow{Type, "type", kAll, kValidation, Holds::Nothing},
    KeywordRow{Const, "const", kNew | k7, kValidation, Holds::Nothing},
    KeywordRow{Enum, "enum", kAll, kValidation, Holds::Nothing},
    KeywordRow{MultipleOf, "multipleOf", kAll, kValidation, Holds::Nothing},
    KeywordRow{Minimum, "minimum", kAll, kValidation, Holds::Nothing},
    KeywordRow{Maximum, "maximum", kAll, kValidation, Holds::Nothing},
    KeywordRow{ExclusiveMinimum, "exclusiveMinimum", kAll, kValidation, Holds::Nothing},
    KeywordRow{ExclusiveMaximum, "exclusiveMaximum", kAll, kValidation, Holds::Nothing},
    KeywordRow{MinLength, "minLength", kAll, kValidation, Holds::Nothing},
    KeywordRow{MaxLength, "maxLength", kAll, kValidation, Holds::Nothing},
    KeywordRow{Pattern, "pattern", kAll, kValidation, Holds::Nothing},
    KeywordRow{MinItems, "minItems", kAll, kValidation, Holds::Nothing},
    KeywordRow{MaxItems, "maxItems", kAll, kValidation, Holds::Nothing},
    KeywordRow{UniqueItems, "uniqueItems", kAll, kValidation, Holds::Nothing},
    KeywordRow{MinContains, "minContains", kNew, kValidation, Holds::Nothing},
    KeywordRow{MaxContains, "maxContains", kNew, kValidation, Holds::Nothing},
    KeywordRow{MinProperties, "minProperties", kAll, kValidation, Holds::Nothing},
    KeywordRow{MaxProperties, "maxProperties", kAll, kValidation, Holds::Nothing},
    KeywordRow{Required, "required", kAll, kValidation, Holds::Nothing},
    KeywordRow{DependentRequired, "dependentRequired", kNew, kValidation, Holds::Nothing},
    KeywordRow{Format, "format", kAll, kOther, Holds::Nothing},
    KeywordRow{Nullable, "nullable", kO30 | bit(Dialect::OpenApi31), kOther, Holds::Nothing},
    KeywordRow{XNullable, "x-nullable", kS2 | kO30, kOther, Holds::Nothing},
    KeywordRow{Discriminator, "discriminator", kO30, kOther, Holds::Nothing},
    KeywordRow{ReadOnly, "readOnly", kAll, kOther, Holds::Nothing},
    KeywordRow{WriteOnly, "writeOnly", kNew | k7 | kO30, kOther, Holds::Nothing},
};

constexpr bool is_in_order() {
    for (std::size_t i = 0; i < kRows.size(); ++i) {
        if (kRows[i].keyword != static_cast<Keyword>(i)) return false;
    }
    return true;
}
static_assert(is_in_order());

}  // namespace

std::span<const KeywordRow> keyword_rows() {
    return kRows;
}

const KeywordRow* keyword_named(std::string_view name) {
    for (const KeywordRow& row : kRows) {
        if (row.name == name) return &row;
    }
    return nullptr;
}

std::string_view name_of(Keyword keyword) {
    return kRows[static_cast<std::size_t>(keyword)].name;
}

}  // namespace understudy::schema
