// `per-key`: one walk for each value of a key (tool call, effect, block), all through the same
// small automaton. Types the automaton does not mention pass by.
#include <algorithm>

#include "grammar/impl/checker.hpp"

namespace understudy::grammar {

namespace {

class PerKeyChecker : public Checker {
public:
    explicit PerKeyChecker(const Constraint& constraint)
        : constraint_(constraint),
          rule_(std::get<PerKeyRule>(constraint.rule)),
          walks_(rule_.scope),
          standing_(rule_.automaton.states.size(), 0) {}

    void take(const Taken& record, Stage& stage, Findings& findings) override {
        if (rule_.scope.since && rule_.scope.since->takes(record)) {
            finish(Ending::Complete, stage, findings);
            walks_.clear(stage);
            std::fill(standing_.begin(), standing_.end(), 0);
        }
        if (!sees(record)) return;
        Keys keys = keys_of(rule_.key, record);
        if (keys.found == KeyFound::Missing) return miss(record, findings);
        for (const std::string& key : keys.keys) {
            for (const std::string& scope : scopes(record)) {
                step(scope.empty() ? key : scope + " " + key, record, stage, findings);
                if (findings.limit) return;
            }
        }
    }

    // Only a grammar that says where a key may end is owed an end.
    void finish(Ending ending, const Stage& stage, Findings& findings) const override {
        if (!rule_.automaton.says_accept) return;
        if (!constraint_.judged_at[static_cast<std::size_t>(ending)]) return;
        std::vector<std::pair<std::size_t, const std::string*>> open;
        for (const auto& [key, walk] : walks_.all()) {
            const AutomatonState& here = rule_.automaton.states[walk.state];
            if (here.accept || here.failed || !walk.blames.empty()) continue;
            open.emplace_back(walk.last, &key);
        }
        std::sort(open.begin(), open.end(), [](const auto& a, const auto& b) {
            return a.first != b.first ? a.first < b.first : *a.second < *b.second;
        });
        for (const auto& [record, key] : open) {
            const Walk& walk = *walks_.find(*key);
            Verdict verdict;
            verdict.code = base::Code::FixtureOrderKeyUnexpected;
            verdict.at_end = true;
            verdict.record = record;
            verdict.came = "the end";
            describe(verdict, *key, walk.state, *stage.model);
            auto path = walk.path.empty() ? walk.records_with(walk.last)
                                          : walk.records_with(walk.path.back().record);
            verdict.witness = spans_of(std::move(path));
            findings.add(std::move(verdict));
        }
    }

    Legality legality(TypeId type, const Stage&) const override {
        if (constraint_.select && !constraint_.select->names(type)) return Legality::Yes;
        bool chosen = constraint_.select && !constraint_.select->every;
        if (!chosen && !rule_.automaton.mentions(type)) return Legality::Yes;
        if (rule_.key.rule_for(type) == nullptr) return Legality::Yes;
        if (rule_.automaton.states[rule_.automaton.start].edges(type)) return Legality::Maybe;
        for (std::size_t state = 0; state < standing_.size(); ++state) {
            if (standing_[state] > 0 && rule_.automaton.states[state].edges(type)) {
                return Legality::Maybe;
            }
        }
        bool guarded = constraint_.select && constraint_.select->when;
        bool starred = rule_.key.rule_for(type)->parts.front().has_stars();
        return guarded || starred ? Legality::Maybe : Legality::No;
    }

private:
    bool sees(const Taken& record) const {
        if (record.type == kNoType) return false;
        bool chosen = constraint_.select && !constraint_.select->every;
        return (chosen || rule_.automaton.mentions(record.type)) && selects(constraint_, record);
    }

    std::vector<std::string> scopes(const Taken& record) const {
        if (!rule_.scope.by) return {std::string()};
        return keys_of(*rule_.scope.by, record).keys;
    }

    void miss(const Taken& record, Findings& findings) {
        auto same = std::find_if(misses_.begin(), misses_.end(),
                                 [&](const auto& miss) { return miss.type == record.type; });
        if (same != misses_.end()) return findings.fold(same->verdict);
        Verdict verdict = verdict_on(base::Code::FixtureOrderKeyUnexpected, record);
        verdict.expected = "a key at " + rule_.key.to_text();
        verdict.came = came_words(record) + " without one";
        verdict.witness = {{record.number, record.number}};
        misses_.push_back({0, record.type, findings.add(std::move(verdict))});
    }

    void step(const std::string& key, const Taken& record, Stage& stage, Findings& findings) {
        const Automaton& automaton = rule_.automaton;
        bool is_new = walks_.find(key) == nullptr;
        Walk& walk = walks_.at(key, stage, findings, automaton.start);
        if (is_new) ++standing_[walk.state];
        const std::uint32_t before = walk.state;
        auto to = automaton.next(before, record);
        if (!to) {
            blame(key, walk, record, stage, findings);
            to = automaton.only_target(record);
        }
        walk.is_lost = !to;
        if (!to) return;
        walk.go(*to, record.number);
        --standing_[before];
        ++standing_[*to];
    }

    void blame(const std::string& key, Walk& walk, const Taken& record, const Stage& stage,
               Findings& findings) {
        auto same = std::find_if(walk.blames.begin(), walk.blames.end(), [&](const auto& entry) {
            return entry.state == walk.state && entry.type == record.type;
        });
        if (same != walk.blames.end()) return findings.fold(same->verdict);
        if (walk.is_lost && !walk.blames.empty()) return findings.fold(walk.blames.back().verdict);
        Verdict verdict = verdict_on(base::Code::FixtureOrderKeyUnexpected, record);
        describe(verdict, key, walk.state, *stage.model);
        verdict.witness = spans_of(walk.records_with(record.number));
        walk.blames.push_back({walk.state, record.type, findings.add(std::move(verdict))});
    }

    void describe(Verdict& verdict, const std::string& key, std::uint32_t state,
                  const Model& model) const {
        verdict.key = key;
        verdict.state = rule_.automaton.states[state].name;
        verdict.legal = legal_types(rule_.automaton, state, model);
        verdict.expected = legal_words(rule_.automaton, state, model);
    }

    const Constraint& constraint_;
    const PerKeyRule& rule_;
    Instances<Walk> walks_;
    std::vector<std::size_t> standing_;  // how many walks stand in each state
    std::vector<Walk::Blame> misses_;
};

}  // namespace

std::unique_ptr<Checker> make_per_key(const Constraint& constraint) {
    return std::make_unique<PerKeyChecker>(constraint);
}

}  // namespace understudy::grammar
