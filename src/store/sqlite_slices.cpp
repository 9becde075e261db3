// Snapshots on their way to the file, a slice at a time. A process that is killed in between leaves
// pieces without a first one, which count for nothing, or rows that nobody needs: both go with the
// next snapshot of that world.
#include <algorithm>

#include "json/write.hpp"
#include "store/impl/sqlite_tables.hpp"

namespace understudy::store {

namespace {

constexpr std::size_t kPieceBytes = std::size_t{256} * 1024;
constexpr std::size_t kWorkOfPiece = 64;  // of cutting one off, in rows

}  // namespace

base::Result<void> SqliteTables::go_on(std::size_t budget) {
    while (budget > 0 && has_more()) {
        if (!writing_) {
            writing_.emplace(std::move(handed_in_.front()));
            handed_in_.pop_front();
            TRY_VOID(cut_unfinished(writing_->world));
        }
        const std::size_t used = TRY(writing_->needless ? cut_some(budget) : write_some(budget));
        budget -= std::min(budget, used);
    }
    return {};
}

base::Result<std::size_t> SqliteTables::write_some(std::size_t budget) {
    Writing& writing = *writing_;
    for (std::size_t used = 0; used < budget; ++used) {
        const std::optional<world::Change> change = writing.changes.next();
        if (!change) {
            if (!writing.text.empty()) TRY_VOID(end_piece());
            TRY_VOID(add_piece(0, writing.first));
            writing.needless = TRY(needless_of(writing.world));
            return used + 1;
        }
        writing.text += writing.text.empty() ? '[' : ',';
        json::write_to(writing.text, to_json(*change));
        if (writing.text.size() >= kPieceBytes) TRY_VOID(end_piece());
    }
    return budget;
}

base::Result<void> SqliteTables::end_piece() {
    Writing& writing = *writing_;
    writing.text += ']';
    if (writing.piece == 0) {
        writing.first = std::move(writing.text);
    } else {
        TRY_VOID(add_piece(writing.piece, writing.text));
    }
    ++writing.piece;
    writing.text.clear();
    return {};
}

base::Result<std::size_t> SqliteTables::cut_some(std::size_t budget) {
    const std::uint64_t world = writing_->world;
    Needless& needless = *writing_->needless;
    if (!needless.rows.empty()) {
        const Needless::Rows rows = needless.rows.back();
        first_row_.begin(world, rows.after, rows.until);
        const bool found = TRY(first_row_.next());
        const std::optional<std::uint64_t> first = found ? first_row_.number(0) : std::nullopt;
        first_row_.reset();
        const std::uint64_t until = first ? *first + (budget - 1) : rows.until;
        if (until >= rows.until) needless.rows.pop_back();
        if (!first) return std::size_t{1};
        TRY_VOID(cut_rows_.run(world, rows.after, std::min(until, rows.until)));
        return budget;
    }
    if (!needless.snapshots.empty()) {
        const std::uint64_t snapshot = needless.snapshots.back();
        last_piece_.begin(world, snapshot);
        const std::uint64_t last = TRY(last_piece_.next()) ? last_piece_.number(0).value_or(0) : 0;
        last_piece_.reset();
        const std::uint64_t pieces = std::max<std::uint64_t>(budget / kWorkOfPiece, 1);
        // From the end: as long as its first piece is there it is found again after a crash.
        TRY_VOID(cut_pieces_.run(world, snapshot, last < pieces ? 0 : last - pieces + 1));
        if (last < pieces) needless.snapshots.pop_back();
        return budget;
    }
    TRY_VOID(forget_needless(world));  // only its parent may be left
    writing_.reset();
    return std::size_t{1};
}

base::Result<void> SqliteTables::cut_unfinished(std::uint64_t world) {
    for (const std::uint64_t position : TRY(snapshots_of(world, false))) {
        TRY_VOID(cut_snapshot_.run(world, position));
    }
    return {};
}

base::Result<void> SqliteTables::give_up_snapshots(std::uint64_t world) {
    std::erase_if(handed_in_, [&](const KeepSnapshot& one) { return one.world == world; });
    if (!writing_ || writing_->world != world) return {};
    writing_.reset();
    return cut_unfinished(world);
}

}  // namespace understudy::store
