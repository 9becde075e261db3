// The error codes of this room, from src/base/codes/serve.def. See base/code.hpp.
#pragma once

#include "base/code.hpp"

namespace understudy::serve::code {

enum Number : std::uint16_t {
    kBeforeFirst = base::kFirstServeCode - 1,
#define CODE(id, name, sentence, hint) k##id,
#include "base/codes/serve.def"
#undef CODE
};

#define CODE(id, name, sentence, hint) inline constexpr base::Code id{k##id};
#include "base/codes/serve.def"
#undef CODE

}  // namespace understudy::serve::code
