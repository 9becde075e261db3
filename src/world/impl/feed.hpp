// The journal as a stream: what happened in a world, one frame after another, each with its
// position. Bounded like the journal itself; positions go on over a reset, so that a reader who
// resumes never takes one frame for another.
#pragma once

#include <cstdint>
#include <deque>
#include <string_view>

#include "base/time.hpp"
#include "json/value.hpp"
#include "world/impl/kept_entry.hpp"
#include "world/world.hpp"

namespace understudy::world {

class Feed {
public:
    enum class Kind : std::uint8_t { Request, Transition, Event, Control, Delivery };

    explicit Feed(std::size_t most, std::uint64_t last = 0) : most_(most), last_(last) {}

    // A call or world event with what it brought about. Records are made when somebody reads.
    void add(const Entry& entry, const KeptEntry& kept);
    void add(Kind kind, base::Instant at, json::Value record);

    std::uint64_t last() const { return last_; }
    World::FeedPage after(const pack::Pack& pack, std::uint64_t position, std::size_t limit) const;

private:
    struct Item {
        Kind kind;
        std::uint32_t index;  // among the entry's transitions or events
        base::Instant at;
        KeptEntry entry;  // none: `record`
        json::Value record;
    };
    void push(Item item);

    std::size_t most_;
    std::uint64_t last_;      // position of the newest
    std::deque<Item> items_;  // the last of them has the position last_
};

json::Value to_record(const Transition& transition);
json::Value to_record(const Emitted& event);

}  // namespace understudy::world
