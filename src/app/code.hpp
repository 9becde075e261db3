// The error codes of this room, from src/base/codes/app.def. See base/code.hpp.
#pragma once

#include "base/code.hpp"

namespace understudy::app::code {

enum Number : std::uint16_t {
    kBeforeFirst = base::kFirstAppCode - 1,
#define CODE(id, name, sentence, hint) k##id,
#include "base/codes/app.def"
#undef CODE
};

#define CODE(id, name, sentence, hint) inline constexpr base::Code id{k##id};
#include "base/codes/app.def"
#undef CODE

}  // namespace understudy::app::code
