#include "app/diff_specs.hpp"

#include <algorithm>

#include "app/shown.hpp"
#include "base/text.hpp"
#include "pack/spec_diff.hpp"

namespace understudy::app {

namespace {

using pack::SpecChange;

// What is said of a value that came or went: of a schema its type.
std::string brief(const json::Value& value) {
    if (!value.is_object()) return value.is_null() || value.is_bool() ? "" : shown(value);
    if (const json::Value* ref = value.find("ref")) {
        return ref->is_string() ? std::string(ref->as_string()) : "";
    }
    const bool is_set = std::all_of(value.members().begin(), value.members().end(),
                                    [](const json::Member& each) { return each.value.is_bool(); });
    if (is_set) {
        std::vector<std::string> names;
        for (const json::Member& each : value.members()) names.emplace_back(each.key());
        return base::join(names, ", ");
    }
    const json::Value* schema = value.find("schema");
    const json::Value* type = (schema != nullptr ? *schema : value).find("type");
    return type != nullptr && type->is_string() ? std::string(type->as_string()) : "";
}

std::string place_of(const SpecChange& change) {
    std::string place = change.subject;
    if (!change.part.empty()) place += ", " + change.part;
    if (!change.field.empty()) place += (change.part.empty() ? ", " : " ") + change.field;
    return place;
}

std::string sentence(const SpecChange& change) {
    std::string text = place_of(change);
    const bool is_added = change.kind == SpecChange::Kind::Added;
    if (change.what == "required" && change.kind != SpecChange::Kind::Changed) {
        text += is_added ? ": required now" : ": required no more";
    } else if (change.kind == SpecChange::Kind::Changed) {
        text +=
            ": " + change.what + " changed: " + shown(change.before) + " -> " + shown(change.after);
    } else {
        text += ": " + change.what + " " + std::string(pack::name_of(change.kind));
        const std::string what = brief(is_added ? change.after : change.before);
        if (!what.empty()) text += " (" + what + ")";
    }
    if (!change.users.empty()) {
        text += ", in " + base::plural(change.users.size(), "operation");
    }
    return text;
}

report::Finding to_finding(const SpecChange& change, const DataFile& file) {
    report::Finding finding;
    finding.code = "spec." + std::string(pack::name_of(change.kind));
    finding.severity = change.breaks ? report::Severity::Error : report::Severity::Info;
    finding.verdict = report::Verdict::Differed;
    finding.mark.file = file.name;
    finding.subject = place_of(change) + ": " + change.what;
    finding.values.words = report::Values::Words::BeforeAfter;
    if (change.kind != SpecChange::Kind::Added) finding.values.first = change.before;
    if (change.kind != SpecChange::Kind::Removed) finding.values.second = change.after;
    finding.message = sentence(change);
    return finding;
}

base::Result<pack::Contract> contract_in(const DataFile& file) {
    if (file.parts.size() != 1) {
        json::Document none;
        none.source = std::make_shared<const base::Source>(base::Source{file.name, ""});
        return pack::contract_of(none);
    }
    return pack::contract_of(file.parts.front());
}

}  // namespace

base::Result<std::vector<report::Finding>> diff_specs(const DataFile& before,
                                                      const DataFile& after) {
    const pack::Contract a = TRY(contract_in(before));
    const pack::Contract b = TRY(contract_in(after));
    std::vector<report::Finding> findings;
    for (const SpecChange& change : pack::diff_specs(a, b)) {
        const bool is_gone = change.kind == SpecChange::Kind::Removed;
        findings.push_back(to_finding(change, is_gone ? before : after));
    }
    return findings;
}

}  // namespace understudy::app
