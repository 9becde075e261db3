// `concat`: fragments joined in order equal a later field, or at least parse. The joined text is
// the one thing in this room that grows with the stream; it has a limit of its own.
#include "grammar/impl/checker.hpp"
#include "json/parse.hpp"

namespace understudy::grammar {

namespace {

using json::Value;
using Parse = ConcatRule::Parse;

struct Joined {
    std::string text;
    std::vector<std::size_t> records;
    bool blamed = false;
    std::size_t verdict = 0;
};

class ConcatChecker : public Checker {
public:
    explicit ConcatChecker(const Constraint& constraint)
        : constraint_(constraint),
          rule_(std::get<ConcatRule>(constraint.rule)),
          joined_(rule_.scope) {}

    void take(const Taken& record, Stage& stage, Findings& findings) override {
        if (rule_.scope.since && rule_.scope.since->takes(record)) forget_all(stage);
        if (!selects(constraint_, record)) return;
        bool adds = rule_.of.takes(record);
        if (adds) add(record, stage, findings);
        if (!rule_.at.takes(record)) return;
        for (const std::string& name : names(record, {}))
            compare(name, adds, record, stage, findings);
    }

private:
    // The instances of a hit: by key and by scope.
    std::vector<std::string> names(const Taken& record,
                                   const std::vector<std::string>& stars) const {
        std::vector<std::string> keys = {std::string()};
        if (rule_.key) {
            keys = stars.empty() ? keys_of(*rule_.key, record).keys
                                 : key_beside(*rule_.key, record, stars).keys;
        }
        if (!rule_.scope.by) return keys;
        std::vector<std::string> both;
        for (const std::string& scope : keys_of(*rule_.scope.by, record).keys) {
            for (const std::string& key : keys) both.push_back(scope + " " + key);
        }
        return both;
    }

    void add(const Taken& record, Stage& stage, Findings& findings) {
        for (const Locator::Hit& hit : record.find(rule_.fragment)) {
            if (!hit.value->is_string() || hit.value->as_string().empty()) continue;
            for (const std::string& name : names(record, hit.stars)) {
                Joined& joined = joined_.at(name, stage, findings);
                stage.joined_bytes += hit.value->as_string().size();
                if (stage.joined_bytes > kMaxJoinedBytes) {
                    return findings.hit_limit("the size of joined texts", kMaxJoinedBytes);
                }
                joined.text += hit.value->as_string();
                joined.records.push_back(record.number);
            }
        }
    }

    void compare(const std::string& name, bool adds, const Taken& record, Stage& stage,
                 Findings& findings) {
        const Joined* found = joined_.find(name);
        if (found == nullptr && rule_.skip_none) return;
        if (auto fault = fault_in(found ? found->text : std::string(), record)) {
            Joined& joined = joined_.at(name, stage, findings);
            if (joined.blamed) {
                findings.fold(joined.verdict);
            } else {
                joined.blamed = true;
                joined.verdict = findings.add(describe(*fault, name, joined, record));
            }
        }
        if (!adds) forget(name, stage);
    }

    struct Fault {
        std::string expected;
        std::string came;
    };

    std::optional<Fault> fault_in(std::string text, const Taken& record) const {
        if (text.empty() && rule_.empty) text = *rule_.empty;
        std::optional<Value> parsed;
        if (rule_.parse != Parse::No) {
            auto value = json::parse(text);
            if (!value) {
                return Fault{"fragments that join to JSON",
                             shown(Value(text)) + ": " + base::message(value.error())};
            }
            if (rule_.parse == Parse::Object && !value->is_object()) {
                return Fault{"fragments that join to a JSON object", shown(*value)};
            }
            parsed = std::move(*value);
        }
        std::optional<Fault> fault;
        for (const Locator& field : rule_.equals) {
            const Value* value = record.resolve(field);
            if (value == nullptr || value->is_null()) continue;
            bool same = parsed ? json::equivalent(*parsed, *value)
                               : value->is_string() && value->as_string() == text;
            if (same) return std::nullopt;
            if (fault) continue;
            fault = Fault{shown(parsed ? *parsed : Value(text)) + ", the joined fragments",
                          shown(*value) + " at " + field.text()};
        }
        return fault;
    }

    static Verdict describe(const Fault& fault, const std::string& name, const Joined& joined,
                            const Taken& record) {
        Verdict verdict = verdict_on(base::Code::FixtureOrderConcat, record);
        verdict.key = name;
        verdict.expected = fault.expected;
        verdict.came = fault.came;
        std::vector<std::size_t> witness = joined.records;
        witness.push_back(record.number);
        verdict.witness = spans_of(std::move(witness));
        return verdict;
    }

    void forget(const std::string& name, Stage& stage) {
        auto found = joined_.all().find(name);
        if (found == joined_.all().end()) return;
        stage.joined_bytes -= found->second.text.size();
        joined_.all().erase(found);
        --stage.keys;
    }

    void forget_all(Stage& stage) {
        for (const auto& [name, joined] : joined_.all()) stage.joined_bytes -= joined.text.size();
        joined_.clear(stage);
    }

    const Constraint& constraint_;
    const ConcatRule& rule_;
    Instances<Joined> joined_;
};

}  // namespace

std::unique_ptr<Checker> make_concat(const Constraint& constraint) {
    return std::make_unique<ConcatChecker>(constraint);
}

}  // namespace understudy::grammar
