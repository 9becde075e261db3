// What `replay` says when it ends: calls without a recording, recordings nobody called, webhooks.
#pragma once

#include "app/exit_code.hpp"
#include "app/terminal.hpp"
#include "serve/callbacks.hpp"
#include "serve/replayer.hpp"

namespace understudy::app {

struct ReplayEnd {
    const serve::Replayer& replayer;
    serve::Callbacks::Counts callbacks;
    ExitCode miss_exit = ExitCode::NoRecording;
    bool is_json = false;
};

// In words on standard error; with is_json, also as one line on standard output. The exit code: a
// call without a recording, then what a strict session lacks or a receiver answered otherwise.
ExitCode say_end(const ReplayEnd& end, Terminal& terminal);

}  // namespace understudy::app
