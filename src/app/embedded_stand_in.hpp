// The stand-in of a command, inside the binary (shim/stand_in.hpp, cmake/embed.cmake).
#pragma once

#include <string_view>

namespace understudy::app {

std::string_view embedded_stand_in();  // empty: this build has none

}  // namespace understudy::app
