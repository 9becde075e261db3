#include "http/query.hpp"
#include "json/write.hpp"
#include "world/impl/query.hpp"
#include "world/stage_testing.hpp"

namespace understudy::world {
namespace {

using json::Value;

constexpr std::string_view kPack = R"(
lists: { page: { style: token, token: page, limit: limit, default: 10 }, envelope: { object: '"search_result"', data: page.items, has_more: page.more, next_page: page.token } }
resources:
  people:
    singular: person
    id: "p_{base62:4}"
    order: oldest
    fields:
      name:     { from: input, nullable: true }
      about:    { from: input, nullable: true }
      tags:     { from: input, schema: { type: [ array, "null" ] }, nullable: true }
      age:      { from: input, schema: { type: integer }, nullable: true }
      metadata: { from: input, default: {} }
      created:  { from: clock, as: epoch }
      status:   { from: lifecycle, as: { off: inactive } }
    lifecycle: { start: [ on, off ], moves: { leave: { from: on, to: off } } }
    operations:
      search:
        route: GET /people/search
        syntax: stripe
        params: { query: { in: query, schema: { type: string } } }
        filters: { name: contains, status: equal, age: range, created: range, metadata: contains }
      find:
        route: GET /search/people
        does: search
        syntax: github
        params: { q: { in: query, schema: { type: string } } }
        filters: { is: { kind: equal, field: status }, age: range, created: range, tag: { kind: one_of, field: tags }, in: { kind: contains, field: about }, from: { kind: prefix, field: name } }
)";

class Search : public ::testing::Test {
protected:
    Stage stage{kPack};

    Search() {
        put("p_1", "Ada Lovelace", "wrote the first program", 36, "on", {"maths", "poetry"},
            "6735");
        put("p_2", "Alan Turing", "broke a \"cipher\"", 41, "off", {"maths"}, "1");
        put("p_3", "Grace Hopper", "wrote a compiler", 85, "on", {"navy"}, "");
    }
    void put(std::string_view id, std::string_view name, std::string_view about, int age,
             std::string_view status, std::initializer_list<Value> tags, std::string_view order) {
        Value metadata = Value::object();
        if (!order.empty()) metadata.set("order", order);
        stage.put("people", {{"id", id},
                             {"name", name},
                             {"about", about},
                             {"tags", Value::array(tags)},
                             {"age", age},
                             {"metadata", metadata},
                             {"created", base::to_rfc3339({kUsualStart.seconds + age, 0})},
                             {"status", status}});
    }
    // The ids found, or "refused".
    std::string found(std::string_view path, std::string_view name, std::string_view text) {
        const std::vector<http::QueryPair> pairs{{std::string(name), std::string(text)}};
        const Told told = stage.call("GET " + std::string(path) + "?" + http::to_query(pairs));
        if (told.refusal) {
            EXPECT_EQ(told.refusal->issue.param, name);
            EXPECT_EQ(told.refusal->issue.keyword, "invalid");
            return "refused";
        }
        EXPECT_EQ(told.error, "");
        return ids_of(*told.body.find("data"));
    }
};

TEST_F(Search, SpeaksStripe) {
    const struct {
        std::string_view query, ids;
    } cases[] = {
        {R"(status:"on")", "p_1 p_3"},
        {R"(status:"inactive")", "p_2"},
        {R"(-status:"inactive")", "p_1 p_3"},
        {R"(metadata["order"]:"6735")", "p_1"},
        {R"(metadata["order"]:null)", "p_3"},
        {R"(metadata["order"]~"73")", "p_1"},
        {R"(metadata["order"]~null)", "refused"},
        {R"(-metadata["order"]:"1")", "p_1 p_3"},
        {R"(age>36)", "p_2 p_3"},
        {R"(age>=36 AND age<85)", "p_1 p_2"},
        {R"(age<=36)", "p_1"},
        {R"(age:41)", "p_2"},
        {R"(name~"a")", "p_1 p_2 p_3"},
        {R"(name~"ADA")", "p_1"},
        {R"(status:"on" age>40)", "p_3"},
        {R"(age:36 OR age:85)", "p_1 p_3"},
        {R"(name:"Alan Turing" OR metadata["order"]:"6735")", "p_1 p_2"},
        {R"(created>1735689636)", "p_2 p_3"},
        {R"(created:1735689636)", "p_1"},
        // What cannot be read.
        {" ", "refused"},
        {R"(age:36 OR age:85 AND status:"on")", "refused"},
        {R"(about:"x")", "refused"},
        {R"(status>"on")", "refused"},
        {R"(status~"on")", "refused"},
        {R"(name:"open)", "refused"},
        {R"(metadata[order]:"1")", "refused"},
        {R"(metadata["order":"1")", "refused"},
        {"age", "refused"},
        {"age:", "refused"},
        {"age:old", "refused"},
        {":5", "refused"},
    };
    for (const auto& one : cases)
        EXPECT_EQ(found("/people/search", "query", one.query), one.ids) << one.query;
}

TEST_F(Search, SpeaksGithub) {
    const struct {
        std::string_view query, ids;
    } cases[] = {
        {"wrote", "p_1 p_3"},
        {"WROTE compiler", "p_3"},
        {"wrote NOT compiler", "p_1"},
        {"-wrote", "p_2"},
        {"\"first program\"", "p_1"},
        {"is:on", "p_1 p_3"},
        {"-is:on", "p_2"},
        {"age:41", "p_2"},
        {"age:>41", "p_3"},
        {"age:>=41", "p_2 p_3"},
        {"age:<41", "p_1"},
        {"age:<=41", "p_1 p_2"},
        {"age:36..41", "p_1 p_2"},
        {"age:*..36", "p_1"},
        {"age:42..*", "p_3"},
        {"-age:36..41", "p_3"},
        {"tag:maths", "p_1 p_2"},
        {"tag:navy,poetry", "p_1 p_3"},
        {"-tag:navy,poetry", "p_2"},
        {"in:cipher", "p_2"},
        {"from:\"Alan T\"", "p_2"},
        {"created:2025-01-01", "p_1 p_2 p_3"},
        {"created:>=2025-01-01T00:00:41Z", "p_2 p_3"},
        {"is:on tag:maths wrote", "p_1"},
        {" ", "p_1 p_2 p_3"},
        // What cannot be read.
        {"author:ada", "refused"},
        {"age:old", "refused"},
        {"wrote OR broke", "refused"},
        {"in:\"open", "refused"},
        {"is:", "refused"},
    };
    for (const auto& one : cases)
        EXPECT_EQ(found("/search/people", "q", one.query), one.ids) << one.query;
}

TEST_F(Search, PagesByToken) {
    const Told first = stage.call("GET /people/search?limit=2&query=age%3E0");
    EXPECT_EQ(ids_of(*first.body.find("data")), "p_1 p_2");
    EXPECT_EQ(json::write(*first.body.find("has_more")), "true");
    const Told second = stage.call("GET /people/search?limit=2&query=age%3E0&page=" +
                                   std::string(first.body.find("next_page")->as_string()));
    EXPECT_EQ(ids_of(*second.body.find("data")), "p_3");
    EXPECT_TRUE(second.body.find("next_page")->is_null());
}

TEST_F(Search, LongAndManyAreRefused) {
    EXPECT_EQ(found("/people/search", "query", "age>1 AND " + std::string(5'000, ' ') + "age<9"),
              "refused");
    std::string many = "age>1";
    for (int i = 0; i < 200; ++i) many += " age>1";
    EXPECT_EQ(found("/people/search", "query", many), "refused");
    EXPECT_EQ(found("/search/people", "q", many), "refused");
}

TEST_F(Search, WithoutAQueryItIsAMissingParameter) {
    const Told told = stage.call("GET /people/search");
    ASSERT_TRUE(told.refusal);
    EXPECT_EQ(told.refusal->issue.keyword, "required");
}

}  // namespace
}  // namespace understudy::world
