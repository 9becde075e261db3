// Made-up secrets of a rule: they fit it and are nobody's. For checks of what a policy allows.
#pragma once

#include <string>
#include <vector>

#include "base/result.hpp"
#include "base/seed.hpp"
#include "secret/rule.hpp"

namespace understudy::secret {

// From the rule's `makes`: `ghp_{base62:30}{crc}`. Empty: the rule does not say how.
std::string make_example(const Rule& rule, base::Stream& draw);

// A fake that would also excuse a freshly made secret is too wide: secret.bad_fake.
base::Result<void> check_fakes(const Rules& rules, const std::vector<KnownFake>& fakes);

}  // namespace understudy::secret
