// The error codes of this room, from src/base/codes/shim.def. See base/code.hpp.
#pragma once

#include "base/code.hpp"

namespace understudy::shim::code {

enum Number : std::uint16_t {
    kBeforeFirst = base::kFirstShimCode - 1,
#define CODE(id, name, sentence, hint) k##id,
#include "base/codes/shim.def"
#undef CODE
};

#define CODE(id, name, sentence, hint) inline constexpr base::Code id{k##id};
#include "base/codes/shim.def"
#undef CODE

}  // namespace understudy::shim::code
