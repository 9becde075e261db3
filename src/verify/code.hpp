// The error codes of this room, from src/base/codes/verify.def. See base/code.hpp.
#pragma once

#include "base/code.hpp"

namespace understudy::verify::code {

enum Number : std::uint16_t {
    kBeforeFirst = base::kFirstVerifyCode - 1,
#define CODE(id, name, sentence, hint) k##id,
#include "base/codes/verify.def"
#undef CODE
};

#define CODE(id, name, sentence, hint) inline constexpr base::Code id{k##id};
#include "base/codes/verify.def"
#undef CODE

}  // namespace understudy::verify::code
