// understudy reconcile FAMILY CAPTURE: does a live run tell the story of the committed fixtures?
#include <cstdlib>
#include <filesystem>
#include <set>

#include "app/capture_tree.hpp"
#include "app/code.hpp"
#include "app/discreet.hpp"
#include "app/files.hpp"
#include "app/lint_ground.hpp"
#include "app/play_consumer.hpp"
#include "app/reconcile_sides.hpp"
#include "app/reconcile_write.hpp"
#include "app/secret_ground.hpp"
#include "app/secret_options.hpp"
#include "app/shown.hpp"
#include "app/today.hpp"
#include "app/verbs.hpp"
#include "app/version.hpp"
#include "base/text.hpp"
#include "base/time.hpp"
#include "fixture/checks.hpp"
#include "fixture/reconcile.hpp"
#include "fixture/replay.hpp"
#include "json/write.hpp"
#include "report/faces.hpp"
#include "report/shown.hpp"

namespace understudy::app {

namespace {

namespace fs = std::filesystem;
using fixture::Fixture;
using fixture::Outcome;
using fixture::Reconciled;

constexpr std::string_view kVerb = "reconcile";

constexpr Positional kPositionals[] = {
    {"FAMILY", "the id of a family"},
    {"CAPTURE", "a live run, scrubbed: a file, a folder or a bundle"},
    {"CMD", "after --, with --replay: the consumer and its arguments", true, true},
};
constexpr Option kOptions[] = {
    {"--fixture", "PATH",
     "compare with this fixture; may be repeated (all of the project that claim FAMILY, else the "
     "family's examples)",
     "", "", true},
    {"--scenario", "ID", "the scenario, where the capture does not name it", "", ""},
    {"--needs", "VARIABLE", "not run if this is not set; may be repeated", "", "", true},
    {"--live-only", "FILE", "the live-only records (of understudy.yaml)", "", ""},
    {"--replay", "", "feed the capture to CMD and compare what it prints", "", ""},
    {"--feed", "LEVEL", "what is fed: LEVEL, or LEVEL:/POINTER of each record (of the level map)",
     "", ""},
    {"--expect", "LEVEL", "what must be printed, the same (of the level map)", "", ""},
    {"--each", "", "run CMD once for each record", "", ""},
    {"--limit", "TIME", "how long CMD may take in all", "", "60s"},
    {"--write", "", "where it is confirmed, note the day in the sidecars of the fixtures", "", ""},
    {"--update", "", "where it differs, put the capture in place of the fixture", "", ""},
    {"--record", "FILE", "write the outcome there, as JSON", "", ""},
    {"--issue", "FILE", "write the text of an issue there, if there is a drift", "", ""},
    {"--config", "FILE", "the project's file (understudy.yaml, here or in a folder above)", "", ""},
    kPolicyOption,
    kRulesOption,
    kFormatOption,
};
constexpr Example kExamples[] = {
    {"understudy reconcile order-events captures/nightly.jsonl --write",
     "compare a run, and note the day if it agrees"},
    {"understudy reconcile order-events run.jsonl --fixture tests/fixtures/order.jsonl --update",
     "take the capture over"},
    {"understudy reconcile --replay order-events run.jsonl -- node normalise.mjs",
     "feed the captured events to a consumer"},
};

base::Failure wrong_call(std::string why) {
    return base::fail(code::BadArguments, {{"verb", std::string(kVerb)}, {"why", std::move(why)}});
}

base::Result<void> refuse_odd_calls(const Arguments& arguments) {
    const bool is_replay = arguments.has("--replay");
    const bool has_command = !arguments.list("CMD").empty();
    if (is_replay && !has_command) return wrong_call("--replay needs a command after --");
    if (!is_replay && has_command) return wrong_call("a command is only run with --replay");
    for (const std::string_view option : {"--feed", "--expect", "--each"}) {
        if (!is_replay && !arguments.value(option).empty()) {
            return wrong_call(std::string(option) + " belongs to --replay");
        }
    }
    if (is_replay && arguments.has("--update")) {
        return wrong_call("--update takes a capture over; a replay judges a consumer");
    }
    return {};
}

std::vector<std::string> missing_variables(const Arguments& arguments) {
    std::vector<std::string> missing;
    for (const std::string& name : arguments.list("--needs")) {
        const char* value = std::getenv(name.c_str());  // NOLINT(concurrency-mt-unsafe)
        if (value == nullptr || *value == '\0') missing.push_back(name);
    }
    return missing;
}

ExitCode exit_code_of(Outcome outcome) {
    switch (outcome) {
        case Outcome::Drift: return ExitCode::Differed;
        case Outcome::NotRun: return ExitCode::Unknown;
        case Outcome::Confirmed:
        case Outcome::Updated:
        case Outcome::LiveOnly: break;
    }
    return ExitCode::Done;
}

// Everything of one run.
struct Run {
    const Arguments& arguments;
    Terminal& terminal;
    report::Format format;
    std::string capture_path;
    Discreet discreet;

    // No excerpts: a line of a capture may hold what nobody should read.
    void say(std::vector<report::Finding> findings, std::string summary) {
        report::Report report = new_report(kVerb, {capture_path});
        for (report::Finding& finding : findings) discreet.cover(finding);
        report.findings = std::move(findings);
        report.summary = std::move(summary);
        terminal.out(
            report::render(report, format, {.colour = terminal.wants_colour(), .excerpt = false}));
    }

    void say_more(std::string_view text) {
        if (format == report::Format::Text || format == report::Format::Markdown) {
            terminal.out(text);
        }
    }
};

std::string summary_of(const Reconciled& result, const fixture::Family& family) {
    std::string text(fixture::name_of(result.outcome));
    text += ": " + family.id;
    if (result.outcome == Outcome::NotRun) return text + ": " + report::shown(result.why_not_run);
    if (result.outcome == Outcome::LiveOnly)
        return text + ", record " + report::shown(result.live_only);
    return text + " against " + base::plural(result.committed.size(), "committed fixture");
}

std::string compared_rows(const Reconciled& result) {
    std::string text;
    for (const fixture::Compared& each : result.compared) {
        text += "  " + (each.level.empty() ? std::string("all levels") : each.level) + ", " +
                each.abstraction + ": " + std::string(fixture::name_of(each.state));
        if (!each.why.empty()) text += " (" + each.why + ")";
        text += '\n';
    }
    return text;
}

base::Result<void> write_files(const Run& run, const Reconciled& result) {
    if (const std::string_view path = run.arguments.value("--record"); !path.empty()) {
        json::Value record = result.record;
        if (result.issue) {
            record.set("issue", json::Value::object({{"id", result.issue->id},
                                                     {"title", result.issue->title},
                                                     {"text", result.issue->text}}));
        }
        TRY_VOID(write_file(std::string(path), json::write_pretty(record) + "\n"));
    }
    if (const std::string_view path = run.arguments.value("--issue");
        !path.empty() && result.issue) {
        TRY_VOID(write_file(std::string(path),
                            "# " + result.issue->title + "\n\n" + result.issue->text));
    }
    return {};
}

base::Result<ExitCode> finish(Run& run, const fixture::Family& family, const Reconciled& result,
                              std::string_view kept = {}) {
    TRY_VOID(write_files(run, result));
    run.say(result.findings, summary_of(result, family));
    run.say_more(compared_rows(result));
    run.say_more(kept);
    if (result.issue) {
        run.say_more("issue " + result.issue->id + ": " + result.issue->title + "\n");
    }
    return exit_code_of(result.outcome);
}

// What of a capture must not be shown or kept. Live data is scrubbed before it is compared.
std::vector<report::Finding> secrets_in(const Fixture& capture, const fixture::Tree& tree,
                                        const Ground& ground) {
    fixture::SecretCheck check(ground.policy, ground.salt);
    std::vector<report::Finding> findings = check.check(capture, tree).findings;
    std::erase_if(findings, [](const report::Finding& finding) {
        return finding.severity != report::Severity::Error;
    });
    return findings;
}

std::vector<report::Finding> secrets_in(const fixture::Played& played, const Ground& ground) {
    secret::Finder finder(ground.policy, ground.salt);
    std::vector<report::Finding> findings;
    for (const base::Source& output : played.outputs) {
        const secret::Text text{output.name, output.text};
        for (report::Finding& finding : secret::to_findings(finder.find(text), text)) {
            if (finding.severity == report::Severity::Error) findings.push_back(std::move(finding));
        }
    }
    return findings;
}

base::Result<ExitCode> refuse_secrets(Run& run, std::vector<report::Finding> findings,
                                      std::string_view where) {
    const std::size_t count = findings.size();
    run.say(std::move(findings), base::plural(count, "secret") + " in " + std::string(where) +
                                     ": scrub it first; nothing was compared");
    return ExitCode::SecretFound;
}

std::vector<const Fixture*> compared_fixtures(const CommittedSide& side, const Reconciled& result) {
    const std::set<std::string> paths(result.committed.begin(), result.committed.end());
    std::vector<const Fixture*> fixtures;
    for (const Fixture& each : side.fixtures) {
        if (paths.contains(each.claim.path)) fixtures.push_back(&each);
    }
    return fixtures;
}

// Writes what the outcome leaves on disk, and says what was written.
base::Result<std::string> keep(const Run& run, const LintGround& ground, const CommittedSide& side,
                               const Capture& capture, const Fixture& live,
                               const Reconciled& result) {
    const bool updates = result.outcome == Outcome::Updated;
    const bool notes = run.arguments.has("--write") && result.outcome == Outcome::Confirmed;
    if (!updates && !notes) return std::string();
    if (!side.is_on_disk) {
        return wrong_call(
            "there is no fixture of the project to write to: the examples of the "
            "family were compared");
    }
    const std::vector<const Fixture*> fixtures = compared_fixtures(side, result);
    std::vector<std::string> written;
    if (updates) {
        if (fixtures.size() != 1) {
            return wrong_call("--update replaces one fixture, and " +
                              std::to_string(fixtures.size()) +
                              " were compared; name it with --fixture");
        }
        written = TRY(write_update(ground.root, *ground.tree, *fixtures.front(), *capture.tree,
                                   live, result.record));
    } else {
        written = TRY(write_reconciled(ground.root, *ground.tree, fixtures, result.record));
    }
    std::string text;
    for (const std::string& name : written) text += "wrote " + report::shown(name) + "\n";
    if (updates && result.is_breaking) {
        const fixture::Family& family = live.family();
        text += "a difference is breaking: add version " + std::to_string(family.version + 1) +
                " to the history of " + family.id + " and let the fixture claim it\n";
    }
    return text;
}

base::Result<std::chrono::milliseconds> limit_of(const Arguments& arguments) {
    constexpr std::int64_t kLongest = 24 * 60 * 60;
    const auto limit = base::parse_duration(arguments.value("--limit"));
    if (!limit || limit->seconds > kLongest || limit->seconds < 0 ||
        (limit->seconds == 0 && limit->nanoseconds <= 0)) {
        return wrong_call("--limit is a time up to a day: 60s, 5m");
    }
    return std::chrono::milliseconds(limit->seconds * 1000 + limit->nanoseconds / 1'000'000 + 1);
}

base::Result<ExitCode> run_replay(Run& run, const CommittedSide& side, const Fixture& live,
                                  const Ground& secrets, const fixture::ReconcileOptions& options) {
    const Arguments& arguments = run.arguments;
    const fixture::Family& family = live.family();
    const fixture::ReplayLevels levels =
        TRY(fixture::replay_levels(family, arguments.value("--feed"), arguments.value("--expect")));
    ConsumerCall call;
    call.limit = TRY(limit_of(arguments));
    const auto words = arguments.list("CMD");
    call.command.assign(words.begin(), words.end());
    call.runs_for_each = arguments.has("--each");
    fixture::Played played;
    if (options.missing.empty() && live.metadata.find("gate") == nullptr) {
        const fixture::ReplayFeed feed = TRY(fixture::replay_feed(live, levels));
        played = play_consumer(call, feed);
        std::vector<report::Finding> found = secrets_in(played, secrets);
        if (!found.empty())
            return refuse_secrets(run, std::move(found), "what the consumer printed");
    }
    return finish(run, family,
                  fixture::reconcile_replay(side.fixtures, live, levels, played, options));
}

base::Result<ExitCode> run_reconcile(const Arguments& arguments, Terminal& terminal) {
    TRY_VOID(refuse_odd_calls(arguments));
    const Ground secrets = TRY(make_ground(arguments, surroundings_of_files()));
    Run run{arguments, terminal, TRY(report::format_named(arguments.value("--format"))),
            std::string(arguments.value("CAPTURE")),
            Discreet(secret::Finder(secrets.policy, secrets.salt))};
    const auto ground = TRY(make_lint_ground(arguments.value("--config")));
    const auto family = TRY(ground->shelf.get(arguments.value("FAMILY")));

    fixture::ReconcileOptions options;
    options.date = today();
    options.tool_version = kVersion;
    options.policy = secrets.digest();
    options.scenario = arguments.value("--scenario");
    options.missing = missing_variables(arguments);
    options.is_update = arguments.has("--update");
    const auto capture = TRY(open_capture(run.capture_path));
    if (!capture) {
        const std::string why = options.missing.empty()
                                    ? "the capture " + run.capture_path + " is missing"
                                    : options.missing.front() + " is missing";
        return finish(run, *family, fixture::not_run(*family, why, options));
    }
    const fixture::Claim claim = TRY(claim_of(*ground, family, capture->name, capture->is_folder));
    const Fixture live = fixture::open_fixture(claim, *capture->tree);
    std::vector<report::Finding> found = secrets_in(live, *capture->tree, secrets);
    if (!found.empty()) return refuse_secrets(run, std::move(found), "the capture");

    const std::string from_root = (fs::current_path() / run.capture_path)
                                      .lexically_normal()
                                      .lexically_relative(ground->root)
                                      .generic_string();
    const CommittedSide side = TRY(committed_side(*ground, family, arguments, from_root));
    if (arguments.has("--replay")) return run_replay(run, side, live, secrets, options);

    const std::string scenario =
        options.scenario.empty() ? live.metadata.text("scenario") : options.scenario;
    const auto excuses = TRY(live_only_side(*ground, side, arguments, scenario));
    if (excuses) options.live_only = excuses->record;
    Reconciled result = fixture::reconcile(side.fixtures, live, options);
    if (excuses) {
        result.findings.insert(result.findings.end(), excuses->findings.begin(),
                               excuses->findings.end());
    }
    const std::string kept = TRY(keep(run, *ground, side, *capture, live, result));
    return finish(run, *family, result, kept);
}

}  // namespace

const Verb kReconcileVerb = {
    "reconcile",
    "does a live run tell the story of the committed fixtures?",
    "Compares a scrubbed capture with the fixtures of a family: which types of records come, in "
    "which order, with which keys, and which identifiers are equal; never wording, counts, times "
    "or "
    "the identifiers themselves. What counts is said by the family's `reconcile`. The outcome is "
    "confirmed, updated, drift, live-only or not-run. With --replay the capture is fed to a "
    "command "
    "and what it prints is compared with the normalised level. Exits with 0 if it is confirmed, "
    "updated or live-only, 1 if it drifts, 2 if something does not load, 3 if it was not run, 8 if "
    "there is a secret in the capture.",
    kPositionals,
    kOptions,
    kExamples,
    run_reconcile,
};

}  // namespace understudy::app
