#include "plan/impl/attempt.hpp"

#include <algorithm>
#include <array>

#include "base/text.hpp"
#include "plan/code.hpp"

namespace understudy::plan {

namespace {

constexpr std::array kTransientStatuses = {429, 502, 503, 504};

void no_answer(const Step& step, const AnyCall& call, const base::Error& why, StepReport& report) {
    report.verdict = Verdict::Unknown;
    report.status = 0;
    report.answer.reset();
    report.findings.push_back(
        {code::NoAnswer, {{"call", shown_call(call)}}, mark_of_call(step), {why}});
}

}  // namespace

void Attempts::bind(Names& names, std::string_view name, const json::Value& value) {
    if (options_.on_bound) options_.on_bound(name, value);
    names.bind(name, value);
}

void Attempts::make(const Step& step, const AnyCall& call, Names& names, StepReport& report) {
    report.findings.clear();
    was_accident_ = false;
    if (!step.request.control) ++calls_;
    if (const auto* command = std::get_if<CommandCall>(&call)) {
        auto answer = target_.run(*command);
        report.command = *command;
        if (!answer) return no_answer(step, call, answer.error(), report);
        Seen seen(*answer);
        hold_against(step, seen, names, report);
        // An answer that names no figure cost nothing: calls that were refused are such.
        cost_ += cost_of(plan_, *answer).value_or(0);
        report.answer = std::move(*answer);
        return;
    }
    const Call& request = std::get<Call>(call);
    auto response = step.request.control ? target_.control(request) : target_.call(request);
    if (!response) return no_answer(step, call, response.error(), report);
    report.status = response->head.status;
    report.trace = response->head.headers.get("X-Mock-Resolution-Trace");
    Seen seen(*response);
    hold_against(step, seen, names, report);
}

void Attempts::hold_against(const Step& step, Seen& seen, Names& names, StepReport& report) {
    Judgement judgement = judge(step, seen, names, options_.shapes);
    report.verdict = !judgement.differences.empty() ? Verdict::Differed
                     : !judgement.unknown.empty()   ? Verdict::Unknown
                                                    : Verdict::Agreed;
    const bool agreed = report.verdict == Verdict::Agreed;
    was_accident_ = !agreed && options_.retries && is_accident(seen);
    report.findings = std::move(judgement.differences);
    for (base::Error& error : judgement.unknown) report.findings.push_back(std::move(error));
    report.captured.clear();
    // Also when expectations failed: tear-down has to know what was made.
    for (const Capture& capture : step.captures) {
        auto value = take(capture, seen);
        if (value) {
            bind(names, capture.name, *value);
            report.captured.emplace_back(capture.name, std::move(*value));
        } else if (agreed) {
            report.verdict = Verdict::Differed;
            report.findings.push_back(value.error());
        }
    }
}

bool Attempts::is_accident(Seen& seen) const {
    if (const http::Response* response = seen.response()) {
        const int status = response->head.status;
        const auto& known = kTransientStatuses;
        if (std::find(known.begin(), known.end(), status) != known.end()) return true;
    }
    const std::string errors = seen.command() == nullptr ? "" : seen.command()->errors();
    const auto& patterns = plan_.transient.patterns;
    return std::any_of(patterns.begin(), patterns.end(), [&](const base::Regex& pattern) {
        return pattern.is_found_in(seen.text()) || pattern.is_found_in(errors);
    });
}

std::optional<double> cost_of(const Plan& plan, const CommandAnswer& answer) {
    if (!plan.budget.cost_from) return std::nullopt;
    Seen seen(answer);
    const auto cost = take(*plan.budget.cost_from, seen);
    if (!cost) return std::nullopt;
    return base::parse_double(as_text(*cost));
}

}  // namespace understudy::plan
