// Signatures of webhooks, as their verifiers want them.
//
//     stripe             Stripe-Signature: t=<seconds>,v1=<hex of HMAC-SHA256 over `t.body`>
//     github             X-Hub-Signature-256: sha256=<hex of HMAC-SHA256 over the body>
//     standardwebhooks   webhook-id, webhook-timestamp, webhook-signature: v1,<base64 of
//     HMAC-SHA256
//                        over `id.timestamp.body`>; the key is the base64 behind `whsec_`. Headers
//                        that begin with `svix-` are those of the same scheme
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "http/headers.hpp"

namespace understudy::serve {

bool is_signature_scheme(std::string_view scheme);

// Puts the signature into the headers, in the place of the recorded one. False: the secret is none
// of this scheme.
bool sign_callback(http::Headers& headers, std::string_view scheme, std::string_view secret,
                   std::string_view body, std::int64_t unix_seconds);

}  // namespace understudy::serve
