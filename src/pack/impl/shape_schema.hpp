// Reading schemas of an API document as they are written: which kinds of value they let in, which
// properties they have. References are followed, `allOf` is joined.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "json/value.hpp"

namespace understudy::pack {

// Bits by json::Kind, and bit 6 for whole numbers; number has both. Everything: nothing is said.
std::uint8_t kinds_of(const json::Value& document, const json::Value& schema);
std::string kinds_text(std::uint8_t kinds);  // "string or null"

// Does the schema take the value? Told by types, listed values, properties, items and the branches
// of `anyOf`; nothing where more is said than these and it is not plain to see.
std::optional<bool> takes(const json::Value& document, const json::Value& schema,
                          const json::Value& value);

bool lets_null_in(const json::Value& document, const json::Value& schema);

// In the order they are written, each once; through `allOf`, and the first branch with properties
// of `anyOf` and `oneOf`.
std::vector<std::pair<std::string, json::Value>> properties_of(const json::Value& document,
                                                               const json::Value& schema);

// An array, or an object that wraps one (`data` beside `has_more`).
bool is_list(const json::Value& document, const json::Value& schema);

// The schema at a dotted path below an object: `card.last4`, `items.*.price`. Nothing: not said.
std::optional<json::Value> schema_below(const json::Value& document, const json::Value& schema,
                                        const std::vector<std::string>& segments);

}  // namespace understudy::pack
