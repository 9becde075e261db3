// Streams, event by event. Events are laid side by side so that as many as possible agree, then in
// kind; the rest has no partner. Without a grammar an event without a partner is a change of the
// grammar that was observed. With one, the grammar says whether the actual stream is legal, and
// what it allows to come or to stay away is no difference. The recording has to keep it, too.
#include <algorithm>

#include "cassette/impl/drifting.hpp"
#include "cassette/impl/parsing.hpp"
#include "cassette/impl/stream_grammar.hpp"
#include "json/write.hpp"

namespace understudy::cassette {

namespace {

using json::Pointer;
using json::Value;

constexpr std::size_t kMostCells = 4'000'000;  // of the table that finds the best pairs

std::string text_of(const Event& event) {
    if (event.is_malformed) return '!' + event.raw;
    std::string text = event.kind + ' ' + json::write_canonical(event.value);
    if (!event.about.is_null()) text += ' ' + json::write_canonical(event.about);
    return text;
}

Value shown(const Event& event) {
    return event.is_malformed ? text_value(event.raw) : event.value;
}

struct Pairing {
    std::vector<std::pair<std::size_t, std::size_t>> pairs;
    std::vector<std::size_t> only_before, only_after;
};

class Aligner {
public:
    Aligner(const std::vector<Event>& before, const std::vector<Event>& after,
            std::string_view grammar)
        : before_(before),
          after_(after),
          before_kinds_(kinds_in(grammar, before)),
          after_kinds_(kinds_in(grammar, after)) {
        for (const Event& event : before) before_texts_.push_back(text_of(event));
        for (const Event& event : after) after_texts_.push_back(text_of(event));
    }

    Pairing run() {
        const std::size_t most = std::min(before_.size(), after_.size());
        std::size_t head = 0;
        for (; head < most && before_texts_[head] == after_texts_[head]; ++head) pair(head, head);
        std::size_t tail = 0;
        while (tail < most - head &&
               before_texts_[before_.size() - 1 - tail] == after_texts_[after_.size() - 1 - tail]) {
            ++tail;
        }
        middle(head, before_.size() - tail, after_.size() - tail);
        for (std::size_t i = tail; i > 0; --i) pair(before_.size() - i, after_.size() - i);
        return std::move(pairing_);
    }

private:
    bool is_same_kind(std::size_t before, std::size_t after) const {
        const bool is_malformed = before_[before].is_malformed;
        return is_malformed == after_[after].is_malformed &&
               (is_malformed || before_kinds_[before] == after_kinds_[after]);
    }

    void pair(std::size_t before, std::size_t after) { pairing_.pairs.emplace_back(before, after); }

    // Two equal events are worth more than two of one kind; nothing is worth crossing.
    unsigned worth(std::size_t before, std::size_t after) const {
        if (before_texts_[before] == after_texts_[after]) return 3;
        return is_same_kind(before, after) ? 2 : 0;
    }

    void middle(std::size_t head, std::size_t before_end, std::size_t after_end) {
        const std::size_t rows = before_end - head;
        const std::size_t columns = after_end - head;
        if (rows > 0 && columns > kMostCells / rows) return in_step(head, before_end, after_end);
        const std::size_t width = columns + 1;
        std::vector<unsigned> best((rows + 1) * width, 0);
        for (std::size_t i = rows; i-- > 0;) {
            for (std::size_t j = columns; j-- > 0;) {
                const unsigned both = worth(head + i, head + j);
                const unsigned skip = std::max(best[(i + 1) * width + j], best[i * width + j + 1]);
                const unsigned take = both == 0 ? 0 : both + best[(i + 1) * width + j + 1];
                best[i * width + j] = std::max(skip, take);
            }
        }
        std::size_t i = 0;
        std::size_t j = 0;
        while (i < rows && j < columns) {
            const unsigned both = worth(head + i, head + j);
            if (both != 0 && best[i * width + j] == both + best[(i + 1) * width + j + 1]) {
                pair(head + i++, head + j++);
            } else if (best[i * width + j] == best[(i + 1) * width + j]) {
                pairing_.only_before.push_back(head + i++);
            } else {
                pairing_.only_after.push_back(head + j++);
            }
        }
        rest(head + i, before_end, head + j, after_end);
    }

    // Too many for the table: one with one while the kinds agree.
    void in_step(std::size_t at, std::size_t before_end, std::size_t after_end) {
        const std::size_t most = std::min(before_end, after_end);
        for (; at < most && is_same_kind(at, at); ++at) pair(at, at);
        rest(at, before_end, at, after_end);
    }

    void rest(std::size_t i, std::size_t before_end, std::size_t j, std::size_t after_end) {
        for (; i < before_end; ++i) pairing_.only_before.push_back(i);
        for (; j < after_end; ++j) pairing_.only_after.push_back(j);
    }

    const std::vector<Event>& before_;
    const std::vector<Event>& after_;
    std::vector<std::string> before_kinds_, after_kinds_;
    std::vector<std::string> before_texts_, after_texts_;
    Pairing pairing_;
};

class StreamDiffer {
public:
    StreamDiffer(const Where& where, const SidePart& expected, const SidePart& actual)
        : where_(where), expected_(expected), actual_(actual) {}

    std::vector<Difference> run(std::string& trouble) {
        const Pairing pairing =
            Aligner(expected_.part.events, actual_.part.events, where_.options.grammar).run();
        for (const auto& [before, after] : pairing.pairs) compare_pair(before, after);
        const bool has_grammar = !where_.options.grammar.empty();
        for (const std::size_t index : pairing.only_before) {
            const Event& event = expected_.raw.events[index];
            if (!has_grammar || event.is_malformed) put(index).before = shown(event);
        }
        for (const std::size_t index : pairing.only_after) {
            const Event& event = actual_.raw.events[index];
            if (!has_grammar || event.is_malformed) put(index).after = shown(event);
        }
        if (has_grammar) judge(trouble);
        if (has_grammar && found_.empty()) compare_emptiness();
        fold_items(found_);
        return std::move(found_);
    }

private:
    Difference& put(std::size_t index) {
        found_.push_back(
            difference_at(where_, Drift::GrammarChanged, (Pointer() / index).to_text()));
        return found_.back();
    }

    void add(std::vector<Difference> more) {
        std::move(more.begin(), more.end(), std::back_inserter(found_));
    }

    // A stream that was cut may end anywhere, but something is not nothing.
    void compare_emptiness() {
        const auto& before = expected_.raw.events;
        const auto& after = actual_.raw.events;
        if (before.empty() == after.empty()) return;
        Difference& difference = put(0);
        if (!before.empty()) difference.before = shown(before.front());
        if (!after.empty()) difference.after = shown(after.front());
    }

    void compare_pair(std::size_t before, std::size_t after) {
        const Event& first = expected_.part.events[before];
        const Event& second = actual_.part.events[after];
        if (first.is_malformed) {
            if (first.raw == second.raw) return;
            Difference& difference = put(before);
            difference.before = text_value(first.raw);
            difference.after = text_value(second.raw);
            return;
        }
        const Event& first_raw = expected_.raw.events[before];
        const Event& second_raw = actual_.raw.events[after];
        const Pointer place = Pointer() / before;
        add(value_drift(where_, {first_raw.value, first.value}, {second_raw.value, second.value},
                        place));
        if (first.about != second.about) {
            add(value_drift(where_, {first_raw.about, first.about},
                            {second_raw.about, second.about}, place / "about"));
        }
    }

    void judge(std::string& trouble) {
        auto breaks = breaks_of(where_.options.grammar, actual_.raw.events, where_.ending);
        if (!breaks) {
            trouble = "the grammar of the stream cannot be used: " + base::message(breaks.error());
            return;
        }
        for (const GrammarBreak& each : *breaks) {
            Difference& difference = put(each.event);
            if (!each.expected.empty()) difference.before = Value(each.expected);
            difference.after = event_at(actual_, each.event);
        }
        if (breaks->empty()) judge_recording();
    }

    // A recording that breaks the grammar where the actual stream keeps it proves nothing about it.
    void judge_recording() {
        const auto breaks = breaks_of(where_.options.grammar, expected_.raw.events, where_.ending);
        if (!breaks) return;  // said of the actual stream already
        for (const GrammarBreak& each : *breaks) {
            Difference& difference = put(each.event);
            difference.before = event_at(expected_, each.event);
            if (!each.expected.empty()) difference.after = Value(each.expected);
        }
    }

    static Value event_at(const SidePart& side, std::size_t index) {
        return index < side.raw.events.size() ? shown(side.raw.events[index])
                                              : Value("the end of the stream");
    }

    const Where& where_;
    const SidePart& expected_;
    const SidePart& actual_;
    std::vector<Difference> found_;
};

}  // namespace

std::vector<Difference> stream_drift(const Where& where, const SidePart& expected,
                                     const SidePart& actual, std::string& trouble) {
    return StreamDiffer(where, expected, actual).run(trouble);
}

}  // namespace understudy::cassette
