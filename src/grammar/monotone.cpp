// `monotone`: a field rises from record to record, or from element to element within one record.
// Each record is compared with the one before it, so every step back is its own finding.
#include <compare>

#include "base/text.hpp"
#include "base/time.hpp"
#include "grammar/impl/checker.hpp"

namespace understudy::grammar {

namespace {

using Compare = MonotoneRule::Compare;
using json::Value;

// As sorted lists of names are usually made: letters without regard to case first, punctuation
// before digits before letters; then small before capital.
int rank(unsigned char c) {
    if (c >= 'A' && c <= 'Z') c = static_cast<unsigned char>(c - 'A' + 'a');
    if (c >= 'a' && c <= 'z') return 0x200 + c;
    if (c >= '0' && c <= '9') return 0x100 + c;
    return c < 0x80 ? c : 0x300 + c;
}

std::strong_ordering compare_locale(std::string_view a, std::string_view b) {
    for (std::size_t i = 0; i < a.size() && i < b.size(); ++i) {
        int left = rank(static_cast<unsigned char>(a[i]));
        int right = rank(static_cast<unsigned char>(b[i]));
        if (left != right) return left <=> right;
    }
    if (a.size() != b.size()) return a.size() <=> b.size();
    return b <=> a;
}

// Text order is the order of code points, which in UTF-8 is the order of bytes.
std::optional<std::partial_ordering> compare(Compare how, const Value& a, const Value& b) {
    if (how == Compare::Auto) {
        if (a.is_number() && b.is_number()) how = Compare::Number;
        if (a.is_string() && b.is_string()) how = Compare::Text;
    }
    if (how == Compare::Number && a.is_number() && b.is_number()) {
        return a.to_decimal() <=> b.to_decimal();
    }
    if (!a.is_string() || !b.is_string()) return std::nullopt;
    if (how == Compare::Text) return a.as_string() <=> b.as_string();
    if (how == Compare::Locale) return compare_locale(a.as_string(), b.as_string());
    if (how != Compare::Time) return std::nullopt;
    auto left = base::parse_rfc3339(a.as_string());
    auto right = base::parse_rfc3339(b.as_string());
    if (!left || !right) return std::nullopt;
    return *left <=> *right;
}

struct Last {
    std::optional<Value> value;
    std::size_t record = 0;
};

class MonotoneChecker : public Checker {
public:
    explicit MonotoneChecker(const Constraint& constraint)
        : constraint_(constraint),
          rule_(std::get<MonotoneRule>(constraint.rule)),
          lasts_(rule_.scope) {}

    void take(const Taken& record, Stage& stage, Findings& findings) override {
        lasts_.begin_if_due(record, stage);
        if (!selects(constraint_, record)) return;
        if (rule_.each) return within(record, findings);
        const Value* value = record.resolve(rule_.field);
        if (value == nullptr || value->is_null()) return;
        for (const std::string& scope : lasts_.names(record)) {
            Last& last = lasts_.at(scope, stage, findings);
            if (last.value && !rises(*last.value, *value)) {
                findings.add(fallen(*last.value, *value, {last.record, record.number}, record));
            }
            last = {*value, record.number};
        }
    }

private:
    bool rises(const Value& before, const Value& now) const {
        auto order = compare(rule_.compare, before, now);
        return order && (*order < 0 || (!rule_.strict && *order == 0));
    }

    void within(const Taken& record, Findings& findings) const {
        const Value* before = nullptr;
        for (const Locator::Hit& hit : record.find(rule_.field)) {
            if (before != nullptr && !rises(*before, *hit.value)) {
                findings.add(fallen(*before, *hit.value, {record.number}, record));
            }
            before = hit.value;
        }
    }

    Verdict fallen(const Value& before, const Value& now, std::vector<std::size_t> witness,
                   const Taken& record) const {
        Verdict verdict = verdict_on(base::Code::FixtureOrderNotMonotone, record);
        verdict.expected = (rule_.strict ? "more than " : "at least ") + shown(before);
        verdict.came = shown(now);
        verdict.witness = spans_of(std::move(witness));
        return verdict;
    }

    const Constraint& constraint_;
    const MonotoneRule& rule_;
    Instances<Last> lasts_;
};

}  // namespace

std::unique_ptr<Checker> make_monotone(const Constraint& constraint) {
    return std::make_unique<MonotoneChecker>(constraint);
}

}  // namespace understudy::grammar
