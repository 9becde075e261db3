// The face for pages: a heading, the summary, one table. Names go into code spans, sentences are
// escaped, so that nothing inside a finding can end a cell, open markup or call upon a person.
#include <algorithm>

#include "base/text.hpp"
#include "report/impl/face.hpp"
#include "report/shown.hpp"

namespace understudy::report {

namespace {

// Text as text. A line feed becomes <br>; '@' gets an empty comment after it, which keeps code
// hosts from reading `@name` as a call.
std::string escaped(std::string_view text) {
    std::string out;
    for (const char c : shown(text, Breaks::Keep)) {
        switch (c) {
            case '\n': out += "<br>"; break;
            case '\t': out += ' '; break;
            case '&': out += "&amp;"; break;
            case '<': out += "&lt;"; break;
            case '>': out += "&gt;"; break;
            case '@': out += "@<!-- -->"; break;
            case '\\':
            case '`':
            case '*':
            case '_':
            case '[':
            case ']':
            case '#':
            case '~':
            case '|':
            case '$':
                out += '\\';
                out += c;
                break;
            default: out += c;
        }
    }
    return out;
}

// A code span whose fence is longer than any run of back-quotes inside. Tables are cut into cells
// before spans are read, so '|' is escaped even here.
std::string code(std::string_view text) {
    const std::string inside = base::replace_all(shown(text), "|", "\\|");
    if (inside.empty()) return {};
    std::size_t longest = 0;
    std::size_t running = 0;
    for (const char c : inside) {
        running = c == '`' ? running + 1 : 0;
        longest = std::max(longest, running);
    }
    const std::string fence(longest + 1, '`');
    const bool needs_room = inside.front() == '`' || inside.back() == '`' ||
                            (inside.front() == ' ' && inside.back() == ' ');
    const std::string_view room = needs_room ? " " : "";
    std::string out = fence;
    out += room;
    out += inside;
    out += room;
    return out + fence;
}

std::string place_cell(const Finding& finding) {
    std::string cell = code(base::to_text(finding.mark));
    if (finding.pointer.empty()) return cell;
    if (!cell.empty()) cell += "<br>";
    return cell + code(finding.pointer);
}

std::string message_cell(const Finding& finding) {
    std::string cell = escaped(finding.message);
    if (finding.verdict) cell += " (" + std::string(name_of(*finding.verdict)) + ")";
    const Values& values = finding.values;
    if (values.first) {
        cell += "<br>" + std::string(values.first_word()) + " " + code(shown_value(*values.first));
    }
    if (values.second) {
        cell +=
            "<br>" + std::string(values.second_word()) + " " + code(shown_value(*values.second));
    }
    if (!finding.constraint.empty()) cell += "<br>constraint " + code(finding.constraint);
    if (!finding.hint.empty()) cell += "<br>hint: " + escaped(finding.hint);
    for (const Place& place : finding.related) {
        cell += "<br>see " + code(base::to_text(place.mark));
        if (!place.pointer.empty()) cell += " " + code(place.pointer);
        if (!place.note.empty()) cell += " " + escaped(place.note);
    }
    return cell;
}

}  // namespace

std::string render_markdown(const Report& report) {
    std::string out = "## " + escaped(report.tool);
    if (!report.verb.empty()) out += " " + escaped(report.verb);
    out += "\n\n" + escaped(summary_of(report)) + "\n";
    if (report.findings.empty()) return out;

    out += "\n| Severity | Place | Finding | Code | Id |\n|---|---|---|---|---|\n";
    const std::vector<std::string> ids = ids_of(report);
    for (std::size_t i = 0; i < ids.size(); ++i) {
        const Finding& finding = report.findings[i];
        out += "| " + std::string(name_of(finding.severity)) + " | " + place_cell(finding) + " | " +
               message_cell(finding) + " | " + code(finding.code) + " | " + code(ids[i]) + " |\n";
    }
    return out;
}

}  // namespace understudy::report
