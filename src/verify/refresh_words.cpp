#include "verify/refresh_words.hpp"

#include <algorithm>
#include <array>

#include "base/text.hpp"
#include "json/parse.hpp"
#include "json/write.hpp"
#include "verify/code.hpp"

namespace understudy::verify {

namespace {

constexpr std::array<std::string_view, 3> kGates = {"passed", "failed", "unknown"};
constexpr std::array<std::string_view, 3> kKinds = {"change", "finding", "escalation"};

std::string filled(std::string text, const Proposal& proposal, std::string_view report) {
    // The report last: what it holds is no template.
    text = base::replace_all(text, "${service}", proposal.service);
    text = base::replace_all(text, "${date}", proposal.day);
    text = base::replace_all(text, "${fingerprint}", proposal.fingerprint);
    text = base::replace_all(text, "${base}", proposal.base);
    return base::replace_all(text, "${report}", report);
}

json::Value list_of(const std::vector<std::string>& texts) {
    json::Value list = json::Value::array();
    for (const std::string& text : texts) list.push_back(text);
    return list;
}

base::Failure not_filed(std::string why) {
    return base::fail(code::NotFiled,
                      {{"why", std::move(why)}, {"example", R"({"reference": "41"})"}});
}

}  // namespace

std::string_view name_of(Gate gate) {
    return kGates[static_cast<std::size_t>(gate)];
}

std::string branch_name(const Proposal& proposal) {
    // git has rules about dots in names.
    return "understudy/refresh/" + base::replace_all(proposal.service, ".", "-") + "/" +
           proposal.fingerprint;
}

std::string proposal_title(const RefreshSettings& settings, const Proposal& proposal) {
    return filled(settings.title, proposal, "");
}

std::string proposal_body(const RefreshSettings& settings, const Proposal& proposal,
                          std::string_view diff) {
    std::string report = "- gate: " + std::string(name_of(proposal.gate));
    if (!proposal.gate_words.empty()) report += ", " + proposal.gate_words;
    report += "\n- base: " + proposal.base + "\n";
    for (const std::string& tool : proposal.tools) report += "- tool: " + tool + "\n";
    if (!proposal.held.empty()) report += "- held: " + proposal.held + "\n";
    if (proposal.is_draft) report += "- draft: somebody has to look at it first\n";
    if (!proposal.gate_said.empty()) {
        report += "\nWhat the gate said last:\n\n~~~~text\n" + proposal.gate_said + "~~~~\n";
    }
    report += "\n" + std::string(diff) + "\n";
    for (const Change& change : proposal.changes) {
        report +=
            "- `" + change.id + "` " + change.kind + ", fingerprint `" + change.fingerprint + "`\n";
    }
    return filled(settings.body, proposal, report);
}

bool is_auto_accepted(const RefreshSettings& settings, std::span<const Change> changes) {
    return !changes.empty() &&
           std::all_of(changes.begin(), changes.end(), [&](const Change& change) {
               return std::find(settings.auto_accept.begin(), settings.auto_accept.end(),
                                change.kind) != settings.auto_accept.end();
           });
}

std::string driver_text(const DriverMessage& message) {
    json::Value value =
        json::Value::object({{"version", 1},
                             {"kind", std::string(kKinds[static_cast<std::size_t>(message.kind)])},
                             {"event", message.event},
                             {"service", message.service},
                             {"title", message.title},
                             {"body_file", message.body_file},
                             {"labels", list_of(message.labels)},
                             {"findings", list_of(message.findings)}});
    if (message.kind == DriverMessage::Kind::Change) {
        value.set("base", message.base);
        value.set("branch", message.branch);
        value.set("patch", message.patch);
        value.set("draft", message.is_draft);
        value.set("auto_accept", message.is_auto_accepted);
    }
    if (message.kind == DriverMessage::Kind::Escalation) value.set("to", message.to);
    value.set("reference",
              message.reference.empty() ? json::Value() : json::Value(message.reference));
    return json::write(value) + "\n";
}

base::Result<std::string> read_reference(std::string_view printed) {
    const std::string_view text = base::trim(printed);
    if (text.empty()) return not_filed("it printed nothing");
    const auto root = json::parse(text);
    if (!root) return not_filed("it printed no JSON: " + base::quoted(text));
    const json::Value* value = root->is_object() ? root->find("reference") : &*root;
    if (value == nullptr || value->is_null()) return not_filed("it printed no reference");
    if (value->is_string() && !value->as_string().empty() && value->as_string() != "0") {
        return std::string(value->as_string());
    }
    if (value->is_number() && value->to_int64().value_or(0) > 0) {
        return std::string(value->number_text());
    }
    return not_filed("its reference is " + json::write(*value));
}

}  // namespace understudy::verify
