// Changes recorded values and looks whether it shows.
#include <algorithm>

#include "base/text.hpp"
#include "cassette/impl/auditing.hpp"
#include "cassette/impl/parsing.hpp"
#include "cassette/impl/recognizer.hpp"
#include "cassette/impl/replacer.hpp"
#include "cassette/impl/timeline.hpp"
#include "json/write.hpp"

namespace understudy::cassette {

namespace {

using json::Value;

constexpr std::size_t kMostPlaces = 1'000;  // of one value

// Texts of other classes, one each.
enum class Probe : std::uint8_t { Decimal, Word, Sentence, Time, Url, Empty };
constexpr std::pair<Probe, std::string_view> kProbes[] = {
    {Probe::Decimal, "24816357901"},
    {Probe::Word, "defaced"},
    {Probe::Sentence, "something else entirely"},
    {Probe::Time, "2031-01-02T03:04:05Z"},
    {Probe::Url, "https://elsewhere.test/x"},
    {Probe::Empty, ""},
};

bool is_one_of(std::string_view name, std::initializer_list<std::string_view> names) {
    return std::find(names.begin(), names.end(), name) != names.end();
}

Probe shape_of(std::string_view text) {
    if (text.empty()) return Probe::Empty;
    if (is_decimal(text)) return Probe::Decimal;
    if (std::all_of(text.begin(), text.end(), is_letter)) return Probe::Word;
    if (text.find("://") != std::string_view::npos) return Probe::Url;
    if (text.find(' ') != std::string_view::npos) return Probe::Sentence;
    return text.size() > 10 && text[4] == '-' && text[7] == '-' ? Probe::Time : Probe::Word;
}

bool has_own_pattern(const RuleSpec& spec) {
    return spec.with.has("pattern") || Normalizers::shipped().find(spec.use) == nullptr;
}

// Is this a value of the class the rule names? Of a pattern nobody knows: what was recorded says.
bool belongs(const RuleSpec& spec, Probe probe, const std::vector<bool>& recorded) {
    const std::string_view use = spec.use;
    if (has_own_pattern(spec)) return recorded[static_cast<std::size_t>(probe)];
    if (is_one_of(use, {"text", "opaque", "column"})) return probe != Probe::Empty;
    switch (probe) {
        case Probe::Decimal:
            return is_one_of(use, {"pr_number", "issue_number", "number_in_url", "count", "id",
                                   "version", "host", "sha:short"});
        case Probe::Word: return is_one_of(use, {"id", "host", "sha:short"});
        case Probe::Time: return is_one_of(use, {"id", "timestamps.ISO8601"});
        case Probe::Url: return use == "id";
        case Probe::Sentence:
        case Probe::Empty: break;
    }
    return false;
}

// Values next to this one: another last digit, other digits, another last letter.
std::vector<std::string> neighbours(const std::string& value) {
    std::vector<std::string> made;
    const auto next = [](char c) {
        if (c == '9') return '8';
        if (c == 'f' || c == 'z' || c == 'F' || c == 'Z') return static_cast<char>(c - 1);
        return static_cast<char>(c + 1);
    };
    for (std::size_t i = value.size(); i-- > 0;) {
        if (!is_digit(value[i])) continue;
        made.push_back(value);
        made.back()[i] = next(value[i]);
        break;
    }
    for (std::size_t i = value.size(); i-- > 0;) {
        if (!is_letter(value[i])) continue;
        made.push_back(value);
        made.back()[i] = next(value[i]);
        break;
    }
    return made;
}

void change_text(std::string& text, const std::string& from, const Value& to) {
    if (to.is_string()) text = base::replace_all(text, from, to.as_string());
}

void change_leaf(Value& leaf, const std::string& from, const Value& to) {
    if (!leaf.is_string()) {
        // A number becomes another number where that can be.
        const bool is_number = leaf.is_number() && json::is_number_text(to.as_string());
        if (json::write(leaf) == from) leaf = is_number ? Value::number(to.as_string()) : to;
    } else if (leaf.as_string() == from) {
        leaf = to;
    } else {
        std::string text(leaf.as_string());
        change_text(text, from, to);
        leaf = Value(text);
    }
}

Value* walk(Value& root, const json::Pointer& pointer, std::size_t first) {
    Value* value = &root;
    for (std::size_t i = first; i < pointer.tokens().size(); ++i) {
        const std::string& token = pointer.tokens()[i];
        if (value->is_object()) {
            value = value->find_mutable(token);
            if (value == nullptr) return nullptr;
            continue;
        }
        const auto index = value->is_array() ? json::to_index(token) : std::nullopt;
        if (!index || *index >= value->size()) return nullptr;
        value = &value->mutable_items()[*index];
    }
    return value;
}

void change_table(Table& table, const json::Pointer& pointer, const std::string& from,
                  const Value& to) {
    if (pointer.tokens().size() != 3) return;
    const auto row = json::to_index(pointer.tokens()[1]);
    const auto column = std::find(table.header.begin(), table.header.end(), pointer.tokens()[2]);
    const auto at = static_cast<std::size_t>(column - table.header.begin());
    if (!row || *row >= table.rows.size() || at >= table.rows[*row].size()) return;
    change_text(table.rows[*row][at], from, to);
}

void change_line(Part& part, std::string_view path, const std::string& from, const Value& to) {
    const auto number = base::parse_int64(path.substr(std::string_view("line ").size()));
    std::vector<std::string> lines =
        part.form == PartForm::Lines ? std::move(part.lines) : lines_with_ends(part.bytes);
    if (number && *number >= 1 && static_cast<std::size_t>(*number) <= lines.size()) {
        change_text(lines[static_cast<std::size_t>(*number) - 1], from, to);
    }
    if (part.form == PartForm::Lines) {
        part.lines = std::move(lines);
    } else {
        part.bytes = base::join(lines, "");
    }
}

void change(Part& part, const RuleHit& hit, const Value& to) {
    if (hit.path.starts_with("line ")) {
        change_line(part, hit.path, hit.value, to);
        return;
    }
    const auto parsed = json::Pointer::parse(hit.path);
    if (!parsed) return;
    const json::Pointer pointer = unescaped(*parsed);
    if (part.form == PartForm::Table) {
        change_table(part.table, pointer, hit.value, to);
    } else if (part.form == PartForm::Json) {
        if (Value* leaf = walk(part.value, pointer, 0)) change_leaf(*leaf, hit.value, to);
    } else {
        const auto index =
            pointer.is_root() ? std::nullopt : json::to_index(pointer.tokens().front());
        if (!index || *index >= part.events.size()) return;
        Event& event = part.events[*index];
        if (event.is_malformed) {
            change_text(event.raw, hit.value, to);
        } else if (Value* leaf = walk(event.value, pointer, 1)) {
            change_leaf(*leaf, hit.value, to);
        }
    }
}

// All places where one value was replaced, by whichever rule.
class Trial {
public:
    Trial(const Recording& recording, std::vector<const RuleHit*> hits)
        : recording_(recording), hits_(std::move(hits)), before_(after_change(nullptr)) {}

    bool is_hidden(const Value& to) const { return after_change(&to) == before_; }

private:
    std::string after_change(const Value* to) const {
        const auto& exchanges = recording_.subject->loaded->cassette.exchanges;
        Replacer replacer(recording_.subject->rules, exchanges, recording_.subject->options.roots);
        std::vector<Part> parts;
        for (const AuditPart& each : recording_.parts) {
            const bool is_meant = std::any_of(hits_.begin(), hits_.end(), [&](const RuleHit* hit) {
                return hit->exchange == each.exchange->id && hit->part == each.raw.name;
            });
            if (!is_meant) continue;
            parts.push_back(each.raw);
            for (const RuleHit* hit : hits_) {
                if (to == nullptr || hit->exchange != each.exchange->id ||
                    hit->part != each.raw.name) {
                    continue;
                }
                change(parts.back(), *hit, *to);
            }
            replacer.mark(*each.exchange, parts.back());
        }
        std::string text;
        for (Part& part : parts) {
            replacer.number(part);
            text += canonical(part);
        }
        return text;
    }

    const Recording& recording_;
    std::vector<const RuleHit*> hits_;
    std::string before_;
};

void try_value(const Trial& trial, const RuleSpec& spec, const std::string& value, bool is_text,
               const std::vector<bool>& recorded, std::vector<Mutation>& into) {
    for (const std::string& near : neighbours(value)) {
        const bool is_hidden = trial.is_hidden(near);
        into.push_back({value, near, true, is_hidden});
        if (is_hidden) break;
    }
    for (const auto& [probe, text] : kProbes) {
        if (text == value) continue;
        // A number that becomes a text changes its type whatever the text says.
        const bool is_inside =
            (is_text || probe == Probe::Decimal) && belongs(spec, probe, recorded);
        into.push_back({value, std::string(text), is_inside, trial.is_hidden(Value(text))});
    }
}

// A value is changed wherever it was replaced: that it stays equal to itself is no news.
std::vector<const RuleHit*> same_value(const Recording& recording, const RuleHit& like) {
    std::vector<const RuleHit*> hits;
    for (const RuleHit& hit : recording.hits) {
        const bool is_same = hit.value == like.value && hit.placeholder == like.placeholder;
        if (is_same && hits.size() < kMostPlaces) hits.push_back(&hit);
    }
    return hits;
}

}  // namespace

Changes::Changes(const Recording& recording, std::size_t rule)
    : recording_(recording), rule_(rule), shapes_(std::size(kProbes)) {
    std::map<std::string_view, const RuleHit*> hits;
    for (const RuleHit& hit : recording.hits) {
        if (hit.rule != rule) continue;
        shapes_[static_cast<std::size_t>(shape_of(hit.value))] = true;
        hits.emplace(hit.value, &hit);
    }
    for (const auto& [value, hit] : hits) hits_.push_back(hit);
    for (const Exchange& exchange : recording.subject->loaded->cassette.exchanges) {
        for (const Piece& piece : exchange.output.pieces) cost_ += piece.bytes.size();
    }
    // Once as it is, then for each neighbour and each probe.
    constexpr std::size_t kNeighbours = 2, kLeast = 64;
    cost_ = (cost_ + kLeast) * (1 + kNeighbours + std::size(kProbes));
}

std::vector<Mutation> Changes::mutate(std::size_t value) const {
    std::vector<Mutation> made;
    const RuleHit& first = *hits_.at(value);
    const AuditPart* part = recording_.find(first.exchange, first.part);
    if (part == nullptr) return made;
    const auto pointer = json::Pointer::parse(first.path);
    const Value whole = value_of(part->raw);
    const Value* leaf = pointer ? unescaped(*pointer).resolve(whole) : nullptr;
    const bool is_text = leaf == nullptr || leaf->is_string() ||
                         part->raw.form == PartForm::Lines || part->raw.form == PartForm::Bytes;
    try_value(Trial(recording_, same_value(recording_, first)),
              recording_.subject->rules.specs()[rule_], first.value, is_text, shapes_, made);
    return made;
}

std::string what_it_swallows(const RuleSpec& spec, const std::vector<std::string>& values,
                             const std::vector<Mutation>& mutations) {
    const auto all = [&](auto&& is) {
        return !values.empty() && std::all_of(values.begin(), values.end(), is);
    };
    std::size_t length = 0;
    for (const std::string& value : values) length += value.size();
    // Ten hexadecimal digits that are all decimal happen once in a hundred times.
    constexpr std::size_t kTooLongForChance = 10;
    if (spec.use == "sha:short" && length >= kTooLongForChance && all(is_decimal)) {
        return "every value it replaced is a decimal number such as " + values.front() +
               ", which is no SHA";
    }
    if (spec.use == "sha:short" && all([](const std::string& value) {
            return std::all_of(value.begin(), value.end(), is_letter);
        })) {
        return "every value it replaced is a word such as " + base::quoted(values.front()) +
               ", which is no SHA";
    }
    if (spec.use == "id" &&
        all([](const std::string& value) { return shape_of(value) == Probe::Time; })) {
        return "every value it replaced is a time such as " + base::quoted(values.front()) +
               ", which names nothing";
    }
    for (const Mutation& each : mutations) {
        if (each.is_inside || !each.is_hidden) continue;
        return base::quoted(each.to) + " in the place of " + base::quoted(each.from) +
               " would not be noticed";
    }
    return {};
}

}  // namespace understudy::cassette
