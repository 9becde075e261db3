#include "world/impl/render.hpp"

#include "json/write.hpp"
#include "world/impl/print.hpp"
#include "world/stage_testing.hpp"

namespace understudy::world {
namespace {

using json::Value;

constexpr std::string_view kShop = R"(
lists:
  page: { style: cursor, after: starting_after, before: ending_before, limit: limit, default: 10, max: 100, both: both }
  envelope: { object: '"list"', url: request.path, has_more: page.more, data: page.items }
resources:
  customers:
    id: "cus_{base62:14}"
    tombstone: gone
    views: { gone: { keep: [ id, object ], add: { deleted: true } } }
    fields:
      object: { from: constant, value: customer }
      name:   { from: input, nullable: true }
      boss:   { from: input, ref: customers, nullable: true }
    operations:
      get: "GET /customers/{id}"
      delete: "DELETE /customers/{id}"
  charges:
    id: "ch_{base62:14}"
    find: { id: id, charge: id }
    views:
      event: { drop: [ note ], nulls: "" }
      slim: { keep: [ id, amount ], add: { half: self.amount / 2, kind: '"slim"', from: request.path } }
    fields:
      amount:      { from: input, required: true, schema: { type: integer } }
      card.brand:  { from: input }
      note:        { from: input, nullable: true }
      card.last4:  { from: input }
      card.number: { from: input, hidden: true }
      customer:    { from: input, ref: customers, nullable: true }
      payer:       { from: input, ref: customers, show: object, nullable: true }
      fixed:       { from: input, ref: customers, expand: false, nullable: true }
      created:     { from: clock, as: epoch }
      left:        { from: derived, is: 'self.amount - self.amount_refunded' }
      amount_refunded: { from: aggregate, sum: amount, over: refunds, by: charge }
      refunds:     { from: children, of: refunds, by: charge, show: list, limit: 2 }
      refund_ids:  { from: children, of: refunds, by: charge, show: ids }
      lines:       { from: children, of: refunds, by: charge, show: array, limit: 1 }
      score:       { from: exogenous, schema: { type: integer }, before: null, binds: settle }
      verdict:     { from: exogenous, schema: { type: string }, binds: settle }
      status:      { from: lifecycle, as: { canceled: cancelled } }
    lifecycle:
      start: [ open, canceled ]
      moves: { settle: { from: open, to: canceled } }
    operations:
      create: { route: POST /charges, answers: { status: 201, headers: { Location: '"/v1/charges/" + self.id', X-Count: 3, X-None: null } } }
      get:
        route: "GET /charges/{id}"
        answers:
          - { when: 'has(headers.accept) && headers.accept.contains("raw")', body: self.note, type: text/plain }
          - { when: 'has(headers.accept) && headers.accept.contains("slim")', view: slim }
          - { when: 'has(headers.accept) && headers.accept.contains("boxed")', body: { ok: true, id: self.id, n: [ 1, self.amount ] } }
          - {}
      settle: { route: "POST /charges/{id}/settle", answers: { status: 204 } }
      list: GET /charges
  refunds:
    id: "re_{base62:14}"
    parent: charges
    fields:
      amount: { from: input, schema: { type: integer } }
      charge: { from: input, ref: charges }
      reason: { from: input, ref: customers, nullable: true }
    operations: { list: "GET /charges/{charge}/refunds", get: "GET /refunds/{id}" }
)";

class Shop : public ::testing::Test {
protected:
    Stage stage{kShop};

    ObjectPtr charge(std::initializer_list<std::pair<std::string_view, Value>> more = {}) {
        Object object = stage.make("charges", {{"id", "ch_1"},
                                               {"amount", 2000},
                                               {"card.brand", "visa"},
                                               {"card.last4", "4242"},
                                               {"card.number", "4242424242424242"},
                                               {"note", Value()},
                                               {"created", "2025-01-01T00:00:05.5Z"},
                                               {"status", "open"}});
        const pack::Resource& resource = stage.resource("charges");
        for (const auto& [path, value] : more) {
            const pack::Index field = resource.find_field(path);
            object.values[field] = value;
            object.origins[field] = Origin::Input;
            if (path == "status") object.state = resource.lifecycle->find_state(value.as_string());
        }
        return stage.put(std::move(object));
    }
    static std::string at(const Value& body, std::string_view member) {
        const Value* value = body.find(member);
        return value == nullptr ? "absent" : json::write(*value);
    }
};

TEST(Print, InstantsInEachForm) {
    const base::Instant instant{1'735'689'605, 250'000'000};
    using pack::TimeForm;
    EXPECT_EQ(json::write(print_instant(instant, TimeForm::Epoch)), "1735689605");
    EXPECT_EQ(json::write(print_instant(instant, TimeForm::EpochMs)), "1735689605250");
    EXPECT_EQ(json::write(print_instant(instant, TimeForm::Rfc3339)),
              R"("2025-01-01T00:00:05.25Z")");
    EXPECT_EQ(json::write(print_instant(instant, TimeForm::Rfc2822)),
              R"("Wed, 01 Jan 2025 00:00:05 +0000")");
    EXPECT_EQ(json::write(print_instant(instant, TimeForm::Date)), R"("2025-01-01")");
}

TEST(Print, ReadsNumbersInTheFieldsOwnUnit) {
    using pack::TimeForm;
    EXPECT_EQ(read_instant(Value(5), TimeForm::Epoch), (base::Instant{5, 0}));
    EXPECT_EQ(read_instant(Value(-1), TimeForm::EpochMs), (base::Instant{-1, 999'000'000}));
    EXPECT_EQ(read_instant(Value(1.5), TimeForm::Epoch), std::nullopt);
    EXPECT_EQ(read_instant(Value("soon"), TimeForm::Epoch), std::nullopt);
    EXPECT_EQ(read_instant(Value(std::int64_t{9'000'000'000'000'000}), TimeForm::Epoch),
              std::nullopt);
}

TEST_F(Shop, FieldsStandInOrderOfDeclarationAndDottedOnesNest) {
    charge();
    const Told told = stage.call("GET /charges/ch_1");
    ASSERT_EQ(told.status, 200) << told.error;
    EXPECT_EQ(
        told.text,
        R"({"id":"ch_1","amount":2000,"card":{"brand":"visa","last4":"4242"},"note":null,)"
        R"("customer":null,"payer":null,"fixed":null,"created":1735689605,"left":2000,)"
        R"("amount_refunded":0,)"
        R"("refunds":{"object":"list","url":"/v1/charges/ch_1/refunds","has_more":false,"data":[]},)"
        R"("refund_ids":[],"lines":[],"score":null,"status":"open"})");
}

TEST_F(Shop, HiddenFieldsAreNeverShown) {
    const ObjectPtr object = charge();
    for (const pack::View& view : stage.resource("charges").views)
        EXPECT_EQ(stage.view(object, view.name).find("4242424242424242"), std::string::npos)
            << view.name;
}

TEST_F(Shop, ViewsKeepDropAddAndReplaceNulls) {
    const ObjectPtr object = charge();
    const std::string event = stage.view(object, "event");
    EXPECT_EQ(event.find("note"), std::string::npos);
    EXPECT_NE(event.find(R"("customer":"")"), std::string::npos) << event;
    Stage::Options slim;
    slim.headers = Value::object({{"accept", "slim"}});
    EXPECT_EQ(stage.call("GET /charges/ch_1", slim).text,
              R"({"id":"ch_1","amount":2000,"half":1000,"kind":"slim","from":"/v1/charges/ch_1"})");
}

TEST_F(Shop, StatesPrintByTheirWords) {
    charge({{"status", "canceled"}});
    EXPECT_EQ(at(stage.call("GET /charges/ch_1").body, "status"), R"("cancelled")");
}

TEST_F(Shop, ReferencesAreIdsUnlessTheyEmbed) {
    stage.put("customers", {{"id", "cus_1"}, {"name", "Ada"}});
    charge({{"customer", "cus_1"}, {"payer", "cus_1"}, {"fixed", "cus_1"}});
    const Told told = stage.call("GET /charges/ch_1");
    EXPECT_EQ(at(told.body, "customer"), R"("cus_1")");
    EXPECT_EQ(at(told.body, "payer"),
              R"({"id":"cus_1","object":"customer","name":"Ada","boss":null})");
}

TEST_F(Shop, ExpandsWhatIsAskedForAndNothingElse) {
    stage.put("customers", {{"id", "cus_2"}, {"name", "Grace"}});
    stage.put("customers", {{"id", "cus_1"}, {"name", "Ada"}, {"boss", "cus_2"}});
    charge({{"customer", "cus_1"}, {"fixed", "cus_1"}});
    const auto ask = [&](std::vector<std::string> paths) {
        Stage::Options options;
        options.expand = std::move(paths);
        return stage.call("GET /charges/ch_1", options).body;
    };
    EXPECT_EQ(at(ask({"customer"}), "customer"),
              R"({"id":"cus_1","object":"customer","name":"Ada","boss":"cus_2"})");
    EXPECT_EQ(at(ask({"customer.boss"}), "customer"),
              R"({"id":"cus_1","object":"customer","name":"Ada",)"
              R"("boss":{"id":"cus_2","object":"customer","name":"Grace","boss":null}})");
    EXPECT_EQ(at(ask({"fixed"}), "fixed"), R"("cus_1")");
    EXPECT_EQ(at(ask({"customer"}), "fixed"), R"("cus_1")");
}

TEST_F(Shop, ExpansionStopsAtItsDepthEvenInACircle) {
    stage.put("customers", {{"id", "cus_1"}, {"name", "Ada"}, {"boss", "cus_1"}});
    Stage::Options options;
    options.expand = {"boss.boss.boss.boss.boss"};
    EXPECT_EQ(at(stage.call("GET /customers/cus_1", options).body, "boss"), R"("cus_1")");
    options.expand = {"boss.boss.boss.boss"};
    const Told told = stage.call("GET /customers/cus_1", options);
    EXPECT_EQ(told.account.parts.size(), 5U);
    EXPECT_EQ(told.account.parts.back().path, "boss.boss.boss.boss");
}

TEST_F(Shop, KnowsWhichPathsMayBeExpanded) {
    const pack::Pack& pack = stage.pack();
    const auto can = [&](std::string_view operation, std::string_view path) {
        return can_expand(pack, pack.operations[pack.find_operation(operation)], path);
    };
    EXPECT_TRUE(can("getCharge", "customer"));
    EXPECT_TRUE(can("getCharge", "customer.boss"));
    EXPECT_TRUE(can("getCharge", "payer.boss"));
    EXPECT_TRUE(can("getCharge", "refunds.data.reason"));
    EXPECT_TRUE(can("getCharge", "lines.reason"));
    EXPECT_TRUE(can("listCharges", "data.customer") || can("listCharge", "data.customer"));
    EXPECT_FALSE(can("getCharge", ""));
    EXPECT_FALSE(can("getCharge", "fixed"));
    EXPECT_FALSE(can("getCharge", "amount"));
    EXPECT_FALSE(can("getCharge", "custom"));
    EXPECT_FALSE(can("getCharge", "customer."));
    EXPECT_FALSE(can("getCharge", "refunds"));
    EXPECT_FALSE(can("getCharge", "refunds.data"));
    EXPECT_FALSE(can("getCharge", "refunds.reason"));
    EXPECT_FALSE(can("getCharge", "refund_ids.reason"));
    EXPECT_FALSE(can("getCharge", "data.customer"));
    EXPECT_TRUE(can("getCharge", "customer.boss.boss.boss"));
    EXPECT_FALSE(can("getCharge", "customer.boss.boss.boss.boss"));
}

TEST_F(Shop, ChildrenAsListArrayAndIds) {
    charge();
    for (const std::string id : {"re_1", "re_2", "re_3"})
        stage.put("refunds", {{"id", id}, {"amount", 100}, {"charge", "ch_1"}});
    const Value body = stage.call("GET /charges/ch_1").body;
    EXPECT_EQ(at(body, "refund_ids"), R"(["re_3","re_2","re_1"])");
    EXPECT_EQ(at(body, "lines"), R"([{"id":"re_3","amount":100,"charge":"ch_1","reason":null}])");
    const Value* refunds = body.find("refunds");
    ASSERT_NE(refunds, nullptr);
    EXPECT_EQ(at(*refunds, "has_more"), "true");
    EXPECT_EQ(ids_of(*refunds->find("data")), "re_3 re_2");
    EXPECT_EQ(at(body, "amount_refunded"), "300");
    EXPECT_EQ(at(body, "left"), "1700");
}

TEST_F(Shop, ExpandsInsideListsOfChildren) {
    stage.put("customers", {{"id", "cus_1"}, {"name", "Ada"}});
    charge();
    stage.put("refunds",
              {{"id", "re_1"}, {"amount", 100}, {"charge", "ch_1"}, {"reason", "cus_1"}});
    Stage::Options options;
    options.expand = {"refunds.data.reason"};
    const Told told = stage.call("GET /charges/ch_1", options);
    const Value* data = told.body.find("refunds")->find("data");
    EXPECT_EQ(at((*data)[0], "reason"),
              R"({"id":"cus_1","object":"customer","name":"Ada","boss":null})");
    EXPECT_EQ(at((*told.body.find("lines"))[0], "reason"), R"("cus_1")");
}

TEST_F(Shop, UnboundExogenousFieldsShowWhatThePackSaysForNotYet) {
    Object object = *charge();
    const pack::Resource& resource = stage.resource("charges");
    object.origins[resource.find_field("score")] = Origin::Before;
    object.origins[resource.find_field("verdict")] = Origin::Before;
    stage.put(object);
    EXPECT_EQ(at(stage.call("GET /charges/ch_1").body, "score"), "null");
    EXPECT_EQ(at(stage.call("GET /charges/ch_1").body, "verdict"), "absent");
    object.origins[resource.find_field("score")] = Origin::Synth;
    object.values[resource.find_field("score")] = 7;
    stage.put(object);
    EXPECT_EQ(at(stage.call("GET /charges/ch_1").body, "score"), "7");
}

TEST_F(Shop, AnswersAreChosenByCondition) {
    charge({{"note", "plain words"}});
    Stage::Options options;
    options.headers = Value::object({{"accept", "raw"}});
    Told told = stage.call("GET /charges/ch_1", options);
    EXPECT_EQ(told.text, "plain words");
    EXPECT_EQ(told.headers.get("Content-Type"), "text/plain");
    options.headers = Value::object({{"accept", "boxed"}});
    told = stage.call("GET /charges/ch_1", options);
    EXPECT_EQ(told.text, R"({"ok":true,"id":"ch_1","n":[1,2000]})");
}

TEST_F(Shop, CreatedAnswersHaveTheirStatusAndHeaders) {
    Stage::Options options;
    options.executed = charge();
    const Told told = stage.call("POST /charges", options);
    EXPECT_EQ(told.status, 201);
    EXPECT_EQ(told.headers.get("Location"), "/v1/charges/ch_1");
    EXPECT_EQ(told.headers.get("X-Count"), "3");
    EXPECT_FALSE(told.headers.has("X-None"));
}

TEST_F(Shop, NoContentHasNoBodyAndNoType) {
    Stage::Options options;
    options.executed = charge();
    const Told told = stage.call("POST /charges/ch_1/settle", options);
    EXPECT_EQ(told.status, 204);
    EXPECT_EQ(told.text, "");
    EXPECT_FALSE(told.headers.has("Content-Type"));
    EXPECT_TRUE(told.account.parts.empty());
}

TEST_F(Shop, DeletedObjectsLeaveTheirTombstoneOrNothing) {
    Object customer = *stage.put("customers", {{"id", "cus_1"}, {"name", "Ada"}});
    customer.deleted = true;
    Stage::Options options;
    options.executed = stage.put(customer);
    options.deleted = true;
    EXPECT_EQ(stage.call("DELETE /customers/cus_1", options).text,
              R"({"id":"cus_1","object":"customer","deleted":true})");
    EXPECT_EQ(stage.call("GET /customers/cus_1").text,
              R"({"id":"cus_1","object":"customer","deleted":true})");
    Object gone = *charge();
    gone.deleted = true;
    stage.put(gone);
    const Told told = stage.call("GET /charges/ch_1");
    ASSERT_TRUE(told.refusal);
    EXPECT_EQ(told.refusal->issue.resource, "charge");
    EXPECT_EQ(told.refusal->issue.param, "id");
    EXPECT_EQ(told.refusal->issue.verb, "get");
}

}  // namespace
}  // namespace understudy::world
