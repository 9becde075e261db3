// understudy witness FIXTURE -- COMMAND: does the consumer really use the fixture?
#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <limits>

#include "app/code.hpp"
#include "app/files.hpp"
#include "app/lint_ground.hpp"
#include "app/scratch_tree.hpp"
#include "app/secret_ground.hpp"
#include "app/shown.hpp"
#include "app/today.hpp"
#include "app/verbs.hpp"
#include "app/version.hpp"
#include "app/witness_run.hpp"
#include "base/text.hpp"
#include "fixture/code.hpp"
#include "fixture/consumer.hpp"
#include "fixture/mutate.hpp"
#include "fixture/project.hpp"
#include "json/parse.hpp"
#include "json/write.hpp"
#include "report/faces.hpp"
#include "report/shown.hpp"
#include "secret/find.hpp"

namespace understudy::app {

namespace {

namespace fs = std::filesystem;
using fixture::Effect;
using fixture::Evidence;

constexpr std::string_view kVerb = "witness";
constexpr std::int64_t kMostMutations = 1'000;
constexpr std::int64_t kMostSeconds = 86'400;

constexpr Positional kPositionals[] = {
    {"FIXTURE", "a fixture of the project: a file, or a folder"},
    {"COMMAND", "behind `--`: the test command and its arguments", true},
};
constexpr Option kOptions[] = {
    {"--consumer", "ID", "whose command it is (the one consumer that refers to the fixture)", "",
     ""},
    {"--mutations", "N", "how many changed copies to try, at most", "", "24"},
    {"--seed", "N", "which of them, where there are more", "", "1"},
    {"--need", "LEVEL", "the level to reach (that of the family)",
     "declared|referenced|loaded|asserted", ""},
    {"--limit", "SECONDS", "for one run of the command", "", "300"},
    {"--write", "", "keep the witness under .understudy/witnesses, for lint", "", ""},
    {"--config", "FILE", "the project's file (understudy.yaml, here or in a folder above)", "", ""},
    {"--progress", "", "a line on standard error after each run", "", ""},
    kFormatOption,
};
constexpr Example kExamples[] = {
    {"understudy witness tests/fixtures/turn.jsonl -- npx vitest run codec",
     "run the test twice as it is, then over changed copies of the fixture"},
    {"understudy witness tests/fixtures/turn.jsonl --need asserted --write -- pytest -q",
     "the same, demanding that the test notices every change, and kept for lint"},
};

base::Result<std::int64_t> number_of(const Arguments& arguments, std::string_view option,
                                     std::int64_t least, std::int64_t most) {
    const auto number = base::parse_int64(arguments.value(option));
    if (number && *number >= least && *number <= most) return *number;
    return base::fail(code::BadArguments,
                      {{"verb", std::string(kVerb)},
                       {"why", std::string(option) + " is a number from " + std::to_string(least) +
                                   " to " + std::to_string(most)}});
}

base::Result<fixture::Claim> claim_of(LintGround& ground, const std::string& path) {
    // Its whole folder: what claims a fixture may stand beside it.
    const std::string folder(fixture::folder_of(path));
    const std::vector<std::string> where =
        folder.empty() ? std::vector<std::string>{} : std::vector<std::string>{folder};
    fixture::Claims claims =
        TRY(fixture::find_claims(ground.project, *ground.tree, ground.shelf, where));
    for (fixture::Claim& claim : claims.claims) {
        if (claim.path == path) return std::move(claim);
    }
    return base::fail(fixture::code::NotAFixture, {{"path", base::quoted(path)}});
}

// The one that was named, or the one that refers to the fixture.
base::Result<std::string> consumer_of(const Arguments& arguments, fixture::Consumers& consumers,
                                      const fixture::Subject& subject) {
    const std::vector<std::string> known = consumers.consumers_of(*subject.family);
    const auto refuse = [](std::string why, std::string nearest = {}) {
        return base::fail(fixture::code::NoConsumer,
                          {{"why", std::move(why)}, {"nearest", std::move(nearest)}});
    };
    if (known.empty()) {
        return refuse("no test file here is a consumer of " + subject.family->id);
    }
    const std::string said(arguments.value("--consumer"));
    if (!said.empty()) {
        if (std::find(known.begin(), known.end(), said) != known.end()) return said;
        return refuse(
            "no consumer " + said + " has files here; there is " + base::join(known, ", "),
            base::nearest(said, known));
    }
    if (known.size() == 1) return known.front();
    std::vector<std::string> referring;
    for (const fixture::Reference& reference : consumers.judge(subject).references) {
        if (std::find(referring.begin(), referring.end(), reference.consumer) == referring.end()) {
            referring.push_back(reference.consumer);
        }
    }
    if (referring.size() == 1) return referring.front();
    return refuse(base::plural(referring.size(), "consumer") + " of " + base::join(known, ", ") +
                  " refer to it");
}

// Of the variables that decide whether the consumer runs: those that were set. Never values.
std::vector<std::string> environment_names(const fixture::Family& family,
                                           const std::string& consumer) {
    std::vector<std::string> names;
    for (const fixture::Consumer& each : family.consumers) {
        if (each.id != consumer) continue;
        for (const std::string& name : each.when_set) {
            if (std::getenv(name.c_str()) != nullptr) names.push_back(name);
        }
    }
    return names;
}

std::string shown_status(const std::optional<int>& status) {
    return status ? std::to_string(*status) : "-";
}

// A table in the widths of its columns; the last one runs free.
std::string shown_runs(const fixture::Witness& witness) {
    std::vector<std::array<std::string, 4>> rows = {{"MUTATION", "EXPECTED", "EXIT", "OUTCOME"}};
    for (std::size_t i = 0; i < witness.baseline.size(); ++i) {
        rows.push_back({"none, run " + std::to_string(i + 1), "pass",
                        shown_status(witness.baseline[i]),
                        witness.baseline[i] == 0 ? "passed" : "failed"});
    }
    for (const fixture::MutantRun& run : witness.runs) {
        const bool is_wrong =
            run.fate != fixture::Fate::Inconclusive &&
            (run.expected == Effect::MustFail) != (run.fate == fixture::Fate::Killed);
        rows.push_back(
            {report::shown(run.mutation), std::string(name_of(run.expected)),
             shown_status(run.exit_status),
             std::string(name_of(run.fate)) + (is_wrong ? ": " + report::shown(run.about) : "")});
    }
    std::array<std::size_t, 3> widths{};
    for (const auto& row : rows) {
        for (std::size_t i = 0; i < widths.size(); ++i) {
            widths[i] = std::max(widths[i], base::count_code_points(row[i]));
        }
    }
    std::string text;
    for (const auto& row : rows) {
        for (std::size_t i = 0; i < widths.size(); ++i) {
            text += row[i] + std::string(widths[i] - base::count_code_points(row[i]) + 2, ' ');
        }
        text += row[3] + "\n";
    }
    return text;
}

std::string why_inconclusive(const fixture::Witness& witness) {
    if (!fixture::is_baseline_steady(witness)) {
        return "two runs without a mutation ended with " + shown_status(witness.baseline.front()) +
               " and " + shown_status(witness.baseline.back());
    }
    if (!fixture::is_baseline_green(witness)) {
        return witness.baseline.front() ? "without a mutation the command ends with " +
                                              shown_status(witness.baseline.front())
                                        : "without a mutation the command does not end in time";
    }
    for (const fixture::MutantRun& run : witness.runs) {
        if (run.fate == fixture::Fate::Inconclusive) {
            return "the run over " + run.mutation + " did not end by itself";
        }
    }
    return {};
}

// Findings and level as lint would see them with this witness in place of older ones.
fixture::Used judged(LintGround& ground, fixture::Subject subject, const fixture::Witness& witness,
                     std::optional<Evidence> need) {
    auto family = std::make_shared<fixture::Family>(*subject.family);
    // Only this consumer is asked, and only for what was demanded.
    std::erase_if(family->consumers, [&](const fixture::Consumer& consumer) {
        return consumer.id != witness.consumer;
    });
    for (fixture::Consumer& consumer : family->consumers) {
        if (consumer.evidence) family->evidence = *consumer.evidence;
        consumer.evidence.reset();
    }
    if (need) family->evidence = *need;
    subject.family = family;
    fixture::ConsumerGround consumer_ground;
    consumer_ground.tests = ground.project.tests;
    consumer_ground.workflows = ground.project.workflows;
    consumer_ground.witnesses = {{witness, subject.mark}};
    fixture::Used used = fixture::Consumers(*ground.tree, consumer_ground).judge(subject);
    if (used.evidence < family->evidence && used.findings.empty() && used.not_run.empty()) {
        used.not_run = "the level " + std::string(name_of(family->evidence)) + " was not reached";
    }
    return used;
}

base::Result<std::string> keep(const LintGround& ground, const fixture::Witness& witness) {
    const fs::path folder = ground.root / ground.project.witnesses;
    std::error_code problem;
    fs::create_directories(folder, problem);
    const std::string name = fixture::file_name_of(witness);
    TRY_VOID(
        write_file((folder / name).string(), json::write_pretty(fixture::to_json(witness)) + "\n"));
    return fixture::joined(ground.project.witnesses, name);
}

std::string summary_of(const fixture::Witness& witness, const fixture::Mutations& mutations,
                       Evidence reached) {
    std::size_t killed = 0, must_fail = 0;
    for (const fixture::MutantRun& run : witness.runs) {
        if (run.expected != Effect::MustFail) continue;
        ++must_fail;
        if (run.fate == fixture::Fate::Killed) ++killed;
    }
    std::string text = witness.consumer + ": " + std::string(name_of(reached)) + "; " +
                       std::to_string(killed) + " of " + base::plural(must_fail, "mutation") +
                       " noticed";
    if (!witness.was_opened) text += "; the fixture was not opened";
    if (witness.not_tried > 0) {
        text += "; " + base::plural(witness.not_tried, "further place") + " not tried";
    }
    if (!mutations.impossible.empty()) {
        text += "; no place for " + base::join(mutations.impossible, ", ");
    }
    return text;
}

base::Result<ExitCode> run_verb(const Arguments& arguments, Terminal& terminal) {
    const auto format = TRY(report::format_named(arguments.value("--format")));
    fixture::MutateOptions options;
    options.most =
        static_cast<std::size_t>(TRY(number_of(arguments, "--mutations", 0, kMostMutations)));
    options.per_kind = std::max<std::size_t>(2, options.most / 6);
    options.seed = static_cast<std::uint64_t>(
        TRY(number_of(arguments, "--seed", 0, std::numeric_limits<std::int32_t>::max())));
    const std::int64_t seconds = TRY(number_of(arguments, "--limit", 1, kMostSeconds));
    const std::optional<Evidence> need = fixture::evidence_named(arguments.value("--need"));

    const auto ground = TRY(make_lint_ground(arguments.value("--config")));
    const std::vector<std::string> given = {std::string(arguments.value("FIXTURE"))};
    const std::string path = TRY(ground->inside(given)).front();
    const fixture::Claim claim = TRY(claim_of(*ground, path));
    const fixture::Fixture fixture = fixture::open_fixture(claim, *ground->tree);
    const fixture::Subject subject = fixture::subject_of(fixture);
    fixture::ConsumerGround consumer_ground;
    consumer_ground.tests = ground->project.tests;
    consumer_ground.workflows = ground->project.workflows;
    fixture::Consumers consumers(*ground->tree, consumer_ground);
    const std::string consumer = TRY(consumer_of(arguments, consumers, subject));

    const fixture::Mutations mutations = fixture::mutate(fixture, *ground->tree, options);
    ScratchTree scratch = TRY(ScratchTree::copy_of(ground->root, *ground->tree));
    WitnessPlan plan;
    const auto command = arguments.list("COMMAND");
    plan.command.assign(command.begin(), command.end());
    std::error_code problem;
    plan.folder = fs::current_path(problem).lexically_relative(ground->root).generic_string();
    plan.limit = std::chrono::seconds(seconds);
    plan.fixture = &fixture;
    plan.mutants = mutations.mutants;
    if (arguments.has("--progress")) {
        plan.on_run = [&](std::size_t done, std::size_t all) {
            terminal.error("run " + std::to_string(done) + " of " + std::to_string(all) + "\n");
        };
    }
    fixture::Witness witness = TRY(run_witness(scratch, plan));
    witness.fixture = subject.path;
    witness.fixture_digest = subject.digest;
    witness.family = subject.family->id;
    witness.family_version = subject.family->version;
    witness.consumer = consumer;
    witness.consumer_digest = consumers.consumer_digest(subject, consumer);
    const Ground secrets = TRY(make_ground(arguments, surroundings_of_files()));
    secret::Finder finder(secrets.policy, secrets.salt);
    for (const std::string& word : plan.command) {
        witness.command.push_back(secret::shown_name(finder, word));
    }
    witness.environment = environment_names(*subject.family, consumer);
    witness.impossible = mutations.impossible;
    witness.not_tried = mutations.not_tried;
    witness.time = today();
    witness.tool_version = kVersion;

    report::Report report = new_report(kVerb, {subject.path});
    ExitCode code = ExitCode::Done;
    fixture::Used used = judged(*ground, subject, witness, need);
    witness.level = used.evidence;
    const std::string why = why_inconclusive(witness);
    if (!why.empty()) {
        report.findings = report::from_error(
            {fixture::code::WitnessInconclusive, {{"why", why}}, subject.mark, {}});
        report.findings.front().verdict = report::Verdict::Unknown;
        code = ExitCode::Unknown;
    } else {
        report.findings = std::move(used.findings);
        for (const report::Finding& finding : report.findings) {
            if (finding.severity == report::Severity::Error) code = ExitCode::Differed;
        }
        if (!used.not_run.empty()) code = worse(code, ExitCode::Unknown);
    }
    report.summary = summary_of(witness, mutations, used.evidence);
    if (arguments.has("--write") && why.empty()) {
        report.summary += "; kept in " + TRY(keep(*ground, witness));
    }
    if (format == report::Format::Text) terminal.out(shown_runs(witness) + "\n");
    terminal.out(report::render(report, format, {.colour = terminal.wants_colour()}));
    return code;
}

}  // namespace

const Verb kWitnessVerb = {
    "witness",
    "does a test really use a fixture?",
    "Copies the project to a scratch folder, runs the test command there twice as it is, and then "
    "over changed copies of the fixture that its family calls wrong: records swapped, dropped or "
    "repeated, fields removed, checksums stale. A test that uses the fixture fails on each of "
    "them. It must not fail on other words, other ids, or a key more. Whether the fixture is "
    "opened at all is seen by the operating system, or by a line with its path in the file that "
    "UNDERSTUDY_WITNESS names. The checkout is never changed. Exits with 0 if the level that the "
    "family requires is reached, 1 if not, 3 if the command fails without a mutation or not always "
    "in the same way.",
    kPositionals,
    kOptions,
    kExamples,
    run_verb,
};

}  // namespace understudy::app
