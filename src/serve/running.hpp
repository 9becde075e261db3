// A world that is being served: the world itself, its lock, its keys, and what it was made of.
//
// A world executes one command at a time: the lock is held for the length of one apply(), never
// while a client is waited for, so it is nearly always free and the thread that read the request
// also answers it. Two threads that meet here wait for microseconds.
//
// What never changes after the world is listed is public and read without the lock.
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/result.hpp"
#include "serve/shelf.hpp"
#include "world/world.hpp"

namespace understudy::serve {

// What a world is called and how it is found.
struct Identity {
    std::uint64_t serial = 0;              // in the process; never used again
    std::vector<std::uint64_t> ancestors;  // serials of the worlds it was forked from, oldest first
    std::string id;
    std::string key;
    std::vector<std::string> key_forms;  // further texts that select it
    std::size_t pack = 0;                // in the hub
    std::string parent;                  // id; empty: not a fork
    std::uint64_t parent_position = 0;   // in the parent's journal
    std::string host;                    // given at creation; may be empty
    bool accept_any = false;           // any credential will do where the listener or host selects
    std::chrono::milliseconds ttl{0};  // 0: for ever
    bool virtual_pacing = false;       // streams wait for the world's clock

    bool is_in_family_of(std::uint64_t other) const;  // itself, or forked from it
};

// Somebody who wants to know when something has happened in a world.
class Listening {
public:
    virtual ~Listening() = default;
    virtual void wake() = 0;  // from any thread, the world's lock held: do no more than note it
};

// Vendor calls, for metrics.
struct CallCounts {
    std::map<int, std::uint64_t> by_status;  // 0: ended without an answer
    std::array<std::uint64_t, world::kResolutions> by_resolution = {};
    std::uint64_t struck = 0;  // by faults

    void add(const world::Outcome& outcome);
    void add(const CallCounts& other);
};

class RunningWorld {
public:
    // What the journal has of it: the position of its last row, and how many rows lie behind its
    // newest snapshot.
    struct Kept {
        std::uint64_t position = 0;
        std::uint64_t since_snapshot = 0;
    };
    RunningWorld(Identity own, world::World world, world::Journal& journal)
        : RunningWorld(std::move(own), std::move(world), journal, {}) {}
    RunningWorld(Identity own, world::World world, world::Journal& journal, Kept kept);
    RunningWorld(const RunningWorld&) = delete;
    RunningWorld& operator=(const RunningWorld&) = delete;

    const Identity identity;
    Shelf snapshots;  // has a lock of its own

    // Applies it, and tells the journal, which may not have written it yet: the answer leaves when
    // it has (world::Journal::when_kept).
    base::Result<std::variant<world::Outcome, world::Refused>> apply(const world::Command& command);

    // Looks at the world while nobody changes it. A ticking one is first brought up to date.
    template <class Look>
    auto look(Look look) {
        const std::lock_guard lock(mutex_);
        catch_up();
        return look(std::as_const(world_));
    }

    // The same state under another identity, which is told where in our journal it begins.
    world::World fork(Identity& child);

    // Wakes it after every command, as long as it lives.
    void listen(std::weak_ptr<Listening> listening);

    bool is_expired(std::chrono::steady_clock::time_point now) const;
    void touch(std::chrono::steady_clock::time_point now);

    CallCounts calls() const;

private:
    base::Duration elapsed_since_last();
    void catch_up();
    void wake_listening();
    base::Result<void> journalise(const world::Command& command);
    void hand_in_snapshot();

    mutable std::mutex mutex_;
    world::World world_;
    world::Journal& journal_;
    std::chrono::steady_clock::time_point last_command_;
    std::uint64_t position_;
    std::uint64_t next_snapshot_;  // the position at which the journal gets one; 0: never
    std::vector<std::weak_ptr<Listening>> listening_;
    CallCounts calls_;
    std::atomic<std::int64_t> last_used_;  // steady milliseconds
};

}  // namespace understudy::serve
