// What was learnt, written as a file of rules for people to look at.
#include "base/text.hpp"
#include "cassette/learn.hpp"
#include "json/write.hpp"
#include "report/shown.hpp"

namespace understudy::cassette {

namespace {

using json::Value;

constexpr std::size_t kLongestShown = 60;

// JSON is YAML, and a text in double quotes is safe in it.
std::string flow_text(std::string_view text) {
    return json::write(Value(text));
}

// On one line, with plain keys: {use: pr_number, at: {path: "$.number"}}
std::string flow(const Value& value) {
    if (value.is_string()) return flow_text(value.as_string());
    std::string text;
    if (value.is_object()) {
        for (const json::Member& member : value.members()) {
            text += (text.empty() ? "" : ", ") + std::string(member.key()) + ": " +
                    (member.key() == "use" ? std::string(member.value.as_string())
                                           : flow(member.value));
        }
        return "{" + text + "}";
    }
    if (!value.is_array()) return json::write(value);
    for (const Value& item : value.items()) text += (text.empty() ? "" : ", ") + flow(item);
    return "[" + text + "]";
}

std::string comment_of(const Proposal& proposal) {
    std::string text;
    for (const std::string& each : proposal.values) {
        text += (text.empty() ? "" : ", ") + report::shown(base::quoted(each, kLongestShown));
    }
    return (proposal.is_flagged ? "of no known class: " : "") + text;
}

}  // namespace

Value written_rule(const RuleSpec& spec) {
    Value at = Value::object();
    const auto list = [&at](std::string_view key, const std::vector<std::string>& texts) {
        if (texts.empty()) return;
        Value& all = at.set(key, Value::array());
        for (const std::string& each : texts) all.push_back(each);
    };
    const auto text = [&at](std::string_view key, const std::string& value) {
        if (!value.empty()) at.set(key, value);
    };
    list("exchange", spec.at.exchanges);
    list("stream", spec.at.streams);
    text("event", spec.at.event);
    text("path", spec.at.path);
    text("column", spec.at.column);
    text("line", spec.at.line);
    text("group", spec.at.group);
    Value rule = Value::object({{"use", spec.use}});
    if (at.size() > 0) rule.set("at", std::move(at));
    if (spec.with.size() > 0) rule.set("with", spec.with);
    return rule;
}

std::string to_yaml(const Learned& learned) {
    std::string text = "# proposed from " + base::plural(learned.recordings, "recording") +
                       " of the same calls; look at each before you keep it\n";
    text += learned.proposals.empty() ? "rules: []\n" : "rules:\n";
    for (const Proposal& each : learned.proposals) {
        text += "  - " + flow(written_rule(each.spec)) + "  # " + comment_of(each) + "\n";
    }
    for (const GrammarProposal& each : learned.grammars) {
        text += "# events of " + report::shown(each.exchange) + ", " + each.part +
                (each.is_settled ? "" : " (the last recording changed it: record again)") +
                ":\n# compare: {grammar: " + flow_text(each.short_form) + "}\n";
    }
    for (const std::string& each : learned.notes) text += "# " + report::shown(each) + "\n";
    return text;
}

}  // namespace understudy::cassette
