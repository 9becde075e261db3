#include "io/proxy.hpp"

#include <cstdlib>

#include "base/text.hpp"

namespace understudy::io {

namespace {

base::Result<std::optional<http::Url>> read_one(const Environment& environment,
                                                std::initializer_list<std::string_view> names) {
    for (const std::string_view name : names) {
        const auto text = environment(name);
        if (!text || text->empty()) continue;
        // curl and others take `127.0.0.1:3128` for http://127.0.0.1:3128.
        const bool bare = text->find("://") == std::string::npos;
        auto url = http::parse_url(bare ? "http://" + *text : *text);
        if (url && url->scheme == "http") return std::optional(std::move(*url));
        std::string shown = *text;
        if (const std::size_t at = shown.rfind('@'); at != std::string::npos) {
            shown = "(credentials)" + shown.substr(at);
        }
        return base::fail(base::Code::IoBadProxy,
                          {{"variable", std::string(name)},
                           {"value", base::quoted(shown)},
                           {"why", bare || base::to_lower_ascii(*text).starts_with("http://")
                                       ? "it is no URL"
                                       : "only http:// proxies are spoken to"}});
    }
    return std::optional<http::Url>();
}

bool matches(std::string_view rule, std::string_view host, std::uint16_t port) {
    if (rule == "*") return true;
    // A port follows the only colon, or a bracket; an address without brackets is all colons.
    if (const std::size_t colon = rule.rfind(':');
        colon != std::string_view::npos &&
        (rule.find(':') == colon || rule.substr(0, colon).ends_with(']'))) {
        if (rule.substr(colon + 1) != std::to_string(port)) return false;
        rule = rule.substr(0, colon);
    }
    if (rule.starts_with('*')) rule.remove_prefix(1);
    if (rule.starts_with('.')) rule.remove_prefix(1);
    if (rule.starts_with('[') && rule.ends_with(']')) rule = rule.substr(1, rule.size() - 2);
    if (rule.empty() || rule.size() > host.size()) return false;
    const std::string_view tail = host.substr(host.size() - rule.size());
    if (!base::equal_ignoring_case(tail, rule)) return false;
    if (tail.size() == host.size()) return true;
    // Below a domain; an address is below nothing: 0.1 does not mean 127.0.0.1.
    const bool is_address = host.find_first_not_of("0123456789.") == std::string_view::npos;
    return !is_address && host[host.size() - tail.size() - 1] == '.';
}

}  // namespace

const http::Url* Proxies::for_url(const http::Url& url) const {
    const auto& chosen = http::is_secure(url) ? https : http;
    if (!chosen) return nullptr;
    for (const std::string& rule : exempt) {
        if (matches(rule, url.host, http::port_of(url))) return nullptr;
    }
    return &*chosen;
}

base::Result<Proxies> read_proxies(const Environment& environment) {
    Proxies proxies;
    if (environment("REQUEST_METHOD")) {
        proxies.http = TRY(read_one(environment, {"http_proxy", "all_proxy", "ALL_PROXY"}));
    } else {
        proxies.http =
            TRY(read_one(environment, {"http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"}));
    }
    proxies.https =
        TRY(read_one(environment, {"https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"}));
    auto exempt = environment("no_proxy");
    if (!exempt) exempt = environment("NO_PROXY");
    if (exempt) {
        for (const std::string_view rule : base::split(*exempt, ',')) {
            if (!base::trim(rule).empty()) proxies.exempt.emplace_back(base::trim(rule));
        }
    }
    return proxies;
}

base::Result<Proxies> proxies_of_process() {
    return read_proxies([](std::string_view name) -> std::optional<std::string> {
        const char* value = std::getenv(std::string(name).c_str());
        if (value == nullptr) return std::nullopt;
        return std::string(value);
    });
}

}  // namespace understudy::io
