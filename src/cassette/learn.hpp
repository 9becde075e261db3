// Rules proposed from two recordings or more of the same calls: what differs between them is
// volatile, and its values say of which class.
//
//     const Learned learned = TRY(learn({first, second}, {}));
//     to_yaml(learned);                  // rules and grammars, for a person to accept
//
// A value that was the same every time is never proposed. One that differs and is of no known class
// is proposed as `opaque` and flagged.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "cassette/compare.hpp"
#include "cassette/model.hpp"
#include "cassette/rules.hpp"
#include "report/finding.hpp"

namespace understudy::cassette {

struct Proposal {
    RuleSpec spec;
    std::vector<std::string> values;  // some of those seen, different ones
    bool is_flagged = false;          // `opaque`: no class is known
};

struct GrammarProposal {
    std::string exchange, part;
    std::string short_form;  // init hook? (assistant | tool_result)* result
    bool is_settled = true;  // the last recording changed nothing about it
};

struct Learned {
    std::vector<Proposal> proposals;
    std::vector<GrammarProposal> grammars;
    std::vector<std::string> notes;         // what differs and no rule can tame
    std::vector<report::Finding> findings;  // cassette.not_replayable
    std::size_t recordings = 0;
};

using Timeline = std::span<const Exchange>;

// rule.learn_too_few, rule.learn_other_calls
base::Result<Learned> learn(std::span<const Timeline> timelines, const CompareOptions& options);

// A rule as it is written: {use, at, with}.
json::Value written_rule(const RuleSpec& spec);

// As it can stand in a cassette or in understudy.yaml; the values seen are comments.
std::string to_yaml(const Learned& learned);

}  // namespace understudy::cassette
