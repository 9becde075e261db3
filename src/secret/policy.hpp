// What to look for and what to leave alone: rules, their automaton, classes, names, budgets.
// Made once, shared between threads.
//
//     Policy policy;
//     policy.rules = rules; policy.matcher = matcher;
//     TRY_VOID(read_policy(document.root, policy, suppressions));
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "json/value.hpp"
#include "secret/field_class.hpp"
#include "secret/matcher.hpp"
#include "secret/rule.hpp"
#include "secret/suppress.hpp"

namespace understudy::secret {

// How far wrappings are undone. Past a bound there is a finding, never silence.
struct Bounds {
    std::size_t depth = 8;
    std::size_t expansion = 100;                     // of one wrapping
    std::size_t unwrapped = std::size_t{64} << 20U;  // bytes, over all wrappings of one text
};

// A value that is known to be secret: of a declared credential variable. Searched for literally.
struct Known {
    std::string name;  // "GITHUB_TOKEN"
    std::string value;
};

struct Policy {
    std::shared_ptr<const Rules> rules;
    std::shared_ptr<const Matcher> matcher;
    Classes classes;
    std::vector<std::string> allow_keys;  // names that are no secret, lower case
    std::vector<std::string> skip;        // globs of paths that are not looked at
    std::vector<std::string>
        keep_env;  // globs of variables whose values stay where class env drops
    std::vector<Known> known;
    std::size_t text_budget = 2000;  // characters of a field of class text
    Bounds bounds;
    // For committed fixtures: whole requests, dumps of an environment and home folders break, where
    // elsewhere they are warnings.
    bool is_for_fixtures = false;
};

// What a policy file says (docs/reference/secrets.md). All problems at once: secret.bad_policy.
struct PolicyFile {
    RuleSet set;
    Classes classes;
    std::vector<std::string> allow_keys, skip, keep_env;
    std::vector<Suppression> suppressions;
    json::Value derived;  // the list of fields that are made of others, as it stands; null: none
};
base::Result<PolicyFile> read_policy(const json::Value& file, std::string_view name);

// `third_party/**`, `*.lock`: `*` does not cross a slash, `**` does. A pattern without a slash is
// compared with the last part of the path.
bool fits_glob(std::string_view pattern, std::string_view path);

}  // namespace understudy::secret
