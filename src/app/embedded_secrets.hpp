// The shipped rules for secrets and their automaton, inside the binary. Made at build time by
// embed_secrets.cpp (cmake/embed.cmake).
#pragma once

#include <string_view>

namespace understudy::app {

std::string_view embedded_rules();     // JSON: {"rules": [...], "fakes": [...]}
std::string_view embedded_database();  // of these rules, in their order; see secret/matcher.hpp

}  // namespace understudy::app
