// The store that outlives the process: one SQLite file, which belongs to one process at a time.
//
//     auto store = TRY(SqliteStore::open("worlds.db"));
//     store->open("w_1", definition);
//     store->append("w_1", row);            // in the queue; not on the disk yet
//     store->when_kept(answer);             // called when it is on the disk
//
// One thread writes: it takes everything that was told since its last commit, from all worlds and
// threads, and commits it at once, with one wait for the disk. While it waits the next batch
// gathers. A commit that fails is the end: everything told afterwards is refused, because what
// comes after a hole cannot be kept.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "world/journal.hpp"

namespace understudy::store {

struct SqliteOptions {
    // A world hands in a snapshot after so many rows, and at least as many as it has objects.
    std::uint64_t rows_between_snapshots = 10'000;
    // Called once, from the writing thread, when a commit has failed.
    std::function<void(const base::Error&)> failed = {};
    // For tests: no more room than this in the file; 0: as much as the disk has.
    std::uint64_t most_pages = 0;
};

class SqliteStore final : public world::Journal {
public:
    // The file is made if it is not there. NoFolder, CannotOpen, ReadOnly, Locked, NotOurs, Newer,
    // Damaged.
    static base::Result<std::unique_ptr<SqliteStore>> open(const std::string& path,
                                                           SqliteOptions options = {});
    ~SqliteStore() override;  // everything told is written first
    SqliteStore(const SqliteStore&) = delete;
    SqliteStore& operator=(const SqliteStore&) = delete;

    bool keeps_rows() const override { return true; }
    base::Result<void> open(std::string_view world, const json::Value& definition) override;
    base::Result<void> fork(std::string_view world, std::string_view parent, std::uint64_t position,
                            const json::Value& definition) override;
    base::Result<void> append(std::string_view world, world::Row row) override;
    base::Result<void> drop(std::string_view world) override;
    base::Result<void> commit() override;
    base::Result<bool> when_kept(Told told) override;
    std::uint64_t rows_between_snapshots() const override;
    void keep_snapshot(std::string_view world, std::uint64_t position,
                       const world::Snapshot& snapshot) override;
    base::Result<std::vector<world::KeptWorld>> kept() override;
    base::Result<void> recover(std::string_view world, const Each& each) override;

    std::uint64_t commits() const;  // so far; for tests and measuring

private:
    struct Inside;
    explicit SqliteStore(std::unique_ptr<Inside> inside);
    std::unique_ptr<Inside> inside_;
};

}  // namespace understudy::store
