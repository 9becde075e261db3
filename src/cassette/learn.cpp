#include "cassette/learn.hpp"

#include <algorithm>
#include <map>

#include "base/text.hpp"
#include "cassette/audit.hpp"
#include "cassette/code.hpp"
#include "cassette/impl/auditing.hpp"
#include "cassette/impl/learning.hpp"
#include "cassette/impl/recognizer.hpp"
#include "json/write.hpp"
#include "report/shown.hpp"

namespace understudy::cassette {

namespace {

using json::Value;

constexpr std::size_t kMostSlots = 20'000;  // places of one part
constexpr std::size_t kEnoughToGiveUp = 3;  // recordings, before something is not replayable
constexpr std::size_t kShownValues = 3;

// The step of a JSONPath to a member.
std::string step_to(std::string_view key) {
    const bool is_plain = !key.empty() && (is_letter(key[0]) || key[0] == '_') &&
                          std::all_of(key.begin(), key.end(), is_word);
    if (is_plain) return "." + std::string(key);
    return "['" + base::replace_all(base::replace_all(key, "\\", "\\\\"), "'", "\\'") + "']";
}

using Place = std::pair<std::string, std::string>;  // kind of the event, path

// Leaves of one part of all recordings, by place; indexes do not tell places apart.
class Slots {
public:
    explicit Slots(std::size_t recordings) : recordings_(recordings) {}

    void gather(std::size_t recording, const std::string& event, const Value& value) {
        walk(recording, event, value, "$", "");
    }
    void put(std::size_t recording, const Place& place, std::string_view key, const Value& value) {
        if (slots_.size() >= kMostSlots && !slots_.contains(place)) return;
        Slot& slot = slots_[place];
        slot.key = key;
        slot.values.resize(recordings_);
        slot.values[recording].push_back(value);
    }
    const std::map<Place, Slot>& all() const { return slots_; }

private:
    void walk(std::size_t recording, const std::string& event, const Value& value,
              const std::string& path, std::string_view key) {
        if (value.size() == 0) {
            put(recording, {event, path}, key, value);
        } else if (value.is_array()) {
            for (const Value& item : value.items()) walk(recording, event, item, path + "[*]", key);
        } else {
            for (const json::Member& member : value.members()) {
                walk(recording, event, member.value, path + step_to(member.key()), member.key());
            }
        }
    }

    std::size_t recordings_;
    std::map<Place, Slot> slots_;
};

std::string shown_leaf(const Value& value) {
    return value.is_string() ? std::string(value.as_string()) : json::write(value);
}

class Learner {
public:
    Learner(std::span<const Timeline> timelines, const CompareOptions& options)
        : timelines_(timelines), options_(options), named_(named_numbers(timelines)) {
        learned_.recordings = timelines.size();
    }

    Learned run() {
        for (std::size_t i = 0; i < timelines_.front().size(); ++i) learn_exchange(i);
        return std::move(learned_);
    }

private:
    void learn_exchange(std::size_t number) {
        exchange_ = timelines_.front()[number].id;
        places_ = opaque_ = 0;
        std::vector<std::vector<Part>> parts;
        for (const Timeline timeline : timelines_) {
            parts.push_back(parts_of(timeline[number], options_));
        }
        for (const Part& first : parts.front()) {
            std::vector<const Part*> same;
            for (const auto& each : parts) {
                const auto found = std::find_if(each.begin(), each.end(), [&](const Part& part) {
                    return part.name == first.name;
                });
                if (found != each.end()) same.push_back(&*found);
            }
            learn_part(same);
        }
        judge_replayable(unsettled_);
        unsettled_.clear();
    }

    void learn_part(const std::vector<const Part*>& parts) {
        const Part& first = *parts.front();
        const bool is_everywhere = parts.size() == timelines_.size();
        if (!is_everywhere || std::any_of(parts.begin(), parts.end(), [&](const Part* part) {
                return part->form != first.form;
            })) {
            note(first.name, "is not the same sort of output in all recordings");
            return;
        }
        if (first.name == "end") {
            for (const Part* part : parts) {
                if (part->value == first.value) continue;
                note("the end",
                     "differs: " + json::write(first.value) + " and " + json::write(part->value));
                return;
            }
            return;
        }
        switch (first.form) {
            case PartForm::Json: learn_values(parts); return;
            case PartForm::Jsonl:
            case PartForm::Sse: learn_events(parts); return;
            case PartForm::Table: learn_table(parts); return;
            case PartForm::Lines: learn_text(parts); return;
            case PartForm::Bytes: break;
        }
        for (const Part* part : parts) {
            if (part->bytes != first.bytes) {
                note(first.name, "holds bytes that differ");
                return;
            }
        }
    }

    void learn_values(const std::vector<const Part*>& parts) {
        Slots slots(parts.size());
        for (std::size_t i = 0; i < parts.size(); ++i) slots.gather(i, "", parts[i]->value);
        propose(slots, parts.front()->name);
    }

    void learn_events(const std::vector<const Part*>& parts) {
        Slots slots(parts.size());
        std::vector<std::vector<std::string>> kinds(parts.size());
        for (std::size_t i = 0; i < parts.size(); ++i) {
            for (const Event& event : parts[i]->events) {
                kinds[i].push_back(event.kind);
                if (!event.is_malformed) slots.gather(i, event.kind, event.value);
            }
        }
        propose(slots, parts.front()->name);
        GrammarProposal grammar;
        grammar.exchange = exchange_;
        grammar.part = parts.front()->name;
        grammar.short_form = short_form_of(kinds);
        if (grammar.short_form.empty()) return;
        kinds.pop_back();
        grammar.is_settled = short_form_of(kinds) == grammar.short_form;
        if (!grammar.is_settled) unsettled_ = grammar.part;
        learned_.grammars.push_back(std::move(grammar));
    }

    void learn_table(const std::vector<const Part*>& parts) {
        Slots slots(parts.size());
        for (std::size_t i = 0; i < parts.size(); ++i) {
            const Table& table = parts[i]->table;
            for (const auto& row : table.rows) {
                for (std::size_t cell = 0; cell < std::min(row.size(), table.header.size());
                     ++cell) {
                    slots.put(i, {"", table.header[cell]}, table.header[cell], row[cell]);
                }
            }
        }
        for (const auto& [place, slot] : slots.all()) {
            ++places_;
            if (!varies(slot)) continue;
            auto found = guess(slot, named_);
            const bool is_unknown = !found || found->use == "opaque" || found->use == "text";
            Proposal proposal;
            proposal.spec.use = is_unknown ? "column" : found->use;
            if (!is_unknown) proposal.spec.with = found->with;
            proposal.spec.at.streams = {parts.front()->name};
            proposal.spec.at.column = place.second;
            add(std::move(proposal), slot);
        }
    }

    void learn_text(const std::vector<const Part*>& parts) {
        std::vector<std::vector<std::string>> lines;
        for (const Part* part : parts) lines.push_back(part->lines);
        LineNews news = learn_lines(lines, parts.front()->name);
        if (!news.trouble.empty()) note(parts.front()->name, news.trouble);
        places_ += news.lines;
        opaque_ += news.opaque;
        for (Proposal& each : news.proposals) keep(std::move(each));
    }

    void propose(const Slots& slots, const std::string& stream) {
        for (const auto& [place, slot] : slots.all()) {
            ++places_;
            if (!varies(slot)) continue;
            const auto found = guess(slot, named_);
            if (!found) {
                note(stream + " " + place.second, "changes its type; no rule may hide that");
                continue;
            }
            Proposal proposal;
            proposal.spec.use = found->use;
            proposal.spec.with = found->with;
            proposal.spec.at.streams = {stream};
            proposal.spec.at.event = place.first;
            proposal.spec.at.path = place.second;
            proposal.is_flagged = found->use == "opaque";
            if (proposal.is_flagged) ++opaque_;
            add(std::move(proposal), slot);
        }
    }

    void add(Proposal proposal, const Slot& slot) {
        for (const Values& values : slot.values) {
            for (const Value& value : values) proposal.values.push_back(shown_leaf(value));
        }
        keep(std::move(proposal));
    }

    // The same rule from two exchanges is one.
    void keep(Proposal proposal) {
        std::vector<std::string> values;
        for (std::string& each : proposal.values) {
            const bool is_new = std::find(values.begin(), values.end(), each) == values.end();
            if (is_new && values.size() < kShownValues) values.push_back(std::move(each));
        }
        proposal.values = std::move(values);
        const bool is_known = std::any_of(
            learned_.proposals.begin(), learned_.proposals.end(),
            [&](const auto& each) { return describe(each.spec) == describe(proposal.spec); });
        if (!is_known) learned_.proposals.push_back(std::move(proposal));
    }

    void note(std::string_view what, std::string_view why) {
        learned_.notes.push_back(exchange_ + ": " + std::string(what) + " " + std::string(why));
    }

    void judge_replayable(const std::string& unsettled) {
        if (timelines_.size() < kEnoughToGiveUp) return;
        std::string why;
        if (places_ > 0 && opaque_ * 2 > places_) {
            why = std::to_string(opaque_) + " of " + std::to_string(places_) +
                  " places differ and are of no known class";
        } else if (!unsettled.empty()) {
            why = "the order of its events is another one each time (" + unsettled + ")";
        } else {
            return;
        }
        report::Finding finding =
            report::from_error(
                {code::NotReplayable, {{"exchange", exchange_}, {"why", why}}, {}, {}},
                report::Severity::Warning)
                .front();
        finding.subject = exchange_;
        learned_.findings.push_back(std::move(finding));
    }

    std::span<const Timeline> timelines_;
    const CompareOptions& options_;
    NamedNumbers named_;
    Learned learned_;
    std::string exchange_;   // the one that is looked at
    std::string unsettled_;  // a part of it whose grammar the last recording changed
    std::size_t places_ = 0, opaque_ = 0;
};

}  // namespace

base::Result<Learned> learn(std::span<const Timeline> timelines, const CompareOptions& options) {
    if (timelines.size() < 2) {
        return base::fail(code::LearnTooFew, {{"count", std::to_string(timelines.size())}});
    }
    std::size_t longest = 0;
    for (const Timeline timeline : timelines) longest = std::max(longest, timeline.size());
    for (const Timeline timeline : timelines) {
        for (std::size_t i = 0; i < longest; ++i) {
            const auto call = [i](Timeline calls) {
                return i < calls.size() ? call_of(calls[i]) : std::string("not there");
            };
            const std::string first = call(timelines.front());
            const std::string second = call(timeline);
            if (first == second) continue;
            return base::fail(code::LearnOtherCalls, {{"number", std::to_string(i + 1)},
                                                      {"first", report::shown(first)},
                                                      {"second", report::shown(second)}});
        }
    }
    return Learner(timelines, options).run();
}

}  // namespace understudy::cassette
