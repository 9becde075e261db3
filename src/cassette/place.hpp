// Where a difference is, without the indexes in it: what one matter is called by, whichever item it
// is seen in.
#pragma once

#include <string>
#include <string_view>

namespace understudy::cassette {

// /items/3/state -> /items/*/state: every step that could be an index.
std::string generalized(std::string_view path);

}  // namespace understudy::cassette
