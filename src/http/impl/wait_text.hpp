// Durations of real time as faults write them: 500ms, 1m30s (whole numbers, largest unit first) or
// ISO 8601 without months and years (PT0.5S, P1D). Never negative.
#pragma once

#include <chrono>
#include <optional>
#include <string_view>

namespace understudy::http {

// Nobody waits longer on a socket.
inline constexpr std::chrono::microseconds kLongestWait = std::chrono::hours(24);

std::optional<std::chrono::microseconds> parse_wait(std::string_view text);

}  // namespace understudy::http
