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
#include <functional>
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

class RunningWorld;

// Who does what a world decides on: courier.hpp. From any thread, the world's lock held.
class Errands {
public:
    virtual ~Errands() = default;
    // `era`: of the world's lives; a reset, a restore and its end begin the next.
    virtual void deliver(std::shared_ptr<RunningWorld> world, std::vector<world::Begun> begun,
                         std::uint64_t era) = 0;
    // What this world began before this era is not to be finished.
    virtual void abandon(std::uint64_t serial, std::uint64_t era) = 0;
    // Something falls due in a world whose time passes by itself.
    virtual void wake(std::weak_ptr<RunningWorld> world, std::chrono::nanoseconds after) = 0;
};

// Vendor calls, for metrics.
struct CallCounts {
    std::map<int, std::uint64_t> by_status;  // 0: ended without an answer
    std::array<std::uint64_t, world::kResolutions> by_resolution = {};
    std::uint64_t struck = 0;                       // by faults
    std::map<std::string, std::uint64_t> attempts;  // to deliver, by what came of them

    void add(const world::Outcome& outcome);
    void add(const CallCounts& other);
};

class RunningWorld : public std::enable_shared_from_this<RunningWorld> {
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
    using Applied = base::Result<std::variant<world::Outcome, world::Refused>>;
    Applied apply(const world::Command& command);
    // The same for an advance, which may have to wait for deliveries: then the outcome is under
    // way, and `later` is called once, from any thread.
    using Advanced = std::variant<json::Value, world::Refused>;
    using Later = std::function<void(Advanced)>;
    Applied advance(const world::Advance& advance, Later later);

    // Before it is listed. None: nothing is ever sent.
    void set_errands(Errands* errands);
    // Deliveries are due, and whoever was answered last has not had them begun.
    bool owes() const { return owes_.load(std::memory_order_relaxed); }
    void send_due();
    // What is to be sent for an attempt of this life of the world.
    std::optional<base::Result<world::Outgoing>> outgoing(const world::Begun& begun,
                                                          base::Instant wall, std::uint64_t era);
    void report(const world::Report& report, std::uint64_t era);
    // It is no longer listed: nothing is sent or answered any more.
    void end();
    // Whoever waits for an advance is told that it will not end.
    void give_up_waiting(const world::Refused& why);

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
    // What is to be done once the lock is let go.
    struct Afterwards {
        std::vector<std::pair<Later, Advanced>> told;
        ~Afterwards();
    };
    Applied apply(const world::Command& command, Later later, Afterwards& afterwards);
    void see_to(const world::Command& command, world::Outcome& outcome, Later later,
                Afterwards& afterwards);
    void give_up_waiting(const world::Refused& why, Afterwards& afterwards);
    void begin_era();
    void wake_when_due();
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
    Errands* errands_ = nullptr;
    std::uint64_t era_ = 1;
    std::map<std::uint64_t, Later> waiting_;  // by the number of the advance
    std::atomic<std::size_t> waiting_count_{0};
    world::Refused why_ended_{503, "shutting_down", "nobody delivers any more", {}, {}};
    std::optional<std::chrono::steady_clock::time_point> waking_;  // when we shall be woken
    std::atomic<bool> owes_{false};
    std::atomic<std::int64_t> last_used_;  // steady milliseconds
};

}  // namespace understudy::serve
