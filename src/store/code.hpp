// The error codes of this room, from src/base/codes/store.def. See base/code.hpp.
#pragma once

#include "base/code.hpp"

namespace understudy::store::code {

enum Number : std::uint16_t {
    kBeforeFirst = base::kFirstStoreCode - 1,
#define CODE(id, name, sentence, hint) k##id,
#include "base/codes/store.def"
#undef CODE
};

#define CODE(id, name, sentence, hint) inline constexpr base::Code id{k##id};
#include "base/codes/store.def"
#undef CODE

}  // namespace understudy::store::code
