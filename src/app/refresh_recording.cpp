#include "app/refresh_recording.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <map>
#include <set>

#include "app/cassette_files.hpp"
#include "app/files.hpp"
#include "app/pending_removal.hpp"
#include "app/plan_keep.hpp"
#include "app/plan_session.hpp"
#include "app/run_marker.hpp"
#include "app/stop_signals.hpp"
#include "base/text.hpp"
#include "json/write.hpp"
#include "plan/code.hpp"
#include "plan/load.hpp"
#include "report/found.hpp"
#include "report/shown.hpp"
#include "verify/code.hpp"

namespace understudy::app {

namespace {

namespace fs = std::filesystem;
using Fate = RefreshedCassette::Fate;
using report::Verdict;

constexpr std::array<std::string_view, 6> kFates = {
    "agreed", "differed", "unknown", "not re-recordable", "removed", "rejected"};

// The one thing that kept steps from being judged: what others follow from.
std::string reason_of(const plan::Report& report) {
    for (const plan::StepReport& step : report.steps) {
        if (step.verdict != plan::Verdict::Unknown) continue;
        for (const base::Error& finding : step.findings) {
            return base::message(finding.because.empty() ? finding : finding.because.front());
        }
    }
    return "its steps could not be judged";
}

std::string version_in(const std::optional<cassette::Provenance>& provenance) {
    return provenance && provenance->tool ? provenance->tool->version : std::string();
}

class ServiceRecorder {
public:
    ServiceRecorder(const RefreshGround& ground, const Corpus::OfService& service, PlanWords& words)
        : ground_(ground), service_(service), words_(words) {
        recording_.service = service.service->name;
    }

    base::Result<ServiceRecording> record() {
        std::map<std::string, std::vector<std::size_t>> by_plan;
        for (const CassetteFile& file : service_.files) {
            const auto loaded = read_cassette(file.path);
            if (!loaded) {
                // One broken file is no reason to leave the others alone.
                put(loaded.error(), report::Severity::Error, std::nullopt);
                words_.exit = worse(words_.exit, ExitCode::Misuse);
                continue;
            }
            RefreshedCassette one;
            const fs::path inside = fs::path(file.path).lexically_relative(ground_.tree.root);
            one.file = inside.generic_string();
            one.shown = (ground_.checkout.seen_root() / inside).generic_string();
            one.name = file.name;
            const auto& plan = loaded->cassette.plan;
            if (plan && !plan->is_self) {
                by_plan[plan->file].push_back(recording_.cassettes.size());
            } else {
                one.fate = Fate::NotReRecordable;
                one.why = plan ? "it is a single call; put it into a plan to have it refreshed"
                               : "no plan says how it is recorded";
            }
            recording_.cassettes.push_back(std::move(one));
        }
        for (const auto& [plan, numbers] : by_plan) {
            if (ground_.is_stopped()) break;
            TRY_VOID(run(plan, numbers));
        }
        for (RefreshedCassette& one : recording_.cassettes) {
            one.why = words_.discreet->text(ground_.seen(one.why));
        }
        return std::move(recording_);
    }

private:
    void put(const base::Error& error, report::Severity severity, std::optional<Verdict> verdict) {
        const std::size_t first = words_.findings.size();
        words_.add(error, severity, verdict);
        for (std::size_t i = first; i < words_.findings.size(); ++i) see(words_.findings[i]);
    }

    void see(report::Finding& finding) const {
        finding.mark.file = ground_.seen(finding.mark.file);
        finding.message = ground_.seen(finding.message);
        finding.hint = ground_.seen(finding.hint);
    }

    void leave(const std::vector<std::size_t>& numbers, Fate fate, const std::string& why) {
        for (const std::size_t number : numbers) {
            recording_.cassettes[number].fate = fate;
            recording_.cassettes[number].why = why;
        }
    }

    base::Result<void> run(const std::string& plan, const std::vector<std::size_t>& numbers) {
        const fs::path path = ground_.tree.root / plan;
        std::error_code problem;
        if (!fs::exists(path, problem)) {
            leave(numbers, Fate::NotReRecordable,
                  "its plan " + report::shown(plan) + " is not there");
            return {};
        }
        auto file = load_plan_file(path.string(), ground_.tree);
        if (!file && !is_not_known(file.error().code)) return base::fail(file.error());
        if (!file) return refused(file.error(), numbers);
        if (auto allowed = allow(*file, ground_.tree, ground_.allowed); !allowed) {
            return refused(allowed.error(), numbers);
        }
        if (!file->plan.credentials.empty()) TRY_VOID(words_.cover(file->plan.credentials));
        std::vector<const plan::Version*> versions;
        for (const plan::Version& version : file->plan.versions) versions.push_back(&version);
        if (versions.empty()) versions.push_back(nullptr);
        leave(numbers, Fate::Unknown, "its steps were not run");
        std::set<std::string> recorded;
        for (const plan::Version* version : versions) {
            TRY_VOID(run_version(*file, version, numbers, recorded));
        }
        drop(*file, numbers, recorded);
        return {};
    }

    base::Result<void> refused(const base::Error& error, const std::vector<std::size_t>& numbers) {
        const std::size_t first = words_.findings.size();
        words_.refuse(error);
        for (std::size_t i = first; i < words_.findings.size(); ++i) see(words_.findings[i]);
        leave(numbers, Fate::Unknown, base::message(error));
        return {};
    }

    base::Result<void> run_version(const PlanFile& file, const plan::Version* version,
                                   const std::vector<std::size_t>& numbers,
                                   std::set<std::string>& recorded_files) {
        PlanRunOptions options;
        options.marker = new_marker();
        options.version = version;
        options.allowed = ground_.allowed;
        options.is_stopped = ground_.is_stopped;
        options.is_harmless = [this](std::string_view text) {
            return words_.discreet->text(text) == text;
        };
        // Notes for sweeping belong to the checkout: the tree is gone in a moment.
        const ProjectGround notes{ground_.checkout.root, ground_.checkout.file,
                                  ground_.tree.manifest};
        PlanSession session(file, notes, std::move(options));
        const auto recorded = session.record();
        if (!recorded && !is_not_known(recorded.error().code)) return base::fail(recorded.error());
        if (!recorded) return refused(recorded.error(), numbers);
        const std::size_t first = words_.findings.size();
        words_.put_steps(recorded->report);
        for (std::size_t i = first; i < words_.findings.size(); ++i) see(words_.findings[i]);
        const PlanKeeper keeper(ground_.tree, file, words_.policy, {});
        for (const RecordedStep& step : recorded->steps) {
            const std::string path =
                fs::path(keeper.path_of(step.name, version)).lexically_normal().string();
            recorded_files.insert(path);
            const auto of = std::find_if(numbers.begin(), numbers.end(), [&](std::size_t number) {
                const fs::path own = ground_.tree.root / recording_.cassettes[number].file;
                return own.lexically_normal() == path;
            });
            if (of == numbers.end()) continue;
            RefreshedCassette& one = recording_.cassettes[*of];
            const RenewedStep renewed = TRY(keeper.renew(step, version));
            one.fate = Fate::Unknown;
            one.why = renewed.why.empty() ? reason_of(recorded->report) : renewed.why;
            if (renewed.verdict == Verdict::Unknown) continue;
            one.why.clear();
            one.fate = Fate::Agreed;
            if (renewed.verdict == Verdict::Differed) TRY_VOID(take(keeper, renewed, one));
        }
        return {};
    }

    base::Result<void> take(const PlanKeeper& keeper, const RenewedStep& renewed,
                            RefreshedCassette& one) {
        verify::Owner owner;
        owner.service = recording_.service;
        owner.cassette = one.name;
        owner.severities = service_.service;
        std::vector<verify::Change> all =
            verify::changes_of(owner, renewed.comparison, renewed.findings, renewed.hits_after);
        std::set<std::string> kept;  // exchanges in which nothing is left to propose
        for (const verify::Change& change : all) kept.insert(change.exchange);
        for (verify::Change& change : all) {
            change.message = words_.discreet->text(ground_.seen(change.message));
            if (is_rejected(change, one)) continue;
            kept.erase(change.exchange);
            one.changes.push_back(std::move(change));
        }
        if (one.changes.empty()) {
            one.fate = Fate::Rejected;
            return {};
        }
        one.fate = Fate::Differed;
        one.is_empty_now = renewed.is_empty_now;
        one.written = TRY(keeper.rewritten(renewed, kept));
        if (renewed.is_called_otherwise) return take_new_calls(renewed, one);
        for (report::Finding finding : renewed.findings) {
            see(finding);
            put_finding(std::move(finding));
        }
        if (renewed.is_empty_now) {
            put_own(plan::code::EmptyNow, {{"name", base::quoted(one.name)}}, one.shown,
                    report::Severity::Error);
        }
        note_tool(renewed);
        return {};
    }

    // Somebody does not want it: that is said, and nothing is proposed.
    bool is_rejected(const verify::Change& change, const RefreshedCassette& one) {
        const verify::Rejection* rejection = ground_.rejections.find(change, ground_.today);
        if (rejection == nullptr) return false;
        put({verify::code::RejectedChange,
             {{"title", verify::title_of(change)},
              {"until", rejection->until},
              {"reason", report::shown(rejection->reason)}},
             base::Mark{one.shown, 0, 0, 0, {}, 0},
             {}},
            report::Severity::Info, std::nullopt);
        return true;
    }

    // A plan that calls otherwise now: no drift, whatever differs.
    base::Result<void> take_new_calls(const RenewedStep& renewed, RefreshedCassette& one) {
        std::vector<std::string> content;
        for (const verify::Change& change : one.changes) {
            content.push_back(change.id + change.fingerprint);
        }
        std::sort(content.begin(), content.end());
        verify::Change change;
        change.service = recording_.service;
        change.cassette = one.name;
        change.kind = verify::kPlanChanged;
        change.severity = report::Severity::Info;
        const base::Error error{
            verify::code::PlanChanged, {{"name", base::quoted(one.name)}}, {}, {}};
        change.message = base::message(error);
        one.changes = {verify::plain_change(std::move(change), content)};
        put_own(verify::code::PlanChanged, {{"name", base::quoted(one.name)}}, one.shown,
                report::Severity::Info);
        note_tool(renewed);
        return {};
    }

    void put_finding(report::Finding finding) {
        words_.add(std::move(finding));
        recording_.findings.push_back(words_.findings.back());
    }

    void put_own(base::Code code, std::vector<base::Arg> args, const std::string& file,
                 report::Severity severity) {
        report::Finding finding =
            report::found(code, std::move(args), base::Mark{file, 0, 0, 0, {}, 0}, severity);
        finding.verdict = Verdict::Differed;
        put_finding(std::move(finding));
    }

    void note_tool(const RenewedStep& renewed) {
        const auto& before = renewed.before->cassette.provenance;
        const auto& after = renewed.after->head().provenance;
        if (!after || !after->tool) return;
        const std::string from = version_in(before), to = version_in(after);
        const auto shown = [](const std::string& version) {
            return version.empty() ? std::string("of unknown version") : report::shown(version);
        };
        const std::string words = report::shown(after->tool->name) + " " +
                                  (from == to ? shown(to) : shown(from) + " -> " + shown(to));
        auto& tools = recording_.tools;
        if (std::find(tools.begin(), tools.end(), words) == tools.end()) tools.push_back(words);
    }

    // P22: that nothing was recorded is no deletion. Only a plan that ran and has no such step is.
    void drop(const PlanFile& file, const std::vector<std::size_t>& numbers,
              const std::set<std::string>& recorded) {
        std::set<std::string> names;
        for (const plan::Step* step : file.all_steps()) names.insert(step->record);
        for (const std::size_t number : numbers) {
            RefreshedCassette& one = recording_.cassettes[number];
            const fs::path path = (ground_.tree.root / one.file).lexically_normal();
            if (recorded.contains(path.string())) continue;
            const std::string stem = one.name.substr(0, one.name.find('@'));
            if (names.contains(stem) && file.plan.versions.empty() && stem == one.name) continue;
            if (names.contains(stem) && stem != one.name && !file.plan.versions.empty()) {
                const std::string label = one.name.substr(stem.size() + 1);
                const bool is_kept = std::any_of(
                    file.plan.versions.begin(), file.plan.versions.end(),
                    [&](const plan::Version& version) { return version.label == label; });
                if (is_kept) continue;
            }
            const Removal removal{recording_.service, one.name, file.reference};
            const verify::Change change = change_of(removal);
            one.why.clear();
            if (is_rejected(change, one)) {
                one.fate = Fate::Rejected;
                continue;
            }
            one.fate = Fate::Removed;
            one.plan = file.reference;
            one.changes = {change};
            const std::vector<base::Arg> args = {{"plan", report::shown(file.reference)},
                                                 {"name", base::quoted(one.name)}};
            put_own(verify::code::PlanDropped, args, one.shown, report::Severity::Warning);
        }
    }

    const RefreshGround& ground_;
    const Corpus::OfService& service_;
    PlanWords& words_;
    ServiceRecording recording_;
};

std::string on_path(const std::string& program) {
    const char* path = std::getenv("PATH");  // NOLINT(concurrency-mt-unsafe)
    if (path == nullptr || program.find('/') != program.npos) return {};
    for (const std::string_view folder : base::split(path, ':')) {
        const fs::path place = fs::path(folder) / program;
        if (::access(place.c_str(), X_OK) == 0) return place.string();
    }
    return {};
}

}  // namespace

std::string_view name_of(RefreshedCassette::Fate fate) {
    return kFates[static_cast<std::size_t>(fate)];
}

std::string RefreshGround::seen(std::string text) const {
    const std::string prefix = checkout.seen_root().generic_string();
    return base::replace_all(text, tree.root.generic_string() + "/",
                             prefix.empty() ? "" : prefix + "/");
}

verify::Observation RefreshedCassette::observation(const std::string& service) const {
    verify::Observation observation;
    observation.service = service;
    observation.cassette = name;
    observation.why = why;
    observation.changes = changes;
    switch (fate) {
        case Fate::Agreed: observation.verdict = Verdict::Agreed; break;
        case Fate::Differed:
        case Fate::Removed:
        case Fate::Rejected: observation.verdict = Verdict::Differed; break;
        case Fate::Unknown:
        case Fate::NotReRecordable: break;
    }
    return observation;
}

std::vector<verify::Change> ServiceRecording::changes() const {
    std::vector<verify::Change> all;
    for (const RefreshedCassette& one : cassettes) {
        all.insert(all.end(), one.changes.begin(), one.changes.end());
    }
    verify::sort_by_rank(all);
    return all;
}

bool ServiceRecording::has(RefreshedCassette::Fate fate) const {
    return std::any_of(cassettes.begin(), cassettes.end(),
                       [&](const RefreshedCassette& one) { return one.fate == fate; });
}

base::Result<ServiceRecording> record_service(const RefreshGround& ground,
                                              const Corpus::OfService& service, PlanWords& words) {
    return ServiceRecorder(ground, service, words).record();
}

std::string ground_digest(const RefreshGround& ground, const Corpus::OfService& service) {
    std::set<std::string> plans;
    std::vector<std::string> parts;
    const auto put_rules = [&](const std::vector<cassette::RuleSpec>& rules) {
        for (const cassette::RuleSpec& rule : rules) parts.push_back(json::write(rule.written));
    };
    put_rules(ground.tree.manifest.rules);
    put_rules(service.service->rules);
    for (const CassetteFile& file : service.files) {
        const auto loaded = read_cassette(file.path);
        if (!loaded) continue;
        if (loaded->cassette.plan) plans.insert(loaded->cassette.plan->file);
        put_rules(loaded->cassette.rules);
    }
    for (const std::string& plan : plans) {
        const auto text = read_file((ground.tree.root / plan).string(), plan::kMaxPlanBytes);
        parts.push_back(text ? text->text : "none");
    }
    return verify::short_digest(parts);
}

std::string tools_digest(const cassette::Service& service) {
    std::vector<std::string> parts;
    for (const std::string& program : service.programs) {
        const std::string path = on_path(program);
        parts.push_back(path.empty() ? "none" : tool_at(program, path, {}).file_digest);
    }
    return verify::short_digest(parts);
}

}  // namespace understudy::app
