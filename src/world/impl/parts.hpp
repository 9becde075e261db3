// What a State is made of. Every write goes through one of the `write_` functions: they remember
// the old entry for the way back and the key for the journal, and nothing else changes the state.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "world/impl/delivery.hpp"
#include "world/impl/kept_record.hpp"
#include "world/impl/kept_timer.hpp"
#include "world/impl/lever.hpp"
#include "world/impl/sequences.hpp"
#include "world/impl/state.hpp"
#include "world/impl/table.hpp"
#include "world/impl/tree.hpp"

namespace understudy::world {

// The parts of the state, in the order in which entries are listed.
enum class Part : std::uint8_t {
    Clock,
    Sequence,
    Object,
    Timer,
    Idempotency,
    Note,
    Lever,
    Delivery,
};
inline constexpr std::size_t kParts = 8;

struct State::Parts {
    Parts(std::shared_ptr<const pack::Pack> of, base::Instant start);
    Parts(const Parts& other);
    Parts& operator=(const Parts&) = delete;

    std::shared_ptr<const pack::Pack> pack;
    base::Instant now;
    std::optional<base::Instant> changed;
    std::vector<Table> tables;  // by resource
    Sequences sequences;
    Tree<KeptTimer> timers;       // by number
    Tree<Nothing> timers_by_due;  // (due, number)
    HashTree timers_by_object;    // numbers, by owner_of()
    Tree<KeptRecord> remembered;
    Tree<json::Value> notes;
    Tree<LeverPtr> levers;                  // (kind, number)
    Tree<LeverPtr> levers_by_bucket;        // (kind, bucket, number), the spent ones left out
    Tree<DeliveryPtr> deliveries;           // by number
    Tree<DeliveryPtr> deliveries_by_due;    // (due, place, number): those that wait for an attempt
    Tree<DeliveryPtr> deliveries_by_state;  // (state, number): those under way and those held

    void write_now(base::Instant value);
    void write_changed(std::optional<base::Instant> value);
    void write_sequence(std::string_view name, std::uint64_t value);  // 0: gone
    std::uint64_t count_up(std::string_view name);                    // the sequence's next number
    void write_object(pack::Index resource, std::string_view key, ObjectPtr value);
    void pass_timers_on(pack::Index resource, std::string_view key, std::uint64_t from,
                        std::uint64_t to);
    void write_timer(std::uint64_t number, KeptTimer value);        // none: gone
    void write_remembered(std::string_view key, KeptRecord value);  // none: gone
    void write_note(std::string_view name, json::Value value);      // null: gone
    void write_lever(Lever::Kind kind, std::uint64_t number, LeverPtr value);
    void write_delivery(std::uint64_t number, DeliveryPtr value);
    void empty();

    // Entries as the journal has them. The clock has two: the instant under "", and when something
    // last changed under "changed". An object's key is "charges/ch_1", a timer's its number.
    json::Value entry(Part part, std::string_view key) const;
    base::Result<void> apply(const Change& change);

    std::uint64_t revision = 0;  // see State::revision

    // The way back.
    using Old = std::variant<base::Instant, std::optional<base::Instant>, std::uint64_t, ObjectPtr,
                             KeptTimer, KeptRecord, json::Value, LeverPtr, DeliveryPtr>;
    struct Undo {
        Part part;
        pack::Index resource;
        std::string key;
        Old old;
    };
    bool remembers = false;
    std::vector<Undo> way_back;
    void undo(Undo entry);

    // The journal.
    bool records = false;
    std::set<std::pair<Part, std::string>> written;  // keys written since the last taking
    void settle();

private:
    void note_write(Part part, pack::Index resource, std::string_view key, Old old);
    std::string journal_key(Part part, pack::Index resource, std::string_view key) const;
};

std::string_view name_of(Part part);                     // "clock"
inline constexpr std::string_view kChanged = "changed";  // key in the part of the clock

// The keys of the trees of timers.
std::string number_key(std::uint64_t number);
std::optional<std::uint64_t> timer_number(std::string_view text);  // of a journal key
std::string due_key(const Timer& timer);
// Where the timers of an object stand: by its number, which puts those of new objects side by side,
// or by its key.
std::uint64_t owner_of(const Timer& timer);
std::uint64_t owner_of(pack::Index resource, std::uint64_t sequence);
std::uint64_t owner_of(pack::Index resource, std::string_view key);

// Of the trees of levers, and of the journal: "flt_1".
std::string lever_key(Lever::Kind kind, std::uint64_t number);
std::string bucket_key(Lever::Kind kind, std::string_view bucket);
std::optional<std::pair<Lever::Kind, std::uint64_t>> lever_named(std::string_view id);

// Of the trees of deliveries.
std::string due_key(const Delivery& delivery);
std::string state_key(Delivery::State state);  // what the keys of that state begin with

json::Value to_json(const Timer& timer, const pack::Pack& pack);
base::Result<Timer> timer_from_json(const json::Value& value, const pack::Pack& pack);
json::Value to_json(const Remembered& record);
base::Result<Remembered> remembered_from_json(const json::Value& value);

}  // namespace understudy::world
