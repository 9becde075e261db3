// A trace for people: which step answered and why the others did not; for each field where its
// value came from, and how to set it if a tester may.
//
//     risk_score   synth      44                       made up; bound by trc_1
//       pin it:    understudy pin set --operation createCharge --field risk_score --value 44
#include <algorithm>

#include "app/shown_answers.hpp"
#include "app/shown_table.hpp"
#include "base/text.hpp"
#include "json/write.hpp"
#include "report/shown.hpp"

namespace understudy::app {

namespace {

using json::Value;

struct Words {
    std::string_view step, outcome, words;
};
constexpr Words kOutcomes[] = {
    {"fault", "no_match", "no armed fault or stub matched"},
    {"fault", "fired", "fired"},
    {"fault", "skipped", "a fault matched and still let calls pass (skip)"},
    {"fault", "passed", "a tape matched, and its entry lets this call pass"},
    {"fault", "spared", "a fault matched and lost its draw (probability)"},
    {"fault", "stub", "a stub answered"},
    {"idempotency", "no_key", "the call carries no idempotency key"},
    {"idempotency", "first_use", "the key was used for the first time"},
    {"idempotency", "replayed", "the key was known; the stored answer was sent"},
    {"idempotency", "mismatch", "the key was known, with another request"},
    {"idempotency", "in_use", "a call with this key is still running"},
    {"idempotency", "refused", "the key was refused"},
    {"scenario", "absent", "no header X-Mock-Scenario"},
    {"scenario", "ran", "the scenario named by X-Mock-Scenario"},
    {"scenario", "unknown", "the pack has no scenario of that name"},
    {"magic", "none", "no magic value in the input"},
    {"magic", "applied", "a magic value in the input"},
    {"stateful", "executed", "executed"},
    {"stateful", "refused", "refused by the service's own rules"},
    {"stateful", "failed", "failed"},
    {"stateful", "shape", "answered by its shape alone"},
};
// Why a value is what it is, where `set_by` does not say.
constexpr std::pair<std::string_view, std::string_view> kSources[] = {
    {"input", "echoed from the request"}, {"derived", "computed by the pack"},
    {"clock", "the world's clock"},       {"id", "drawn from the ids"},
    {"state", "stored earlier"},          {"aggregate", "folded over other objects"},
    {"constant", "fixed by the pack"},    {"pinned", "a pin"},
    {"tape", "an entry of a tape"},       {"synth", "made up to fit the schema"},
};

std::string words_of(const Value& step) {
    const std::string name = plain_at(step, "step");
    const std::string outcome = plain_at(step, "outcome");
    for (const Words& words : kOutcomes) {
        if (words.step == name && words.outcome == outcome) return std::string(words.words);
    }
    return base::replace_all(outcome, "_", " ");
}

std::string head_of(const Value& trace, const Look& look) {
    const Value* request = trace.find("request");
    const Value none = Value::object();
    const Value& asked = request != nullptr && request->is_object() ? *request : none;
    const bool is_event = asked.has("event");
    const std::string what = is_event ? "world event " + plain_at(asked, "event")
                                      : plain_at(asked, "method") + ' ' + plain_at(asked, "path");
    Lines lines = {{"trace", plain_at(trace, "id") + " of world " + plain_at(trace, "world")},
                   {"at", plain_at(trace, "at")},
                   {is_event ? "cause" : "call", what}};
    const auto put = [&](std::string_view label, std::string_view path) {
        const Value* value = asked.find(path);
        if (value != nullptr && !value->is_null()) lines.emplace_back(label, plain(value));
    };
    put("operation", "operation");
    put("credential", "credential_id");
    put("source", "source_id");
    put("nearest", "nearest");
    if (!is_event) {
        lines.emplace_back("answer", plain_at(trace, "status") + ", resolved by " +
                                         plain_at(trace, "resolved_by"));
    }
    const Value* off_model = trace.find("off_model");
    if (off_model != nullptr && off_model->is_bool() && off_model->as_bool()) {
        lines.emplace_back("off model", "the pack does not know this answer for this operation");
    }
    return block(lines, look);
}

std::string steps_of(const Value& trace, const Look& look) {
    Lines lines;
    for (const Value& step : items_at(trace, "steps")) {
        std::string text = words_of(step);
        if (const Value* by = step.find("by"); by != nullptr) text += " (" + plain(by) + ')';
        lines.emplace_back(plain_at(step, "step"), text);
        const Value* fault = plain_at(step, "step") == "fault" ? trace.find("fault") : nullptr;
        if (fault != nullptr && fault->is_object()) {
            const std::string effect = plain_at(*fault, "effect");
            const std::string id = plain_at(*fault, "id");
            lines.emplace_back("", effect == "stub" ? id : id + ": " + effect);
        }
        for (const Value& other : items_at(step, "considered")) {
            lines.emplace_back(
                "", plain_at(other, "id") + " did not match: " + plain_at(other, "why_not"));
        }
    }
    if (lines.empty()) return {};
    return '\n' + strong("how it was resolved", look) + ":\n" + indented(block(lines, look), 2);
}

void put_option(std::string& command, std::string_view option, const Value* value) {
    if (value == nullptr || value->is_null()) return;
    const std::string text =
        value->is_string() ? std::string(value->as_string()) : json::write(*value);
    command += ' ' + std::string(option) + ' ' + shell_word(text);
}

std::string pin_command(const Value& pin, const Value* value) {
    std::string command = "understudy pin set";
    if (const Value* match = pin.find("match"); match != nullptr) {
        put_option(command, "--operation", match->find("operation"));
        put_option(command, "--resource", match->find("resource"));
        put_option(command, "--credential", match->find("credential_id"));
        put_option(command, "--source", match->find("source_id"));
        put_option(command, "--input", match->find("input"));
        put_option(command, "--facets", match->find("facets"));
    }
    put_option(command, "--field", pin.find("field"));
    const std::string text = value == nullptr ? "null" : json::write(*value);
    return report::shown(command + " --value " + shell_word(text));
}

std::string why_of(const Value& field) {
    const std::string source = plain_at(field, "source");
    std::string why;
    for (const auto& [name, words] : kSources) {
        if (name == source) why = words;
    }
    if (const Value* set_by = field.find("set_by")) {
        why = plain(set_by);
    } else if (const Value* origin = field.find("origin")) {
        why += "; first as " + plain(origin);
    }
    if (const Value* by = field.find("by")) why = plain(by);
    const Value* bound = field.find("bound_by");
    return bound == nullptr ? why : why + "; bound by " + plain(bound);
}

constexpr std::size_t kWidest = 40;  // of a column; longer texts stand out of line

struct Widths {
    std::size_t path = 5, source = 6, value = 5;
};

std::string cell(std::string text, std::size_t width) {
    const std::size_t size = base::count_code_points(text);
    if (size < width) text.append(width - size, ' ');
    return text + "  ";
}

std::string value_of(const Value& field) {
    const Value* value = field.find("value");
    return value == nullptr ? "not kept" : report::shown_value(*value);
}

std::string field_text(const Value& field, const Widths& widths) {
    std::string line = cell(plain_at(field, "path"), widths.path) +
                       cell(plain_at(field, "source"), widths.source) +
                       cell(value_of(field), widths.value) + why_of(field);
    while (line.ends_with(' ')) line.pop_back();
    std::string out = line + '\n';
    const Value* pin = field.find("pin");
    if (pin != nullptr && pin->is_object()) {
        out += "  to pin it: " + pin_command(*pin, field.find("value")) + '\n';
    }
    for (const Value& other : items_at(field, "lost")) {
        out += "  " + plain_at(other, "by") + " lost: " + plain_at(other, "why") + '\n';
    }
    return out;
}

std::string fields_of(const Value& trace, const Look& look) {
    const auto fields = items_at(trace, "fields");
    if (fields.empty()) return {};
    Widths widths;
    const auto widen = [](std::size_t& width, const std::string& text) {
        width = std::max(width, std::min(kWidest, base::count_code_points(text)));
    };
    for (const Value& field : fields) {
        widen(widths.path, plain_at(field, "path"));
        widen(widths.source, plain_at(field, "source"));
        widen(widths.value, value_of(field));
    }
    std::string out = '\n' + strong("where each field came from", look) + ":\n";
    const std::string heads = cell("FIELD", widths.path) + cell("SOURCE", widths.source) +
                              cell("VALUE", widths.value) + "WHY";
    out += "  " + strong(heads, look) + '\n';
    for (const Value& field : fields) out += indented(field_text(field, widths), 2);
    return out;
}

std::string happenings_of(const Value& trace, const Look& look) {
    std::string out;
    for (const Value& move : items_at(trace, "transitions")) {
        out += "  " + plain_at(move, "resource") + ' ' + plain_at(move, "id") + ": " +
               plain_at(move, "from") + " -> " + plain_at(move, "to") + ", by " +
               plain_at(move, "cause") + '\n';
    }
    for (const Value& event : items_at(trace, "emitted")) {
        out += "  emitted " + plain_at(event, "event") + ' ' + plain_at(event, "id") + '\n';
    }
    for (const Value& timer : items_at(trace, "scheduled")) {
        out += "  timer " + plain_at(timer, "timer") + " is due at " + plain_at(timer, "due_at") +
               '\n';
    }
    for (const Value& warning : items_at(trace, "warnings")) {
        out +=
            "  warning " + plain_at(warning, "code") + ": " + plain_at(warning, "message") + '\n';
    }
    return out.empty() ? out : '\n' + strong("what happened", look) + ":\n" + out;
}

}  // namespace

std::string shown_trace(const Value& trace, const Look& look) {
    return head_of(trace, look) + steps_of(trace, look) + fields_of(trace, look) +
           happenings_of(trace, look);
}

}  // namespace understudy::app
