// From calls as they came to cassettes: sealed as one bundle a service, then written, one cassette
// a call or one for the whole timeline.
//
//     TRY(keep_calls(std::move(end.recorded), {.folder = "cassettes"}, {project, terminal}));
//
// Nothing reaches a disk before it is sealed.
#pragma once

#include <string>
#include <vector>

#include "app/cassette_files.hpp"
#include "app/kept_cassettes.hpp"
#include "app/project_file.hpp"
#include "app/terminal.hpp"
#include "base/result.hpp"
#include "cassette/model.hpp"
#include "serve/relay.hpp"
#include "shim/recorded_call.hpp"

namespace understudy::app {

// A call and what its cassette will be called.
struct ToKeep {
    std::string path;  // of the file
    std::string service, name;
    std::vector<shim::RecordedCall> calls;  // one timeline
    std::optional<plan::Effect> effect;
    cassette::Match match;
};

struct KeepPlan {
    std::string folder;    // of cassettes
    std::string timeline;  // its name, of keep_timelines
};

// Seals and writes, one cassette a call; says on standard error what was written and what waits
// for review.
base::Result<void> keep_calls(std::vector<shim::RecordedCall> calls, const KeepPlan& plan,
                              const KeepPlace& place);
// The same with one cassette a service, of its commands and its calls over HTTP in their order.
base::Result<void> keep_timelines(std::vector<shim::RecordedCall> calls,
                                  std::vector<serve::Relayed> over_http, const KeepPlan& plan,
                                  const KeepPlace& place);
base::Result<void> keep_one(ToKeep one, const ProjectGround& project, Terminal& terminal);

// The calls as they may be compared and shown.
base::Result<std::vector<cassette::Exchange>> sealed_exchanges(
    const std::vector<shim::RecordedCall>& calls);

}  // namespace understudy::app
