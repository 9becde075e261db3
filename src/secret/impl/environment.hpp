// The environments that a policy declares by the class `env`: their names may be kept, their values
// not. A scrub drops them, whatever they look like.
//
//     {"PATH": "/usr/bin", "AGENT_ID": "7"}      {"PATH": "<PATH>", "AGENT_ID": "7"}    keep
//     AGENT_* "PATH=/usr/bin\nLANG=C"                    "PATH=<PATH>\nLANG=<LANG>"
#pragma once

#include <string_view>
#include <vector>

#include "secret/find.hpp"
#include "secret/impl/search.hpp"

namespace understudy::secret {

inline constexpr std::string_view kEnvironmentRule = "class.env";

bool is_kept_variable(const Policy& policy, std::string_view name);
// One of `NAME=value`, each on a line of its own.
bool prints_kept_variable(const Policy& policy, std::string_view text);

// An item for each value that is to go, with its change. In JSON and JSON Lines, by the classes of
// the policy; in any text that is an environment as a whole.
std::vector<Item> environment_values(const Text& text, const Policy& policy);

}  // namespace understudy::secret
