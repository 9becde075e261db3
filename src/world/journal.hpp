// What a store is told of a world: each command with the changes it made to the state. Applying the
// changes in order to an empty world gives the same state; no command is run again.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "base/time.hpp"
#include "json/value.hpp"

namespace understudy::world {

// One entry of the state that is new, changed or gone.
struct Change {
    std::string part;   // "object", "timer", "idempotency", "sequence", "note", "lever", "clock"; "all"
                        // with null: everything before is gone (a reset)
    std::string key;    // within the part: "charges/ch_1"
    json::Value value;  // null: gone
};

struct Row {
    std::uint64_t position = 0;  // from 1, without gaps, per world
    base::Instant at;            // of the world's clock
    json::Value command;         // what was asked, secrets masked
    std::vector<Change> changes;
};

// One per process; worlds are told apart by id. A store may keep rows until commit() and write them
// in one go, those of many worlds together: an answer leaves only when commit() has returned, and a
// commit that failed has written none of them. A row's position is the world's own count; a store
// refuses one that leaves a gap.
class Journal {
public:
    virtual ~Journal() = default;
    // Does the store want rows at all? The memory store does not, and none are made for it.
    virtual bool keeps_rows() const = 0;
    virtual base::Result<void> open(std::string_view world, const json::Value& definition) = 0;
    // A world that begins as `parent` was after its row `position` (0: before the first). Stores
    // that keep no rows know no more of it than of any other.
    virtual base::Result<void> fork(std::string_view world, std::string_view /*parent*/,
                                    std::uint64_t /*position*/, const json::Value& definition) {
        return open(world, definition);
    }
    virtual base::Result<void> append(std::string_view world, Row row) = 0;
    virtual base::Result<void> commit() = 0;
    virtual base::Result<void> drop(std::string_view world) = 0;
};

}  // namespace understudy::world
