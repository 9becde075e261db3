// The clean room: nothing of the machine gets in, nothing of the run gets out.
#include "app/clean_room.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>

#include "app/files.hpp"
#include "app/plan_cassette.hpp"
#include "app/run_marker.hpp"
#include "json/write.hpp"

namespace understudy::app {
namespace {

namespace fs = std::filesystem;

std::string variable(const CleanRoom& room, std::string_view name) {
    for (const auto& [known, value] : room.environment()) {
        if (known == name) return value;
    }
    return "<none>";
}

void write(const fs::path& path, std::string_view text) {
    fs::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary) << text;
}

// P53, P55: settings, plugins and git configuration of the host do not reach a plan.
TEST(CleanRoom, P53P55NothingOfTheHostIsInTheEnvironment) {
    ::setenv("UNDERSTUDY_TEST_LEAK", "x", 1);
    ::setenv("GIT_CONFIG_GLOBAL", "/somewhere/gitconfig", 1);
    const auto room = CleanRoom::make({});
    ::unsetenv("UNDERSTUDY_TEST_LEAK");
    ::unsetenv("GIT_CONFIG_GLOBAL");
    ASSERT_TRUE(room) << base::render(room.error());
    EXPECT_EQ(variable(*room, "UNDERSTUDY_TEST_LEAK"), "<none>");
    EXPECT_EQ(variable(*room, "GIT_CONFIG_GLOBAL"), "/dev/null");
    EXPECT_EQ(variable(*room, "GIT_CONFIG_NOSYSTEM"), "1");
    EXPECT_EQ(variable(*room, "LC_ALL"), "C.UTF-8");
    EXPECT_EQ(variable(*room, "TZ"), "UTC");
    EXPECT_EQ(variable(*room, "COLUMNS"), "80");
    EXPECT_EQ(variable(*room, "HOME"), room->home().string());
    for (const std::string_view name : {"HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "TMPDIR"}) {
        EXPECT_TRUE(variable(*room, name).starts_with(room->path().string())) << name;
        EXPECT_TRUE(fs::is_directory(variable(*room, name))) << name;
    }
    EXPECT_EQ(json::write(room->pinned()),
              R"({"LC_ALL":"C.UTF-8","TZ":"UTC","COLUMNS":"80","TERM":"dumb","NO_COLOR":"1",)"
              R"("git_config":"empty","home":"private","scratch":"/scratch"})");
}

// P54: the fixture is copied for every run and stays as it was.
TEST(CleanRoom, P54TheFixtureIsCopiedAndTheRoomIsGoneAfterwards) {
    const auto ground = PrivateFolder::make("test");
    ASSERT_TRUE(ground);
    const fs::path fixture = ground->path() / "repo";
    write(fixture / "deep/a.txt", "one");
    fs::create_symlink("a.txt", fixture / "deep/link");
    fs::path gone;
    for (int run = 0; run < 2; ++run) {
        const auto room = CleanRoom::make({.fixture = fixture});
        ASSERT_TRUE(room) << base::render(room.error());
        EXPECT_EQ(read_file((room->scratch() / "deep/a.txt").string())->text, "one");
        EXPECT_TRUE(fs::is_symlink(room->scratch() / "deep/link"));
        write(room->scratch() / "deep/a.txt", "two");
        write(room->scratch() / ".git/HEAD", "x");
        gone = room->path();
    }
    EXPECT_FALSE(fs::exists(gone));
    EXPECT_EQ(read_file((fixture / "deep/a.txt").string())->text, "one");
    EXPECT_FALSE(fs::exists(fixture / ".git"));
}

TEST(CleanRoom, AFixtureThatIsNoFolderIsRefused) {
    const auto room = CleanRoom::make({.fixture = "/nonexistent/folder"});
    ASSERT_FALSE(room);
    EXPECT_EQ(base::name_of(room.error().code), "plan.no_fixture");
    EXPECT_EQ(base::message(room.error()),
              "the fixture cannot be copied: \"/nonexistent/folder\" is no folder");
}

TEST(CleanRoom, WhereThereIsNoPlaceForItThatIsSaid) {
    const char* before = std::getenv("TMPDIR");
    const std::string kept = before == nullptr ? "" : before;
    ::setenv("TMPDIR", "/proc", 1);
    const auto room = CleanRoom::make({});
    if (before == nullptr) {
        ::unsetenv("TMPDIR");
    } else {
        ::setenv("TMPDIR", kept.c_str(), 1);
    }
    ASSERT_FALSE(room);
    EXPECT_EQ(base::name_of(room.error().code), "plan.no_room");
    EXPECT_EQ(base::hint(room.error()), "TMPDIR says where it is made");
}

TEST(CleanRoom, IsShownAsTheRootOfTheFileSystem) {
    const auto room = CleanRoom::make({});
    ASSERT_TRUE(room);
    const std::string at = room->path().string();
    const std::pair<std::string, std::string> cases[] = {
        {at + "/scratch/a and " + at + "/home\n", "/scratch/a and /home\n"},
        {"in " + at, "in /"},
        {"'" + at + "'", "'/'"},
        {at + "-other/x", at + "-other/x"},
        {"", ""},
    };
    for (const auto& [outside, inside] : cases) {
        EXPECT_EQ(room->as_seen_inside(outside), inside) << outside;
    }
}

// A path that a tool wrote in two pieces is still a path.
TEST(CleanRoom, APathAcrossTwoPiecesIsFound) {
    const auto room = CleanRoom::make({});
    ASSERT_TRUE(room);
    const std::string path = (room->scratch() / "a").string();
    std::string out, err;
    for (const cassette::Piece& piece : pieces_inside({{1, false, "x " + path.substr(0, 9)},
                                                       {2, true, "between"},
                                                       {3, false, path.substr(9) + " y"},
                                                       {4, false, "z"}},
                                                      *room)) {
        (piece.from == cassette::From::Stdout ? out : err) += piece.bytes + "|";
    }
    EXPECT_EQ(out, "x /scratch/a y|z|");
    EXPECT_EQ(err, "between|");
}

TEST(RunNote, KeepsWhatTearDownNeedsAndNoSecret) {
    const auto root = PrivateFolder::make("test");
    ASSERT_TRUE(root);
    const std::string marker = new_marker();
    EXPECT_TRUE(is_marker(marker)) << marker;
    EXPECT_NE(marker, new_marker());
    RunNote note(root->path(), "plans/a.yaml", marker,
                 [](std::string_view text) { return text != "hunter2"; });
    ASSERT_TRUE(note.bind("issue", json::Value(41)));
    ASSERT_TRUE(note.bind("password", json::Value("hunter2")));
    EXPECT_TRUE(runs_left(root->path(), "plans/b.yaml")->empty());
    const auto left = runs_left(root->path(), "plans/a.yaml");
    ASSERT_TRUE(left);
    ASSERT_EQ(left->size(), 1U);
    EXPECT_EQ(left->front().run, marker);
    ASSERT_EQ(left->front().names.size(), 1U);
    EXPECT_EQ(left->front().names[0].first, "issue");
    note.done();
    EXPECT_TRUE(runs_left(root->path(), "plans/a.yaml")->empty());
}

TEST(RunNote, ANoteThatWasTamperedWithIsNamed) {
    const auto root = PrivateFolder::make("test");
    ASSERT_TRUE(root);
    for (const std::string_view text : {"{", "[]", R"({"plan": 1, "names": {}})"}) {
        write(root->path() / ".understudy/runs/us-00000001.json", text);
        const auto left = runs_left(root->path(), "plans/a.yaml");
        ASSERT_FALSE(left) << text;
        EXPECT_EQ(base::name_of(left.error().code), "plan.bad_marker");
    }
}

}  // namespace
}  // namespace understudy::app
