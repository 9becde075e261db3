// Reads a rule file in the format of gitleaks (TOML), so that a team's own rules go on working.
//
//     RuleSet theirs = TRY(read_gitleaks({"gitleaks.toml", text}, notes));
//
// Read: rules (id, description, regex, secretGroup, entropy, keywords, path, allowlist,
// allowlists), the global allow list or lists, `extend.disabledRules`. `extend.useDefault` and
// `extend.path` are noted and not followed: the shipped rules are always there, and a file never
// names another one to be read.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/mark.hpp"
#include "base/result.hpp"
#include "secret/rule.hpp"

namespace understudy::secret {

// All problems at once: secret.bad_gitleaks, secret.bad_toml. What was left out, a sentence each,
// goes to `notes`.
base::Result<RuleSet> read_gitleaks(const base::Source& source, std::vector<std::string>& notes);

// A `.gitleaksignore`: `file:rule:line` or `commit:file:rule:line` a line, `#` begins a comment.
struct Ignored {
    std::string commit, file, rule;
    std::uint32_t line = 0;
};
std::vector<Ignored> read_gitleaksignore(std::string_view text);

}  // namespace understudy::secret
