// What only the whole of a text tells: the classes of its fields, a dump of an environment, a whole
// request to a model, the file of a program's credentials.
#pragma once

#include <vector>

#include "secret/find.hpp"
#include "secret/impl/search.hpp"

namespace understudy::secret {

// Adds what the structure says, and drops what the class of its field excuses.
void judge_structure(const Text& text, const Policy& policy, std::vector<Item>& items);

}  // namespace understudy::secret
