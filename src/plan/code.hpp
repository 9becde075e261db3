// The error codes of this room, from src/base/codes/plan.def. See base/code.hpp.
#pragma once

#include "base/code.hpp"

namespace understudy::plan::code {

enum Number : std::uint16_t {
    kBeforeFirst = base::kFirstPlanCode - 1,
#define CODE(id, name, sentence, hint) k##id,
#include "base/codes/plan.def"
#undef CODE
};

#define CODE(id, name, sentence, hint) inline constexpr base::Code id{k##id};
#include "base/codes/plan.def"
#undef CODE

}  // namespace understudy::plan::code
