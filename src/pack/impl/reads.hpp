// Which fields of its own object an expression reads.
#pragma once

#include <string_view>
#include <vector>

#include "pack/resource.hpp"

namespace understudy::pack {

// Does reading `path` of an object read the field?
bool touches(const Field& field, std::string_view path);

// Own fields that an expression reads of `self`.
std::vector<Index> reads(const Expression& expression, const std::vector<Field>& fields);

// Does the field follow from the object's own row alone, whatever other objects there are?
bool is_own(const std::vector<Field>& fields, Index field);

}  // namespace understudy::pack
