// The error codes of this room, from src/base/codes/secret.def. See base/code.hpp.
#pragma once

#include "base/code.hpp"

namespace understudy::secret::code {

enum Number : std::uint16_t {
    kBeforeFirst = base::kFirstSecretCode - 1,
#define CODE(id, name, sentence, hint) k##id,
#include "base/codes/secret.def"
#undef CODE
};

#define CODE(id, name, sentence, hint) inline constexpr base::Code id{k##id};
#include "base/codes/secret.def"
#undef CODE

}  // namespace understudy::secret::code
