// The plans behind the cassettes, run against the real thing; single calls, run by their own input;
// and the plans of services that are only ever asked live.
#include <algorithm>
#include <map>

#include "app/plan_keep.hpp"
#include "app/plan_session.hpp"
#include "app/run_marker.hpp"
#include "app/stop_signals.hpp"
#include "app/verify_fake.hpp"
#include "app/verify_report.hpp"
#include "app/verify_spec.hpp"
#include "base/text.hpp"
#include "cassette/code.hpp"
#include "report/found.hpp"
#include "report/shown.hpp"
#include "verify/code.hpp"
#include "verify/four_way.hpp"
#include "verify/recorded_shapes.hpp"
#include "verify/single_call.hpp"

namespace understudy::app {

namespace {

namespace fs = std::filesystem;
using report::Severity;
using report::Verdict;

base::Mark mark_of(const std::string& path) {
    base::Mark mark;
    mark.file = path;
    return mark;
}

class ServiceVerification {
public:
    ServiceVerification(const Arguments& arguments, const ProjectGround& project,
                        const Corpus::OfService& of, const SpecWitness& spec, VerifyReport& report)
        : arguments_(arguments),
          project_(project),
          service_(*of.service),
          files_(of.files),
          spec_(spec),
          report_(report),
          fake_(service_, project) {}

    base::Result<void> verify() {
        report_gaps();
        if (service_.strategy) return {};
        if (service_.is_live_only) return verify_live_lane();
        std::map<std::string, std::vector<std::size_t>> by_plan;
        read(by_plan);
        for (const auto& [plan, numbers] : by_plan) {
            if (StopSignals::were_sent()) break;
            TRY_VOID(run(plan, numbers));
        }
        for (const std::size_t number : single_) {
            if (StopSignals::were_sent()) break;
            TRY_VOID(run_single(number));
        }
        for (One& one : all_) report_.tell(std::move(one.verified));
        return {};
    }

private:
    struct One {
        Verified verified;
        std::optional<cassette::Cassette> cassette;
    };
    using Numbers = std::vector<std::size_t>;

    PlanWords& words() { return report_.words; }

    // What a manifest leaves out is said in every report.
    void report_gaps() {
        const auto note = [&](base::Code code, std::vector<base::Arg> args) {
            args.push_back({"service", service_.name});
            words().add(report::found(code, std::move(args), service_.mark, Severity::Info));
        };
        if (service_.is_live_only) note(cassette::code::LiveOnly, {});
        if (service_.strategy) {
            ++report_.looked_at;
            note(cassette::code::OtherStrategy,
                 {{"name", report::shown(service_.strategy->name)},
                  {"document", report::shown(service_.strategy->document)}});
        }
        for (const cassette::Untested& each : service_.untested) {
            note(cassette::code::Untested, {{"operation", report::shown(each.operation)},
                                            {"reason", report::shown(each.reason)}});
        }
    }

    void read(std::map<std::string, Numbers>& by_plan) {
        for (const CassetteFile& file : files_) {
            auto loaded = read_cassette(file.path);
            if (!loaded) {
                words().add(loaded.error(), Severity::Error, std::nullopt);
                words().exit = worse(words().exit, ExitCode::Misuse);
                continue;
            }
            One one;
            one.verified.path = file.path;
            const auto& plan = loaded->cassette.plan;
            if (plan && plan->is_self) {
                single_.push_back(all_.size());
            } else if (plan) {
                by_plan[plan->file].push_back(all_.size());
            } else {
                one.verified.why = "no plan says how it is recorded";
            }
            shapes_.add(loaded->cassette);
            one.cassette = std::move(loaded->cassette);
            all_.push_back(std::move(one));
        }
    }

    // Why all the cassettes of a plan are unknown.
    void leave(const Numbers& numbers, const std::string& why) {
        for (const std::size_t number : numbers) all_[number].verified.why = why;
    }

    base::Result<void> refused(const base::Error& error, const Numbers& numbers) {
        words().refuse(error);
        leave(numbers, base::message(error));
        return {};
    }

    plan::Effect most() const {
        return arguments_.has("--allow-destructive") ? plan::Effect::Destructive
                                                     : plan::Effect::Write;
    }

    base::Result<void> run(const std::string& plan, const Numbers& numbers) {
        const fs::path path = project_.seen_root() / plan;
        std::error_code problem;
        if (!fs::exists(path, problem)) {
            leave(numbers, "its plan " + report::shown(plan) + " is not there");
            return {};
        }
        auto file = load_plan_file(path.string(), project_);
        if (!file && !is_not_known(file.error().code)) return base::fail(file.error());
        if (!file) return refused(file.error(), numbers);
        if (arguments_.has("--target")) file->url = arguments_.value("--target");
        if (auto allowed = allow(*file, project_, most()); !allowed) {
            return refused(allowed.error(), numbers);
        }
        if (!file->plan.credentials.empty()) TRY_VOID(words().cover(file->plan.credentials));
        leave(numbers, "its plan " + report::shown(plan) + " no longer records it");
        std::vector<Recorded> runs;
        if (file->plan.versions.empty()) {
            TRY_VOID(run_version(*file, nullptr, numbers, runs));
            return {};
        }
        for (const plan::Version& version : file->plan.versions) {
            TRY_VOID(run_version(*file, &version, numbers, runs));
        }
        return arguments_.has("--variants") ? tell_parted(*file, runs) : base::Result<void>();
    }

    // P13: where the versions of a tool part.
    base::Result<void> tell_parted(const PlanFile& file, const std::vector<Recorded>& runs) {
        const PlanKeeper keeper(project_, file, words().policy, {});
        for (std::size_t i = 1; i < runs.size(); ++i) {
            for (std::size_t step = 0; step < runs[i].steps.size(); ++step) {
                for (report::Finding& finding :
                     TRY(keeper.parted(runs[0].steps[step], runs[i].steps[step]))) {
                    words().add(std::move(finding));
                }
            }
        }
        return {};
    }

    PlanRunOptions run_options(const plan::Version* version) {
        PlanRunOptions options;
        options.marker = new_marker();
        options.version = version;
        options.allowed = most();
        options.is_harmless = [this](std::string_view text) {
            return words().discreet->text(text) == text;
        };
        return options;
    }

    base::Result<void> run_version(const PlanFile& file, const plan::Version* version,
                                   const Numbers& numbers, std::vector<Recorded>& runs) {
        PlanSession session(file, project_, run_options(version));
        auto recorded = session.record();
        if (!recorded && !is_not_known(recorded.error().code)) return base::fail(recorded.error());
        if (!recorded) return refused(recorded.error(), numbers);
        words().put_steps(recorded->report);
        const PlanKeeper keeper(project_, file, words().policy, {});
        for (const RecordedStep& step : recorded->steps) {
            const std::string path = keeper.path_of(step.name, version);
            const auto of = std::find_if(numbers.begin(), numbers.end(), [&](std::size_t number) {
                return fs::path(all_[number].verified.path).lexically_normal() ==
                       fs::path(path).lexically_normal();
            });
            if (of == numbers.end()) {
                tell_never_recorded(file, step, path);
                continue;
            }
            TRY_VOID(judge(keeper, step, version, recorded->report, all_[*of]));
        }
        runs.push_back(std::move(*recorded));
        return {};
    }

    // P58: a recording that fails every time leaves no cassette, and would leave no trace.
    void tell_never_recorded(const PlanFile& file, const RecordedStep& step,
                             const std::string& path) {
        if (fs::exists(path)) return;  // a cassette of another plan
        report::Finding finding =
            report::found(verify::code::NeverRecorded, {{"name", base::quoted(step.name)}},
                          mark_of(file.path), Severity::Warning);
        finding.verdict = Verdict::Unknown;
        words().add(std::move(finding));
        words().exit = worse(words().exit, ExitCode::Unknown);
    }

    base::Result<void> judge(const PlanKeeper& keeper, const RecordedStep& step,
                             const plan::Version* version, const plan::Report& report, One& one) {
        JudgedStep judged = TRY(keeper.judge(step, version, shapes_.seen()));
        Verified& verified = one.verified;
        verified.verdict = judged.verdict;
        verified.exchanges = std::move(judged.exchanges);
        verified.why = judged.verdict != Verdict::Unknown ? ""
                       : judged.why.empty()               ? reason_of(report)
                                                          : judged.why;
        for (report::Finding& finding : judged.findings) words().add(std::move(finding));
        if (!judged.fresh) return {};
        if (arguments_.has("--shape")) tell_shapes(*judged.fresh, verified.path);
        return hold_beside(*judged.fresh, one);
    }

    void tell_shapes(const cassette::Cassette& fresh, const std::string& path) {
        for (const cassette::Exchange& exchange : fresh.exchanges) {
            for (const verify::PartChange& each : shapes_.against(exchange)) {
                report_.put_shape(each.change, exchange.id, each.part + " ", "its recordings",
                                  path);
            }
        }
    }

    // The other witnesses, and what follows.
    base::Result<void> hold_beside(const cassette::Cassette& fresh, One& one) {
        Verified& verified = one.verified;
        verify::FourWay seen;
        seen.cassette = verified.verdict;
        if (arguments_.has("--fake")) {
            FakeBeside::Judged fake = TRY(fake_.judge(fresh, verified.path));
            verified.fake = fake.verdict;
            seen.fake = fake.verdict;
            for (report::Finding& finding : fake.findings) words().add(std::move(finding));
            if (fake.verdict == Verdict::Unknown) {
                words().lines += "fake not compared with " + report::shown(verified.path) + ": " +
                                 fake.why + "\n";
                words().exit = worse(words().exit, ExitCode::Unknown);
            }
        }
        if (spec_.is_there()) {
            verified.spec = spec_.judge(fresh);
            seen.spec = *verified.spec;
            seen.spec_then = spec_.judge(*one.cassette);
        }
        if (arguments_.has("--fake") || spec_.is_there()) {
            verified.advice = verify::sentences(verify::advise(seen));
        }
        return {};
    }

    // P7, P23: a cassette that is one call is run again from its own input.
    base::Result<void> run_single(std::size_t number) {
        One& one = all_[number];
        auto plan = verify::plan_of(*one.cassette, project_.root.string());
        if (!plan) {
            one.verified.why = base::message(plan.error());
            return {};
        }
        PlanFile file;
        file.plan = std::move(*plan);
        file.path = one.verified.path;
        file.reference = one.verified.path;
        file.digest = one.cassette->content_digest;
        file.folder = project_.root;
        file.target = file.plan.target;
        file.url =
            arguments_.has("--target") ? std::string(arguments_.value("--target")) : file.plan.url;
        for (const cassette::Variable& each : one.cassette->vars) {
            if (each.name != "run" && each.name != "scratch") {
                file.variables.emplace_back(each.name, each.value);
            }
        }
        PlanSession session(file, project_, run_options(nullptr));
        const auto recorded = session.record();
        if (!recorded && !is_not_known(recorded.error().code)) return base::fail(recorded.error());
        if (!recorded) return refused(recorded.error(), {number});
        words().put_steps(recorded->report);
        const PlanKeeper keeper(project_, file, words().policy, {});
        return judge(keeper, recorded->steps.front(), nullptr, recorded->report, one);
    }

    // Nothing of it is ever replayed: what its plans expect is what is proven.
    base::Result<void> verify_live_lane() {
        std::vector<std::string> plans;
        std::error_code problem;
        const fs::path folder = project_.seen_root() / service_.plans;
        if (!service_.plans.empty()) {
            for (const auto& entry : fs::recursive_directory_iterator(folder, problem)) {
                if (entry.is_regular_file(problem) && entry.path().extension() == ".yaml") {
                    plans.push_back(entry.path().string());
                }
            }
        }
        std::sort(plans.begin(), plans.end());
        if (plans.empty()) {
            Verified none;
            none.path = service_.name;
            none.is_plan = true;
            none.why = "it is asked live only, and `plans` names no folder with a plan in it";
            report_.tell(std::move(none));
            return {};
        }
        for (const std::string& path : plans) {
            if (StopSignals::were_sent()) break;
            TRY_VOID(run_live_plan(path));
        }
        return {};
    }

    base::Result<void> run_live_plan(const std::string& path) {
        Verified one;
        one.path = path;
        one.is_plan = true;
        auto file = load_plan_file(path, project_, PlanUse::Run);
        if (!file && !is_not_known(file.error().code)) return base::fail(file.error());
        if (file && file->plan.service != service_.name) return {};
        auto allowed =
            file ? allow(*file, project_, most()) : base::Result<void>(base::fail(file.error()));
        if (!allowed) {
            words().refuse(allowed.error());
            one.why = base::message(allowed.error());
            report_.tell(std::move(one));
            return {};
        }
        if (arguments_.has("--target")) file->url = arguments_.value("--target");
        if (!file->plan.credentials.empty()) TRY_VOID(words().cover(file->plan.credentials));
        PlanSession session(*file, project_, run_options(nullptr));
        const auto recorded = session.record();
        if (!recorded && !is_not_known(recorded.error().code)) return base::fail(recorded.error());
        if (!recorded) {
            words().refuse(recorded.error());
            one.why = base::message(recorded.error());
        } else {
            words().put_steps(recorded->report);
            one.verdict = static_cast<Verdict>(recorded->report.verdict);
            if (one.verdict == Verdict::Unknown) one.why = reason_of(recorded->report);
        }
        report_.tell(std::move(one));
        return {};
    }

    const Arguments& arguments_;
    const ProjectGround& project_;
    const cassette::Service& service_;
    const std::vector<CassetteFile>& files_;
    const SpecWitness& spec_;
    VerifyReport& report_;
    FakeBeside fake_;
    std::vector<One> all_;
    Numbers single_;
    verify::RecordedShapes shapes_;
};

json::Value to_json(const Verified& one) {
    json::Value each = json::Value::object(
        {{"file", one.path}, {"verdict", std::string(report::name_of(one.verdict))}});
    if (!one.why.empty()) each.set("why", one.why);
    json::Value exchanges = json::Value::array();
    for (const auto& [id, verdict] : one.exchanges) {
        exchanges.push_back(
            json::Value::object({{"id", id}, {"verdict", std::string(report::name_of(verdict))}}));
    }
    if (!one.exchanges.empty()) each.set("exchanges", std::move(exchanges));
    if (one.fake) each.set("fake", std::string(report::name_of(*one.fake)));
    if (one.spec) each.set("spec", std::string(report::name_of(*one.spec)));
    json::Value advice = json::Value::array();
    for (const std::string& sentence : one.advice) advice.push_back(sentence);
    if (!one.advice.empty()) each.set("advice", std::move(advice));
    return each;
}

}  // namespace

base::Result<void> verify_cassettes(const Arguments& arguments, const ProjectGround& project,
                                    const Services& services, VerifyReport& report) {
    const bool is_named = arguments.has("--spec");
    const SpecWitness named =
        is_named ? TRY(SpecWitness::load(std::string(arguments.value("--spec")))) : SpecWitness();
    for (const Corpus::OfService& service : services) {
        const SpecWitness spec =
            is_named ? named
                     : SpecWitness::of_pack(*service.service, arguments.value("--pack-dir"));
        TRY_VOID(ServiceVerification(arguments, project, service, spec, report).verify());
    }
    json::Value list = json::Value::array();
    for (const Verified& one : report.verified) list.push_back(to_json(one));
    report.more.set("cassettes", std::move(list));
    const std::size_t plans = report.count_plans();
    if (plans < report.verified.size() || plans == 0) {
        report.summaries.push_back(report.counts("cassette", false));
    }
    if (plans > 0) report.summaries.push_back(report.counts("live plan", true));
    return {};
}

}  // namespace understudy::app
