#include "json/write.hpp"
#include "world/impl/page.hpp"
#include "world/stage_testing.hpp"

namespace understudy::world {
namespace {

using json::Value;

// Twenty-five items of one resource under each way of paging.
constexpr std::string_view kItems = R"(
    id: "i_{base62:4}"
    fields:
      size:    { from: input, schema: { type: integer } }
      name:    { from: input, nullable: true }
      live:    { from: input, schema: { type: boolean }, nullable: true }
      any:     { from: input, nullable: true }
      weight:  { from: derived, is: 'self.size > 20 ? "heavy" : "light"' }
      created: { from: clock, as: epoch }
      status:  { from: lifecycle, as: { done: finished } }
    lifecycle: { start: [ open, done ], moves: { finish: { from: open, to: done } } }
)";

class Paging : public ::testing::Test {
protected:
    static std::string pack(std::string_view lists, std::string_view operations) {
        return "lists: " + std::string(lists) + "\nresources:\n  items:" + std::string(kItems) +
               "    operations:\n" + std::string(operations);
    }
    static std::unique_ptr<Stage> stage_of(std::string_view lists, std::string_view operations) {
        auto stage = std::make_unique<Stage>(pack(lists, operations));
        fill(*stage, 25);
        return stage;
    }
    static void fill(Stage& stage, int count) {
        for (int i = 1; i <= count; ++i) {
            stage.put("items", {{"id", id(i)},
                                {"size", i},
                                {"name", i % 2 == 0 ? "even" + std::to_string(i)
                                                    : "odd" + std::to_string(i)},
                                {"live", i % 5 == 0},
                                {"any", i % 3},
                                {"created", base::to_rfc3339({kUsualStart.seconds + i, 0})},
                                {"status", i > 20 ? "done" : "open"}});
        }
    }
    static std::string id(int i) { return "i_" + std::to_string(100 + i); }
    // "i_125 ... i_116"
    static std::string run(int from, int to) {
        std::string ids;
        for (int i = from;; i += from < to ? 1 : -1) {
            if (!ids.empty()) ids += ' ';
            ids += id(i);
            if (i == to) return ids;
        }
    }
    static std::string at(const Value& body, std::string_view member) {
        const Value* value = body.find(member);
        return value == nullptr ? "absent" : json::write(*value);
    }
};

constexpr std::string_view kCursor =
    "{ page: { style: cursor, after: starting_after, before: ending_before, limit: limit, "
    "default: 10, max: 100, both: both }, "
    "envelope: { object: '\"list\"', url: request.path, has_more: page.more, data: page.items } }";

TEST_F(Paging, CursorsGoForwardAndBackInNormalOrder) {
    auto stage = stage_of(kCursor, "      list: GET /items\n");
    Told page = stage->call("GET /items");
    ASSERT_EQ(page.status, 200) << page.error;
    EXPECT_EQ(ids_of(*page.body.find("data")), run(25, 16));
    EXPECT_EQ(at(page.body, "has_more"), "true");
    EXPECT_EQ(at(page.body, "url"), R"("/v1/items")");
    EXPECT_EQ(at(page.body, "object"), R"("list")");
    page = stage->call("GET /items?starting_after=i_116");
    EXPECT_EQ(ids_of(*page.body.find("data")), run(15, 6));
    EXPECT_EQ(at(page.body, "has_more"), "true");
    page = stage->call("GET /items?starting_after=i_106");
    EXPECT_EQ(ids_of(*page.body.find("data")), run(5, 1));
    EXPECT_EQ(at(page.body, "has_more"), "false");
    // ST7: the page just before the cursor, newest first.
    page = stage->call("GET /items?ending_before=i_105");
    EXPECT_EQ(ids_of(*page.body.find("data")), run(15, 6));
    EXPECT_EQ(at(page.body, "has_more"), "true");
    page = stage->call("GET /items?ending_before=i_115");
    EXPECT_EQ(ids_of(*page.body.find("data")), run(25, 16));
    EXPECT_EQ(at(page.body, "has_more"), "false");
    page = stage->call("GET /items?ending_before=i_125");
    EXPECT_EQ(ids_of(*page.body.find("data")), "");
    EXPECT_EQ(at(page.body, "has_more"), "false");
}

TEST_F(Paging, SizesAreBroughtIntoTheirBounds) {
    auto stage = stage_of(kCursor, "      list: GET /items\n");
    EXPECT_EQ(stage->call("GET /items?limit=3").body.find("data")->size(), 3U);
    EXPECT_EQ(stage->call("GET /items?limit=0").body.find("data")->size(), 1U);
    EXPECT_EQ(stage->call("GET /items?limit=1000").body.find("data")->size(), 25U);
    const Told told = stage->call("GET /items?limit=many");
    ASSERT_TRUE(told.refusal);
    EXPECT_EQ(told.refusal->issue.keyword, "type");
    EXPECT_EQ(told.refusal->issue.param, "limit");
    EXPECT_EQ(told.refusal->issue.place, "query");
}

TEST_F(Paging, BothCursorsAndLostCursorsAreRefused) {
    auto stage = stage_of(kCursor, "      list: GET /items\n");
    Told told = stage->call("GET /items?starting_after=i_110&ending_before=i_105");
    ASSERT_TRUE(told.refusal);
    EXPECT_EQ(stage->pack().errors.codes[told.refusal->use.code].name, "both");
    for (const std::string_view name : {"starting_after", "ending_before"}) {
        told = stage->call("GET /items?" + std::string(name) + "=i_999");
        ASSERT_TRUE(told.refusal);
        EXPECT_EQ(stage->pack().errors.codes[told.refusal->use.code].name, "bad_cursor");
        EXPECT_EQ(told.refusal->issue.param, name);
    }
}

TEST_F(Paging, ACursorMayNameWhatTheFilterLeavesOut) {
    auto stage =
        stage_of(kCursor, "      list: { route: GET /items, filters: { status: equal } }\n");
    const Told told = stage->call("GET /items?status=finished&starting_after=i_123&limit=5");
    EXPECT_EQ(ids_of(*told.body.find("data")), run(22, 21));
    const Told open = stage->call("GET /items?status=open&starting_after=i_123&limit=2");
    EXPECT_EQ(ids_of(*open.body.find("data")), run(20, 19));
}

TEST_F(Paging, NumbersAndLinks) {
    auto stage = stage_of(
        "{ page: { style: number, number: page, limit: per_page, default: 10, max: 100 }, "
        "envelope: page.items, headers: { Link: link_header(page) } }",
        "      list: { route: GET /items, filters: { name: prefix } }\n");
    const std::string base = "http://127.0.0.1:8801/v1/items";
    Told page = stage->call("GET /items?per_page=10");
    EXPECT_EQ(ids_of(page.body), run(25, 16));
    EXPECT_EQ(page.headers.get("Link"), "<" + base + "?per_page=10&page=2>; rel=\"next\", <" +
                                            base + "?per_page=10&page=3>; rel=\"last\"");
    page = stage->call("GET /items?per_page=10&page=2");
    EXPECT_EQ(ids_of(page.body), run(15, 6));
    EXPECT_EQ(page.headers.get("Link"), "<" + base + "?per_page=10&page=1>; rel=\"prev\", <" +
                                            base + "?per_page=10&page=3>; rel=\"next\", <" + base +
                                            "?per_page=10&page=3>; rel=\"last\", <" + base +
                                            "?per_page=10&page=1>; rel=\"first\"");
    page = stage->call("GET /items?per_page=10&page=3");
    EXPECT_EQ(ids_of(page.body), run(5, 1));
    EXPECT_EQ(page.headers.get("Link"), "<" + base + "?per_page=10&page=2>; rel=\"prev\", <" +
                                            base + "?per_page=10&page=1>; rel=\"first\"");
    EXPECT_EQ(stage->call("GET /items?page=9").body.size(), 0U);
    EXPECT_FALSE(stage->call("GET /items?per_page=100").headers.has("Link"));
    // GH25, and a key that is not repeated.
    page = stage->call("GET /items?api_key=secret&name=&q=a%20b%3A&per_page=20");
    EXPECT_EQ(page.headers.get("Link").find("secret"), std::string_view::npos);
    EXPECT_NE(page.headers.get("Link").find("q=a+b%3A"), std::string_view::npos)
        << page.headers.get("Link");
}

TEST_F(Paging, TokensGoForwardAndBack) {
    auto stage = stage_of(
        "{ page: { style: token, token: cursor, limit: limit, default: 10, max: 50 }, "
        "envelope: { data: page.items, next: page.token, prev: page.prev } }",
        "      list: GET /items\n");
    const Told first = stage->call("GET /items");
    EXPECT_EQ(ids_of(*first.body.find("data")), run(25, 16));
    EXPECT_EQ(at(first.body, "prev"), "null");
    const std::string token(first.body.find("next")->as_string());
    const Told second = stage->call("GET /items?cursor=" + token);
    EXPECT_EQ(ids_of(*second.body.find("data")), run(15, 6));
    const Told third =
        stage->call("GET /items?cursor=" + std::string(second.body.find("next")->as_string()));
    EXPECT_EQ(ids_of(*third.body.find("data")), run(5, 1));
    EXPECT_EQ(at(third.body, "next"), "null");
    // Back by the address that was told.
    std::string_view back = third.body.find("prev")->as_string();
    back.remove_prefix(std::string_view("http://127.0.0.1:8801/v1").size());
    EXPECT_EQ(ids_of(*stage->call("GET " + std::string(back)).body.find("data")), run(15, 6));
    for (const std::string_view wrong : {"x", "PA", "PAnope", "i_110"}) {
        const Told told = stage->call("GET /items?cursor=" + std::string(wrong));
        ASSERT_TRUE(told.refusal) << wrong;
        EXPECT_EQ(told.refusal->issue.keyword, "cursor");
    }
}

TEST_F(Paging, NumberedTokensAsTwilioHasThem) {
    auto stage = stage_of(
        "{ page: { style: token, number: Page, token: PageToken, limit: PageSize, default: 10, "
        "max: 1000 }, range: operators, envelope: { page: page.number, next_page_uri: "
        "page.next_path, meta: { key: plural, next_page_url: page.next_url }, "
        "\"{plural}\": page.items } }",
        "      list: { route: GET /Items.json, filters: { Created: { kind: range, field: created } "
        "} }\n");
    Told page = stage->call("GET /Items.json");
    EXPECT_EQ(ids_of(*page.body.find("items")), run(25, 16));
    EXPECT_EQ(at(page.body, "page"), "0");
    EXPECT_EQ(at(*page.body.find("meta"), "key"), R"("items")");
    const std::string token = to_token({false, "i_116"});
    EXPECT_EQ(at(page.body, "next_page_uri"),
              "\"/v1/Items.json?PageSize=10&Page=1&PageToken=" + token + "\"");
    EXPECT_EQ(at(*page.body.find("meta"), "next_page_url"),
              "\"http://127.0.0.1:8801/v1/Items.json?PageSize=10&Page=1&PageToken=" + token + "\"");
    page = stage->call("GET /Items.json?PageSize=10&Page=1&PageToken=" + token);
    EXPECT_EQ(ids_of(*page.body.find("items")), run(15, 6));
    EXPECT_EQ(at(page.body, "page"), "1");
    page = stage->call("GET /Items.json?Page=2");
    EXPECT_EQ(ids_of(*page.body.find("items")), run(5, 1));
    EXPECT_EQ(at(page.body, "next_page_uri"), "null");
    page = stage->call("GET /Items.json?Created%3E=2025-01-01T00:00:22Z");
    EXPECT_EQ(ids_of(*page.body.find("items")), run(25, 22));
    page = stage->call("GET /Items.json?Created%3C=2025-01-01T00:00:02Z");
    EXPECT_EQ(ids_of(*page.body.find("items")), run(2, 1));
    EXPECT_EQ(
        stage->call("GET /Items.json?Created=2025-01-01&PageSize=50").body.find("items")->size(),
        25U);
    EXPECT_EQ(stage->call("GET /Items.json?Created%3E=2025-01-02").body.find("items")->size(), 0U);
}

TEST_F(Paging, UnpagedListsShowEverything) {
    auto stage = stage_of("{ page: none, envelope: { n: page.total, all: page.items } }",
                          "      list: GET /items\n");
    const Told told = stage->call("GET /items");
    EXPECT_EQ(told.body.find("all")->size(), 25U);
    EXPECT_EQ(at(told.body, "n"), "25");
}

TEST_F(Paging, TotalsAreRightUnderEveryKindOfFilter) {
    auto stage = stage_of(
        "{ page: { style: number, number: page, limit: per_page, default: 2, max: 100 }, "
        "envelope: { total_count: page.total, items: page.items } }",
        "      list: { route: GET /items, filters: { size: range, name: prefix, part: { kind: "
        "contains, field: name }, live: equal, any: equal, status: one_of, weight: equal, "
        "of.size: { kind: range, field: size }, of.live: { kind: equal, field: live } } }\n");
    const struct {
        std::string_view query, total;
    } cases[] = {{"", "25"},
                 {"size[gte]=20", "6"},
                 {"size[gt]=20", "5"},
                 {"size[lt]=3", "2"},
                 {"size[lte]=3&size[gt]=1", "2"},
                 {"size=7", "1"},
                 {"name=even2", "4"},
                 {"part=VEN2", "4"},
                 {"live=true", "5"},
                 {"live=true&size[gt]=20", "1"},
                 {"any=2", "8"},
                 {"status=finished", "5"},
                 {"status=open,finished", "25"},
                 {"status[]=open&status[]=nowhere", "20"},
                 // What is worked out when it is read, and members of a parameter.
                 {"weight=heavy", "5"},
                 {"of[size][gt]=20&of[live]=true", "1"},
                 {"of[live]=true", "5"},
                 {"of[live]=true&weight=light", "4"}};
    for (const auto& one : cases) {
        const Told told = stage->call("GET /items?" + std::string(one.query));
        EXPECT_EQ(at(told.body, "total_count"), one.total) << one.query << told.error;
    }
}

TEST_F(Paging, RangesOfInstantsAreAsWideAsTheyAreWritten) {
    auto stage =
        stage_of(kCursor, "      list: { route: GET /items, filters: { created: range } }\n");
    stage->put(
        "items",
        {{"id", "i_200"}, {"size", 1}, {"created", "2025-01-01T00:00:25.9Z"}, {"status", "open"}});
    const auto ids = [&](std::string_view query) {
        return ids_of(*stage->call("GET /items?limit=100&" + std::string(query)).body.find("data"));
    };
    EXPECT_EQ(ids("created[gte]=1735689624"), "i_200 i_125 i_124");
    // What prints as ...625 is 625, whatever follows the point.
    EXPECT_EQ(ids("created[gt]=1735689625"), "");
    EXPECT_EQ(ids("created=1735689625"), "i_200 i_125");
    EXPECT_EQ(ids("created[lte]=1735689601"), "i_101");
    EXPECT_EQ(ids("created[lt]=1735689602"), "i_101");
    EXPECT_EQ(ids("created[gte]=2025-01-01T00:00:25Z"), "i_200 i_125");
    EXPECT_EQ(ids("created[gte]=Wed, 01 Jan 2025 00:00:25 GMT"), "i_200 i_125");
    for (const std::string_view wrong : {"created[gte]=soon", "created=x", "created[like]=1"}) {
        const Told told = stage->call("GET /items?" + std::string(wrong));
        EXPECT_TRUE(told.refusal) << wrong;
    }
}

TEST_F(Paging, ItemsAreShownInTheListViewAndExpandBelowTheirKey) {
    Stage stage(R"(
lists: { page: { style: cursor, after: a, before: b, limit: limit }, envelope: { data: page.items } }
resources:
  people: { singular: person, id: "p_{base62:4}", fields: { name: { from: input } } }
  pets:
    id: "t_{base62:4}"
    views: { list: { drop: [ note ] } }
    fields: { owner: { from: input, ref: people }, note: { from: input } }
    operations: { list: GET /pets, get: "GET /pets/{id}" }
)");
    stage.put("people", {{"id", "p_1"}, {"name", "Ada"}});
    stage.put("pets", {{"id", "t_1"}, {"owner", "p_1"}, {"note", "barks"}});
    EXPECT_EQ(stage.call("GET /pets").text, R"({"data":[{"id":"t_1","owner":"p_1"}]})");
    Stage::Options options;
    options.expand = {"data.owner"};
    const Told told = stage.call("GET /pets", options);
    EXPECT_EQ(told.text, R"({"data":[{"id":"t_1","owner":{"id":"p_1","name":"Ada"}}]})");
    ASSERT_EQ(told.account.parts.size(), 2U);
    EXPECT_EQ(told.account.parts[1].path, "data.0.owner");
    options.expand = {"owner"};
    EXPECT_EQ(stage.call("GET /pets", options).text, R"({"data":[{"id":"t_1","owner":"p_1"}]})");
}

TEST_F(Paging, ListsUnderAParentShowItsOwnAndLinkByTheNumericRoute) {
    Stage stage(R"(
lists: { page: { style: number, number: page, limit: per_page, default: 1, route: 2 }, envelope: page.items, headers: { Link: link_header(page) } }
resources:
  repos: { id: "{seq}", find: { repo: name, repo_id: id }, unique: { fields: [ name ] }, fields: { name: { from: input } } }
  issues:
    id: "{seq}"
    parent: repos
    fields: { title: { from: input } }
    operations: { list: { route: [ "GET /repos/{repo}/issues", "GET /repositories/{repo_id}/issues" ] } }
)");
    stage.put("repos", {{"id", 1}, {"name", "1"}});
    stage.put("repos", {{"id", 2}, {"name", "2"}});
    for (int i = 1; i <= 6; ++i)
        stage.put("issues", {{"id", i}, {"title", "t"}, {"repo", i % 2 + 1}});
    const Told told = stage.call("GET /repos/2/issues?per_page=2");
    EXPECT_EQ(ids_of(told.body), "5 3") << told.error;
    EXPECT_EQ(told.headers.get("Link"),
              "<http://127.0.0.1:8801/v1/repositories/2/issues?per_page=2&page=2>; rel=\"next\", "
              "<http://127.0.0.1:8801/v1/repositories/2/issues?per_page=2&page=2>; rel=\"last\"");
}

TEST(Token, OnePositionHasOneText) {
    for (const Position& position : {Position{false, "ch_1"}, Position{true, "ch_1"}}) {
        const auto read = from_token(to_token(position));
        ASSERT_TRUE(read);
        EXPECT_EQ(read->before, position.before);
        EXPECT_EQ(read->key, position.key);
    }
    EXPECT_FALSE(from_token(""));
    EXPECT_FALSE(from_token("PA"));
    EXPECT_FALSE(from_token("PAPg"));
    EXPECT_FALSE(from_token(to_token({false, "ch_1"}) + "="));
}

}  // namespace
}  // namespace understudy::world
