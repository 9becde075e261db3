// Where to listen: 127.0.0.1:8080, [::1]:0, localhost:0 or unix:/run/understudy.sock.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.hpp"
#include "io/fd.hpp"

namespace understudy::io {

struct Address {
    enum class Kind : std::uint8_t { Ipv4, Ipv6, Unix };
    Kind kind = Kind::Ipv4;
    std::string host;  // the address itself, or the path of a Unix socket
    std::uint16_t port = 0;

    std::string text() const;  // 127.0.0.1:8080, [::1]:8080, unix:/tmp/x.sock
    std::string url() const;   // http://127.0.0.1:8080, unix:/tmp/x.sock
    bool is_loopback() const;
};

// Literal addresses and `localhost` only: listening needs no name lookup.
base::Result<Address> parse_address(std::string_view text);

// A listening socket, not blocking. `address.port` becomes the real one. With `shared`, further
// sockets may listen on the same port (one per loop); the first one must find the port free, so
// that two programs never share a port by accident. A stale Unix socket is removed, a live one is
// an error.
base::Result<Fd> listen_on(Address& address, bool shared, bool first);

}  // namespace understudy::io
