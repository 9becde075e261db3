// What the verbs that look for secrets have in common on the command line. See secret_ground.hpp.
#pragma once

#include "app/verb.hpp"

namespace understudy::app {

inline constexpr Option kRulesOption = {
    "--rules", "FILE", "further rules, ours (YAML) or of gitleaks (TOML); may be repeated",
    "",        "",     true};
inline constexpr Option kPolicyOption = {
    "--policy", "FILE", "the policy (.understudy/secrets.yaml, here or in a folder above)", "", ""};

}  // namespace understudy::app
