// The small list of an object's fields.
#include "world/impl/compact_list.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "world/impl/object.hpp"

namespace understudy::world {
namespace {

std::string text(const CompactList<std::string>& row) {
    std::string all;
    for (const std::string& item : row) all += item + " ";
    return all;
}

TEST(CompactList, GrowsShrinksAndFills) {
    CompactList<std::string> row;
    EXPECT_TRUE(row.empty());
    EXPECT_EQ(text(row), "");
    row.resize(2, "a");
    row.push_back("b");
    row[0] = "c";
    EXPECT_EQ(text(row), "c a b ");
    EXPECT_EQ(row.back(), "b");
    row.resize(1);
    EXPECT_EQ(text(row), "c ");
    row.assign(2, "d");
    EXPECT_EQ(text(row), "d d ");
    row.push_back(row[0]);  // one of its own
    EXPECT_EQ(row.size(), 3U);
    row.clear();
    EXPECT_EQ(row.size(), 0U);
    row.resize(0);
    EXPECT_EQ(row.heap_bytes(), 0U);
}

TEST(CompactList, CopiesAreApartAndMovesLeaveNothing) {
    CompactList<std::string> row = {"a", "a text too long to live in the string itself"};
    CompactList<std::string> copy = row;
    copy[0] = "b";
    EXPECT_EQ(row[0], "a");
    const CompactList<std::string> moved = std::move(row);
    EXPECT_EQ(moved.size(), 2U);
    row = copy;
    EXPECT_EQ(text(row), text(copy));
}

TEST(CompactList, DestroysWhatItHolds) {
    const auto counted = std::make_shared<int>(1);
    {
        CompactList<std::shared_ptr<int>> row;
        row.resize(3, counted);
        row.resize(2);
        const CompactList<std::shared_ptr<int>> copy = row;
        EXPECT_EQ(counted.use_count(), 5);
    }
    EXPECT_EQ(counted.use_count(), 1);
}

TEST(SharedText, IsTextInSixteenBytes) {
    static_assert(sizeof(SharedText) == 16);
    SharedText text;
    EXPECT_TRUE(text.empty());
    text = std::string("createParcel of some length");
    const std::string back = text;
    EXPECT_EQ(back, "createParcel of some length");
    EXPECT_EQ(SharedText("pin"), "pin");
}

TEST(Object, IsSmall) {
    EXPECT_LE(sizeof(Object), 112U);
}

}  // namespace
}  // namespace understudy::world
