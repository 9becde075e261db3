// What a well-formed head must also be before its message is believed: one host, one way to tell
// where the body ends. Everything here that could be read in two ways is refused.
#pragma once

#include "base/result.hpp"
#include "http/impl/h1_reader.hpp"

namespace understudy::http {

// Also fills in the head's scheme and authority.
base::Result<Framing> judge_request(RequestHead& head, const Limits& limits);

// `method` is that of the request this answers.
base::Result<Framing> judge_response(const ResponseHead& head, std::string_view method,
                                     const Limits& limits);

// Whether the connection may carry a further message after this one.
bool keeps_alive(Version version, const Headers& headers);

// The status a server answers a refused message with: 400, 408, 413, 414, 417, 431, 501 or 505.
int status_for(base::Code code);

}  // namespace understudy::http
