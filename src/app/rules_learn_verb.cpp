// understudy rules learn FILE FILE... | -- COMMAND: which values vary, and what rules would say so?
#include <unistd.h>

#include <filesystem>

#include "app/cassette_files.hpp"
#include "app/code.hpp"
#include "app/files.hpp"
#include "app/pending_rules.hpp"
#include "app/project_file.hpp"
#include "app/recordings.hpp"
#include "app/shown.hpp"
#include "app/verbs.hpp"
#include "base/text.hpp"
#include "cassette/audit.hpp"
#include "cassette/learn.hpp"
#include "io/process.hpp"
#include "json/write.hpp"
#include "report/faces.hpp"

namespace understudy::app {

namespace {

constexpr std::string_view kVerb = "rules learn";
constexpr std::int64_t kMostRuns = 10;
constexpr std::int64_t kMostSeconds = 3'600;
constexpr std::size_t kMostKept = std::size_t{16} << 20U;

constexpr Positional kPositionals[] = {
    {"WHAT", "cassettes of the same calls; or, behind `--`, a command and its arguments", true},
};
constexpr Option kOptions[] = {
    {"--runs", "COUNT", "how often the command is run", "", "2"},
    {"--limit", "SECONDS", "how long one run may take", "", "60"},
    {"--for", "CASSETTE", "the proposals wait for review as rules of this cassette", "", ""},
    {"--write", "FILE", "write the proposals there; the file must not be there yet", "", ""},
    {"--config", "FILE", "the project's file (understudy.yaml, here or in a folder above)", "", ""},
    {"--format", "FORMAT", "how to print the proposals", "yaml|json", "yaml"},
};
constexpr Example kExamples[] = {
    {"understudy rules learn -- git log --format=%H%x00%aI%x00%s", "run it twice and compare"},
    {"understudy rules learn monday.yaml tuesday.yaml", "compare two recordings of the same calls"},
    {"understudy rules learn --runs 3 --write rules.yaml -- gh pr list --json number,updatedAt",
     "three runs; keep what is proposed"},
    {"understudy rules learn --for cassettes/git/log.yaml -- git log --format=%H%x00%aI%x00%s",
     "let what is proposed wait for review"},
};

base::Failure wrong_call(std::string why) {
    return base::fail(code::BadArguments, {{"verb", std::string(kVerb)}, {"why", std::move(why)}});
}

// No program is called so.
bool is_cassette_name(std::string_view name) {
    return name.ends_with(".yaml") || name.ends_with(".yml") || name.ends_with(".jsonl");
}

base::Result<std::int64_t> number_of(const Arguments& arguments, std::string_view option,
                                     std::int64_t least, std::int64_t most) {
    const auto number = base::parse_int64(arguments.value(option));
    if (number && *number >= least && *number <= most) return *number;
    return wrong_call(std::string(option) + " is a number from " + std::to_string(least) + " to " +
                      std::to_string(most));
}

cassette::Output output_of(const io::Finished& finished) {
    using std::chrono::duration_cast;
    using std::chrono::milliseconds;
    cassette::Output output;
    for (const io::Piece& piece : finished.pieces) {
        output.pieces.push_back(
            {duration_cast<milliseconds>(piece.at).count(),
             piece.stream == io::Stream::Output ? cassette::From::Stdout : cassette::From::Stderr,
             piece.bytes});
    }
    output.duration = duration_cast<milliseconds>(finished.exit.took).count();
    using How = cassette::Ended::How;
    const io::Exit& exit = finished.exit;
    if (exit.timed_out) {
        output.ended = cassette::Ended{How::TimedOut, 0, {}};
    } else if (exit.code) {
        output.ended = cassette::Ended{How::Exit, *exit.code, {}};
    } else {
        output.ended = cassette::Ended{How::Signal, exit.signal, {}};
    }
    return output;
}

using Recordings = std::vector<std::vector<cassette::Exchange>>;

// Where the user stands, with their environment and nothing to read. What came is sealed before
// anything of it is looked at: proposals show values.
base::Result<Recordings> run_command(const Arguments& arguments) {
    const auto command = arguments.list("WHAT");
    const std::int64_t runs = TRY(number_of(arguments, "--runs", 2, kMostRuns));
    const std::int64_t seconds = TRY(number_of(arguments, "--limit", 1, kMostSeconds));
    io::Program program;
    program.program = command.front();
    program.arguments.assign(command.begin() + 1, command.end());
    for (char** each = ::environ; each != nullptr && *each != nullptr; ++each) {
        program.environment.emplace_back(*each);
    }
    program.limit = std::chrono::seconds(seconds);
    std::vector<shim::RecordedCall> calls;
    for (std::int64_t i = 0; i < runs; ++i) {
        const io::Finished finished = TRY(io::run_program(program, kMostKept));
        if (finished.output_cut) return wrong_call("the command writes more than 16 MiB");
        shim::RecordedCall call;
        call.input.program = program.program;
        call.input.args = program.arguments;
        call.output = output_of(finished);
        calls.push_back(std::move(call));
    }
    Recordings recordings;
    for (cassette::Exchange& exchange : TRY(sealed_exchanges(calls))) {
        recordings.push_back({std::move(exchange)});
    }
    return recordings;
}

base::Result<Recordings> read_files(const Arguments& arguments) {
    Recordings recordings;
    for (const std::string& path : arguments.list("WHAT")) {
        if (!is_cassette_name(path)) return wrong_call(base::quoted(path) + " is no cassette");
        recordings.push_back(TRY(read_cassette(path)).cassette.exchanges);
    }
    return recordings;
}

std::string to_json(const cassette::Learned& learned) {
    const auto texts = [](const std::vector<std::string>& list) {
        json::Value all = json::Value::array();
        for (const std::string& each : list) all.push_back(base::to_valid_utf8(each));
        return all;
    };
    json::Value rules = json::Value::array();
    for (const cassette::Proposal& each : learned.proposals) {
        rules.push_back(json::Value::object({{"rule", cassette::written_rule(each.spec)},
                                             {"values", texts(each.values)},
                                             {"flagged", each.is_flagged}}));
    }
    json::Value grammars = json::Value::array();
    for (const cassette::GrammarProposal& each : learned.grammars) {
        grammars.push_back(json::Value::object({{"exchange", each.exchange},
                                                {"part", each.part},
                                                {"grammar", each.short_form},
                                                {"settled", each.is_settled}}));
    }
    return json::write_pretty(json::Value::object({{"rules", std::move(rules)},
                                                   {"grammars", std::move(grammars)},
                                                   {"notes", texts(learned.notes)}})) +
           "\n";
}

base::Result<void> put_aside(const Arguments& arguments, const ProjectGround& project,
                             const cassette::Learned& learned, Terminal& terminal) {
    const std::string cassette(arguments.value("--for"));
    TRY(read_cassette(cassette));
    if (!place_for_rules(project, cassette)) {
        return wrong_call("--for names a cassette in YAML, below the folder of the project");
    }
    const std::string file = TRY(put_rules_aside(project, cassette, learned.proposals));
    terminal.error(file.empty() ? std::string("there is no rule to propose\n")
                                : base::plural(learned.proposals.size(), "rule") +
                                      " waiting for review: `understudy review`\n");
    return {};
}

base::Result<ExitCode> run_learn(const Arguments& arguments, Terminal& terminal) {
    const std::string target(arguments.value("--write"));
    std::error_code problem;
    if (!target.empty() && std::filesystem::exists(target, problem)) {
        return wrong_call(base::quoted(target) + " is there already");
    }
    const bool is_files = is_cassette_name(arguments.list("WHAT").front());
    const Recordings recordings =
        is_files ? TRY(read_files(arguments)) : TRY(run_command(arguments));
    const std::vector<cassette::Timeline> timelines(recordings.begin(), recordings.end());
    const ProjectGround project = TRY(make_project(arguments.value("--config")));
    cassette::CompareOptions options;
    if (!is_files) {
        const cassette::Service* service =
            project.manifest.of_program(arguments.list("WHAT").front());
        if (service != nullptr) options = service->comparing;
    }
    const cassette::Learned learned = TRY(cassette::learn(timelines, options));
    const bool is_json = arguments.value("--format") == "json";
    const std::string text = is_json ? to_json(learned) : cassette::to_yaml(learned);
    terminal.out(text);
    if (!target.empty()) TRY_VOID(write_file(target, text));
    if (arguments.has("--for")) TRY_VOID(put_aside(arguments, project, learned, terminal));
    if (learned.findings.empty()) return ExitCode::Done;
    report::Report report = new_report(kVerb, {});
    report.findings = learned.findings;
    terminal.error(report::render(report, report::Format::Text,
                                  {.colour = terminal.wants_error_colour(), .excerpt = false}));
    return ExitCode::Differed;
}

}  // namespace

const Verb kRulesLearnVerb = {
    kVerb,
    "propose rules from recordings of the same calls",
    "Compares two cassettes or more of the same calls, or runs a command twice where you stand "
    "(without input) and compares what it printed. Each place whose value differs is proposed as a "
    "rule, by path and class, with the values seen; one that is the same every time never is. What "
    "is of no known class is proposed as `opaque` and marked. For streams a grammar is proposed. "
    "Nothing is written but with --write or --for, and nothing takes effect before you put it into "
    "a cassette or understudy.yaml, or accept it in `understudy review`. Exits with 0, with 1 if "
    "after three recordings a call turns out not to be "
    "replayable, with 2 if a file does not load.",
    kPositionals,
    kOptions,
    kExamples,
    run_learn,
};

}  // namespace understudy::app
