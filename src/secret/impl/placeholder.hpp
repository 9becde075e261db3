// What stands where a secret would stand and is none: `<TOKEN>`, `${TOKEN}`, `xxxxxxxx`,
// `[REDACTED]`, `changeme`, our own pseudonyms.
#pragma once

#include <string_view>
#include <vector>

#include "secret/rule.hpp"

namespace understudy::secret {

// Whatever rule or name it was found by; `rule` may be nullptr. With one, the parts of the secret
// that the format fixes (`ghp_`) are not looked at.
bool is_placeholder(std::string_view secret, const Rule* rule);

// For each byte: is it a part of the format, such as `ghp_` or the host of an address?
std::vector<bool> fixed_in(std::string_view secret, const Rule* rule);

// Words of a language, a name, an address: what a person types where a machine's secret would be.
bool reads_like_words(std::string_view text);

}  // namespace understudy::secret
