// understudy record --plan FILE...: runs plans in clean rooms and keeps what their steps record.
//
// A recording that agrees with its cassette leaves the file as it is; one that differs waits for
// review; a first one that misses its plan's own expectations is not written. docs/reference/
// plan-format.md tells what a plan is, docs/reference/cassette-format.md what is written.
#pragma once

#include "app/exit_code.hpp"
#include "app/terminal.hpp"
#include "app/verb.hpp"
#include "base/result.hpp"

namespace understudy::app {

// Reads `--plan` (a list), `--sweep`, `--run`, `--allow-destructive`, `--out`, `--config` and
// `--format`; what a verb does not have counts as not given.
base::Result<ExitCode> record_plan(const Arguments& arguments, Terminal& terminal);

}  // namespace understudy::app
