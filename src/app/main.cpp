// The program's first and last lines.
#include <malloc.h>

#include <csignal>
#include <cstdio>
#include <cstring>
#include <exception>
#include <string>
#include <vector>

#include "app/cassette_files.hpp"
#include "app/cli.hpp"
#include "app/code.hpp"
#include "app/small_blocks.hpp"
#include "app/terminal.hpp"
#include "app/without_network.hpp"
#include "shim/shim.hpp"

int main(int count, char** words) {
    using understudy::app::ExitCode;
    try {
        // Under a borrowed name we are somebody else, and in a hurry: nothing else is set up.
        if (const auto borrowed = understudy::shim::borrowed_name(count > 0 ? words[0] : nullptr)) {
            return understudy::shim::run(*borrowed, {words, static_cast<std::size_t>(count)},
                                         {[] { return understudy::app::sealing_policy({}); },
                                          [] { return understudy::app::identity_of_machine(); }});
        }
        if (count > 2 && std::strcmp(words[1], understudy::app::kWithoutNetwork) == 0) {
            return understudy::app::become_without_network(
                {words + 2, static_cast<std::size_t>(count - 2)});
        }
        std::signal(SIGPIPE, SIG_IGN);  // a closed pipe is an error to report, not a way to die
        // One heap for all threads: those of threads grow by a page at a time, each with a call to
        // the system, which a world that is being filled would make thousands of times a second.
        mallopt(M_ARENA_MAX, 1);
        mallopt(M_TOP_PAD, 1 << 20);
        understudy::app::begin_small_blocks();
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
