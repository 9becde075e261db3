// The program's first and last lines.
#include <malloc.h>

#include <csignal>
#include <cstdio>
#include <cstring>
#include <exception>
#include <string>
#include <vector>

#include "app/cli.hpp"
#include "app/code.hpp"
#include "app/terminal.hpp"

int main(int count, char** words) {
    using understudy::app::ExitCode;
    try {
        std::signal(SIGPIPE, SIG_IGN);  // a closed pipe is an error to report, not a way to die
        // One heap for all threads: those of threads grow by a page at a time, each with a call to
        // the system, which a world that is being filled would make thousands of times a second.
        mallopt(M_ARENA_MAX, 1);
        mallopt(M_TOP_PAD, 1 << 20);
        understudy::app::ProcessTerminal terminal;
        const std::vector<std::string> rest(words + (count > 0 ? 1 : 0), words + count);
        const ExitCode code = understudy::app::run(rest, terminal);
        if (terminal.failure() == 0) return static_cast<int>(code);
        const understudy::base::Error broken{understudy::app::code::BrokenOutput,
                                             {{"why", std::strerror(terminal.failure())}},
                                             {},
                                             {}};
        terminal.error(understudy::base::render(broken));
        return static_cast<int>(ExitCode::Misuse);
    } catch (const std::exception& error) {
        std::fprintf(
            stderr,
            "understudy: bug: %s\n  hint: please report this line, and what you ran, as a bug\n",
            error.what());
        return static_cast<int>(ExitCode::Bug);
    }
}
