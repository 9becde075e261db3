// Field paths as testers write them: dotted, `*` for every element of a list, `\.` for a dot inside
// a name. `items.*.price`, `output.balance`, `rates.eu\.west`.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "json/value.hpp"

namespace understudy::world {

std::vector<std::string> split_path(std::string_view path);
std::string escaped(std::string_view name);  // a.b is a\.b

// Is `path` the field itself or something inside it?
bool is_at_or_below(std::string_view path, std::string_view field);

// Puts a value below another: objects are made where there are none, elements of lists are not.
// False: the path leads to an element that is not there, and nothing was changed.
bool put_below(json::Value& value, std::span<const std::string> steps, const json::Value& leaf);

}  // namespace understudy::world
