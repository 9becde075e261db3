// understudy record -o FILE -- COMMAND: one call, made where the user stands and kept as a
// cassette. understudy record --plan FILE: the steps of a plan, in a clean room (record_plan.hpp).
#include <unistd.h>

#include <algorithm>
#include <filesystem>

#include "app/code.hpp"
#include "app/kept_cassettes.hpp"
#include "app/record_plan.hpp"
#include "app/recordings.hpp"
#include "app/session_index.hpp"
#include "app/verbs.hpp"
#include "base/text.hpp"
#include "cassette/match.hpp"
#include "shim/code.hpp"
#include "shim/tool.hpp"

namespace understudy::app {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kVerb = "record";
constexpr std::int64_t kMostSeconds = 86'400;

constexpr Positional kPositionals[] = {
    {"COMMAND", "behind `--`: the command and its arguments", true, true},
};
constexpr Option kOptions[] = {
    {"-o", "FILE", "the cassette to write: NAME.yaml, or NAME.jsonl for a stream", "", ""},
    {"--env", "NAME", "a variable to keep; `*` stands for any text (none is kept)", "", "", true},
    {"--match", "PART", "what beside the arguments a call must have in common with it", "stdin|cwd",
     "", true},
    {"--effect", "EFFECT", "what the call does; one that only reads can be recorded again",
     "read|write|destructive", ""},
    {"--limit", "SECONDS", "end it after this time, and everything it started", "", ""},
    {"--plan", "FILE", "run a plan instead, in a clean room", "", "", true},
    {"--out", "DIR", "of a plan: the folder of cassettes", "", ""},
    {"--sweep", "", "of a plan: only remove what earlier runs have left", "", ""},
    {"--run", "MARKER", "of a plan: the run whose leftovers are removed", "", ""},
    {"--allow-destructive", "", "of a plan: steps that destroy may run", "", ""},
    {"--config", "FILE", "the project's file (understudy.yaml, here or in a folder above)", "", ""},
    kFormatOption,
};
constexpr Example kExamples[] = {
    {"understudy record -o cassettes/git/status.yaml -- git status --porcelain",
     "keep one call of git"},
    {"understudy record -o fetch.yaml --limit 10 -- curl -s http://localhost:8080/",
     "the same with an end"},
    {"understudy record --plan plans/github/issues.yaml", "keep what the steps of a plan do"},
};

base::Failure wrong_call(std::string why) {
    return base::fail(code::BadArguments, {{"verb", std::string(kVerb)}, {"why", std::move(why)}});
}

cassette::Pairs kept_environment(const std::vector<std::string>& globs) {
    cassette::Pairs kept;
    for (char** each = ::environ; each != nullptr && *each != nullptr; ++each) {
        const std::string_view entry = *each;
        const std::size_t equals = entry.find('=');
        if (equals == std::string_view::npos) continue;
        const std::string_view name = entry.substr(0, equals);
        const bool is_kept = std::any_of(globs.begin(), globs.end(), [&](const std::string& glob) {
            return cassette::fits_wildcard(glob, name);
        });
        if (is_kept) kept.emplace_back(name, entry.substr(equals + 1));
    }
    std::sort(kept.begin(), kept.end());
    return kept;
}

std::string folder_class(const fs::path& root) {
    std::error_code problem;
    const fs::path here = fs::current_path(problem);
    const std::string below =
        here.lexically_relative(fs::weakly_canonical(root, problem)).generic_string();
    if (below.empty() || below == "." || below.starts_with("..")) return "root";
    return "root/" + below;
}

std::string path_of(const std::string& program) {
    if (program.find('/') != std::string::npos) return program;
    const char* path = std::getenv("PATH");  // NOLINT(concurrency-mt-unsafe)
    for (const std::string_view folder : base::split(path == nullptr ? "" : path, ':')) {
        const std::string candidate = std::string(folder.empty() ? "." : folder) + '/' + program;
        std::error_code problem;
        if (::access(candidate.c_str(), X_OK) == 0 && fs::is_regular_file(candidate, problem)) {
            return candidate;
        }
    }
    return {};
}

base::Result<shim::ToolCall> tool_call(const Arguments& arguments, bool allows_terminal) {
    const auto command = arguments.list("COMMAND");
    shim::ToolCall call;
    call.name = command.front();
    call.arguments.assign(command.begin() + 1, command.end());
    for (char** each = ::environ; each != nullptr && *each != nullptr; ++each) {
        call.environment.emplace_back(*each);
    }
    call.allows_terminal = allows_terminal;
    if (!arguments.has("--limit")) return call;
    const auto seconds = base::parse_int64(arguments.value("--limit"));
    if (!seconds || *seconds < 1 || *seconds > kMostSeconds) {
        return wrong_call("--limit is a number from 1 to " + std::to_string(kMostSeconds));
    }
    call.limit = std::chrono::seconds(*seconds);
    return call;
}

std::optional<plan::Effect> effect_of(std::string_view word) {
    if (word == "read") return plan::Effect::Read;
    if (word == "write") return plan::Effect::Write;
    if (word == "destructive") return plan::Effect::Destructive;
    return std::nullopt;
}

ToKeep to_keep(const Arguments& arguments, const shim::ToolCall& call, shim::ToolRun ran,
               const ProjectGround& project) {
    ToKeep one;
    one.path = arguments.value("-o");
    one.service = service_of(call.name, project.manifest);
    one.name = name_of_file(one.path, one.service, project);
    one.effect = effect_of(arguments.value("--effect"));
    for (const std::string& part : arguments.list("--match")) {
        one.match.stdin_body = one.match.stdin_body || part == "stdin";
        one.match.cwd = one.match.cwd || part == "cwd";
    }
    const auto asked = arguments.list("--env");
    std::vector<std::string> globs(asked.begin(), asked.end());
    if (const cassette::Service* service = project.manifest.find(one.service)) {
        globs.insert(globs.end(), service->env.begin(), service->env.end());
    }
    shim::RecordedCall recorded;
    recorded.input.program = call.name;
    recorded.input.args = call.arguments;
    recorded.input.cwd = folder_class(project.root);
    recorded.input.env = kept_environment(globs);
    recorded.input.stdin_body = std::move(ran.stdin_body);
    recorded.input.tty = ran.tty;
    recorded.output = std::move(ran.output);
    recorded.tool_path = path_of(call.name);
    one.calls.push_back(std::move(recorded));
    return one;
}

base::Result<ExitCode> record_call(const Arguments& arguments, Terminal& terminal) {
    const ProjectGround project = TRY(make_project(arguments.value("--config")));
    const std::string service = service_of(arguments.list("COMMAND").front(), project.manifest);
    const cassette::Service* known = project.manifest.find(service);
    const shim::ToolCall call =
        TRY(tool_call(arguments, known != nullptr && known->allows_terminal));
    shim::ToolRun ran = TRY(shim::run_tool(call));
    const cassette::Ended ended = *ran.output.ended;
    const int child = shim::exit_code_of(ended);
    if (ended.how == cassette::Ended::How::NotStarted) {
        terminal.error("understudy: " + ended.why + "\n");
    }
    base::Result<void> kept;
    if (ran.is_cut) {
        kept = base::fail(shim::code::TooLarge, {{"program", base::quoted(call.name)},
                                                 {"limit", base::with_thousands(shim::kMostKept)}});
    } else {
        kept = keep_one(to_keep(arguments, call, std::move(ran), project), project, terminal);
    }
    if (kept) return static_cast<ExitCode>(child);
    if (child == 0) return base::fail(kept.error());
    terminal.error(base::render(kept.error(), {.colour = terminal.wants_error_colour()}));
    return static_cast<ExitCode>(child);
}

base::Result<ExitCode> run_record(const Arguments& arguments, Terminal& terminal) {
    const bool has_command = !arguments.list("COMMAND").empty();
    if (arguments.has("--plan") || arguments.has("--sweep")) {
        if (has_command || arguments.has("-o")) {
            return wrong_call(
                "--plan says what is run and where it is kept; -o and a command are "
                "for one call");
        }
        return record_plan(arguments, terminal);
    }
    if (!arguments.has("-o") || !has_command) {
        return wrong_call("record needs -o FILE and a command behind `--`, or --plan FILE");
    }
    return record_call(arguments, terminal);
}

}  // namespace

const Verb kRecordVerb = {
    kVerb,
    "keep a call of a command-line tool, or the steps of a plan, as cassettes",
    "Runs the command where you stand, with your environment and what is piped in, and writes what "
    "it was given and what it did to a cassette: arguments, standard input, both outputs as bytes "
    "with their times, and how it ended. Secrets are taken out before anything is written. Its "
    "output stays its own; our words go to standard error. A file that is there already is never "
    "written over: the recording waits for review. Ends as the command ended.",
    kPositionals,
    kOptions,
    kExamples,
    run_record,
};

}  // namespace understudy::app
