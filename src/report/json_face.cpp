// The face for programs: format "understudy.report", version 1, described in
// docs/reference/reports.md. Members that have nothing to say are left out. A change that an old
// reader would misread raises the version; a new member does not.
#include "json/write.hpp"
#include "report/impl/face.hpp"

namespace understudy::report {

namespace {

constexpr int kVersion = 1;

void set_text(json::Value& object, std::string_view key, std::string_view text) {
    if (!text.empty()) object.append(key, text);
}

void set_mark(json::Value& object, const base::Mark& mark) {
    set_text(object, "file", mark.file);
    if (!mark.is_known()) return;
    object.append("line", std::int64_t{mark.line});
    object.append("column", std::int64_t{mark.column});
    if (mark.length != 0) object.append("length", std::int64_t{mark.length});
}

json::Value to_json(const Place& place) {
    json::Value object = json::Value::object();
    set_mark(object, place.mark);
    set_text(object, "pointer", place.pointer);
    set_text(object, "note", place.note);
    return object;
}

json::Value to_json(const Finding& finding, std::string_view id) {
    json::Value object = json::Value::object();
    object.append("id", id);
    object.append("severity", name_of(finding.severity));
    object.append("code", finding.code);
    object.append("message", finding.message);
    set_mark(object, finding.mark);
    set_text(object, "pointer", finding.pointer);
    set_text(object, "constraint", finding.constraint);
    set_text(object, "subject", finding.subject);
    if (finding.values.first) object.append(finding.values.first_word(), *finding.values.first);
    if (finding.values.second) object.append(finding.values.second_word(), *finding.values.second);
    set_text(object, "hint", finding.hint);
    if (finding.verdict) object.append("verdict", name_of(*finding.verdict));
    if (finding.related.empty()) return object;
    json::Value related = json::Value::array();
    for (const Place& place : finding.related) related.push_back(to_json(place));
    object.append("related", std::move(related));
    return object;
}

json::Value counts_of(const Report& report) {
    const Counts counts = count(report);
    return json::Value::object({{"error", std::uint64_t{counts.errors}},
                                {"warning", std::uint64_t{counts.warnings}},
                                {"info", std::uint64_t{counts.infos}}});
}

}  // namespace

std::string render_json(const Report& report) {
    json::Value tool = json::Value::object({{"name", report.tool}});
    set_text(tool, "version", report.version);

    json::Value root =
        json::Value::object({{"format", "understudy.report"}, {"version", kVersion}});
    root.append("tool", std::move(tool));
    set_text(root, "verb", report.verb);
    root.append("summary", summary_of(report));
    root.append("counts", counts_of(report));

    json::Value checked = json::Value::array();
    for (const std::string& name : report.checked) checked.push_back(name);
    root.append("checked", std::move(checked));

    const std::vector<std::string> ids = ids_of(report);
    json::Value findings = json::Value::array();
    for (std::size_t i = 0; i < ids.size(); ++i) {
        findings.push_back(to_json(report.findings[i], ids[i]));
    }
    root.append("findings", std::move(findings));
    return json::write_pretty(root) + "\n";
}

}  // namespace understudy::report
