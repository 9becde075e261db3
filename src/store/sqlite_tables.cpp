// How worlds, rows and snapshots are written, and what is no longer needed of them.
#include "store/impl/sqlite_tables.hpp"

#include <algorithm>

#include "json/write.hpp"
#include "store/impl/changes_text.hpp"

namespace understudy::store {

namespace {

constexpr std::size_t kPieceBytes = std::size_t{256} * 1024;  // of a snapshot

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
    TRY_VOID(prepare(made.snapshots_,
                     "SELECT DISTINCT position FROM snapshots WHERE world = ?1 ORDER BY 1"));
    TRY_VOID(prepare(made.last_row_, "SELECT max(position) FROM rows WHERE world = ?1"));
    TRY_VOID(prepare(made.cut_rows_,
                     "DELETE FROM rows WHERE world = ?1 AND position > ?2 AND position <= ?3"));
    TRY_VOID(
        prepare(made.cut_snapshot_, "DELETE FROM snapshots WHERE world = ?1 AND position = ?2"));
    TRY_VOID(prepare(made.end_world_, "DELETE FROM worlds WHERE number = ?1"));
    return made;
}

base::Result<void> SqliteTables::write(const std::vector<Task>& tasks) {
    const auto written = write_all(tasks);
    // After some failures SQLite has rolled back by itself; then this says so, and nothing is lost.
    if (!written) static_cast<void>(roll_back_.run().has_value());
    return written;
}

base::Result<void> SqliteTables::write_all(const std::vector<Task>& tasks) {
    TRY_VOID(begin_.run());
    for (const Task& task : tasks) {
        TRY_VOID(std::visit([this](const auto& one) { return write_one(one); }, task));
    }
    return commit_.run();
}

base::Result<void> SqliteTables::write_one(const OpenWorld& task) {
    const std::string definition = json::write(task.definition);
    const std::string_view id = task.id;
    const std::string_view text = definition;
    if (task.parent == 0) return add_world_.run(task.world, id, text, std::nullopt, std::nullopt);
    return add_world_.run(task.world, id, text, task.parent, task.parent_position);
}

base::Result<void> SqliteTables::write_one(const AppendRow& task) {
    const std::string command = json::write(task.row.command);
    const std::string at = base::to_rfc3339(task.row.at);
    text_.clear();
    write_changes(text_, task.row.changes);
    return add_row_.run(task.world, task.row.position, std::string_view(at),
                        std::string_view(command), std::string_view(text_));
}

base::Result<void> SqliteTables::write_one(const DropWorld& task) {
    TRY_VOID(mark_dropped_.run(task.world));
    return forget_needless(task.world);
}

base::Result<void> SqliteTables::write_one(const KeepSnapshot& task) {
    std::uint64_t piece = 0;
    base::Result<void> written;
    text_.clear();
    const auto write_piece = [&] {
        text_ += ']';
        if (written) {
            written = add_piece_.run(task.world, task.position, piece, std::string_view(text_));
        }
        ++piece;
        text_.clear();
    };
    each_change(task.snapshot, [&](const world::Change& change) {
        text_ += text_.empty() ? '[' : ',';
        json::write_to(text_, to_json(change));
        if (text_.size() >= kPieceBytes) write_piece();
    });
    if (!text_.empty()) write_piece();
    TRY_VOID(std::move(written));
    return forget_needless(task.world);
}

base::Result<void> SqliteTables::forget_needless(std::uint64_t world) {
    while (world != 0) {
        const Origin origin = TRY(origin_of(world));
        const std::vector<std::uint64_t> snapshots = TRY(snapshots_of(world));
        std::vector<std::uint64_t> points;
        forks_.begin(world);
        while (TRY(forks_.next())) points.push_back(forks_.number(0).value_or(0));
        if (!origin.dropped) points.push_back(INT64_MAX);  // as far as it goes

        std::uint64_t done = 0;  // rows up to here are looked at
        bool needs_parent = false;
        std::vector<std::uint64_t> bases;
        for (const std::uint64_t point : points) {
            const std::uint64_t base = base_of(point, snapshots);
            needs_parent |= base == 0;
            bases.push_back(base);
            if (base > done) TRY_VOID(cut_rows_.run(world, done, base));
            done = std::max(done, point);
        }
        if (origin.dropped) TRY_VOID(cut_rows_.run(world, done, std::uint64_t{INT64_MAX}));
        for (const std::uint64_t snapshot : snapshots) {
            if (std::find(bases.begin(), bases.end(), snapshot) != bases.end()) continue;
            TRY_VOID(cut_snapshot_.run(world, snapshot));
        }
        if (points.empty()) TRY_VOID(end_world_.run(world));
        if (needs_parent || origin.parent == 0) return {};
        if (!points.empty()) TRY_VOID(forget_parent_.run(world));
        world = origin.parent;  // one fork less that needs its rows
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

base::Result<std::vector<std::uint64_t>> SqliteTables::snapshots_of(std::uint64_t world) {
    std::vector<std::uint64_t> positions;
    snapshots_.begin(world);
    while (TRY(snapshots_.next())) positions.push_back(snapshots_.number(0).value_or(0));
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
