// A relay stands between a program and a real service, passes on everything as it comes, and keeps
// what passed: `understudy proxy`.
//
//     auto relay = TRY(Relay::make(options));
//     auto server = TRY(io::Server::start(how, relay->accept()));
//     ...
//     server->shut_down();
//     for (Relayed& call : relay->take()) call.taking.exchange();
//
// Both ways at once and piece by piece, with back pressure; on each leg in the protocol that the
// program speaks. What belongs to one connection is not passed on, but kept as it was sent. An
// answer that breaks off breaks off here. It goes only where its doors lead, or to hosts that were
// allowed; redirects are the program's to follow.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "cassette/http_take.hpp"
#include "cassette/manifest.hpp"
#include "http/url.hpp"
#include "io/client.hpp"
#include "io/server.hpp"
#include "serve/allow_list.hpp"
#include "serve/answers.hpp"

namespace understudy::serve {

// What a listener is for.
struct RelayDoor {
    enum class Kind : std::uint8_t {
        Reverse,   // in front of one service
        Forward,   // a proxy, to whatever is allowed
        Callback,  // where the service calls the program back
    };
    Kind kind = Kind::Reverse;
    http::Url upstream = {};  // but of Forward
    std::string socket = {};  // a Unix socket to reach it by
};

// A call that passed.
struct Relayed {
    cassette::HttpTaking taking;
    std::chrono::nanoseconds at{0};  // from the start of the relay to that of the call
    bool is_callback = false;
    bool by_proxy = false;  // the program named the host, and not us
};

struct RelayOptions {
    std::vector<RelayDoor> doors;  // one a listener, in their order
    AllowList allowed{{}};         // of forward doors
    cassette::Mode mode = cassette::Mode::Record;
    Answers* answers = nullptr;  // of replay and record-missing
    std::string authorities;     // a PEM file of whom to trust; empty: the system's store
    io::Proxies proxies;         // on the way out
    // What is worth a line: a host that was refused, an answer that could not be kept, a service
    // that cannot be reached. From the loops' threads.
    std::function<void(const base::Error& error)> told;
    std::size_t most_calls = 100'000;                 // that are kept
    std::size_t most_bytes = std::size_t{2} << 30U;   // of all of them
    std::size_t most_body = cassette::kMaxBodyBytes;  // of one part
};

class Relay {
public:
    // io.certificate..., if `authorities` cannot be read.
    static base::Result<std::unique_ptr<Relay>> make(RelayOptions options);
    ~Relay();  // after the server has shut down
    Relay(const Relay&) = delete;
    Relay& operator=(const Relay&) = delete;

    io::Accept accept();
    // The ports it listens on itself: never a place to go to.
    void set_own_ports(std::vector<std::uint16_t> ports);

    // What was kept, in the order the calls began. After the server has shut down.
    std::vector<Relayed> take();

    struct Counts {
        std::size_t calls = 0;    // that passed
        std::size_t lost = 0;     // not kept although they should have been
        std::size_t left = 0;     // whose program left before there was an answer
        std::size_t refused = 0;  // to hosts that are not allowed
    };
    Counts counts() const;

private:
    struct State;
    explicit Relay(std::shared_ptr<State> state);
    std::shared_ptr<State> state_;
};

}  // namespace understudy::serve
