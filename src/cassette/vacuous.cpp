#include "cassette/vacuous.hpp"

#include <algorithm>

#include "cassette/impl/placeholder.hpp"
#include "cassette/impl/timeline.hpp"

namespace understudy::cassette {

namespace {

using json::Value;

bool has_ended_well(const Output& output) {
    if (output.ended && *output.ended != Ended{}) return false;
    if (output.answer && output.answer->status >= 400) return false;
    return output.error.empty() && (!output.end || *output.end == StreamEnd::Complete);
}

bool is_counted(const Exchange& exchange) {
    return exchange.phase == plan::Phase::Step || exchange.phase == plan::Phase::Variation;
}

// Is there a leaf that no rule replaced? Keys are not counted: a fake that returns other values
// under the right names is what a rule over everything lets through.
bool has_own_leaf(const Value& value) {
    if (mark_of(value)) return false;
    if (value.is_array()) {
        return std::any_of(value.items().begin(), value.items().end(), has_own_leaf);
    }
    if (value.is_object()) {
        return std::any_of(value.members().begin(), value.members().end(),
                           [](const json::Member& member) { return has_own_leaf(member.value); });
    }
    if (!value.is_string()) return true;
    std::string rest = with_words(value.as_string(), [](std::string_view) { return ""; });
    const bool is_all_replaced = !placeholders_in(value.as_string()).empty() && rest == "<>";
    return !is_all_replaced;
}

bool has_own_line(const std::vector<std::string>& lines) {
    return std::any_of(lines.begin(), lines.end(), [](const std::string& line) {
        const std::string_view text =
            std::string_view(line).substr(0, line.find_last_not_of(" \t\r\n") + 1);
        return !text.empty() && has_own_leaf(Value(text));
    });
}

std::optional<Emptiness> emptiness_of(const SidePart& side) {
    const Part& part = side.part;
    switch (part.form) {
        case PartForm::Json:
            if (side.raw.value.size() == 0) return Emptiness::EmptyContainer;
            return has_own_leaf(part.value) ? std::nullopt : std::optional(Emptiness::AllReplaced);
        case PartForm::Lines:
            if (side.raw.bytes.empty()) return Emptiness::NoOutput;
            return has_own_line(part.lines) ? std::nullopt : std::optional(Emptiness::AllReplaced);
        case PartForm::Table:
            if (part.table.rows.empty()) return Emptiness::EmptyContainer;
            break;
        case PartForm::Jsonl:
        case PartForm::Sse:
            if (part.events.empty()) return Emptiness::NoOutput;
            break;
        case PartForm::Bytes:
            if (part.bytes.empty()) return Emptiness::NoOutput;
            break;
    }
    return std::nullopt;  // the kinds of events, the columns of a table and bytes are asserted
}

bool is_said(const Part& part) {
    return part.name == "stdout" || part.name == "stderr" || part.name == "body" ||
           part.name == "frames" || part.name == "answer";
}

// Of an exchange that ended well: the least empty of what it says.
std::optional<Emptiness> emptiness_of(const SideExchange& exchange) {
    std::optional<Emptiness> worst = Emptiness::NoOutput;
    for (const SidePart& part : exchange.parts) {
        if (!is_said(part.raw)) continue;
        const auto each = emptiness_of(part);
        if (!each) return std::nullopt;
        worst = std::max(*worst, *each);
    }
    return worst;
}

}  // namespace

std::string_view name_of(Emptiness emptiness) {
    constexpr std::string_view kNames[] = {"empty output", "empty container",
                                           "everything is replaced by rules"};
    return kNames[static_cast<std::size_t>(emptiness)];
}

std::optional<Emptiness> emptiness_of(const Cassette& cassette, const Rules& rules,
                                      const CompareOptions& options) {
    const Side side = make_side(cassette.exchanges, rules, options, nullptr);
    std::optional<Emptiness> found;
    for (const SideExchange& each : side.exchanges) {
        if (!is_counted(*each.exchange)) continue;
        const Output& output = each.exchange->output;
        if (!has_ended_well(output) || !output.files.empty()) return std::nullopt;
        if (each.exchange->kind == Kind::Webhook) return std::nullopt;  // that it came is asserted
        const auto emptiness = emptiness_of(each);
        if (!emptiness) return std::nullopt;
        found = std::max(found.value_or(*emptiness), *emptiness);
    }
    return found;
}

}  // namespace understudy::cassette
