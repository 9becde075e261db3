// understudy pack test PACK: does the pack do what its own plans say?
#include <algorithm>

#include "app/pack_files.hpp"
#include "app/shown.hpp"
#include "app/stream_proof.hpp"
#include "app/verbs.hpp"
#include "app/world_target.hpp"
#include "base/text.hpp"
#include "plan/code.hpp"
#include "plan/load.hpp"
#include "plan/run.hpp"
#include "report/faces.hpp"

namespace understudy::app {

namespace {

constexpr Positional kPositionals[] = {{"PACK", "a pack by name, or its folder"}};
constexpr Option kOptions[] = {
    {"--only", "TEXT", "only plans whose name has this in it", "", ""},
    {"--pack-dir", "DIR", "where packs are looked for first, then ./packs, then the built-in ones",
     "", ""},
    kFormatOption,
};
constexpr Example kExamples[] = {
    {"understudy pack test ./packs/parcel", "run all its plans"},
    {"understudy pack test parcel --only refund", "run some of them"},
};

constexpr std::string_view kTests = "plans/tests/";

struct Ran {
    plan::Verdict verdict = plan::Verdict::Unknown;
    std::uint64_t calls = 0;
    std::set<std::string> operations;
    std::vector<report::Finding> findings;
};

void put_findings(Ran& ran, const base::Error& error, plan::Verdict verdict,
                  const std::string& step) {
    for (report::Finding& finding : report::from_error(error)) {
        finding.constraint = step;
        if (verdict == plan::Verdict::Unknown) {
            finding.severity = report::Severity::Warning;
            finding.verdict = report::Verdict::Unknown;
        }
        ran.findings.push_back(std::move(finding));
    }
}

base::Result<Ran> run_plan(const std::shared_ptr<const pack::Pack>& pack,
                           const pack::Folder& folder, base::Source source) {
    Ran ran;
    plan::LoadOptions options;
    options.effect = plan::Effect::Write;
    const auto plan = plan::load(std::move(source), options);
    if (!plan) return base::fail(plan.error());
    const std::unique_ptr<WorldTarget> target = TRY(WorldTarget::make(pack));
    SchemaShapes shapes;
    plan::RunOptions how;
    how.allowed = plan::Effect::Destructive;  // the world is the plan's own
    how.shapes = &shapes;
    StreamProof proof(*target, *pack, folder);
    const plan::Report report = plan::run(*plan, proof, how);
    ran.verdict = report.verdict;
    for (const StreamProof::Problem& problem : proof.problems()) {
        ran.verdict = plan::Verdict::Differed;
        put_findings(ran, problem.error, ran.verdict, problem.step);
    }
    ran.calls = report.calls;
    ran.operations = target->operations_reached();
    for (const plan::StepReport& step : report.steps) {
        for (const base::Error& finding : step.findings) {
            // What was not run follows from what has failed, and says nothing new.
            const bool follows =
                finding.code == plan::code::NotRun && report.verdict == plan::Verdict::Differed;
            if (!follows) put_findings(ran, finding, step.verdict, step.id);
        }
    }
    return ran;
}

std::string line_of(const std::string& name, const Ran& ran, bool colour) {
    constexpr std::string_view kColours[] = {"\x1b[32m", "\x1b[1;31m", "\x1b[33m"};
    constexpr std::string_view kWords[] = {"ok      ", "failed  ", "unknown "};
    const auto index = static_cast<std::size_t>(ran.verdict);
    std::string word(kWords[index]);
    if (colour) word = std::string(kColours[index]) + word + "\x1b[0m";
    return word + name + " (" + base::plural(ran.calls, "call") + ")\n";
}

// Modelled operations that no plan has called.
std::string unreached(const pack::Pack& pack, const std::set<std::string>& reached) {
    std::vector<std::string> names;
    for (const pack::Operation& operation : pack.operations) {
        if (operation.does != pack::Does::Shape && !reached.contains(operation.name)) {
            names.push_back(operation.name);
        }
    }
    return names.empty() ? std::string() : "; no plan reaches " + base::join(names, ", ");
}

base::Result<ExitCode> run_pack_test(const Arguments& arguments, Terminal& terminal) {
    const PackFiles files =
        TRY(find_pack_files(arguments.value("PACK"), arguments.value("--pack-dir")));
    const pack::Loaded loaded = pack::load(files.folder);
    if (!loaded.pack) return base::fail(loaded.as_error());
    const auto format = TRY(report::format_named(arguments.value("--format")));
    const std::string_view only = arguments.value("--only");
    report::Report report = new_report("pack test", {});
    std::size_t counts[3] = {};
    std::set<std::string> reached;
    for (const base::Source& file : files.folder.files) {
        const bool is_plan = file.name.starts_with(kTests) && file.name.ends_with(".yaml");
        if (!is_plan || file.name.find(only) == std::string::npos) continue;
        base::Source source{files.folder.name + '/' + file.name, file.text};
        report.checked.push_back(source.name);
        Ran ran = TRY(run_plan(loaded.pack, files.folder, std::move(source)));
        ++counts[static_cast<std::size_t>(ran.verdict)];
        reached.insert(ran.operations.begin(), ran.operations.end());
        if (format == report::Format::Text) {
            terminal.out(line_of(file.name, ran, terminal.wants_colour()));
        }
        std::move(ran.findings.begin(), ran.findings.end(), std::back_inserter(report.findings));
    }
    report.summary = loaded.pack->name + '@' + loaded.pack->version + ": " +
                     base::plural(counts[0], "plan") + " passed, " + std::to_string(counts[1]) +
                     " failed" +
                     (counts[2] == 0 ? "" : ", " + std::to_string(counts[2]) + " unknown") +
                     (only.empty() ? unreached(*loaded.pack, reached) : "");
    terminal.out(
        report::render(report, format, {.colour = terminal.wants_colour(), .excerpt = true}));
    if (counts[1] != 0) return ExitCode::Differed;
    // A test run that tested nothing has shown nothing.
    return counts[2] != 0 || counts[0] == 0 ? ExitCode::Unknown : ExitCode::Done;
}

}  // namespace

const Verb kPackTestVerb = {
    "pack test",
    "does a pack do what its own plans say?",
    "Runs every plan under plans/tests/ of a pack, each against a fresh world in this process; no "
    "port is opened. A step that gets another answer than it expects is a finding with its line "
    "in the plan, and so is a stream that breaks the grammar its operation names. Exits with 0 if "
    "all plans pass, 1 if one fails, 2 if the pack or a plan does not "
    "load, 3 if a plan could not be judged or there is none.",
    kPositionals,
    kOptions,
    kExamples,
    run_pack_test,
};

}  // namespace understudy::app
