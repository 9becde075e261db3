// Fields that a policy declares to be made of others: a checksum, a length, a signature with a test
// key. A scrub changes what they are made of, so they are made anew, in place.
//
//     const DerivedFields derived = TRY(DerivedFields::make(list, "secrets.yaml"));
//     const RenewedFields renewed = TRY(derived.renew(texts));
//
// An entry of the list is a `derived` constraint of docs/reference/grammar.md, and may have
// `files`, globs of the files it holds for. A record is a JSON document, an item of a JSON list, or
// a line.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "grammar/derive.hpp"
#include "json/value.hpp"

namespace understudy::app {

struct DerivedText {
    std::string name;  // as the globs of the policy see it
    std::string bytes;
    bool is_changed = false;  // by the scrub
};

struct RenewedFields {
    std::size_t fields = 0;   // that have another value now
    std::size_t unknown = 0;  // that need a file which is not in the bundle
};

class DerivedFields {
public:
    DerivedFields() = default;  // none
    // `policy` is named in errors. secret.bad_policy, with every problem.
    static base::Result<DerivedFields> make(const json::Value& list, const std::string& policy);

    bool is_empty() const { return order_.empty(); }

    // Of the texts that were changed, and of those that are made of one of them. secret.bad_policy
    // where fields of several files are made of each other.
    base::Result<RenewedFields> renew(std::vector<DerivedText>& texts) const;

private:
    friend class Renewal;

    std::optional<grammar::Grammar> grammar_;
    std::vector<grammar::Derivation> order_;
    std::map<std::string, std::vector<std::string>> files_;  // globs, by the id of a constraint
};

}  // namespace understudy::app
