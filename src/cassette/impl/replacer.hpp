// Puts placeholders where rules apply. Two passes, because numbers follow the order of what is
// compared, and that is known only after unordered arrays were sorted:
//
//     Replacer replacer(rules, timeline, roots);
//     for (each part, in order) replacer.mark(exchange, part);     // <pr:?17>: the value met 17th
//     ... sort unordered arrays ...
//     for (each part, in order) replacer.number(part);             // <pr:1>, <pr:2>
//
// In text a placeholder is `<class:N>`; in JSON it is {"$any": "integer", "as": "class:N"}, and a
// real key that begins with `$` gets one more (impl/placeholder.hpp). One value is one number all
// through the timeline. What is marked already is left as it is: marking twice is marking once.
#pragma once

#include <functional>
#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "cassette/compare.hpp"
#include "cassette/impl/compiled_rule.hpp"
#include "cassette/parsed.hpp"
#include "cassette/rules.hpp"

namespace understudy::cassette {

class Replacer {
public:
    // `timeline`: everything that will be marked, so that a short SHA finds its long one wherever
    // that stands.
    explicit Replacer(const Rules& rules, std::span<const Exchange> timeline = {},
                      Roots roots = {});

    void mark(const Exchange& exchange, Part& part);
    void number(Part& part);

    // Of what was marked so far; their placeholders are filled in by number(). Past kMostHits they
    // are no longer listed.
    const std::vector<RuleHit>& hits() const { return hits_; }
    const std::vector<Unrecognized>& unrecognized() const { return unrecognized_; }

    static constexpr std::size_t kMostHits = 200'000;

private:
    using Applying = std::vector<const CompiledRule*>;  // in the order of running

    // Where a text or value stands.
    struct Place {
        std::string_view exchange, part;
        std::string path;
    };
    // A JSON value on the way through its rules.
    struct Walk {
        Place place;
        Applying everywhere;                      // rules without a path
        std::map<std::string, Applying> at_path;  // by JSON Pointer
        bool is_marked = false;
    };
    // A value that has been met.
    struct Met {
        std::string space;
        bool has_identity = true;
        std::size_t number = 0;         // 0: none yet
        std::vector<std::size_t> hits;  // waiting for it
    };

    Applying rules_for(std::string_view exchange, std::string_view stream) const;

    // replacer.cpp: parts and values
    void mark_events(const Place& place, const Applying& rules, Part& part);
    void mark_table(const Place& place, const Applying& rules, Part& part);
    json::Value mark_input(const Place& place, const json::Value& value, bool is_marked);
    json::Value mark_root(const Place& place, const Applying& rules, const json::Value& value,
                          bool is_marked);
    json::Value mark_value(Walk& walk, const json::Value& value);
    json::Value mark_string(Walk& walk, std::string_view text);
    json::Value mark_members(Walk& walk, const json::Value& value);

    // replacer_text.cpp: texts
    std::string mark_line(const Place& place, const Applying& rules, std::string_view line,
                          bool is_marked);
    // Changes `text`. A token: all of `text` is this one value.
    std::optional<Token> apply(const CompiledRule& rule, const Place& place, std::string& text,
                               bool is_whole_value);
    std::vector<Spot> spots_of(const CompiledRule& rule, const Place& place, std::string_view text);
    void spots_of_groups(const CompiledRule& rule, const Place& place, std::string_view text,
                         std::size_t offset, std::vector<Spot>& spots);
    std::string put(const CompiledRule& rule, const Place& place, std::string_view text,
                    const std::vector<Spot>& spots);

    // The mark of a value; notes the hit.
    std::string take(const CompiledRule& rule, const Place& place, Token token, std::string value);
    void refuse(const CompiledRule& rule, const Place& place, std::string value);
    std::string number_of(std::string_view mark);

    const Rules& rules_;
    Known known_;
    std::vector<RuleHit> hits_;
    std::vector<Unrecognized> unrecognized_;
    std::vector<Met> met_;
    std::map<std::pair<std::string, std::string>, std::size_t> index_;  // space, identity: in met_
    std::map<std::string, std::size_t> last_number_;                    // by space
};

// Between the passes, for order.cpp, which has to sort values whatever their identities are. A mark
// is class and identity in one word, the same word wherever the same value was replaced.
std::vector<std::string> marks_in(const json::Value& value);  // in the order number() meets them
// A copy in which `word_of(mark)` stands for each mark.
json::Value with_marks(const json::Value& value,
                       const std::function<std::string(std::string_view mark)>& word_of);

}  // namespace understudy::cassette
