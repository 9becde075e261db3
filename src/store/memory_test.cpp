// The store without rows.
#include "store/memory.hpp"

#include <gtest/gtest.h>

#include "base/error.hpp"
#include "store/code.hpp"

namespace understudy::store {
namespace {

std::string why(const base::Result<void>& result) {
    return result ? "done" : base::message(result.error());
}

TEST(MemoryStore, KnowsTheWorldsThatAreOpen) {
    MemoryStore store;
    EXPECT_EQ(why(store.open("w_1", {})), "done");
    EXPECT_EQ(why(store.open("w_2", {})), "done");
    EXPECT_EQ(store.count(), 2U);
    const auto again = store.open("w_1", {});
    ASSERT_FALSE(again);
    EXPECT_EQ(again.error().code, code::WorldExists);
    EXPECT_EQ(why(again), "the store has a world w_1 already");
    EXPECT_EQ(why(store.drop("w_1")), "done");
    const auto gone = store.drop("w_1");
    ASSERT_FALSE(gone);
    EXPECT_EQ(gone.error().code, code::UnknownWorld);
    EXPECT_EQ(why(gone), "there is no world w_1 in the store");
    EXPECT_EQ(why(store.open("w_1", {})), "done") << "a dropped id is free";
}

TEST(MemoryStore, ForksNeedAParent) {
    MemoryStore store;
    EXPECT_EQ(why(store.fork("w_2", "w_1", 3, {})), "there is no world w_1 in the store");
    EXPECT_EQ(why(store.open("w_1", {})), "done");
    EXPECT_EQ(why(store.fork("w_2", "w_1", 3, {})), "done");
    EXPECT_EQ(why(store.fork("w_2", "w_1", 3, {})), "the store has a world w_2 already");
    EXPECT_EQ(why(store.drop("w_1")), "done");
    EXPECT_EQ(store.count(), 1U) << "a fork outlives its parent";
}

TEST(MemoryStore, AsksForNoRowsAndKeepsNone) {
    MemoryStore store;
    EXPECT_FALSE(store.keeps_rows());
    EXPECT_EQ(why(store.open("w_1", {})), "done");
    EXPECT_EQ(why(store.append("w_1", {})), "done");
    EXPECT_EQ(why(store.append("w_2", {})), "there is no world w_2 in the store");
    EXPECT_EQ(why(store.commit()), "done");
}

}  // namespace
}  // namespace understudy::store
