// The parts of the reader of HTTP archives.
#pragma once

#include <optional>

#include "base/time.hpp"
#include "cassette/import/http_conversion.hpp"

namespace understudy::cassette::har {

// Each takes what it reads out of the map.
void read_request(HttpConversion& made, const json::Node& node);
void read_response(HttpConversion& made, const json::Node& node, const std::string& error);
// Messages of a WebSocket, as browsers add them to the entry of its upgrade.
void read_messages(HttpConversion& made, const json::Node& node,
                   std::optional<base::Instant> start);

// A list of {name, value}. Pseudo header fields of HTTP/2 are no header fields.
Pairs read_pairs(HttpConversion& made, const json::Node& node, std::string_view what);

}  // namespace understudy::cassette::har
