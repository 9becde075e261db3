// Both planes behind listeners: what comes in by any of them is led to the control plane, to a
// world, or away.
//
//     Station station(hub, {.version = "0.1.0"});
//     auto addresses = TRY(station.open({{"127.0.0.1:8801", door}}));
//     wait_for_stop_signal();
//     station.shut_down();
//
// A listener is also a forward proxy for the hosts the packs declare. It never makes a connection:
// whoever asks for another host is told 403.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "io/server.hpp"
#include "serve/control.hpp"
#include "serve/hub.hpp"

namespace understudy::serve {

struct StationOptions {
    std::string version = {};        // of the product
    std::string host = "127.0.0.1";  // for listeners that the control plane opens
    bool allow_outside = false;      // listen where others can reach us
    std::shared_ptr<io::Authority> authority = nullptr;  // none: no TLS, and no proxy for https
    unsigned loops = 0;                                  // 0: one per core
    std::chrono::milliseconds delivery_timeout{std::chrono::seconds(30)};  // of any attempt
};

struct ListenerOrder {
    std::string address;  // "127.0.0.1:0", "unix:/tmp/x.sock"
    Door door;
};

class Station {
public:
    Station(Hub& hub, StationOptions options);
    ~Station();
    Station(const Station&) = delete;
    Station& operator=(const Station&) = delete;

    // All or none. The addresses are in the order of the orders, with their real ports.
    base::Result<std::vector<io::Address>> open(std::vector<ListenerOrder> orders);
    // Not from a loop's thread.
    void shut_down();

    // The same without a socket: what would this listener answer?
    http::Response answer(const Door& door, http::Request request);

    const Control& control() const;

private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace understudy::serve
