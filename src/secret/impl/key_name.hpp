// Names that say their value is secret: `password`, `clientSecret`, `X-Api-Key`. Names are split
// into words, and whole words are compared, so `author`, `inputTokens` and `invocationKey` are
// none.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "secret/key_kind.hpp"

namespace understudy::secret {

// "clientSecret-2" -> client, secret, 2
std::vector<std::string> words_of_name(std::string_view name);

// Names of digests, signatures, padding, cursors: their values look random and are no secrets.
bool names_something_opaque(std::string_view name);

}  // namespace understudy::secret
