// The order of a run: set-up and steps until one does not agree, variations on their own, tear-down
// whatever happened.
#include "plan/run.hpp"

#include "base/text.hpp"
#include "http/form.hpp"
#include "json/write.hpp"
#include "plan/code.hpp"
#include "plan/impl/holes.hpp"
#include "plan/impl/judge.hpp"

namespace understudy::plan {

namespace {

// A step's call with its holes filled.
base::Result<Call> make_call(const Step& step, const Names& names, base::Duration timeout) {
    const Request& request = step.request;
    Call call;
    call.auth = request.auth;
    call.timeout = timeout;
    call.request.head.method = request.method;
    // A path that is one hole was captured whole, escapes and all.
    const auto holes = TRY(holes_in(request.path));
    const bool whole = holes.size() == 1 && request.path == "${" + holes.front() + "}";
    std::string path = TRY(fill_text(request.path, names, whole ? Dress::Plain : Dress::Path));
    const std::string query =
        http::write_form(TRY(fill(request.query, names)), http::FormStyle::Brackets);
    if (!query.empty()) path += (path.find('?') == std::string::npos ? "?" : "&") + query;
    if (request.is_url || path.starts_with("http://") || path.starts_with("https://")) {
        call.url = path;
        const std::size_t slash = path.find('/', path.find("//") + 2);
        call.request.head.target = slash == std::string::npos ? "/" : path.substr(slash);
    } else {
        call.request.head.target = path;
    }
    http::Headers& headers = call.request.head.headers;
    for (const auto& [name, value] : request.headers) {
        headers.add(name, TRY(fill_text(value, names)));
    }
    const auto usual_type = [&](std::string_view type) {
        if (!headers.has("Content-Type")) headers.add("Content-Type", type);
    };
    switch (request.body_kind) {
        case Request::Body::None: break;
        case Request::Body::Json:
            usual_type("application/json");
            call.request.body = json::write(TRY(fill(request.body, names)));
            break;
        case Request::Body::Form:
            usual_type("application/x-www-form-urlencoded");
            call.request.body =
                http::write_form(TRY(fill(request.body, names)), http::FormStyle::Brackets);
            break;
        case Request::Body::Text:
            usual_type("text/plain; charset=utf-8");
            call.request.body = TRY(fill_text(request.body.as_string(), names));
            break;
    }
    return call;
}

class Runner {
public:
    Runner(const Plan& plan, Target& target, const RunOptions& options)
        : plan_(plan), target_(target), options_(options) {
        names_.bind("run", json::Value(options.run));
        for (const auto& [name, value] : options.variables) names_.bind(name, value);
        if (options.clock != nullptr) started_ = options.clock->now();
    }

    Report run() {
        if (!refuse_effects()) {
            bind_target();
            run_in_order(plan_.setup);
            run_in_order(plan_.steps);
            for (const Step& step : plan_.variations) run_variation(step);
            for (const Step& step : plan_.teardown) run_teardown(step);
        }
        for (const StepReport& step : report_.steps) {
            if (step.verdict == Verdict::Differed) report_.verdict = Verdict::Differed;
            if (step.verdict == Verdict::Unknown && report_.verdict == Verdict::Agreed) {
                report_.verdict = Verdict::Unknown;
            }
        }
        return std::move(report_);
    }

private:
    static StepReport begin(const Step& step) {
        StepReport report;
        report.id = step.id;
        report.phase = step.phase;
        report.mark = step.mark;
        return report;
    }

    void not_run(const Step& step, std::string why) {
        StepReport report = begin(step);
        report.findings.push_back({code::NotRun, {{"why", std::move(why)}}, step.mark, {}});
        report_.steps.push_back(std::move(report));
    }

    // Looked at before anything runs: half a plan may leave more behind than none.
    bool refuse_effects() {
        const auto all = {&plan_.setup, &plan_.steps, &plan_.variations, &plan_.teardown};
        bool refused = false;
        for (const std::vector<Step>* steps : all) {
            for (const Step& step : *steps) refused = refused || step.effect > options_.allowed;
        }
        if (!refused) return false;
        for (const std::vector<Step>* steps : all) {
            for (const Step& step : *steps) {
                if (step.effect <= options_.allowed) {
                    not_run(step, "another step is not allowed");
                    continue;
                }
                StepReport report = begin(step);
                report.findings.push_back({code::NotAllowed,
                                           {{"id", base::quoted(step.id)},
                                            {"effect", std::string(name_of(step.effect))},
                                            {"allowed", std::string(name_of(options_.allowed))}},
                                           step.mark,
                                           {}});
                report_.steps.push_back(std::move(report));
            }
        }
        return true;
    }

    void bind_target() {
        auto target = fill_text(plan_.target, names_);
        names_.bind("target", json::Value(target ? *target : plan_.target));
    }

    void run_in_order(const std::vector<Step>& steps) {
        for (const Step& step : steps) {
            if (!stopped_by_.empty()) {
                not_run(step, "the step " + base::quoted(stopped_by_) + " did not agree");
                continue;
            }
            StepReport report = run_step(step, names_, true);
            if (report.verdict != Verdict::Agreed) stopped_by_ = step.id;
            report_.steps.push_back(std::move(report));
        }
    }

    void run_variation(const Step& step) {
        if (!stopped_by_.empty()) {
            return not_run(step, "the step " + base::quoted(stopped_by_) + " did not agree");
        }
        Names names = names_;
        for (const auto& [name, value] : step.with) {
            if (auto filled = fill(value, names_)) names.bind(name, std::move(*filled));
        }
        report_.steps.push_back(run_step(step, names, true));
    }

    // What was never made needs no removing: an entry whose names have no value is left out.
    void run_teardown(const Step& step) {
        auto call = make_call(step, names_, timeout_of(step));
        if (!call && call.error().code == code::Unbound) {
            StepReport report = begin(step);
            report.verdict = Verdict::Agreed;
            report_.steps.push_back(std::move(report));
            return;
        }
        StepReport report = run_step(step, names_, false);
        if (report.verdict != Verdict::Agreed) {
            base::Error failed{
                code::TeardownFailed, {{"id", base::quoted(step.id)}}, step.mark, {}};
            failed.because = std::move(report.findings);
            report.findings.clear();
            report.findings.push_back(std::move(failed));
            report.verdict = Verdict::Differed;
        }
        report_.steps.push_back(std::move(report));
    }

    StepReport run_step(const Step& step, Names& names, bool budgeted) {
        StepReport report = begin(step);
        auto call = make_call(step, names, timeout_of(step));
        if (!call) {
            base::Error error = call.error();
            error.where = step.request.mark;
            report.findings.push_back(std::move(error));
            return report;
        }
        const std::uint32_t tries = step.wait ? step.wait->tries : 1;
        while (report.tries < tries) {
            if (budgeted) {
                if (auto over = over_budget(step)) {
                    report.verdict = Verdict::Unknown;
                    report.findings = {std::move(*over)};
                    return report;
                }
            }
            if (report.tries > 0) {
                if (auto paused = target_.pause(step.wait->every); !paused) {
                    report.verdict = Verdict::Unknown;
                    report.findings.push_back(paused.error());
                    return report;
                }
            }
            ++report.tries;
            try_once(step, *call, names, report);
            if (report.verdict == Verdict::Agreed) return report;
        }
        if (step.wait) {
            report.findings.insert(
                report.findings.begin(),
                {code::GaveUp,
                 {{"tries", std::to_string(tries) + (tries == 1 ? " try" : " tries")}},
                 step.mark,
                 {}});
        }
        return report;
    }

    void try_once(const Step& step, const Call& call, Names& names, StepReport& report) {
        report.findings.clear();
        if (!step.request.control) ++report_.calls;
        auto response = step.request.control ? target_.control(call) : target_.call(call);
        if (!response) {
            report.verdict = Verdict::Unknown;
            report.status = 0;
            report.findings.push_back(
                {code::NoAnswer,
                 {{"call", call.request.head.method + " " +
                               (call.url.empty() ? call.request.head.target : call.url)}},
                 step.request.mark,
                 {response.error()}});
            return;
        }
        report.status = response->head.status;
        report.trace = response->head.headers.get("X-Mock-Resolution-Trace");
        Seen seen(*response);
        Judgement judgement = judge(step.expect, seen, names, options_.shapes);
        report.verdict = !judgement.differences.empty() ? Verdict::Differed
                         : !judgement.unknown.empty()   ? Verdict::Unknown
                                                        : Verdict::Agreed;
        const bool agreed = report.verdict == Verdict::Agreed;
        report.findings = std::move(judgement.differences);
        for (base::Error& error : judgement.unknown) report.findings.push_back(std::move(error));
        // Also when expectations failed: tear-down has to know what was made.
        for (const Capture& capture : step.captures) {
            auto value = take(capture, seen);
            if (value) {
                names.bind(capture.name, std::move(*value));
            } else if (agreed) {
                report.verdict = Verdict::Differed;
                report.findings.push_back(value.error());
            }
        }
    }

    base::Duration timeout_of(const Step& step) const {
        return step.timeout.value_or(plan_.budget.step);
    }

    std::optional<base::Error> over_budget(const Step& step) {
        std::string budget;
        if (!step.request.control && plan_.budget.calls && report_.calls >= *plan_.budget.calls) {
            budget = base::plural(*plan_.budget.calls, "call");
        } else if (plan_.budget.time && options_.clock != nullptr) {
            const auto spent = base::between(started_, options_.clock->now());
            if (spent && *spent >= *plan_.budget.time) budget = base::to_text(*plan_.budget.time);
        }
        if (budget.empty()) return std::nullopt;
        return base::Error{code::OverBudget, {{"budget", budget}}, step.mark, {}};
    }

    const Plan& plan_;
    Target& target_;
    const RunOptions& options_;
    Names names_;
    Report report_;
    base::Instant started_;
    std::string stopped_by_;
};

}  // namespace

std::string_view name_of(Verdict verdict) {
    switch (verdict) {
        case Verdict::Agreed: return "agreed";
        case Verdict::Differed: return "differed";
        case Verdict::Unknown: return "unknown";
    }
    return "";
}

Report run(const Plan& plan, Target& target, const RunOptions& options) {
    return Runner(plan, target, options).run();
}

}  // namespace understudy::plan
