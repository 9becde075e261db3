#include <arpa/inet.h>
#include <netdb.h>
#include <netinet/in.h>

#include <cstring>
#include <thread>
#include <utility>

#include "base/text.hpp"
#include "io/impl/resolve.hpp"

namespace understudy::io {

namespace {

Target ipv4(in_addr address, std::uint16_t port) {
    Target target;
    auto* name = reinterpret_cast<sockaddr_in*>(&target.address);
    name->sin_family = AF_INET;
    name->sin_port = htons(port);
    name->sin_addr = address;
    target.size = sizeof(sockaddr_in);
    return target;
}

Target ipv6(in6_addr address, std::uint16_t port) {
    Target target;
    auto* name = reinterpret_cast<sockaddr_in6*>(&target.address);
    name->sin6_family = AF_INET6;
    name->sin6_port = htons(port);
    name->sin6_addr = address;
    target.size = sizeof(sockaddr_in6);
    return target;
}

// Without asking anybody; empty if that takes a lookup. RFC 6761: names under localhost are this
// machine, whatever a resolver says.
std::vector<Target> known(const std::string& host, std::uint16_t port) {
    in_addr four{};
    in6_addr six{};
    if (::inet_pton(AF_INET, host.c_str(), &four) == 1) return {ipv4(four, port)};
    if (::inet_pton(AF_INET6, host.c_str(), &six) == 1) return {ipv6(six, port)};
    if (base::equal_ignoring_case(host, "localhost") ||
        base::to_lower_ascii(host).ends_with(".localhost")) {
        four.s_addr = htonl(INADDR_LOOPBACK);
        return {ipv4(four, port), ipv6(in6addr_loopback, port)};
    }
    return {};
}

base::Result<std::vector<Target>> look_up(const std::string& host, std::uint16_t port) {
    addrinfo wanted{};
    wanted.ai_socktype = SOCK_STREAM;
    wanted.ai_flags = AI_ADDRCONFIG;
    addrinfo* found = nullptr;
    const int problem = ::getaddrinfo(host.c_str(), std::to_string(port).c_str(), &wanted, &found);
    if (problem != 0) {
        return base::fail(base::Code::IoCannotResolve,
                          {{"host", host}, {"why", ::gai_strerror(problem)}});
    }
    std::vector<Target> targets;
    for (const addrinfo* one = found; one != nullptr; one = one->ai_next) {
        Target target;
        std::memcpy(&target.address, one->ai_addr, one->ai_addrlen);
        target.size = one->ai_addrlen;
        targets.push_back(target);
    }
    ::freeaddrinfo(found);
    return targets;
}

}  // namespace

std::string text_of(const Target& target) {
    char text[INET6_ADDRSTRLEN] = {};
    if (target.address.ss_family == AF_INET) {
        const auto* name = reinterpret_cast<const sockaddr_in*>(&target.address);
        ::inet_ntop(AF_INET, &name->sin_addr, text, sizeof text);
    } else if (target.address.ss_family == AF_INET6) {
        const auto* name = reinterpret_cast<const sockaddr_in6*>(&target.address);
        if (IN6_IS_ADDR_V4MAPPED(&name->sin6_addr)) {
            ::inet_ntop(AF_INET, &name->sin6_addr.s6_addr[12], text, sizeof text);
        } else {
            ::inet_ntop(AF_INET6, &name->sin6_addr, text, sizeof text);
        }
    }
    return text;
}

struct Lookup::State {
    Then then;  // empty: nobody waits any more; touched on the loop's thread only
};

Lookup::Lookup(const std::shared_ptr<Loop>& loop, const std::string& host, std::uint16_t port,
               Then then)
    : state_(std::make_shared<State>()) {
    state_->then = std::move(then);
    const auto tell = [loop, state = state_](base::Result<std::vector<Target>> targets) {
        loop->post([state, targets = std::move(targets)] {
            // Taken out first: what it calls may destroy the lookup.
            if (const Then waiting = std::exchange(state->then, nullptr)) waiting(targets);
        });
    };
    if (auto targets = known(host, port); !targets.empty()) {
        tell(std::move(targets));
        return;
    }
    // On its own: it cannot be interrupted, and nobody need wait for one that came too late. It
    // holds the loop, so that there is something to come back to.
    std::thread([tell, host, port] { tell(look_up(host, port)); }).detach();
}

Lookup::~Lookup() {
    state_->then = nullptr;
}

}  // namespace understudy::io
