// Names to addresses. The system's lookup blocks, so it runs on a thread of its own and comes back
// through the loop; addresses, localhost and *.localhost need no lookup.
#pragma once

#include <sys/socket.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "io/loop.hpp"

namespace understudy::io {

struct Target {
    sockaddr_storage address{};
    socklen_t size = 0;
};

std::string text_of(
    const Target& target);  // 127.0.0.1, ::1; an address of IPv4 inside IPv6 as that

class Lookup {
public:
    using Then = std::function<void(base::Result<std::vector<Target>>)>;
    // `then` is called on the loop, never from within this call; not at all once the lookup is
    // destroyed.
    Lookup(const std::shared_ptr<Loop>& loop, const std::string& host, std::uint16_t port,
           Then then);
    ~Lookup();
    Lookup(const Lookup&) = delete;
    Lookup& operator=(const Lookup&) = delete;

private:
    struct State;
    std::shared_ptr<State> state_;
};

}  // namespace understudy::io
