// Answers every request with a description of it: what a client really sends, by which way it came.
//
//     {"method": "POST", "target": "/v1/charges", "authority": "api.stripe.com", "scheme": "https",
//      "version": "HTTP/2", "tunnel": "api.stripe.com:443", "headers": [["user-agent", "..."]],
//      "trailers": [], "body_bytes": 12, "body_base64": "..."}
#pragma once

#include <string_view>

#include "io/server.hpp"
#include "json/value.hpp"

namespace understudy::serve {

json::Value to_json(const http::Headers& headers);  // [[name, value], ...]
json::Value describe(const io::Exchange& exchange, std::string_view body,
                     const http::Headers& trailers);

io::Accept reflect();

}  // namespace understudy::serve
