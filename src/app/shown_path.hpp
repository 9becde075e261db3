// Paths and JSON Pointers as they may be shown: a token that stands in one is replaced by
// `<secret>`. In names a token stands beside `-` and `_` (`dump-TOKEN.json`), where in a text it
// would be part of a longer word; so every part between such signs is looked at too.
#pragma once

#include <string>
#include <string_view>

#include "secret/find.hpp"

namespace understudy::app {

struct ShownPath {
    std::string text;
    secret::Found found;  // what was replaced, one hit for each; their places mean nothing
};

ShownPath shown_path(secret::Finder& finder, std::string_view path);

std::string shown_pointer(secret::Finder& finder, const std::string& pointer);

}  // namespace understudy::app
