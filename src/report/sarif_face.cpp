// The face for code hosts: SARIF 2.1.0, one run. Columns count code points, as our marks do; the
// stable id is the fingerprint, so a host can tell an old finding on a new line from a new one.
#include <algorithm>
#include <map>

#include "base/bytes.hpp"
#include "base/text.hpp"
#include "json/write.hpp"
#include "report/impl/face.hpp"
#include "report/shown.hpp"

namespace understudy::report {

namespace {

constexpr std::string_view kSchema =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

std::string_view level_of(Severity severity) {
    return severity == Severity::Info ? "note" : name_of(severity);
}

json::Value text_object(std::string_view text) {
    return json::Value::object({{"text", text}});
}

// Relative names stay relative to the root of the sources; an absolute one becomes a file URI.
json::Value artifact_of(std::string_view file) {
    while (file.starts_with("./")) file.remove_prefix(2);
    std::string uri;
    for (const std::string_view segment : base::split(file, '/')) {
        if (!uri.empty() || segment.data() != file.data()) uri += '/';
        uri += base::to_percent(segment);
    }
    if (file.starts_with("/")) return json::Value::object({{"uri", "file://" + uri}});
    return json::Value::object({{"uri", uri}, {"uriBaseId", "%SRCROOT%"}});
}

json::Value region_of(const base::Mark& mark) {
    const std::int64_t column = std::max(mark.column, 1U);
    return json::Value::object({{"startLine", std::int64_t{mark.line}},
                                {"startColumn", column},
                                {"endColumn", column + mark.length}});
}

json::Value location_of(const base::Mark& mark, std::string_view pointer) {
    json::Value location = json::Value::object();
    if (!mark.file.empty()) {
        json::Value physical = json::Value::object({{"artifactLocation", artifact_of(mark.file)}});
        if (mark.is_known()) physical.append("region", region_of(mark));
        location.append("physicalLocation", std::move(physical));
    }
    if (!pointer.empty()) {
        json::Value logical = json::Value::object({{"fullyQualifiedName", pointer}});
        location.append("logicalLocations", json::Value::array({std::move(logical)}));
    }
    return location;
}

json::Value properties_of(const Finding& finding) {
    json::Value properties = json::Value::object();
    if (!finding.constraint.empty()) properties.append("constraint", finding.constraint);
    if (!finding.subject.empty()) properties.append("subject", finding.subject);
    const Values& values = finding.values;
    if (values.first) properties.append(values.first_word(), *values.first);
    if (values.second) properties.append(values.second_word(), *values.second);
    if (!finding.hint.empty()) properties.append("hint", finding.hint);
    if (finding.verdict) properties.append("verdict", name_of(*finding.verdict));
    return properties;
}

// Hosts show little more than the message, so it carries values and hint as well.
std::string message_of(const Finding& finding) {
    std::string text = finding.message;
    const std::string values = values_beside_message(finding);
    if (!values.empty()) text += " (" + values + ")";
    if (!finding.hint.empty()) text += "\nhint: " + finding.hint;
    return text;
}

json::Value related_of(const Finding& finding) {
    json::Value related = json::Value::array();
    for (const Place& place : finding.related) {
        json::Value location = location_of(place.mark, place.pointer);
        if (!place.note.empty()) location.append("message", text_object(place.note));
        related.push_back(std::move(location));
    }
    return related;
}

json::Value result_of(const Finding& finding, std::string_view id, std::size_t rule) {
    json::Value result = json::Value::object({{"ruleId", finding.code},
                                              {"ruleIndex", std::uint64_t{rule}},
                                              {"level", level_of(finding.severity)},
                                              {"message", text_object(message_of(finding))}});
    json::Value location = location_of(finding.mark, finding.pointer);
    if (location.size() != 0) {
        result.append("locations", json::Value::array({std::move(location)}));
    }
    result.append("partialFingerprints", json::Value::object({{"understudyFinding/v1", id}}));
    if (!finding.related.empty()) result.append("relatedLocations", related_of(finding));
    json::Value properties = properties_of(finding);
    if (properties.size() != 0) result.append("properties", std::move(properties));
    return result;
}

json::Value rule_of(const std::string& code) {
    json::Value rule = json::Value::object({{"id", code}});
    if (const std::optional<base::Code> known = base::code_named(code)) {
        rule.append("shortDescription", text_object(base::sentence_of(*known)));
    }
    return rule;
}

}  // namespace

std::string render_sarif(const Report& report) {
    const std::vector<std::string> ids = ids_of(report);
    std::map<std::string_view, std::size_t> rule_numbers;
    json::Value rules = json::Value::array();
    json::Value results = json::Value::array();
    for (std::size_t i = 0; i < ids.size(); ++i) {
        const Finding& finding = report.findings[i];
        const auto [entry, is_new] = rule_numbers.try_emplace(finding.code, rules.size());
        if (is_new) rules.push_back(rule_of(finding.code));
        results.push_back(result_of(finding, ids[i], entry->second));
    }

    json::Value driver = json::Value::object({{"name", report.tool}});
    if (!report.version.empty()) driver.append("version", report.version);
    driver.append("rules", std::move(rules));
    json::Value run = json::Value::object();
    run.append("tool", json::Value::object({{"driver", std::move(driver)}}));
    run.append("columnKind", "unicodeCodePoints");
    run.append("results", std::move(results));
    const json::Value root = json::Value::object({{"$schema", kSchema},
                                                  {"version", "2.1.0"},
                                                  {"runs", json::Value::array({std::move(run)})}});
    return json::write_pretty(root) + "\n";
}

}  // namespace understudy::report
