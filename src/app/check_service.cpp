#include "app/check_service.hpp"

#include <algorithm>

#include "app/fake_player.hpp"
#include "base/text.hpp"
#include "cassette/code.hpp"
#include "cassette/compare.hpp"
#include "report/found.hpp"
#include "report/shown.hpp"

namespace understudy::app {

namespace {

namespace code = cassette::code;
using cassette::Origin;
using report::Finding;
using report::Severity;
using report::Verdict;

class Checker {
public:
    Checker(const Corpus::OfService& asked, const ProjectGround& project, plan::Effect allowed)
        : service_(*asked.service),
          files_(asked.files),
          project_(project),
          allowed_(allowed),
          options_(comparing_of(service_, project)) {
        checked_.service = &service_;
    }

    CheckedService run() {
        report_gaps();
        if (service_.is_live_only || service_.strategy) {
            checked_.state = service_.is_live_only ? CheckedService::State::LiveOnly
                                                   : CheckedService::State::OtherStrategy;
            return std::move(checked_);
        }
        if (files_.empty()) {
            add(report::found(code::EmptyCorpus,
                              {{"service", service_.name}, {"folder", service_.cassettes}},
                              service_.mark),
                ExitCode::Differed);
            return std::move(checked_);
        }
        start_fake();
        for (const CassetteFile& file : files_) check(file);
        // Once for all of them: there is one thing to do about it.
        if (!player_ && !checked_.cassettes.empty()) {
            tell_unknown(no_fake_ + " for the service " + service_.name, service_.mark);
        }
        send_unknown_call();
        judge_corpus();
        return std::move(checked_);
    }

private:
    void add(Finding finding, ExitCode ended) {
        checked_.findings.push_back(std::move(finding));
        checked_.ended = worse(checked_.ended, ended);
    }

    // What a manifest leaves out is said in every report.
    void report_gaps() {
        const auto note = [&](base::Code code, std::vector<base::Arg> args) {
            args.push_back({"service", service_.name});
            add(report::found(code, std::move(args), service_.mark, Severity::Info),
                ExitCode::Done);
        };
        if (service_.is_live_only) note(code::LiveOnly, {});
        if (service_.strategy) {
            note(code::OtherStrategy, {{"name", report::shown(service_.strategy->name)},
                                       {"document", report::shown(service_.strategy->document)}});
        }
        for (const cassette::Untested& each : service_.untested) {
            note(code::Untested, {{"operation", report::shown(each.operation)},
                                  {"reason", report::shown(each.reason)}});
        }
    }

    void start_fake() {
        auto player = make_player(service_, {project_.root, allowed_});
        if (player) {
            player_ = std::move(*player);
            return;
        }
        if (service_.fake.how == cassette::Fake::How::None) {
            no_fake_ = base::message(player.error());
            return;
        }
        no_fake_ = "the fake does not load";
        for (Finding& finding : report::from_error(player.error())) {
            add(std::move(finding), ExitCode::Misuse);
        }
    }

    // The rules of most cassettes are those of their service: compiled once.
    base::Result<cassette::Rules> rules_of(const cassette::Cassette& cassette) {
        const auto& known = project_.manifest.normalizers;
        if (!cassette.rules.empty()) {
            return cassette::Rules::make(known, cassette::rules_for(project_.manifest, cassette));
        }
        if (!shared_) {
            shared_ =
                TRY(cassette::Rules::make(known, cassette::rules_for(project_.manifest, cassette)));
        }
        return *shared_;
    }

    void check(const CassetteFile& file) {
        auto loaded = read_cassette(file, project_.manifest);
        auto rules = loaded ? rules_of(loaded->cassette)
                            : base::Result<cassette::Rules>(base::fail(loaded.error()));
        if (!rules) {
            ++checked_.broken;
            for (Finding& finding : report::from_error(rules.error())) {
                add(std::move(finding), ExitCode::Misuse);
            }
            return;
        }
        CheckedCassette one;
        one.file = file;
        one.loaded = std::move(*loaded);
        one.rules = std::move(*rules);
        one.emptiness = cassette::emptiness_of(
            one.loaded.cassette, one.rules, cassette::comparing_for(one.loaded.cassette, options_));
        if (player_) {
            one.played = cassette::play(one.loaded.cassette, *player_);
            judge(one);
        } else {
            one.why = no_fake_;
        }
        if (one.verdict == Verdict::Unknown && player_) {
            tell_unknown(one.why, one.loaded.document.source->whole());
        }
        if (one.emptiness) {
            add(report::found(code::Vacuous,
                              {{"why", std::string(cassette::name_of(*one.emptiness))}},
                              one.loaded.document.source->whole(), Severity::Warning),
                ExitCode::Done);
        }
        checked_.cassettes.push_back(std::move(one));
    }

    void tell_unknown(const std::string& why, base::Mark mark) {
        Finding finding =
            report::found(code::NotCompared, {{"why", why}}, std::move(mark), Severity::Warning);
        finding.verdict = Verdict::Unknown;
        add(std::move(finding), ExitCode::Unknown);
    }

    void judge(CheckedCassette& one) {
        const cassette::Played& played = one.played;
        const cassette::Comparison comparison =
            cassette::compare(played.expected, played.actual, one.rules,
                              cassette::comparing_for(one.loaded.cassette, options_));
        std::vector<Finding> findings = cassette::findings_of(comparison, one.loaded);
        for (std::size_t i = 0; i < findings.size(); ++i) {
            if (i < comparison.differences.size()) {
                findings[i].severity = cassette::severity_for(service_, comparison.differences[i]);
            }
            add(std::move(findings[i]), ExitCode::Differed);
        }
        one.verdict = comparison.verdict;
        one.why = comparison.why;
        if (played.trouble) judge_trouble(one, *played.trouble);
        if (one.verdict == Verdict::Agreed && !played.not_played.empty()) {
            one.verdict = Verdict::Unknown;
            one.why = "this fake sends no webhooks: " + base::join(played.not_played, ", ");
        }
    }

    void judge_trouble(CheckedCassette& one, const base::Error& trouble) {
        const json::Pointer place = json::Pointer({"exchanges"}) / one.played.trouble_at;
        if (cassette::is_unobserved(trouble)) {
            if (one.verdict == Verdict::Differed) return;
            one.verdict = Verdict::Unknown;
            one.why = base::message(trouble);
            return;
        }
        Finding finding = report::found(trouble.code, trouble.args, one.loaded.mark(place));
        finding.verdict = Verdict::Differed;
        finding.subject = one.loaded.cassette.exchanges.at(one.played.trouble_at).id;
        add(std::move(finding), ExitCode::Differed);
        one.verdict = Verdict::Differed;
    }

    // P17: a fake that answers what nobody recorded with an empty success hides every gap.
    void send_unknown_call() {
        if (!player_ || checked_.cassettes.empty()) return;
        const auto& exchanges = checked_.cassettes.front().loaded.cassette.exchanges;
        const auto like = std::find_if(
            exchanges.begin(), exchanges.end(),
            [](const cassette::Exchange& each) { return each.kind != cassette::Kind::Webhook; });
        if (like == exchanges.end() || !player_->reset({})) return;
        const cassette::Exchange call = cassette::unknown_call(*like);
        const auto answered = player_->play(call, {});
        if (!answered || !cassette::is_empty_success(answered->output)) return;
        add(report::found(code::FakeAnswersAnything, {{"call", shown_call(call)}},
                          service_.fake.mark),
            ExitCode::Differed);
    }

    static std::string shown_call(const cassette::Exchange& call) {
        if (const cassette::CommandInput* command = call.command()) {
            return report::shown(command->program + ' ' + base::join(command->args, " "));
        }
        const cassette::HttpInput* http = call.http();
        return http == nullptr ? std::string() : report::shown(http->method + ' ' + http->path);
    }

    void judge_corpus() {
        const auto& all = checked_.cassettes;
        const bool is_vacuous =
            !all.empty() && std::all_of(all.begin(), all.end(), [](const CheckedCassette& one) {
                return one.emptiness.has_value();
            });
        if (is_vacuous && checked_.broken == 0) {
            add(report::found(code::VacuousCorpus, {{"service", service_.name}}, service_.mark),
                ExitCode::Differed);
        }
        std::string apart;
        for (const Origin origin : {Origin::Edited, Origin::Authored, Origin::Derived}) {
            const auto count = std::count_if(all.begin(), all.end(), [&](const auto& one) {
                return one.loaded.cassette.origin == origin;
            });
            if (count == 0) continue;
            apart += (apart.empty() ? "" : ", ") + std::to_string(count) + ' ' +
                     std::string(cassette::name_of(origin));
        }
        if (!apart.empty()) {
            add(report::found(code::NotContract, {{"service", service_.name}, {"what", apart}},
                              service_.mark, Severity::Info),
                ExitCode::Done);
        }
    }

    const cassette::Service& service_;
    const std::vector<CassetteFile>& files_;
    const ProjectGround& project_;
    plan::Effect allowed_;
    cassette::CompareOptions options_;
    std::unique_ptr<cassette::Player> player_;
    std::string no_fake_;  // why there is none
    std::optional<cassette::Rules> shared_;
    CheckedService checked_;
};

}  // namespace

std::size_t CheckedService::count(Verdict verdict, std::optional<Origin> origin) const {
    return static_cast<std::size_t>(
        std::count_if(cassettes.begin(), cassettes.end(), [&](const CheckedCassette& one) {
            return one.verdict == verdict && (!origin || one.loaded.cassette.origin == *origin);
        }));
}

CheckedService check_service(const Corpus::OfService& asked, const ProjectGround& project,
                             plan::Effect allowed) {
    return Checker(asked, project, allowed).run();
}

cassette::CompareOptions comparing_of(const cassette::Service& service,
                                      const ProjectGround& project) {
    cassette::CompareOptions options = service.comparing;
    // The folders of a clean room, as recordings and the fakes we run name them.
    options.roots.scratch = "/scratch";
    options.roots.home = "/home";
    options.roots.root = project.root.string();
    return options;
}

}  // namespace understudy::app
