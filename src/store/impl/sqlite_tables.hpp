// Worlds, rows and snapshots in the tables of one file: how they are written, given back, and what
// of them is no longer needed.
//
// A world's rows may be needed by its forks, too: a fork is stored as (parent, position). What is
// kept of a world is what leads to each of its points: its end, unless it was dropped, and the
// positions its forks begin at. A point is reached from the newest snapshot before it.
//
//     rows       1 2 3 4 5 6 7 8 9        a fork at 3, snapshots at 5 and 8
//     kept       x x x           x        1..3 for the fork, 9 after the snapshot at 8
#pragma once

#include <cstdint>
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

    // All or nothing, and on the disk when it returns.
    base::Result<void> write(const std::vector<Task>& tasks);

    base::Result<std::vector<StoredWorld>> worlds();  // oldest first
    base::Result<std::uint64_t> last_number();
    // All changes that lead to the end of the world, in order.
    base::Result<void> recover(std::uint64_t world, const world::Journal::Each& each);

    const SqliteFile& file() const { return file_; }

private:
    explicit SqliteTables(SqliteFile file) : file_(std::move(file)) {}

    base::Result<void> write_all(const std::vector<Task>& tasks);
    base::Result<void> write_one(const OpenWorld& task);
    base::Result<void> write_one(const AppendRow& task);
    base::Result<void> write_one(const DropWorld& task);
    base::Result<void> write_one(const KeepSnapshot& task);
    base::Result<void> forget_needless(std::uint64_t world);

    struct Origin {  // where a world's first row goes on from
        std::uint64_t parent = 0;
        std::uint64_t position = 0;
        bool dropped = false;
    };
    base::Result<Origin> origin_of(std::uint64_t world);
    base::Result<std::vector<std::uint64_t>> snapshots_of(std::uint64_t world);
    base::Result<std::uint64_t> end_of(std::uint64_t world);
    base::Result<void> give_snapshot(std::uint64_t world, std::uint64_t position,
                                     const world::Journal::Each& each);
    base::Result<void> give_rows(std::uint64_t world, std::uint64_t after, std::uint64_t until,
                                 const world::Journal::Each& each);

    SqliteFile file_;
    Statement begin_, commit_, roll_back_;
    Statement add_world_, add_row_, add_piece_, mark_dropped_, forget_parent_;
    Statement forks_, origin_, snapshots_, last_row_;
    Statement cut_rows_, cut_snapshot_, end_world_;
    std::string text_;  // reused for what is written
};

}  // namespace understudy::store
