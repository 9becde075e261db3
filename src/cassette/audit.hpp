// What rules do to recordings: how often each hits, what it hides, and whether that is too much.
//
//     const Audit result = audit(subjects, {.most_replaced = 0.5});
//     for (const AuditedRule& rule : result.rules) rule.mutations ...
//
// Every value that a rule replaced is changed to others, of its class and of none, and the rules
// run again: what comes out as before is a change that the rule would hide. rule.swallows and
// rule.too_much are errors; the other findings are warnings.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "cassette/compare.hpp"
#include "cassette/read.hpp"
#include "cassette/rules.hpp"
#include "report/finding.hpp"

namespace understudy::cassette {

struct AuditSubject {
    std::string name;  // of the file, as it is shown
    const Loaded* loaded = nullptr;
    Rules rules;
    CompareOptions options;
};

struct AuditOptions {
    double most_replaced = 0.5;  // share of an exchange
    // All cassettes that the rules were written for are here: one that never hits is of no use.
    // Otherwise this is only said of rules that stand in a cassette.
    bool is_whole = true;
    // How much text is looked through for changes of values. The first values of every rule in
    // every cassette come first; what is left undone is reported (rule.not_all_changed).
    std::size_t most_looked_at = std::size_t{256} << 20U;
};

struct Mutation {
    std::string from, to;    // as JSON where the value was no text
    bool is_inside = false;  // another value of the class; else something else altogether
    bool is_hidden = false;
};

struct AuditedRule {
    RuleSpec spec;
    std::size_t hits = 0;
    double share = 0;                     // of all values of the exchanges it hit
    std::vector<std::string> places;      // "gh/view.yaml stdout /number"; indexes are `*`
    std::vector<std::string> samples;     // different values, the first ones
    std::size_t values = 0, changed = 0;  // different ones of each cassette; of them, tried
    std::vector<Mutation> mutations;      // the first ones, and all that must not be hidden

    std::size_t hidden(bool inside) const { return counts_[inside ? 1 : 0][1]; }
    std::size_t tried(bool inside) const {
        return counts_[inside ? 1 : 0][0] + counts_[inside ? 1 : 0][1];
    }
    void add(Mutation mutation);

private:
    std::size_t counts_[2][2] = {};  // by is_inside, is_hidden
};

struct Audit {
    std::vector<AuditedRule> rules;  // as written, each once
    std::vector<report::Finding> findings;
    std::size_t opaque = 0;  // values that only `opaque` could tame
};

Audit audit(std::span<const AuditSubject> subjects, const AuditOptions& options);

// `pr_number at stdout, $.number`
std::string describe(const RuleSpec& spec);

// The findings rule.unrecognized of a comparison or of one side of it.
std::vector<report::Finding> findings_of(std::span<const Unrecognized> unrecognized,
                                         const Rules& rules, const Loaded& loaded);

}  // namespace understudy::cassette
