// One SQLite file, and statements on it: the only place that knows SQLite. What SQLite says no to
// becomes an Error of this room.
//
//     SqliteFile file = TRY(SqliteFile::open(path));
//     Statement insert = TRY(file.prepare("INSERT INTO t VALUES (?1, ?2)"));
//     TRY_VOID(insert.run(7, "text"));
//
// Used by one thread at a time.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.hpp"

struct sqlite3;
struct sqlite3_stmt;

namespace understudy::store {

class Statement {
public:
    Statement() = default;

    // Steps once with these values and is done; for what gives no rows.
    template <class... Values>
    base::Result<void> run(const Values&... values) {
        begin(values...);
        TRY_VOID(next());
        reset();
        return {};
    }
    // The values from the first parameter on. Text must live until the last next().
    template <class... Values>
    void begin(const Values&... values) {
        reset();
        int index = 0;
        (bind(++index, values), ...);
    }
    base::Result<bool> next();  // false: there are no more rows
    void reset();

    // Of the present row; what is not there or of another kind is nothing.
    std::optional<std::uint64_t> number(int column) const;
    std::optional<std::string_view> text(int column) const;

private:
    friend class SqliteFile;
    struct End {
        void operator()(sqlite3_stmt* statement) const;
    };

    void bind(int index, std::uint64_t value);
    void bind(int index, std::string_view value);
    void bind(int index, std::nullopt_t value);

    std::unique_ptr<sqlite3_stmt, End> statement_;
    sqlite3* database_ = nullptr;
    const std::string* path_ = nullptr;
};

class SqliteFile {
public:
    // Opens the file, or makes it (readable by nobody else), and holds it for as long as this
    // lives: NoFolder, CannotOpen, ReadOnly, Locked, NotOurs, Newer, Damaged. A file that is
    // refused is left as it was.
    static base::Result<SqliteFile> open(const std::string& path);

    base::Result<Statement> prepare(std::string_view sql) const;
    base::Result<void> run(const char* sql) const;
    const std::string& path() const { return *path_; }

    // For tests: no more room than this in the file.
    base::Result<void> limit_pages(std::uint64_t pages) const;

private:
    struct Close {
        void operator()(sqlite3* database) const;
    };
    base::Result<std::uint64_t> pragma(const char* sql) const;
    base::Result<void> check_ours() const;
    base::Result<void> make() const;

    std::unique_ptr<std::string> path_;  // statements point to it
    std::unique_ptr<sqlite3, Close> database_;
};

// What the reader of a row says is wrong with it.
base::Failure damaged(const std::string& path, std::string why);

}  // namespace understudy::store
