// Reading off a request where it wanted to go.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "http/message.hpp"
#include "io/exchange.hpp"

namespace understudy::serve {

struct Destination {
    std::string host;        // without port, in lower case; may be empty
    std::uint16_t port = 0;  // 0: not said
    bool by_proxy = false;   // the client believes we are a proxy
    std::string origin;      // "https://api.example.test": what links begin with
};

Destination destination_of(const http::RequestHead& request, const io::Origin& origin,
                           std::uint16_t own_port);

}  // namespace understudy::serve
