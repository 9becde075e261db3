// understudy refresh [SERVICE...]: record again, and propose what has changed.
#include <algorithm>
#include <chrono>

#include "app/check_report.hpp"
#include "app/code.hpp"
#include "app/files.hpp"
#include "app/private_folder.hpp"
#include "app/project_file.hpp"
#include "app/refresh_lock.hpp"
#include "app/refresh_run.hpp"
#include "app/rejections_file.hpp"
#include "app/shown.hpp"
#include "app/stop_signals.hpp"
#include "app/verbs.hpp"
#include "base/text.hpp"
#include "cassette/code.hpp"
#include "report/faces.hpp"
#include "report/shown.hpp"
#include "verify/code.hpp"
#include "verify/schedule.hpp"
#include "yaml/read.hpp"

namespace understudy::app {

namespace {

namespace fs = std::filesystem;
using Fate = RefreshedService::Fate;

constexpr std::string_view kVerb = "refresh";

constexpr Positional kPositionals[] = {
    {"SERVICE", "a service of understudy.yaml (all of them)", true, true},
};
constexpr Option kOptions[] = {
    {"--due", "", "only services that are due: by age, a changed tool, plan or rule", "", ""},
    {"--base", "BRANCH", "what changes are proposed to (`base` of `refresh`)", "", ""},
    {"--output", "HOW", "how a change is handed over (`output` of `refresh`)",
     "patch|branch|command", ""},
    {"--allow-destructive", "", "steps labelled `destructive` may run", "", ""},
    {"--tolerate", "VERDICT", "what could not be observed does not fail the run", "unknown", ""},
    {"--schedule", "", "print how to run this daily, and do nothing else", "", ""},
    {"--config", "FILE", "the project's file (understudy.yaml, here or in a folder above)", "", ""},
    kFormatOption,
};
constexpr Example kExamples[] = {
    {"understudy refresh", "record all services again, and propose what has changed"},
    {"understudy refresh --due", "only what is due: for a daily job"},
    {"understudy refresh github --output branch", "one service, as a branch with a commit"},
    {"understudy refresh --schedule", "a cron line, a systemd timer and a workflow"},
};

// What we keep beside the project's own files is nobody's change.
constexpr std::string_view kIgnored =
    "# what understudy keeps for itself on this machine\n"
    "/.gitignore\n/calls.jsonl\n/pending/\n/refresh/\n/runs/\n/telemetry.jsonl\n";

void ignore_own_files(const fs::path& root) {
    std::error_code problem;
    const fs::path folder = root / ".understudy";
    fs::create_directories(folder, problem);
    const fs::path file = folder / ".gitignore";
    if (fs::exists(file, problem)) return;
    static_cast<void>(write_file(file.string(), kIgnored));
}

base::Instant now() {
    const auto since = std::chrono::system_clock::now().time_since_epoch();
    return {std::chrono::duration_cast<std::chrono::seconds>(since).count(), 0};
}

base::Result<verify::RefreshState> load_state(const ProjectGround& project,
                                              const verify::RefreshSettings& settings) {
    const fs::path path = project.root / settings.state;
    std::error_code problem;
    if (!fs::exists(path, problem)) return verify::RefreshState{};
    base::Source source = TRY(read_file(path.string()));
    source.name = (project.seen_root() / settings.state).generic_string();
    return verify::read_state(source);
}

base::Result<void> know_services(const Arguments& arguments, const ProjectGround& project) {
    std::vector<std::string> known;
    for (const cassette::Service& each : project.manifest.services) known.push_back(each.name);
    for (const std::string& name : arguments.list("SERVICE")) {
        if (std::find(known.begin(), known.end(), name) != known.end()) continue;
        const std::string near = base::nearest(name, std::span<const std::string>(known));
        return base::fail(
            code::BadArguments,
            {{"verb", std::string(kVerb)},
             {"why", "there is no service " + base::quoted(name) +
                         (near.empty() ? "" : "; did you mean " + base::quoted(near) + "?")}});
    }
    return {};
}

std::string text_of(const RefreshedService& service) {
    std::string text;
    for (const RefreshedCassette& one : service.cassettes) {
        text += std::string(name_of(one.fate)) + " " + report::shown(one.shown) +
                (one.why.empty() ? "" : ": " + one.why) + "\n";
    }
    text += service.name + ": " + std::string(name_of(service.fate));
    if (!service.patch.empty()) text += " " + report::shown(service.patch);
    if (!service.branch.empty()) text += ", branch " + service.branch;
    if (!service.reference.empty()) text += ", " + report::shown(service.reference);
    if (service.is_draft) text += " (draft)";
    text += "\n";
    if (!service.gate.empty()) text += service.name + ": gate " + service.gate + "\n";
    return text;
}

json::Value to_json(const RefreshedService& service) {
    json::Value cassettes = json::Value::array();
    for (const RefreshedCassette& one : service.cassettes) {
        json::Value each =
            json::Value::object({{"file", one.shown}, {"verdict", std::string(name_of(one.fate))}});
        if (!one.why.empty()) each.set("why", one.why);
        json::Value changes = json::Value::array();
        for (const verify::Change& change : one.changes) {
            changes.push_back(json::Value::object({{"id", change.id},
                                                   {"fingerprint", change.fingerprint},
                                                   {"class", change.kind},
                                                   {"exchange", change.exchange},
                                                   {"place", change.place}}));
        }
        if (changes.size() > 0) each.set("changes", std::move(changes));
        cassettes.push_back(std::move(each));
    }
    json::Value value = json::Value::object({{"service", service.name},
                                             {"result", std::string(name_of(service.fate))},
                                             {"draft", service.is_draft}});
    const std::pair<std::string_view, const std::string&> rest[] = {
        {"gate", service.gate},
        {"branch", service.branch},
        {"patch", service.patch},
        {"report", service.report},
        {"reference", service.reference}};
    for (const auto& [key, text] : rest) {
        if (!text.empty()) value.set(key, text);
    }
    value.set("cassettes", std::move(cassettes));
    return value;
}

std::string summary_of(const std::vector<RefreshedService>& services) {
    std::string text = base::plural(services.size(), "service");
    std::string_view between = ": ";
    for (std::size_t i = 0; i <= static_cast<std::size_t>(Fate::Stopped); ++i) {
        const auto count = std::count_if(
            services.begin(), services.end(),
            [&](const RefreshedService& each) { return each.fate == static_cast<Fate>(i); });
        if (count == 0) continue;
        text += std::string(between) + std::to_string(count) + " " +
                std::string(name_of(static_cast<Fate>(i)));
        between = ", ";
    }
    return text;
}

void render(const RefreshRun& run, report::Format format, Terminal& terminal) {
    report::Report report = new_report(kVerb, {});
    report.findings = run.words.findings;
    report.summary = summary_of(run.services);
    for (const RefreshedService& service : run.services) {
        for (const RefreshedCassette& one : service.cassettes) report.checked.push_back(one.shown);
    }
    std::string text =
        report::render(report, format, {.colour = terminal.wants_colour(), .excerpt = false});
    if (format == report::Format::Text) {
        std::string lines;
        for (const RefreshedService& service : run.services) lines += text_of(service);
        text = lines + text;
    }
    if (format == report::Format::Json) {
        json::Value services = json::Value::array(), events = json::Value::array(),
                    exits = json::Value::array();
        for (const RefreshedService& service : run.services) services.push_back(to_json(service));
        for (const verify::Event& event : run.turn.events()) events.push_back(to_json(event));
        for (const ExitCode code : run.exits) exits.push_back(static_cast<int>(code));
        if (run.exits.empty()) exits.push_back(0);
        text = with_members(text, json::Value::object({{"services", std::move(services)},
                                                       {"events", std::move(events)},
                                                       {"exit_codes", std::move(exits)}}));
    }
    terminal.out(text);
}

base::Result<ExitCode> stopped(const base::Error& error, Terminal& terminal) {
    terminal.error(base::render(error, {.colour = terminal.wants_error_colour()}));
    return ExitCode::Stopped;
}

base::Result<ExitCode> run_refresh(const Arguments& arguments, Terminal& terminal) {
    const auto format = TRY(report::format_named(arguments.value("--format")));
    const ProjectGround project = TRY(make_project(arguments.value("--config")));
    if (arguments.has("--schedule")) {
        terminal.out(verify::schedule_text("understudy refresh --due", project.root.string()));
        return ExitCode::Done;
    }
    if (project.manifest.services.empty()) {
        const std::string file = project.has_file() ? project.file : std::string(kProjectFile);
        return base::fail(cassette::code::NoServices, {{"file", file}});
    }
    TRY_VOID(know_services(arguments, project));
    verify::RefreshSettings settings =
        TRY(verify::read_refresh_settings(TRY(yaml::read(TRY(read_file(project.file))))));
    if (arguments.has("--base")) settings.base = arguments.value("--base");
    const std::string_view output = arguments.value("--output");
    using Output = verify::RefreshSettings::Output;
    if (output == "patch") settings.output = Output::Patch;
    if (output == "branch") settings.output = Output::Branch;
    if (output == "command") settings.output = Output::Command;
    if (settings.output == Output::Command && settings.driver.empty()) {
        return base::fail(code::BadArguments, {{"verb", std::string(kVerb)},
                                               {"why",
                                                "--output command needs a `driver` of "
                                                "`refresh` in understudy.yaml"}});
    }
    const RefreshBase base = TRY(find_base(project.root, settings.base));
    auto lock = RefreshLock::take(base.git_dir);
    if (!lock && lock.error().code == verify::code::Locked) return stopped(lock.error(), terminal);
    if (!lock) return base::fail(lock.error());
    clear_up(base, lock->left());
    verify::RefreshState state = TRY(load_state(project, settings));
    const verify::Rejections rejections = TRY(load_rejections(project, settings));
    RefreshRun::Options options;
    options.only_due = arguments.has("--due");
    options.allowed =
        arguments.has("--allow-destructive") ? plan::Effect::Destructive : plan::Effect::Write;
    const PrivateFolder scratch = TRY(PrivateFolder::make(kVerb));
    TRY_VOID(lock->note(scratch.path()));
    ignore_own_files(project.root);
    const StopSignals stop;
    RefreshRun run(project, base, settings, state, rejections, now(), options);
    const auto names = arguments.list("SERVICE");
    if (auto done = run.run(scratch.path(), {names.begin(), names.end()}); !done) {
        return base::fail(run.words.discreet ? run.words.discreet->cover(done.error())
                                             : done.error());
    }
    render(run, format, terminal);
    // What was never looked at is no proof of anything.
    if (run.services.empty() && run.exits.empty()) run.exits.insert(ExitCode::Unknown);
    const bool is_tolerated = arguments.has("--tolerate") && !run.turn.is_unverified_too_long();
    if (is_tolerated) run.exits.erase(ExitCode::Unknown);
    ExitCode ended = ExitCode::Done;
    for (const ExitCode code : run.exits) ended = worse(ended, code);
    return ended;
}

}  // namespace

const Verb kRefreshVerb = {
    kVerb,
    "record again, and propose what has changed",
    "Records the cassettes of each service again from their own plans, against the real thing, and "
    "compares. What has changed is put into a scratch work tree of the base branch, the gate of "
    "the project is run there, and only then one change set a service is handed over: as a patch "
    "with a report, as a local branch, or to a command that knows a forge. The checkout is never "
    "touched. Where the gate fails with the new recordings, the fake itself must change. What "
    "could not be observed is unknown, and clears nothing. UNDERSTUDY_REFRESH=off stops it. Exits "
    "with 0 if all agreed or nothing was due, 1 if a proposal exists, 2 if a file does not load, 3 "
    "if something is unknown, 4 if it was stopped or another run is at work, 5 if a plan may not "
    "run, 6 if a fake must change, 7 if a person is needed, 8 if a secret was found.",
    kPositionals,
    kOptions,
    kExamples,
    run_refresh,
};

}  // namespace understudy::app
