// Names that say their value is secret, for whoever knows the name of a value: a variable, a
// header, an option. `author`, `inputTokens` and `invocationKey` are none.
//
//     if (const KeyKind* kind = key_kind_of("GH_TOKEN")) carrier.is = Class::Secret;
#pragma once

#include <cstddef>
#include <string_view>

namespace understudy::secret {

struct KeyKind {
    std::string_view id;     // "key.password"
    std::string_view about;  // "value of a field named like a password"
    std::size_t least;       // characters of a value worth a finding
};

// nullptr: it names no secret.
const KeyKind* key_kind_of(std::string_view name);

}  // namespace understudy::secret
