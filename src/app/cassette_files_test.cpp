#include "app/cassette_files.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>

#include "app/files.hpp"
#include "cassette/cassette_testing.hpp"

namespace understudy::app {
namespace {

namespace fs = std::filesystem;
using cassette::Cassette;
using cassette::Written;

class CassetteFiles : public testing::Test {
protected:
    CassetteFiles() {
        std::string name = (fs::temp_directory_path() / "cassettes-XXXXXX").string();
        root_ = ::mkdtemp(name.data());
    }
    ~CassetteFiles() override { fs::remove_all(root_); }

    std::string path(const std::string& name) const { return (root_ / name).string(); }
    std::string text(const std::string& name) const { return read_file(path(name))->text; }

    fs::path root_;
};

Written with_output(const std::string& bytes) {
    Cassette cassette = cassette::cassette_for_tests();
    cassette.exchanges[0].output.pieces = {{0, cassette::From::Stdout, bytes}};
    return cassette::written_for_tests(cassette);
}

std::string long_bytes() {
    return std::string(20'000, 'x');
}

TEST_F(CassetteFiles, ABodyGoesBesideItsCassetteAndIsReadFromThere) {
    ASSERT_TRUE(write_cassette(path("git/status/clean.yaml"), with_output(long_bytes())));
    const auto loaded = read_cassette(path("git/status/clean.yaml"));
    ASSERT_TRUE(loaded) << base::render(loaded.error());
    EXPECT_EQ(loaded->cassette.exchanges[0].output.pieces[0].bytes, long_bytes());
    ASSERT_EQ(loaded->bodies.size(), 1U);
    const std::string body = path("git/status/bodies/" + loaded->bodies[0]);
    EXPECT_TRUE(fs::exists(body));
    // Changed, missing, or a link to elsewhere: not taken.
    ASSERT_TRUE(write_file(body, "other"));
    EXPECT_FALSE(read_cassette(path("git/status/clean.yaml")));
    fs::rename(body, path("elsewhere"));
    EXPECT_FALSE(read_cassette(path("git/status/clean.yaml")));
    ASSERT_TRUE(write_file(path("elsewhere"), long_bytes()));
    fs::create_symlink(path("elsewhere"), body);
    EXPECT_FALSE(read_cassette(path("git/status/clean.yaml")));
}

// P56: over a file that is there nothing is written, least of all something empty.
TEST_F(CassetteFiles, P56_ARecordingOverAFileWaits) {
    const Pending pending{root_, ".understudy/pending"};
    const std::string name = "cassettes/git/status/clean.yaml";
    const auto first = keep_recording(path(name), with_output("good\n"), pending);
    ASSERT_TRUE(first) << base::render(first.error());
    EXPECT_FALSE(first->is_pending);
    const std::string good = text(name);

    const auto same = keep_recording(path(name), with_output("good\n"), pending);
    ASSERT_TRUE(same);
    EXPECT_TRUE(same->is_same);
    EXPECT_FALSE(fs::exists(root_ / ".understudy"));

    const auto empty = keep_recording(path(name), with_output(""), pending);
    ASSERT_TRUE(empty);
    EXPECT_TRUE(empty->is_pending);
    EXPECT_EQ(fs::path(empty->path).lexically_relative(root_), ".understudy/pending/" + name);
    EXPECT_EQ(text(name), good);
    EXPECT_TRUE(read_cassette(empty->path));
}

// P56: whatever goes wrong, the file that is there stays, and nothing half-written beside it.
TEST_F(CassetteFiles, P56_AFailedWriteChangesNothing) {
    ASSERT_TRUE(write_cassette(path("a.yaml"), with_output("good\n")));
    const std::string good = text("a.yaml");
    ASSERT_TRUE(write_file(path("bodies"), "a file where a folder should be"));
    EXPECT_FALSE(write_cassette(path("a.yaml"), with_output(long_bytes())));
    EXPECT_EQ(text("a.yaml"), good);
    std::size_t files = 0;
    for (const auto& entry : fs::directory_iterator(root_))
        files += entry.is_regular_file() ? 1 : 0;
    EXPECT_EQ(files, 2U);
}

TEST_F(CassetteFiles, AreFoundByServiceAndName) {
    for (const char* name : {"git/status/clean.yaml", "git/log@2.yaml", "gh/ping.jsonl", "top.yaml",
                             "git/bodies/x.yaml", "git/.hidden.yaml", "git/readme.md"}) {
        fs::create_directories((root_ / name).parent_path());
        ASSERT_TRUE(write_file(path(name), ""));
    }
    const auto listed = list_cassettes(root_.string());
    ASSERT_TRUE(listed);
    std::vector<std::string> found;
    for (const CassetteFile& file : *listed) found.push_back(file.service + ": " + file.name);
    EXPECT_EQ(found,
              (std::vector<std::string>{"gh: ping", "git: log@2", "git: status/clean", ": top"}));
    EXPECT_FALSE(list_cassettes(path("nowhere")));

    cassette::Manifest manifest;
    cassette::Service git;
    git.name = "vcs";
    git.cassettes = "git";
    manifest.services = {git};
    const auto of_project = list_cassettes(root_, manifest);
    ASSERT_TRUE(of_project);
    ASSERT_EQ(of_project->size(), 2U);
    EXPECT_EQ((*of_project)[1].service, "vcs");
    EXPECT_EQ((*of_project)[1].name, "status/clean");
}

// P8: stamps are made by the program.
TEST_F(CassetteFiles, P8_AStampSaysWhichToolAndWhereButNoPath) {
    ASSERT_TRUE(write_file(path("tool"), "#!/bin/sh\n"));
    fs::create_symlink(path("tool"), path("link"));
    const cassette::Tool tool = tool_at("link", path("link"), "1.2");
    EXPECT_EQ(tool.file_digest, cassette::digest_text("#!/bin/sh\n"));
    EXPECT_EQ(tool.path_digest, cassette::digest_text(fs::canonical(path("tool")).string()));
    EXPECT_EQ(tool_at("none", path("none"), "").file_digest, "");
    EXPECT_EQ(tool_at("/opt/here/none", path("none"), "").name, "none");
    const cassette::Provenance stamp = provenance_of(tool, {1'777'529'529, 7});
    EXPECT_EQ(stamp.recorded_at, "2026-04-30T06:12:09Z");
    EXPECT_EQ(stamp.recorder.name, "understudy");
    EXPECT_FALSE(stamp.host->os.empty());
    EXPECT_FALSE(stamp.host->arch.empty());
}

TEST(CassetteForm, FollowsTheEnding) {
    EXPECT_EQ(form_for("a/b.yaml"), cassette::Form::Yaml);
    EXPECT_EQ(form_for("a/b.jsonl"), cassette::Form::Lines);
    EXPECT_EQ(form_for("a/b"), cassette::Form::Auto);
}

}  // namespace
}  // namespace understudy::app
