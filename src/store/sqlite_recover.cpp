// What a file gives back: the worlds in it, and the changes that lead to where each of them was.
#include <algorithm>

#include "store/impl/changes_text.hpp"
#include "store/impl/sqlite_tables.hpp"

namespace understudy::store {

namespace {

std::string why(const base::Error& error) {
    const std::string_view said = error.arg("why");
    return said.empty() ? base::message(error) : std::string(said);
}

std::string row_name(std::uint64_t world, std::uint64_t position) {
    return "row " + std::to_string(position) + " of the world number " + std::to_string(world);
}

}  // namespace

base::Result<std::vector<StoredWorld>> SqliteTables::worlds() {
    Statement all = TRY(
        file_.prepare("SELECT number, id, definition FROM worlds WHERE dropped = 0 ORDER BY 1"));
    std::vector<StoredWorld> worlds;
    while (TRY(all.next())) {
        const auto number = all.number(0);
        const auto id = all.text(1);
        if (!number || !id) return damaged(file_.path(), "a world has no number or no id");
        auto definition = read_definition(all.text(2).value_or(""));
        if (!definition) {
            return damaged(file_.path(),
                           "the definition of a world cannot be read: " + why(definition.error()));
        }
        worlds.push_back({*number, std::string(*id), std::move(*definition), 0, 0});
    }
    for (StoredWorld& world : worlds) {
        world.position = TRY(end_of(world.number));
        const std::vector<std::uint64_t> snapshots = TRY(snapshots_of(world.number));
        if (!snapshots.empty()) world.cut = snapshots.back();
    }
    return worlds;
}

base::Result<std::uint64_t> SqliteTables::last_number() {
    Statement last = TRY(file_.prepare("SELECT max(number) FROM worlds"));
    return TRY(last.next()) ? last.number(0).value_or(0) : std::uint64_t{0};
}

base::Result<void> SqliteTables::recover(std::uint64_t world, const world::Journal::Each& each) {
    struct Leg {
        std::uint64_t world = 0, base = 0, until = 0;
    };
    std::vector<Leg> legs;
    std::uint64_t until = TRY(end_of(world));
    while (world != 0) {
        const std::vector<std::uint64_t> snapshots = TRY(snapshots_of(world));
        const auto after = std::upper_bound(snapshots.begin(), snapshots.end(), until);
        const std::uint64_t base = after == snapshots.begin() ? 0 : *std::prev(after);
        legs.push_back({world, base, until});
        if (base != 0) break;
        const Origin origin = TRY(origin_of(world));
        world = origin.parent;
        until = origin.position;
    }
    std::reverse(legs.begin(), legs.end());
    for (const Leg& leg : legs) {
        if (leg.base != 0) TRY_VOID(give_snapshot(leg.world, leg.base, each));
        TRY_VOID(give_rows(leg.world, leg.base, leg.until, each));
    }
    return {};
}

base::Result<void> SqliteTables::give_snapshot(std::uint64_t world, std::uint64_t position,
                                               const world::Journal::Each& each) {
    Statement pieces = TRY(file_.prepare(
        "SELECT piece, changes FROM snapshots WHERE world = ?1 AND position = ?2 ORDER BY 1"));
    pieces.begin(world, position);
    std::uint64_t expected = 0;
    while (TRY(pieces.next())) {
        auto changes = read_changes(pieces.text(1).value_or(""));
        base::Result<void> given;
        if (changes) given = each(*changes);
        const bool follows = pieces.number(0) == expected++;
        if (changes && given && follows) continue;
        const std::string reason = !follows  ? "a piece is missing"
                                   : changes ? why(given.error())
                                             : why(changes.error());
        return damaged(file_.path(), "the snapshot after " + row_name(world, position) +
                                         " cannot be read: " + reason);
    }
    return {};
}

base::Result<void> SqliteTables::give_rows(std::uint64_t world, std::uint64_t after,
                                           std::uint64_t until, const world::Journal::Each& each) {
    Statement rows = TRY(file_.prepare(
        "SELECT position, changes FROM rows WHERE world = ?1 AND position > ?2 AND position <= ?3 "
        "ORDER BY 1"));
    rows.begin(world, after, until);
    std::uint64_t last = after;
    while (TRY(rows.next())) {
        if (rows.number(0) != last + 1) break;
        ++last;
        auto changes = read_changes(rows.text(1).value_or(""));
        base::Result<void> given;
        if (changes) given = each(*changes);
        if (changes && given) continue;
        return damaged(file_.path(), row_name(world, last) + " cannot be read: " +
                                         why(changes ? given.error() : changes.error()));
    }
    if (last == until) return {};
    return damaged(file_.path(), row_name(world, last + 1) + " is missing");
}

}  // namespace understudy::store
