#include "cassette/audit.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include "base/text.hpp"
#include "cassette/code.hpp"
#include "cassette/impl/auditing.hpp"
#include "json/write.hpp"

namespace understudy::cassette {

namespace {

constexpr std::size_t kMostPlaces = 20;
constexpr std::size_t kMostSamples = 5;
constexpr std::size_t kMostValues = 1'000;   // of one rule, looked at for what it swallows
constexpr std::size_t kFirstValues = 4;      // of one rule in one cassette: changed before others
constexpr std::size_t kMostMutations = 200;  // of one rule that are listed
constexpr std::size_t kLeastValues = 4;      // an exchange that says less is not judged by share

void add_once(std::vector<std::string>& list, std::string text, std::size_t most) {
    if (list.size() < most && std::find(list.begin(), list.end(), text) == list.end()) {
        list.push_back(std::move(text));
    }
}

report::Finding finding_of(base::Code code, std::vector<base::Arg> args, base::Mark mark,
                           std::string subject, report::Severity severity) {
    report::Finding finding =
        report::from_error({code, std::move(args), std::move(mark), {}}, severity).front();
    finding.subject = std::move(subject);
    return finding;
}

// Where rules replaced something, over all recordings of one call.
struct Spread {
    std::set<std::vector<std::string>> values;  // those of each recording
    std::size_t recordings = 0;
};

class Auditor {
public:
    Auditor(std::span<const AuditSubject> subjects, const AuditOptions& options)
        : options_(options) {
        for (const AuditSubject& subject : subjects) recordings_.push_back(take_apart(subject));
    }

    Audit run() {
        for (const Recording& recording : recordings_) list_rules(recording);
        for (const Recording& recording : recordings_) count_hits(recording);
        try_changes();
        for (const Recording& recording : recordings_) {
            judge_share(recording);
            for (report::Finding& each :
                 findings_of(recording.unrecognized, recording.subject->rules,
                             *recording.subject->loaded)) {
                result_.findings.push_back(std::move(each));
            }
        }
        for (std::size_t i = 0; i < result_.rules.size(); ++i) judge_rule(i);
        judge_uncovered();
        return std::move(result_);
    }

private:
    // What is known of a rule beside what is reported.
    struct Work {
        std::string file;                 // of the cassette it was met in first
        std::vector<std::string> values;  // different ones
        std::size_t replaced = 0, total = 0;
        std::map<std::string, Spread> spread;  // by call and place
    };

    static std::string key_of(const RuleSpec& spec) {
        return base::to_text(spec.mark) + ' ' + describe(spec) + ' ' + json::write(spec.with);
    }
    std::size_t rule_of(const Recording& recording, std::size_t spec) const {
        return index_.at(key_of(recording.subject->rules.specs()[spec]));
    }

    void list_rules(const Recording& recording) {
        for (const RuleSpec& spec : recording.subject->rules.specs()) {
            if (!index_.try_emplace(key_of(spec), result_.rules.size()).second) continue;
            result_.rules.emplace_back().spec = spec;
            work_.push_back({recording.subject->name, {}, 0, 0, {}});
        }
    }

    void count_hits(const Recording& recording) {
        // One recording of a call is one exchange: its values, by rule and place.
        std::map<std::pair<std::size_t, std::string>,
                 std::map<std::string, std::vector<std::string>>>
            values;
        std::set<std::pair<std::size_t, std::string>> touched;
        for (const RuleHit& hit : recording.hits) {
            const AuditPart* part = recording.find(hit.exchange, hit.part);
            if (part == nullptr) continue;
            const std::size_t number = rule_of(recording, hit.rule);
            AuditedRule& rule = result_.rules[number];
            Work& work = work_[number];
            ++rule.hits;
            if (rule.spec.use == "opaque") ++result_.opaque;
            const std::string place = hit.part + ' ' + place_pattern(hit.path);
            add_once(rule.places, recording.subject->name + ' ' + place, kMostPlaces);
            add_once(rule.samples, hit.value, kMostSamples);
            add_once(work.values, hit.value, kMostValues);
            work.replaced += values_of(hit, *part);
            if (touched.emplace(number, hit.exchange + ' ' + hit.part).second) {
                work.total += values_in(part->raw);
            }
            values[{number, call_of(*part->exchange) + '\n' + place}][hit.exchange].push_back(
                hit.value);
        }
        for (auto& [where, by_exchange] : values) {
            Spread& spread = work_[where.first].spread[where.second];
            for (auto& [exchange, list] : by_exchange) {
                spread.values.insert(std::move(list));
                ++spread.recordings;
            }
        }
    }

    // Every value of every rule, the first ones of each before the others, as long as the work is
    // bearable.
    void try_changes() {
        std::vector<std::pair<std::size_t, Changes>> all;  // with the rule's number
        for (const Recording& recording : recordings_) {
            for (std::size_t spec = 0; spec < recording.subject->rules.specs().size(); ++spec) {
                Changes changes(recording, spec);
                if (changes.size() == 0) continue;
                const std::size_t number = rule_of(recording, spec);
                result_.rules[number].values += changes.size();
                all.emplace_back(number, std::move(changes));
            }
        }
        std::size_t left = options_.most_looked_at;
        const auto change = [&](std::size_t from, std::size_t to) {
            for (const auto& [number, changes] : all) {
                for (std::size_t i = from; i < std::min(to, changes.size()); ++i) {
                    if (changes.cost() > left) break;
                    left -= changes.cost();
                    AuditedRule& rule = result_.rules[number];
                    ++rule.changed;
                    for (Mutation& each : changes.mutate(i)) rule.add(std::move(each));
                }
            }
        };
        change(0, kFirstValues);
        change(kFirstValues, SIZE_MAX);
        tell_unchanged();
    }

    void tell_unchanged() {
        std::size_t values = 0, changed = 0;
        for (const AuditedRule& rule : result_.rules) {
            values += rule.values;
            changed += rule.changed;
        }
        if (changed == values) return;
        result_.findings.push_back(finding_of(
            code::RuleNotAllChanged,
            {{"changed", base::with_thousands(changed)}, {"all", base::with_thousands(values)}}, {},
            {}, report::Severity::Info));
    }

    void judge_share(const Recording& recording) {
        std::map<std::size_t, std::pair<std::size_t, std::size_t>> shares;  // replaced, all
        for (const AuditPart& part : recording.parts) {
            if (part.raw.name != "end") shares[part.number].second += values_in(part.raw);
        }
        for (const RuleHit& hit : recording.hits) {
            const AuditPart* part = recording.find(hit.exchange, hit.part);
            if (part != nullptr) shares[part->number].first += values_of(hit, *part);
        }
        for (const auto& [number, counts] : shares) {
            const auto [replaced, all] = counts;
            if (all < kLeastValues) continue;
            const double share = static_cast<double>(replaced) / static_cast<double>(all);
            if (share <= options_.most_replaced) continue;
            const std::string& id = recording.subject->loaded->cassette.exchanges[number].id;
            result_.findings.push_back(
                finding_of(code::RuleTooMuch,
                           {{"share", std::to_string(std::lround(share * 100))},
                            {"exchange", id},
                            {"most", std::to_string(std::lround(options_.most_replaced * 100))}},
                           mark_of(*recording.subject, number), id, report::Severity::Error));
        }
    }

    void judge_rule(std::size_t number) {
        AuditedRule& rule = result_.rules[number];
        const Work& work = work_[number];
        const std::string name = describe(rule.spec);
        base::Mark mark = rule.spec.mark;
        if (mark.file.empty()) mark.file = work.file;
        if (work.total > 0) {
            rule.share = static_cast<double>(work.replaced) / static_cast<double>(work.total);
        }
        if (rule.hits == 0) {
            if (options_.is_whole || mark.file == work.file) {
                warn(code::RuleNeverHits, {{"rule", name}}, mark, name);
            }
            return;
        }
        if (std::string why = what_it_swallows(rule.spec, work.values, rule.mutations);
            !why.empty()) {
            result_.findings.push_back(finding_of(code::RuleSwallows,
                                                  {{"rule", name}, {"why", why}}, mark, name,
                                                  report::Severity::Error));
        }
        const bool is_loose = rule.spec.use == "sha:short" || rule.spec.use == "timestamps.epoch";
        const Scope& at = rule.spec.at;
        if (is_loose && at.path.empty() && at.line.empty() && at.column.empty() &&
            at.group.empty()) {
            warn(code::RuleUnscoped, {{"rule", name}}, mark, name);
        }
        judge_variety(work, name, mark);
    }

    // Never the same value in two recordings is good; always the same, wherever there are two, is
    // a rule for nothing.
    void judge_variety(const Work& work, const std::string& name, const base::Mark& mark) {
        std::size_t recordings = 0;
        const std::vector<std::string>* values = nullptr;
        for (const auto& [where, spread] : work.spread) {
            if (spread.values.size() > 1) return;
            if (spread.recordings < 2) continue;
            recordings = std::max(recordings, spread.recordings);
            values = &*spread.values.begin();
        }
        if (values == nullptr) return;
        warn(code::RuleNeverVaries,
             {{"rule", name},
              {"value", base::quoted(values->front())},
              {"count", base::plural(recordings, "recording")}},
             mark, name);
    }

    void judge_uncovered() {
        // A value that is the same in every recording of its call does not look volatile any more.
        std::map<std::string, std::set<std::string>> values;
        std::map<std::string, std::size_t> counts;
        std::vector<std::pair<const Recording*, Uncovered>> all;
        for (const Recording& recording : recordings_) {
            for (Uncovered& each : uncovered_in(recording)) {
                const std::string key = each.call + '\n' + each.part + ' ' + each.path;
                values[key].insert(each.value);
                ++counts[key];
                all.emplace_back(&recording, std::move(each));
            }
        }
        std::set<std::string> said;
        for (const auto& [recording, each] : all) {
            const std::string key = each.call + '\n' + each.part + ' ' + each.path;
            if (counts[key] > 1 && values[key].size() == 1) continue;
            const std::string place = each.part + ' ' + place_pattern(each.path);
            if (!said.insert(recording->subject->name + ' ' + each.call + ' ' + place).second)
                continue;
            warn(code::RuleUncovered,
                 {{"value", base::quoted(each.value)},
                  {"place", place},
                  {"proposal", "{use: " + each.use + ", at: {stream: [" + each.part + "]}}"}},
                 mark_of(*recording->subject, each.exchange), place);
        }
    }

    void warn(base::Code code, std::vector<base::Arg> args, base::Mark mark, std::string subject) {
        result_.findings.push_back(finding_of(code, std::move(args), std::move(mark),
                                              std::move(subject), report::Severity::Warning));
    }

    const AuditOptions& options_;
    std::vector<Recording> recordings_;
    std::map<std::string, std::size_t> index_;  // key of a rule: in result_.rules and work_
    std::vector<Work> work_;
    Audit result_;
};

}  // namespace

void AuditedRule::add(Mutation mutation) {
    ++counts_[mutation.is_inside ? 1 : 0][mutation.is_hidden ? 1 : 0];
    const bool is_wrong = mutation.is_hidden && !mutation.is_inside;
    const bool is_listed =
        mutations.size() < kMostMutations || (is_wrong && mutations.size() < 2 * kMostMutations);
    if (is_listed) mutations.push_back(std::move(mutation));
}

std::string describe(const RuleSpec& spec) {
    std::string text = spec.use;
    const auto add = [&text](std::string_view word, std::string_view value) {
        if (value.empty()) return;
        text += (text.find(" at ") == std::string::npos ? " at " : ", ") + std::string(word) +
                std::string(value);
    };
    add("", base::join(spec.at.exchanges, " and "));
    add("", base::join(spec.at.streams, " and "));
    add("event ", spec.at.event);
    add("", spec.at.path);
    add("column ", spec.at.column);
    add("lines like ", spec.at.line);
    add("the group of ", spec.at.group);
    return text;
}

std::vector<report::Finding> findings_of(std::span<const Unrecognized> unrecognized,
                                         const Rules& rules, const Loaded& loaded) {
    std::vector<report::Finding> findings;
    std::set<std::string> said;
    for (const Unrecognized& each : unrecognized) {
        const auto& exchanges = loaded.cassette.exchanges;
        const auto found =
            std::find_if(exchanges.begin(), exchanges.end(),
                         [&](const Exchange& exchange) { return exchange.id == each.exchange; });
        const std::string place = each.part + ' ' + place_pattern(each.path);
        const std::string rule = describe(rules.specs()[each.rule]);
        if (!said.insert(each.exchange + '\n' + place + '\n' + rule).second) continue;
        json::Pointer at({"exchanges"});
        if (found != exchanges.end()) at.push(static_cast<std::size_t>(found - exchanges.begin()));
        findings.push_back(
            finding_of(code::RuleUnrecognized,
                       {{"value", base::quoted(each.value)}, {"place", place}, {"rule", rule}},
                       loaded.mark(at), each.exchange + ' ' + place, report::Severity::Warning));
    }
    return findings;
}

Audit audit(std::span<const AuditSubject> subjects, const AuditOptions& options) {
    return Auditor(subjects, options).run();
}

}  // namespace understudy::cassette
