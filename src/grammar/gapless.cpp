// `gapless`: a whole number that rises by exactly one. After a finding counting goes on from the
// number that came, so one lost record is one finding.
#include "base/text.hpp"
#include "grammar/impl/checker.hpp"

namespace understudy::grammar {

namespace {

struct Count {
    std::optional<std::int64_t> last;
    std::size_t record = 0;         // that had it
    std::size_t first_without = 0;  // the first record that had no number
    bool may_jump = false;          // a gap marker came after the last number, or with it
    bool mix_blamed = false;
    std::size_t mix_verdict = 0;
};

class GaplessChecker : public Checker {
public:
    explicit GaplessChecker(const Constraint& constraint)
        : constraint_(constraint),
          rule_(std::get<GaplessRule>(constraint.rule)),
          counts_(rule_.scope) {}

    void take(const Taken& record, Stage& stage, Findings& findings) override {
        counts_.begin_if_due(record, stage);
        bool marker = rule_.gap_marker && rule_.gap_marker->takes(record);
        if (!marker && !selects(constraint_, record)) return;
        for (const std::string& scope : counts_.names(record)) {
            Count& count = counts_.at(scope, stage, findings);
            const json::Value* value = record.resolve(rule_.field);
            if (value != nullptr && !value->is_null()) {
                with(count, scope, *value, marker || count.may_jump, record, findings);
                count.may_jump = marker;
            } else if (marker) {
                count.may_jump = true;
            } else {
                without(count, scope, record, findings);
            }
        }
    }

private:
    void without(Count& count, const std::string& scope, const Taken& record, Findings& findings) {
        if (count.first_without == 0) count.first_without = record.number;
        if (rule_.absent == GaplessRule::Absent::Skip) return;
        if (rule_.absent == GaplessRule::Absent::Together && !count.last) return;
        if (count.mix_blamed) return findings.fold(count.mix_verdict);
        Verdict verdict = verdict_on(base::Code::FixtureOrderGap, record);
        verdict.expected = wanted(count);
        verdict.came = "no number at " + rule_.field.text();
        blame_mix(count, scope, count.record, std::move(verdict), findings);
    }

    void with(Count& count, const std::string& scope, const json::Value& value, bool may_jump,
              const Taken& record, Findings& findings) {
        if (!count.last && count.first_without != 0 && !count.mix_blamed &&
            rule_.absent == GaplessRule::Absent::Together) {
            Verdict verdict = verdict_on(base::Code::FixtureOrderGap, record);
            verdict.expected = "no number at " + rule_.field.text() + ", like record " +
                               std::to_string(count.first_without);
            verdict.came = shown(value);
            blame_mix(count, scope, count.first_without, std::move(verdict), findings);
        }
        auto number = read(value);
        std::optional<std::int64_t> wanted_number = rule_.from;
        if (count.last) wanted_number = *count.last + 1;
        bool fits = number && (!wanted_number || *number == *wanted_number ||
                               (may_jump && *number > *wanted_number));
        if (!fits) {
            Verdict verdict = verdict_on(base::Code::FixtureOrderGap, record);
            verdict.key = scope;
            verdict.expected = wanted(count);
            verdict.came = shown(value);
            std::vector<std::size_t> witness = {record.number};
            if (count.record != 0) witness.push_back(count.record);
            verdict.witness = spans_of(std::move(witness));
            findings.add(std::move(verdict));
        }
        if (!number || *number == INT64_MAX) return;
        count.last = number;
        count.record = record.number;
    }

    static void blame_mix(Count& count, const std::string& scope, std::size_t other,
                          Verdict verdict, Findings& findings) {
        verdict.key = scope;
        std::vector<std::size_t> witness = {verdict.record};
        if (other != 0) witness.push_back(other);
        verdict.witness = spans_of(std::move(witness));
        count.mix_verdict = findings.add(std::move(verdict));
        count.mix_blamed = true;
    }

    std::string wanted(const Count& count) const {
        if (count.last) return rule_.prefix + std::to_string(*count.last + 1);
        if (rule_.from) return rule_.prefix + std::to_string(*rule_.from);
        return rule_.prefix.empty() ? "a whole number" : rule_.prefix + " and a whole number";
    }

    std::optional<std::int64_t> read(const json::Value& value) const {
        if (rule_.prefix.empty() && value.is_number()) return value.to_int64();
        if (!value.is_string()) return std::nullopt;
        std::string_view text = value.as_string();
        if (!text.starts_with(rule_.prefix)) return std::nullopt;
        text.remove_prefix(rule_.prefix.size());
        // "000012": numbers in names are often padded.
        while (text.size() > 1 && text.front() == '0') text.remove_prefix(1);
        return base::parse_int64(text);
    }

    const Constraint& constraint_;
    const GaplessRule& rule_;
    Instances<Count> counts_;
};

}  // namespace

std::unique_ptr<Checker> make_gapless(const Constraint& constraint) {
    return std::make_unique<GaplessChecker>(constraint);
}

}  // namespace understudy::grammar
