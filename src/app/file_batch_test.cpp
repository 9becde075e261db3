#include "app/file_batch.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>

#include "app/files.hpp"

namespace understudy::app {

namespace {

namespace fs = std::filesystem;

class Batches : public testing::Test {
protected:
    void SetUp() override {
        std::string pattern = testing::TempDir() + "understudy-batch-XXXXXX";
        ASSERT_NE(::mkdtemp(pattern.data()), nullptr);
        folder_ = pattern;
    }
    void TearDown() override { fs::remove_all(folder_); }

    std::string path(const std::string& name) const { return folder_ + "/" + name; }
    std::string text(const std::string& name) const { return read_file(path(name))->text; }
    std::size_t count() const {
        return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder_), {}));
    }
    unsigned mode(const std::string& name) const {
        struct stat facts {};
        EXPECT_EQ(::stat(path(name).c_str(), &facts), 0);
        return facts.st_mode & 07777U;
    }

    std::string folder_;
};

}  // namespace

TEST_F(Batches, AllAreReplacedTogether) {
    ASSERT_TRUE(write_file(path("a"), "old"));
    FileBatch batch;
    ASSERT_TRUE(batch.add(path("a"), "new a"));
    ASSERT_TRUE(batch.add(path("b"), "new b"));
    EXPECT_EQ(text("a"), "old");
    EXPECT_FALSE(fs::exists(path("b")));
    ASSERT_TRUE(batch.commit());
    EXPECT_EQ(text("a"), "new a");
    EXPECT_EQ(text("b"), "new b");
    EXPECT_EQ(count(), 2U);
}

TEST_F(Batches, WhatIsNotCommittedLeavesNothing) {
    ASSERT_TRUE(write_file(path("a"), "old"));
    {
        FileBatch batch;
        ASSERT_TRUE(batch.add(path("a"), "new"));
        const auto refused = batch.add(path("missing/b"), "new");
        ASSERT_FALSE(refused);
        EXPECT_EQ(base::name_of(refused.error().code), "app.cannot_write");
    }
    EXPECT_EQ(text("a"), "old");
    EXPECT_EQ(count(), 1U);
}

TEST_F(Batches, PermissionsAndLinksStay) {
    ASSERT_TRUE(write_file(path("a"), "old"));
    ASSERT_EQ(::chmod(path("a").c_str(), 0751), 0);
    fs::create_symlink("a", path("link"));
    FileBatch batch;
    ASSERT_TRUE(batch.add(path("link"), "new"));
    ASSERT_TRUE(batch.commit());
    EXPECT_TRUE(fs::is_symlink(path("link")));
    EXPECT_EQ(text("a"), "new");
    EXPECT_EQ(mode("a"), 0751U);
}

TEST_F(Batches, WhatIsNoFileIsNotReplaced) {
    ASSERT_EQ(::mkfifo(path("pipe").c_str(), 0600), 0);
    fs::create_directory(path("folder"));
    for (const char* name : {"pipe", "folder"}) {
        FileBatch batch;
        const auto refused = batch.add(path(name), "new");
        ASSERT_FALSE(refused);
        EXPECT_EQ(refused.error().arg("why"), "it is no regular file");
    }
    EXPECT_TRUE(fs::is_fifo(path("pipe")));
    EXPECT_EQ(count(), 2U);
}

}  // namespace understudy::app
