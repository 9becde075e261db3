#include "app/record_plan.hpp"

#include <algorithm>
#include <optional>

#include "app/cassette_files.hpp"
#include "app/code.hpp"
#include "app/discreet.hpp"
#include "app/login.hpp"
#include "app/plan_keep.hpp"
#include "app/plan_session.hpp"
#include "app/plan_words.hpp"
#include "app/project_file.hpp"
#include "app/shown.hpp"
#include "app/stop_signals.hpp"
#include "base/text.hpp"
#include "plan/code.hpp"
#include "report/faces.hpp"
#include "report/shown.hpp"

namespace understudy::app {

namespace {

constexpr std::string_view kVerb = "record";

struct Words : PlanWords {
    using PlanWords::PlanWords;

    void count(Fate fate) { ++fates[static_cast<std::size_t>(fate)]; }
    std::size_t of(Fate fate) const { return fates[static_cast<std::size_t>(fate)]; }

    std::size_t fates[5] = {};
};

ExitCode exit_of(Fate fate) {
    switch (fate) {
        case Fate::Written:
        case Fate::Agreed: return ExitCode::Done;
        case Fate::Waits:
        case Fate::NotKept: return ExitCode::Differed;
        case Fate::Unknown: break;
    }
    return ExitCode::Unknown;
}

// `wrote cassettes/git/log.yaml`
std::string line_of(const KeptStep& kept) {
    switch (kept.fate) {
        case Fate::Written:
            return "wrote " + report::shown(kept.path) + "\n" +
                   (kept.rules.empty()
                        ? ""
                        : "rules wait for review: " + report::shown(kept.rules) + "\n");
        case Fate::Agreed: return "agreed " + report::shown(kept.path) + "\n";
        case Fate::Waits:
            return "waits for review: " + report::shown(kept.pending) + " (" +
                   report::shown(kept.path) + " stays)\n";
        case Fate::NotKept: return "not kept: " + report::shown(kept.name) + "\n";
        case Fate::Unknown: break;
    }
    return "unknown: " + report::shown(kept.name) + "\n";
}

class PlanRecorder {
public:
    PlanRecorder(const Arguments& arguments, Words& words, const PlanFile& file)
        : arguments_(arguments), words_(words), file_(file) {}

    base::Result<void> record() {
        if (file_.plan.versions.empty()) {
            TRY(record_version(nullptr));
            return {};
        }
        std::vector<Recorded> all;
        for (const plan::Version& version : file_.plan.versions) {
            all.push_back(TRY(record_version(&version)));
        }
        const PlanKeeper keeper(words_.project, file_, words_.policy, out());
        for (std::size_t i = 1; i < all.size(); ++i) {
            for (std::size_t step = 0; step < all[i].steps.size(); ++step) {
                for (report::Finding& finding :
                     TRY(keeper.parted(all[0].steps[step], all[i].steps[step]))) {
                    words_.add(std::move(finding));
                }
            }
        }
        return {};
    }

    base::Result<void> sweep() {
        for (const LeftRun& left : TRY(runs_to_sweep())) {
            PlanSession session(file_, words_.project, options(left.run, nullptr));
            const plan::Report report = TRY(session.sweep(left.names));
            words_.put_steps(report);
            const bool is_clean = report.verdict == plan::Verdict::Agreed;
            words_.lines += (is_clean ? "swept " : "could not sweep ") + left.run + "\n";
            if (!is_clean) words_.exit = worse(words_.exit, ExitCode::Differed);
        }
        return {};
    }

private:
    std::string out() const { return std::string(arguments_.value("--out")); }

    PlanRunOptions options(std::string marker, const plan::Version* version) {
        PlanRunOptions options;
        options.marker = std::move(marker);
        options.version = version;
        options.allowed =
            arguments_.has("--allow-destructive") ? plan::Effect::Destructive : plan::Effect::Write;
        options.is_harmless = [this](std::string_view text) {
            return words_.discreet->text(text) == text;
        };
        return options;
    }

    base::Result<Recorded> run_once(const plan::Version* version) {
        PlanSession session(file_, words_.project, options(new_marker(), version));
        return session.record();
    }

    // The first run decides; further ones show what varies where there is nothing yet to compare
    // with.
    base::Result<Recorded> record_version(const plan::Version* version) {
        Recorded first = TRY(run_once(version));
        words_.put_steps(first.report);
        const PlanKeeper keeper(words_.project, file_, words_.policy, out());
        const bool learns =
            first.report.verdict == plan::Verdict::Agreed &&
            std::any_of(first.steps.begin(), first.steps.end(),
                        [&](const RecordedStep& step) { return !keeper.has(step.name, version); });
        std::vector<Recorded> more;
        for (std::uint32_t i = 1; learns && i < file_.plan.recordings(); ++i) {
            if (StopSignals::were_sent()) break;
            more.push_back(TRY(run_once(version)));
            words_.put_steps(more.back().report);
        }
        for (std::size_t i = 0; i < first.steps.size(); ++i) {
            std::vector<const RecordedStep*> again;
            for (const Recorded& other : more) again.push_back(&other.steps[i]);
            KeptStep kept = TRY(keeper.keep(first.steps[i], version, again));
            words_.lines += line_of(kept);
            words_.count(kept.fate);
            words_.exit = worse(words_.exit, exit_of(kept.fate));
            for (report::Finding& finding : kept.findings) words_.add(std::move(finding));
        }
        return first;
    }

    base::Result<std::vector<LeftRun>> runs_to_sweep() {
        std::vector<LeftRun> left = TRY(runs_left(words_.project.root, file_.reference));
        const std::string_view marker = arguments_.value("--run");
        if (marker.empty()) return left;
        if (!is_marker(marker)) {
            return base::fail(code::BadArguments,
                              {{"verb", std::string(kVerb)},
                               {"why", "--run is the marker of a run, as in us-7f3a09c1"}});
        }
        std::erase_if(left, [&](const LeftRun& run) { return run.run != marker; });
        // Nothing was noted: what its tear-down can do with the marker alone is still done.
        if (left.empty()) left.push_back({std::string(marker), {}, {}});
        return left;
    }

    const Arguments& arguments_;
    Words& words_;
    const PlanFile& file_;
};

base::Result<void> deal_with(const std::string& path, const Arguments& arguments, Words& words) {
    const auto file = load_plan_file(path, words.project);
    if (!file && is_not_known(file.error().code))
        return words.refuse(file.error()), base::Result<void>();
    if (!file) return base::fail(file.error());
    const plan::Effect most =
        arguments.has("--allow-destructive") ? plan::Effect::Destructive : plan::Effect::Write;
    if (auto allowed = allow(*file, words.project, most); !allowed) {
        return words.refuse(allowed.error()), base::Result<void>();
    }
    if (!file->plan.credentials.empty()) TRY_VOID(words.cover(file->plan.credentials));
    PlanRecorder recorder(arguments, words, *file);
    auto done = arguments.has("--sweep") ? recorder.sweep() : recorder.record();
    if (!done && is_not_known(done.error().code))
        return words.refuse(done.error()), base::Result<void>();
    return done;
}

std::string summary_of(const Words& words, bool is_sweep) {
    if (is_sweep) return words.lines.empty() ? "nothing was left to sweep" : "swept what was left";
    std::string text = std::to_string(words.of(Fate::Written)) + " written, " +
                       std::to_string(words.of(Fate::Agreed)) + " agreed";
    const std::pair<Fate, std::string_view> rest[] = {{Fate::Waits, "waiting for review"},
                                                      {Fate::NotKept, "not kept"},
                                                      {Fate::Unknown, "unknown"}};
    for (const auto& [fate, name] : rest) {
        if (words.of(fate) != 0) {
            text += ", " + std::to_string(words.of(fate)) + " " + std::string(name);
        }
    }
    return text;
}

}  // namespace

base::Result<ExitCode> record_plan(const Arguments& arguments, Terminal& terminal) {
    const std::string_view named = arguments.value("--format");
    const auto format = TRY(report::format_named(named.empty() ? "text" : named));
    const ProjectGround project = TRY(make_project(arguments.value("--config")));
    Words words(project);
    TRY_VOID(words.cover({}));
    const StopSignals stop;
    report::Report report = new_report(kVerb, {});
    for (const std::string& path : arguments.list("--plan")) {
        report.checked.push_back(path);
        if (auto done = deal_with(path, arguments, words); !done) {
            return base::fail(words.discreet->cover(done.error()));
        }
        if (StopSignals::were_sent()) {
            words.exit = worse(words.exit, ExitCode::Stopped);
            break;
        }
    }
    report.findings = std::move(words.findings);
    report.summary = summary_of(words, arguments.has("--sweep"));
    // Standard output is for what was asked for: here, a report for programs.
    const std::string text =
        report::render(report, format, {.colour = terminal.wants_error_colour(), .excerpt = false});
    if (format == report::Format::Text) {
        terminal.error(words.lines + text);
    } else {
        terminal.out(text);
    }
    return words.exit;
}

}  // namespace understudy::app
