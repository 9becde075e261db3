// Where a call over HTTP went, as one text and as its parts.
//
//     set_target(input, "/v1/things?name=a+b&name=c");   path, query, query_text
//     target_of(input)                                   the same bytes again
#pragma once

#include <string>
#include <string_view>

#include "cassette/model.hpp"

namespace understudy::cassette {

// `query_text` is set only where the pairs alone would be written otherwise: `+` for a space, a
// name without a value, an escape that need not be one.
void set_target(HttpInput& input, std::string_view target);
// Path and query. An empty path is written as `/`.
std::string target_of(const HttpInput& input);
// With scheme and host, where they are known.
std::string url_of(const HttpInput& input);

// `host` of `host:8080` and of `[::1]:80`.
std::string_view without_port(std::string_view host);

}  // namespace understudy::cassette
