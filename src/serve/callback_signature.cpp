#include "serve/impl/callback_signature.hpp"

#include <algorithm>
#include <iterator>

#include "base/bytes.hpp"
#include "base/hash.hpp"

namespace understudy::serve {

namespace {

std::string hmac(std::string_view secret, std::string_view text) {
    return base::hmac(base::Digest::Sha256, secret, text);
}

bool sign_standard(http::Headers& headers, std::string_view secret, std::string_view body,
                   std::int64_t now) {
    constexpr std::string_view kLead = "whsec_";
    if (secret.starts_with(kLead)) secret.remove_prefix(kLead.size());
    const auto key = base::from_base64(secret);
    if (!key) return false;
    const std::string lead = headers.has("svix-signature") ? "svix-" : "webhook-";
    const std::string id(headers.get(lead + "id"));
    const std::string time = std::to_string(now);
    headers.set(lead + "id", id);
    headers.set(lead + "timestamp", time);
    headers.set(lead + "signature",
                "v1," + base::to_base64(hmac(*key, id + '.' + time + '.' + std::string(body))));
    return true;
}

}  // namespace

bool is_signature_scheme(std::string_view scheme) {
    constexpr std::string_view kSchemes[] = {"stripe", "github", "standardwebhooks"};
    return std::find(std::begin(kSchemes), std::end(kSchemes), scheme) != std::end(kSchemes);
}

bool sign_callback(http::Headers& headers, std::string_view scheme, std::string_view secret,
                   std::string_view body, std::int64_t unix_seconds) {
    if (scheme == "standardwebhooks") return sign_standard(headers, secret, body, unix_seconds);
    if (scheme == "github") {
        headers.set("X-Hub-Signature-256", "sha256=" + base::to_hex(hmac(secret, body)));
        if (headers.has("X-Hub-Signature")) {
            headers.set("X-Hub-Signature",
                        "sha1=" + base::to_hex(base::hmac(base::Digest::Sha1, secret, body)));
        }
        return true;
    }
    const std::string time = std::to_string(unix_seconds);
    headers.set("Stripe-Signature",
                "t=" + time + ",v1=" + base::to_hex(hmac(secret, time + '.' + std::string(body))));
    return true;
}

}  // namespace understudy::serve
