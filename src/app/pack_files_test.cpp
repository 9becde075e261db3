// Packs in folders: found in order, bounded, and never read through a link that leads out.
#include "app/pack_files.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "pack/code.hpp"

namespace understudy::app {

namespace {

namespace fs = std::filesystem;

class PackFolders : public testing::Test {
protected:
    void SetUp() override {
        root_ = fs::path(testing::TempDir()) /
                ("packs-" + std::to_string(::getpid()) + '-' +
                 testing::UnitTest::GetInstance()->current_test_info()->name());
        fs::remove_all(root_);
        fs::create_directories(root_);
        before_ = fs::current_path();
        fs::current_path(root_);  // ./packs is one of the places
    }
    void TearDown() override {
        fs::current_path(before_);
        fs::remove_all(root_);
    }

    void write(const std::string& path, std::string_view text = "x") {
        fs::create_directories((root_ / path).parent_path());
        std::ofstream(root_ / path) << text;
    }
    std::string at(const std::string& path) const { return (root_ / path).string(); }

    fs::path root_;
    fs::path before_;
};

}  // namespace

TEST_F(PackFolders, AreReadInTheOrderOfTheirNames) {
    write("p/resources/b.yaml", "b");
    write("p/resources/a.yaml", "a");
    write("p/pack.yaml", "p");
    write("p/.hidden", "no");
    const auto folder = read_pack_folder(at("p") + "/");
    ASSERT_TRUE(folder.has_value()) << base::render(folder.error());
    EXPECT_EQ(folder->name, at("p"));
    ASSERT_EQ(folder->files.size(), 3U);
    EXPECT_EQ(folder->files[0].name, "pack.yaml");
    EXPECT_EQ(folder->files[1].name, "resources/a.yaml");
    EXPECT_EQ(folder->files[2].text, "b");
}

TEST_F(PackFolders, LinksAreFollowedOnlyInside) {
    write("p/pack.yaml", "p");
    write("secret.yaml", "secret");
    fs::create_symlink("pack.yaml", root_ / "p/same.yaml");
    EXPECT_TRUE(read_pack_folder(at("p")).has_value());
    for (const std::string target : {"../secret.yaml", "/etc/hostname", "nowhere", ".", ".."}) {
        fs::create_symlink(target, root_ / "p/link.yaml");
        const auto folder = read_pack_folder(at("p"));
        ASSERT_FALSE(folder.has_value()) << target;
        EXPECT_EQ(folder.error().code, pack::code::OutsideFolder) << target;
        fs::remove(root_ / "p/link.yaml");
    }
}

TEST_F(PackFolders, AreBounded) {
    write("p/pack.yaml", "p");
    std::string deep = "p";
    for (int i = 0; i < 10; ++i) deep += "/d";
    write(deep + "/x.yaml");
    const auto too_deep = read_pack_folder(at("p"));
    ASSERT_FALSE(too_deep.has_value());
    EXPECT_EQ(too_deep.error().code, pack::code::TooLarge);
    fs::remove_all(root_ / "p/d");
    for (int i = 0; i < 2001; ++i) write("p/f" + std::to_string(i) + ".yaml");
    const auto too_many = read_pack_folder(at("p"));
    ASSERT_FALSE(too_many.has_value());
    EXPECT_EQ(base::message(too_many.error()), "the pack has more than 2,000 files");
}

TEST_F(PackFolders, TheGivenFolderComesBeforeTheBuiltInPacks) {
    write("mine/parcel/pack.yaml", "format: 1");
    const auto found = find_pack_files("parcel", at("mine"));
    ASSERT_TRUE(found.has_value());
    EXPECT_EQ(found->place, PackPlace::PackDir);
    EXPECT_EQ(found->folder.files.size(), 1U);
    const auto built_in = find_pack_files("parcel", "");
    ASSERT_TRUE(built_in.has_value());
    EXPECT_EQ(built_in->place, PackPlace::Embedded);
    EXPECT_NE(built_in->folder.find("pack.yaml"), nullptr);
}

TEST_F(PackFolders, AreTakenByPathToo) {
    write("p/pack.yaml", "p");
    const auto found = find_pack_files(at("p"), "");
    ASSERT_TRUE(found.has_value());
    EXPECT_EQ(found->name, "p");
    const auto missing = find_pack_files(at("q"), "");
    ASSERT_FALSE(missing.has_value());
    EXPECT_EQ(missing.error().code, pack::code::MissingFile);
    const auto unknown = find_pack_files("parcle", at("mine"));
    ASSERT_FALSE(unknown.has_value());
    EXPECT_EQ(unknown.error().code, pack::code::NotFound);
    EXPECT_EQ(unknown.error().arg("nearest"), "parcel");
}

}  // namespace understudy::app
