// Time, and what happens in it.
#include "app/shown_answers.hpp"
#include "app/shown_table.hpp"
#include "base/text.hpp"
#include "json/write.hpp"
#include "report/shown.hpp"

namespace understudy::app {

namespace {

using json::Value;

Lines durations_of(const Value& durations) {
    Lines lines;
    for (const json::Member& member : durations.members()) {
        lines.emplace_back(report::shown(member.key()), plain(&member.value));
    }
    return lines;
}

std::string emitted_of(const Value& answer) {
    std::vector<std::string> events;
    const std::string_view name = answer.has("emitted") ? "emitted" : "fired";
    for (const Value& event : items_at(answer, name)) {
        events.push_back(event.is_object() ? plain_at(event, "event") : plain(&event));
    }
    return events.empty() ? "nothing" : base::join(events, ", ");
}

std::string trigger_command(std::string_view event, const Value& data) {
    std::string command = "understudy trigger " + shell_word(event);
    if (data.size() != 0) command += ' ' + shell_word(json::write(data));
    return report::shown(command);
}

std::string shown_cause(const Value& cause, const Look& look) {
    const Value* name = cause.find("event");
    const std::string event(name != nullptr && name->is_string() ? name->as_string() : "");
    std::string out = strong(report::shown(event), look) + ": " + plain_at(cause, "title") + '\n';
    if (const Value* blocked = cause.find("blocked_by");
        blocked != nullptr && !blocked->is_null()) {
        out += "  not now: " + plain(blocked) + '\n';
    }
    for (const Value& data : items_at(cause, "candidates")) {
        out += "  " + trigger_command(event, data) + '\n';
    }
    if (const Value* more = cause.find("more"); more != nullptr && plain(more) != "0") {
        out += "  and " + plain(more) + " more like these\n";
    }
    if (!items_at(cause, "leads_to").empty()) {
        out += "  leads to " + joined(cause.find("leads_to")) + '\n';
    }
    for (const Value& branch : items_at(cause, "branches")) {
        out += "  branch " + plain_at(branch, "workflow") + ": " + joined(branch.find("arms")) +
               " (" + plain_at(branch, "chosen|default") + ")\n";
    }
    return out;
}

}  // namespace

std::string shown_clock(const Value& clock, const Look& look) {
    std::string out = block({{"now", plain_at(clock, "now")},
                             {"mode", plain_at(clock, "mode")},
                             {"began", plain_at(clock, "t0")}},
                            look);
    const auto pending = items_at(clock, "pending");
    out += '\n' + strong("timers", look) + (pending.empty() ? ": none wait\n" : ":\n");
    Rows rows;
    for (const Value& timer : pending) {
        rows.push_back({plain_at(timer, "due_at"), plain_at(timer, "id"),
                        plain_at(timer, "duration"), plain_at(timer, "resource"),
                        plain_at(timer, "object"), plain_at(timer, "move")});
    }
    if (!rows.empty()) {
        out += indented(
            table({"DUE", "TIMER", "DURATION", "RESOURCE", "OBJECT", "MOVE"}, rows, look), 2);
    }
    if (const Value* durations = clock.find("durations"); durations != nullptr) {
        out += '\n' + strong("durations", look) + (durations->size() == 0 ? ": none\n" : ":\n") +
               indented(block(durations_of(*durations), look), 2);
    }
    return out;
}

std::string shown_durations(const Value& answer, const Look& look) {
    const Value* durations = answer.find("durations");  // of the clock, or the answer is the map
    const Lines lines = durations_of(durations != nullptr ? *durations : answer);
    return lines.empty() ? "the pack has no durations\n" : block(lines, look);
}

std::string shown_advanced(const Value& answer, const Look& look) {
    return block(
        {{"now", plain_at(answer, "now")}, {"fired", joined(answer.find("fired"), "nothing")}},
        look);
}

std::string shown_triggered(const Value& answer, const Look& look) {
    Lines lines = {{"now", plain_at(answer, "now")}};
    for (const Value& move : items_at(answer, "transitions")) {
        lines.emplace_back("changed", plain_at(move, "resource") + ' ' + plain_at(move, "id") +
                                          ": " + plain_at(move, "from") + " -> " +
                                          plain_at(move, "to"));
    }
    lines.emplace_back("emitted", emitted_of(answer));
    lines.emplace_back("trace", plain_at(answer, "trace"));
    return block(lines, look);
}

std::string shown_next(const Value& list, const Look& look) {
    std::string out;
    for (const Value& cause : items_at(list, "data")) out += shown_cause(cause, look);
    return out.empty() ? "nothing can happen now; --all says why not\n" : out;
}

}  // namespace understudy::app
