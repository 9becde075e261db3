// Everything a world remembers and a snapshot holds: objects with their indexes and aggregates,
// timers, deliveries, idempotency records, what testers have armed, sequences, the clock. A value:
// copying it takes constant time and shares everything; a write copies only the path it touches,
// and nothing if it is not shared.
//
//     State state(pack);
//     auto before = state.mark();
//     state.put(charge);
//     state.roll_back(before);         // as if nothing had happened
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/time.hpp"
#include "pack/pack.hpp"
#include "world/impl/delivery.hpp"
#include "world/impl/lever.hpp"
#include "world/impl/object.hpp"
#include "world/impl/tree.hpp"
#include "world/journal.hpp"

namespace understudy::world {

struct Timer {
    std::uint64_t number = 0;  // order of scheduling; its name is tmr_<number>
    base::Instant due = {};
    base::Instant start = {};            // when it was scheduled
    pack::Index duration = pack::kNone;  // kNone: a calendar instant (`at`)
    pack::Index resource = pack::kNone;
    std::string key = {};  // of the object
    pack::Index move = pack::kNone;
    std::uint64_t sequence = 0;  // of the object, if it was known when this was scheduled
};

// A stored answer under an idempotency key.
struct Remembered {
    std::string key = {};        // scope and key, as looked up
    std::string shown_key = {};  // the key alone
    std::string fingerprint = {};
    base::Instant stored = {};
    int status = 200;
    std::vector<std::pair<std::string, std::string>> headers = {};
    std::shared_ptr<const std::string> body = {};
    std::string operation = {};
    std::string request_id = {};  // of the first call
    std::uint64_t trace = 0;
    bool running = false;  // its answer has not left yet (held by a fault)
};

// What to look through, in the order of the resource's lists.
struct Where {
    pack::Index resource = pack::kNone;
    // Conditions on indexed fields, all of which must hold.
    struct Equal {
        pack::Index field = pack::kNone;
        json::Value value = {};
    };
    struct Between {  // either end may be missing
        pack::Index field = pack::kNone;
        std::optional<json::Value> from = {}, to = {};
        bool from_included = true, to_included = true;
    };
    struct Prefix {
        pack::Index field = pack::kNone;
        std::string text = {};
    };
    std::vector<Equal> equal = {};
    std::vector<Between> between = {};
    std::vector<Prefix> prefix = {};
    // Anything else; called for objects that pass the above.
    std::function<bool(const Object&)> also = {};
};

class State {
public:
    explicit State(std::shared_ptr<const pack::Pack> pack, base::Instant now);
    // A copy records as the original does, but neither the way back nor the changes that nobody has
    // taken yet come along.
    State(const State& other);
    State(State&& other) noexcept;
    State& operator=(const State& other);
    State& operator=(State&& other) noexcept;
    ~State();

    // --- objects
    ObjectPtr find(pack::Index resource, std::string_view key) const;  // tombstones too; null: none
    ObjectPtr newest(const Object& object) const;  // what it has become; null: it is gone
    // By fields that an index covers (unique sets, `find`); deleted ones are not found.
    ObjectPtr find_by(pack::Index resource, std::span<const pack::Index> fields,
                      std::span<const json::Value> values) const;
    // May an object of the resource have an id that somebody gave it? (Table::has_given_ids)
    bool has_given_ids(pack::Index resource) const;
    // New or changed. The sequence number must be set, and be no other object's of the resource.
    void put(ObjectPtr object);
    void erase(pack::Index resource, std::string_view key);  // gone without a tombstone
    std::size_t count(pack::Index resource) const;           // alive

    // --- lists: all positions count from 0 in list order, deleted objects are not there
    struct Slice {
        std::vector<ObjectPtr> items;
        bool more_before = false, more_after = false;
        std::optional<std::size_t> total;  // where it is known without looking at everything
    };
    // `limit` objects after (or before) the object with this key; an empty key begins at that end.
    Slice after(const Where& where, std::string_view key, std::size_t limit) const;
    Slice before(const Where& where, std::string_view key, std::size_t limit) const;
    Slice at(const Where& where, std::size_t offset, std::size_t limit) const;
    bool is_listed(const Where& where, std::string_view key) const;
    // Every object alive in order of creation, until the function says false.
    void each(pack::Index resource, const std::function<bool(const ObjectPtr&)>& visit) const;

    // --- aggregates: `field` of `resource` for the object with this key (empty: the whole)
    json::Value fold(pack::Index resource, pack::Index field, std::string_view key) const;

    // --- sequences: "charges", "$trace", "$timer"; the first number is 1
    std::uint64_t next(std::string_view name);
    std::uint64_t last(std::string_view name) const;

    // --- timers
    void schedule(Timer timer);  // number 0: the next of "$timer"
    void cancel(pack::Index resource, std::string_view key, pack::Index move);
    void cancel_all(pack::Index resource, std::string_view key);
    std::optional<Timer> next_due(base::Instant until) const;  // earliest, ties by number
    void take(const Timer& timer);
    std::vector<Timer> timers() const;  // in that order
    std::vector<Timer> timers_of(pack::Index resource, std::string_view key) const;

    // --- idempotency
    std::optional<Remembered> remembered(std::string_view key) const;
    void remember(const Remembered& record);
    void forget(std::string_view key);
    std::vector<Remembered> all_remembered() const;

    // --- small named values: rate counters, minted tokens that exist once, ...
    std::optional<json::Value> note(std::string_view name) const;
    void set_note(std::string_view name, json::Value value);  // null: gone

    // --- what testers have armed
    LeverPtr lever(Lever::Kind kind, std::uint64_t number) const;  // null: none
    std::vector<LeverPtr> levers(Lever::Kind kind) const;          // oldest first
    // Those of a bucket that still take part, oldest first.
    std::vector<LeverPtr> levers_in(Lever::Kind kind, std::string_view bucket) const;
    bool has_levers(Lever::Kind kind) const;  // that still take part
    // Number 0: the next of its kind, and the newest of all. Gives the one that is kept.
    LeverPtr put_lever(Lever lever);
    bool drop_lever(Lever::Kind kind, std::uint64_t number);  // false: there was none

    // --- deliveries
    DeliveryPtr delivery(std::uint64_t number) const;  // null: none
    // Number 0: a new one. Place 0: it takes its place behind all that is scheduled now.
    DeliveryPtr put_delivery(Delivery delivery);
    void drop_delivery(std::uint64_t number);
    std::size_t delivery_count() const;
    // In order of creation, after this number, until the function says false.
    void each_delivery(std::uint64_t after,
                       const std::function<bool(const DeliveryPtr&)>& visit) const;
    std::vector<DeliveryPtr> deliveries_in(Delivery::State state) const;  // InFlight or Held
    bool has_deliveries_in(Delivery::State state) const;
    // The first that waits for an attempt and is due until then, if the function takes it.
    DeliveryPtr next_delivery(base::Instant until,
                              const std::function<bool(const Delivery&)>& takes = {}) const;
    std::vector<DeliveryPtr> waiting_deliveries() const;  // in that order

    // --- clock
    base::Instant now() const;
    void set_now(base::Instant now);
    // When an object was last written or removed; nothing: not yet. Seeds put it back.
    std::optional<base::Instant> changed() const;
    void set_changed(std::optional<base::Instant> changed);

    // Grows with every write that may change what an object looks like: to objects and timers, not
    // to the clock, sequences, notes and idempotency records. Never the same again in this State,
    // whatever it is rolled back to or replaced by.
    std::uint64_t revision() const;

    // --- one change: all or nothing
    // Marks may be nested. From the first one on until settle() every write is remembered.
    std::size_t mark() const;  // begins to remember how to go back
    void roll_back(std::size_t mark);
    void settle();  // forgets how to go back
    // Takes over the other's contents, for good. What the journal has not been told of yet is kept
    // in mind: keys whose values may differ now.
    void become(const State& other);

    // --- journal
    void record(bool on);
    std::vector<Change> take_changes();  // settles; the latest value of each key, in order of keys
    base::Result<void> apply(const Change& change);
    // Merkle root (SHA-256, hex) over the hashes of all entries; equal state, equal digest.
    std::string digest() const;
    // Every entry, parts in a fixed order; objects as they were made, others by their keys. With
    // `forget_all` before it, what makes any state of this pack this one.
    void each_entry(const std::function<void(Change)>& visit) const;
    class Entries;               // impl/entries.hpp: the same, one at a time
    static Change forget_all();  // applied, it empties the state
    std::size_t object_bytes() const;

    struct Parts;  // impl/parts.hpp
    const Parts& parts() const { return *parts_; }

private:
    std::unique_ptr<Parts> parts_;
};

}  // namespace understudy::world
