// Replaces secrets by pseudonyms of the same shape, through every wrapping, the same everywhere in
// a bundle. The only maker of Redacted.
//
//     Scrubber scrubber(policy);
//     Redacted clean = TRY(scrubber.redact(std::move(carriers)));
//     clean.carriers();                 // in the same order, safe to keep
//     clean.counts();                   // what was done, without any secret
//
// A pseudonym is numbered by first occurrence and never computed from the secret, so it reveals
// nothing and stays when the same scenario is captured again:
//
//     ghp_ and 36 characters            ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx0001
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "json/value.hpp"
#include "report/finding.hpp"
#include "secret/find.hpp"
#include "secret/policy.hpp"

namespace understudy::secret {

// Bytes that may hold a secret: a file, a header's value, one argument, a body.
struct Carrier {
    std::string name;
    std::string bytes;
    Class is = Class::None;
};

// How often what was replaced; never what.
struct Counts {
    std::map<std::string, std::size_t> by_rule, by_layer;
    std::map<std::string, std::size_t> pseudonyms;  // issued, by rule
    std::size_t replaced = 0;                       // occurrences
};

// Carriers without a secret. Nobody but the Scrubber can make one, so whoever asks for a Redacted
// cannot be handed anything else.
class Redacted {
public:
    const std::vector<Carrier>& carriers() const { return carriers_; }
    const Counts& counts() const { return counts_; }
    // For each carrier: was it changed?
    const std::vector<bool>& changed() const { return changed_; }

private:
    friend class Scrubber;
    Redacted(std::vector<Carrier> carriers, std::vector<bool> changed, Counts counts);

    std::vector<Carrier> carriers_;
    std::vector<bool> changed_;
    Counts counts_;
};

class Scrubber {
public:
    explicit Scrubber(std::shared_ptr<const Policy> policy);
    ~Scrubber();

    // All carriers are one bundle. A second call goes on with the numbers of the first.
    // fixture.secret.over_redacted, fixture.secret.too_deep, secret.still_there: nothing is handed
    // back, and the error says which carrier.
    base::Result<Redacted> redact(std::vector<Carrier> carriers);

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace understudy::secret
