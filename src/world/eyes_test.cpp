// What expressions see of a state, what that may cost, and how a change that asks for too much
// fails: with a 500 that names what was too much, and nothing changed.
#include "world/code.hpp"
#include "world/world_testing.hpp"

namespace understudy::world {

namespace {

constexpr std::string_view kHead = R"(format: 1
pack: test
version: 0.1.0
serve: { hosts: [ { host: "*", base: / } ], input: json }
lists: { page: { style: cursor, after: after, limit: limit, default: 10, max: 100 }, envelope: { data: page.items } }
errors:
  envelope: { error: error }
  on: { no_route: wrong, required: wrong, type: wrong, missing: wrong, state: wrong }
  codes: { wrong: { status: 400, message: "wrong {issue.param} {issue.keyword}" } }
)";

std::shared_ptr<const pack::Pack> small(std::string_view rest) {
    return pack_of(std::string(kHead) + std::string(rest));
}

std::string warning_of(Service& service, const Reply& reply) {
    const auto trace = service.world().trace(reply.headers.get("X-Mock-Resolution-Trace"), {});
    const json::Value* found =
        trace ? json::Pointer::parse("/warnings/0/code")->resolve(*trace) : nullptr;
    return found == nullptr ? "" : std::string(found->as_string());
}

TEST(Eyes, ReadNestedFieldsReferencesParentsTablesAndInstants) {
    Service service(small(R"(
tables: { rates: { eu: 19, us: 7 } }
durations: { hour: 1h }
schedules: { retry: [ 1m, 2m ] }
resources:
  shops:
    id: "{seq}"
    find: { shop: id }
    fields: { place.region: { from: input }, place.city: { from: input, nullable: true } }
    operations: { create: POST /shops }
  sales:
    id: "{seq}"
    parent: shops
    fields:
      shop: { from: input, ref: shops }
      amount: { from: input, required: true, schema: { type: integer } }
      rate: { from: derived, is: 'lookup("rates", self.shop.place.region, 0)' }
      tax: { from: derived, is: 'muldiv(self.amount, self.rate, 100, "half_up")' }
      city: { from: derived, is: self.shop.place.city }
      same: { from: derived, is: parent.place.region == self.shop.place.region }
      made: { from: clock, as: epoch }
      day_later: { from: derived, is: 'self.made + duration("24h")', as: epoch }
      first: { from: moves, init: 'schedule("retry", 1)', as: epoch }
      none: { from: moves, init: 'schedule("retry", 2)', as: epoch }
    operations: { create: "POST /shops/{shop}/sales" }
)"));
    service.post_json("/shops", R"({"place":{"region":"eu"}})");
    const Reply sale = service.post_json("/shops/1/sales", R"({"amount":150})");
    ASSERT_EQ(sale.status, 200) << sale.text;
    EXPECT_EQ(sale.at("rate"), json::Value(19));
    EXPECT_EQ(sale.at("tax"), json::Value(29));
    EXPECT_EQ(sale.at("city"), json::Value());
    EXPECT_EQ(sale.at("same"), json::Value(true));
    EXPECT_EQ(sale.at("day_later"), json::Value(1735689600 + 86400));
    EXPECT_EQ(sale.at("first"), json::Value(1735689600 + 120));
    EXPECT_EQ(sale.at("none"), json::Value());
}

constexpr std::string_view kWords = R"(
resources:
  texts:
    id: "{seq}"
    fields:
      words: { from: input, default: [], schema: { type: array, items: { type: string } } }
      long: { from: derived, is: 'size(self.words.filter(w, size(w) > 3))' }
    operations: { create: POST /texts, list: GET /texts }
)";

TEST(Eyes, ShareOneAllowanceOfStepsInAChange) {
    Service service(small(kWords));
    std::string body = R"({"words":[")";
    for (int i = 0; i < 4'999; ++i) body += R"(word",")";
    body += R"(word"]})";
    for (int i = 0; i < 60; ++i) ASSERT_EQ(service.post_json("/texts", body).status, 200);
    EXPECT_EQ(service.get("/texts?limit=10").status, 200);
    const Reply failed = service.get("/texts?limit=60");
    EXPECT_EQ(failed.status, 500);
    EXPECT_NE(failed.text.find("1,000,000"), std::string::npos);
    EXPECT_EQ(warning_of(service, failed), "too_many_steps");
    EXPECT_EQ(base::name_of(code::TooManySteps), "world.too_many_steps");
}

TEST(Eyes, ReadAThousandChildrenAndNotOneMore) {
    Service service(small(R"(
resources:
  lists:
    id: "{seq}"
    fields: { items: { from: children, of: entries, by: list }, marks: { from: aggregate, count: id, over: marks, by: list }, status: { from: lifecycle } }
    views: { rest: { drop: [ items ] } }
    operations: { create: POST /lists, look: "POST /lists/{id}/look" }
    lifecycle: { start: open, moves: { look: { from: open, each: { in: self.items, as: entry, create: { marks: { with: { list: self, entry: entry } } } } } } }
  marks: { id: "{seq}", fields: { list: { from: input, ref: lists }, entry: { from: input, ref: entries } } }
  entries:
    id: "{seq}"
    fields: { list: { from: input, ref: lists } }
    operations: { create: POST /entries }
)"));
    service.post_json("/lists", "{}");
    for (int i = 0; i < 1000; ++i) service.post_json("/entries", R"({"list":1})");
    EXPECT_EQ(service.post("/lists/1/look").at("marks"), json::Value(1000));
    service.post_json("/entries", R"({"list":1})");
    const Reply failed = service.post("/lists/1/look");
    EXPECT_EQ(failed.status, 500);
    EXPECT_NE(failed.text.find("lists.items has more than 1,000 elements"), std::string::npos)
        << failed.text;
    EXPECT_EQ(warning_of(service, failed), "too_many_elements");
    EXPECT_EQ(base::name_of(code::TooManyElements), "world.too_many_elements");
}

TEST(Eyes, RefuseAnEventThatThePackDoesNotList) {
    Service service(small(R"(
events: { types: [ thing.made ], payload: { type: event.type } }
resources:
  things:
    id: "{seq}"
    fields: { word: { from: input, required: true, schema: { type: string } }, status: { from: lifecycle } }
    operations: { create: POST /things, tell: "POST /things/{id}/tell" }
    lifecycle: { start: here, moves: { tell: { from: here, emits: "thing.{self.word}" } } }
)"));
    service.post_json("/things", R"({"word":"made"})");
    EXPECT_EQ(service.post("/things/1/tell").outcome.events.at(0).event, "thing.made");
    service.post_json("/things", R"({"word":"unmade"})");
    const Reply failed = service.post("/things/2/tell");
    EXPECT_EQ(failed.status, 500);
    EXPECT_EQ(warning_of(service, failed), "unknown_event_type");
    EXPECT_EQ(base::name_of(code::UnknownEventType), "world.unknown_event_type");
}

TEST(Eyes, RefuseAForcedValueThatDoesNotFit) {
    Service service(small(R"(
scenarios: { high: { exogenous: { createProbe: { level: 900 } } } }
resources:
  probes:
    id: "{seq}"
    fields: { level: { from: exogenous, schema: { type: integer, minimum: 0, maximum: 100 } } }
    operations: { create: POST /probes }
)"));
    const Reply fine = service.post_json("/probes", "{}");
    ASSERT_EQ(fine.status, 200) << fine.text;
    const auto level = fine.at("level").to_int64();
    EXPECT_TRUE(level && *level >= 0 && *level <= 100);
    service.headers.add("X-Mock-Scenario", "high");
    const Reply failed = service.post_json("/probes", "{}");
    EXPECT_EQ(failed.status, 500) << failed.text;
    EXPECT_EQ(warning_of(service, failed), "bad_result");
    EXPECT_EQ(base::name_of(code::BadResult), "world.bad_result");
    EXPECT_EQ(base::name_of(code::Refused), "world.refused");
}

TEST(Eyes, WorkOutAResultWithoutAnObject) {
    Service service(small(R"(
resources:
  quotes:
    operations:
      create:
        route: POST /quotes
        does: result
        params: { amount: { schema: { type: integer }, required: true } }
        fields:
          id: { from: id, pattern: "q_{base62:8}" }
          twice: { from: derived, is: params.amount * 2 }
          four: { from: derived, is: self.twice * 2 }
          at: { from: clock, as: epoch }
          rate: { from: exogenous, schema: { type: number, minimum: 1, maximum: 2 } }
)"));
    const Reply first = service.post_json("/quotes", R"({"amount":21})");
    ASSERT_EQ(first.status, 200) << first.text;
    EXPECT_EQ(first.at("twice"), json::Value(42));
    EXPECT_EQ(first.at("four"), json::Value(84));
    EXPECT_EQ(first.at("at"), json::Value(1735689600));
    const Reply second = service.post_json("/quotes", R"({"amount":1})");
    EXPECT_NE(second.at("id"), first.at("id"));
    EXPECT_EQ(second.at("rate"), first.at("rate"));
}

}  // namespace

}  // namespace understudy::world
