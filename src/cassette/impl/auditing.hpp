// What the files audit*.cpp share: recordings taken apart, once as they came and once after the
// rules, and how many values they hold.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "cassette/audit.hpp"
#include "cassette/parsed.hpp"

namespace understudy::cassette {

struct AuditPart {
    const Exchange* exchange = nullptr;
    std::size_t number = 0;  // of the exchange
    Part raw;
    Part marked;
};

// One cassette.
struct Recording {
    const AuditSubject* subject = nullptr;
    std::vector<AuditPart> parts;
    std::vector<RuleHit> hits;
    std::vector<Unrecognized> unrecognized;

    const AuditPart* find(std::string_view exchange, std::string_view part) const;
};
Recording take_apart(const AuditSubject& subject);

// Leaves of JSON and of tables, words of text.
std::size_t values_in(const Part& part);
std::size_t values_in(const json::Value& value);
// How many of them a hit replaced; 0: only a piece of one.
std::size_t values_of(const RuleHit& hit, const AuditPart& part);

// `/items/3/id` is `/items/*/id`; `line 3` is `line *`.
std::string place_pattern(std::string_view path);
// The same call gives the same text.
std::string call_of(const Exchange& exchange);
base::Mark mark_of(const AuditSubject& subject, std::size_t exchange);

// The values that `rule` (in Rules::specs) replaced in one recording, each to be changed to others.
class Changes {
public:
    Changes(const Recording& recording, std::size_t rule);

    std::size_t size() const { return hits_.size(); }  // different values
    std::size_t cost() const { return cost_; }         // bytes looked through to change one of them
    // What changes when the value becomes another one.
    std::vector<Mutation> mutate(std::size_t value) const;

private:
    const Recording& recording_;
    std::size_t rule_;
    std::size_t cost_ = 0;
    std::vector<const RuleHit*> hits_;  // the first of each value, by value
    std::vector<bool> shapes_;          // which shapes the values have
};

// Why the values say that the rule takes what is not of its class; empty: they do not.
std::string what_it_swallows(const RuleSpec& spec, const std::vector<std::string>& values,
                             const std::vector<Mutation>& mutations);

// Values that look volatile and that no rule replaced.
struct Uncovered {
    std::size_t exchange = 0;  // number
    std::string call, part, path, value, use;
};
std::vector<Uncovered> uncovered_in(const Recording& recording);

}  // namespace understudy::cassette
