// Worlds in a file: what comes back, what is cut off, and what is refused.
#include "store/sqlite.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <future>

#include "store/code.hpp"
#include "store/impl/sqlite_tables.hpp"
#include "store/worlds_testing.hpp"

namespace understudy::store {
namespace {

class Sqlite : public testing::Test {
protected:
    std::unique_ptr<SqliteStore> open(SqliteOptions options = {}) {
        auto opened = SqliteStore::open(folder_.path(), std::move(options));
        if (!opened) ADD_FAILURE() << base::render(opened.error());
        return opened ? std::move(*opened) : nullptr;
    }
    // Why it cannot be opened, with the hint.
    std::string refusal(const std::string& name = "worlds.db", base::Code* code = nullptr) {
        const auto opened = SqliteStore::open(folder_.path(name));
        if (opened) return "opened";
        if (code != nullptr) *code = opened.error().code;
        return folder_.shown(base::message(opened.error()) + " | " + base::hint(opened.error()));
    }
    // Straight to the tables, as nobody else does.
    void run(const std::string& sql) {
        const auto file = SqliteFile::open(folder_.path());
        ASSERT_TRUE(file) << base::render(file.error());
        const auto done = file->run(sql.c_str());
        ASSERT_TRUE(done) << base::render(done.error());
    }
    std::uint64_t count(const std::string& sql) {
        const auto file = SqliteFile::open(folder_.path());
        if (!file) return UINT64_MAX;
        Statement statement = std::move(*file->prepare(sql));
        return *statement.next() ? statement.number(0).value_or(0) : 0;
    }

    TestFolder folder_;
    const json::Value definition_ = json::Value::object({{"colour", "red"}});
};

TEST_F(Sqlite, GivesBackWhatItWasTold) {
    std::string digest;
    {
        const auto store = open();
        ASSERT_TRUE(store);
        EXPECT_EQ(why(store->open("w_1", definition_)), "done");
        EXPECT_EQ(why(store->open("w_2", json::Value::object())), "done");
        Told notes(*store, "w_1");
        notes.write("one");
        notes.write("two");
        digest = notes.world().digest();
        EXPECT_EQ(why(store->drop("w_2")), "done");
    }
    const auto store = open();
    ASSERT_TRUE(store);
    const auto kept = store->kept();
    ASSERT_TRUE(kept);
    ASSERT_EQ(kept->size(), 1U);
    EXPECT_EQ(kept->front().id, "w_1");
    EXPECT_EQ(kept->front().position, 2U);
    EXPECT_EQ(kept->front().definition, definition_);
    Told notes(*store, "w_1", 2);
    EXPECT_EQ(notes.come_back(), digest);
    notes.write("three");
    digest = notes.world().digest();
    EXPECT_EQ(Told(*store, "w_1").come_back(), digest) << "it goes on from there";
    EXPECT_EQ(why(store->open("w_2", definition_)), "done");
    EXPECT_EQ(why(store->recover("w_9", {})), "there is no world w_9 in the store");
}

TEST_F(Sqlite, RefusesRowsThatDoNotFollow) {
    const auto store = open();
    ASSERT_TRUE(store);
    EXPECT_EQ(why(store->open("w_1", definition_)), "done");
    world::Row row;
    row.position = 2;
    const auto gap = store->append("w_1", row);
    ASSERT_FALSE(gap);
    EXPECT_EQ(gap.error().code, code::Gap);
    EXPECT_EQ(why(gap), "row 2 of the world w_1 does not follow row 0");
    const auto early = store->fork("w_2", "w_1", 1, definition_);
    ASSERT_FALSE(early);
    EXPECT_EQ(early.error().code, code::NoSuchRow);
    EXPECT_EQ(why(early), "the world w_1 cannot be forked at its row 1");
}

TEST_F(Sqlite, CommitsWhatManyToldInOneGo) {
    const auto store = open();
    ASSERT_TRUE(store);
    EXPECT_EQ(why(store->open("w_1", definition_)), "done");
    EXPECT_EQ(why(store->commit()), "done");
    const std::uint64_t before = store->commits();
    // The writer is held in the first batch until all others have been told.
    std::promise<void> release;
    std::shared_future<void> released = release.get_future().share();
    std::promise<void> held;
    Told notes(*store, "w_1");
    notes.write("first");
    const auto first = store->when_kept([&](const base::Result<void>&) {
        held.set_value();
        released.wait();
    });
    ASSERT_TRUE(first);
    if (!*first) held.get_future().wait();
    for (int i = 0; i < 100; ++i) notes.write(std::to_string(i));
    release.set_value();
    EXPECT_EQ(why(store->commit()), "done");
    EXPECT_LE(store->commits() - before, *first ? 101U : 2U);
}

TEST_F(Sqlite, ForksComeBackAsTheirParentWas) {
    std::string at_fork, child, grandchild;
    {
        const auto store = open();
        ASSERT_TRUE(store);
        EXPECT_EQ(why(store->open("w_1", definition_)), "done");
        Told parent(*store, "w_1");
        parent.write("one");
        EXPECT_EQ(why(store->fork("w_2", "w_1", 1, definition_)), "done");
        EXPECT_EQ(why(store->fork("w_3", "w_2", 0, definition_)), "done");
        at_fork = parent.world().digest();
        parent.write("two");
        EXPECT_EQ(why(store->drop("w_1")), "done");
    }
    const auto store = open();
    ASSERT_TRUE(store);
    Told child_world(*store, "w_2");
    EXPECT_EQ(child_world.come_back(), at_fork);
    EXPECT_EQ(Told(*store, "w_3").come_back(), at_fork);
    child_world.write("three");
    child = child_world.world().digest();
    EXPECT_NE(child, at_fork);
    EXPECT_EQ(Told(*store, "w_2").come_back(), child);
    EXPECT_EQ(Told(*store, "w_3").come_back(), at_fork);
}

TEST_F(Sqlite, ASnapshotStandsForTheRowsBeforeIt) {
    std::string digest;
    {
        const auto store = open();
        ASSERT_TRUE(store);
        EXPECT_EQ(why(store->open("w_1", definition_)), "done");
        Told notes(*store, "w_1");
        for (int i = 0; i < 10; ++i) notes.write(std::to_string(i));
        notes.hand_in_snapshot();
        notes.hand_in_snapshot();  // the same once more is nothing new
        notes.write("after");
        digest = notes.world().digest();
    }
    EXPECT_EQ(count("SELECT count(*) FROM rows"), 1U);
    {
        const auto store = open();
        ASSERT_TRUE(store);
        Told notes(*store, "w_1", 11);
        EXPECT_EQ(notes.come_back(), digest);
        const auto late = store->fork("w_2", "w_1", 9, definition_);
        EXPECT_EQ(why(late), "the world w_1 cannot be forked at its row 9");
        notes.hand_in_snapshot();
        EXPECT_EQ(why(store->commit()), "done");
        EXPECT_EQ(Told(*store, "w_1").come_back(), digest) << "from the snapshot alone";
    }
    EXPECT_EQ(count("SELECT count(*) FROM rows"), 0U);
    EXPECT_EQ(count("SELECT count(DISTINCT position) FROM snapshots"), 1U);
}

TEST_F(Sqlite, RowsThatAForkNeedsAreKeptAndNoOthers) {
    std::string at_3, at_6, child;
    {
        const auto store = open();
        ASSERT_TRUE(store);
        EXPECT_EQ(why(store->open("w_1", definition_)), "done");
        Told parent(*store, "w_1");
        for (int i = 0; i < 3; ++i) parent.write(std::to_string(i));
        EXPECT_EQ(why(store->fork("w_2", "w_1", 3, definition_)), "done");
        at_3 = parent.world().digest();
        for (int i = 0; i < 2; ++i) parent.write(std::to_string(i));
        parent.hand_in_snapshot();  // at 5
        parent.write("six");
        EXPECT_EQ(why(store->fork("w_3", "w_1", 6, definition_)), "done");
        at_6 = parent.world().digest();
        for (int i = 0; i < 2; ++i) parent.write(std::to_string(i));
        parent.hand_in_snapshot();  // at 8
        parent.write("nine");
    }
    EXPECT_EQ(count("SELECT count(*) FROM rows"), 5U) << "1 2 3, 6, 9";
    {
        const auto store = open();
        ASSERT_TRUE(store);
        EXPECT_EQ(Told(*store, "w_2").come_back(), at_3);
        EXPECT_EQ(Told(*store, "w_3").come_back(), at_6);
        Told fork(*store, "w_2");
        EXPECT_EQ(fork.come_back(), at_3);
        fork.write("own");
        fork.hand_in_snapshot();  // needs its parent no longer
        child = fork.world().digest();
        EXPECT_EQ(why(store->drop("w_1")), "done");
    }
    EXPECT_EQ(count("SELECT count(*) FROM rows"), 1U) << "6, for the other fork";
    EXPECT_EQ(count("SELECT count(*) FROM worlds"), 3U);
    {
        const auto store = open();
        ASSERT_TRUE(store);
        EXPECT_EQ(Told(*store, "w_2").come_back(), child);
        EXPECT_EQ(Told(*store, "w_3").come_back(), at_6);
        EXPECT_EQ(why(store->drop("w_3")), "done");
    }
    EXPECT_EQ(count("SELECT count(*) FROM rows"), 0U);
    EXPECT_EQ(count("SELECT count(*) FROM worlds"), 1U) << "the parent went with its last fork";
    EXPECT_EQ(count("SELECT count(DISTINCT world) FROM snapshots"), 1U);
}

TEST_F(Sqlite, ReadsFilesOfEarlierFormats) {
    std::string digest;
    {
        const auto store = open();
        ASSERT_TRUE(store);
        EXPECT_EQ(why(store->open("w_1", definition_)), "done");
        Told notes(*store, "w_1");
        notes.write("one");
        notes.hand_in_snapshot();
        digest = notes.world().digest();
    }
    run("PRAGMA user_version=1");
    {
        const auto store = open();
        ASSERT_TRUE(store);
        EXPECT_EQ(Told(*store, "w_1").come_back(), digest);
    }
    EXPECT_EQ(count("PRAGMA user_version"), 2U) << "an earlier program must not misread it";
}

TEST_F(Sqlite, ASnapshotWithoutItsFirstPieceIsNotThere) {
    std::string digest;
    {
        const auto store = open();
        ASSERT_TRUE(store);
        EXPECT_EQ(why(store->open("w_1", definition_)), "done");
        Told notes(*store, "w_1");
        for (int i = 0; i < 3; ++i) notes.write(std::to_string(i));
        digest = notes.world().digest();
    }
    run("INSERT INTO snapshots VALUES (1, 2, 1, '[]'), (1, 2, 2, '[]')");
    {
        const auto store = open();
        ASSERT_TRUE(store);
        Told notes(*store, "w_1", 3);
        EXPECT_EQ(notes.come_back(), digest);
        notes.hand_in_snapshot();
    }
    EXPECT_EQ(count("SELECT min(position) FROM snapshots"), 3U) << "what was unfinished is gone";
    const auto store = open();
    ASSERT_TRUE(store);
    EXPECT_EQ(Told(*store, "w_1").come_back(), digest);
}

// Here without the thread of a store, so that it is known what is in the file after each slice.
class Slices : public Sqlite {
protected:
    static constexpr int kNotes = 1'200;

    void SetUp() override {
        auto opened = SqliteTables::open(folder_.path());
        ASSERT_TRUE(opened) << base::render(opened.error());
        tables_.emplace(std::move(*opened));
        notes_.world().record_changes(true);
        tell(OpenWorld{1, "w_1", definition_, 0, 0});
        write_many();
    }
    void tell(Task task) {
        std::vector<Task> tasks;
        tasks.push_back(std::move(task));
        EXPECT_EQ(why(tables_->write(std::move(tasks))), "done");
    }
    AppendRow next_row() {
        static const std::string kText = R"({"text":")" + std::string(400, 'x') + R"("})";
        notes_.post_json("/notes", kText);
        return {1, {++position_, notes_.world().now(), {}, notes_.world().take_changes()}};
    }
    void write_note() { tell(next_row()); }
    void write_many() {
        std::vector<Task> tasks;
        for (int i = 0; i < kNotes; ++i) tasks.emplace_back(next_row());
        EXPECT_EQ(why(tables_->write(std::move(tasks))), "done");
    }
    void hand_in_snapshot() { tell(KeepSnapshot{1, position_, notes_.world().snapshot()}); }
    // As a process would find it that begins now.
    std::string recovered() {
        world::Service other(notes_pack(), Told::definition("w_1"));
        const auto done = tables_->recover(1, [&](const std::vector<world::Change>& changes) {
            return other.world().replay(changes);
        });
        return done ? other.world().digest() : base::message(done.error());
    }
    std::uint64_t cut() { return tables_->worlds()->front().cut; }

    world::Service notes_{notes_pack(), Told::definition("w_1")};
    std::optional<SqliteTables> tables_;
    std::uint64_t position_ = 0;
};

TEST_F(Slices, LoseNothingBetweenThem) {
    for (int snapshots = 0; snapshots < 2; ++snapshots) {
        const std::uint64_t before = cut();
        hand_in_snapshot();
        const std::uint64_t handed_in = position_;
        EXPECT_TRUE(tables_->has_more());
        EXPECT_EQ(cut(), before) << "it takes more than one slice";
        int slices = 1;
        for (; tables_->has_more() && slices < 1'000; ++slices) {
            write_note();
            if (slices % 8 != 0) continue;
            EXPECT_EQ(recovered(), notes_.world().digest()) << slices;
        }
        EXPECT_FALSE(tables_->has_more());
        EXPECT_GT(slices, 20);
        EXPECT_EQ(cut(), handed_in);
        EXPECT_EQ(recovered(), notes_.world().digest());
        write_many();
    }
    tables_.reset();
    EXPECT_EQ(count("SELECT count(DISTINCT position) FROM snapshots"), 1U);
    EXPECT_EQ(count("SELECT min(position) FROM rows"), count("SELECT position FROM snapshots") + 1)
        << "rows before it are gone";
    EXPECT_GT(count("SELECT count(*) FROM snapshots"), 1U) << "it is in several pieces";
}

TEST_F(Slices, AreGivenUpWithTheirWorld) {
    hand_in_snapshot();
    while (tables_->has_more() && cut() == 0 && position_ < kNotes + 12) write_note();
    EXPECT_TRUE(tables_->has_more());
    tell(DropWorld{1});
    EXPECT_FALSE(tables_->has_more());
    tables_.reset();
    EXPECT_EQ(count("SELECT count(*) FROM snapshots"), 0U);
    EXPECT_EQ(count("SELECT count(*) FROM rows"), 0U);
}

TEST_F(Slices, OfALaterSnapshotBeginWhenTheEarlierOneIsWritten) {
    hand_in_snapshot();
    const std::uint64_t first = position_;
    write_note();
    hand_in_snapshot();  // has not begun when the next one comes, which stands for it
    write_note();
    hand_in_snapshot();
    std::uint64_t last = 0;
    for (int slices = 0; tables_->has_more() && slices < 1'000; ++slices) {
        EXPECT_EQ(why(tables_->write({})), "done");
        EXPECT_TRUE(cut() == 0 || cut() == first || cut() == position_) << cut();
        last = cut();
    }
    EXPECT_EQ(last, position_);
    EXPECT_EQ(recovered(), notes_.world().digest());
}

TEST_F(Sqlite, BytesThatAreNoTextComeBack) {
    const std::string odd("a\0b\xff/\xc3\x28", 7);
    {
        const auto store = open();
        ASSERT_TRUE(store);
        EXPECT_EQ(why(store->open("w_1", definition_)), "done");
        world::Row row;
        row.position = 1;
        row.changes = {{"note", odd, json::Value("x")}, {"all", "", json::Value()}};
        EXPECT_EQ(why(store->append("w_1", row)), "done");
    }
    const auto store = open();
    ASSERT_TRUE(store);
    std::vector<world::Change> back;
    EXPECT_EQ(why(store->recover("w_1",
                                 [&](const std::vector<world::Change>& changes) {
                                     back = changes;
                                     return base::Result<void>();
                                 })),
              "done");
    ASSERT_EQ(back.size(), 2U);
    EXPECT_EQ(back[0].key, odd);
    EXPECT_EQ(back[1].part, "all");
    EXPECT_TRUE(back[1].value.is_null());
}

TEST_F(Sqlite, AFullDiskRefusesEverythingFromThereOn) {
    std::string said;
    std::string digest;
    {
        const auto store =
            open({.failed = [&](const base::Error& error) { said += base::render(error); },
                  .most_pages = 12});
        ASSERT_TRUE(store);
        EXPECT_EQ(why(store->open("w_1", definition_)), "done");
        Told notes(*store, "w_1");
        notes.write("small");
        digest = notes.world().digest();
        EXPECT_EQ(why(store->commit()), "done");
        notes.write(std::string(100'000, 'x'));
        const auto failed = store->commit();
        ASSERT_FALSE(failed);
        EXPECT_EQ(failed.error().code, code::CannotWrite);
        EXPECT_EQ(folder_.shown(base::message(failed.error())),
                  "cannot write to \"worlds.db\": database or disk is full; every call is refused "
                  "from here on");
        EXPECT_EQ(folder_.shown(said),
                  "error: cannot write to \"worlds.db\": database or disk is full; every call is "
                  "refused from here on [store.cannot_write]\n  hint: what was acknowledged is "
                  "kept: make room or repair, then start again\n");
        for (const auto& refused :
             {notes.tell(), store->open("w_2", definition_), store->fork("w_2", "w_1", 1, {}),
              store->drop("w_1"), store->commit()}) {
            ASSERT_FALSE(refused);
            EXPECT_EQ(refused.error().code, code::CannotWrite);
        }
        EXPECT_FALSE(store->when_kept([](const base::Result<void>&) { ADD_FAILURE(); }));
        EXPECT_FALSE(store->kept());
    }
    const auto store = open();
    ASSERT_TRUE(store);
    EXPECT_EQ(Told(*store, "w_1").come_back(), digest) << "what was kept is kept";
}

TEST_F(Sqlite, IsReadableByItsOwnerOnly) {
    const auto store = open();
    ASSERT_TRUE(store);
    const auto mode = std::filesystem::status(folder_.path()).permissions();
    EXPECT_EQ(mode, std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
}

TEST_F(Sqlite, BelongsToOneProcess) {
    const auto store = open();
    ASSERT_TRUE(store);
    EXPECT_EQ(refusal(),
              "\"worlds.db\" is in use by another process | stop that one first, or give each "
              "process a file of its own");
}

TEST_F(Sqlite, RefusesWhatIsNoFileOfWorlds) {
    base::Code code{};
    folder_.write("text.db", "this is a file of somebody else, and longer than a head of SQLite's");
    EXPECT_EQ(refusal("text.db", &code),
              "\"text.db\" is not a file of worlds: it is no database | nothing was written to it; "
              "name another file, which is made if it is not there");
    EXPECT_EQ(code, code::NotOurs);
    EXPECT_EQ(std::filesystem::file_size(folder_.path("text.db")), 67U);
    EXPECT_EQ(refusal("no/such/folder.db", &code),
              "cannot keep worlds in \"no/such/folder.db\": there is no folder \"no/such\" | make "
              "the folder first");
    EXPECT_EQ(code, code::NoFolder);
    std::filesystem::create_directory(folder_.path("folder"));
    EXPECT_EQ(refusal("folder", &code), "cannot keep worlds in \"folder\": it is a folder | ");
    EXPECT_EQ(code, code::CannotOpen);
}

TEST_F(Sqlite, RefusesDatabasesOfOthersAndOfLaterVersions) {
    base::Code code{};
    ASSERT_TRUE(open());
    run("PRAGMA user_version=3");
    EXPECT_EQ(refusal("worlds.db", &code),
              "\"worlds.db\" has the format 3, and this program knows those up to 2 | use the "
              "program that wrote it, or a newer one");
    EXPECT_EQ(code, code::Newer);
}

TEST_F(Sqlite, RefusesDatabasesOfOthers) {
    ASSERT_TRUE(open());
    run("PRAGMA application_id=7");
    EXPECT_EQ(refusal(),
              "\"worlds.db\" is not a file of worlds: it is a database of another program "
              "| nothing was written to it; name another file, which is made if it is "
              "not there");
}

TEST_F(Sqlite, RefusesOtherTables) {
    base::Code code{};
    ASSERT_TRUE(open());
    run("CREATE TRIGGER t AFTER INSERT ON rows BEGIN DELETE FROM rows; END");
    EXPECT_EQ(
        refusal("worlds.db", &code),
        "\"worlds.db\" is damaged: its tables are not those of a file of worlds | nothing was "
        "written to it; go back to a copy of it");
    EXPECT_EQ(code, code::Damaged);
    // With one too few.
    std::filesystem::remove(folder_.path());
    ASSERT_TRUE(open());
    run("DROP TABLE snapshots");
    EXPECT_EQ(refusal("worlds.db", &code).substr(0, 24), "\"worlds.db\" is damaged: ");
}

TEST_F(Sqlite, RefusesAFileWithBrokenPages) {
    {
        const auto store = open();
        ASSERT_TRUE(store);
        for (int i = 0; i < 20; ++i) {
            EXPECT_EQ(why(store->open("w_" + std::to_string(i), definition_)), "done");
        }
    }
    constexpr std::streamoff kPage = 4096;
    {
        std::fstream file(folder_.path(), std::ios::in | std::ios::out | std::ios::binary);
        for (std::streamoff at = kPage; at < 5 * kPage; at += kPage) {
            file.seekp(at);
            file << std::string(200, '\x7f');
        }
    }
    base::Code code{};
    EXPECT_EQ(refusal("worlds.db", &code),
              "\"worlds.db\" is damaged: database disk image is malformed | nothing was written to "
              "it; go back to a copy of it");
    EXPECT_EQ(code, code::Damaged);
}

// The superuser writes where nobody else may: it steps down for a moment.
TEST_F(Sqlite, RefusesWhatIsReadOnly) {
    constexpr uid_t kNobody = 65534;
    ASSERT_TRUE(open());
    ASSERT_EQ(::chmod(folder_.path().c_str(), 0444), 0);
    ASSERT_EQ(::chmod(folder_.path("").c_str(), 0555), 0);
    const bool is_root = ::geteuid() == 0;
    ASSERT_EQ(is_root ? ::seteuid(kNobody) : 0, 0);
    base::Code code{};
    const std::string file = refusal("worlds.db", &code);
    const std::string folder = refusal("other.db");
    ASSERT_EQ(is_root ? ::seteuid(0) : 0, 0);
    ASSERT_EQ(::chmod(folder_.path("").c_str(), 0755), 0);
    EXPECT_EQ(file,
              "cannot keep worlds in \"worlds.db\": it is read-only | choose a file that this "
              "user may write to");
    EXPECT_EQ(folder,
              "cannot keep worlds in \"other.db\": its folder is read-only | choose a file "
              "that this user may write to");
    EXPECT_EQ(code, code::ReadOnly);
}

struct Lie {
    const char* sql;
    const char* said;
};

class SqliteLies : public Sqlite, public testing::WithParamInterface<Lie> {};

// Told when the file is opened, or when the world is to come back.
TEST_P(SqliteLies, AreNoticed) {
    {
        const auto store = open();
        ASSERT_TRUE(store);
        EXPECT_EQ(why(store->open("w_1", definition_)), "done");
        Told notes(*store, "w_1");
        for (int i = 0; i < 3; ++i) notes.write(std::to_string(i));
        EXPECT_EQ(why(store->fork("w_2", "w_1", 2, definition_)), "done");
        notes.hand_in_snapshot();
        notes.write("four");
    }
    run(GetParam().sql);
    std::string said;
    const auto opened = SqliteStore::open(folder_.path());
    if (!opened) {
        said = base::message(opened.error());
    } else {
        for (const std::string id : {"w_1", "w_2"}) {
            const std::string one = Told(**opened, id).come_back();
            if (one.find(' ') != std::string::npos) said = one;
        }
    }
    EXPECT_EQ(folder_.shown(said), std::string("\"worlds.db\" is damaged: ") + GetParam().said);
}

INSTANTIATE_TEST_SUITE_P(
    Of, SqliteLies,
    testing::Values(
        Lie{"UPDATE worlds SET definition = '[]' WHERE number = 1",
            "the definition of a world cannot be read: a definition is an object"},
        Lie{"UPDATE worlds SET definition = '{' WHERE number = 1",
            "the definition of a world cannot be read: the text ends in the middle of an object"},
        Lie{"UPDATE worlds SET id = x'00' WHERE number = 1", "a world has no number or no id"},
        Lie{"DELETE FROM rows WHERE position = 2", "row 2 of the world number 1 is missing"},
        Lie{"UPDATE rows SET changes = '7' WHERE position = 4",
            "row 4 of the world number 1 cannot be read: its changes are no list"},
        Lie{"UPDATE rows SET changes = '[[1,2,3]]' WHERE position = 4",
            "row 4 of the world number 1 cannot be read: a change is [part, key, value]"},
        Lie{"UPDATE rows SET changes = '[[\"object\",\"x\",{}]]' WHERE position = 4",
            "row 4 of the world number 1 cannot be read: no resource has an object x"},
        Lie{"UPDATE rows SET changes = x'5b5d' WHERE position = 4",
            "row 4 of the world number 1 cannot be read: there is no value, only white "
            "space"},
        Lie{"UPDATE snapshots SET changes = '[' ",
            "the snapshot after row 3 of the world number 1 cannot be read: the text ends in the "
            "middle of an array"},
        Lie{"UPDATE snapshots SET piece = 5", "row 3 of the world number 1 is missing"},
        Lie{"INSERT INTO snapshots SELECT world, position, 5, changes FROM snapshots",
            "the snapshot after row 3 of the world number 1 cannot be read: a piece is missing"},
        Lie{"UPDATE worlds SET parent = 2 WHERE number = 2",
            "the world number 2 is forked from one that came later"},
        Lie{"UPDATE worlds SET parent_position = 99 WHERE number = 2",
            "row 5 of the world number 1 is missing"},
        Lie{"DELETE FROM worlds WHERE number = 1; DELETE FROM rows; DELETE FROM snapshots",
            "the world number 1 is missing"}));

}  // namespace
}  // namespace understudy::store
