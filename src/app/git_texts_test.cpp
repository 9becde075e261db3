// What git prints, and a throwaway repository asked through the real program.
#include "app/git_texts.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>

#include "app/code.hpp"
#include "app/git_stream.hpp"
#include "io/process.hpp"

namespace understudy::app {

namespace {

namespace fs = std::filesystem;
using namespace std::string_literals;

class Gathered final : public GitTextReader {
public:
    void on_text(std::size_t index, std::uint64_t size) override {
        at_ = index;
        bytes[at_].clear();
        sizes[at_] = size;
    }
    void on_bytes(std::string_view piece) override { bytes[at_] += piece; }
    void on_text_end() override { ++ended; }
    void on_missing(std::size_t index) override { missing.push_back(index); }

    std::map<std::size_t, std::string> bytes;
    std::map<std::size_t, std::uint64_t> sizes;
    std::vector<std::size_t> missing;
    std::size_t ended = 0;

private:
    std::size_t at_ = 0;
};

constexpr std::string_view kA = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa";
constexpr std::string_view kB = "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb";
constexpr std::string_view kC = "cccccccccccccccccccccccccccccccccccccccc";
constexpr std::string_view kNone = "0000000000000000000000000000000000000000";

std::string words(std::initializer_list<std::string_view> all) {
    std::string text;
    for (const std::string_view word : all) {
        if (!text.empty()) text += ' ';
        text += word;
    }
    return text;
}

class GitFolder : public testing::Test {
protected:
    void SetUp() override {
        root_ = fs::path(testing::TempDir()) /
                ("git-" + std::to_string(::getpid()) + '-' +
                 testing::UnitTest::GetInstance()->current_test_info()->name());
        fs::remove_all(root_);
        fs::create_directories(root_);
        before_ = fs::current_path();
        fs::current_path(root_);
        // Nothing of the machine's settings, and no repository above.
        ::setenv("GIT_CEILING_DIRECTORIES", root_.parent_path().c_str(), 1);
        ::setenv("GIT_CONFIG_GLOBAL", no_settings().c_str(), 1);
        ::setenv("GIT_CONFIG_NOSYSTEM", "1", 1);
        if (!git({"init", "-q", "-b", "main", "."})) GTEST_SKIP() << "git is not here";
    }
    void TearDown() override {
        for (const char* name :
             {"GIT_CEILING_DIRECTORIES", "GIT_CONFIG_GLOBAL", "GIT_CONFIG_NOSYSTEM"})
            ::unsetenv(name);
        fs::current_path(before_);
        fs::remove_all(root_);
    }

    static std::string no_settings() { return testing::TempDir() + "understudy-no-git-settings"; }

    static bool git(std::vector<std::string> arguments) {
        io::Program program;
        program.program = "git";
        program.arguments = {"-c", "user.name=test", "-c", "user.email=test@example.com"};
        program.arguments.insert(program.arguments.end(), arguments.begin(), arguments.end());
        program.environment = {"PATH=" + std::string(std::getenv("PATH")), "GIT_CONFIG_NOSYSTEM=1",
                               "GIT_CONFIG_GLOBAL=" + no_settings(), "GIT_EDITOR=true"};
        const auto finished = io::run_program(program);
        if (!finished) return false;
        EXPECT_TRUE(finished->exit.succeeded()) << finished->errors();
        return finished->exit.succeeded();
    }
    static void write(const std::string& path, std::string_view text) {
        const fs::path folder = fs::path(path).parent_path();
        if (!folder.empty()) fs::create_directories(folder);
        std::ofstream(path, std::ios::binary) << text;
    }
    static void commit(const std::string& path, std::string_view text) {
        write(path, text);
        ASSERT_TRUE(git({"add", "-A"}));
        ASSERT_TRUE(git({"commit", "-q", "-m", "change"}));
    }
    // path=content of each, in order.
    static std::vector<std::string> told(const base::Result<std::vector<GitText>>& texts) {
        EXPECT_TRUE(texts) << (texts ? "" : base::render(texts.error()));
        if (!texts) return {};
        Gathered gathered;
        const auto read = read_git_texts(*texts, gathered);
        EXPECT_TRUE(read) << (read ? "" : base::render(read.error()));
        std::vector<std::string> all;
        for (std::size_t i = 0; i < texts->size(); ++i) {
            all.push_back((*texts)[i].path + '=' + gathered.bytes[i]);
        }
        return all;
    }

    fs::path root_;
    fs::path before_;
};

using Names = std::vector<std::string>;

}  // namespace

TEST(GitChanges, AreReadInAnyPieces) {
    const std::string text = "commit:one\0\n:"s + words({"000000", "100644", kNone, kA, "A"}) +
                             "\0a b\nc\0:"s + words({"100644", "120000", kA, kB, "T"}) +
                             "\0link\0:"s + words({"000000", "160000", kNone, kB, "A"}) +
                             "\0sub\0:"s + words({"100644", "000000", kA, kNone, "D"}) +
                             "\0gone\0\0commit:two\0\0::"s +
                             words({"100644", "100644", "100755", kA, kB, kC, "MM"}) +
                             "\0commit:odd\0commit:three\0\n:"s +
                             words({"000000", "100644", kNone, kA, "A"}) + "\0again\0"s;
    for (const std::size_t piece : {1U, 3U, 1000U}) {
        RawChangeReader reader;
        for (std::size_t at = 0; at < text.size(); at += piece) {
            reader.feed(std::string_view(text).substr(at, piece));
        }
        const std::vector<GitText> texts = std::move(reader).texts();
        ASSERT_EQ(texts.size(), 2U);
        EXPECT_EQ(texts[0].object, kA);
        EXPECT_EQ(texts[0].path, "a b\nc");
        EXPECT_EQ(texts[0].commit, "one");
        EXPECT_EQ(texts[1].object, kC);
        EXPECT_EQ(texts[1].path, "commit:odd");
        EXPECT_EQ(texts[1].commit, "two");
    }
}

TEST(GitBatch, IsReadInAnyPieces) {
    const std::string text = std::string(kA) + " blob 5\nab\nc\n\n" + std::string(kB) +
                             " missing\n" + std::string(kC) + " blob 0\n\n";
    for (const std::size_t piece : {1U, 2U, 1000U}) {
        Gathered gathered;
        BatchReader reader(gathered);
        for (std::size_t at = 0; at < text.size(); at += piece) {
            reader.feed(std::string_view(text).substr(at, piece));
        }
        EXPECT_EQ(reader.count(), 3U);
        EXPECT_EQ(gathered.bytes[0], "ab\nc\n");
        EXPECT_EQ(gathered.bytes[2], "");
        EXPECT_EQ(gathered.missing, std::vector<std::size_t>{1});
        EXPECT_EQ(gathered.ended, 2U);
    }
}

TEST_F(GitFolder, WhatIsStagedIsSeenAndNotTheWorkTree) {
    write("a", "staged");
    write("new\nline", "odd name");
    ASSERT_TRUE(git({"add", "-A"}));
    write("a", "changed since");
    write("untracked", "x");
    EXPECT_EQ(told(staged_texts({})), (Names{"a=staged", "new\nline=odd name"}));
    const std::vector<std::string> only{"a"};
    EXPECT_EQ(told(staged_texts(only)), (Names{"a=staged"}));
    ASSERT_TRUE(git({"commit", "-q", "-m", "one"}));
    EXPECT_EQ(told(staged_texts({})), Names{});
}

TEST_F(GitFolder, WhatWasRemovedLaterIsInTheHistory) {
    commit("a", "one");
    commit("a", "two");
    commit("a", "one");
    ASSERT_TRUE(git({"rm", "-q", "a"}));
    ASSERT_TRUE(git({"commit", "-q", "-m", "gone"}));
    EXPECT_EQ(told(added_texts("HEAD", {})), (Names{"a=one", "a=two"}));
    EXPECT_EQ(told(added_texts("HEAD~3..HEAD", {})), (Names{"a=two", "a=one"}));
    EXPECT_EQ(told(added_texts("--all", {})), (Names{"a=one", "a=two"}));
    const auto texts = added_texts("HEAD", {});
    EXPECT_EQ(texts->front().commit.size(), 40U);
}

TEST_F(GitFolder, AMergeAddsWhatNoParentHas) {
    commit("base", "base");
    ASSERT_TRUE(git({"checkout", "-q", "-b", "side"}));
    commit("side", "side");
    ASSERT_TRUE(git({"checkout", "-q", "main"}));
    commit("main", "main");
    ASSERT_TRUE(git({"merge", "-q", "--no-commit", "--no-ff", "side"}));
    commit("side", "neither");
    EXPECT_EQ(told(added_texts("HEAD^1..HEAD", {})), (Names{"side=side", "side=neither"}));
}

TEST_F(GitFolder, WhatGitRefusesIsSaidInItsWords) {
    commit("a", "one");
    const auto refused = added_texts("nowhere..HEAD", {});
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, code::GitRefused);
    EXPECT_EQ(base::message(refused.error()), "git says no: bad revision 'nowhere..HEAD'");
    EXPECT_FALSE(added_texts("--output=x", {})) << "an option is no range";
    EXPECT_FALSE(fs::exists("x"));
    fs::remove_all(".git");
    const auto nothing = staged_texts({});
    ASSERT_FALSE(nothing);
    EXPECT_NE(base::message(nothing.error()).find("not a git repository"), std::string::npos);
}

TEST_F(GitFolder, NoGitIsAnErrorOfItsOwn) {
    const std::string path = std::getenv("PATH");
    ::setenv("PATH", "/nowhere", 1);
    const auto texts = staged_texts({});
    ::setenv("PATH", path.c_str(), 1);
    ASSERT_FALSE(texts);
    EXPECT_EQ(texts.error().code, code::GitMissing);
}

TEST_F(GitFolder, AnObjectThatIsNotThereIsMissing) {
    const std::vector<GitText> texts{{std::string(kA), "a", ""}};
    Gathered gathered;
    ASSERT_TRUE(read_git_texts(texts, gathered));
    EXPECT_EQ(gathered.missing, std::vector<std::size_t>{0});
}

}  // namespace understudy::app
