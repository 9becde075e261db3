// The `; name=value` tail that Content-Type and Content-Disposition share.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "http/media_type.hpp"

namespace understudy::http {

// What a backslash in quotes escapes: any character (RFC 9110), or only the quote and itself, so
// that a file name such as "C:\new" survives (what senders of multipart forms mean).
enum class Backslash : std::uint8_t { Any, QuoteAndItself };

// `text` begins at the first ';' or is empty. Empty parameters (`;;`) are nothing.
std::optional<std::vector<MediaParameter>> parse_parameters(std::string_view text,
                                                            Backslash backslash);

bool is_token(std::string_view text);  // RFC 9110, not empty

}  // namespace understudy::http
