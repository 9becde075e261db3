// One behaviour, every store.
#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "store/code.hpp"
#include "store/memory.hpp"
#include "store/worlds_testing.hpp"

namespace understudy::store {
namespace {

struct InMemory {
    std::unique_ptr<world::Journal> open() { return std::make_unique<MemoryStore>(); }
};

struct InFile {
    TestFolder folder;
    std::unique_ptr<world::Journal> open() {
        auto opened = SqliteStore::open(folder.path());
        if (!opened) ADD_FAILURE() << base::render(opened.error());
        return opened ? std::move(*opened) : nullptr;
    }
};

world::Row row(std::uint64_t position) {
    world::Row made;
    made.position = position;
    made.command = json::Value::object({{"call", "GET"}});
    made.changes = {{"note", "n", json::Value(position)}};
    return made;
}

template <class Place>
class Stores : public testing::Test {
protected:
    Place place_;
    std::unique_ptr<world::Journal> store_ = place_.open();
};
using Places = testing::Types<InMemory, InFile>;
TYPED_TEST_SUITE(Stores, Places);

TYPED_TEST(Stores, KnowTheWorldsThatAreOpen) {
    world::Journal& store = *this->store_;
    const json::Value definition = json::Value::object();
    EXPECT_EQ(why(store.open("w_1", definition)), "done");
    EXPECT_EQ(why(store.open("w_2", definition)), "done");
    const auto again = store.open("w_1", definition);
    ASSERT_FALSE(again);
    EXPECT_EQ(again.error().code, code::WorldExists);
    EXPECT_EQ(why(again), "the store has a world w_1 already");
    EXPECT_EQ(why(store.drop("w_1")), "done");
    EXPECT_EQ(why(store.drop("w_1")), "there is no world w_1 in the store");
    EXPECT_EQ(why(store.open("w_1", definition)), "done") << "a dropped id is free";
    EXPECT_EQ(why(store.commit()), "done");
}

TYPED_TEST(Stores, TakeRowsOfTheWorldsTheyKnow) {
    world::Journal& store = *this->store_;
    EXPECT_EQ(why(store.open("w_1", json::Value::object())), "done");
    EXPECT_EQ(why(store.append("w_1", row(1))), "done");
    EXPECT_EQ(why(store.append("w_1", row(2))), "done");
    EXPECT_EQ(why(store.append("w_2", row(1))), "there is no world w_2 in the store");
    EXPECT_EQ(why(store.commit()), "done");
    EXPECT_EQ(why(store.append("w_1", row(3))), "done");
    EXPECT_EQ(why(store.commit()), "done");
    EXPECT_EQ(why(store.commit()), "done") << "nothing new is nothing to do";
}

TYPED_TEST(Stores, ForksNeedAParentAndOutliveIt) {
    world::Journal& store = *this->store_;
    const json::Value definition = json::Value::object();
    EXPECT_EQ(why(store.fork("w_2", "w_1", 0, definition)), "there is no world w_1 in the store");
    EXPECT_EQ(why(store.open("w_1", definition)), "done");
    EXPECT_EQ(why(store.append("w_1", row(1))), "done");
    EXPECT_EQ(why(store.fork("w_2", "w_1", 1, definition)), "done");
    EXPECT_EQ(why(store.fork("w_2", "w_1", 1, definition)), "the store has a world w_2 already");
    EXPECT_EQ(why(store.drop("w_1")), "done");
    EXPECT_EQ(why(store.append("w_2", row(1))), "done") << "a fork counts its own rows";
    EXPECT_EQ(why(store.commit()), "done");
}

TYPED_TEST(Stores, TellWhenWhatTheyWereToldIsKept) {
    world::Journal& store = *this->store_;
    EXPECT_EQ(why(store.open("w_1", json::Value::object())), "done");
    std::atomic<int> told{0};
    int expected = 0;
    for (std::uint64_t position = 1; position <= 50; ++position) {
        EXPECT_EQ(why(store.append("w_1", row(position))), "done");
        const auto kept = store.when_kept([&](const base::Result<void>& written) {
            EXPECT_EQ(why(written), "done");
            ++told;
        });
        ASSERT_TRUE(kept);
        if (!*kept) ++expected;
    }
    EXPECT_EQ(why(store.commit()), "done");
    EXPECT_EQ(told, expected) << "commit() returns after the last of them";
    const auto idle = store.when_kept([&](const base::Result<void>&) { ++told; });
    EXPECT_TRUE(idle && *idle) << "nothing to wait for";
    EXPECT_EQ(told, expected);
}

TYPED_TEST(Stores, AreToldByManyThreadsAtOnce) {
    world::Journal& store = *this->store_;
    std::atomic<int> wrong{0};
    std::vector<std::thread> threads;
    for (int number = 0; number < 4; ++number) {
        threads.emplace_back([&, number] {
            const std::string id = "w_" + std::to_string(number);
            if (!store.open(id, json::Value::object())) ++wrong;
            for (std::uint64_t position = 1; position <= 40; ++position) {
                if (!store.append(id, row(position))) ++wrong;
                if (position % 8 == 0 && !store.commit()) ++wrong;
            }
            if (number % 2 == 0 && !store.drop(id)) ++wrong;
        });
    }
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(why(store.commit()), "done");
    EXPECT_EQ(wrong, 0);
}

}  // namespace
}  // namespace understudy::store
