// The classes of drift: their names, and which of them a changed end is.
#include <algorithm>
#include <array>
#include <map>

#include "base/text.hpp"
#include "cassette/compare.hpp"
#include "cassette/impl/drifting.hpp"

namespace understudy::cassette {

namespace {

using json::Value;
using report::Severity;

struct Class {
    std::string_view name;
    Severity severity;
};
// In the order of Drift, which is the order of rank.
constexpr std::array<Class, 12> kClasses = {{
    {"now_refused", Severity::Error},
    {"exit_changed", Severity::Error},
    {"field_removed", Severity::Error},
    {"field_retyped", Severity::Error},
    {"field_renamed", Severity::Error},
    {"field_added", Severity::Info},
    {"enum_grown", Severity::Info},
    {"order_changed", Severity::Warning},
    {"grammar_changed", Severity::Error},
    {"value_changed", Severity::Warning},
    {"stderr_only", Severity::Info},
    {"layout_only", Severity::Info},
}};

// The one key that tells how a call went; the others (`end`, `attempts`) say more about it.
std::string_view main_key(const Value& end) {
    constexpr std::string_view kKeys[] = {"exit_code",   "signal", "timed_out",
                                          "not_started", "status", "error"};
    const auto* found = std::find_if(std::begin(kKeys), std::end(kKeys),
                                     [&end](std::string_view key) { return end.has(key); });
    return found == std::end(kKeys) ? "end" : *found;
}

bool is_success(const Value& end) {
    const std::string_view key = main_key(end);
    const Value* value = end.find(key);
    const std::int64_t number =
        value != nullptr && value->is_number() ? value->to_int64().value_or(-1) : -1;
    if (key == "exit_code") return number == 0;
    if (key == "status") return number >= 100 && number < 400;
    return key == "end";  // a stream that has nothing but its end
}

std::optional<Value> copy_of(const Value* value) {
    return value == nullptr ? std::nullopt : std::optional<Value>(*value);
}

}  // namespace

std::string_view name_of(Drift drift) {
    return kClasses[static_cast<std::size_t>(drift)].name;
}

Severity severity_of(Drift drift) {
    return kClasses[static_cast<std::size_t>(drift)].severity;
}

Difference difference_at(const Where& where, Drift drift, std::string path) {
    Difference difference;
    difference.drift = drift;
    difference.exchange = where.exchange;
    difference.number = where.number;
    difference.part = where.part;
    difference.path = std::move(path);
    return difference;
}

std::vector<Difference> end_drift(const Where& where, const Value& expected, const Value& actual) {
    std::vector<Difference> found;
    const std::string_view key = main_key(expected);
    const bool is_refused = is_success(expected) && !is_success(actual);
    const Value* before = expected.find(key);
    const Value* after = actual.find(key);
    const bool is_same =
        before != nullptr && after != nullptr ? *before == *after : before == after;
    if (!is_same || main_key(actual) != key) {
        found.push_back(
            difference_at(where, is_refused ? Drift::NowRefused : Drift::ExitChanged, ""));
        found.back().part = key;
        // An exit code that became a signal: both ends whole, or the number would say nothing.
        const bool is_one_key = before != nullptr && after != nullptr;
        found.back().before = is_one_key ? *before : expected;
        found.back().after = is_one_key ? *after : actual;
    }
    for (const std::string_view more : {"status", "error", "end", "attempts"}) {
        const Value* first = expected.find(more);
        const Value* second = actual.find(more);
        if (more == key || (first == nullptr && second == nullptr)) continue;
        if (first != nullptr && second != nullptr && *first == *second) continue;
        if (!found.empty() && more != "end") continue;  // said already, as a whole
        found.push_back(difference_at(where, Drift::ExitChanged, ""));
        found.back().part = more;
        found.back().before = copy_of(first);
        found.back().after = copy_of(second);
    }
    return found;
}

std::string generalized(std::string_view path) {
    std::string text;
    for (std::size_t at = 0; at < path.size();) {
        const std::size_t next = std::min(path.find('/', at + 1), path.size());
        const std::string_view step = path.substr(at, next - at);
        const bool is_index = step.size() > 1 && json::to_index(step.substr(1)).has_value();
        text += is_index ? std::string_view("/*") : step;
        at = next;
    }
    return text;
}

void fold_items(std::vector<Difference>& differences) {
    const auto is_of_shape = [](Drift drift) {
        return (drift >= Drift::FieldRemoved && drift <= Drift::FieldAdded) ||
               drift == Drift::OrderChanged;
    };
    std::map<std::string, std::size_t> first;
    std::vector<Difference> kept;
    for (Difference& each : differences) {
        if (is_of_shape(each.drift)) {
            const std::string key = std::string(name_of(each.drift)) + '\n' + each.part + '\n' +
                                    generalized(each.path) + '\n' + generalized(each.renamed_to);
            const auto [at, is_new] = first.emplace(key, kept.size());
            if (!is_new) {
                kept[at->second].times += each.times;
                continue;
            }
        }
        kept.push_back(std::move(each));
    }
    differences = std::move(kept);
}

}  // namespace understudy::cassette
