// `constant`: a field has one value in all records that have it. Every further value is one
// finding, however often it comes.
#include "grammar/impl/checker.hpp"

namespace understudy::grammar {

namespace {

constexpr std::size_t kOtherValues = 100;  // told apart; the rest are folded into the last

struct First {
    std::optional<json::Value> value;
    std::size_t record = 0;
    std::vector<std::pair<json::Value, std::size_t>> others;  // with their verdicts
};

class ConstantChecker : public Checker {
public:
    explicit ConstantChecker(const Constraint& constraint)
        : constraint_(constraint),
          rule_(std::get<ConstantRule>(constraint.rule)),
          firsts_(rule_.scope) {}

    void take(const Taken& record, Stage& stage, Findings& findings) override {
        firsts_.begin_if_due(record, stage);
        if (!selects(constraint_, record)) return;
        for (const Locator::Hit& hit : record.find(rule_.field)) {
            for (const std::string& scope : firsts_.names(record)) {
                First& first = firsts_.at(scope, stage, findings);
                if (!first.value) {
                    first.value = *hit.value;
                    first.record = record.number;
                } else if (!json::equivalent(*first.value, *hit.value)) {
                    blame(first, scope, *hit.value, record, findings);
                }
            }
        }
    }

private:
    static void blame(First& first, const std::string& scope, const json::Value& value,
                      const Taken& record, Findings& findings) {
        for (const auto& [other, verdict] : first.others) {
            if (json::equivalent(other, value)) return findings.fold(verdict);
        }
        if (first.others.size() >= kOtherValues) return findings.fold(first.others.back().second);
        Verdict verdict = verdict_on(base::Code::FixtureOrderNotConstant, record);
        verdict.key = scope;
        verdict.expected = shown(*first.value) + ", as in record " + std::to_string(first.record);
        verdict.came = shown(value);
        verdict.witness = spans_of({first.record, record.number});
        first.others.emplace_back(value, findings.add(std::move(verdict)));
    }

    const Constraint& constraint_;
    const ConstantRule& rule_;
    Instances<First> firsts_;
};

}  // namespace

std::unique_ptr<Checker> make_constant(const Constraint& constraint) {
    return std::make_unique<ConstantChecker>(constraint);
}

}  // namespace understudy::grammar
