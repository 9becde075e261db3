// understudy coverage: what do the recordings cover of the calls that were made?
#include <chrono>
#include <filesystem>

#include "app/cassette_files.hpp"
#include "app/check_report.hpp"
#include "app/code.hpp"
#include "app/coverage_report.hpp"
#include "app/fake_player.hpp"
#include "app/files.hpp"
#include "app/project_file.hpp"
#include "app/shown.hpp"
#include "app/today.hpp"
#include "app/verbs.hpp"
#include "base/text.hpp"
#include "cassette/code.hpp"
#include "cassette/coverage.hpp"
#include "io/process.hpp"
#include "json/parse.hpp"
#include "report/found.hpp"
#include "yaml/read.hpp"

namespace understudy::app {

namespace {

namespace code = cassette::code;
namespace fs = std::filesystem;

constexpr std::string_view kVerb = "coverage";
constexpr std::size_t kMostCalls = 1'000'000;
constexpr std::size_t kMostRatchetBytes = std::size_t{16} << 20U;

constexpr Option kOptions[] = {
    {"--calls", "FILE", "a log of calls; may be repeated (coverage.calls of understudy.yaml)", "",
     "", true},
    {"--ratchet", "FILE", "the list of tolerated gaps (coverage.ratchet of understudy.yaml)", "",
     ""},
    {"--base", "REF", "the commit whose list this one may not outgrow", "", "HEAD"},
    {"--allow-growth", "", "the list of tolerated gaps may have grown", "", ""},
    {"--before", "FILE", "an earlier report (--format json), to show the trend", "", ""},
    {"--config", "FILE", "the project's file (understudy.yaml, here or in a folder above)", "", ""},
    kFormatOption,
};
constexpr Example kExamples[] = {
    {"understudy coverage --calls calls.jsonl", "what of them is backed by a recording?"},
    {"understudy coverage --base origin/main", "in CI: the list of tolerated gaps may not grow"},
};

// A line that is no call is told and passed over: a log may be cut off at its end.
base::Result<void> read_calls(const std::string& path, std::vector<cassette::LoggedCall>& calls,
                              std::vector<report::Finding>& findings) {
    const base::Source source = TRY(read_file(path));
    std::size_t number = 0;
    for (const std::string_view line : base::split_lines(source.text)) {
        ++number;
        if (base::trim(line).empty() || calls.size() >= kMostCalls) continue;
        const auto value = json::parse(line);
        auto call = value ? cassette::logged_call(*value) : std::nullopt;
        if (call) {
            calls.push_back(std::move(*call));
            continue;
        }
        findings.push_back(report::found(
            code::BadCallLog, {{"line", std::to_string(number)}, {"file", base::quoted(path)}},
            base::Mark{path, 0, 0, 0, {}, 0}, report::Severity::Warning));
    }
    return {};
}

base::Result<cassette::Ratchet> ratchet_of(base::Source source) {
    return cassette::read_ratchet(TRY(yaml::read(std::move(source))));
}

// The list as a commit has it. No git, no such commit, not committed: nothing to compare with.
std::optional<cassette::Ratchet> committed_ratchet(const ProjectGround& project,
                                                   const std::string& path, std::string_view ref) {
    std::error_code problem;
    const fs::path whole = (fs::current_path(problem) / path).lexically_normal();
    io::Program git;
    git.program = "git";
    // `./` is seen from the folder that git runs in.
    git.arguments = {"show", "--no-textconv",
                     std::string(ref) + ":./" + whole.lexically_relative(project.root).string()};
    git.environment = own_environment();
    git.folder = project.root.string();
    git.limit = std::chrono::seconds(30);
    if (ref.starts_with('-')) return std::nullopt;
    const auto finished = io::run_program(git, kMostRatchetBytes);
    if (!finished || !finished->exit.succeeded()) return std::nullopt;
    auto ratchet = ratchet_of({path, finished->output()});
    if (!ratchet) return std::nullopt;
    return std::move(*ratchet);
}

base::Result<void> read_ratchets(const Arguments& arguments, const ProjectGround& project,
                                 cassette::CoverageGround& ground) {
    std::string path(arguments.value("--ratchet"));
    if (path.empty() && !project.manifest.ratchet.empty()) {
        path = (project.seen_root() / project.manifest.ratchet).string();
    }
    if (path.empty()) return {};
    std::error_code problem;
    // One that the manifest names and nobody wrote yet is an empty list.
    if (!arguments.has("--ratchet") && !fs::exists(path, problem)) return {};
    ground.ratchet = TRY(ratchet_of(TRY(read_file(path))));
    ground.ratchet_before = committed_ratchet(project, path, arguments.value("--base"));
    return {};
}

base::Result<std::vector<cassette::Loaded>> read_all(const ProjectGround& project,
                                                     std::vector<report::Finding>& findings) {
    std::vector<cassette::Loaded> all;
    for (const CassetteFile& file : TRY(list_cassettes(project.seen_root(), project.manifest))) {
        auto loaded = read_cassette(file, project.manifest);
        if (loaded) {
            all.push_back(std::move(*loaded));
            continue;
        }
        for (report::Finding& finding : report::from_error(loaded.error())) {
            findings.push_back(std::move(finding));
        }
    }
    return all;
}

std::optional<cassette::Emptiness> emptiness_in(const cassette::Loaded& loaded,
                                                const ProjectGround& project) {
    const auto rules = cassette::Rules::make(
        project.manifest.normalizers, cassette::rules_for(project.manifest, loaded.cassette));
    if (!rules) return std::nullopt;  // `check` and `rules audit` tell what is wrong with them
    const cassette::Service* service = project.manifest.find(loaded.cassette.service);
    return cassette::emptiness_of(
        loaded.cassette, *rules,
        cassette::comparing_for(loaded.cassette, service == nullptr
                                                     ? cassette::CompareOptions{}
                                                     : comparing_of(*service, project)));
}

base::Result<ExitCode> run_coverage(const Arguments& arguments, Terminal& terminal) {
    const auto format = TRY(report::format_named(arguments.value("--format")));
    const ProjectGround project = TRY(make_project(arguments.value("--config")));
    if (project.manifest.services.empty()) {
        const std::string file = project.has_file() ? project.file : std::string(kProjectFile);
        return base::fail(code::NoServices, {{"file", file}});
    }
    report::Report report = new_report(kVerb, {});
    const std::vector<cassette::Loaded> loaded = TRY(read_all(project, report.findings));
    ExitCode ended = report.findings.empty() ? ExitCode::Done : ExitCode::Misuse;

    cassette::CoverageGround ground;
    ground.manifest = &project.manifest;
    ground.today = today();
    ground.allows_growth = arguments.has("--allow-growth");
    for (const cassette::Loaded& each : loaded) {
        ground.cassettes.push_back({&each, emptiness_in(each, project)});
        report.checked.push_back(each.document.source->name);
    }
    std::vector<std::string> logs(arguments.list("--calls").begin(),
                                  arguments.list("--calls").end());
    std::error_code problem;
    if (logs.empty()) {
        const std::string usual = (project.seen_root() / project.manifest.calls).string();
        if (fs::exists(usual, problem)) logs.push_back(usual);
    }
    for (const std::string& log : logs) TRY_VOID(read_calls(log, ground.calls, report.findings));
    TRY_VOID(read_ratchets(arguments, project, ground));
    if (arguments.has("--before")) {
        const std::string before(arguments.value("--before"));
        ground.shares_before = TRY(shares_in(TRY(read_file(before))));
    }
    if (ground.calls.empty()) {
        report::Finding finding = report::found(
            code::NoCalls, {{"file", logs.empty() ? project.manifest.calls : logs.front()}}, {},
            report::Severity::Warning);
        finding.verdict = report::Verdict::Unknown;
        report.findings.push_back(std::move(finding));
        ended = worse(ended, ExitCode::Unknown);
    }
    cassette::Coverage coverage = cassette::coverage_of(ground);
    for (report::Finding& finding : coverage.findings) {
        if (finding.severity == report::Severity::Error) ended = worse(ended, ExitCode::Differed);
        report.findings.push_back(std::move(finding));
    }
    report.summary = coverage_summary(coverage, ground.calls.size());
    terminal.out(coverage_text(report, coverage, format, terminal.wants_colour()));
    return ended;
}

}  // namespace

const Verb kCoverageVerb = {
    "coverage",
    "which calls of the program does a recording back?",
    "Compares the calls that were observed (logs of `understudy with`) with the cassettes of the "
    "project: shapes of calls without a recording, recordings nobody uses, operations recorded in "
    "success only, cassettes that could not fail, how many were written by hand, how old they are "
    "and which cannot be recorded again. A call without a recording fails, unless the ratchet file "
    "lists it with reason, owner and expiry; an entry that expired or is no longer needed fails "
    "too, and so does a list that has grown since --base. Exits with 0 if there is no such gap, 1 "
    "if there is one, 2 if a file does not load, 3 if no call was observed.",
    {},
    kOptions,
    kExamples,
    run_coverage,
};

}  // namespace understudy::app
