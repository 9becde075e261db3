// Small steps of parsing outputs, shared by the files parsed*.cpp.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cassette/model.hpp"
#include "cassette/parsed.hpp"
#include "json/value.hpp"

namespace understudy::cassette {

// A text as a value. Bytes that are no UTF-8 are written as \xNN, and then a backslash is doubled.
json::Value text_value(std::string_view bytes);

// Each with its end; "a\nb" is two.
std::vector<std::string> lines_with_ends(std::string_view text);

// Every line an event, blank ones left out. A line that is no JSON object is malformed.
std::vector<Event> events_of_lines(std::string_view text);
std::vector<Event> events_of_sse(std::string_view text);
// Frames of a WebSocket, both ways, in the order they went.
Part frames_part(const Output& output);

// By its header: names in capitals, two spaces or a tab between them. Nothing: it is no table, or a
// row does not keep to its columns.
std::optional<Table> table_of(std::string_view text);

// What was called, as one map.
json::Value input_value(const Exchange& exchange);

}  // namespace understudy::cassette
