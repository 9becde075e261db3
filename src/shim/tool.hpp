// Runs a real tool in the place of its caller and writes down what it does: its output goes through
// at once, byte for byte, to our own; standard input is handed on if it is piped; signals are
// forwarded.
//
//     ToolRun ran = TRY(run_tool({.name = "gh", .arguments = {"pr", "list"}, .environment = ...}));
//     return end_like(*ran.output.ended);
//
// A terminal as standard input is closed off, so that a prompt never hangs, unless it is allowed. A
// terminal as standard output is one for the tool, too.
#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "cassette/model.hpp"

namespace understudy::shim {

struct ToolCall {
    std::string name;  // its first word, and what is looked for on the PATH of `environment`
    std::vector<std::string> arguments;
    std::vector<std::string> environment;
    bool allows_terminal = false;
    std::optional<std::string> input;  // standard input, where it was read already
    std::optional<std::chrono::milliseconds> limit;
};

struct ToolRun {
    cassette::Output output;
    std::optional<cassette::Body> stdin_body;  // what was handed on
    bool tty = false;
    bool is_cut = false;  // more than is kept: the tool got and gave all of it, we have a part
};

inline constexpr std::size_t kMostKept = std::size_t{256} << 20U;

// A tool that cannot be started is a run, too: it ended as NotStarted. Fails where the system does.
base::Result<ToolRun> run_tool(const ToolCall& call);

// As a shell says it: the code, 128+n after signal n, 127 or 126 if it did not start.
int exit_code_of(const cassette::Ended& ended);

// Ends this process the same way, by the same signal where there was one.
[[noreturn]] void end_like(const cassette::Ended& ended);

// Writes all of it. False: nobody reads any more.
bool write_all(int fd, std::string_view bytes);

}  // namespace understudy::shim
