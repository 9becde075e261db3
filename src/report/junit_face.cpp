// The face for CI servers. Each finding is a test case; so is each checked place without any, so
// that a clean run is not an empty one.
//
//     severity error                  <failure>
//     severity error, verdict unknown <error>     could not be determined: neither passed nor
//     failed verdict unknown otherwise       <skipped> warning, info                   passes, with
//     its text in <system-out>
//
// No times: the same findings give the same bytes.
#include <set>

#include "base/text.hpp"
#include "report/impl/face.hpp"
#include "report/shown.hpp"

namespace understudy::report {

namespace {

enum class Outcome : std::uint8_t { Passed, Failed, Broken, Skipped };

Outcome outcome_of(const Finding& finding) {
    const bool is_unknown = finding.verdict == Verdict::Unknown;
    if (finding.severity == Severity::Error) return is_unknown ? Outcome::Broken : Outcome::Failed;
    return is_unknown ? Outcome::Skipped : Outcome::Passed;
}

// `shown` has removed every character that XML cannot hold; these five are left. Escaping '>' too
// keeps "]]>" out of text.
std::string escaped(std::string_view text, Breaks breaks) {
    std::string out;
    for (const char c : shown(text, breaks)) {
        switch (c) {
            case '&': out += "&amp;"; break;
            case '<': out += "&lt;"; break;
            case '>': out += "&gt;"; break;
            case '"': out += "&quot;"; break;
            case '\'': out += "&apos;"; break;
            default: out += c;
        }
    }
    return out;
}

std::string attribute(std::string_view name, std::string_view value) {
    std::string out = " ";
    out += name;
    return out + "=\"" + escaped(value, Breaks::Escape) + "\"";
}

std::string attribute(std::string_view name, std::size_t number) {
    return attribute(name, std::to_string(number));
}

void append_line(std::string& out, std::string_view label, std::string_view text) {
    if (text.empty()) return;
    out += "\n";
    out += label;
    out += text;
}

std::string body_of(const Finding& finding, std::string_view id) {
    std::string out;
    const std::string place = shown_mark(finding.mark);
    if (!place.empty()) out += place + ": ";
    out += finding.message;
    append_line(out, "at: ", finding.pointer);
    append_line(out, "constraint: ", finding.constraint);
    append_line(out, "", values_beside_message(finding));
    append_line(out, "hint: ", finding.hint);
    append_line(out, "id: ", id);
    return out;
}

std::string case_name(const Finding& finding) {
    std::string name = finding.code;
    for (const std::string* part : {&finding.pointer, &finding.constraint, &finding.subject}) {
        if (!part->empty() && !name.ends_with(" " + *part)) name += " " + *part;
    }
    return name;
}

void append_case(std::string& out, const Finding& finding, std::string_view id,
                 std::string_view suite) {
    const std::string_view group = finding.mark.file.empty() ? suite : finding.mark.file;
    out += "    <testcase" + attribute("classname", group) + attribute("name", case_name(finding));
    if (!finding.mark.file.empty()) out += attribute("file", finding.mark.file);
    if (finding.mark.is_known()) out += attribute("line", std::size_t{finding.mark.line});
    out += ">\n";

    const std::string body = escaped(body_of(finding, id), Breaks::Keep);
    const std::string message = attribute("message", finding.message);
    const std::string type = attribute("type", finding.code);
    switch (outcome_of(finding)) {
        case Outcome::Failed:
            out += "      <failure" + message + type + ">" + body + "</failure>\n";
            break;
        case Outcome::Broken:
            out += "      <error" + message + type + ">" + body + "</error>\n";
            break;
        case Outcome::Skipped: out += "      <skipped" + message + "/>\n"; break;
        case Outcome::Passed:
            out += "      <system-out>" + std::string(name_of(finding.severity)) + ": " + body +
                   "</system-out>\n";
            break;
    }
    out += "    </testcase>\n";
}

// What was checked and has no finding.
std::vector<std::string_view> clean_places(const Report& report) {
    std::set<std::string_view> found;
    for (const Finding& finding : report.findings) found.insert(finding.mark.file);
    std::vector<std::string_view> clean;
    for (const std::string& name : report.checked) {
        if (!found.contains(name)) clean.push_back(name);
    }
    return clean;
}

std::string totals(const Report& report, std::size_t clean) {
    std::size_t failed = 0;
    std::size_t broken = 0;
    std::size_t skipped = 0;
    for (const Finding& finding : report.findings) {
        const Outcome outcome = outcome_of(finding);
        failed += outcome == Outcome::Failed ? 1U : 0U;
        broken += outcome == Outcome::Broken ? 1U : 0U;
        skipped += outcome == Outcome::Skipped ? 1U : 0U;
    }
    return attribute("tests", report.findings.size() + clean) + attribute("failures", failed) +
           attribute("errors", broken) + attribute("skipped", skipped);
}

}  // namespace

std::string render_junit(const Report& report) {
    const std::string suite = report.verb.empty() ? report.tool : report.tool + " " + report.verb;
    const std::vector<std::string_view> clean = clean_places(report);
    const std::string header = attribute("name", suite) + totals(report, clean.size());

    std::string out = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
    out += "<testsuites" + header + ">\n  <testsuite" + header + ">\n";
    const std::vector<std::string> ids = ids_of(report);
    for (std::size_t i = 0; i < ids.size(); ++i) {
        append_case(out, report.findings[i], ids[i], suite);
    }
    for (const std::string_view name : clean) {
        out += "    <testcase" + attribute("classname", name) + attribute("name", "clean") + "/>\n";
    }
    return out + "  </testsuite>\n</testsuites>\n";
}

}  // namespace understudy::report
