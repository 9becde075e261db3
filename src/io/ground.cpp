#include "io/impl/ground.hpp"

#include <algorithm>

#include "io/impl/connection.hpp"

namespace understudy::io {

Ground::Ground() {
    loop.set_turn_end([this] { flush_all(); });
}
Ground::~Ground() = default;

void Ground::add(Fd socket, std::size_t listener, std::string local_host) {
    auto connection =
        std::make_shared<Connection>(*this, std::move(socket), listener, std::move(local_host));
    connection->place = connections.size();
    connections.push_back(connection);
    count_changed(connections.size());
    watch_time();
    connection->start();
}

// What a flush makes another connection do waits in the list, too.
void Ground::flush_all() {
    for (std::size_t i = 0; i < to_flush.size(); ++i) {
        const std::shared_ptr<Connection> connection = std::move(to_flush[i]);
        connection->flush_now();
    }
    to_flush.clear();
}

void Ground::bury(Connection& connection) {
    const std::size_t place = connection.place;
    buried.push_back(std::move(connections[place]));
    if (place + 1 != connections.size()) {
        connections[place] = std::move(connections.back());
        connections[place]->place = place;
    }
    connections.pop_back();
    count_changed(connections.size());
    if (buried.size() == 1) loop.post([this] { buried.clear(); });
}

// A handler's own call may be what ended its exchange: it goes when that call is over.
void Ground::retire(std::unique_ptr<Handler> handler, bool finished) {
    if (!handler) return;
    retired.push_back({std::move(handler), finished});
    if (retired.size() > 1) return;
    loop.post([this] {
        for (const Retired& one : std::exchange(retired, {})) {
            if (!one.finished) one.handler->on_gone();
        }
    });
}

// One timer for all: deadlines are seconds, and a look at each connection now and then costs less
// than a timer for each request.
void Ground::watch_time() {
    if (sweep != Loop::Timer::None || connections.empty()) return;
    const Patience& patience = options->patience;
    const auto least =
        std::min({patience.head, patience.body, patience.idle, patience.write, patience.linger});
    const auto pause =
        std::clamp(least / 4, std::chrono::milliseconds(5), std::chrono::milliseconds(1000));
    sweep = loop.after(pause, [this] {
        sweep = Loop::Timer::None;
        for (std::size_t i = connections.size(); i-- > 0;) {
            if (i < connections.size()) connections[i]->look_at_time();
        }
        watch_time();
    });
}

void Ground::shut_down() {
    draining = true;
    if (connections.empty()) {
        loop.stop();
        return;
    }
    loop.after(options->patience.drain, [this] {
        while (!connections.empty()) connections.back()->close_now();
        loop.stop();
    });
    for (std::size_t at = connections.size(); at-- > 0;) {
        if (at < connections.size()) connections[at]->shut_down();
    }
}

}  // namespace understudy::io
