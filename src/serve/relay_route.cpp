#include "serve/impl/relay_route.hpp"
#include "base/text.hpp"
#include "serve/code.hpp"

namespace understudy::serve {

namespace {

using base::Code;

constexpr int kBadRequest = 400;
constexpr int kForbidden = 403;
constexpr int kLoop = 508;

RouteFound refused(int status, Code code, std::vector<base::Arg> args) {
    RouteFound found;
    found.refusal = RelayRefusal{status, {code, std::move(args), {}, {}}};
    return found;
}

std::string shown_host(const http::Url& url) {
    return base::quoted(http::authority(url));
}

// scheme://authority as a URL; the authority was judged by the codec, but more strictly here.
std::optional<http::Url> url_of(std::string_view scheme, std::string_view authority) {
    auto parsed = http::parse_authority(authority);
    if (!parsed || parsed->host.empty() || (scheme != "http" && scheme != "https")) {
        return std::nullopt;
    }
    http::Url url;
    url.scheme = scheme;
    url.host = parsed->host;
    url.port = parsed->port;
    return url;
}

bool is_same_place(const http::Url& one, const http::Url& two) {
    return one.host == two.host && http::port_of(one) == http::port_of(two);
}

// What the request names; nothing: only us.
struct Named {
    std::optional<http::Url> url;
    std::string text;       // as it was written
    bool is_named = false;  // as a proxy is told
};

Named named_by(const http::RequestHead& request, const io::Origin& origin) {
    Named named;
    if (!origin.tunnel.empty()) {
        named.is_named = true;
        named.text = origin.tunnel;
        named.url = url_of(origin.secure ? "https" : "http", origin.tunnel);
    } else if (request.method == "CONNECT") {
        named.is_named = true;
        named.text = request.target;
        named.url = url_of("https", request.target);
    } else if (!request.target.starts_with('/') &&
               request.target.find("://") != std::string::npos) {
        named.is_named = true;
        named.text = request.authority;
        named.url = url_of(request.scheme, request.authority);
    }
    return named;
}

bool leads_back(const http::Url& url, const std::vector<std::uint16_t>& own_ports) {
    if (!http::is_this_machine(url.host)) return false;
    for (const std::uint16_t port : own_ports) {
        if (port != 0 && port == http::port_of(url)) return true;
    }
    return false;
}

RouteFound to_upstream(const RelayDoor& door, const http::RequestHead& request, bool by_proxy) {
    RouteFound found;
    found.route.emplace();
    found.route->upstream = door.upstream;
    found.route->is_callback = door.kind == RelayDoor::Kind::Callback;
    found.route->scheme = http::is_secure(door.upstream) ? "https" : "http";
    found.route->host = http::authority(door.upstream);
    found.route->by_proxy = by_proxy;
    // A signature may be over the address that the service called.
    if (!found.route->is_callback) found.route->host_header = found.route->host;
    found.route->is_tunnel = request.method == "CONNECT";
    return found;
}

RouteFound through_door(const RelayDoor& door, const http::RequestHead& request,
                        const Named& named) {
    if (!named.is_named) return to_upstream(door, request, false);
    // Asked as a proxy, for the one place it is there for.
    if (named.url && is_same_place(*named.url, door.upstream)) {
        return to_upstream(door, request, true);
    }
    return refused(kForbidden, code::RelayOtherHost,
                   {{"host", base::quoted(named.text)}, {"upstream", shown_host(door.upstream)}});
}

}  // namespace

RouteFound route_of(const http::RequestHead& request, const io::Origin& origin,
                    const RelayDoor& door, const AllowList& allowed,
                    const std::vector<std::uint16_t>& own_ports) {
    const Named named = named_by(request, origin);
    if (request.method == "CONNECT" && !origin.tunnel.empty()) {
        return refused(kForbidden, code::RelayTunnelInTunnel, {});
    }
    if (door.kind != RelayDoor::Kind::Forward) return through_door(door, request, named);
    if (!named.is_named) return refused(kBadRequest, code::RelayNotAsProxy, {});
    if (!named.url) {
        return refused(kBadRequest, code::RelayBadHost, {{"host", base::quoted(named.text)}});
    }
    const http::Url& url = *named.url;
    if (leads_back(url, own_ports)) {
        return refused(kLoop, code::RelayLeadsBack, {{"host", shown_host(url)}});
    }
    if (!allowed.allows(url.host, http::port_of(url))) {
        return refused(kForbidden, code::RelayNotAllowed,
                       {{"host", shown_host(url)}, {"name", url.host}});
    }
    RouteFound found;
    found.route.emplace();
    found.route->upstream = url;
    found.route->scheme = url.scheme;
    found.route->by_proxy = true;
    found.route->is_tunnel = request.method == "CONNECT";
    const auto said = request.authority.empty() || found.route->is_tunnel
                          ? std::nullopt
                          : url_of(url.scheme, request.authority);
    found.route->host = http::authority(said ? *said : url);
    return found;
}

}  // namespace understudy::serve
