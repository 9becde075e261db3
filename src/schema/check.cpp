// The door: ask fast, and only if the answer is not a plain yes go again and write down why.
#include "schema/check.hpp"

#include "schema/impl/evaluator.hpp"

namespace understudy::schema {
namespace {

Verdict verdict_of(Truth truth) {
    if (truth == Truth::Yes) return Verdict::Valid;
    return truth == Truth::No ? Verdict::Invalid : Verdict::Unknown;
}

}  // namespace

std::string_view name_of(Verdict verdict) {
    if (verdict == Verdict::Valid) return "valid";
    return verdict == Verdict::Invalid ? "invalid" : "unknown";
}

Verdict judge(const Schema& schema, const json::Value& value, const CheckOptions& options) {
    return verdict_of(Evaluator(schema.program(), options).answer(schema.root(), value));
}

Outcome check(const Schema& schema, const json::Value& value, const CheckOptions& options) {
    Outcome outcome;
    Evaluator evaluator(schema.program(), options);
    outcome.verdict = verdict_of(evaluator.answer(schema.root(), value));
    if (outcome.verdict != Verdict::Valid) evaluator.report(schema.root(), value, outcome);
    return outcome;
}

}  // namespace understudy::schema
