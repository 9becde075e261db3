#include "app/files.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>

#include "app/data_file.hpp"

namespace understudy::app {
namespace {

class Files : public testing::Test {
protected:
    void SetUp() override {
        std::string pattern = testing::TempDir() + "understudy-files-XXXXXX";
        ASSERT_NE(::mkdtemp(pattern.data()), nullptr);
        folder_ = pattern;
    }
    void TearDown() override { std::filesystem::remove_all(folder_); }

    std::string path(const std::string& name) const { return folder_ + "/" + name; }

    std::string folder_;
};

TEST_F(Files, WhatIsWrittenIsReadAndNothingElseIsLeft) {
    ASSERT_TRUE(write_file(path("a"), "one"));
    ASSERT_TRUE(write_file(path("a"), "two"));
    EXPECT_EQ(read_file(path("a"))->text, "two");
    EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder_), {}), 1);
}

TEST_F(Files, AFailedWriteLeavesTheOldFileAndNoOther) {
    ASSERT_TRUE(write_file(path("a"), "old"));
    std::filesystem::create_directory(path("d"));
    const auto written = write_file(path("d"), "new");  // a folder cannot be replaced by a file
    ASSERT_FALSE(written);
    EXPECT_EQ(base::name_of(written.error().code), "app.cannot_write");
    EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder_), {}), 2);
    EXPECT_FALSE(write_file(path("missing/a"), "x"));
    EXPECT_EQ(read_file(path("a"))->text, "old");
}

TEST_F(Files, TheLimitIsNamedAndTheFileNotRead) {
    ASSERT_TRUE(write_file(path("a"), std::string(1000, 'x')));
    EXPECT_TRUE(read_file(path("a"), 1000));
    const auto refused = read_file(path("a"), 999);
    ASSERT_FALSE(refused);
    EXPECT_EQ(base::message(refused.error()),
              "\"" + path("a") + "\" is larger than the limit of 999 bytes");
}

TEST_F(Files, ReadingSaysWhyItCannot) {
    const auto missing = read_file(path("none"));
    ASSERT_FALSE(missing);
    EXPECT_EQ(base::name_of(missing.error().code), "app.cannot_read");
    EXPECT_NE(base::message(missing.error()).find("No such file or directory"), std::string::npos);
    EXPECT_NE(base::message(read_file(folder_).error()).find("it is a directory"),
              std::string::npos);
}

TEST_F(Files, FormIsToldByNameThenByContent) {
    const std::tuple<std::string, std::string, Form, std::size_t> cases[] = {
        {"a.json", "[1]", Form::Json, 1},
        {"a.jsonl", "1\n2\n", Form::JsonLines, 2},
        {"a.YAML", "a: 1\n---\nb: 2\n", Form::Yaml, 2},
        {"a.txt", "{\nx\n", Form::Text, 2},
        {"a", " {}", Form::Json, 1},
        {"b", "plain", Form::Text, 1},
    };
    for (const auto& [name, text, form, parts] : cases) {
        ASSERT_TRUE(write_file(path(name), text));
        const auto file = load_data_file(path(name));
        ASSERT_TRUE(file) << base::render(file.error());
        EXPECT_EQ(file->form, form) << name;
        EXPECT_EQ(file->parts.size(), parts) << name;
    }
    ASSERT_TRUE(write_file(path("bad.txt"), "a\xFF"));
    EXPECT_EQ(base::name_of(load_data_file(path("bad.txt")).error().code), "app.not_text");
}

}  // namespace
}  // namespace understudy::app
