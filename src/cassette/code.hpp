// The error codes of this room, from src/base/codes/cassette.def. See base/code.hpp.
#pragma once

#include "base/code.hpp"

namespace understudy::cassette::code {

enum Number : std::uint16_t {
    kBeforeFirst = base::kFirstCassetteCode - 1,
#define CODE(id, name, sentence, hint) k##id,
#include "base/codes/cassette.def"
#undef CODE
};

#define CODE(id, name, sentence, hint) inline constexpr base::Code id{k##id};
#include "base/codes/cassette.def"
#undef CODE

}  // namespace understudy::cassette::code
