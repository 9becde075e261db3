#include "app/scan_one.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "app/inline_allow.hpp"
#include "app/scan_source.hpp"
#include "app/shown_path.hpp"
#include "base/error.hpp"
#include "base/text.hpp"
#include "secret/code.hpp"

namespace understudy::app {

namespace {

constexpr std::size_t kShownHash = 12;

report::Finding finding_of(const base::Error& error, const std::string& name,
                           report::Severity severity) {
    report::Finding finding;
    finding.severity = severity;
    finding.code = base::name_of(error.code);
    finding.message = base::message(error);
    finding.hint = base::hint(error);
    finding.mark.file = name;
    return finding;
}

report::Finding without_reason(const secret::Hit& hit, const std::string& name,
                               std::string_view text) {
    const base::Error error{secret::code::AllowWithoutReason, {}, {}, {}};
    report::Finding finding = finding_of(error, name, report::Severity::Error);
    finding.mark = base::mark_in(name, text, hit.begin, hit.begin);
    finding.constraint = hit.rule;
    return finding;
}

report::Finding too_large(const std::string& name) {
    const std::string limit = base::with_thousands(WindowSizes{}.compressed);
    const base::Error error{secret::code::TooDeep,
                            {{"why", "it is compressed, and larger than " + limit + " bytes"}},
                            {},
                            {}};
    return finding_of(error, name, report::Severity::Error);
}

bool is_before(const report::Finding& a, const report::Finding& b) {
    return std::pair(a.mark.line, a.mark.column) < std::pair(b.mark.line, b.mark.column);
}

void name_commit(report::Finding& finding, const std::string& commit) {
    if (commit.empty()) return;
    finding.subject = commit.substr(0, kShownHash);
    finding.message += ", added by commit " + finding.subject;
}

}  // namespace

TextScanner::TextScanner(const Ground& ground) : finder_(ground.policy, ground.salt) {}

ScanPart TextScanner::scan(ScanJob job) {
    ScanPart part;
    part.text = job.text;
    part.part = job.part;
    part.commit = job.commit;
    ShownPath shown = shown_path(finder_, job.name);
    part.shown = std::move(shown.text);
    if (job.part == 0 && !shown.found.hits.empty()) tell_name(shown.found, job, part);
    if (!job.unread.empty()) {
        part.unread = std::move(job.unread);
        return part;
    }
    if (job.window) {
        look(job, *job.window, part);
        return part;
    }
    buffer_.begin = 0;
    buffer_.is_whole = true;
    if (const std::string why = read_whole(job.name, buffer_.bytes); !why.empty()) {
        part.unread = why;
        return part;
    }
    buffer_.end = buffer_.bytes.size();
    look(job, buffer_, part);
    return part;
}

void TextScanner::look(const ScanJob& job, const Window& window, ScanPart& part) {
    part.bytes = window.gap_before + window.own().size();
    part.count = count_window(window);
    if (window.is_cut_off) part.findings.push_back(too_large(part.shown));
    const secret::Text text{job.name, window.bytes, secret::Class::None};
    secret::Found found = finder_.find(text);
    std::erase_if(found.hits,
                  [&](const secret::Hit& hit) { return !window.reports(hit.begin, hit.end); });
    if (found.hits.empty()) return;

    const InlineAllows allows(window.bytes);
    std::vector<report::Finding> remarks;
    std::erase_if(found.hits, [&](const secret::Hit& hit) {
        const Allow answer = allows.judge(hit.begin, hit.rule);
        if (answer == Allow::WithoutReason) {
            remarks.push_back(without_reason(hit, part.shown, window.bytes));
        }
        if (answer == Allow::Yes) ++part.allowed;
        return answer == Allow::Yes;
    });
    std::vector<report::Finding> findings = secret::to_findings(found, text);
    std::move(remarks.begin(), remarks.end(), std::back_inserter(findings));
    std::stable_sort(findings.begin(), findings.end(), is_before);
    for (report::Finding& finding : findings) {
        finding.mark.file = part.shown;
        finding.mark.excerpt.clear();  // it would show the secret
        finding.pointer = shown_pointer(finder_, finding.pointer);
        if (job.part > 0) finding.pointer.clear();  // it would count from this window
        name_commit(finding, job.commit);
        part.findings.push_back(std::move(finding));
    }
}

void TextScanner::tell_name(const secret::Found& found, const ScanJob& job, ScanPart& part) {
    for (report::Finding& finding : secret::to_findings(found, {})) {
        finding.mark = base::Mark{part.shown, 0, 0, 0, {}, 0};
        finding.message += ", in the name of the file";
        name_commit(finding, job.commit);
        part.findings.push_back(std::move(finding));
    }
}

}  // namespace understudy::app
