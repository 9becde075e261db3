// The stages in their order: both sides parsed, replaced, put in order; then canonical bytes; and
// only where these differ the semantic difference.
#include "cassette/compare.hpp"

#include <algorithm>
#include <map>

#include "cassette/impl/drifting.hpp"
#include "cassette/impl/parsing.hpp"
#include "cassette/impl/stream_grammar.hpp"
#include "cassette/impl/timeline.hpp"

namespace understudy::cassette {

namespace {

using json::Value;

bool is_text(PartForm form) {
    return form == PartForm::Lines || form == PartForm::Bytes;
}

bool is_stream(PartForm form) {
    return form == PartForm::Jsonl || form == PartForm::Sse;
}

bool is_empty(const Part& part) {
    return part.bytes.empty() && part.events.empty() && part.value.size() == 0;
}

Value shown(const Part& part) {
    return is_text(part.form) ? text_value(part.bytes) : value_of(part);
}

class ExchangeDiffer {
public:
    ExchangeDiffer(const SideExchange& expected, const SideExchange& actual, std::size_t number,
                   const CompareOptions& options)
        : expected_(expected), actual_(actual), number_(number), options_(options) {}

    std::vector<Difference> run(std::string& trouble) {
        for (const SidePart& part : expected_.parts) {
            const SidePart* other = actual_.find(part.raw.name);
            if (other != nullptr) {
                compare_part(part, *other, trouble);
            } else if (!is_empty(part.raw)) {
                put(part, Drift::FieldRemoved).before = shown(part.raw);
            }
        }
        for (const SidePart& part : actual_.parts) {
            if (expected_.find(part.raw.name) != nullptr || is_empty(part.raw)) continue;
            put(part, Drift::FieldAdded).after = shown(part.raw);
        }
        rank();
        return std::move(found_);
    }

private:
    Where where_of(const SidePart& part) const {
        return {expected_.exchange->id, number_, part.raw.name, options_,
                ending_of(actual_.exchange->output)};
    }

    Difference& put(const SidePart& part, Drift drift) {
        found_.push_back(difference_at(where_of(part), drift, ""));
        return found_.back();
    }

    void add(std::vector<Difference> more) {
        std::move(more.begin(), more.end(), std::back_inserter(found_));
    }

    void compare_part(const SidePart& expected, const SidePart& actual, std::string& trouble) {
        const bool is_same_form = expected.part.form == actual.part.form;
        if (is_same_form && canonical(expected.part) == canonical(actual.part)) {
            // Where arrays may come in any order, and where a view cut the text, layout says
            // nothing.
            if (options_.view.is_empty() && options_.unordered.empty() &&
                !is_same_layout(expected, actual)) {
                put(expected, Drift::LayoutOnly);
            }
            return;
        }
        const std::size_t before = found_.size();
        if (expected.raw.name == "end") {
            add(end_drift(where_of(expected), expected.raw.value, actual.raw.value));
        } else if (!is_same_form && !is_text(expected.part.form)) {
            lost_form(expected, actual);
        } else if (is_text(expected.part.form)) {
            add(text_drift(where_of(expected), expected, actual));
        } else if (is_stream(expected.part.form)) {
            add(stream_drift(where_of(expected), expected, actual, trouble));
            if (!options_.grammar.empty()) return;  // what the grammar allows is no difference
        } else {
            compare_values(expected, actual);
        }
        if (found_.size() == before) {
            // Unequal bytes are never silent, even where no finer difference was found.
            Difference& difference = put(expected, Drift::ValueChanged);
            difference.before = shown(expected.raw);
            difference.after = shown(actual.raw);
        }
    }

    // What was JSON or a table is so no more.
    void lost_form(const SidePart& expected, const SidePart& actual) {
        if (actual.raw.bytes.empty()) {
            put(expected, Drift::FieldRemoved).before = shown(expected.raw);
            return;
        }
        Difference& difference = put(expected, Drift::FieldRetyped);
        difference.before = shown(expected.raw);
        difference.after = text_value(actual.raw.bytes);
    }

    void compare_values(const SidePart& expected, const SidePart& actual) {
        const Value before_raw = value_of(expected.raw);
        const Value before = value_of(expected.part);
        const Value after_raw = value_of(actual.raw);
        const Value after = value_of(actual.part);
        std::vector<Difference> more =
            value_drift(where_of(expected), {before_raw, before}, {after_raw, after}, {});
        if (expected.raw.name == "interleaving")
            more = interleaving(expected, before_raw, after_raw);
        add(without_columns(std::move(more)));
    }

    std::vector<Difference> interleaving(const SidePart& part, const Value& before,
                                         const Value& after) const {
        Difference difference = difference_at(where_of(part), Drift::OrderChanged, "");
        difference.before = before;
        difference.after = after;
        return {std::move(difference)};
    }

    // A column that went shows in every row; the header says it once more only where there is none.
    static std::vector<Difference> without_columns(std::vector<Difference> differences) {
        const auto is_header = [](const Difference& each) {
            return each.path.starts_with("/columns");
        };
        if (std::any_of(differences.begin(), differences.end(),
                        [](const Difference& each) { return each.path.starts_with("/rows"); })) {
            differences.erase(std::remove_if(differences.begin(), differences.end(), is_header),
                              differences.end());
        }
        return differences;
    }

    void rank() {
        const bool is_only_stderr =
            std::all_of(found_.begin(), found_.end(),
                        [](const Difference& each) { return each.part == "stderr"; });
        if (is_only_stderr) {
            for (Difference& each : found_) each.drift = Drift::StderrOnly;
        }
        std::stable_sort(
            found_.begin(), found_.end(),
            [](const Difference& a, const Difference& b) { return a.drift < b.drift; });
    }

    const SideExchange& expected_;
    const SideExchange& actual_;
    std::size_t number_;
    const CompareOptions& options_;
    std::vector<Difference> found_;
};

// Which exchange of the actual side answers for which of the expected one: by id, or by place where
// no id of one side is known to the other.
class Partners {
public:
    Partners(const Side& expected, const Side& actual) {
        std::map<std::string_view, std::size_t> by_id;
        for (std::size_t i = 0; i < actual.exchanges.size(); ++i) {
            by_id.emplace(actual.exchanges[i].exchange->id, i);
        }
        bool has_any = false;
        for (const SideExchange& each : expected.exchanges) {
            const auto found = by_id.find(each.exchange->id);
            of_.push_back(found == by_id.end() ? kNone : found->second);
            has_any = has_any || found != by_id.end();
        }
        for (std::size_t i = 0; i < of_.size() && !has_any; ++i) {
            of_[i] = i < actual.exchanges.size() ? i : kNone;
        }
        has_.resize(actual.exchanges.size(), false);
        for (const std::size_t each : of_) {
            if (each != kNone) has_[each] = true;
        }
    }

    static constexpr std::size_t kNone = static_cast<std::size_t>(-1);
    std::size_t of(std::size_t expected) const { return of_[expected]; }
    bool has(std::size_t actual) const { return has_[actual]; }

private:
    std::vector<std::size_t> of_;
    std::vector<bool> has_;
};

Difference lone(const SideExchange& exchange, std::size_t number, Drift drift) {
    Difference difference;
    difference.drift = drift;
    difference.exchange = exchange.exchange->id;
    difference.number = number;
    difference.part = "exchange";
    auto& value = drift == Drift::FieldRemoved ? difference.before : difference.after;
    value = input_value(*exchange.exchange);
    return difference;
}

void limit(Comparison& result) {
    if (result.differences.size() <= kMostDifferences) return;
    result.left_out = result.differences.size() - kMostDifferences;
    result.differences.resize(kMostDifferences);
}

void compare_sides(const Side& expected, const Side& actual, const CompareOptions& options,
                   Comparison& result) {
    const Partners partners(expected, actual);
    for (std::size_t i = 0; i < expected.exchanges.size(); ++i) {
        const SideExchange& exchange = expected.exchanges[i];
        if (partners.of(i) == Partners::kNone) {
            result.differences.push_back(lone(exchange, i, Drift::FieldRemoved));
            continue;
        }
        ExchangeDiffer differ(exchange, actual.exchanges[partners.of(i)], i, options);
        std::vector<Difference> found = differ.run(result.why);
        std::move(found.begin(), found.end(), std::back_inserter(result.differences));
    }
    for (std::size_t i = 0; i < actual.exchanges.size(); ++i) {
        if (partners.has(i)) continue;
        result.differences.push_back(
            lone(actual.exchanges[i], expected.exchanges.size(), Drift::FieldAdded));
    }
}

}  // namespace

Comparison compare(std::span<const Exchange> expected, std::span<const Exchange> actual,
                   const Rules& rules, const CompareOptions& options) {
    Side recorded = make_side(expected, rules, options, nullptr);
    Side replayed = make_side(actual, rules, options, &recorded);
    Comparison result;
    result.ignored = recorded.ignored;
    result.why = recorded.unknown.empty() ? replayed.unknown : recorded.unknown;
    result.hits = std::move(recorded.hits);
    result.unrecognized = std::move(recorded.unrecognized);
    std::move(replayed.unrecognized.begin(), replayed.unrecognized.end(),
              std::back_inserter(result.unrecognized));
    if (result.why.empty()) compare_sides(recorded, replayed, options, result);
    if (!result.why.empty()) {
        // Nobody knows: what was found on the way is kept for people, but proves nothing.
        result.verdict = report::Verdict::Unknown;
    } else if (!result.differences.empty()) {
        result.verdict = report::Verdict::Differed;
    }
    limit(result);
    return result;
}

Normalized normalize(std::span<const Exchange> exchanges, const Rules& rules,
                     const CompareOptions& options) {
    Side side = make_side(exchanges, rules, options, nullptr);
    Normalized normalized;
    for (const SideExchange& exchange : side.exchanges) {
        for (const SidePart& part : exchange.parts) {
            normalized.parts.push_back({exchange.exchange->id, part.part.name,
                                        std::string(name_of(part.part.form)),
                                        canonical(part.part)});
        }
    }
    normalized.hits = std::move(side.hits);
    normalized.unrecognized = std::move(side.unrecognized);
    return normalized;
}

}  // namespace understudy::cassette
