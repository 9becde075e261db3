// Where a request that came to a relay is to go, or why it may not.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "http/url.hpp"
#include "io/exchange.hpp"
#include "serve/relay.hpp"

namespace understudy::serve {

struct RelayRoute {
    http::Url upstream;        // of which scheme, host and port count
    std::string scheme;        // as it is recorded
    std::string host;          // as it is recorded: how the program names the service
    std::string host_header;   // what Host says to the upstream; empty: what it said to us
    bool is_callback = false;  // from the service to the program
    bool is_tunnel = false;    // CONNECT to a host that is allowed: to be intercepted
    bool by_proxy = false;     // the program believes we are a proxy
};

struct RelayRefusal {
    int status = 403;
    base::Error error;
};

struct RouteFound {
    std::optional<RelayRoute> route;
    std::optional<RelayRefusal> refusal;  // exactly one of the two
};

// `own_ports`: where this process listens; going there would never end.
RouteFound route_of(const http::RequestHead& request, const io::Origin& origin,
                    const RelayDoor& door, const AllowList& allowed,
                    const std::vector<std::uint16_t>& own_ports);

}  // namespace understudy::serve
