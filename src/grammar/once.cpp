// `once`: each of some types at most one time, in the whole stream or for each value of a key.
// `terminal`: after one of some types only listed ones.
#include <optional>

#include "grammar/impl/checker.hpp"

namespace understudy::grammar {

namespace {

struct Seen {
    std::size_t record = 0;
    std::size_t verdict = 0;
    bool blamed = false;
};

class OnceChecker : public Checker {
public:
    explicit OnceChecker(const Constraint& constraint)
        : constraint_(constraint), rule_(std::get<OnceRule>(constraint.rule)), seen_(rule_.scope) {}

    void take(const Taken& record, Stage& stage, Findings& findings) override {
        seen_.begin_if_due(record, stage);
        if (!selects(constraint_, record) || !rule_.types.takes(record)) return;
        for (const std::string& scope : seen_.names(record)) {
            std::string name = std::string(record.type_name) + '\n' + scope;
            Seen& seen = seen_.at(name, stage, findings);
            if (seen.record == 0) {
                seen.record = record.number;
            } else if (seen.blamed) {
                findings.fold(seen.verdict);
            } else {
                seen.verdict = blame(record, scope, seen.record, findings);
                seen.blamed = true;
            }
        }
    }

    Legality legality(TypeId type, const Stage& stage) const override {
        if (!rule_.types.names(type)) return Legality::Yes;
        if (rule_.scope.by) return Legality::Maybe;
        if (rule_.scope.since && rule_.scope.since->names(type)) return Legality::Yes;
        if (seen_.find(stage.model->types[type] + '\n') == nullptr) return Legality::Yes;
        bool guarded = rule_.types.when || constraint_.select;
        return guarded ? Legality::Maybe : Legality::No;
    }

private:
    static std::size_t blame(const Taken& record, const std::string& scope, std::size_t first,
                             Findings& findings) {
        Verdict verdict = verdict_on(base::Code::FixtureOrderRepeated, record);
        verdict.key = scope;
        verdict.expected = "only the one in record " + std::to_string(first);
        verdict.came = came_words(record) + " again";
        verdict.witness = spans_of({first, record.number});
        return findings.add(std::move(verdict));
    }

    const Constraint& constraint_;
    const OnceRule& rule_;
    Instances<Seen> seen_;
};

struct Ended {
    std::size_t record = 0;
    std::string type;
    std::vector<Walk::Blame> blames;  // one for each type that came too late
};

class TerminalChecker : public Checker {
public:
    explicit TerminalChecker(const Constraint& constraint)
        : constraint_(constraint),
          rule_(std::get<OnceRule>(constraint.rule)),
          ended_(rule_.scope) {}

    void take(const Taken& record, Stage& stage, Findings& findings) override {
        ended_.begin_if_due(record, stage);
        if (!selects(constraint_, record)) return;
        for (const std::string& scope : ended_.names(record)) {
            auto found = ended_.all().find(scope);
            if (found != ended_.all().end()) {
                judge(found->second, scope, record, findings);
            } else if (rule_.types.takes(record)) {
                Ended& ended = ended_.at(scope, stage, findings);
                ended.record = record.number;
                ended.type = record.type_name;
            }
        }
    }

    Legality legality(TypeId type, const Stage&) const override {
        if (ended_.all().empty()) return Legality::Yes;
        if (rule_.scope.since && rule_.scope.since->names(type)) return Legality::Yes;
        if (rule_.then && rule_.then->names(type)) {
            return rule_.then->when ? Legality::Maybe : Legality::Yes;
        }
        if (constraint_.select && !constraint_.select->names(type)) return Legality::Yes;
        bool unsure = rule_.scope.by || (constraint_.select && constraint_.select->when);
        return unsure ? Legality::Maybe : Legality::No;
    }

private:
    void judge(Ended& ended, const std::string& scope, const Taken& record,
               Findings& findings) const {
        if (rule_.then && rule_.then->takes(record)) return;
        for (const Walk::Blame& blame : ended.blames) {
            if (blame.type == record.type) return findings.fold(blame.verdict);
        }
        Verdict verdict = verdict_on(base::Code::FixtureOrderAfterTerminal, record);
        verdict.key = scope;
        verdict.state = "after " + ended.type;
        verdict.expected = "nothing after record " + std::to_string(ended.record);
        if (rule_.then) verdict.expected += " but what may follow it";
        verdict.witness = spans_of({ended.record, record.number});
        ended.blames.push_back({0, record.type, findings.add(std::move(verdict))});
    }

    const Constraint& constraint_;
    const OnceRule& rule_;
    Instances<Ended> ended_;
};

}  // namespace

std::unique_ptr<Checker> make_once(const Constraint& constraint) {
    if (std::get<OnceRule>(constraint.rule).terminal) {
        return std::make_unique<TerminalChecker>(constraint);
    }
    return std::make_unique<OnceChecker>(constraint);
}

}  // namespace understudy::grammar
