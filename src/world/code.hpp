// The error codes of this room, from src/base/codes/world.def. See base/code.hpp.
#pragma once

#include "base/code.hpp"

namespace understudy::world::code {

enum Number : std::uint16_t {
    kBeforeFirst = base::kFirstWorldCode - 1,
#define CODE(id, name, sentence, hint) k##id,
#include "base/codes/world.def"
#undef CODE
};

#define CODE(id, name, sentence, hint) inline constexpr base::Code id{k##id};
#include "base/codes/world.def"
#undef CODE

}  // namespace understudy::world::code
