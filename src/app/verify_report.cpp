#include "app/verify_report.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "report/found.hpp"
#include "report/shown.hpp"
#include "verify/code.hpp"

namespace understudy::app {

using report::Verdict;

void VerifyReport::tell(Verified one) {
    one.why = words.discreet->text(one.why);
    words.lines += std::string(report::name_of(one.verdict)) + " " + report::shown(one.path) +
                   (one.why.empty() ? "" : ": " + one.why) + "\n";
    for (const std::string& advice : one.advice) words.lines += "  " + advice + "\n";
    if (one.verdict == Verdict::Differed || one.fake == Verdict::Differed ||
        one.spec == Verdict::Differed) {
        words.exit = worse(words.exit, ExitCode::Differed);
    }
    if (one.verdict == Verdict::Unknown) words.exit = worse(words.exit, ExitCode::Unknown);
    ++looked_at;
    verified.push_back(std::move(one));
}

std::size_t VerifyReport::count_plans() const {
    return static_cast<std::size_t>(std::count_if(verified.begin(), verified.end(),
                                                  [](const Verified& one) { return one.is_plan; }));
}

std::string VerifyReport::counts(std::string_view noun, bool of_plans) const {
    std::size_t numbers[3] = {};
    for (const Verified& one : verified) {
        if (one.is_plan == of_plans) ++numbers[static_cast<std::size_t>(one.verdict)];
    }
    return base::plural(numbers[0] + numbers[1] + numbers[2], noun) + ": " +
           std::to_string(numbers[0]) + " agreed, " + std::to_string(numbers[1]) + " differed, " +
           std::to_string(numbers[2]) + " unknown";
}

void VerifyReport::tell_not_begun(const ProbeRun& run) {
    if (run.was_begun) return;
    const base::Error& why = run.findings.front();
    if (run.was_refused) return words.refuse(why);
    if (missing.insert(base::message(why)).second) {
        words.add(why, report::Severity::Warning, Verdict::Unknown);
    }
    words.exit = worse(words.exit, ExitCode::Unknown);
}

void VerifyReport::add_differed(report::Finding finding) {
    finding.verdict = Verdict::Differed;
    words.add(std::move(finding));
    words.exit = worse(words.exit, ExitCode::Differed);
}

void VerifyReport::add_unknown(report::Finding finding) {
    finding.verdict = Verdict::Unknown;
    words.add(std::move(finding));
    words.exit = worse(words.exit, ExitCode::Unknown);
}

void VerifyReport::put_shape(const verify::ShapeChange& change, const std::string& call,
                             const std::string& where, std::string_view beside,
                             const std::string& file) {
    using verify::ShapeClass;
    constexpr base::Code kCodes[] = {verify::code::ShapeBreaking, verify::code::ShapeAdditive,
                                     verify::code::ShapeHarmless};
    base::Mark mark;
    mark.file = file;
    const bool breaks = change.shape_class == ShapeClass::Breaking;
    report::Finding finding = report::found(
        kCodes[static_cast<std::size_t>(change.shape_class)],
        {{"call", report::shown(call)},
         {"where", report::shown(where + (change.path.empty() ? "" : change.path + ": "))},
         {"what", change.what},
         {"beside", std::string(beside)}},
        mark, breaks ? report::Severity::Error : report::Severity::Info);
    finding.subject = call + " " + change.path;
    if (change.shape_class == ShapeClass::Harmless) {
        finding.verdict = Verdict::Agreed;
        words.add(std::move(finding));
    } else {
        add_differed(std::move(finding));
    }
}

}  // namespace understudy::app
