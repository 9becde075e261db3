// The tree of hashes against std::map, with copies taken along the way.
#include "world/impl/hash_tree.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <map>
#include <random>
#include <thread>

namespace understudy::world {
namespace {

using Model = std::map<std::uint64_t, std::uint64_t>;

void expect_same(const HashTree& tree, const Model& model) {
    ASSERT_TRUE(tree.is_sound());
    ASSERT_EQ(tree.size(), model.size());
    for (const auto& [hash, number] : model) ASSERT_EQ(tree.find(hash), number);
}

TEST(HashTree, IsEmptyAtFirst) {
    HashTree tree;
    EXPECT_TRUE(tree.is_sound());
    EXPECT_EQ(tree.find(0), std::nullopt);
    EXPECT_FALSE(tree.erase(0));
    EXPECT_EQ(tree.node_bytes(), 0U);
}

TEST(HashTree, PutsTheLastNumberInThePlaceOfTheFirst) {
    HashTree tree;
    for (const std::uint64_t hash : {std::uint64_t{0}, std::uint64_t{7}, UINT64_MAX}) {
        tree.put(hash, 1);
        tree.put(hash, hash + 2);
    }
    EXPECT_EQ(tree.size(), 3U);
    EXPECT_EQ(tree.find(0), 2U);
    EXPECT_EQ(tree.find(7), 9U);
    EXPECT_EQ(tree.find(UINT64_MAX), 1U);
    EXPECT_EQ(tree.find(UINT64_MAX - 1), std::nullopt);
}

// In order, against it, and as hashes come; over a few, some and many.
TEST(HashTree, StaysSoundThroughMuchComingAndGoing) {
    std::mt19937_64 random(11);  // the same numbers at every run
    for (const std::uint64_t range : {40U, 700U, 20'000U}) {
        HashTree tree;
        Model model;
        for (int step = 0; step < 60'000; ++step) {
            const bool growing = step / 10'000 % 2 == 0;
            const std::uint64_t hash = random() % range * (UINT64_MAX / range);
            if (random() % 10 < (growing ? 8U : 2U)) {
                tree.put(hash, random());
                model[hash] = *tree.find(hash);
            } else {
                ASSERT_EQ(tree.erase(hash), model.erase(hash) == 1);
            }
            if (step % (range == 40 ? 1 : 500) == 0) {
                ASSERT_TRUE(tree.is_sound()) << step;
            }
        }
        expect_same(tree, model);
        while (!model.empty()) {
            const auto any =
                std::next(model.begin(), static_cast<std::ptrdiff_t>(random() % model.size()));
            ASSERT_TRUE(tree.erase(any->first));
            model.erase(any);
            if (model.size() % 50 == 0) {
                ASSERT_TRUE(tree.is_sound());
            }
        }
        EXPECT_EQ(tree.size(), 0U);
        EXPECT_EQ(tree.node_bytes(), 0U);
    }
}

TEST(HashTree, TakesHashesThatComeInOrder) {
    for (const bool rising : {true, false}) {
        HashTree tree;
        for (std::uint64_t i = 0; i < 50'000; ++i) tree.put(rising ? i : 50'000 - i, i);
        ASSERT_TRUE(tree.is_sound());
        EXPECT_EQ(tree.size(), 50'000U);
    }
}

TEST(HashTree, HasRoomForManyInFewBytes) {
    HashTree tree;
    std::mt19937_64 random(3);
    for (int i = 0; i < 100'000; ++i) tree.put(random(), 1);
    EXPECT_LT(tree.node_bytes() / tree.size(), 26U);
}

TEST(HashTree, SharedNodesMayBeUsedOnDifferentThreads) {
    HashTree tree;
    for (std::uint64_t i = 0; i < 2'000; ++i) tree.put(i * i, i);
    std::vector<std::thread> threads;
    for (std::uint64_t t = 0; t < 4; ++t) {
        threads.emplace_back([copy = tree, t]() mutable {
            for (std::uint64_t i = 0; i < 2'000; ++i) copy.put(i * i, i * t);
            for (std::uint64_t i = 0; i < 2'000; i += 2) copy.erase(i * i);
        });
    }
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(tree.size(), 2'000U);
    EXPECT_EQ(tree.find(1'999 * 1'999), 1'999U);
}

// Five hashes for any number of keys, so that they stand in each other's way.
TEST(HashTree, TellsKeysOfOneHashApart) {
    const auto hash_of = [](std::uint64_t key) { return key % 5; };
    HashTree tree;
    std::map<std::uint64_t, bool> keys;  // a key is its own number
    std::mt19937 random(5);
    for (int step = 0; step < 20'000; ++step) {
        const std::uint64_t key = random() % 40;
        const auto is_key = [key](std::uint64_t number) { return number == key; };
        const HashTree::Place place = tree.seek(hash_of(key), is_key);
        ASSERT_EQ(place.number.has_value(), keys[key]) << step;
        if (place.number) {
            tree.leave(place, hash_of);
        } else {
            tree.put(place.hash, key);
        }
        keys[key] = !keys[key];
        for (const auto& [each, is_there] : keys) {
            const auto found =
                tree.seek(hash_of(each), [&each = each](std::uint64_t n) { return n == each; });
            ASSERT_EQ(found.number.has_value(), is_there) << step << " " << each;
        }
    }
    ASSERT_TRUE(tree.is_sound());
}

RC_GTEST_PROP(HashTree, BehavesLikeAMapAndItsCopiesStayWhatTheyWere, ()) {
    const auto steps =
        *rc::gen::container<std::vector<std::tuple<int, std::uint64_t, std::uint64_t>>>(
            rc::gen::tuple(rc::gen::inRange(0, 12), rc::gen::inRange<std::uint64_t>(0, 400),
                           rc::gen::inRange<std::uint64_t>(0, 1000)));
    std::vector<std::pair<HashTree, Model>> worlds(1);
    for (const auto& [what, start, value] : steps) {
        auto& [tree, model] = worlds[value % worlds.size()];
        if (what == 0 && worlds.size() < 6) {
            auto copy = worlds[value % worlds.size()];
            worlds.push_back(std::move(copy));
        } else if (what < 8) {  // many, so that nodes split
            for (std::uint64_t i = 0; i < 40; ++i) {
                const std::uint64_t hash = (start * 7 + i) % 400;
                tree.put(hash, value + i);
                model[hash] = value + i;
            }
        } else {
            for (std::uint64_t i = 0; i < 60; ++i) {
                const std::uint64_t hash = (start + i) % 400;
                RC_ASSERT(tree.erase(hash) == (model.erase(hash) == 1));
            }
        }
    }
    for (const auto& [tree, model] : worlds) {
        expect_same(tree, model);
        RC_ASSERT(!::testing::Test::HasFatalFailure());
    }
}

}  // namespace
}  // namespace understudy::world
