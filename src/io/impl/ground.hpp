// What all connections of one loop share. Owned by the server; used on the loop's thread only.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "io/fd.hpp"
#include "io/impl/tls.hpp"
#include "io/server.hpp"

namespace understudy::io {

class Connection;

struct Ground {
    Ground();
    ~Ground();
    Ground(const Ground&) = delete;
    Ground& operator=(const Ground&) = delete;

    const std::shared_ptr<Loop> shared_loop = std::make_shared<Loop>();
    Loop& loop = *shared_loop;
    const ServerOptions* options = nullptr;
    const Accept* accept = nullptr;
    const TlsServer* tls = nullptr;  // null: no TLS
    std::vector<char> buffer = std::vector<char>(std::size_t{64} * 1024);
    std::vector<std::shared_ptr<Connection>> connections;  // each knows its place
    std::vector<std::shared_ptr<Connection>> to_flush;     // at the end of this turn
    std::vector<std::shared_ptr<Connection>> buried;       // until no call is inside them
    struct Retired {
        std::unique_ptr<Handler> handler;
        bool finished = false;  // it need not be told that its client has gone
    };
    std::vector<Retired> retired;  // until no call is inside them; then told on_gone
    Loop::Timer sweep = Loop::Timer::None;
    bool draining = false;
    std::function<void(std::size_t)> count_changed;  // how many there are now

    void add(Fd socket, std::size_t listener, std::string local_host);
    void bury(Connection& connection);
    void retire(std::unique_ptr<Handler> handler, bool finished);
    void flush_all();
    void watch_time();
    // No new exchanges; what is under way has Patience::drain.
    void shut_down();
};

}  // namespace understudy::io
