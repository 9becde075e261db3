// `seq`: one walk through one automaton. A record that does not fit is a finding; the walk then
// takes the only transition that would accept it, or stays where it is.
//
// Two findings have the same cause, and the later is folded into the first, when the same type does
// not fit in the same state again; when the walk is lost, because the record before did not fit
// either and led nowhere; or when the stream ends right after a record that did not fit.
#include <algorithm>

#include "grammar/impl/checker.hpp"

namespace understudy::grammar {

namespace {

class SeqChecker : public Checker {
public:
    SeqChecker(const Constraint& constraint, std::size_t index, Stage& stage)
        : constraint_(constraint),
          automaton_(std::get<SeqRule>(constraint.rule).automaton),
          index_(index),
          walk_(automaton_.start) {
        Stage::Seq& seq = stage.seqs[index];
        seq.before = seq.after = automaton_.start;
        seq.entered.assign(automaton_.states.size(), false);
        seq.entered[automaton_.start] = true;
        seq.walk = &walk_;
    }

    void prepare(const Taken& record, Stage& stage) override {
        trouble_ = false;
        Stage::Seq& seq = stage.seqs[index_];
        seq.before = walk_.state;
        seq.moved = false;
        if (!sees(record, stage)) return;
        auto to = automaton_.next(walk_.state, record);
        last_fits_ = to.has_value();
        if (!to) {
            trouble_ = true;
            was_lost_ = walk_.is_lost;
            to = automaton_.only_target(record);
        }
        walk_.is_lost = !to;
        if (!to) return;
        walk_.go(*to, record.number);
        seq.after = *to;
        seq.moved = true;
        seq.entered[*to] = true;
    }

    void take(const Taken& record, Stage& stage, Findings& findings) override {
        if (!trouble_) return;
        const std::uint32_t before = stage.seqs[index_].before;
        auto same = std::find_if(walk_.blames.begin(), walk_.blames.end(), [&](const auto& blame) {
            return blame.state == before && blame.type == record.type;
        });
        if (same != walk_.blames.end()) return findings.fold(same->verdict);
        if (was_lost_ && !walk_.blames.empty()) return findings.fold(walk_.blames.back().verdict);
        Verdict verdict = verdict_on(base::Code::FixtureOrderUnexpected, record);
        verdict.state = automaton_.states[before].name;
        verdict.legal = legal_types(automaton_, before, *stage.model);
        verdict.expected = legal_words(automaton_, before, *stage.model);
        verdict.witness = {{1, record.number}};
        walk_.blames.push_back({before, record.type, findings.add(std::move(verdict))});
    }

    void finish(Ending ending, const Stage& stage, Findings& findings) const override {
        if (automaton_.may_stop(walk_.state, ending)) return;
        if (!last_fits_ && !walk_.blames.empty()) {
            return findings.fold(walk_.blames.back().verdict);
        }
        Verdict verdict;
        verdict.code = base::Code::FixtureOrderIncomplete;
        verdict.at_end = true;
        verdict.record = stage.records;
        verdict.state = automaton_.states[walk_.state].name;
        verdict.legal = legal_types(automaton_, walk_.state, *stage.model);
        verdict.expected = wanted(ending, *stage.model);
        verdict.came = "the end, said to be " + std::string(name_of(ending));
        if (stage.records > 0) verdict.witness = {{1, stage.records}};
        findings.add(std::move(verdict));
    }

    Legality legality(TypeId type, const Stage& stage) const override {
        if (constraint_.select && !constraint_.select->names(type)) return Legality::Yes;
        Legality own =
            std::max(automaton_.legality(walk_.state, type), noise_legality(type, stage));
        bool guarded = constraint_.select && constraint_.select->when;
        return guarded && own == Legality::No ? Legality::Maybe : own;
    }

private:
    bool sees(const Taken& record, const Stage& stage) const {
        return record.type != kNoType && selects(constraint_, record) && !is_noise(record, stage);
    }

    std::string wanted(Ending ending, const Model& model) const {
        const AutomatonState& here = automaton_.states[walk_.state];
        if (ending == Ending::Complete && here.failed) return "an end said to be failed";
        if (ending == Ending::Failed && here.accept) return "an end said to be complete";
        if (ending == Ending::Interrupted && here.is_final()) {
            return "an end said to be complete or failed";
        }
        return legal_words(automaton_, walk_.state, model);
    }

    const Constraint& constraint_;
    const Automaton& automaton_;
    std::size_t index_;
    Walk walk_;
    bool trouble_ = false;   // the record in hand does not fit
    bool last_fits_ = true;  // the last one it looked at did
    bool was_lost_ = false;
};

}  // namespace

std::unique_ptr<Checker> make_seq(const Constraint& constraint, std::size_t index, Stage& stage) {
    return std::make_unique<SeqChecker>(constraint, index, stage);
}

}  // namespace understudy::grammar
