// What a search for secrets stands on in this run: the shipped rules and those of the user, the
// policy of the repository, what was looked at and found to be no secret, the salt of the digests.
//
//     const Ground ground = TRY(make_ground(arguments, names_of_files()));
//     secret::Finder finder(ground.policy, ground.salt);
//
// Everything is read once, and nothing that this run does not need.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "app/derived_fields.hpp"
#include "app/file_tree.hpp"
#include "app/repository.hpp"
#include "app/verb.hpp"
#include "base/result.hpp"
#include "secret/gitleaks.hpp"
#include "secret/policy.hpp"
#include "secret/suppress.hpp"

namespace understudy::app {

// Where this run happens, and from which folder the names in its findings count.
struct Surroundings {
    std::filesystem::path folder;  // where we run
    std::optional<Repository> repository;
    std::filesystem::path names_from;
};
Surroundings surroundings_of_files();
// Git names files from the top of the repository.
Surroundings surroundings_of_git();

// From a file as this run names it to its name in the policy.
using PolicyNames = std::function<std::string(const std::string&)>;

struct Ground {
    std::shared_ptr<const secret::Policy> policy;
    std::string salt;
    std::vector<secret::Suppression> suppressions;  // their files named as in this run's findings
    std::vector<secret::Ignored> ignored;
    std::vector<std::string> notes;  // what of a rule file is not used, a sentence each
    Skips skips;                     // what the policy says not to look at; empty: nothing
    DerivedFields derived;           // what is made anew after replacing
    PolicyNames policy_names;        // empty: there is no policy

    std::string own_texts;  // of the user's rule files and policy, each behind its length
    bool has_shipped = true;

    // Of everything that decides what is found, as hexadecimal digits.
    std::string digest() const;
};

// From --rules, --only-rules and --policy, where the verb has them.
base::Result<Ground> make_ground(const Arguments& arguments, const Surroundings& surroundings);

}  // namespace understudy::app
