// `implies`: where a condition holds, something must be there, or must not: in the same record, in
// a later one, in one before a moment, in an earlier one, or anywhere in the stream.
#include <algorithm>

#include "base/text.hpp"
#include "grammar/impl/checker.hpp"

namespace understudy::grammar {

namespace {

using By = ImpliesRule::By;
using json::Value;

// Condition and consequence inside one record, or inside each of its elements.
class SameRecordChecker : public Checker {
public:
    explicit SameRecordChecker(const Constraint& constraint)
        : constraint_(constraint), rule_(std::get<ImpliesRule>(constraint.rule)) {}

    void take(const Taken& record, Stage&, Findings& findings) override {
        if (!selects(constraint_, record) || !rule_.condition.names(record.type)) return;
        if (!rule_.each) return judge(record, record.number, "", findings);
        for (const Locator::Hit& hit : record.find(*rule_.each)) {
            expr::Env env = *record.env;
            env.set("self", expr::Given(*hit.value));
            Taken element = record;
            element.value = hit.value;
            element.env = &env;
            judge(element, record.number, base::join(hit.stars, "/"), findings);
        }
    }

private:
    void judge(const Taken& record, std::size_t number, std::string element,
               Findings& findings) const {
        if (!holds(rule_.condition.when, record)) return;
        std::string came;
        if (rule_.then && !holds(rule_.then, record)) came = "a record where it does not hold";
        for (const Locator& field : rule_.has) {
            if (!is_there(field, record)) came = "nothing at " + field.text();
        }
        for (const Locator& field : rule_.lacks) {
            if (is_there(field, record))
                came = shown(*record.resolve(field)) + " at " + field.text();
        }
        if (came.empty()) return;
        Verdict verdict = verdict_on(base::Code::FixtureOrderImplies, record);
        verdict.key = std::move(element);
        verdict.expected = rule_.shown;
        verdict.came = std::move(came);
        verdict.witness = {{number, number}};
        findings.add(std::move(verdict));
    }

    static bool is_there(const Locator& field, const Taken& record) {
        const Value* value = record.resolve(field);
        return value != nullptr && !value->is_null();
    }

    const Constraint& constraint_;
    const ImpliesRule& rule_;
};

struct Promise {
    std::size_t owed_by = 0;  // the first record whose condition held and is not yet met
    std::size_t more = 0;     // further ones
    std::size_t met_by = 0;   // the first record that is the consequence
    bool blamed = false;
    std::size_t verdict = 0;
};

// Condition in one record, consequence in another.
class OtherRecordChecker : public Checker {
public:
    explicit OtherRecordChecker(const Constraint& constraint)
        : constraint_(constraint), rule_(std::get<ImpliesRule>(constraint.rule)) {
        if (rule_.key) scope_.by = rule_.key;
    }

    void take(const Taken& record, Stage& stage, Findings& findings) override {
        const Selector& other = rule_.record ? *rule_.record : *rule_.no_record;
        bool is_other = other.takes(record);
        // An earlier record must be earlier: the one in hand does not count for itself.
        if (rule_.by == By::Earlier) judge_condition(record, stage, findings);
        if (is_other) {
            for (const std::string& key : promises_.names(record)) {
                meet(promises_.at(key, stage, findings), key, record, findings);
            }
        }
        if (rule_.before && stage.is_reached_by(*rule_.before, record)) {
            if (rule_.record) {
                call_in(findings, stage, &record);
            }
            promises_.clear(stage);
        }
        if (rule_.by != By::Earlier) judge_condition(record, stage, findings);
    }

    void finish(Ending ending, const Stage& stage, Findings& findings) const override {
        if (rule_.by == By::Earlier || rule_.by == By::Before) return;
        if (!constraint_.judged_at[static_cast<std::size_t>(ending)]) return;
        if (rule_.record) call_in(findings, stage, nullptr);
        if (rule_.no_record && rule_.by == By::End) refuse_pairs(findings);
    }

private:
    void judge_condition(const Taken& record, Stage& stage, Findings& findings) {
        if (!selects(constraint_, record) || !rule_.condition.takes(record)) return;
        for (const std::string& key : promises_.names(record)) {
            Promise& promise = promises_.at(key, stage, findings);
            if (rule_.by == By::Earlier) {
                judge_earlier(promise, key, record, findings);
            } else if (promise.owed_by == 0) {
                promise.owed_by = record.number;
            } else {
                ++promise.more;
            }
        }
    }

    void judge_earlier(Promise& promise, const std::string& key, const Taken& record,
                       Findings& findings) const {
        bool fails = rule_.record ? promise.met_by == 0 : promise.met_by != 0;
        if (!fails) return;
        if (promise.blamed) return findings.fold(promise.verdict);
        Verdict verdict = verdict_on(base::Code::FixtureOrderImplies, record);
        verdict.key = key;
        verdict.expected = rule_.shown;
        if (promise.met_by != 0)
            verdict.came = "record " + std::to_string(promise.met_by);
        else
            verdict.came = "none before " + came_words(record);
        std::vector<std::size_t> witness = {record.number};
        if (promise.met_by != 0) witness.push_back(promise.met_by);
        verdict.witness = spans_of(std::move(witness));
        promise.verdict = findings.add(std::move(verdict));
        promise.blamed = true;
    }

    void meet(Promise& promise, const std::string& key, const Taken& record, Findings& findings) {
        if (promise.met_by == 0) promise.met_by = record.number;
        if (rule_.by == By::End || rule_.by == By::Earlier) return;
        if (rule_.record) {
            promise.owed_by = 0;
            promise.more = 0;
        } else if (promise.owed_by != 0) {
            if (promise.blamed) return findings.fold(promise.verdict);
            promise.verdict =
                findings.add(forbidden(key, promise.owed_by, record.number, came_words(record)));
            promise.blamed = true;
        }
    }

    Verdict forbidden(const std::string& key, std::size_t owed_by, std::size_t other,
                      std::string came) const {
        Verdict verdict;
        verdict.code = base::Code::FixtureOrderImplies;
        verdict.record = other;
        verdict.key = key;
        verdict.expected = rule_.shown + ", because of record " + std::to_string(owed_by);
        verdict.came = std::move(came);
        verdict.witness = spans_of({owed_by, other});
        return verdict;
    }

    std::vector<std::pair<std::size_t, const std::string*>> owing() const {
        std::vector<std::pair<std::size_t, const std::string*>> list;
        for (const auto& [key, promise] : promises_.all()) {
            if (promise.owed_by != 0) list.emplace_back(promise.owed_by, &key);
        }
        std::sort(list.begin(), list.end(), [](const auto& a, const auto& b) {
            return a.first != b.first ? a.first < b.first : *a.second < *b.second;
        });
        return list;
    }

    // What is still owed is a finding.
    void call_in(Findings& findings, const Stage& stage, const Taken* record) const {
        for (const auto& [number, key] : owing()) {
            const Promise& promise = *promises_.find(*key);
            if (rule_.by == By::End && promise.met_by != 0) continue;
            Verdict verdict;
            verdict.code = base::Code::FixtureOrderImplies;
            verdict.record = number;
            verdict.key = *key;
            verdict.at_end = record == nullptr;
            verdict.expected = rule_.shown;
            verdict.came = record == nullptr ? "the end"
                                             : came_words(*record) + " (record " +
                                                   std::to_string(record->number) + ")";
            verdict.folded = promise.more;
            verdict.witness = {{number, number}};
            if (record != nullptr) {
                verdict.witness = stage.witness_of(*rule_.before, number, record->number);
            }
            findings.add(std::move(verdict));
        }
    }

    void refuse_pairs(Findings& findings) const {
        for (const auto& [number, key] : owing()) {
            const Promise& promise = *promises_.find(*key);
            if (promise.met_by == 0) continue;
            Verdict verdict =
                forbidden(*key, number, promise.met_by, "record " + std::to_string(promise.met_by));
            verdict.at_end = true;
            findings.add(std::move(verdict));
        }
    }

    const Constraint& constraint_;
    const ImpliesRule& rule_;
    Scope scope_;
    Instances<Promise> promises_{scope_};
};

}  // namespace

std::unique_ptr<Checker> make_implies(const Constraint& constraint) {
    if (std::get<ImpliesRule>(constraint.rule).by == By::Same) {
        return std::make_unique<SameRecordChecker>(constraint);
    }
    return std::make_unique<OtherRecordChecker>(constraint);
}

}  // namespace understudy::grammar
