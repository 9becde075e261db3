// `open/close`: what is opened is closed before a moment, or before the end. A close without an
// open is no matter of this kind (`per-key` judges it).
#include <algorithm>

#include "grammar/impl/checker.hpp"

namespace understudy::grammar {

namespace {

constexpr std::size_t kNestedMost = 10'000;  // opened under one key and not yet closed

struct Opened {
    std::vector<std::size_t> records;  // one for each that is open, oldest first
    bool nested = false;               // more than one was open at a time
};

class OpenCloseChecker : public Checker {
public:
    explicit OpenCloseChecker(const Constraint& constraint)
        : constraint_(constraint), rule_(std::get<OpenCloseRule>(constraint.rule)) {
        if (rule_.key) scope_.by = rule_.key;
    }

    void take(const Taken& record, Stage& stage, Findings& findings) override {
        if (selects(constraint_, record)) {
            if (rule_.close.takes(record)) close(record, stage);
            if (rule_.open.takes(record)) open(record, stage, findings);
        }
        if (rule_.before && stage.is_reached_by(*rule_.before, record)) {
            report_open(findings, stage, &record);
            instances_.clear(stage);
            open_now_ = 0;
        }
    }

    void finish(Ending ending, const Stage& stage, Findings& findings) const override {
        if (rule_.before || !constraint_.judged_at[static_cast<std::size_t>(ending)]) return;
        report_open(findings, stage, nullptr);
    }

    Legality legality(TypeId type, const Stage& stage) const override {
        if (open_now_ == 0) return Legality::Yes;
        bool closes = rule_.close.names(type);
        if (!rule_.overlap && rule_.open.names(type)) {
            return closes || is_guarded(rule_.open) ? Legality::Maybe : Legality::No;
        }
        if (!rule_.before || !leads_to(*rule_.before, type, stage)) return Legality::Yes;
        return closes ? Legality::Maybe : Legality::No;
    }

private:
    bool is_guarded(const Selector& selector) const {
        return selector.when || (constraint_.select && constraint_.select->when);
    }

    static bool leads_to(const Moment& moment, TypeId type, const Stage& stage) {
        if (!moment.is_state) {
            return std::find(moment.types.begin(), moment.types.end(), type) != moment.types.end();
        }
        if (noise_legality(type, stage) == Legality::Yes) return false;
        const auto& seq = std::get<SeqRule>(stage.model->constraints[moment.seq].rule);
        const std::uint32_t here = stage.seqs[moment.seq].walk->state;
        if (here == moment.state) return false;
        const std::vector<Edge>* edges = seq.automaton.states[here].edges(type);
        return edges != nullptr && std::all_of(edges->begin(), edges->end(), [&](const Edge& edge) {
                   return edge.to == moment.state;
               });
    }

    void open(const Taken& record, Stage& stage, Findings& findings) {
        bool may_stay = rule_.stay_open;
        if (rule_.stay_open_when) may_stay = holds(rule_.stay_open_when, record);
        if (!rule_.overlap && open_now_ > 0) overlap(record, findings);
        if (may_stay) return;
        for (const std::string& key : instances_.names(record)) {
            Opened& opened = instances_.at(key, stage, findings);
            opened.records.push_back(record.number);
            opened.nested = opened.nested || opened.records.size() > 1;
            ++open_now_;
            if (opened.records.size() > kNestedMost) {
                findings.hit_limit("the number of opens without a close", kNestedMost);
            }
        }
    }

    void close(const Taken& record, Stage& stage) {
        for (const std::string& key : instances_.names(record)) {
            auto found = instances_.all().find(key);
            if (found == instances_.all().end()) continue;
            --open_now_;
            found->second.records.pop_back();
            if (!found->second.records.empty()) continue;
            instances_.all().erase(found);
            --stage.keys;
        }
    }

    void overlap(const Taken& record, Findings& findings) {
        auto [key, opened] = oldest();
        Verdict verdict = verdict_on(base::Code::FixtureOrderUnclosed, record);
        verdict.key = key;
        verdict.expected = "the close of what record " + std::to_string(opened) + " opened";
        verdict.witness = spans_of({opened, record.number});
        findings.add(std::move(verdict));
    }

    std::pair<std::string, std::size_t> oldest() const {
        std::pair<std::string, std::size_t> best{"", ~std::size_t{0}};
        for (const auto& [key, opened] : instances_.all()) {
            if (opened.records.back() < best.second) best = {key, opened.records.back()};
        }
        return best;
    }

    void report_open(Findings& findings, const Stage& stage, const Taken* record) const {
        std::vector<std::pair<std::size_t, const std::string*>> open;
        for (const auto& [key, opened] : instances_.all()) {
            for (std::size_t number : opened.records) open.emplace_back(number, &key);
        }
        std::sort(open.begin(), open.end(), [](const auto& a, const auto& b) {
            return a.first != b.first ? a.first < b.first : *a.second < *b.second;
        });
        for (const auto& [number, key] : open) {
            Verdict verdict;
            verdict.code = base::Code::FixtureOrderUnclosed;
            verdict.record = number;
            verdict.key = *key;
            verdict.at_end = record == nullptr;
            verdict.expected = "its close";
            verdict.came = record == nullptr ? "the end"
                                             : came_words(*record) + " (record " +
                                                   std::to_string(record->number) + ")";
            verdict.witness = {{number, number}};
            if (record != nullptr) {
                verdict.witness = stage.witness_of(*rule_.before, number, record->number);
                // Opens that cannot be told apart are only too many when all are counted.
                if (instances_.find(*key)->nested) verdict.witness = {{1, record->number}};
            }
            findings.add(std::move(verdict));
        }
    }

    const Constraint& constraint_;
    const OpenCloseRule& rule_;
    Scope scope_;
    Instances<Opened> instances_{scope_};
    std::size_t open_now_ = 0;
};

}  // namespace

std::unique_ptr<Checker> make_open_close(const Constraint& constraint) {
    return std::make_unique<OpenCloseChecker>(constraint);
}

}  // namespace understudy::grammar
