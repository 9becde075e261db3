// Listens, speaks every protocol the first bytes ask for, and hands each request to a Handler.
//
//     auto server = TRY(Server::start({.addresses = {"127.0.0.1:0"}}, accept));
//     print(server->addresses()[0].url());
//     wait_for_stop_signal();
//     server->shut_down();
//
// One loop per core, each with its own listening socket. Plain HTTP/1.1, HTTP/2 by prior knowledge
// and TLS (either of the two inside) share a port.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "io/address.hpp"
#include "io/authority.hpp"
#include "io/exchange.hpp"

namespace understudy::io {

// How long a client may take. Real time; the world's clock has no part in it.
struct Patience {
    std::chrono::milliseconds head{std::chrono::seconds(15)};  // first byte to last of a head
    std::chrono::milliseconds body{std::chrono::seconds(30)};  // between two pieces of a body
    // Between two requests; and for anything at all to be sent to a client that has ended.
    std::chrono::milliseconds idle{std::chrono::seconds(120)};
    std::chrono::milliseconds write{std::chrono::seconds(30)};  // until it reads some more
    std::chrono::milliseconds linger{std::chrono::seconds(2)};  // after our last byte
    std::chrono::milliseconds drain{std::chrono::seconds(5)};   // shutting down: answers under way
};

struct ServerOptions {
    std::vector<std::string> addresses = {"127.0.0.1:0"};
    bool allow_outside = false;  // listen on addresses that others can reach
    unsigned loops = 0;          // 0: one per core this process may use
    http::Limits limits;
    Patience patience;
    std::shared_ptr<Authority> authority;  // none: no TLS
    // The handlers answer `Expect: 100-continue`, not the connection.
    bool leaves_expectations = false;
};

// Called on the loops' threads, several at once; returns what is to learn of this exchange, or null
// if it was answered already.
using Accept = std::function<std::unique_ptr<Handler>(const std::shared_ptr<Exchange>&)>;

class Server {
public:
    static base::Result<std::unique_ptr<Server>> start(ServerOptions options, Accept accept);
    ~Server();
    Server(const Server&) = delete;
    Server& operator=(const Server&) = delete;

    const std::vector<Address>& addresses() const;  // with their real ports
    std::size_t connections() const;                // open now
    unsigned loops() const;

    // No new connections; answers under way are finished within Patience::drain, then everything
    // closes. Returns when all threads have ended. Not from a loop's thread.
    void shut_down();

private:
    struct State;
    explicit Server(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

}  // namespace understudy::io
