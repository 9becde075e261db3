// understudy pack lint PACK: everything wrong with a pack, each with its place.
#include "app/pack_files.hpp"
#include "app/shown.hpp"
#include "app/verbs.hpp"
#include "base/text.hpp"
#include "report/faces.hpp"

namespace understudy::app {

namespace {

constexpr Positional kPositionals[] = {{"PACK", "a pack by name, or its folder"}};
constexpr Option kOptions[] = {
    {"--pack-dir", "DIR", "where packs are looked for first, then ./packs, then the built-in ones",
     "", ""},
    kFormatOption,
};
constexpr Example kExamples[] = {
    {"understudy pack lint ./packs/parcel", "look at a pack while writing it"},
    {"understudy pack lint parcel --format github", "annotations in a build log"},
};

base::Result<ExitCode> run_pack_lint(const Arguments& arguments, Terminal& terminal) {
    const PackFiles files =
        TRY(find_pack_files(arguments.value("PACK"), arguments.value("--pack-dir")));
    const pack::Loaded loaded = pack::load(files.folder, pack::Thoroughness::Lint);
    report::Report report = new_report("pack lint", {files.folder.name});
    for (const pack::Problem& problem : loaded.problems) {
        const auto severity = problem.level == pack::Level::Error ? report::Severity::Error
                                                                  : report::Severity::Warning;
        for (report::Finding& finding : report::from_error(problem.error, severity)) {
            report.findings.push_back(std::move(finding));
        }
    }
    if (loaded.pack) {
        const report::Counts counts = report::count(report);
        report.summary = loaded.pack->name + '@' + loaded.pack->version + ": " +
                         base::plural(loaded.pack->resources.size(), "resource") + ", " +
                         base::plural(loaded.pack->operations.size(), "operation") + "; " +
                         (counts.warnings == 0 ? "nothing to complain about"
                                               : base::plural(counts.warnings, "warning"));
    }
    const auto format = TRY(report::format_named(arguments.value("--format")));
    terminal.out(
        report::render(report, format, {.colour = terminal.wants_colour(), .excerpt = true}));
    return loaded.has_errors() ? ExitCode::Misuse : ExitCode::Done;
}

}  // namespace

const Verb kPackLintVerb = {
    "pack lint",
    "is this pack sound?",
    "Reads a pack and reports everything wrong with it at once, each with its line: what keeps it "
    "from loading as errors, what is merely odd (unused names, filters that scan, moves without a "
    "test) as warnings. Runs nothing and reads nothing outside the pack's folder. Exits with 2 if "
    "the pack does not load; warnings alone are exit code 0.",
    kPositionals,
    kOptions,
    kExamples,
    run_pack_lint,
};

}  // namespace understudy::app
