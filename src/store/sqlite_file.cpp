#include "store/impl/sqlite_file.hpp"

#include <fcntl.h>
#include <sqlite3.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <iterator>

#include "base/text.hpp"
#include "store/code.hpp"
#include "store/impl/schema.hpp"

namespace understudy::store {

namespace {

// The primary code: the extended one only says where it happened.
int primary(int result) {
    return result & 0xff;
}

base::Failure refusal(base::Code code, const std::string& path, std::string why) {
    return base::fail(code, {{"file", base::quoted(path)}, {"why", std::move(why)}});
}

base::Failure problem(const std::string& path, sqlite3* database, int result) {
    const std::string why = database == nullptr ? sqlite3_errstr(result) : sqlite3_errmsg(database);
    switch (primary(result)) {
        case SQLITE_BUSY:
        case SQLITE_LOCKED: return base::fail(code::Locked, {{"file", base::quoted(path)}});
        case SQLITE_READONLY:
        case SQLITE_PERM:
            return base::fail(code::ReadOnly, {{"file", base::quoted(path)}, {"what", "it"}});
        case SQLITE_NOTADB: return refusal(code::NotOurs, path, "it is no database");
        case SQLITE_CORRUPT:
        case SQLITE_ERROR: return damaged(path, why);
        case SQLITE_CANTOPEN: return refusal(code::CannotOpen, path, why);
        default: return refusal(code::CannotWrite, path, why);
    }
}

// With our own words where SQLite has only "unable to open database file", and with nobody else's
// eyes on what is made. A file that is there is not opened: closing it again would end the locks
// that this process holds on it.
base::Result<void> touch(const std::string& path) {
    std::error_code ignored;
    if (std::filesystem::is_directory(path, ignored)) {
        return refusal(code::CannotOpen, path, "it is a folder");
    }
    const bool is_there = std::filesystem::exists(path, ignored);
    if (is_there && ::faccessat(AT_FDCWD, path.c_str(), R_OK | W_OK, AT_EACCESS) == 0) return {};
    const int file = ::open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (file >= 0) {
        ::close(file);
        return {};
    }
    const int why = errno;
    const std::filesystem::path folder = std::filesystem::path(path).parent_path();
    if (why == ENOENT || why == ENOTDIR) {
        return base::fail(code::NoFolder, {{"file", base::quoted(path)},
                                           {"folder", base::quoted(folder.string())}});
    }
    if (is_there || why == EACCES || why == EROFS || why == EPERM) {
        return base::fail(code::ReadOnly,
                          {{"file", base::quoted(path)}, {"what", is_there ? "it" : "its folder"}});
    }
    return refusal(code::CannotOpen, path, std::strerror(why));
}

}  // namespace

base::Failure damaged(const std::string& path, std::string why) {
    return refusal(code::Damaged, path, std::move(why));
}

// --- statements

void Statement::End::operator()(sqlite3_stmt* statement) const {
    sqlite3_finalize(statement);
}

void Statement::reset() {
    // What the last step said was told when it was made.
    static_cast<void>(sqlite3_reset(statement_.get()));
}

void Statement::bind(int index, std::uint64_t value) {
    sqlite3_bind_int64(statement_.get(), index, static_cast<sqlite3_int64>(value));
}

void Statement::bind(int index, std::string_view value) {
    sqlite3_bind_text64(statement_.get(), index, value.data(), value.size(), SQLITE_STATIC,
                        SQLITE_UTF8);
}

void Statement::bind(int index, std::nullopt_t /*value*/) {
    sqlite3_bind_null(statement_.get(), index);
}

base::Result<bool> Statement::next() {
    const int result = sqlite3_step(statement_.get());
    if (result == SQLITE_ROW) return true;
    if (result == SQLITE_DONE) return false;
    base::Failure said = problem(*path_, database_, result);
    reset();
    return said;
}

std::optional<std::uint64_t> Statement::number(int column) const {
    if (sqlite3_column_type(statement_.get(), column) != SQLITE_INTEGER) return std::nullopt;
    const sqlite3_int64 value = sqlite3_column_int64(statement_.get(), column);
    if (value < 0) return std::nullopt;
    return static_cast<std::uint64_t>(value);
}

std::optional<std::string_view> Statement::text(int column) const {
    if (sqlite3_column_type(statement_.get(), column) != SQLITE_TEXT) return std::nullopt;
    const auto* bytes =
        reinterpret_cast<const char*>(sqlite3_column_text(statement_.get(), column));
    if (bytes == nullptr) return std::nullopt;
    return std::string_view(
        bytes, static_cast<std::size_t>(sqlite3_column_bytes(statement_.get(), column)));
}

// --- the file

void SqliteFile::Close::operator()(sqlite3* database) const {
    sqlite3_close_v2(database);
}

base::Result<Statement> SqliteFile::prepare(std::string_view sql) const {
    sqlite3_stmt* made = nullptr;
    const int result = sqlite3_prepare_v3(database_.get(), sql.data(), static_cast<int>(sql.size()),
                                          SQLITE_PREPARE_PERSISTENT, &made, nullptr);
    if (result != SQLITE_OK) return problem(*path_, database_.get(), result);
    Statement statement;
    statement.statement_.reset(made);
    statement.database_ = database_.get();
    statement.path_ = path_.get();
    return statement;
}

base::Result<void> SqliteFile::run(const char* sql) const {
    const int result = sqlite3_exec(database_.get(), sql, nullptr, nullptr, nullptr);
    if (result != SQLITE_OK) return problem(*path_, database_.get(), result);
    return {};
}

base::Result<std::uint64_t> SqliteFile::pragma(const char* sql) const {
    Statement statement = TRY(prepare(sql));
    if (!TRY(statement.next())) return std::uint64_t{0};
    return statement.number(0).value_or(UINT64_MAX);
}

base::Result<void> SqliteFile::limit_pages(std::uint64_t pages) const {
    return run(("PRAGMA max_page_count=" + std::to_string(pages)).c_str());
}

base::Result<SqliteFile> SqliteFile::open(const std::string& path) {
    TRY_VOID(touch(path));
    SqliteFile file;
    file.path_ = std::make_unique<std::string>(path);
    sqlite3* database = nullptr;
    const int result = sqlite3_open_v2(path.c_str(), &database,
                                       SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, nullptr);
    file.database_.reset(database);
    if (result != SQLITE_OK) return problem(path, database, result);
    // A file of somebody else runs nothing: no triggers, no views, no functions in its schema.
    sqlite3_db_config(database, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
    sqlite3_db_config(database, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
    sqlite3_db_config(database, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, nullptr);
    sqlite3_db_config(database, SQLITE_DBCONFIG_ENABLE_VIEW, 0, nullptr);
    // Held until the end: a second process would write another history of the same worlds.
    TRY_VOID(file.run("PRAGMA locking_mode=EXCLUSIVE; PRAGMA cell_size_check=ON"));
    // Reads the head of the file and takes the lock, and changes nothing yet.
    const std::uint64_t tables = TRY(file.pragma("SELECT count(*) FROM sqlite_schema"));
    const std::uint64_t owner = TRY(file.pragma("PRAGMA application_id"));
    const bool is_new = tables == 0 && owner == 0;
    if (is_new) {
        TRY_VOID(file.make());
    } else {
        TRY_VOID(file.check_ours());
    }
    TRY_VOID(file.run("PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=OFF"));
    // A batch may change some thousand pages, most of them more than once: they wait in memory for
    // its end, and in the log for each other. Some builds of SQLite overwrite every page they free;
    // what is cut off would be written once more.
    TRY_VOID(
        file.run("PRAGMA cache_size=-16384; PRAGMA wal_autocheckpoint=2000; "
                 "PRAGMA secure_delete=FAST"));
    // The lock for writing, for good. What was written by an earlier version is read as it is.
    TRY_VOID(file.run(
        ("BEGIN IMMEDIATE; PRAGMA user_version=" + std::to_string(kFormat) + "; COMMIT").c_str()));
    return file;
}

base::Result<void> SqliteFile::make() const {
    // Before WAL: the head of the file itself then says whose it is.
    std::string sql = "BEGIN IMMEDIATE; PRAGMA application_id=" + std::to_string(kApplicationId) +
                      "; PRAGMA user_version=" + std::to_string(kFormat) + ';';
    for (const std::string_view table : kTables) sql += std::string(table) + ';';
    return run((sql + "COMMIT").c_str());
}

base::Result<void> SqliteFile::check_ours() const {
    if (TRY(pragma("PRAGMA application_id")) != kApplicationId) {
        return refusal(code::NotOurs, *path_, "it is a database of another program");
    }
    const std::uint64_t format = TRY(pragma("PRAGMA user_version"));
    if (format > kFormat) {
        return base::fail(code::Newer, {{"file", base::quoted(*path_)},
                                        {"found", std::to_string(format)},
                                        {"known", std::to_string(kFormat)}});
    }
    // Nothing is believed of the tables but what we make ourselves.
    Statement found =
        TRY(prepare("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY name"));
    std::size_t same = 0;
    while (TRY(found.next())) {
        const bool is_next = same < std::size(kTables) && found.text(0) == kTables[same];
        if (!is_next) return damaged(*path_, "its tables are not those of a file of worlds");
        ++same;
    }
    if (same == std::size(kTables)) return {};
    return damaged(*path_, "its tables are not those of a file of worlds");
}

}  // namespace understudy::store
