// Gives an answer that is at hand, and ends as the recorded tool did.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>

#include "report/shown.hpp"
#include "shim/code.hpp"
#include "shim/impl/call.hpp"
#include "shim/impl/play.hpp"
#include "shim/tool.hpp"

namespace understudy::shim {

namespace {

constexpr int kMisuse = 2;

std::int64_t changed_at(const struct stat& facts) {
    return facts.st_mtim.tv_sec * std::int64_t{1'000'000'000} + facts.st_mtim.tv_nsec;
}

}  // namespace

base::Failure cannot_answer(const Answer& answer, std::string why, const OpenSession& session) {
    const auto file = session.index.file(answer.call.file);
    return base::fail(code::CannotAnswer,
                      {{"file", file ? report::shown(file->path) : ""}, {"why", std::move(why)}});
}

base::Result<AnswerFile> open_cassette(const Answer& answer, const OpenSession& session) {
    const auto file = session.index.file(answer.call.file);
    if (!file) return cannot_answer(answer, "the index is broken", session);
    AnswerFile opened;
    opened.path = session.index.settings().cassettes + '/' + file->path;
    opened.fd = io::Fd(::open(opened.path.c_str(), O_RDONLY | O_CLOEXEC));
    struct stat facts {};
    if (!opened.fd || ::fstat(opened.fd.get(), &facts) != 0) {
        return cannot_answer(answer, std::strerror(errno), session);
    }
    opened.size = static_cast<std::size_t>(facts.st_size);
    const bool is_same = opened.size == file->size && changed_at(facts) == file->changed;
    if (!is_same) {
        return cannot_answer(answer, "the file has changed since the session began", session);
    }
    return opened;
}

int refuse_answer(const Call& call, const base::Error& why, const OpenSession& session) {
    complain(why);
    session.log(call.logged("missed"));  // a program that ignores exit codes fails at the end
    return kMisuse;
}

void play_output(const Call& call, const Answer& answer, const cassette::Output& output,
                 const OpenSession& session, Takings& takings) {
    const auto recorded = session.index.input(answer.number);
    const bool had_input = recorded && recorded->stdin_body.has_value();
    PlayOptions options;
    options.pace = session.index.settings().pace;
    // What was not piped in when it was recorded may be meant for somebody else.
    options.drains_input = call.is_piped && !call.stdin_bytes && had_input;
    cassette::Struck played{output, false, false};
    if (call.program.fault) {
        played = cassette::laid_over(
            output, *call.program.fault,
            answer.call.is_sse ? cassette::Framing::Sse : cassette::Framing::Lines);
    }
    // Who stopped reading does not ask how it ended; a signal told us if it matters.
    (void)play(played.output, options);
    takings.set_ended(answer.number);
    const auto file = session.index.file(answer.call.file);
    cassette::LoggedCall logged = call.logged("replayed");
    logged.shape.has_stdin = had_input;
    logged.cassette = file ? file->path : "";
    logged.exchange = answer.call.exchange;
    if (played.is_struck) logged.fault = cassette::name_of(*call.program.fault);
    session.log(logged);
    cassette::Ended ended = played.output.ended.value_or(cassette::Ended{});
    if (played.stalls && stall()) ended = {cassette::Ended::How::Signal, SIGPIPE, {}};
    if (ended.how == cassette::Ended::How::NotStarted) {
        write_all(STDERR_FILENO, "understudy: " + ended.why + '\n');
    }
    end_like(ended);
}

}  // namespace understudy::shim
