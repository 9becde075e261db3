// The order of a run: set-up and steps until one does not agree, variations on their own, tear-down
// whatever happened.
#include "plan/run.hpp"

#include <algorithm>
#include <array>

#include "base/text.hpp"
#include "plan/code.hpp"
#include "plan/impl/attempt.hpp"
#include "plan/impl/budget.hpp"

namespace understudy::plan {

namespace {

class Runner {
public:
    Runner(const Plan& plan, Target& target, const RunOptions& options)
        : plan_(plan), target_(target), options_(options), attempts_(plan, target, options) {
        attempts_.bind(names_, "run", json::Value(options.run));
        for (const auto& [name, value] : options.variables) attempts_.bind(names_, name, value);
        if (options.clock != nullptr) started_ = options.clock->now();
    }

    Report run() {
        if (!refuse_effects()) {
            bind_target();
            if (options_.only_teardown) {
                run_teardown();
            } else if (auto no_login = probe_all()) {
                leave_out_all(*no_login);
            } else {
                run_in_order(plan_.setup);
                run_in_order(plan_.steps);
                for (const Step& step : plan_.variations) run_variation(step);
                run_teardown();
            }
        }
        for (const StepReport& step : report_.steps) {
            if (step.verdict == Verdict::Differed) report_.verdict = Verdict::Differed;
            if (step.verdict == Verdict::Unknown && report_.verdict == Verdict::Agreed) {
                report_.verdict = Verdict::Unknown;
            }
        }
        report_.names = names_.all();
        report_.calls = attempts_.calls();
        report_.cost = attempts_.cost();
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

    void not_run(const Step& step, std::string why, std::vector<base::Error> because = {}) {
        StepReport report = begin(step);
        report.findings.push_back(
            {code::NotRun, {{"why", std::move(why)}}, step.mark, std::move(because)});
        report_.steps.push_back(std::move(report));
    }

    bool is_stopped() const { return options_.is_stopped && options_.is_stopped(); }

    std::array<const std::vector<Step>*, 4> all_steps() const {
        return {&plan_.setup, &plan_.steps, &plan_.variations, &plan_.teardown};
    }

    // A read that costs little: if it fails, nothing that fails besides says anything.
    std::optional<base::Error> probe(const Credential& credential) {
        if (auto there = target_.log_in(credential); !there) return there.error();
        Names names = names_;
        StepReport report = begin(credential.probe);
        auto call = make_call(credential.probe, names, timeout_of(credential.probe));
        if (!call) return call.error();
        attempts_.make(credential.probe, *call, names, report);
        if (report.verdict == Verdict::Agreed) return std::nullopt;
        return base::Error{code::ProbeFailed,
                           {{"name", base::quoted(credential.name)},
                            {"help", "it was `" + shown_call(*call) + "`"}},
                           credential.probe.mark,
                           std::move(report.findings)};
    }

    std::optional<base::Error> probe_all() {
        for (const Credential& credential : plan_.credentials) {
            if (auto failed = probe(credential)) return failed;
        }
        return std::nullopt;
    }

    void leave_out_all(const base::Error& why) {
        const std::string reason =
            why.code == code::ProbeFailed ? "the probe failed" : "there is no login";
        bool is_first = true;
        for (const std::vector<Step>* steps : all_steps()) {
            for (const Step& step : *steps) {
                not_run(step, reason, is_first ? std::vector{why} : std::vector<base::Error>{});
                is_first = false;
            }
        }
    }

    // A difference counts only if the service can be reached after it as well as before.
    void confirm(StepReport& report) {
        if (report.verdict != Verdict::Differed) return;
        if (auto failed = probe_all()) {
            report.verdict = Verdict::Unknown;
            report.findings.push_back(std::move(*failed));
        }
    }

    // Looked at before anything runs: half a plan may leave more behind than none.
    bool refuse_effects() {
        bool refused = false;
        for (const std::vector<Step>* steps : all_steps()) {
            for (const Step& step : *steps) refused = refused || step.effect > options_.allowed;
        }
        if (!refused) return false;
        for (const std::vector<Step>* steps : all_steps()) {
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
        attempts_.bind(names_, "target", json::Value(target ? *target : plan_.target));
    }

    void run_in_order(const std::vector<Step>& steps) {
        for (const Step& step : steps) {
            if (!stopped_by_.empty()) {
                not_run(step, "the step " + base::quoted(stopped_by_) + " did not agree");
                continue;
            }
            if (is_stopped()) {
                not_run(step, "the run was stopped");
                continue;
            }
            StepReport report = run_step(step, names_, true);
            confirm(report);
            if (report.verdict != Verdict::Agreed) stopped_by_ = step.id;
            report_.steps.push_back(std::move(report));
        }
    }

    void run_variation(const Step& step) {
        if (!stopped_by_.empty()) {
            return not_run(step, "the step " + base::quoted(stopped_by_) + " did not agree");
        }
        if (is_stopped()) return not_run(step, "the run was stopped");
        Names names = names_;
        for (const auto& [name, value] : step.with) {
            if (auto filled = fill(value, names_)) names.bind(name, std::move(*filled));
        }
        StepReport report = run_step(step, names, true);
        confirm(report);
        report_.steps.push_back(std::move(report));
    }

    void run_teardown() {
        target_.begin_teardown();
        for (const Step& step : plan_.teardown) run_teardown(step);
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
                code::TeardownFailed,
                {{"id", base::quoted(step.id)},
                 {"help", step.command ? "by hand: `" + shown_call(*call) + "`; or `--sweep` later"
                                       : std::string()}},
                step.mark,
                {}};
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
            error.where = mark_of_call(step);
            report.findings.push_back(std::move(error));
            return report;
        }
        const std::uint32_t tries = step.wait ? step.wait->tries : 1;
        std::uint32_t accidents = 0;
        while (report.tries - accidents < tries) {
            if (budgeted) {
                if (auto over = over_budget(plan_, step, spent())) {
                    report.verdict = Verdict::Unknown;
                    report.findings = {std::move(*over)};
                    return report;
                }
            }
            if (report.tries > 0) {
                auto paused = target_.pause(attempts_.was_accident() ? plan_.transient.every
                                                                     : step.wait->every);
                if (!paused) {
                    report.verdict = Verdict::Unknown;
                    report.findings.push_back(paused.error());
                    return report;
                }
            }
            ++report.tries;
            attempts_.make(step, *call, names, report);
            if (report.verdict == Verdict::Agreed) return report;
            if (attempts_.was_accident() && ++accidents == plan_.transient.tries) {
                report.verdict = Verdict::Unknown;
                report.findings.insert(
                    report.findings.begin(),
                    {code::Transient, {{"tries", base::plural(accidents, "call")}}, step.mark, {}});
                return report;
            }
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

    Spent spent() {
        Spent spent{attempts_.calls(), attempts_.cost(), {}};
        if (options_.clock != nullptr) {
            spent.time = base::between(started_, options_.clock->now());
        }
        return spent;
    }

    base::Duration timeout_of(const Step& step) const {
        return step.timeout.value_or(plan_.budget.step);
    }

    const Plan& plan_;
    Target& target_;
    const RunOptions& options_;
    Attempts attempts_;
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

base::Result<std::string> filled(
    std::string_view text, const std::vector<std::pair<std::string, json::Value>>& variables) {
    Names names;
    for (const auto& [name, value] : variables) names.bind(name, value);
    return fill_text(text, names);
}

base::Result<std::string> target_of(
    const Plan& plan, const std::vector<std::pair<std::string, json::Value>>& variables) {
    return filled(plan.target, variables);
}

Report run(const Plan& plan, Target& target, const RunOptions& options) {
    return Runner(plan, target, options).run();
}

}  // namespace understudy::plan
