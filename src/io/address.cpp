#include "io/address.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>

#include "base/text.hpp"

namespace understudy::io {

using base::Code;
using base::fail;
using base::Result;

namespace {

constexpr int kBacklog = 4096;

struct Sockaddr {
    sockaddr_storage storage{};
    socklen_t size = 0;
    const sockaddr* get() const { return reinterpret_cast<const sockaddr*>(&storage); }
    sockaddr* get() { return reinterpret_cast<sockaddr*>(&storage); }
};

Sockaddr to_sockaddr(const Address& address) {
    Sockaddr result;
    if (address.kind == Address::Kind::Unix) {
        auto* name = reinterpret_cast<sockaddr_un*>(&result.storage);
        name->sun_family = AF_UNIX;
        std::memcpy(name->sun_path, address.host.c_str(), address.host.size() + 1);
        result.size = sizeof(sockaddr_un);
    } else if (address.kind == Address::Kind::Ipv4) {
        auto* name = reinterpret_cast<sockaddr_in*>(&result.storage);
        name->sin_family = AF_INET;
        name->sin_port = htons(address.port);
        ::inet_pton(AF_INET, address.host.c_str(), &name->sin_addr);
        result.size = sizeof(sockaddr_in);
    } else {
        auto* name = reinterpret_cast<sockaddr_in6*>(&result.storage);
        name->sin6_family = AF_INET6;
        name->sin6_port = htons(address.port);
        ::inet_pton(AF_INET6, address.host.c_str(), &name->sin6_addr);
        result.size = sizeof(sockaddr_in6);
    }
    return result;
}

base::Failure cannot_listen(const Address& address) {
    return fail(Code::IoCannotListen, {{"address", address.text()}, {"why", std::strerror(errno)}});
}

Result<Fd> open_bound(const Address& address, bool shared) {
    const Sockaddr name = to_sockaddr(address);
    Fd socket(::socket(name.storage.ss_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
    if (!socket) return cannot_listen(address);
    const int on = 1;
    if (address.kind != Address::Kind::Unix) {
        ::setsockopt(socket.get(), SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
        if (shared) ::setsockopt(socket.get(), SOL_SOCKET, SO_REUSEPORT, &on, sizeof on);
        if (address.kind == Address::Kind::Ipv6) {
            ::setsockopt(socket.get(), IPPROTO_IPV6, IPV6_V6ONLY, &on, sizeof on);
        }
    }
    if (::bind(socket.get(), name.get(), name.size) != 0) return cannot_listen(address);
    return socket;
}

// Nobody answers on it any more: what a killed program left behind.
void remove_stale_socket(const Address& address) {
    struct stat status {};
    if (::lstat(address.host.c_str(), &status) != 0 || !S_ISSOCK(status.st_mode)) return;
    const Sockaddr name = to_sockaddr(address);
    // Not blocking: one that lives but is too busy to take us is not waited for.
    const Fd probe(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
    if (::connect(probe.get(), name.get(), name.size) != 0 && errno == ECONNREFUSED) {
        ::unlink(address.host.c_str());
    }
}

}  // namespace

std::string Address::text() const {
    switch (kind) {
        case Kind::Unix: return "unix:" + host;
        case Kind::Ipv4: return host + ':' + std::to_string(port);
        case Kind::Ipv6: return '[' + host + "]:" + std::to_string(port);
    }
    return {};
}

std::string Address::url() const {
    return kind == Kind::Unix ? text() : "http://" + text();
}

bool Address::is_loopback() const {
    return kind == Kind::Unix || host.starts_with("127.") || host == "::1";
}

Result<Address> parse_address(std::string_view text) {
    const auto bad = [&](std::string_view why) {
        return fail(Code::IoBadAddress,
                    {{"address", base::quoted(text)}, {"why", std::string(why)}});
    };
    Address address;
    if (text.starts_with("unix:")) {
        address.kind = Address::Kind::Unix;
        address.host = text.substr(5);
        if (address.host.empty()) return bad("it names no path");
        if (address.host.size() >= sizeof(sockaddr_un::sun_path)) {
            return bad("the path is longer than a Unix socket's may be");
        }
        if (address.host.find('\0') != std::string::npos) return bad("the path holds a NUL");
        return address;
    }
    const std::size_t colon = text.rfind(':');
    if (colon == std::string_view::npos) return bad("it has no port");
    const auto port = base::parse_int64(text.substr(colon + 1));
    if (!port || *port < 0 || *port > 65535) return bad("the port is not a number from 0 to 65535");
    address.port = static_cast<std::uint16_t>(*port);
    std::string_view host = text.substr(0, colon);
    if (host == "localhost") host = "127.0.0.1";
    if (host.starts_with('[') && host.ends_with(']')) {
        address.kind = Address::Kind::Ipv6;
        host = host.substr(1, host.size() - 2);
    }
    address.host = host;
    in6_addr parsed{};
    const int family = address.kind == Address::Kind::Ipv6 ? AF_INET6 : AF_INET;
    if (::inet_pton(family, address.host.c_str(), &parsed) != 1) {
        return bad("the host is neither localhost nor an IP address");
    }
    std::array<char, INET6_ADDRSTRLEN> usual{};  // [0:0::1] is [::1]
    address.host = ::inet_ntop(family, &parsed, usual.data(), usual.size());
    return address;
}

Result<Fd> listen_on(Address& address, bool shared, bool first) {
    if (address.kind == Address::Kind::Unix) remove_stale_socket(address);
    if (shared && first && address.port != 0) TRY(open_bound(address, false));
    Fd socket = TRY(open_bound(address, shared));
    if (::listen(socket.get(), kBacklog) != 0) return cannot_listen(address);
    Sockaddr name;
    name.size = sizeof name.storage;
    if (address.kind != Address::Kind::Unix &&
        ::getsockname(socket.get(), name.get(), &name.size) == 0) {
        address.port = ntohs(address.kind == Address::Kind::Ipv4
                                 ? reinterpret_cast<sockaddr_in*>(&name.storage)->sin_port
                                 : reinterpret_cast<sockaddr_in6*>(&name.storage)->sin6_port);
    }
    return socket;
}

}  // namespace understudy::io
