// What is told gathers under one lock; one thread carries it to the file, batch by batch.
#include "store/sqlite.hpp"

#include <chrono>
#include <condition_variable>
#include <map>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

#include "base/text.hpp"
#include "store/code.hpp"
#include "store/impl/sqlite_tables.hpp"

namespace understudy::store {

namespace {

// Of the time that the last commit took, which part a batch may wait for more.
constexpr int kShareOfCommit = 8;
// For so long nobody has told anything: then snapshots may have the file for themselves.
constexpr std::chrono::milliseconds kQuiet{20};

}  // namespace

struct SqliteStore::Inside {
    Inside(SqliteTables opened, SqliteOptions how)
        : options(std::move(how)), tables(std::move(opened)) {}

    struct Known {
        std::uint64_t number = 0;
        std::uint64_t position = 0;
        std::uint64_t cut = 0;  // of the newest snapshot: rows before it may be gone
    };

    const SqliteOptions options;
    std::mutex file;  // held by whoever uses the tables
    SqliteTables tables;

    mutable std::mutex mutex;  // of everything below
    std::condition_variable work, done;
    std::map<std::string, Known, std::less<>> worlds;
    std::uint64_t last_number = 0;
    std::vector<Task> waiting;      // for the next batch
    std::vector<Told> told_later;   // when the next batch is kept
    std::vector<Told> told_sooner;  // when the batch that is being written is kept
    bool is_writing = false;
    std::size_t expected = 0;    // tasks that will soon be waiting, if all who were told come back
    std::uint64_t given = 0;     // batches that were begun to be gathered
    std::uint64_t finished = 0;  // batches that were written and told of
    std::uint64_t commits = 0;
    bool stopping = false;
    std::optional<base::Error> failure;
    std::thread writer;

    base::Result<Known*> known(std::string_view world);
    void add(Task task);
    base::Result<void> write(std::vector<Task> batch);
    void note_failure(const base::Result<void>& written, std::unique_lock<std::mutex>& lock);
    void write_batches();
};

base::Result<SqliteStore::Inside::Known*> SqliteStore::Inside::known(std::string_view world) {
    if (failure) return base::fail(*failure);
    const auto found = worlds.find(world);
    if (found != worlds.end()) return &found->second;
    return base::fail(code::UnknownWorld, {{"world", std::string(world)}});
}

// With the lock held.
void SqliteStore::Inside::add(Task task) {
    waiting.push_back(std::move(task));
    if (waiting.size() == 1) ++given;
    if (!is_writing && (waiting.size() == 1 || waiting.size() == expected)) work.notify_one();
}

// What was gathered while a commit failed is refused like it.
base::Result<void> SqliteStore::Inside::write(std::vector<Task> batch) {
    if (failure) return base::fail(*failure);
    const std::lock_guard one_at_a_time(file);
    return tables.write(std::move(batch));
}

// With the lock held, which it lets go while it tells.
void SqliteStore::Inside::note_failure(const base::Result<void>& written,
                                       std::unique_lock<std::mutex>& lock) {
    if (written || failure) return;
    failure = written.error();
    if (!options.failed) return;
    lock.unlock();
    options.failed(written.error());
    lock.lock();
}

void SqliteStore::Inside::write_batches() {
    std::vector<Told> told;
    std::chrono::nanoseconds patience{0};
    std::unique_lock lock(mutex);
    for (;;) {
        const auto has_more = [this] { return tables.has_more() && !failure; };
        work.wait(lock, [&] { return !waiting.empty() || stopping || has_more(); });
        if (waiting.empty() && !has_more()) return;
        if (waiting.empty()) {
            const auto is_needed = [this] { return !waiting.empty() || stopping; };
            if (work.wait_for(lock, kQuiet, is_needed) && !waiting.empty()) continue;
            lock.unlock();
            const base::Result<void> written = write({});
            lock.lock();
            note_failure(written, lock);
            continue;
        }
        // Who was just told calls again at once, more often than not. Without this short wait two
        // halves of the callers would take turns, each waiting for the disk twice.
        work.wait_for(lock, patience, [this] { return waiting.size() >= expected || stopping; });
        std::vector<Task> batch = std::exchange(waiting, {});
        const std::size_t size = batch.size();
        const auto begun = std::chrono::steady_clock::now();
        told_sooner.swap(told_later);
        is_writing = true;
        lock.unlock();
        const base::Result<void> written = write(std::move(batch));
        lock.lock();
        is_writing = false;
        ++commits;
        expected = size + waiting.size();
        patience = (std::chrono::steady_clock::now() - begun) / kShareOfCommit;
        told.swap(told_sooner);
        note_failure(written, lock);
        lock.unlock();
        for (const Told& tell : told) tell(written);
        told.clear();
        lock.lock();
        ++finished;
        done.notify_all();
    }
}

SqliteStore::SqliteStore(std::unique_ptr<Inside> inside) : inside_(std::move(inside)) {
    inside_->writer = std::thread([all = inside_.get()] { all->write_batches(); });
}

SqliteStore::~SqliteStore() {
    {
        const std::lock_guard lock(inside_->mutex);
        inside_->stopping = true;
        inside_->work.notify_one();
    }
    inside_->writer.join();
}

base::Result<std::unique_ptr<SqliteStore>> SqliteStore::open(const std::string& path,
                                                             SqliteOptions options) {
    SqliteTables tables = TRY(SqliteTables::open(path));
    if (options.most_pages != 0) TRY_VOID(tables.file().limit_pages(options.most_pages));
    auto inside = std::make_unique<Inside>(std::move(tables), std::move(options));
    for (const StoredWorld& world : TRY(inside->tables.worlds())) {
        inside->worlds.insert_or_assign(world.id,
                                        Inside::Known{world.number, world.position, world.cut});
    }
    inside->last_number = TRY(inside->tables.last_number());
    return std::unique_ptr<SqliteStore>(new SqliteStore(std::move(inside)));
}

base::Result<void> SqliteStore::open(std::string_view world, const json::Value& definition) {
    Inside& all = *inside_;
    const std::lock_guard lock(all.mutex);
    if (all.failure) return base::fail(*all.failure);
    const auto [entry, is_new] = all.worlds.try_emplace(std::string(world));
    if (!is_new) return base::fail(code::WorldExists, {{"world", std::string(world)}});
    entry->second.number = ++all.last_number;
    all.add(OpenWorld{entry->second.number, std::string(world), definition, 0, 0});
    return {};
}

base::Result<void> SqliteStore::fork(std::string_view world, std::string_view parent,
                                     std::uint64_t position, const json::Value& definition) {
    Inside& all = *inside_;
    const std::lock_guard lock(all.mutex);
    const Inside::Known from = *TRY(all.known(parent));
    if (position > from.position || position < from.cut) {
        return base::fail(code::NoSuchRow,
                          {{"world", std::string(parent)}, {"position", std::to_string(position)}});
    }
    const auto [entry, is_new] = all.worlds.try_emplace(std::string(world));
    if (!is_new) return base::fail(code::WorldExists, {{"world", std::string(world)}});
    entry->second.number = ++all.last_number;
    all.add(OpenWorld{entry->second.number, std::string(world), definition, from.number, position});
    return {};
}

base::Result<void> SqliteStore::append(std::string_view world, world::Row row) {
    Inside& all = *inside_;
    const std::lock_guard lock(all.mutex);
    Inside::Known& known = *TRY(all.known(world));
    if (row.position != known.position + 1) {
        return base::fail(code::Gap, {{"world", std::string(world)},
                                      {"position", std::to_string(row.position)},
                                      {"last", std::to_string(known.position)}});
    }
    ++known.position;
    all.add(AppendRow{known.number, std::move(row)});
    return {};
}

base::Result<void> SqliteStore::drop(std::string_view world) {
    Inside& all = *inside_;
    const std::lock_guard lock(all.mutex);
    const std::uint64_t number = TRY(all.known(world))->number;
    all.worlds.erase(all.worlds.find(world));
    all.add(DropWorld{number});
    return {};
}

base::Result<void> SqliteStore::commit() {
    Inside& all = *inside_;
    std::unique_lock lock(all.mutex);
    const std::uint64_t last = all.given;
    all.done.wait(lock, [&] { return all.finished >= last; });
    if (all.failure) return base::fail(*all.failure);
    return {};
}

base::Result<bool> SqliteStore::when_kept(Told told) {
    Inside& all = *inside_;
    const std::lock_guard lock(all.mutex);
    // Perhaps it was our own row that could not be kept: the batch may be over already.
    if (all.failure) return base::fail(*all.failure);
    if (!all.waiting.empty()) {
        all.told_later.push_back(std::move(told));
    } else if (all.is_writing) {
        all.told_sooner.push_back(std::move(told));
    } else {
        return true;
    }
    return false;
}

std::uint64_t SqliteStore::rows_between_snapshots() const {
    return inside_->options.rows_between_snapshots;
}

void SqliteStore::keep_snapshot(std::string_view world, std::uint64_t position,
                                const world::Snapshot& snapshot) {
    Inside& all = *inside_;
    const std::lock_guard lock(all.mutex);
    auto known = all.known(world);
    // One of a world that was dropped meanwhile is nobody's, and two of one row are the same.
    if (!known || (*known)->position < position || (*known)->cut >= position) return;
    (*known)->cut = position;
    all.add(KeepSnapshot{(*known)->number, position, snapshot});
}

base::Result<std::vector<world::KeptWorld>> SqliteStore::kept() {
    TRY_VOID(commit());
    const std::lock_guard one_at_a_time(inside_->file);
    std::vector<world::KeptWorld> worlds;
    for (StoredWorld& world : TRY(inside_->tables.worlds())) {
        worlds.push_back({std::move(world.id), std::move(world.definition), world.position});
    }
    return worlds;
}

base::Result<void> SqliteStore::recover(std::string_view world, const Each& each) {
    TRY_VOID(commit());
    std::uint64_t number = 0;
    {
        const std::lock_guard lock(inside_->mutex);
        number = TRY(inside_->known(world))->number;
    }
    const std::lock_guard one_at_a_time(inside_->file);
    return inside_->tables.recover(number, each);
}

std::uint64_t SqliteStore::commits() const {
    const std::lock_guard lock(inside_->mutex);
    return inside_->commits;
}

}  // namespace understudy::store
