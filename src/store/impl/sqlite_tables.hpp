// Worlds, rows and snapshots in the tables of one file: how they are written, given back, and what
// of them is no longer needed.
//
// A world's rows may be needed by its forks, too: a fork is stored as (parent, position). What is
// kept of a world is what leads to each of its points: its end, unless it was dropped, and the
// positions its forks begin at. A point is reached from the newest snapshot before it.
//
//     rows       1 2 3 4 5 6 7 8 9        a fork at 3, snapshots at 5 and 8
//     kept       x x x           x        1..3 for the fork, 9 after the snapshot at 8
//
// A snapshot is as large as its world, and nobody waits for it: it is written in slices, one with
// each batch, and so is what it makes needless cut off. Its first piece is written last: a snapshot
// without one is not there.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "base/result.hpp"
#include "store/impl/sqlite_file.hpp"
#include "world/journal.hpp"
#include "world/snapshot.hpp"

namespace understudy::store {

// What is to be done to the file; worlds are known by number.
struct OpenWorld {
    std::uint64_t world = 0;
    std::string id;
    json::Value definition;
    std::uint64_t parent = 0;  // 0: none
    std::uint64_t parent_position = 0;
};
struct AppendRow {
    std::uint64_t world = 0;
    world::Row row;
};
struct DropWorld {
    std::uint64_t world = 0;
};
struct KeepSnapshot {
    std::uint64_t world = 0;
    std::uint64_t position = 0;
    world::Snapshot snapshot;
};
using Task = std::variant<OpenWorld, AppendRow, DropWorld, KeepSnapshot>;

// A world that was not dropped.
struct StoredWorld {
    std::uint64_t number = 0;
    std::string id;
    json::Value definition;
    std::uint64_t position = 0;  // of its last row
    std::uint64_t cut = 0;       // of its newest snapshot: forks begin there or later
};

class SqliteTables {
public:
    static base::Result<SqliteTables> open(const std::string& path);

    // All or nothing, and on the disk when it returns. Goes on with the snapshots that were handed
    // in, by a slice that is not much more work than the tasks.
    base::Result<void> write(std::vector<Task> tasks);
    // Are there slices left? Then write() is to be called again, if only with nothing.
    bool has_more() const { return writing_.has_value() || !handed_in_.empty(); }

    base::Result<std::vector<StoredWorld>> worlds();  // oldest first
    base::Result<std::uint64_t> last_number();
    // All changes that lead to the end of the world, in order.
    base::Result<void> recover(std::uint64_t world, const world::Journal::Each& each);

    const SqliteFile& file() const { return file_; }

private:
    explicit SqliteTables(SqliteFile file) : file_(std::move(file)) {}

    base::Result<void> write_all(std::vector<Task> tasks);
    base::Result<void> write_one(OpenWorld task);
    base::Result<void> write_one(AppendRow task);
    base::Result<void> write_one(DropWorld task);
    base::Result<void> write_one(KeepSnapshot task);
    base::Result<void> add_piece(std::uint64_t piece, std::string_view text);

    // --- sqlite_slices.cpp
    // What of a world leads nowhere any more.
    struct Needless {
        struct Rows {
            std::uint64_t after = 0, until = 0;
        };
        std::vector<Rows> rows;
        std::vector<std::uint64_t> snapshots;
        bool is_all = false;       // the world itself
        std::uint64_t parent = 0;  // whose rows are not needed any longer; 0: they are
    };
    // A snapshot on its way to the file.
    struct Writing {
        explicit Writing(KeepSnapshot task)
            : world(task.world), position(task.position), changes(task.snapshot) {}

        std::uint64_t world;
        std::uint64_t position;
        world::SnapshotChanges changes;
        std::uint64_t piece = 0;  // that is being put together
        std::string text;         // of it
        std::string first;        // the text of the first one, once it is complete
        // Once it is written: what is left to be cut off. No fork can begin there any more.
        std::optional<Needless> needless = {};
    };
    // Both give how much of the budget they have used: changes written, rows cut off.
    base::Result<std::size_t> write_some(std::size_t budget);
    base::Result<std::size_t> cut_some(std::size_t budget);
    base::Result<void> go_on(std::size_t budget);
    base::Result<void> end_piece();
    base::Result<void> give_up_snapshots(std::uint64_t world);
    base::Result<void> cut_unfinished(std::uint64_t world);

    base::Result<Needless> needless_of(std::uint64_t world);
    base::Result<void> forget_needless(std::uint64_t world);

    struct Origin {  // where a world's first row goes on from
        std::uint64_t parent = 0;
        std::uint64_t position = 0;
        bool dropped = false;
    };
    base::Result<Origin> origin_of(std::uint64_t world);
    // Those that are whole, or those that were never finished; oldest first.
    base::Result<std::vector<std::uint64_t>> snapshots_of(std::uint64_t world,
                                                          bool finished = true);
    base::Result<std::vector<std::uint64_t>> forks_of(std::uint64_t world);  // where they begin
    base::Result<std::uint64_t> end_of(std::uint64_t world);
    base::Result<void> give_snapshot(std::uint64_t world, std::uint64_t position,
                                     const world::Journal::Each& each);
    base::Result<void> give_rows(std::uint64_t world, std::uint64_t after, std::uint64_t until,
                                 const world::Journal::Each& each);

    SqliteFile file_;
    Statement begin_, commit_, roll_back_;
    Statement add_world_, add_row_, add_piece_, mark_dropped_, forget_parent_;
    Statement forks_, origin_, last_row_, first_row_;
    Statement next_snapshot_, first_piece_, last_piece_;
    Statement cut_rows_, cut_snapshot_, cut_pieces_, end_world_;
    std::string text_;  // reused for what is written
    std::optional<Writing> writing_;
    std::deque<KeepSnapshot> handed_in_;  // and not begun
};

}  // namespace understudy::store
