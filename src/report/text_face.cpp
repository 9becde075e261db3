// The face for people at a terminal. Findings of one file stand together, in the order in which
// the files first appear; each begins with a place that terminals and editors can open:
//
//     a.json:7:3: error: sequence number 4 is missing [fixture.order.gap]
//         "seq": 5
//         ^~~~~
//       at: /events/3
//       expected 4, actual 5
//       hint: renumber the events
//
//     1 error in 1 place checked
//
// Lines after the first are indented, so no message can pass itself off as another finding.
#include <map>

#include "base/text.hpp"
#include "report/impl/excerpt.hpp"
#include "report/impl/face.hpp"
#include "report/shown.hpp"

namespace understudy::report {

namespace {

constexpr std::string_view kBold = "\x1b[1m";
constexpr std::string_view kPlain = "\x1b[0m";

std::string_view colour_of(Severity severity) {
    switch (severity) {
        case Severity::Error: return "\x1b[31m";
        case Severity::Warning: return "\x1b[33m";
        case Severity::Info: break;
    }
    return "\x1b[36m";
}

std::string painted(std::string_view text, std::string_view colour, FaceOptions options) {
    if (!options.colour) return std::string(text);
    std::string out(colour);
    out += text;
    out += kPlain;
    return out;
}

std::string indented(std::string_view text, std::string_view margin) {
    return base::replace_all(shown(text, Breaks::Keep), "\n", "\n" + std::string(margin));
}

void append_detail(std::string& out, std::string_view label, std::string_view text) {
    if (text.empty()) return;
    out += "  ";
    out += label;
    out += indented(text, "    ");
    out += '\n';
}

void append_finding(std::string& out, const Finding& finding, FaceOptions options) {
    const std::string place = shown_mark(finding.mark);
    if (!place.empty()) out += painted(place + ":", kBold, options) + " ";
    out +=
        painted(std::string(name_of(finding.severity)) + ":", colour_of(finding.severity), options);
    out += " " + indented(finding.message, "    ") + " [" + shown(finding.code) + "]";
    if (finding.verdict) out += " " + std::string(name_of(*finding.verdict));
    out += '\n';
    if (options.excerpt) out += excerpt_of(finding.mark);
    append_detail(out, "at: ", finding.pointer);
    append_detail(out, "constraint: ", finding.constraint);
    append_detail(out, "", values_beside_message(finding));
    append_detail(out, "hint: ", finding.hint);
    for (const Place& place_beside : finding.related) {
        std::string text = base::to_text(place_beside.mark);
        for (const std::string* part : {&place_beside.pointer, &place_beside.note}) {
            if (part->empty()) continue;
            if (!text.empty()) text += ": ";
            text += *part;
        }
        append_detail(out, "see: ", text);
    }
}

// Indices of findings, files in order of first appearance.
std::vector<std::vector<const Finding*>> group_by_file(const Report& report) {
    std::vector<std::vector<const Finding*>> groups;
    std::map<std::string_view, std::size_t> known;
    for (const Finding& finding : report.findings) {
        const auto [entry, is_new] = known.try_emplace(finding.mark.file, groups.size());
        if (is_new) groups.emplace_back();
        groups[entry->second].push_back(&finding);
    }
    return groups;
}

}  // namespace

std::string render_text(const Report& report, FaceOptions options) {
    std::string out;
    for (const std::vector<const Finding*>& group : group_by_file(report)) {
        for (const Finding* finding : group) append_finding(out, *finding, options);
        out += '\n';
    }
    const Counts counts = count(report);
    const std::string summary = shown(summary_of(report));
    if (counts.errors != 0)
        return out + painted(summary, colour_of(Severity::Error), options) + "\n";
    return out + painted(summary, kBold, options) + "\n";
}

}  // namespace understudy::report
