// understudy with DIR -- COMMAND: runs a program whose command-line tools are played from
// cassettes, recorded into them, or both.
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <map>

#include "app/code.hpp"
#include "app/embedded_stand_in.hpp"
#include "app/http_recordings.hpp"
#include "app/http_session.hpp"
#include "app/opened_authority.hpp"
#include "app/recordings.hpp"
#include "app/session_index.hpp"
#include "app/shadow_report.hpp"
#include "app/verbs.hpp"
#include "base/text.hpp"
#include "report/shown.hpp"
#include "shim/code.hpp"
#include "shim/session.hpp"
#include "shim/tool.hpp"

namespace understudy::app {

namespace {

namespace fs = std::filesystem;
using cassette::Mode;

constexpr std::string_view kVerb = "with";
constexpr std::size_t kMostListed = 20;
constexpr double kSlowest = 1000;

constexpr Positional kPositionals[] = {
    {"DIR", "a folder of cassettes"},
    {"COMMAND", "behind `--`: the program under test and its arguments", true},
};
constexpr Option kOptions[] = {
    {"--mode", "MODE",
     "record, replay, pass-through, record-missing, forbid or shadow, or one of VCR's words none, "
     "all, new, spy, once; PROGRAM=MODE is for one program (replay)",
     "", "", true},
    {"--program", "NAME", "a program to stand in for, beside those in the cassettes", "", "", true},
    {"--as", "NAME", "record into one cassette a service, as a timeline", "", ""},
    {"--order", "ORDER", "whether calls must come as recorded (what each cassette says)",
     "free|strict", ""},
    {"--timing", "TIMING", "zero, original, or a factor of the recorded times", "", "zero"},
    {"--fault", "FAULT",
     "laid over every answer: cut:N (N lines or events and half of the next, then the end), "
     "stall:N "
     "(N of them, then silence) or malformed:N (half of the Nth); PROGRAM=FAULT is for one program",
     "", "", true},
    {"--var", "NAME=VALUE", "another value for a variable of the cassettes", "", "", true},
    {"--variant", "LABEL", "which variant, where there are several", "", ""},
    {"--env", "NAME", "a variable to keep in recordings; `*` stands for any text", "", "", true},
    {"--log", "FILE", "where the log of calls is appended (.understudy/calls.jsonl of a project)",
     "", ""},
    {"--http", "",
     "its calls over HTTP too: the variables for a proxy and its certificates are set for it", "",
     ""},
    {"--allow", "HOST",
     "with --http: a host that the real service may be reached at, beside the `hosts` of services; "
     "`*` stands for any text",
     "", "", true},
    {"--trust", "FILE", "with --http: certificates of whom to trust, instead of the system's store",
     "", ""},
    kAuthorityOption,
    {"--config", "FILE", "the project's file (understudy.yaml, here or in a folder above)", "", ""},
};
constexpr Example kExamples[] = {
    {"understudy with cassettes --mode record --program gh -- pytest",
     "let the tests call the real gh, and keep every call"},
    {"understudy with cassettes -- pytest", "answer the same calls from the recordings"},
    {"understudy with cassettes --http --allow api.github.com --mode record --as issues -- pytest",
     "one timeline of the commands and of the calls over HTTP"},
    {"understudy with cassettes --mode record-missing --mode git=forbid -- ./deploy.sh",
     "record what is new; a call of git fails"},
};

base::Failure wrong_call(std::string why) {
    return base::fail(code::BadArguments, {{"verb", std::string(kVerb)}, {"why", std::move(why)}});
}

base::Result<std::pair<std::string, std::string>> pair_of(std::string_view text,
                                                          std::string_view option) {
    const std::size_t equals = text.find('=');
    if (equals == 0 || equals == std::string_view::npos) {
        return wrong_call(std::string(option) + " is NAME=VALUE, not " + base::quoted(text));
    }
    return std::pair(std::string(text.substr(0, equals)), std::string(text.substr(equals + 1)));
}

base::Result<std::uint32_t> pace_of(std::string_view timing) {
    if (timing == "zero") return 0;
    if (timing == "original") return 1000;
    const auto factor = base::parse_double(timing);
    if (factor && *factor >= 0 && *factor <= kSlowest) {
        return static_cast<std::uint32_t>(std::lround(*factor * 1000));
    }
    return wrong_call("--timing is zero, original or a number from 0 to 1000, not " +
                      base::quoted(timing));
}

base::Result<void> check_program(const std::string& name) {
    const bool is_name = !name.empty() && name != "." && name != ".." && name != "understudy" &&
                         name.find('/') == std::string::npos;
    if (is_name) return {};
    return wrong_call("--program is the name of a program on PATH, without a folder, not " +
                      base::quoted(name));
}

base::Result<std::pair<std::string, cassette::StreamFault>> fault_of(const std::string& word) {
    const std::size_t equals = word.find('=');
    const std::string program = equals == std::string::npos ? "" : word.substr(0, equals);
    const std::string named = equals == std::string::npos ? word : word.substr(equals + 1);
    const auto fault = cassette::stream_fault_named(named);
    if (!fault || equals == 0) {
        return wrong_call("--fault is cut:N, stall:N or malformed:N, also as PROGRAM=FAULT, not " +
                          base::quoted(word));
    }
    return std::pair(program, *fault);
}

base::Result<SessionOptions> options_from(const Arguments& arguments) {
    SessionOptions options;
    for (const char* option : {"--allow", "--trust", "--ca-folder"}) {
        if (!arguments.has("--http") && arguments.has(option)) {
            return wrong_call(std::string(option) + " needs --http");
        }
    }
    for (const std::string& word : arguments.list("--mode")) {
        if (word.find('=') == std::string::npos) {
            options.mode = word;
        } else {
            options.modes_by_program.push_back(TRY(pair_of(word, "--mode")));
            options.programs.push_back(options.modes_by_program.back().first);
        }
    }
    for (const std::string& word : arguments.list("--program")) options.programs.push_back(word);
    for (const std::string& program : options.programs) TRY_VOID(check_program(program));
    for (const std::string& word : arguments.list("--var")) {
        options.vars.push_back(TRY(pair_of(word, "--var")));
    }
    for (const std::string& word : arguments.list("--fault")) {
        options.faults.push_back(TRY(fault_of(word)));
    }
    const auto env = arguments.list("--env");
    options.env.assign(env.begin(), env.end());
    options.variant = arguments.value("--variant");
    const std::string_view order = arguments.value("--order");
    if (!order.empty()) {
        options.order = order == "strict" ? cassette::Order::Strict : cassette::Order::Free;
    }
    // Who only replays and finds nothing has named the wrong folder.
    options.must_exist = options.mode == "replay" || options.mode == "none";
    return options;
}

base::Result<std::unique_ptr<HttpSession>> open_http(const Arguments& arguments,
                                                     const SessionOptions& options,
                                                     const cassette::IndexSettings& settings,
                                                     const ProjectGround& project,
                                                     Terminal& terminal) {
    if (!arguments.has("--http")) return std::unique_ptr<HttpSession>();
    HttpSessionOptions how;
    how.folder = arguments.value("DIR");
    std::error_code problem;
    const bool has_recordings = fs::exists(how.folder, problem);
    how.mode = cassette::mode_named(options.mode, has_recordings).value_or(Mode::Replay);
    const auto allowed = arguments.list("--allow");
    how.allowed.assign(allowed.begin(), allowed.end());
    how.trust = arguments.value("--trust");
    how.variant = options.variant;
    how.vars = options.vars;
    how.order = options.order;
    how.pace = settings.pace;
    how.began = settings.began;
    how.authority = TRY(opened_authority(arguments, false, terminal));
    return HttpSession::open(std::move(how), project, terminal);
}

// Before the program is started nobody calls, so no other thread looks at the environment.
void set_environment(const HttpSession& http) {
    for (const auto& [name, value] : http.environment()) {
        ::setenv(name.c_str(), value.c_str(), 1);  // NOLINT(concurrency-mt-unsafe)
    }
}

std::int64_t nanoseconds_now() {
    return std::chrono::steady_clock::now().time_since_epoch() / std::chrono::nanoseconds(1);
}

// --- what is said at the end

std::string note(base::Code code, std::vector<base::Arg> args) {
    const base::Error error{code, std::move(args), {}, {}};
    return "understudy: " + base::message(error) + " [" + std::string(base::name_of(code)) + "]\n";
}

bool is_unmatched(const cassette::LoggedCall& call) {
    return call.outcome == "missed" || call.outcome == "forbidden";
}

std::size_t say_unmatched(const shim::SessionEnd& end, Terminal& terminal) {
    std::map<cassette::CallShape, std::size_t> shapes;
    std::size_t all = 0;
    for (const cassette::LoggedCall& call : end.calls) {
        if (!is_unmatched(call)) continue;
        ++shapes[call.shape];
        ++all;
    }
    for (const auto& [shape, count] : shapes) {
        terminal.error(note(shim::code::Unmatched, {{"count", base::plural(count, "time")},
                                                    {"shape", report::shown(shape.text())}}));
    }
    return all;
}

bool is_played(Mode mode) {
    return mode == Mode::Replay || mode == Mode::RecordMissing || mode == Mode::Shadow;
}

std::string shown_call(const cassette::CommandInput& input) {
    std::string text = input.program;
    for (const std::string& arg : input.args) text += ' ' + arg;
    constexpr std::size_t kLongest = 120;
    text = report::shown(text);
    return text.size() > kLongest ? base::to_valid_utf8(text.substr(0, kLongest)) + "..." : text;
}

// True: a strict one is among them.
bool say_unused(const shim::SessionEnd& end, const cassette::IndexContents& index,
                Terminal& terminal) {
    std::size_t listed = 0, count = 0;
    bool is_strict = false;
    for (const std::uint32_t number : end.unused) {
        const cassette::IndexedCall& call = index.calls.at(number);
        if (!is_played(index.programs.at(call.program).mode)) continue;
        ++count;
        is_strict = is_strict || call.is_strict;
        if (listed == kMostListed) continue;
        ++listed;
        terminal.error(
            note(shim::code::Unused, {{"file", report::shown(index.files.at(call.file).path)},
                                      {"number", std::to_string(call.exchange + 1)},
                                      {"call", shown_call(call.input)}}));
    }
    if (count > listed) {
        terminal.error("understudy: and " + base::with_thousands(count - listed) +
                       " more were never called\n");
    }
    return is_strict;
}

base::Result<void> append_log(const shim::SessionEnd& end, const Arguments& arguments,
                              const ProjectGround& project) {
    const std::string named(arguments.value("--log"));
    if (named.empty() && !project.has_file()) return {};
    if (end.calls.empty()) return {};
    const fs::path path = named.empty() ? project.root / project.manifest.calls : fs::path(named);
    std::error_code problem;
    if (path.has_parent_path()) fs::create_directories(path.parent_path(), problem);
    std::string lines;
    for (const cassette::LoggedCall& call : end.calls) lines += cassette::log_line(call) + '\n';
    std::ofstream out(path, std::ios::binary | std::ios::app);
    out << lines;
    out.close();
    if (out) return {};
    return base::fail(code::CannotWrite,
                      {{"file", base::quoted(path.string())}, {"why", "it cannot be appended to"}});
}

// A fault that nothing met proves nothing about who should bear it.
void say_idle_faults(const shim::SessionEnd& end, const cassette::IndexContents& index,
                     Terminal& terminal) {
    for (const cassette::IndexedProgram& program : index.programs) {
        if (!program.fault) continue;
        bool was_replayed = false, was_struck = false;
        for (const cassette::LoggedCall& call : end.calls) {
            if (call.shape.program != program.name) continue;
            was_replayed = was_replayed || call.outcome == "replayed";
            was_struck = was_struck || !call.fault.empty();
        }
        if (!was_replayed || was_struck) continue;
        terminal.error(note(shim::code::FaultMissed, {{"fault", cassette::name_of(*program.fault)},
                                                      {"program", base::quoted(program.name)}}));
    }
}

bool is_shadowed(const shim::RecordedCall& call, const cassette::IndexContents& index) {
    for (const cassette::IndexedProgram& program : index.programs) {
        if (program.name == call.input.program) return program.mode == Mode::Shadow;
    }
    return false;
}

// What was made for real: kept, or compared aside.
base::Result<void> keep(shim::SessionEnd& end, const Arguments& arguments,
                        const cassette::IndexContents& index, HttpSession* http,
                        const ProjectGround& project, Terminal& terminal) {
    std::vector<shim::RecordedCall> shadowed, recorded;
    for (shim::RecordedCall& call : end.recorded) {
        (is_shadowed(call, index) ? shadowed : recorded).push_back(std::move(call));
    }
    const bool has_shadow = std::any_of(index.programs.begin(), index.programs.end(),
                                        [](const auto& each) { return each.mode == Mode::Shadow; });
    if (has_shadow) {
        TRY_VOID(
            report_shadow(shadowed, index, std::string(arguments.value("DIR")), project, terminal));
    }
    const KeepPlace place{project, terminal};
    std::vector<serve::Relayed> relayed;
    if (http != nullptr) relayed = http->take();
    if (http != nullptr && http->mode() == Mode::Shadow) {
        TRY_VOID(report_relayed(std::move(relayed), http->replayer(), place));
        relayed.clear();
    }
    const KeepPlan plan{std::string(arguments.value("DIR")), std::string(arguments.value("--as"))};
    if (!plan.timeline.empty()) {
        return keep_timelines(std::move(recorded), std::move(relayed), plan, place);
    }
    TRY_VOID(keep_calls(std::move(recorded), plan, place));
    // What could not be kept was told; the program under test has not failed by it.
    static_cast<void>(TRY(keep_relayed(std::move(relayed), {{}, plan.folder, {}}, place)));
    return {};
}

bool is_recorded(Mode mode) {
    return mode == Mode::Record || mode == Mode::RecordMissing;
}

// Calls that were to be recorded and did not reach us: still running, or cut off from the session.
std::size_t count_lost(const shim::SessionEnd& end, const cassette::IndexContents& index) {
    std::size_t made = 0;
    for (const cassette::LoggedCall& call : end.calls) {
        for (const cassette::IndexedProgram& program : index.programs) {
            if (program.name != call.shape.program || call.outcome != "ran") continue;
            if (is_recorded(program.mode)) ++made;
        }
    }
    std::size_t kept = 0;
    for (const shim::RecordedCall& call : end.recorded) {
        for (const cassette::IndexedProgram& program : index.programs) {
            if (program.name == call.input.program && is_recorded(program.mode)) ++kept;
        }
    }
    return std::max(end.unfinished, made > kept ? made - kept : 0);
}

base::Result<ExitCode> finish(shim::SessionEnd end, const Arguments& arguments,
                              const cassette::IndexContents& index, HttpSession* http,
                              const ProjectGround& project, Terminal& terminal) {
    const std::size_t lost = count_lost(end, index);
    const auto kept = keep(end, arguments, index, http, project, terminal);
    const auto logged = append_log(end, arguments, project);
    const std::size_t unmatched = say_unmatched(end, terminal);
    const bool is_strict = say_unused(end, index, terminal);
    say_idle_faults(end, index, terminal);
    if (lost > 0) {
        terminal.error(note(shim::code::NotFinished, {{"count", base::plural(lost, "call")}}));
    }
    const ExitCode over_http = http == nullptr ? ExitCode::Done : http->say(terminal);
    const int child = shim::exit_code_of(end.child);
    for (const auto* result : {&kept, &logged}) {
        if (*result) continue;
        if (child == 0) return base::fail(result->error());
        terminal.error(base::render(result->error(), {.colour = terminal.wants_error_colour()}));
    }
    if (child != 0) return static_cast<ExitCode>(child);
    if (unmatched > 0) return static_cast<ExitCode>(index.settings.miss_exit);
    if (over_http != ExitCode::Done) return over_http;
    if (is_strict || lost > 0) return ExitCode::Differed;
    return ExitCode::Done;
}

base::Result<ExitCode> run_with(const Arguments& arguments, Terminal& terminal) {
    const SessionOptions options = TRY(options_from(arguments));
    const std::uint32_t pace = TRY(pace_of(arguments.value("--timing")));
    const ProjectGround project = TRY(make_project(arguments.value("--config")));
    cassette::IndexContents index =
        TRY(read_session_cassettes(std::string(arguments.value("DIR")), project, options));
    index.settings.pace = pace;
    index.settings.began = nanoseconds_now();
    const auto http = TRY(open_http(arguments, options, index.settings, project, terminal));
    auto session = TRY(shim::Session::make(TRY(cassette::write_index(index)), embedded_stand_in()));
    if (http) set_environment(*http);
    const auto command = arguments.list("COMMAND");
    shim::SessionEnd end = TRY(session.run({command.begin(), command.end()}));
    if (http) http->close();
    return finish(std::move(end), arguments, index, http.get(), project, terminal);
}

}  // namespace

const Verb kWithVerb = {
    kVerb,
    "run a program with its commands and calls over HTTP recorded or replayed",
    "Puts stand-ins for command-line tools first on PATH and runs the program under test. In "
    "`replay`, a call is answered from the cassettes below DIR: bytes, exit code and signal as "
    "they were recorded, identical calls in turn; the real tool never runs. A call without a "
    "recording "
    "fails with 97 and names the three nearest. In `record`, the real tool runs and every call is "
    "kept, with secrets taken out before anything is written. The program's output stays its own; "
    "our words go to standard error. Ends as the program ended; 97, if it ended with 0 although a "
    "call had no recording.\n\n"
    "With --http its calls over HTTP are recorded and replayed in the same mode, into the same "
    "cassettes: HTTP_PROXY, HTTPS_PROXY and the variables by which programs trust certificates are "
    "set for it, and lead to a proxy inside this process. What NO_PROXY exempts goes its own way. "
    "Replaying, no connection is made; a call without a recording gets 501. With --as a service's "
    "commands and calls over HTTP are one timeline.",
    kPositionals,
    kOptions,
    kExamples,
    run_with,
};

}  // namespace understudy::app
