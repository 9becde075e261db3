// `derived`: a field holds what its function makes of its input. Every record is its own cause:
// forty-six wrong checksums are forty-six findings.
#include <algorithm>

#include "grammar/derive.hpp"
#include "grammar/impl/checker.hpp"
#include "grammar/impl/functions.hpp"

namespace understudy::grammar {

namespace {

using json::Value;

class DerivedChecker : public Checker {
public:
    explicit DerivedChecker(const Constraint& constraint)
        : constraint_(constraint), rule_(std::get<DerivedRule>(constraint.rule)) {}

    void take(const Taken& record, Stage& stage, Findings& findings) override {
        if (selects(constraint_, record)) judge(record, stage, findings);
        for (const Part& part : rule_.over) {
            if (part.from != Part::From::Records || !part.records.takes(record)) continue;
            ++counted_;
        }
    }

private:
    void judge(const Taken& record, const Stage& stage, Findings& findings) const {
        const Value* held = record.resolve(rule_.field);
        if (held == nullptr) return;
        Computed computed = compute_derived(rule_, record, stage.bundle, counted_);
        if (computed.needs_bundle) {
            return findings.not_judged(computed.why_not, record.number);
        }
        if (computed.value && json::equivalent(*computed.value, *held)) return;
        Verdict verdict = verdict_on(base::Code::FixtureOrderDerived, record);
        verdict.expected = computed.value ? shown(*computed.value) : computed.why_not;
        verdict.expected += ", the " + std::string(function_row(rule_.function).name);
        verdict.came = shown(*held) + " at " + rule_.field.text();
        verdict.witness = spans_of({record.number});
        if (counted_ > 0) verdict.witness = {{1, record.number}};
        findings.add(std::move(verdict));
    }

    const Constraint& constraint_;
    const DerivedRule& rule_;
    std::size_t counted_ = 0;
};

}  // namespace

std::unique_ptr<Checker> make_derived(const Constraint& constraint) {
    return std::make_unique<DerivedChecker>(constraint);
}

std::vector<Derivation> derivations(const Grammar& grammar) {
    std::vector<std::size_t> waiting;
    const auto& constraints = grammar.model().constraints;
    for (std::size_t i = 0; i < constraints.size(); ++i) {
        if (constraints[i].kind == Kind::Derived) waiting.push_back(i);
    }
    auto rule = [&](std::size_t i) -> const DerivedRule& {
        return std::get<DerivedRule>(constraints[i].rule);
    };
    std::vector<Derivation> order;
    while (!waiting.empty()) {
        // The loader refused cycles, so one of them reads none of the others.
        auto ready = std::find_if(waiting.begin(), waiting.end(), [&](std::size_t i) {
            return std::none_of(waiting.begin(), waiting.end(), [&](std::size_t other) {
                return other != i && reads_field(rule(i), rule(other).field) &&
                       !reads_field(rule(other), rule(i).field);
            });
        });
        if (ready == waiting.end()) ready = waiting.begin();
        order.push_back({constraints[*ready].id, rule(*ready).field.text(), *ready});
        waiting.erase(ready);
    }
    return order;
}

std::optional<Value> compute(const Grammar& grammar, const Derivation& derivation,
                             const Record& record, const Bundle* bundle) {
    const Model& model = grammar.model();
    const Constraint& constraint = model.constraints[derivation.index];
    std::string type = grammar.type_of(record.value, record.about);
    Value type_value(type);
    expr::Env env(guard_scope());
    env.set("self", expr::Given(record.value));
    Value nothing_known = Value::object();
    env.set("about", expr::Given(record.about.is_null() ? nothing_known : record.about));
    env.set("type", expr::Given(type_value));
    GuardTrouble trouble;
    Taken taken{1, model.id_of(type), type, &record.value, &record.about, &env, &trouble};
    if (!selects(constraint, taken)) return std::nullopt;
    return compute_derived(std::get<DerivedRule>(constraint.rule), taken, bundle, std::nullopt)
        .value;
}

}  // namespace understudy::grammar
