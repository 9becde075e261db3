// The answers that have words of their own. See shown_table.hpp for the rest.
#pragma once

#include <string>
#include <string_view>

#include "app/control_route.hpp"
#include "json/value.hpp"

namespace understudy::app {

// shown_world.cpp
std::string shown_world(const json::Value& world, const Look& look);
std::string shown_state(const json::Value& state, const Look& look);    // of all resources
std::string shown_objects(const json::Value& state, const Look& look);  // of one
std::string shown_cleared(const json::Value& answer, const Look& look);
std::string shown_seeded(const json::Value& answer, const Look& look);
std::string shown_past(const json::Value& answer, const Look& look);

// shown_diff.cpp
std::string shown_diff(const json::Value& diff, const Look& look);

// shown_clock.cpp
std::string shown_clock(const json::Value& clock, const Look& look);
std::string shown_durations(const json::Value& clock, const Look& look);
std::string shown_advanced(const json::Value& answer, const Look& look);
std::string shown_triggered(const json::Value& answer, const Look& look);
std::string shown_next(const json::Value& list, const Look& look);

// shown_request.cpp
std::string shown_request(const json::Value& request, const Look& look);
std::string shown_count(const json::Value& answer, const Look& look);
// One frame of the feed on one line.
std::string shown_frame(std::string_view position, std::string_view kind, std::string_view data);

// shown_delivery.cpp
std::string shown_delivery(const json::Value& delivery, const Look& look);

// shown_trace.cpp
std::string shown_trace(const json::Value& trace, const Look& look);

// shown_version.cpp
std::string shown_health(const json::Value& answer, const Look& look);
std::string shown_version(const json::Value& answer, const Look& look);

// Quoted for a shell where it needs it.
std::string shell_word(std::string_view text);

}  // namespace understudy::app
