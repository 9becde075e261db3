// `join`: identifiers agree across the roles of a bundle, or between two fields of one record.
//
// The stream's own values are collected as they pass; those of other roles are asked of the bundle
// when the stream ends. Values are compared as data, by their canonical text.
#include <algorithm>
#include <map>

#include "grammar/impl/checker.hpp"

namespace understudy::grammar {

namespace {

using json::Value;
using Relation = JoinRule::Relation;

constexpr std::size_t kMostFindings = 100;  // of one join; the rest are folded into the last

// Values by canonical text, each with the first record that has it (0: not of this stream).
using Set = std::map<std::string, std::size_t>;

std::string_view words_of(Relation relation) {
    switch (relation) {
        case Relation::Equal: return "the same values as ";
        case Relation::Subset: return "only values of ";
        case Relation::Superset: return "all values of ";
        case Relation::Disjoint: return "no value of ";
    }
    return "";
}

// What is wrong: the value, and on which side it stands.
struct Odd {
    const std::string* value;
    bool on_left;
    std::size_t record;
};

std::vector<Odd> find_odd(Relation relation, const Set& left, const Set& right) {
    std::vector<Odd> odd;
    for (const auto& [value, record] : left) {
        bool both = right.contains(value);
        if (relation == Relation::Disjoint ? both : (relation != Relation::Superset && !both)) {
            odd.push_back({&value, true, record});
        }
    }
    if (relation == Relation::Disjoint || relation == Relation::Subset) return odd;
    for (const auto& [value, record] : right) {
        if (!left.contains(value)) odd.push_back({&value, false, record});
    }
    return odd;
}

class JoinChecker : public Checker {
public:
    explicit JoinChecker(const Constraint& constraint)
        : constraint_(constraint), rule_(std::get<JoinRule>(constraint.rule)) {}

    void take(const Taken& record, Stage& stage, Findings& findings) override {
        if (!selects(constraint_, record)) return;
        if (rule_.left.role.empty() && rule_.right.role.empty()) {
            Set left;
            Set right;
            collect(left, rule_.left, record);
            collect(right, rule_.right, record);
            if (!left.empty() && !right.empty()) report(left, right, &record, findings);
            return;
        }
        std::size_t before = own_.size();
        if (rule_.left.role.empty()) collect(own_, rule_.left, record);
        if (rule_.right.role.empty()) collect(own_, rule_.right, record);
        stage.keys += own_.size() - before;
        if (stage.keys > kMaxKeys) findings.hit_limit("the number of keys", kMaxKeys);
    }

    void finish(Ending, const Stage& stage, Findings& findings) const override {
        if (rule_.left.role.empty() && rule_.right.role.empty()) return;
        Set left;
        Set right;
        if (!gather(left, rule_.left, stage, findings)) return;
        if (!gather(right, rule_.right, stage, findings)) return;
        bool one_sided = left.empty() != right.empty();
        if (rule_.relation == Relation::Equal && one_sided) {
            const JoinSide& empty = left.empty() ? rule_.left : rule_.right;
            return findings.not_judged("there is no value at " + name(empty), 0);
        }
        report(left, right, nullptr, findings);
    }

private:
    static void collect(Set& set, const JoinSide& side, const Taken& record) {
        for (const Locator::Hit& hit : record.find(side.field)) {
            if (!hit.value->is_null()) set.emplace(key_text({hit.value}), record.number);
        }
    }

    bool gather(Set& set, const JoinSide& side, const Stage& stage, Findings& findings) const {
        if (side.role.empty()) {
            set = own_;
            return true;
        }
        std::optional<std::vector<Value>> values;
        if (stage.bundle != nullptr) values = stage.bundle->values(side.role, side.field.text());
        if (!values) {
            findings.not_judged("the role " + side.role + " is not there", 0);
            return false;
        }
        for (const Value& value : *values) {
            if (!value.is_null()) set.emplace(key_text({&value}), 0);
        }
        return true;
    }

    static std::string name(const JoinSide& side) {
        return side.role.empty() ? side.field.text() : side.role + " " + side.field.text();
    }

    void report(const Set& left, const Set& right, const Taken* record, Findings& findings) const {
        std::vector<Odd> odd = find_odd(rule_.relation, left, right);
        std::stable_sort(odd.begin(), odd.end(),
                         [](const Odd& a, const Odd& b) { return a.record < b.record; });
        std::size_t last = 0;
        for (std::size_t i = 0; i < odd.size(); ++i) {
            if (i >= kMostFindings) {
                findings.fold(last);
                continue;
            }
            last = findings.add(describe(odd[i], left, right, record));
        }
    }

    Verdict describe(const Odd& odd, const Set& left, const Set& right, const Taken* record) const {
        Verdict verdict;
        verdict.code = base::Code::FixtureOrderJoin;
        verdict.at_end = record == nullptr;
        if (record != nullptr) verdict.type = record->type_name;
        verdict.expected =
            name(rule_.left) + " has " + std::string(words_of(rule_.relation)) + name(rule_.right);
        verdict.came = *odd.value + " at " + name(odd.on_left ? rule_.left : rule_.right);
        verdict.ends = {end_of(rule_.left, left, odd, odd.on_left),
                        end_of(rule_.right, right, odd, !odd.on_left)};
        std::vector<std::size_t> witness;
        for (const End& end : verdict.ends) {
            if (end.record != 0) witness.push_back(end.record);
        }
        if (!witness.empty()) {
            verdict.record = odd.record != 0 ? odd.record : witness.front();
            verdict.witness = spans_of(std::move(witness));
        }
        return verdict;
    }

    // The odd value itself, or what stands on the other side.
    static End end_of(const JoinSide& side, const Set& set, const Odd& odd, bool is_odd_side) {
        auto found = set.find(*odd.value);
        if (found == set.end() && !is_odd_side) found = set.begin();
        if (found == set.end()) return {side.role, 0, side.field.text(), ""};
        return {side.role, found->second, side.field.text(), found->first};
    }

    const Constraint& constraint_;
    const JoinRule& rule_;
    Set own_;
};

}  // namespace

std::unique_ptr<Checker> make_join(const Constraint& constraint) {
    return std::make_unique<JoinChecker>(constraint);
}

}  // namespace understudy::grammar
