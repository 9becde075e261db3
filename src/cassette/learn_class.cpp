// Of which class are values that differ? The strict normalizers are asked first; where a value says
// nothing by itself (a number, a word), the name of its field may.
#include <algorithm>
#include <set>

#include "base/text.hpp"
#include "cassette/impl/learning.hpp"
#include "cassette/impl/placeholder.hpp"
#include "cassette/impl/recognizer.hpp"
#include "cassette/impl/replacer.hpp"
#include "json/write.hpp"

namespace understudy::cassette {

namespace {

using json::Value;

// What can be told from the value alone, the surest first.
constexpr std::string_view kStrict[] = {
    "sha:long", "uuid",          "timestamps.RFC1123", "timestamps.ISO8601", "sha:short",
    "duration", "size",          "pr_number",          "issue_number",       "port",
    "version",  "number_in_url", "timestamps.epoch"};

Rules rules_of(std::span<const std::string_view> names) {
    std::vector<RuleSpec> specs;
    for (std::string_view name : names) {
        specs.emplace_back();
        specs.back().use = name;
    }
    auto rules = Rules::make(Normalizers::shipped(), std::move(specs));
    return rules ? std::move(*rules) : Rules();
}

// The text with classes instead of values, and the rules that hit.
std::string reduced(const Rules& rules, const std::string& text, std::set<std::size_t>& hits) {
    Replacer replacer(rules);
    Part part;
    part.name = "stdout";
    part.form = PartForm::Lines;
    part.lines = {text};
    replacer.mark(Exchange(), part);
    for (const RuleHit& hit : replacer.hits()) hits.insert(hit.rule);
    return with_words(part.lines.front(), [](std::string_view mark) {
        return std::string(mark.substr(0, mark.find(':')));
    });
}

bool become_equal(const Rules& rules, const std::vector<std::string>& texts,
                  std::set<std::size_t>& hits) {
    const std::string first = reduced(rules, texts.front(), hits);
    return std::all_of(texts.begin() + 1, texts.end(), [&](const std::string& text) {
        return reduced(rules, text, hits) == first;
    });
}

bool is_about(std::string_view key, std::initializer_list<std::string_view> words) {
    const std::string lower = base::to_lower_ascii(key);
    return std::any_of(words.begin(), words.end(), [&](std::string_view word) {
        return lower.find(word) != std::string::npos;
    });
}

bool names_an_id(std::string_view key) {
    const std::string lower = base::to_lower_ascii(key);
    return lower == "id" || lower == "sha" || lower == "key" || lower.ends_with("_id") ||
           key.ends_with("Id") || key.ends_with("ID") || lower == "cursor" || lower == "etag";
}

std::vector<Value> all_values(const Slot& slot) {
    std::vector<Value> all;
    for (const Values& values : slot.values) all.insert(all.end(), values.begin(), values.end());
    return all;
}

bool all_in(const std::vector<Value>& values, const std::vector<std::string>& list) {
    return !list.empty() && std::all_of(values.begin(), values.end(), [&](const Value& value) {
        return std::find(list.begin(), list.end(), json::write(value)) != list.end();
    });
}

std::optional<Guess> guess_number(const Slot& slot, const std::vector<Value>& values,
                                  const NamedNumbers& named) {
    if (all_in(values, named.pulls)) return Guess{"pr_number"};
    if (all_in(values, named.issues)) return Guess{"issue_number"};
    RuleSpec epoch;
    epoch.use = "timestamps.epoch";
    epoch.at.path = "$";
    const auto rules = Rules::make(Normalizers::shipped(), {epoch});
    const bool is_epoch =
        rules && std::all_of(values.begin(), values.end(), [&](const Value& value) {
            return rules->compiled().front()->recognizer->value(value).has_value();
        });
    if (is_epoch) return Guess{"timestamps.epoch"};
    const bool is_whole = std::all_of(values.begin(), values.end(),
                                      [](const Value& value) { return value.is_integer_text(); });
    if (is_about(slot.key, {"duration", "elapsed", "took", "_ms", "latency"})) {
        const bool is_milliseconds = is_about(slot.key, {"ms", "milli"});
        return Guess{"duration", Value::object({{"unit", is_milliseconds ? "ms" : "s"}})};
    }
    if (is_about(slot.key, {"size", "bytes"})) {
        return Guess{"size", Value::object({{"unit", "B"}})};
    }
    if (is_whole && is_about(slot.key, {"port"})) return Guess{"port"};
    if (is_whole && is_about(slot.key, {"count", "total", "tokens", "turns"}))
        return Guess{"count"};
    if (is_whole && names_an_id(slot.key)) return Guess{"id"};
    return Guess{"opaque", Value::object({{"type", is_whole ? "integer" : "number"}})};
}

std::optional<Guess> guess_text(const Slot& slot, const std::vector<Value>& values) {
    std::vector<std::string> texts;
    for (const Value& value : values) texts.emplace_back(value.as_string());
    const std::vector<std::string> classes = classes_that_explain(texts);
    if (classes.size() == 1) return Guess{classes.front()};
    const bool is_word = std::none_of(texts.begin(), texts.end(), [](const std::string& text) {
        return text.empty() || text.find_first_of(" \t\n") != std::string::npos;
    });
    if (is_word && names_an_id(slot.key)) return Guess{"id"};
    if (is_about(slot.key, {"text", "message", "content", "title", "body", "thinking", "result"})) {
        return Guess{"text"};
    }
    return Guess{"opaque", Value::object({{"type", "string"}})};
}

// Which of a list are the same, as numbers: [a b a] is [0 1 0].
std::vector<std::size_t> pattern_of(const Values& values) {
    std::vector<std::size_t> pattern;
    for (const Value& value : values) {
        const auto first = std::find(values.begin(), values.end(), value);
        pattern.push_back(static_cast<std::size_t>(first - values.begin()));
    }
    return pattern;
}

// What is measured or worded is equal by chance only.
bool is_equal_by_chance(const Slot& slot, std::string_view use) {
    if (use != "duration" && use != "size" && use != "count" && use != "text") return false;
    const std::vector<std::size_t> first = pattern_of(slot.values.front());
    return std::any_of(slot.values.begin(), slot.values.end(),
                       [&](const Values& values) { return pattern_of(values) != first; });
}

}  // namespace

bool varies(const Slot& slot) {
    const auto different = [](const Values& values) {
        std::set<std::string> texts;
        for (const Value& value : values) texts.insert(json::write(value));
        return texts;
    };
    const Values* first = nullptr;
    for (const Values& values : slot.values) {
        if (values.empty()) continue;
        if (first == nullptr) {
            first = &values;
            continue;
        }
        // Where more came one time than another, only what came counts.
        const bool is_same = values.size() == first->size()
                                 ? values == *first
                                 : different(values) == different(*first);
        if (!is_same) return true;
    }
    return false;
}

std::vector<std::string> classes_that_explain(const std::vector<std::string>& texts) {
    std::vector<std::string> classes;
    for (std::string_view name : kStrict) {
        std::set<std::size_t> hits;
        const Rules one = rules_of(std::span(&name, 1));
        if (become_equal(one, texts, hits) && !hits.empty()) return {std::string(name)};
    }
    std::set<std::size_t> hits;
    const Rules all = rules_of(kStrict);
    if (!become_equal(all, texts, hits)) return classes;
    for (const std::size_t each : hits) classes.push_back(all.specs()[each].use);
    return classes;
}

NamedNumbers named_numbers(std::span<const Timeline> timelines) {
    constexpr std::string_view kNames[] = {"pr_number", "issue_number"};
    const Rules rules = rules_of(kNames);
    NamedNumbers named;
    for (const Timeline timeline : timelines) {
        Replacer replacer(rules);
        for (const Exchange& exchange : timeline) {
            for (Part& part : parts_of(exchange, {})) replacer.mark(exchange, part);
        }
        for (const RuleHit& hit : replacer.hits()) {
            (hit.rule == 0 ? named.pulls : named.issues).push_back(hit.value);
        }
    }
    return named;
}

std::optional<Guess> guess(const Slot& slot, const NamedNumbers& named) {
    std::vector<Value> values = all_values(slot);
    const auto all_are = [&](json::Kind kind) {
        return std::all_of(values.begin(), values.end(),
                           [&](const Value& value) { return value.kind() == kind; });
    };
    std::optional<Guess> found;
    if (all_are(json::Kind::Number)) found = guess_number(slot, values, named);
    if (all_are(json::Kind::String)) found = guess_text(slot, values);
    if (all_are(json::Kind::Bool)) found = Guess{"opaque", Value::object({{"type", "boolean"}})};
    if (found && is_equal_by_chance(slot, found->use)) found->with.set("equality", false);
    return found;
}

}  // namespace understudy::cassette
