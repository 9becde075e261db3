// How worlds, rows and snapshots are written, and what is no longer needed of them.
#include "store/impl/sqlite_tables.hpp"

#include <algorithm>

#include "json/write.hpp"
#include "store/impl/changes_text.hpp"

namespace understudy::store {

namespace {

// How much of a snapshot is written with a batch: for each of its tasks so many changes, so that it
// is done long before the next one is due, which comes after as many rows as the world has objects.
constexpr std::size_t kChangesPerTask = 4;
constexpr std::size_t kSmallestSlice = 32;
constexpr std::size_t kIdleSlice = 512;  // while nobody waits

// The newest snapshot at or before the point; 0: there is none, and all rows are needed.
std::uint64_t base_of(std::uint64_t point, const std::vector<std::uint64_t>& snapshots) {
    const auto after = std::upper_bound(snapshots.begin(), snapshots.end(), point);
    return after == snapshots.begin() ? 0 : *std::prev(after);
}

}  // namespace

base::Result<SqliteTables> SqliteTables::open(const std::string& path) {
    SqliteTables made(TRY(SqliteFile::open(path)));
    const auto prepare = [&](Statement& statement, std::string_view sql) -> base::Result<void> {
        statement = TRY(made.file_.prepare(sql));
        return {};
    };
    TRY_VOID(prepare(made.begin_, "BEGIN IMMEDIATE"));
    TRY_VOID(prepare(made.commit_, "COMMIT"));
    TRY_VOID(prepare(made.roll_back_, "ROLLBACK"));
    TRY_VOID(prepare(made.add_world_, "INSERT INTO worlds VALUES (?1, ?2, ?3, ?4, ?5, 0)"));
    TRY_VOID(prepare(made.add_row_, "INSERT INTO rows VALUES (?1, ?2, ?3, ?4, ?5)"));
    TRY_VOID(prepare(made.add_piece_, "INSERT INTO snapshots VALUES (?1, ?2, ?3, ?4)"));
    TRY_VOID(prepare(made.mark_dropped_,
                     "UPDATE worlds SET dropped = 1, definition = '{}' WHERE number = ?1"));
    TRY_VOID(prepare(made.forget_parent_,
                     "UPDATE worlds SET parent = NULL, parent_position = NULL WHERE number = ?1"));
    TRY_VOID(prepare(made.forks_,
                     "SELECT DISTINCT parent_position FROM worlds WHERE parent = ?1 ORDER BY 1"));
    TRY_VOID(prepare(made.origin_,
                     "SELECT parent, parent_position, dropped FROM worlds WHERE number = ?1"));
    TRY_VOID(prepare(made.next_snapshot_,
                     "SELECT min(position) FROM snapshots WHERE world = ?1 AND position > ?2"));
    TRY_VOID(prepare(made.first_piece_,
                     "SELECT 1 FROM snapshots WHERE world = ?1 AND position = ?2 AND piece = 0"));
    TRY_VOID(prepare(made.last_row_, "SELECT max(position) FROM rows WHERE world = ?1"));
    TRY_VOID(prepare(made.first_row_,
                     "SELECT min(position) FROM rows WHERE world = ?1 AND position > ?2 AND "
                     "position <= ?3"));
    TRY_VOID(prepare(made.last_piece_,
                     "SELECT max(piece) FROM snapshots WHERE world = ?1 AND position = ?2"));
    TRY_VOID(prepare(made.cut_rows_,
                     "DELETE FROM rows WHERE world = ?1 AND position > ?2 AND position <= ?3"));
    TRY_VOID(
        prepare(made.cut_snapshot_, "DELETE FROM snapshots WHERE world = ?1 AND position = ?2"));
    TRY_VOID(prepare(made.cut_pieces_,
                     "DELETE FROM snapshots WHERE world = ?1 AND position = ?2 AND piece >= ?3"));
    TRY_VOID(prepare(made.end_world_, "DELETE FROM worlds WHERE number = ?1"));
    return made;
}

base::Result<void> SqliteTables::write(std::vector<Task> tasks) {
    auto written = write_all(std::move(tasks));
    // After some failures SQLite has rolled back by itself; then this says so, and nothing is lost.
    if (!written) static_cast<void>(roll_back_.run().has_value());
    return written;
}

base::Result<void> SqliteTables::write_all(std::vector<Task> tasks) {
    TRY_VOID(begin_.run());
    const std::size_t slice =
        tasks.empty() ? kIdleSlice : std::max(kSmallestSlice, kChangesPerTask * tasks.size());
    for (Task& task : tasks) {
        TRY_VOID(std::visit([this](auto& one) { return write_one(std::move(one)); }, task));
    }
    TRY_VOID(go_on(slice));
    return commit_.run();
}

base::Result<void> SqliteTables::write_one(OpenWorld task) {
    const std::string definition = json::write(task.definition);
    const std::string_view id = task.id;
    const std::string_view text = definition;
    if (task.parent == 0) return add_world_.run(task.world, id, text, std::nullopt, std::nullopt);
    return add_world_.run(task.world, id, text, task.parent, task.parent_position);
}

base::Result<void> SqliteTables::write_one(AppendRow task) {
    const std::string command = json::write(task.row.command);
    const std::string at = base::to_rfc3339(task.row.at);
    text_.clear();
    write_changes(text_, task.row.changes);
    return add_row_.run(task.world, task.row.position, std::string_view(at),
                        std::string_view(command), std::string_view(text_));
}

base::Result<void> SqliteTables::write_one(DropWorld task) {
    TRY_VOID(give_up_snapshots(task.world));
    TRY_VOID(mark_dropped_.run(task.world));
    return forget_needless(task.world);
}

// Of two that wait the later one is enough, unless a fork has begun between them.
base::Result<void> SqliteTables::write_one(KeepSnapshot task) {
    const std::vector<std::uint64_t> forks = TRY(forks_of(task.world));
    std::erase_if(handed_in_, [&](const KeepSnapshot& earlier) {
        if (earlier.world != task.world) return false;
        return std::none_of(forks.begin(), forks.end(), [&](std::uint64_t fork) {
            return fork >= earlier.position && fork < task.position;
        });
    });
    handed_in_.push_back(std::move(task));
    return {};
}

base::Result<void> SqliteTables::add_piece(std::uint64_t piece, std::string_view text) {
    return add_piece_.run(writing_->world, writing_->position, piece, text);
}

base::Result<SqliteTables::Needless> SqliteTables::needless_of(std::uint64_t world) {
    const Origin origin = TRY(origin_of(world));
    const std::vector<std::uint64_t> snapshots = TRY(snapshots_of(world));
    std::vector<std::uint64_t> points = TRY(forks_of(world));
    if (!origin.dropped) points.push_back(INT64_MAX);  // as far as it goes

    Needless needless;
    std::uint64_t done = 0;  // rows up to here are looked at
    bool needs_parent = false;
    std::vector<std::uint64_t> bases;
    for (const std::uint64_t point : points) {
        const std::uint64_t base = base_of(point, snapshots);
        needs_parent |= base == 0;
        bases.push_back(base);
        if (base > done) needless.rows.push_back({done, base});
        done = std::max(done, point);
    }
    if (origin.dropped) needless.rows.push_back({done, std::uint64_t{INT64_MAX}});
    for (const std::uint64_t snapshot : snapshots) {
        if (std::find(bases.begin(), bases.end(), snapshot) != bases.end()) continue;
        needless.snapshots.push_back(snapshot);
    }
    needless.is_all = points.empty();
    if (!needs_parent) needless.parent = origin.parent;
    return needless;
}

base::Result<void> SqliteTables::forget_needless(std::uint64_t world) {
    while (world != 0) {
        const Needless needless = TRY(needless_of(world));
        for (const Needless::Rows& rows : needless.rows) {
            TRY_VOID(cut_rows_.run(world, rows.after, rows.until));
        }
        for (const std::uint64_t snapshot : needless.snapshots) {
            TRY_VOID(cut_snapshot_.run(world, snapshot));
        }
        if (needless.is_all) TRY_VOID(end_world_.run(world));
        if (needless.parent != 0 && !needless.is_all) TRY_VOID(forget_parent_.run(world));
        world = needless.parent;  // one fork less that needs its rows
    }
    return {};
}

base::Result<SqliteTables::Origin> SqliteTables::origin_of(std::uint64_t world) {
    origin_.begin(world);
    Origin origin;
    if (!TRY(origin_.next())) {
        return damaged(file_.path(), "the world number " + std::to_string(world) + " is missing");
    }
    origin.parent = origin_.number(0).value_or(0);
    origin.position = origin_.number(1).value_or(0);
    origin.dropped = origin_.number(2) != std::uint64_t{0};
    origin_.reset();
    // A fork is younger than its parent; anything else could go round in circles.
    if (origin.parent < world) return origin;
    return damaged(file_.path(), "the world number " + std::to_string(world) +
                                     " is forked from one that came later");
}

// From one to the next: SQLite would read all pieces, to the last byte, to go through them.
base::Result<std::vector<std::uint64_t>> SqliteTables::snapshots_of(std::uint64_t world,
                                                                    bool finished) {
    std::vector<std::uint64_t> positions;
    for (std::uint64_t last = 0;;) {
        next_snapshot_.begin(world, last);
        const bool found = TRY(next_snapshot_.next());
        const auto position = found ? next_snapshot_.number(0) : std::nullopt;
        next_snapshot_.reset();
        if (!position) return positions;
        last = *position;
        first_piece_.begin(world, last);
        if (TRY(first_piece_.next()) == finished) positions.push_back(last);
        first_piece_.reset();
    }
}

base::Result<std::vector<std::uint64_t>> SqliteTables::forks_of(std::uint64_t world) {
    std::vector<std::uint64_t> positions;
    forks_.begin(world);
    while (TRY(forks_.next())) positions.push_back(forks_.number(0).value_or(0));
    return positions;
}

base::Result<std::uint64_t> SqliteTables::end_of(std::uint64_t world) {
    last_row_.begin(world);
    std::uint64_t end = 0;
    if (TRY(last_row_.next())) end = last_row_.number(0).value_or(0);
    last_row_.reset();
    const std::vector<std::uint64_t> snapshots = TRY(snapshots_of(world));
    return snapshots.empty() ? end : std::max(end, snapshots.back());
}

}  // namespace understudy::store
