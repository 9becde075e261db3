// How a verb is run again and again by what a machine has for that: never by a process of ours that
// stays.
#pragma once

#include <string>
#include <string_view>

namespace understudy::verify {

// A line for cron, a timer for systemd and a workflow for GitHub Actions that run `command` daily
// at an hour that is derived from `folder`, so that not everybody calls a service at once.
std::string schedule_text(std::string_view command, std::string_view folder);

}  // namespace understudy::verify
