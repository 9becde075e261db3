// The face for build logs that read workflow commands: one `::error ...::message` line per
// finding. A value may hold neither a line feed nor '%' unescaped, and a property neither ':' nor
// ','; the reader turns them back.
#include "base/text.hpp"
#include "report/impl/face.hpp"
#include "report/shown.hpp"

namespace understudy::report {

namespace {

std::string_view command_of(Severity severity) {
    return severity == Severity::Info ? "notice" : name_of(severity);
}

std::string escaped_message(std::string_view text) {
    const std::string safe = base::replace_all(shown(text, Breaks::Keep), "%", "%25");
    return base::replace_all(safe, "\n", "%0A");
}

std::string escaped_property(std::string_view text) {
    const std::string safe = base::replace_all(escaped_message(text), ":", "%3A");
    return base::replace_all(safe, ",", "%2C");
}

std::string properties_of(const Finding& finding) {
    const base::Mark& mark = finding.mark;
    std::string out;
    if (!mark.file.empty()) {
        out += "file=" + escaped_property(mark.file) + ",";
        if (mark.is_known()) {
            out +=
                "line=" + std::to_string(mark.line) + ",col=" + std::to_string(mark.column) + ",";
        }
    }
    return out + "title=" + escaped_property(finding.code);
}

std::string text_of(const Finding& finding, std::string_view id) {
    std::string text = finding.message;
    if (!finding.pointer.empty()) text += "\nat: " + finding.pointer;
    const std::string values = values_beside_message(finding);
    if (!values.empty()) text += "\n" + values;
    if (!finding.hint.empty()) text += "\nhint: " + finding.hint;
    text += "\nid: ";
    text += id;
    return text;
}

}  // namespace

std::string render_github(const Report& report) {
    std::string out;
    const std::vector<std::string> ids = ids_of(report);
    for (std::size_t i = 0; i < ids.size(); ++i) {
        const Finding& finding = report.findings[i];
        out += "::" + std::string(command_of(finding.severity)) + " " + properties_of(finding) +
               "::" + escaped_message(text_of(finding, ids[i])) + "\n";
    }
    // Never at the start of a line: a summary must not be able to be a command itself.
    return out + shown(report.tool) + ": " + shown(summary_of(report)) + "\n";
}

}  // namespace understudy::report
