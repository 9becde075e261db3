// Calls that are made for real.
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstring>

#include "base/text.hpp"
#include "cassette/match.hpp"
#include "shim/code.hpp"
#include "shim/impl/call.hpp"
#include "shim/impl/channel.hpp"
#include "shim/impl/next_tool.hpp"
#include "shim/recorded_call.hpp"
#include "shim/tool.hpp"

namespace understudy::shim {

namespace {

constexpr int kMisuse = 2;

std::int64_t nanoseconds_now() {
    return std::chrono::steady_clock::now().time_since_epoch() / std::chrono::nanoseconds(1);
}

// The word it was called by, unless that was the path of the stand-in.
std::string first_word(const Call& call, const std::string& path) {
    const bool is_path = call.first_word.find('/') != std::string::npos;
    return is_path && !path.empty() ? path : call.input.program;
}

void say_not_started(const cassette::Ended& ended) {
    if (ended.how == cassette::Ended::How::NotStarted) {
        write_all(STDERR_FILENO, "understudy: " + ended.why + '\n');
    }
}

// Tells the session, or says that it could not be told. The caller gets the tool's answer anyway.
void keep(const Call& call, const base::Result<io::Fd>& connection, RecordedCall recorded,
          bool is_cut) {
    const auto not_kept = [&](std::string why) {
        complain({code::NotHandedOver,
                  {{"program", base::quoted(call.input.program)}, {"why", std::move(why)}},
                  {},
                  {}});
    };
    if (is_cut) {
        return complain({code::TooLarge,
                         {{"program", base::quoted(call.input.program)},
                          {"limit", base::with_thousands(kMostKept)}},
                         {},
                         {}});
    }
    if (!connection) return not_kept(base::message(connection.error()));
    if (!hand_over(*connection, to_message(recorded))) not_kept("the session did not take it");
}

}  // namespace

int make_for_real(const Call& call, const OpenSession& session, bool is_kept,
                  std::optional<std::uint32_t> answer, Takings& takings) {
    ToolCall tool;
    tool.environment = environment_behind(session.folder);
    const auto path = find_behind(call.input.program, tool.environment);
    if (!path) {
        complain(path.error());
        session.log(call.logged("missed"));
        return kMisuse;
    }
    tool.name = first_word(call, *path);
    tool.arguments = call.input.args;
    tool.allows_terminal = call.program.allows_terminal;
    tool.input = call.stdin_bytes;
    // Before the tool starts: the session waits for who has begun.
    const auto connection = connect_in(session.folder);
    const std::int64_t began = nanoseconds_now();
    auto ran = run_tool(tool);
    if (!ran) {
        complain(ran.error());
        return kMisuse;
    }
    const cassette::Ended ended = *ran->output.ended;
    say_not_started(ended);
    RecordedCall recorded;
    recorded.input = call.input;
    recorded.input.stdin_body = std::move(ran->stdin_body);
    recorded.input.tty = ran->tty;
    recorded.output = std::move(ran->output);
    recorded.at = std::max<std::int64_t>(0, began - session.index.settings().began) / 1'000'000;
    recorded.tool_path = *path;
    recorded.answer = answer;
    cassette::LoggedCall logged{cassette::shape_of(recorded.input), "ran", {}, {}};
    if (answer) {
        takings.set_ended(*answer);
        const auto its_call = session.index.call(*answer);
        const auto file = its_call ? session.index.file(its_call->file) : std::nullopt;
        if (file) {
            logged.cassette = file->path;
            logged.exchange = its_call->exchange;
        }
    }
    session.log(logged);
    if (is_kept) keep(call, connection, std::move(recorded), ran->is_cut);
    end_like(ended);
}

void pass_through(const Call& call, const OpenSession& session) {
    std::vector<std::string> environment = environment_behind(session.folder);
    const auto path = find_behind(call.input.program, environment);
    if (!path) {
        complain(path.error());
        ::_exit(kMisuse);
    }
    cassette::LoggedCall logged = call.logged("ran");
    logged.shape.has_stdin = call.is_piped;
    session.log(logged);
    std::vector<std::string> words{first_word(call, *path)};
    words.insert(words.end(), call.input.args.begin(), call.input.args.end());
    std::vector<char*> arguments, variables;
    for (std::string& each : words) arguments.push_back(each.data());
    for (std::string& each : environment) variables.push_back(each.data());
    arguments.push_back(nullptr);
    variables.push_back(nullptr);
    // In our own place: nothing of us is left between the caller and the tool.
    if (!path->empty()) ::execve(path->c_str(), arguments.data(), variables.data());
    const int trouble = path->empty() ? ENOENT : errno;
    const cassette::Ended ended{
        cassette::Ended::How::NotStarted, 0,
        "cannot start " + base::quoted(call.input.program) + ": " + std::strerror(trouble)};
    say_not_started(ended);
    end_like(ended);
}

}  // namespace understudy::shim
