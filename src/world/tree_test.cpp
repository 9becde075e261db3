// The shared tree against std::map, with copies taken along the way.
#include "world/impl/tree.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <thread>

namespace understudy::world {
namespace {

using Model = std::map<std::string, int>;

void expect_same(const Tree<int>& tree, const Model& model) {
    ASSERT_TRUE(tree.is_sound());
    ASSERT_EQ(tree.size(), model.size());
    std::size_t rank = 0;
    auto cursor = tree.begin();
    for (const auto& [key, value] : model) {
        ASSERT_TRUE(cursor.is_valid());
        ASSERT_EQ(cursor.key(), key);
        ASSERT_EQ(cursor.value(), value);
        ASSERT_EQ(tree.rank(key), rank);
        ASSERT_EQ(tree.at(rank)->key, key);
        ASSERT_NE(tree.find(key), nullptr);
        ASSERT_EQ(*tree.find(key), value);
        cursor.next();
        ++rank;
    }
    ASSERT_FALSE(cursor.is_valid());
    for (auto back = model.rbegin(); back != model.rend(); ++back) {
        cursor.previous();
        ASSERT_EQ(cursor.key(), back->first);
    }
    ASSERT_FALSE(tree.at(model.size()).has_value());
}

TEST(Tree, IsEmptyAtFirst) {
    Tree<int> tree;
    EXPECT_TRUE(tree.is_empty());
    EXPECT_TRUE(tree.is_sound());
    EXPECT_EQ(tree.find("a"), nullptr);
    EXPECT_EQ(tree.erase("a"), std::nullopt);
    EXPECT_EQ(tree.rank("a"), 0U);
    EXPECT_FALSE(tree.begin().is_valid());
    EXPECT_FALSE(tree.lower_bound("a").is_valid());
}

TEST(Tree, GivesWhatWasThere) {
    Tree<int> tree;
    EXPECT_EQ(tree.put("a", 1), std::nullopt);
    EXPECT_EQ(tree.put("a", 2), 1);
    EXPECT_EQ(tree.erase("a"), 2);
    EXPECT_EQ(tree.erase("a"), std::nullopt);
}

TEST(Tree, ComparesKeysAsUnsignedBytes) {
    Tree<int> tree;
    tree.put("\x7F", 1);
    tree.put("\x80", 2);
    tree.put(std::string_view("\0", 1), 0);
    tree.put("", -1);
    std::string order;
    for (auto cursor = tree.begin(); cursor.is_valid(); cursor.next()) {
        order += std::to_string(cursor.value()) + " ";
    }
    EXPECT_EQ(order, "-1 0 1 2 ");
}

TEST(Tree, LowerBoundFindsTheFirstThatIsNotSmaller) {
    Tree<int> tree;
    for (int i = 0; i < 1000; i += 2) tree.put("k" + std::to_string(10'000 + i), i);
    EXPECT_EQ(tree.lower_bound("k10500").value(), 500);
    EXPECT_EQ(tree.lower_bound("k10501").value(), 502);
    EXPECT_EQ(tree.lower_bound("k10501").rank(), 251U);
    EXPECT_FALSE(tree.lower_bound("l").is_valid());
    auto cursor = tree.lower_bound("k10501");
    cursor.previous();
    EXPECT_EQ(cursor.value(), 500);
}

TEST(Tree, KeysInOrderFillTheirLeaves) {
    for (const bool rising : {true, false}) {
        Tree<Nothing> tree;
        for (int i = 0; i < 100'000; ++i) {
            const auto number = static_cast<std::uint32_t>(rising ? i : 100'000 - i);
            std::string key(8, '\0');
            for (std::size_t b = 0; b < 4; ++b) {
                key[4 + b] = static_cast<char>(number >> (24 - 8 * b));
            }
            tree.put(key, Nothing{});
        }
        ASSERT_TRUE(tree.is_sound());
        EXPECT_LT(tree.node_bytes() / tree.size(), 32U) << "bytes per entry of eight";
    }
}

TEST(Tree, CopiesTakeNoPartInLaterChanges) {
    Tree<int> tree;
    for (int i = 0; i < 5000; ++i) tree.put(std::to_string(i), i);
    const Tree<int> copy = tree;
    for (int i = 0; i < 5000; i += 3) tree.erase(std::to_string(i));
    for (int i = 1; i < 5000; i += 3) tree.put(std::to_string(i), -i);
    EXPECT_EQ(copy.size(), 5000U);
    for (int i = 0; i < 5000; ++i) ASSERT_EQ(*copy.find(std::to_string(i)), i);
    EXPECT_TRUE(copy.is_sound());
    EXPECT_TRUE(tree.is_sound());
}

// Everything is put, changed, taken out again at random, in three sizes of key, and the structure
// looked at after every step while it is small.
TEST(Tree, StaysSoundThroughMuchComingAndGoing) {
    std::mt19937 random(7);  // the same numbers at every run
    for (const std::size_t range : {40U, 300U, 4000U}) {
        Tree<int> tree;
        Model model;
        for (int step = 0; step < 12'000; ++step) {
            const bool growing = step < 4000 || (step >= 8000 && step < 9000);
            std::string key = std::to_string(random() % range);
            if (random() % 7 == 0) key += std::string(60, 'x');
            if (random() % 10 < (growing ? 8U : 2U)) {
                const int value = static_cast<int>(random() % 1000);
                tree.put(key, value);
                model[key] = value;
            } else {
                ASSERT_EQ(tree.erase(key).has_value(), model.erase(key) == 1);
            }
            if (range == 40 || step % 500 == 0) {
                ASSERT_TRUE(tree.is_sound()) << step;
            }
        }
        expect_same(tree, model);
        while (!model.empty()) {
            const auto any =
                std::next(model.begin(), static_cast<std::ptrdiff_t>(random() % model.size()));
            ASSERT_TRUE(tree.erase(any->first).has_value());
            model.erase(any);
            if (model.size() % 50 == 0) {
                ASSERT_TRUE(tree.is_sound());
            }
        }
        EXPECT_TRUE(tree.is_empty());
    }
}

// Once the first leaf is gone, its neighbour is the first, and smaller keys than its own go there.
// A separator made among those may be smaller than the key the leaf has in its parent.
TEST(Tree, FindsSmallKeysAfterItsFirstLeafIsGone) {
    Tree<int> tree;
    // Keys that come in descending order leave the smallest alone in its leaf time and again.
    for (int i = 500; i >= 404; --i) tree.put(std::to_string(i), i);
    tree.erase("404");
    for (int i = 300; i < 340; ++i) tree.put(std::to_string(i), i);
    ASSERT_TRUE(tree.is_sound());
    for (int i = 300; i < 340; ++i) EXPECT_NE(tree.find(std::to_string(i)), nullptr) << i;
}

TEST(Tree, SharedNodesMayBeUsedOnDifferentThreads) {
    Tree<int> tree;
    for (int i = 0; i < 2000; ++i) tree.put(std::to_string(i), i);
    std::vector<std::thread> threads;
    for (int t = 0; t < 4; ++t) {
        threads.emplace_back([copy = tree, t]() mutable {
            for (int i = 0; i < 2000; ++i) copy.put(std::to_string(i), i * t);
            for (int i = 0; i < 2000; i += 2) copy.erase(std::to_string(i));
        });
    }
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(tree.size(), 2000U);
    EXPECT_EQ(*tree.find("1999"), 1999);
}

RC_GTEST_PROP(Tree, BehavesLikeAMapAndItsCopiesStayWhatTheyWere, ()) {
    const auto steps = *rc::gen::container<std::vector<std::tuple<int, int, int>>>(rc::gen::tuple(
        rc::gen::inRange(0, 12), rc::gen::inRange(0, 400), rc::gen::inRange(0, 1000)));
    std::vector<std::pair<Tree<int>, Model>> worlds(1);
    for (const auto& [what, number, value] : steps) {
        auto& [tree, model] = worlds[static_cast<std::size_t>(value) % worlds.size()];
        if (what == 0 && worlds.size() < 6) {
            auto copy = worlds[static_cast<std::size_t>(value) % worlds.size()];
            worlds.push_back(std::move(copy));
        } else if (what < 8) {  // a run of keys, so that nodes split
            for (int i = 0; i < 40; ++i) {
                const std::string key = std::to_string((number * 7 + i) % 400);
                const auto old = tree.put(key, value + i);
                const auto found = model.find(key);
                RC_ASSERT(old.has_value() == (found != model.end()));
                model[key] = value + i;
            }
        } else {
            for (int i = 0; i < 60; ++i) {
                const std::string key = std::to_string((number + i) % 400);
                RC_ASSERT(tree.erase(key).has_value() == (model.erase(key) == 1));
            }
        }
    }
    for (const auto& [tree, model] : worlds) {
        expect_same(tree, model);
        RC_ASSERT(!::testing::Test::HasFatalFailure());
    }
}

// As std::string_view orders them, whatever they share and wherever they end: keys differ early,
// far behind a common beginning, by a zero byte, and by being longer.
TEST(Keys, AreFoundAsTextsAreOrdered) {
    std::vector<std::string> texts = {"", std::string(1, '\0'), std::string(2, '\0'), "a", "\xFF"};
    for (const char* beginning : {"in_1", "customer/cus_1abcdefghijkl", "12345678"}) {
        for (const std::string& rest :
             {std::string(), std::string(1, '\0'), std::string("\0\0a", 3), std::string("a"),
              std::string("aaaaaaa"), std::string("aaaaaaaa"), std::string("aaaaaaaab"),
              std::string("aaaaaaab"), std::string("\x80"), std::string("\xFF\xFF")}) {
            texts.push_back(beginning + rest);
        }
    }
    std::sort(texts.begin(), texts.end());
    for (std::size_t step = 1; step <= 3; ++step) {
        Keys keys;
        std::vector<std::string> kept;
        for (std::size_t i = 0; i < texts.size(); i += step) {
            keys.insert(kept.size(), texts[i]);
            kept.push_back(texts[i]);
        }
        for (const std::string& wanted : texts) {
            const auto at = std::lower_bound(kept.begin(), kept.end(), wanted) - kept.begin();
            EXPECT_EQ(keys.lower_bound(wanted), static_cast<std::size_t>(at)) << wanted;
            const auto past = std::upper_bound(kept.begin() + 1, kept.end(), wanted) - kept.begin();
            EXPECT_EQ(keys.last_not_after(wanted), static_cast<std::size_t>(past - 1)) << wanted;
        }
    }
}

TEST(Keys, SeparatorIsTheShortestTextBetween) {
    EXPECT_EQ(separator("abc", "abd"), "abd");
    EXPECT_EQ(separator("abc", "b"), "b");
    EXPECT_EQ(separator("ab", "abcdef"), "abc");
    EXPECT_EQ(separator("", "xyz"), "x");
}

}  // namespace
}  // namespace understudy::world
