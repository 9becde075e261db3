// The calls over HTTP of a program that runs under `with --http`: a proxy inside this process that
// answers them from cassettes, passes them on and keeps them, or both.
//
//     auto http = TRY(HttpSession::open(options, project, terminal));
//     for (const auto& [name, value] : http->environment()) ...    // then the program runs
//     http->close();
//     for (serve::Relayed& call : http->take()) ...
//
// It listens on this machine only. Replaying, it makes no connection whatever is asked for.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/exit_code.hpp"
#include "app/project_file.hpp"
#include "app/terminal.hpp"
#include "base/result.hpp"
#include "cassette/manifest.hpp"
#include "io/authority.hpp"
#include "serve/relay.hpp"
#include "serve/replayer.hpp"

namespace understudy::app {

struct HttpSessionOptions {
    std::string folder;  // of cassettes
    cassette::Mode mode = cassette::Mode::Replay;
    std::vector<std::string> allowed;  // hosts that may be reached, beside those of services
    std::string trust;                 // certificates of whom to trust; empty: the system's store
    std::string variant;
    std::vector<std::pair<std::string, std::string>> vars;
    std::optional<cassette::Order> order;
    std::uint32_t pace = 0;  // of played answers, thousandths of the recorded times
    std::shared_ptr<io::Authority> authority;
    std::int64_t began = 0;  // nanoseconds of the steady clock: what `at` of all calls counts from
};

class HttpSession {
public:
    // app.bad_arguments: a mode that records, and no host that may be reached.
    static base::Result<std::unique_ptr<HttpSession>> open(HttpSessionOptions options,
                                                           const ProjectGround& project,
                                                           Terminal& terminal);
    ~HttpSession();
    HttpSession(const HttpSession&) = delete;
    HttpSession& operator=(const HttpSession&) = delete;

    // What a program needs to come this way, and to believe us.
    cassette::Pairs environment() const;
    // No more calls. What is under way has a moment to end.
    void close();
    // What passed, in the order in which it began.
    std::vector<serve::Relayed> take();
    serve::Replayer* replayer() const;
    cassette::Mode mode() const;

    // On standard error: calls without a recording, recordings nobody called, calls that were lost.
    ExitCode say(Terminal& terminal) const;

private:
    struct State;
    explicit HttpSession(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

}  // namespace understudy::app
