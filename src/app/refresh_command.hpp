// The two commands of a project that refresh runs: its gate, in the tree that would be proposed,
// and the driver that knows a forge.
#pragma once

#include <string>
#include <vector>

#include "base/result.hpp"
#include "base/time.hpp"

namespace understudy::app {

struct CommandOfProject {
    std::vector<std::string> words;
    std::string folder;  // where it runs
    base::Duration limit{};
    std::vector<std::string> environment;  // "NAME=value", beside ours
    std::string input;
};

struct EndOfCommand {
    bool is_good = false;
    std::string words;   // "`make test` ended with 1"
    std::string output;  // standard output
    std::string said;    // the last lines of both, for people
};

// Ends with the command or with its limit, and so does whatever it started. A command that cannot
// be started has ended badly.
EndOfCommand run_command(const CommandOfProject& command);

// `understudy check FOLDER`, by this very program.
std::vector<std::string> own_check(const std::string& cassettes);

}  // namespace understudy::app
