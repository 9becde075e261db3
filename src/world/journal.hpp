// What a store is told of a world: each command with the changes it made to the state. Applying the
// changes in order to an empty world gives the same state; no command is run again.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "base/time.hpp"
#include "json/value.hpp"

namespace understudy::world {

// One entry of the state that is new, changed or gone.
struct Change {
    std::string part;  // "object", "timer", "idempotency", "sequence", "note", "lever", "delivery",
                       // "clock"; "all" with null: everything before is gone (a reset)
    std::string key;   // within the part: "charges/ch_1"
    json::Value value;  // null: gone
};

struct Row {
    std::uint64_t position = 0;  // from 1, without gaps, per world
    base::Instant at;            // of the world's clock
    json::Value command;         // what was asked, secrets masked
    std::vector<Change> changes;
};

// A change as stores write it: [part, key, value]. What is read may come from anybody.
json::Value to_json(const Change& change);
base::Result<Change> change_from_json(const json::Value& value);

class Snapshot;  // snapshot.hpp

// A world as a store gives it back.
struct KeptWorld {
    std::string id;
    json::Value definition;      // as it was opened with
    std::uint64_t position = 0;  // of its last row
};

// One per process; worlds are told apart by id. A store may keep rows until commit() and write them
// in one go, those of many worlds together: an answer leaves only when they are kept, and a commit
// that failed has written none of them. A row's position is the world's own count; a store refuses
// one that leaves a gap. Safe for use by several threads.
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
    virtual base::Result<void> drop(std::string_view world) = 0;

    // Returns when everything that was told so far is kept, or cannot be.
    virtual base::Result<void> commit() = 0;
    // The same without waiting. True: all is kept already, and `told` is never called. False:
    // it is called once, from a thread of the store, and must be quick. After a commit that failed
    // there is nothing but that error: worlds that went on would be others than those kept.
    using Told = std::function<void(const base::Result<void>&)>;
    virtual base::Result<bool> when_kept(Told /*told*/) { return true; }

    // How many rows a world makes before it hands in a snapshot; 0: none are wanted.
    virtual std::uint64_t rows_between_snapshots() const { return 0; }
    // The state after the row `position`. Rows before it are needed no longer, but for forks.
    virtual void keep_snapshot(std::string_view /*world*/, std::uint64_t /*position*/,
                               const Snapshot& /*snapshot*/) {}

    // What an earlier process has left behind, oldest first.
    virtual base::Result<std::vector<KeptWorld>> kept() { return std::vector<KeptWorld>(); }
    // All changes that lead from an empty world of the same definition to where it was, in order.
    using Each = std::function<base::Result<void>(const std::vector<Change>&)>;
    virtual base::Result<void> recover(std::string_view /*world*/, const Each& /*each*/) {
        return {};
    }
};

}  // namespace understudy::world
