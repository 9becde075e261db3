// One isolated running instance of a pack: state, clock, seed, journal of requests and traces.
//
//     World world(pack, {.id = "w_1", .seed = 0});
//     Outcome outcome = world.apply(Call{...}, real_now);
//
// Pure: no I/O, no clock, no thread, no log. The same pack, definition and commands give the same
// bytes on any machine. Not safe for use by two threads at once; different worlds are independent.
// Copying a world's state (fork, snapshot, reset) takes constant time: everything is shared until
// one side writes.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "base/time.hpp"
#include "pack/pack.hpp"
#include "world/command.hpp"
#include "world/journal.hpp"
#include "world/outcome.hpp"

namespace understudy::world {

inline constexpr base::Instant kUsualStart{1'735'689'600, 0};  // 2025-01-01T00:00:00Z

struct Definition {
    std::string id;
    std::uint64_t seed = 0;
    base::Instant t0 = kUsualStart;
    ClockMode clock = ClockMode::Frozen;
    json::Value config = json::Value::object();       // overrides of the pack's defaults
    std::size_t journal_entries = 10'000;             // requests and traces kept, each
    std::size_t body_bytes = std::size_t{64} * 1024;  // longer bodies are kept as digest and length
    std::size_t most_timers = 1'000'000;              // that may fire in one advance
    bool warns = false;    // of contradictions in what testers have scripted (coherence: warn)
    std::string key = {};  // what selects it, and what secrets of webhooks are derived from
    std::string credential = {};                  // the key as the vendor's clients send it
    std::vector<std::string> webhook_hosts = {};  // that webhooks may go to, beside this machine
};

// A request as the journal of requests keeps it; its record is made when somebody reads it.
struct RequestEntry;

class World {
public:
    // Refuses config that the pack does not declare or whose schema it breaks (world.bad_config).
    static base::Result<World> create(std::shared_ptr<const pack::Pack> pack,
                                      Definition definition);
    World(World&&) noexcept;
    World& operator=(World&&) noexcept;
    ~World();

    const pack::Pack& pack() const;
    const Definition& definition() const;
    base::Instant now() const;
    base::Instant t0() const;      // where this run began
    ClockMode clock_mode() const;  // the definition's, until it is set otherwise
    const json::Value& config() const;

    // `elapsed` is the real time since the last command; a frozen clock ignores it. A command that
    // is refused changes nothing and gives Refused as an error value.
    std::variant<Outcome, Refused> apply(const Command& command, base::Duration elapsed = {});

    // The same state under another id and key; later changes never meet. Its first command is
    // GoAlone.
    struct ForkAs {
        std::string id, key, credential;
    };
    World fork(ForkAs as) const;
    World fork(std::string id) const;  // with the same key

    // What the world holds now, for good; constant time.
    Snapshot snapshot() const;

    // What can be looked at. Records are those of the control plane.
    json::Value state_record() const;  // {now, resources{name: [objects]}}
    std::vector<json::Value> objects(pack::Index resource) const;  // in REST form, newest last
    std::string digest() const;                                    // of the whole state, hex
    json::Value counts() const;                                    // objects per resource

    struct Page {
        std::vector<json::Value> data;
        std::optional<std::uint64_t> next;  // position to go on from
        std::uint64_t evicted = 0;
    };
    struct RequestFilter {
        std::string operation, resource, resolved_by, id;
        std::optional<int> status;
        std::uint64_t since = 0;
    };
    Page requests(const RequestFilter& filter, std::uint64_t from, std::size_t limit) const;
    std::optional<json::Value> request(std::string_view id) const;
    struct TraceFilter {
        std::string field_class, path;  // "exogenous"; "output.balance"
    };
    Page traces(const TraceFilter& filter, std::uint64_t from, std::size_t limit) const;
    enum class Kept : std::uint8_t { Yes, Evicted, Unknown };
    Kept find_trace(std::string_view id) const;
    std::optional<json::Value> trace(std::string_view id, const TraceFilter& filter) const;
    // What testers have armed, oldest first; spent ones are listed until they are cleared.
    std::vector<json::Value> faults() const;
    std::vector<json::Value> stubs() const;
    std::optional<json::Value> fault(std::string_view id) const;
    std::optional<json::Value> stub(std::string_view id) const;
    // How many requests fit a match: {count, known}. `known` is false where requests that could
    // have fitted are no longer kept; the count is then the least it can be.
    std::variant<json::Value, Refused> count_requests(const json::Value& body) const;

    // What has happened, after this position (0: from the beginning).
    struct FeedFrame {
        std::uint64_t position = 0;
        std::string_view kind;  // "request", "transition", "event", "control", "delivery"
        json::Value record;
    };
    struct FeedPage {
        std::vector<FeedFrame> frames;
        std::uint64_t evicted = 0;  // frames after the position that are gone
    };
    FeedPage feed(std::uint64_t after, std::size_t limit) const;

    json::Value pending() const;       // timers, then deliveries, each in order of their instants
    json::Value durations() const;     // {name: duration}, as they are now
    json::Value clock_record() const;  // {now, mode, t0, pending, durations}
    json::Value idempotency() const;   // records, without bodies

    // Pins, or tapes, oldest first.
    std::vector<json::Value> exogenous(bool tapes) const;
    // What can be pinned, and where it comes from now: of one operation (404 unknown_operation), or
    // of all.
    std::variant<std::vector<json::Value>, Refused> exogenous_fields(
        std::string_view operation) const;

    // --- webhooks
    // What is to be sent for an attempt that has begun. Nothing: it is not under way.
    std::optional<base::Result<Outgoing>> outgoing(const Begun& begun, base::Instant wall) const;
    struct DeliveryFilter {
        std::string endpoint, event_type, state;
        bool wall = false;  // with real times
    };
    Page deliveries(const DeliveryFilter& filter, std::uint64_t from, std::size_t limit) const;
    std::optional<json::Value> delivery(std::string_view id, bool wall) const;
    std::vector<json::Value> endpoints() const;  // secrets masked
    // The secret that an endpoint with this URL has or would have; empty: the pack derives none.
    std::string endpoint_secret(std::string_view url) const;
    // When something happens next by itself: a timer, or an attempt to deliver that can begin.
    std::optional<base::Instant> next_due() const;

    // World events that can happen now; with `all` also those that cannot, and why not.
    std::vector<json::Value> next_events(bool all) const;

    bool warns() const;  // now: the definition says how a run begins
    std::vector<json::Value> contradictions() const;

    // For stores: the changes since the last call, if they are recorded at all.
    void record_changes(bool on);
    std::vector<Change> take_changes();
    base::Result<void> replay(const std::vector<Change>& changes);

    // For measuring: bytes that the objects take in memory.
    std::size_t stored_bytes() const;

    struct Engine;  // impl/engine.hpp

private:
    explicit World(std::unique_ptr<Engine> engine);
    std::unique_ptr<Engine> engine_;
};

}  // namespace understudy::world
