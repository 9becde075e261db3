#include "app/fidelity_text.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "report/shown.hpp"

namespace understudy::app {

namespace {

using cassette::Carried;
using cassette::Fidelity;

constexpr std::size_t kMostFindings = 20;

std::string lines_of(const Fidelity& fidelity, Carried carried, std::string_view title) {
    std::string lines;
    for (const Fidelity::Entry& entry : fidelity.entries()) {
        if (entry.carried != carried) continue;
        lines +=
            "  " + report::shown(counted(entry)) + ": " + report::shown(entry.first.why) + "\n";
    }
    return lines.empty() ? "" : std::string(title) + ":\n" + lines;
}

// Bookkeeping is named in one line: why it is kept is the same for all of it.
std::string remarks_of(const Fidelity& fidelity, std::string_view title) {
    std::vector<std::string> names;
    for (const Fidelity::Entry& entry : fidelity.entries()) {
        if (entry.carried == Carried::AsRemarks) names.push_back(report::shown(entry.first.what));
    }
    if (names.empty()) return {};
    std::sort(names.begin(), names.end());
    return std::string(title) + ": " + base::join(names, ", ") + "\n";
}

bool is_fidelity(const report::Finding& finding) {
    return finding.code == "cassette.import.approximated" ||
           finding.code == "cassette.import.left_out" ||
           finding.code == "cassette.export.approximated" ||
           finding.code == "cassette.export.left_out";
}

}  // namespace

std::string exchanges_text(const Fidelity& fidelity) {
    std::string text = base::plural(fidelity.exchanges(), "exchange");
    if (fidelity.exact() == fidelity.exchanges()) return text + ", carried exactly";
    return text + ", " + std::to_string(fidelity.exact()) + " of them carried exactly";
}

std::string fidelity_text(const Fidelity& fidelity, std::string_view not_carried,
                          std::string_view bookkeeping) {
    return lines_of(fidelity, Carried::Nearly, "approximated") +
           lines_of(fidelity, Carried::NotAtAll, not_carried) + remarks_of(fidelity, bookkeeping);
}

void fold_fidelity(std::vector<report::Finding>& findings) {
    std::erase_if(findings, [](const report::Finding& finding) {
        return finding.severity == report::Severity::Info && is_fidelity(finding);
    });
    const auto count = std::count_if(findings.begin(), findings.end(), is_fidelity);
    if (static_cast<std::size_t>(count) > kMostFindings) std::erase_if(findings, is_fidelity);
}

}  // namespace understudy::app
