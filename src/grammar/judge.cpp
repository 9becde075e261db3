// The judge: shows every record to every constraint that is on, in the order of the file, and keeps
// what they find. A record passes twice: first the seqs move, so that constraints which speak of
// states see where the record has led; then each constraint judges.
#include "grammar/judge.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "expr/evaluate.hpp"
#include "grammar/impl/checker.hpp"
#include "grammar/impl/model.hpp"

namespace understudy::grammar {

using base::Code;
using json::Value;

namespace {

struct Active {
    const Constraint* constraint = nullptr;
    Severity severity = Severity::Breaking;
    bool is_heard =
        true;  // false: only moved along for others, when one constraint is judged alone
    std::unique_ptr<Checker> checker;
};

// On or off, and how severe, as a dialect has it.
struct Setting {
    bool on = true;
    Severity severity = Severity::Breaking;
};

std::vector<Setting> settings_of(const Model& model, const Dialect* dialect) {
    std::vector<Setting> settings;
    for (const Constraint& constraint : model.constraints) {
        settings.push_back({constraint.on, constraint.severity});
    }
    if (dialect == nullptr) return settings;
    for (std::size_t i : dialect->off) settings[i].on = false;
    for (std::size_t i : dialect->on) settings[i].on = true;
    for (const auto& [i, severity] : dialect->severity) settings[i].severity = severity;
    return settings;
}

}  // namespace

struct Judge::State {
    State(Grammar its_grammar, Options its_options)
        : grammar(std::move(its_grammar)),
          options(std::move(its_options)),
          env(guard_scope()),
          findings(verdicts) {}

    Grammar grammar;
    Options options;
    std::string dialect;
    Severity unknown_type = Severity::Warning;
    bool pin_is_old = false;
    bool hears_unknown_types = true;
    Stage stage;
    std::vector<Active> active;
    std::vector<Verdict> verdicts;
    expr::Env env;
    Value type_value;
    Value nothing_known = Value::object();
    std::vector<GuardTrouble> troubles;  // by active constraint
    Findings findings;

    const Model& model() const { return grammar.model(); }

    void open(const std::vector<Setting>& settings);
    void take(Taken& record);
    void report_unknown(const Taken& record);
    void mark_from(std::vector<Verdict>& list, std::size_t first) const;
};

void Judge::State::open(const std::vector<Setting>& settings) {
    stage.model = &model();
    stage.bundle = options.bundle;
    stage.seqs.resize(model().constraints.size());
    stage.seen_type.assign(model().types.size(), false);
    for (std::size_t i = 0; i < settings.size(); ++i) {
        const Constraint& constraint = model().constraints[i];
        bool is_heard = options.only.empty() || options.only == constraint.id;
        // States are spoken of by others, so a seq walks along even when it is not judged.
        bool walks = constraint.kind == Kind::Seq;
        if (!settings[i].on && !walks) continue;
        if (constraint.kind == Kind::Any) {
            stage.noise.push_back(&constraint);
            continue;
        }
        if (!is_heard && !walks) continue;
        active.push_back({&constraint, settings[i].severity, is_heard && settings[i].on,
                          make_checker(constraint, i, stage)});
    }
    troubles.resize(active.size());
}

void Judge::State::report_unknown(const Taken& record) {
    if (verdicts.size() >= kMaxVerdicts) {
        ++findings.dropped;
        return;
    }
    Verdict verdict;
    verdict.code = Code::FixtureOrderUnknownType;
    verdict.severity = unknown_type;
    verdict.record = record.number;
    verdict.type = record.type_name;
    verdict.came = came_words(record);
    verdict.expected = "a type the grammar knows";
    verdict.nearest = base::nearest(record.type_name, model().types);
    verdict.witness = {{record.number, record.number}};
    verdicts.push_back(std::move(verdict));
}

void Judge::State::take(Taken& record) {
    if (record.type == kNoType && hears_unknown_types) report_unknown(record);
    for (std::size_t i = 0; i < active.size(); ++i) {
        record.trouble = &troubles[i];
        active[i].checker->prepare(record, stage);
    }
    for (std::size_t i = 0; i < active.size() && !findings.limit; ++i) {
        if (!active[i].is_heard) continue;
        record.trouble = &troubles[i];
        findings.constraint = active[i].constraint;
        findings.severity = active[i].severity;
        active[i].checker->take(record, stage, findings);
    }
    if (record.type != kNoType) stage.seen_type[record.type] = true;
}

// Places are asked for only now: making a mark costs more than judging a record.
void Judge::State::mark_from(std::vector<Verdict>& list, std::size_t first) const {
    if (!options.mark_of) return;
    for (std::size_t i = first; i < list.size(); ++i) {
        if (list[i].record != 0) list[i].mark = options.mark_of(list[i].record);
    }
}

Judge::Judge(std::unique_ptr<State> state) : state_(std::move(state)) {}
Judge::Judge(Judge&&) noexcept = default;
Judge& Judge::operator=(Judge&&) noexcept = default;
Judge::~Judge() = default;

base::Result<Judge> Judge::open(const Grammar& grammar, Options options) {
    auto state = std::make_unique<State>(grammar, std::move(options));
    const Model& model = grammar.model();
    const Options& chosen = state->options;
    state->dialect = chosen.dialect.empty() ? model.default_dialect : chosen.dialect;
    const Dialect* dialect = nullptr;
    for (const Dialect& candidate : model.dialects) {
        if (candidate.name == state->dialect) dialect = &candidate;
    }
    if (dialect == nullptr && !state->dialect.empty()) {
        return base::fail(Code::GrammarUnknownDialect,
                          {{"dialect", state->dialect},
                           {"grammar", model.name},
                           {"nearest", base::nearest(state->dialect, model.dialect_names)}});
    }
    bool is_known = chosen.only.empty() ||
                    std::any_of(model.constraints.begin(), model.constraints.end(),
                                [&](const Constraint& c) { return c.id == chosen.only; });
    if (!is_known) {
        return base::fail(Code::GrammarUnknownConstraint, {{"constraint", chosen.only}});
    }
    state->pin_is_old = !chosen.version.empty() && grammar.is_pin_older_than(chosen.version);
    state->unknown_type = model.unknown_type;
    if (dialect != nullptr && dialect->unknown_type) state->unknown_type = *dialect->unknown_type;
    if (chosen.unknown_type) state->unknown_type = *chosen.unknown_type;
    if (model.closed) state->unknown_type = Severity::Breaking;
    if (state->pin_is_old) state->unknown_type = Severity::Info;
    state->hears_unknown_types = chosen.only.empty() && !model.types.empty();
    state->open(settings_of(model, dialect));
    return Judge(std::move(state));
}

base::Result<void> Judge::feed(const Record& record) {
    State& state = *state_;
    if (state.findings.limit) return base::fail(*state.findings.limit);
    std::string type = state.grammar.type_of(record.value, record.about);
    state.type_value = Value(type);
    if (state.model().has_guards) {
        // Nothing known is an empty map to a guard, so that has(about.event) has an answer.
        const Value& about = record.about.is_null() ? state.nothing_known : record.about;
        state.env.set("self", expr::Given(record.value));
        state.env.set("about", expr::Given(about));
        state.env.set("type", expr::Given(state.type_value));
    }
    Taken taken;
    taken.number = ++state.stage.records;
    taken.type = state.model().id_of(type);
    taken.type_name = type;
    taken.value = &record.value;
    taken.about = &record.about;
    taken.env = &state.env;
    std::size_t before = state.verdicts.size();
    state.take(taken);
    state.mark_from(state.verdicts, before);
    if (state.findings.limit) return base::fail(*state.findings.limit);
    return {};
}

Next Judge::next() const {
    const State& state = *state_;
    Next next;
    for (TypeId type = 0; type < state.model().types.size(); ++type) {
        Legality legality = Legality::Yes;
        for (const Active& active : state.active) {
            if (!active.is_heard) continue;
            legality = std::min(legality, active.checker->legality(type, state.stage));
        }
        if (legality == Legality::No) continue;
        next.types.push_back({state.model().types[type], legality == Legality::Yes});
    }
    auto may_stop = [&](Ending ending) {
        std::vector<Verdict> scratch;
        Findings findings(scratch);
        findings.is_rehearsal = true;
        for (const Active& active : state.active) {
            if (!active.is_heard) continue;
            findings.constraint = active.constraint;
            active.checker->finish(ending, state.stage, findings);
        }
        return findings.found == 0;
    };
    next.may_complete = may_stop(Ending::Complete);
    next.may_fail = may_stop(Ending::Failed);
    next.may_interrupt = may_stop(Ending::Interrupted);
    return next;
}

Outcome Judge::finish(Ending ending) const {
    const State& state = *state_;
    Outcome outcome;
    outcome.verdicts = state.verdicts;
    outcome.records = state.stage.records;
    outcome.ending = ending;
    outcome.dialect = state.dialect;
    outcome.pin_is_old = state.pin_is_old;
    Findings findings(outcome.verdicts);
    findings.unjudged = state.findings.unjudged;
    findings.dropped = state.findings.dropped;
    for (std::size_t i = 0; i < state.active.size(); ++i) {
        const Active& active = state.active[i];
        if (!active.is_heard) continue;
        findings.constraint = active.constraint;
        findings.severity = active.severity;
        active.checker->finish(ending, state.stage, findings);
        const GuardTrouble& trouble = state.troubles[i];
        if (trouble.times == 0) continue;
        findings.unjudged.push_back(
            {active.constraint->id, trouble.why, trouble.times, trouble.record});
    }
    state.mark_from(outcome.verdicts, state.verdicts.size());
    outcome.unjudged = std::move(findings.unjudged);
    outcome.dropped = findings.dropped;
    return outcome;
}

const std::vector<Verdict>& Judge::so_far() const {
    return state_->verdicts;
}

std::optional<Severity> Outcome::worst() const {
    std::optional<Severity> worst;
    for (const Verdict& verdict : verdicts) {
        if (!worst || verdict.severity > *worst) worst = verdict.severity;
    }
    return worst;
}

}  // namespace understudy::grammar
