#include "app/plan_words.hpp"

#include "app/cassette_files.hpp"
#include "app/login.hpp"
#include "plan/code.hpp"

namespace understudy::app {

namespace {

bool is_refusal(base::Code code) {
    return code == plan::code::NotAllowed || code == plan::code::NotSandbox ||
           code == plan::code::OverBudget;
}

}  // namespace

bool is_not_known(base::Code code) {
    return code == plan::code::NotSet || code == plan::code::NoLogin ||
           code == plan::code::NoIsolation;
}

std::string reason_of(const plan::Report& report) {
    for (const plan::Verdict verdict : {plan::Verdict::Differed, plan::Verdict::Unknown}) {
        if (report.verdict == plan::Verdict::Unknown && verdict == plan::Verdict::Differed)
            continue;
        for (const plan::StepReport& step : report.steps) {
            if (step.verdict != verdict) continue;
            for (const base::Error& finding : step.findings) {
                return base::message(finding.because.empty() ? finding : finding.because.front());
            }
        }
    }
    return "its steps could not be judged";
}

base::Result<void> PlanWords::cover(const std::vector<plan::Credential>& credentials) {
    policy = TRY(sealing_policy(secrets_of(credentials)));
    discreet.emplace(secret::Finder(policy, ""));
    return {};
}

void PlanWords::add(report::Finding finding) {
    discreet->cover(finding);
    findings.push_back(std::move(finding));
}

void PlanWords::add(const base::Error& error, report::Severity severity,
                    std::optional<report::Verdict> verdict) {
    base::Error alone = error;
    alone.because.clear();
    for (report::Finding& finding : report::from_error(alone, severity)) {
        for (const base::Error& reason : error.because) {
            if (!finding.hint.empty()) finding.hint += "; ";
            finding.hint += base::message(reason);
            if (const std::string more = base::hint(reason); !more.empty()) {
                finding.hint += " (" + more + ")";
            }
        }
        finding.verdict = verdict;
        add(std::move(finding));
    }
}

void PlanWords::refuse(const base::Error& error) {
    const bool unknown = is_not_known(error.code);
    if (unknown) {
        add(error, report::Severity::Warning, report::Verdict::Unknown);
    } else {
        add(error, report::Severity::Error, std::nullopt);
    }
    exit = worse(exit, unknown ? ExitCode::Unknown : ExitCode::NotAllowed);
}

void PlanWords::put_steps(const plan::Report& report) {
    const std::size_t before = findings.size();
    const base::Error* not_run = nullptr;
    for (const plan::StepReport& step : report.steps) {
        const bool differed = step.verdict == plan::Verdict::Differed;
        const auto severity = differed ? report::Severity::Error : report::Severity::Warning;
        const auto verdict = differed ? report::Verdict::Differed : report::Verdict::Unknown;
        for (const base::Error& finding : step.findings) {
            if (is_refusal(finding.code)) exit = worse(exit, ExitCode::NotAllowed);
            if (finding.code != plan::code::NotRun) {
                add(finding, severity, verdict);
                continue;
            }
            if (not_run == nullptr) not_run = &finding;
            for (const base::Error& reason : finding.because) add(reason, severity, verdict);
        }
        if (differed) exit = worse(exit, ExitCode::Differed);
    }
    if (findings.size() == before && not_run != nullptr) {
        add(*not_run, report::Severity::Warning, report::Verdict::Unknown);
    }
}

}  // namespace understudy::app
