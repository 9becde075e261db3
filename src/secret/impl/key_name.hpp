// Names that say their value is secret: `password`, `clientSecret`, `X-Api-Key`. Names are split
// into words, and whole words are compared, so `author`, `inputTokens` and `invocationKey` are
// none.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace understudy::secret {

struct KeyKind {
    std::string_view id;     // "key.password"
    std::string_view about;  // "value of a field named like a password"
    std::size_t least;       // characters of a value worth a finding
};

// nullptr: it names no secret.
const KeyKind* key_kind_of(std::string_view name);

// "clientSecret-2" -> client, secret, 2
std::vector<std::string> words_of_name(std::string_view name);

// Names of digests, signatures, padding, cursors: their values look random and are no secrets.
bool names_something_opaque(std::string_view name);

}  // namespace understudy::secret
