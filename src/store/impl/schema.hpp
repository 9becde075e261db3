// What a file of worlds looks like inside. A change of the tables is a new format: kFormat grows,
// and the older ones stay readable.
#pragma once

#include <cstdint>
#include <string_view>

namespace understudy::store {

inline constexpr std::uint64_t kApplicationId = 0x55534459;  // "USDY"
inline constexpr std::uint64_t kFormat = 2;

// worlds: `parent` is the world whose rows this one begins with, after its row `parent_position`;
// null once a snapshot of its own stands for them. A world that was dropped stays as long as a fork
// needs its rows.
// rows, snapshots: `changes` is a JSON array of [part, key, value]. A snapshot is in pieces,
// and is not there as long as it has no first one (format 1: it has all of them).
//
// In order of their names, each as SQLite remembers it.
inline constexpr std::string_view kTables[] = {
    "CREATE TABLE rows (world INTEGER NOT NULL, position INTEGER NOT NULL, at TEXT NOT NULL, "
    "command TEXT NOT NULL, changes TEXT NOT NULL, PRIMARY KEY (world, position)) WITHOUT ROWID",
    "CREATE TABLE snapshots (world INTEGER NOT NULL, position INTEGER NOT NULL, piece INTEGER NOT "
    "NULL, changes TEXT NOT NULL, PRIMARY KEY (world, position, piece)) WITHOUT ROWID",
    "CREATE TABLE worlds (number INTEGER PRIMARY KEY, id TEXT NOT NULL, definition TEXT NOT NULL, "
    "parent INTEGER, parent_position INTEGER, dropped INTEGER NOT NULL)",
    "CREATE INDEX worlds_of_parent ON worlds (parent) WHERE parent IS NOT NULL",
};

}  // namespace understudy::store
