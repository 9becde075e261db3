#include "verify/page_walk.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "json/parse.hpp"
#include "verify/shop_testing.hpp"

namespace understudy::verify {

namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

json::Value value(std::string_view text) {
    return json::parse(text).value();
}

// A pack whose lists are told in this way.
std::shared_ptr<const pack::Pack> pack_with(const std::string& lists) {
    const pack::Loaded loaded = pack::load(pack::Folder{"p", {{"pack.yaml", R"(format: 1
pack: p
version: 0.1.0
models: { vendor: P, api: "1" }
serve: { hosts: [ { host: "*", base: / } ], auth: { places: [ bearer ], fails: bad }, input: json, unknown: bad }
lists: )" + lists + R"(
errors: { envelope: { error: error }, on: { auth: bad, no_route: bad, unknown: bad, required: bad, type: bad, cursor: bad, missing: bad, state: bad }, codes: { bad: { status: 400 } } }
resources:
  boxes: { singular: box, id: "b_{base62:8}", fields: { size: { from: input, schema: { type: integer } } }, operations: { create: POST /boxes, list: GET /boxes } }
)"}}});
    EXPECT_TRUE(loaded.pack) << base::render(loaded.as_error());
    return loaded.pack;
}

std::optional<PageWalk> walk_of(const pack::Pack& pack) {
    for (const pack::Operation& each : pack.operations) {
        if (auto walk = PageWalk::of(pack, each)) return walk;
    }
    return std::nullopt;
}

std::vector<std::string> lines(const std::vector<ShapeChange>& changes) {
    std::vector<std::string> all;
    for (const ShapeChange& each : changes) {
        all.push_back(std::string(name_of(each.shape_class)) + " " + each.path + ": " + each.what);
    }
    return all;
}

TEST(PageWalk, CursorsAreTheIdOfTheLastObject) {
    const auto walk = walk_of(*testing::shop());
    ASSERT_TRUE(walk);
    EXPECT_EQ(walk->path(), "/boxes");
    EXPECT_EQ(walk->first(), "limit=1");
    EXPECT_EQ(walk->behind(value(R"({"data":[{"id":"box 1"}],"more":true})"), 1),
              "limit=1&after=box%201");
    EXPECT_EQ(walk->behind(value(R"({"data":[],"more":false})"), 2), std::nullopt);
    EXPECT_EQ(walk->behind(value(R"({"data":[{"name":"x"}]})"), 1), std::nullopt);
    EXPECT_EQ(walk->behind(value(R"({"items":[{"id":"a"}]})"), 1), std::nullopt);
}

TEST(PageWalk, TokensNumbersAndWholeAddresses) {
    const auto token =
        walk_of(*pack_with("{ page: { style: token, token: cursor, limit: limit }, envelope: { "
                           "data: page.items, next: "
                           "page.token } }"));
    ASSERT_TRUE(token);
    EXPECT_EQ(token->behind(value(R"({"data":[1],"next":"a b"})"), 1), "limit=1&cursor=a%20b");
    EXPECT_EQ(token->behind(value(R"({"data":[1],"next":null})"), 1), std::nullopt);
    const auto address = walk_of(*pack_with(
        "{ page: { style: token, token: t, limit: size }, envelope: { data: page.items, next: "
        "page.next_path } }"));
    ASSERT_TRUE(address);
    EXPECT_EQ(address->behind(value(R"({"data":[1],"next":"/boxes?size=1&t=x"})"), 1),
              "size=1&t=x");
    const auto number = walk_of(*pack_with(
        "{ page: { style: number, number: page, limit: per_page }, envelope: { data: page.items } "
        "}"));
    ASSERT_TRUE(number);
    EXPECT_EQ(number->behind(value(R"({"data":[1]})"), 2), "per_page=1&page=3");
}

TEST(PageWalk, ListsWithoutPagesAreNotWalked) {
    EXPECT_FALSE(walk_of(*pack_with("{ envelope: { data: page.items } }")));
}

TEST(PageWalk, AServiceThatHasNoPagesAnyMore) {
    const auto walk = walk_of(*testing::shop());
    ASSERT_TRUE(walk);
    const json::Value first = value(R"({"data":[{"id":"a"}]})");
    const json::Value second = value(R"({"data":[{"id":"b"}]})");
    EXPECT_THAT(lines(walk->drift({first, second, value(R"({"data":[]})")})), IsEmpty());
    EXPECT_THAT(lines(walk->drift({value(R"({"data":[{"id":"a"},{"id":"b"}]})"), second})),
                ElementsAre("breaking /data: the page holds more than limit=1 asks for"));
    EXPECT_THAT(lines(walk->drift({first, first})),
                ElementsAre("breaking /data: the next page shows the same objects again"));
}

TEST(PageWalk, ObjectsAreComparedElsewhere) {
    const auto walk = walk_of(*testing::shop());
    ASSERT_TRUE(walk);
    EXPECT_THAT(lines(walk->around_objects({{ShapeClass::Breaking, "/data/*/size", "gone"},
                                            {ShapeClass::Breaking, "/data", "gone"},
                                            {ShapeClass::Additive, "/next", "new"}})),
                ElementsAre("breaking /data: gone", "additive /next: new"));
}

}  // namespace

}  // namespace understudy::verify
