// understudy lint [PATH...]: do the committed fixtures keep their contract?
#include <atomic>
#include <filesystem>
#include <thread>

#include "app/code.hpp"
#include "app/discreet.hpp"
#include "app/export_fixtures.hpp"
#include "app/file_batch.hpp"
#include "app/files.hpp"
#include "app/lint_ground.hpp"
#include "app/lint_project.hpp"
#include "app/progress.hpp"
#include "app/secret_ground.hpp"
#include "app/secret_options.hpp"
#include "app/shown.hpp"
#include "app/today.hpp"
#include "app/verbs.hpp"
#include "base/text.hpp"
#include "fixture/baseline.hpp"
#include "fixture/code.hpp"
#include "fixture/lint.hpp"
#include "json/parse.hpp"
#include "json/write.hpp"
#include "report/faces.hpp"
#include "report/shown.hpp"
#include "secret/suppress.hpp"
#include "yaml/read.hpp"

namespace understudy::app {

namespace {

using fixture::Check;
using fixture::Gate;
using fixture::kChecks;
using fixture::Linted;
using report::Finding;
using report::Severity;

constexpr std::string_view kVerb = "lint";
constexpr std::string_view kSecretCodes = "fixture.secret.";
constexpr std::size_t kManyFixtures = 64;  // from here on several threads pay

constexpr Positional kPositionals[] = {
    {"PATH", "a fixture, or a folder of them (all of the project)", true, true},
};
constexpr Option kOptions[] = {
    {"--check", "NAME", "only this check; may be repeated",
     "parse|metadata|order|secrets|consumers", "", true},
    {"--gate", "LEVEL", "what fails the run; none: report only (of understudy.yaml, or breaking)",
     "breaking|warning|none", ""},
    {"--baseline", "FILE", "say nothing of the findings that are listed there", "", ""},
    {"--write-baseline", "FILE", "list the findings there; a list that is there only shrinks", "",
     ""},
    {"--export", "", "run the export commands of families whose fixtures live in source files", "",
     ""},
    {"--config", "FILE", "the project's file (understudy.yaml, here or in a folder above)", "", ""},
    kPolicyOption,
    kRulesOption,
    {"--jobs", "N", "how many threads look (all cores)", "", ""},
    {"--progress", "", "say every two seconds how far it is, also where nobody watches", "", ""},
    kFormatOption,
};
constexpr Example kExamples[] = {
    {"understudy lint", "check all fixtures of the project by understudy.yaml"},
    {"understudy lint tests/fixtures --check order --check secrets", "two of the five checks"},
    {"understudy lint --gate none --format markdown", "an overview for a pull request"},
    {"understudy lint --export", "also run the commands that print fixtures out of source files"},
};

std::array<bool, kChecks> asked_checks(const Arguments& arguments) {
    std::array<bool, kChecks> asked{};
    const auto names = arguments.list("--check");
    if (names.empty()) asked.fill(true);
    for (std::size_t i = 0; i < kChecks; ++i) {
        for (const std::string& name : names) asked[i] |= name == fixture::all_check_names()[i];
    }
    return asked;
}

base::Result<std::size_t> jobs_of(const Arguments& arguments) {
    constexpr std::int64_t kMostJobs = 1024;
    const std::size_t cores = std::max(1U, std::thread::hardware_concurrency());
    if (!arguments.has("--jobs")) return cores;
    const auto jobs = base::parse_int64(arguments.value("--jobs"));
    if (!jobs || *jobs < 1 || *jobs > kMostJobs) {
        return base::fail(code::BadArguments, {{"verb", std::string(kVerb)},
                                               {"why", "--jobs is a number from 1 to 1024"}});
    }
    return static_cast<std::size_t>(*jobs);
}

// Checks 1 to 4, on several threads where that pays. The order of the result is that of the claims.
std::vector<Linted> lint_all(const std::vector<fixture::Claim>& claims, const fixture::Tree& tree,
                             const fixture::LintGround& ground, const Ground& secrets,
                             std::size_t jobs, Progress& progress) {
    std::vector<Linted> all(claims.size());
    std::atomic<std::size_t> next = 0;
    std::atomic<std::size_t> done = 0;
    const auto work = [&](bool reports) {
        fixture::SecretCheck check(secrets.policy, secrets.salt);
        for (std::size_t at = next++; at < claims.size(); at = next++) {
            all[at] = fixture::lint_fixture(claims[at], tree, ground, check);
            const std::size_t count = ++done;
            if (reports) progress.at(count, 0);
        }
    };
    const std::size_t crew =
        claims.size() < kManyFixtures ? 1 : std::min(jobs, claims.size() / (kManyFixtures / 2));
    std::vector<std::thread> threads;
    for (std::size_t i = 1; i < crew; ++i) threads.emplace_back(work, false);
    work(true);
    for (std::thread& thread : threads) thread.join();
    return all;
}

std::vector<fixture::KeptWitness> read_witnesses(const LintGround& ground,
                                                 std::vector<Finding>& findings) {
    std::vector<fixture::KeptWitness> kept;
    for (const std::string& name :
         ground.tree->below(fixture::joined({}, ground.project.witnesses))) {
        const auto source = ground.tree->read(name);
        if (!source) continue;
        auto document = json::parse_document(**source);
        auto witness =
            document ? fixture::read_witness(*document)
                     : base::Result<fixture::Witness>(base::fail(std::move(document).error()));
        if (witness) {
            kept.push_back({std::move(*witness), (*source)->whole()});
        } else {
            for (Finding& finding : report::from_error(witness.error())) {
                findings.push_back(std::move(finding));
            }
        }
    }
    return kept;
}

bool is_secret(const Finding& finding) {
    return std::string_view(finding.code).starts_with(kSecretCodes);
}

ExitCode exit_code_of(const std::vector<Finding>& findings, Gate gate) {
    if (gate == Gate::None) return ExitCode::Done;
    ExitCode code = ExitCode::Done;
    for (const Finding& finding : findings) {
        const bool counts = finding.severity == Severity::Error ||
                            (gate == Gate::Warning && finding.severity == Severity::Warning);
        if (counts)
            code = worse(code, is_secret(finding) ? ExitCode::SecretFound : ExitCode::Differed);
        if (finding.verdict == report::Verdict::Unknown) code = worse(code, ExitCode::Unknown);
    }
    return code;
}

Gate gate_of(const Arguments& arguments, const LintGround& ground) {
    const std::string_view said = arguments.value("--gate");
    if (said == "none") return Gate::None;
    if (said == "warning") return Gate::Warning;
    if (said == "breaking") return Gate::Breaking;
    return ground.project.gate;
}

struct Quiet {
    std::size_t suppressed = 0;
    std::size_t listed = 0;  // in the baseline
};

constexpr int kBaselineMonths = 6;

// The same day half a year on, for a baseline that nobody gave an end.
std::string half_a_year_after(std::string_view day) {
    const auto year = base::parse_int64(day.substr(0, 4)).value_or(0);
    const auto month =
        base::parse_int64(day.substr(day[5] == '0' ? 6 : 5, day[5] == '0' ? 1 : 2)).value_or(1);
    const std::int64_t later = month + kBaselineMonths;
    const std::int64_t next_month = later > 12 ? later - 12 : later;
    std::string text = std::to_string(later > 12 ? year + 1 : year);
    return text + (next_month < 10 ? "-0" : "-") + std::to_string(next_month) + "-01";
}

base::Result<std::optional<fixture::Baseline>> load_baseline(const std::string& path) {
    std::error_code problem;
    if (!std::filesystem::exists(path, problem)) return std::optional<fixture::Baseline>();
    return std::optional(
        TRY(fixture::read_baseline(TRY(json::parse_document(TRY(read_file(path)))))));
}

base::Result<Quiet> silence(const Arguments& arguments, const LintGround& ground,
                            const Ground& secrets, std::vector<Finding>& findings,
                            const std::vector<std::string>& checked) {
    Quiet quiet;
    secret::Silenced left =
        secret::suppress(std::move(findings), secrets.suppressions, today(), checked);
    findings = std::move(left.findings);
    quiet.suppressed = left.suppressed;
    std::string path(arguments.value("--baseline"));
    if (path.empty() && !ground.project.baseline.empty()) {
        path = (ground.root / ground.project.baseline).string();
    }
    if (const std::string written(arguments.value("--write-baseline")); !written.empty()) {
        const auto before = TRY(load_baseline(written));
        const fixture::Baseline made =
            fixture::baseline_of(findings, before ? &*before : nullptr, half_a_year_after(today()));
        FileBatch batch;
        TRY_VOID(batch.add(written, json::write_pretty(fixture::to_json(made)) + "\n"));
        TRY_VOID(batch.commit());
        path = written;
    }
    if (path.empty()) return quiet;
    const auto baseline = TRY(load_baseline(path));
    if (!baseline) {
        if (arguments.has("--baseline")) TRY_VOID(read_file(path));  // says why not
        return quiet;
    }
    fixture::Silenced rest = fixture::leave_out(std::move(findings), *baseline, today());
    findings = std::move(rest.findings);
    quiet.listed = rest.count;
    return quiet;
}

std::string summary_text(const std::vector<Linted>& all, std::size_t findings, const Quiet& quiet,
                         const std::vector<fixture::FamilySummary>& summaries) {
    std::string text = findings == 0 ? "no findings" : base::plural(findings, "finding");
    text += " in " + base::plural(all.size(), "fixture") + " of " +
            base::with_thousands(summaries.size()) +
            (summaries.size() == 1 ? " family" : " families");
    if (quiet.suppressed > 0) text += "; " + base::with_thousands(quiet.suppressed) + " suppressed";
    if (quiet.listed > 0) text += "; " + base::with_thousands(quiet.listed) + " in the baseline";
    return text;
}

base::Result<ExitCode> lint(const Arguments& arguments, Terminal& terminal, const Ground& secrets,
                            Discreet& discreet) {
    const auto format = TRY(report::format_named(arguments.value("--format")));
    const std::size_t jobs = TRY(jobs_of(arguments));
    const auto ground = TRY(make_lint_ground(arguments.value("--config")));
    const auto paths = TRY(ground->inside(arguments.list("PATH")));
    fixture::Claims claims =
        TRY(fixture::find_claims(ground->project, *ground->tree, ground->shelf, paths));
    std::vector<Finding> of_cassettes;
    if (paths.empty() && !arguments.has("--check")) {
        of_cassettes = TRY(judge_cassettes(arguments.value("--config")));
    }
    if (claims.claims.empty() && claims.findings.empty() && of_cassettes.empty()) {
        return base::fail(code::NoFixtures, {{"root", ground->root.filename().string()}});
    }

    fixture::LintGround rules;
    rules.asked = asked_checks(arguments);
    rules.metadata.lanes = ground->project.lanes;
    rules.metadata.policy_digest = secrets.digest();
    std::vector<Linted> all;
    {
        Progress progress(terminal, arguments.has("--progress"));
        const fixture::ChangedTree tree = arguments.has("--export")
                                              ? export_fixtures(claims.claims, *ground, rules)
                                              : fixture::ChangedTree(*ground->tree, {});
        all = lint_all(claims.claims, tree, rules, secrets, jobs, progress);
    }
    std::vector<Finding> findings = std::move(claims.findings);
    if (rules.asked[static_cast<std::size_t>(Check::Consumers)]) {
        fixture::ConsumerGround consumer_ground;
        consumer_ground.tests = ground->project.tests;
        consumer_ground.workflows = ground->project.workflows;
        consumer_ground.witnesses = read_witnesses(*ground, findings);
        consumer_ground.jobs = TRY(jobs_in_documents(*ground));
        fixture::Consumers consumers(*ground->tree, std::move(consumer_ground));
        for (Linted& linted : all) fixture::judge_consumers(linted, consumers);
        add_all(findings, consumers.project_findings());
    }
    std::vector<std::string> checked;
    for (Linted& linted : all) {
        fixture::settle(linted, !arguments.has("--check"));
        add_all(findings, std::move(linted.findings));
        checked.push_back(linted.path);
    }
    std::vector<fixture::FamilySummary> summaries = fixture::summaries_of(all);
    fixture::OverviewFacts facts;
    std::vector<Finding> of_age;
    judge_age(all, rules.metadata.policy_digest, summaries, of_age);
    if (paths.empty() && !arguments.has("--check")) {
        add_all(findings, std::move(of_age));
        add_all(findings, std::move(of_cassettes));
        facts.live_only = TRY(judge_live_only(*ground, all, findings));
        TRY_VOID(judge_documents(*ground, findings));
    }
    for (Finding& finding : findings) discreet.cover(finding);
    const Quiet quiet = TRY(silence(arguments, *ground, secrets, findings, checked));
    for (std::string& name : checked) name = discreet.text(name);

    report::Report report = new_report(kVerb, std::move(checked));
    report.summary = summary_text(all, findings.size(), quiet, summaries);
    report.findings = std::move(findings);
    facts.most_live_only = ground->project.most_live_only;
    facts.suppressed = quiet.suppressed;
    facts.baseline = quiet.listed;
    if (format == report::Format::Markdown) {
        terminal.out(fixture::to_markdown(summaries, rules.asked, facts));
    }
    // No excerpts: a line of a fixture may hold what nobody should read.
    terminal.out(
        report::render(report, format, {.colour = terminal.wants_colour(), .excerpt = false}));
    if (format == report::Format::Text && !summaries.empty()) {
        terminal.out("\n" + fixture::to_table(summaries, rules.asked));
    }
    return exit_code_of(report.findings, gate_of(arguments, *ground));
}

base::Result<ExitCode> run_lint(const Arguments& arguments, Terminal& terminal) {
    const Ground secrets = TRY(make_ground(arguments, surroundings_of_files()));
    Discreet discreet(secret::Finder(secrets.policy, secrets.salt));
    auto ended = lint(arguments, terminal, secrets, discreet);
    if (ended) return ended;
    return base::fail(discreet.cover(std::move(ended).error()));
}

}  // namespace

const Verb kLintVerb = {
    "lint",
    "do the committed fixtures keep their contract?",
    "Checks the fixtures of a project by their families: do they parse, is their metadata there "
    "and credible, is their order legal, is there no secret in them, does a test use them? Which "
    "file is of which family is said by understudy.yaml, by a sidecar (NAME.meta.json), by a "
    "fixtures.meta.yaml or by the fixture itself. Exits with 0 if all is well, 1 if something is "
    "not, 2 if a family or the project's file does not load, 3 if a check could not be made, 8 if "
    "there is a secret.",
    kPositionals,
    kOptions,
    kExamples,
    run_lint,
};

}  // namespace understudy::app
