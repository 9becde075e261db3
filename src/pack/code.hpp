// The error codes of this room, from src/base/codes/pack.def. See base/code.hpp.
#pragma once

#include "base/code.hpp"

namespace understudy::pack::code {

enum Number : std::uint16_t {
    kBeforeFirst = base::kFirstPackCode - 1,
#define CODE(id, name, sentence, hint) k##id,
#include "base/codes/pack.def"
#undef CODE
};

#define CODE(id, name, sentence, hint) inline constexpr base::Code id{k##id};
#include "base/codes/pack.def"
#undef CODE

}  // namespace understudy::pack::code
