// `ref`: a value names the key of an earlier record, a file of the bundle, or a value of another
// role. What is not there, or null, refers to nothing and is no finding.
#include "grammar/impl/checker.hpp"

namespace understudy::grammar {

namespace {

using json::Value;

struct Nothing {};

class RefChecker : public Checker {
public:
    explicit RefChecker(const Constraint& constraint)
        : constraint_(constraint), rule_(std::get<RefRule>(constraint.rule)) {}

    void take(const Taken& record, Stage& stage, Findings& findings) override {
        if (selects(constraint_, record)) {
            for (const Locator::Hit& hit : record.find(rule_.field)) {
                if (!hit.value->is_null()) judge(*hit.value, record, stage, findings);
            }
        }
        // After judging: a record is not its own earlier record.
        if (rule_.to != RefRule::To::Record || !rule_.types.takes(record)) return;
        for (const std::string& key : keys_of(*rule_.key, record).keys) {
            known_.at(key, stage, findings);
        }
    }

private:
    void judge(const Value& value, const Taken& record, const Stage& stage, Findings& findings) {
        switch (rule_.to) {
            case RefRule::To::Record:
                if (known_.find(key_text({&value})) == nullptr) blame(value, record, findings);
                return;
            case RefRule::To::File: return judge_file(value, record, stage, findings);
            case RefRule::To::Role: return judge_role(value, record, stage, findings);
        }
    }

    void judge_file(const Value& value, const Taken& record, const Stage& stage,
                    Findings& findings) const {
        if (!value.is_string()) return blame(value, record, findings);
        std::optional<bool> there;
        if (stage.bundle != nullptr) {
            there = stage.bundle->has_file(rule_.under + std::string(value.as_string()));
        }
        if (!there)
            return findings.not_judged("the files of the bundle are not known", record.number);
        if (!*there) blame(value, record, findings);
    }

    void judge_role(const Value& value, const Taken& record, const Stage& stage,
                    Findings& findings) {
        if (!is_role_read_) read_role(stage);
        if (!role_values_) {
            return findings.not_judged("the role " + rule_.role + " is not there", record.number);
        }
        for (const Value& known : *role_values_) {
            if (json::equivalent(known, value)) return;
        }
        blame(value, record, findings);
    }

    void read_role(const Stage& stage) {
        is_role_read_ = true;
        if (stage.bundle != nullptr) {
            role_values_ = stage.bundle->values(rule_.role, rule_.role_field);
        }
    }

    void blame(const Value& value, const Taken& record, Findings& findings) const {
        Verdict verdict = verdict_on(base::Code::FixtureOrderDanglingRef, record);
        verdict.came = shown(value) + " at " + rule_.field.text();
        verdict.witness = {{record.number, record.number}};
        End far;
        switch (rule_.to) {
            case RefRule::To::Record:
                far.field = rule_.key->to_text();
                verdict.expected = "the " + far.field + " of an earlier record";
                break;
            case RefRule::To::File:
                far.role = "file";
                far.field = rule_.under;
                verdict.expected = "the name of an existing file";
                break;
            case RefRule::To::Role:
                far.role = rule_.role;
                far.field = rule_.role_field;
                verdict.expected = "a value of " + rule_.role_field + " in " + rule_.role;
                break;
        }
        verdict.ends = {{"", record.number, rule_.field.text(), shown(value)}, std::move(far)};
        findings.add(std::move(verdict));
    }

    const Constraint& constraint_;
    const RefRule& rule_;
    Scope whole_;
    Instances<Nothing> known_{whole_};
    bool is_role_read_ = false;
    std::optional<std::vector<Value>> role_values_;
};

}  // namespace

std::unique_ptr<Checker> make_ref(const Constraint& constraint) {
    return std::make_unique<RefChecker>(constraint);
}

}  // namespace understudy::grammar
