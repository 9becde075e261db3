// The verbs of the control plane, by area; each stands in the file of that name. A new route is a
// line in one of them, and control_routes_test.cpp holds them against the server's own document.
#pragma once

#include <span>

#include "app/verb.hpp"

namespace understudy::app {

std::span<const Verb> world_verbs();      // control_verbs_worlds.cpp
std::span<const Verb> data_verbs();       // control_verbs_data.cpp
std::span<const Verb> fault_verbs();      // control_verbs_faults.cpp
std::span<const Verb> time_verbs();       // control_verbs_time.cpp
std::span<const Verb> exogenous_verbs();  // control_verbs_exogenous.cpp
std::span<const Verb> webhook_verbs();    // control_verbs_webhooks.cpp
std::span<const Verb> insight_verbs();    // control_verbs_insight.cpp
std::span<const Verb> process_verbs();    // control_verbs_process.cpp

// The options of every such verb.
std::span<const Option> control_options();

// Routes that go their own way.
base::Result<ExitCode> export_snapshot(ControlTalk& talk);  // control_export.cpp
base::Result<ExitCode> show_last_trace(ControlTalk& talk);  // control_last_trace.cpp
base::Result<ExitCode> follow_feed(ControlTalk& talk);      // control_follow.cpp

}  // namespace understudy::app
