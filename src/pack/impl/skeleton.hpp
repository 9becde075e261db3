// The text of a pack.yaml for an API that is known from its description alone: where it is served,
// how callers show their key, and a plain error catalogue of our own.
#pragma once

#include <string>
#include <string_view>

#include "pack/impl/api.hpp"

namespace understudy::pack {

// `shapes` is the text of that section, or empty.
std::string skeleton(std::string_view name, const Api& api, std::string_view shapes);

}  // namespace understudy::pack
