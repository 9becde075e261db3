#include "serve/impl/arrival.hpp"

#include "base/text.hpp"

namespace understudy::serve {

namespace {

// Lenient on purpose: whoever finds nothing by this name is answered accordingly.
void put_authority(Destination& destination, std::string_view authority) {
    std::string_view host = authority;
    const std::size_t bracket = host.rfind(']');
    const std::size_t colon = host.rfind(':');
    if (colon != std::string_view::npos && (bracket == std::string_view::npos || colon > bracket)) {
        const auto port = base::parse_int64(host.substr(colon + 1));
        if (port && *port > 0 && *port <= UINT16_MAX) {
            destination.port = static_cast<std::uint16_t>(*port);
        }
        host = host.substr(0, colon);
    }
    if (host.starts_with('[') && host.ends_with(']')) host = host.substr(1, host.size() - 2);
    if (host.ends_with('.')) host.remove_suffix(1);
    destination.host = base::to_lower_ascii(host);
}

bool is_this_machine(std::string_view host) {
    return host == "localhost" || host == "::1" || host.starts_with("127.");
}

}  // namespace

Destination destination_of(const http::RequestHead& request, const io::Origin& origin,
                           std::uint16_t own_port) {
    Destination destination;
    const std::string_view scheme = origin.secure ? "https://" : "http://";
    if (!origin.tunnel.empty()) {
        put_authority(destination, origin.tunnel);
        destination.by_proxy = true;
        const std::string_view said = request.authority.empty() ? origin.tunnel : request.authority;
        destination.origin = std::string(scheme) + std::string(said);
        return destination;
    }
    const bool is_connect = request.method == "CONNECT";
    put_authority(destination, is_connect ? request.target : request.authority);
    destination.origin = std::string(scheme) +
                         (request.authority.empty() ? std::string("localhost") : request.authority);
    const bool is_absolute =
        !request.target.starts_with('/') && request.target.find("://") != std::string::npos;
    if (!is_connect && !is_absolute) return destination;
    // A request to ourselves may name us in full; that alone does not make us a proxy.
    destination.by_proxy = is_connect || !is_this_machine(destination.host) ||
                           (own_port != 0 && destination.port != own_port);
    return destination;
}

}  // namespace understudy::serve
