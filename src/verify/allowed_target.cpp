#include "verify/allowed_target.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "cassette/match.hpp"
#include "http/url.hpp"
#include "verify/code.hpp"

namespace understudy::verify {

base::Result<void> allow_target(std::string_view url, std::span<const std::string> hosts) {
    const http::Url target = TRY(http::parse_url(url));
    if (http::is_this_machine(target.host)) return {};
    const std::string named = target.host + ':' + std::to_string(http::port_of(target));
    const bool is_named = std::any_of(hosts.begin(), hosts.end(), [&](const std::string& host) {
        const std::string pattern = base::to_lower_ascii(host);
        return cassette::fits_wildcard(pattern, target.host) ||
               cassette::fits_wildcard(pattern, named);
    });
    if (is_named) return {};
    return base::fail(code::HostNotAllowed, {{"host", target.host}});
}

}  // namespace understudy::verify
