// Plays one recorded answer to one request. All of it happens on the loop of the exchange.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "io/exchange.hpp"
#include "serve/impl/playable.hpp"
#include "serve/replay.hpp"
#include "serve/replayer.hpp"

namespace understudy::serve {

// What all answers share.
struct Stage {
    Replayer& replayer;
    ReplayOptions options;
    std::vector<Playable> playables;  // by number

    Stage(Replayer& from, ReplayOptions how);
    // The answer has left, or nobody waits for it.
    void over(std::uint32_t number);
    void tell(const base::Error& error) const;
    // Recorded milliseconds as they are to pass here.
    std::chrono::nanoseconds paced(std::int64_t milliseconds) const;
};

class Player {
public:
    virtual ~Player() = default;
    virtual void start() = 0;
    virtual void on_piece(std::string_view /*bytes*/) {}  // raw, after an upgrade
    virtual void on_end() {}                              // the client sends no more of them
    virtual void on_drained() {}
    virtual void on_gone() = 0;
};

struct Playing {
    std::shared_ptr<io::Exchange> exchange;
    std::shared_ptr<Stage> stage;
    Replayer::Taken taken;

    const Playable& playable() const { return stage->playables[taken.number]; }
    const cassette::Output& output() const { return taken.exchange->output; }
    // `GET /v1/things`, as it was recorded.
    std::string call() const;
    void cannot_play(std::string why) const;
};

// Resets the connection once the bytes of this turn have left.
void reset_behind(const std::shared_ptr<io::Exchange>& exchange);

// A body, whole or in pieces with their times.
std::shared_ptr<Player> play_body(Playing playing);
// Messages both ways: what was sent is sent, what came is waited for and compared.
std::shared_ptr<Player> play_frames(Playing playing);
// Bytes both ways, likewise.
std::shared_ptr<Player> play_raw(Playing playing);

}  // namespace understudy::serve
