// Arrays without an order: sorted by content, numbered after sorting, ties settled or admitted.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "cassette/compare_testing.hpp"

namespace understudy::cassette {
namespace {

using testing_compare::command;
using testing_compare::told;

CompareOptions unordered(std::vector<std::string> paths) {
    CompareOptions options;
    options.unordered = std::move(paths);
    return options;
}

const std::string kUuids = "[{use: uuid, at: {path: '$..*'}}]";

std::string uuid(int number) {
    return "\"00000000-0000-4000-8000-0000000000" + std::to_string(10 + number) + '"';
}

// An array of objects, one {key: uuid...} each.
std::string pairs(const std::vector<std::pair<int, int>>& numbers) {
    std::string text;
    for (const auto& [id, parent] : numbers) {
        text += (text.empty() ? "[" : ",") + std::string("{\"id\":") + uuid(id) +
                ",\"next\":" + uuid(parent) + '}';
    }
    return text + ']';
}

TEST(Order, P9ACassetteSaysWhichArraysAreUnordered) {
    Cassette cassette;
    cassette.compare = json::Value::object(
        {{"unordered", json::Value::array({"$.b"})}, {"interleaving", "exact"}});
    CompareOptions of_service;
    of_service.unordered = {"$.a"};
    const CompareOptions options = comparing_for(cassette, of_service);
    EXPECT_EQ(options.unordered, (std::vector<std::string>{"$.a", "$.b"}));
    EXPECT_TRUE(options.interleaving);
    EXPECT_TRUE(options.headers);
    EXPECT_EQ(comparing_for(Cassette{}, of_service).unordered, of_service.unordered);
}

TEST(Order, P9CountsUnlessSaidOtherwise) {
    const Exchange before = command({R"({"items":["a","b"],"list":[1,2]})"});
    const Exchange after = command({R"({"items":["b","a"],"list":[1,2]})"});
    EXPECT_EQ(told(before, after), "order_changed stdout /items: [\"a\",\"b\"] -> [\"b\",\"a\"]\n");
    EXPECT_EQ(told(before, after, unordered({"$.items"})), "");
    EXPECT_EQ(told(before, after, unordered({"$.list"})),
              "order_changed stdout /items: [\"a\",\"b\"] -> [\"b\",\"a\"]\n");
}

TEST(Order, ADifferenceInASortedArrayNamesItsItem) {
    EXPECT_EQ(told(command({R"([{"n":1,"s":"a"},{"n":2,"s":"b"}])"}),
                   command({R"([{"n":2,"s":"c"},{"n":1,"s":"a"}])"}), unordered({"$"})),
              "value_changed stdout /1/s: \"b\" -> \"c\"\n");
}

TEST(Order, ByAKeyOfEachItem) {
    // By content the first items would be paired by `a`; the key says which belong together.
    const Exchange before = command({R"([{"a":1,"id":"x"},{"a":2,"id":"y"}])"});
    const Exchange after = command({R"([{"a":3,"id":"x"},{"a":0,"id":"y"}])"});
    EXPECT_EQ(told(before, after, unordered({"$ by /id"})),
              "value_changed stdout /0/a: 1 -> 3\nvalue_changed stdout /1/a: 2 -> 0\n");
    EXPECT_NE(told(before, after, unordered({"$"})), told(before, after, unordered({"$ by /id"})));
}

TEST(Order, NestedArraysInnerFirst) {
    EXPECT_EQ(told(command({R"([{"t":[1,2]},{"t":[3,4]}])"}),
                   command({R"([{"t":[4,3]},{"t":[2,1]}])"}), unordered({"$", "$[*].t"})),
              "");
}

TEST(Order, OfEventsToo) {
    EXPECT_EQ(told(testing_compare::stream("{\"type\":\"a\",\"l\":[1,2]}\n"),
                   testing_compare::stream("{\"type\":\"a\",\"l\":[2,1]}\n"), unordered({"$.l"})),
              "");
}

TEST(Order, ValuesThatRulesReplaceDoNotDecide) {
    const Exchange before =
        command({R"([{"n":"a","id":)" + uuid(1) + R"(},{"n":"b","id":)" + uuid(2) + "}]"});
    const Exchange after =
        command({R"([{"n":"b","id":)" + uuid(3) + R"(},{"n":"a","id":)" + uuid(9) + "}]"});
    EXPECT_EQ(told(before, after, unordered({"$"}), kUuids), "");
}

TEST(Order, ManyItemsThatAreAlikeAreExchangeable) {
    std::vector<std::pair<int, int>> own;
    for (int i = 0; i < 40; ++i) own.emplace_back(2 * i, 2 * i + 1);
    std::vector<std::pair<int, int>> other = own;
    std::reverse(other.begin(), other.end());
    EXPECT_EQ(told(command({pairs(own)}), command({pairs(other)}), unordered({"$"}), kUuids), "");
}

TEST(Order, LinksBetweenItemsAreKept) {
    // A chain 1 -> 2 -> 3 -> 9 in any order is the same chain; a fork is not.
    const Exchange chain = command({pairs({{1, 2}, {2, 3}, {3, 9}})});
    EXPECT_EQ(told(chain, command({pairs({{6, 7}, {4, 5}, {5, 6}})}), unordered({"$"}), kUuids),
              "");
    EXPECT_NE(told(chain, command({pairs({{1, 2}, {2, 3}, {4, 3}})}), unordered({"$"}), kUuids),
              "");
}

TEST(Order, RingsAreToldApartByTryingTheirOrders) {
    // Every item of a ring looks the same; only all orders together tell one ring of four from two
    // rings of two.
    const Exchange ring = command({pairs({{1, 2}, {2, 3}, {3, 4}, {4, 1}})});
    EXPECT_EQ(
        told(ring, command({pairs({{7, 5}, {8, 7}, {5, 6}, {6, 8}})}), unordered({"$"}), kUuids),
        "");
    EXPECT_NE(
        told(ring, command({pairs({{1, 2}, {2, 1}, {3, 4}, {4, 3}})}), unordered({"$"}), kUuids),
        "");
}

TEST(Order, ATieBeyondTheEffortIsUnknown) {
    std::vector<std::pair<int, int>> ring;
    for (int i = 0; i < 12; ++i) ring.emplace_back(i, (i + 1) % 12);
    const Exchange before = command({pairs(ring)});
    EXPECT_EQ(told(before, before, unordered({"$"}), kUuids),
              "unknown: the items of an unordered array cannot be told apart: $ has items that "
              "differ only in values which rules replace, and which stand in several items\n");
}

TEST(Order, APathThatCannotBeReadIsUnknown) {
    const std::string text = told(command({"[1]"}), command({"[1]"}), unordered({"$["}));
    EXPECT_TRUE(text.starts_with("unknown: `unordered` holds \"$[\": ")) << text;
}

TEST(Order, AnyShuffleOfAnyDocumentAgrees) {
    std::mt19937 random(7);
    for (int round = 0; round < 200; ++round) {
        std::vector<std::pair<int, int>> items;
        const auto size = 2 + random() % 4;
        for (std::size_t i = 0; i < size; ++i) {
            items.emplace_back(static_cast<int>(random() % 5), static_cast<int>(random() % 5));
        }
        std::vector<std::pair<int, int>> shuffled = items;
        std::shuffle(shuffled.begin(), shuffled.end(), random);
        for (auto& [id, parent] : shuffled) {  // other values, the same equalities
            id = (id * 3 + 1) % 5 + 20;
            parent = (parent * 3 + 1) % 5 + 20;
        }
        EXPECT_EQ(
            told(command({pairs(items)}), command({pairs(shuffled)}), unordered({"$"}), kUuids), "")
            << pairs(items) << ' ' << pairs(shuffled);
    }
}

}  // namespace
}  // namespace understudy::cassette
