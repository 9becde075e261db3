// Counting and naming what is in a report. Nothing here renders; see faces.hpp.
#include "report/report.hpp"

#include <map>

#include "base/text.hpp"

namespace understudy::report {

namespace {

void append_count(std::string& out, std::size_t number, std::string_view noun) {
    if (number == 0) return;
    if (!out.empty()) out += ", ";
    out += base::plural(number, noun);
}

}  // namespace

Counts count(const Report& report) {
    Counts counts;
    for (const Finding& finding : report.findings) {
        switch (finding.severity) {
            case Severity::Error: ++counts.errors; break;
            case Severity::Warning: ++counts.warnings; break;
            case Severity::Info: ++counts.infos; break;
        }
    }
    return counts;
}

std::string summary_of(const Report& report) {
    if (!report.summary.empty()) return report.summary;
    const Counts counts = count(report);
    std::string out;
    append_count(out, counts.errors, "error");
    append_count(out, counts.warnings, "warning");
    append_count(out, counts.infos, "note");
    if (out.empty()) out = "no findings";
    if (!report.checked.empty()) {
        out += " in " + base::plural(report.checked.size(), "place") + " checked";
    }
    return out;
}

std::vector<std::string> ids_of(const Report& report) {
    std::vector<std::string> ids;
    ids.reserve(report.findings.size());
    std::map<std::string, std::size_t> seen;
    for (const Finding& finding : report.findings) {
        std::string id = id_of(finding);
        const std::size_t occurrence = ++seen[id];
        if (occurrence > 1) id += "-" + std::to_string(occurrence);
        ids.push_back(std::move(id));
    }
    return ids;
}

}  // namespace understudy::report
