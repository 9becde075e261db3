// What all exchanges of a relay share: its clients, one set a loop, and what was kept so far.
#pragma once

#include <map>
#include <mutex>
#include <set>
#include <tuple>

#include "serve/relay.hpp"

namespace understudy::serve {

class RelayState {
public:
    explicit RelayState(RelayOptions how);

    const RelayOptions& options() const { return options_; }
    bool records(bool is_callback) const;
    // Recorded answers are looked for first, which needs the whole request.
    bool looks_up(bool is_callback) const;

    // The client for calls through this door, on this loop; in HTTP/2 where the program speaks it.
    base::Result<io::Client*> client(io::Loop& loop, std::size_t door, bool in_h2);
    std::vector<std::uint16_t> own_ports() const;
    void set_own_ports(std::vector<std::uint16_t> ports);

    std::chrono::nanoseconds since_begin(io::SteadyTime time) const;
    void count_call();
    void count_left();
    void count_refused();
    // Says which error it was, once for each `about`.
    void tell(const base::Error& error, std::string_view about);
    void keep(Relayed call);
    // It passed, and should have been kept.
    void lose(const base::Error& error);

    std::vector<Relayed> take();
    Relay::Counts counts() const;
    void forget_clients() { clients_.clear(); }

private:
    io::ClientOptions client_options(const RelayDoor& door, bool in_h2) const;

    RelayOptions options_;
    io::SteadyTime began_;
    mutable std::mutex mutex_;  // of everything below
    std::map<std::tuple<io::Loop*, std::size_t, bool>, std::unique_ptr<io::Client>> clients_;
    std::vector<std::uint16_t> own_ports_;
    std::vector<Relayed> kept_;
    std::size_t kept_bytes_ = 0;
    Relay::Counts counts_;
    std::set<std::string, std::less<>> told_;
};

}  // namespace understudy::serve
