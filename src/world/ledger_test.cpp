#include "world/impl/ledger.hpp"

#include <gmock/gmock.h>
#include <rapidcheck/gtest.h>

#include <set>

#include "json/write.hpp"
#include "world/stage_testing.hpp"

namespace understudy::world {
namespace {

using json::Value;

constexpr std::string_view kPack = R"(
lists:
  page: { style: cursor, after: a, before: b, limit: limit }
  envelope: { object: '"list"', version: 2, has_more: page.more, data: page.items }
resources:
  users: { id: "u_{base62:4}", fields: { name: { from: input } } }
  runs:
    id: "r_{base62:4}"
    views: { list: { add: { kind: '"run"', twice: self.size * 2, fixed: 7 } } }
    fields:
      size:     { from: input, schema: { type: integer } }
      address:  { from: input, nullable: true }
      address.zip: { from: derived, is: '"z"' }
      metadata: { from: input, default: {} }
      owner:    { from: input, ref: users, nullable: true }
      keeper:   { from: input, ref: users, show: object, nullable: true }
      created:  { from: clock, as: epoch }
      ended:    { from: clock, on: finish, nullable: true }
      secret:   { from: id, pattern: "s_{base62:4}" }
      note:     { from: moves, init: null }
      double:   { from: derived, is: self.size * 2 }
      steps:    { from: aggregate, count: id, over: steps, by: run }
      lines:    { from: children, of: steps, by: run, show: list }
      ids:      { from: children, of: steps, by: run, show: ids }
      object:   { from: constant, value: run }
      tags:     { from: constant, value: [] }
      output:   { from: exogenous, schema: { type: object }, binds: finish, before: null }
      status:   { from: lifecycle }
    lifecycle: { start: open, moves: { finish: { from: open, to: done, set: { note: '"x"' } } } }
    operations: { create: POST /runs, get: "GET /runs/{id}", list: GET /runs }
  steps: { id: "st_{base62:4}", fields: { run: { from: input, ref: runs } } }
)";

class Traces : public ::testing::Test {
protected:
    Stage stage{kPack};
    Ledger ledger{std::make_shared<pack::Pack>(stage.pack()), 100, 64 * 1024, "w_1"};

    ObjectPtr run(std::uint64_t number) {
        Object object =
            stage.make("runs",
                       {{"id", "r_1"},
                        {"size", 4},
                        {"address", Value::object({{"city", "Paris"}})},
                        {"metadata", Value::object({{"a", 1}, {"b", Value::array({1})}})},
                        {"owner", "u_1"},
                        {"keeper", "u_1"},
                        {"created", "2025-01-01T00:00:00Z"},
                        {"secret", "s_1"},
                        {"note", Value()},
                        {"status", "open"}},
                       number);
        object.origins[stage.resource("runs").find_field("output")] = Origin::Before;
        object.started_by = Value::object(
            {{"operation", "createRun"}, {"credential_id", "cred_1"}, {"source_id", Value()}});
        return stage.put(object);
    }
    void world() {
        stage.put("users", {{"id", "u_1"}, {"name", "Ada"}}, 3);
        run(5);
        stage.put("steps", {{"id", "st_1"}, {"run", "r_1"}}, 6);
    }
    Value trace(const Told& told, std::uint64_t number, const World::TraceFilter& filter = {}) {
        ledger.add(stage.entry(told, number));
        const auto record = ledger.trace("trc_" + std::to_string(number), filter);
        EXPECT_TRUE(record);
        return record.value_or(Value());
    }
    // The entry of a path without its value: "source origin".
    static std::string source(const Value& record, std::string_view path) {
        for (const Value& field : record.find("fields")->items()) {
            if (field.find("path")->as_string() != path) continue;
            std::string text(field.find("source")->as_string());
            if (const Value* origin = field.find("origin"))
                text += " " + std::string(origin->as_string());
            return text;
        }
        return "none";
    }
    static const Value* field(const Value& record, std::string_view path) {
        for (const Value& one : record.find("fields")->items())
            if (one.find("path")->as_string() == path) return &one;
        return nullptr;
    }
};

TEST_F(Traces, AFieldSetInThisCallShowsItsOwnSource) {
    world();
    Stage::Options options;
    options.executed = stage.state().find(stage.pack().find_resource("runs"), "r_1");
    const Value record = trace(stage.call("POST /runs", options), 5);
    const std::pair<std::string_view, std::string_view> cases[] = {
        {"id", "id"},
        {"size", "input"},
        {"address.city", "input"},
        {"address.zip", "derived"},
        {"metadata", "input"},
        {"owner", "input"},
        {"keeper.id", "state id"},
        {"keeper.name", "state input"},
        {"created", "clock"},
        {"ended", "constant"},
        {"secret", "id"},
        {"note", "derived lifecycle"},
        {"double", "derived"},
        {"steps", "aggregate"},
        {"lines.object", "constant"},
        {"lines.has_more", "derived"},
        {"lines.data.0.id", "state id"},
        {"lines.data.0.run", "state input"},
        {"ids", "aggregate"},
        {"object", "constant"},
        {"tags", "constant"},
        {"output", "synth"},
        {"status", "derived lifecycle"},
    };
    for (const auto& [path, expected] : cases) EXPECT_EQ(source(record, path), expected) << path;
    EXPECT_EQ(record.find("fields")->size(), std::size(cases) + 1);  // and lines.version
    EXPECT_EQ(json::write(*field(record, "status")->find("set_by")), R"("lifecycle of runs")");
    EXPECT_EQ(json::write(*field(record, "double")->find("set_by")), R"("self.size * 2")");
    EXPECT_EQ(json::write(*field(record, "steps")->find("set_by")), R"("count of id over steps")");
    EXPECT_EQ(json::write(*field(record, "metadata")->find("value")), R"({"a":1,"b":[1]})");
    EXPECT_TRUE(field(record, "size")->find("pin")->is_null());
}

TEST_F(Traces, LaterItIsStateWithItsOrigin) {
    world();
    const Value record = trace(stage.call("GET /runs/r_1"), 9);
    const std::pair<std::string_view, std::string_view> cases[] = {
        {"id", "state id"},          {"size", "state input"},       {"created", "state clock"},
        {"note", "state lifecycle"}, {"status", "state lifecycle"}, {"double", "derived"},
        {"steps", "aggregate"},      {"object", "constant"},
    };
    for (const auto& [path, expected] : cases) EXPECT_EQ(source(record, path), expected) << path;
    EXPECT_EQ(json::write(*field(record, "status")->find("bound_by")), R"("trc_5")");
}

TEST_F(Traces, AnExogenousMapHasAnEntryPerLeafWithTheKeyOneWouldPin) {
    Object object = *run(5);
    const pack::Index output = stage.resource("runs").find_field("output");
    object.values[output] =
        Value::object({{"balance", Value::number("125.5")},
                       {"holder", Value::object({{"name", "Ada"}, {"tags", Value::array({1, 2})}})},
                       {"none", Value::object()}});
    object.origins[output] = Origin::Pinned;
    object.bound.push_back({output, "pin_3", "tmr_4", json::Value()});
    object.started_by.set("operation", "fetchBalance");
    stage.put(object);
    const Value record = trace(stage.call("GET /runs/r_1"), 9, {"exogenous", ""});
    EXPECT_EQ(
        json::write(*record.find("fields")),
        R"([{"path":"output.balance","class":"exogenous","source":"pinned","value":125.5,)"
        R"("pin":{"match":{"operation":"fetchBalance","credential_id":"cred_1"},"field":"output.balance"},)"
        R"("by":"pin_3","bound_by":"tmr_4"},)"
        R"({"path":"output.holder.name","class":"exogenous","source":"pinned","value":"Ada",)"
        R"("pin":{"match":{"operation":"fetchBalance","credential_id":"cred_1"},"field":"output.holder.name"},)"
        R"("by":"pin_3","bound_by":"tmr_4"},)"
        R"({"path":"output.holder.tags","class":"exogenous","source":"pinned","value":[1,2],)"
        R"("pin":{"match":{"operation":"fetchBalance","credential_id":"cred_1"},"field":"output.holder.tags"},)"
        R"("by":"pin_3","bound_by":"tmr_4"},)"
        R"({"path":"output.none","class":"exogenous","source":"pinned","value":{},)"
        R"("pin":{"match":{"operation":"fetchBalance","credential_id":"cred_1"},"field":"output.none"},)"
        R"("by":"pin_3","bound_by":"tmr_4"}])");
    EXPECT_EQ(trace(stage.call("GET /runs/r_1"), 10, {"", "output"}).find("fields")->size(), 4U);
    EXPECT_EQ(trace(stage.call("GET /runs/r_1"), 11, {"", "output.balance"}).find("fields")->size(),
              1U);
    EXPECT_EQ(trace(stage.call("GET /runs/r_1"), 12, {"faithful", "output"}).find("fields")->size(),
              0U);
}

TEST_F(Traces, ListsHaveTheirEnvelopeAndTheirItems) {
    world();
    const Value record = trace(stage.call("GET /runs"), 9);
    EXPECT_EQ(source(record, "object"), "constant");
    EXPECT_EQ(source(record, "version"), "constant");
    EXPECT_EQ(source(record, "has_more"), "derived");
    EXPECT_EQ(source(record, "data.0.size"), "state input");
    EXPECT_EQ(source(record, "data.0.twice"), "derived");
    EXPECT_EQ(source(record, "data.0.fixed"), "constant");
    EXPECT_EQ(source(record, "data.0.keeper.name"), "state input");
}

TEST_F(Traces, AnEmptyListHasItsEnvelope) {
    const Value record = trace(stage.call("GET /runs"), 9);
    EXPECT_EQ(source(record, "has_more"), "derived");
    EXPECT_EQ(source(record, "object"), "constant");
    EXPECT_EQ(source(record, "data"), "derived");
    EXPECT_EQ(record.find("fields")->size(), 4U);
}

TEST_F(Traces, TheRecordHasAllItsMembers) {
    world();
    Entry entry = stage.entry(stage.call("GET /runs/r_1"), 12);
    entry.target = "/v1/runs/r_1?x=1";
    entry.credential_id = "cred_1";
    for (const Step step : {Step::FaultNoMatch, Step::IdempotencyNoKey, Step::ScenarioAbsent,
                            Step::MagicNone, Step::StatefulExecuted})
        entry.step(step);
    entry.transitions.push_back({"runs", "r_1", "open", "done", "call"});
    entry.emitted.push_back({"run.done", "evt_1", Value::object({{"secret", 1}})});
    entry.scheduled.push_back({"tmr_1", kUsualStart});
    entry.warnings.push_back({"input_dropped", "size is not used"});
    ledger.add(entry);
    Value record = *ledger.trace("trc_12", {});
    record.erase("fields");
    EXPECT_EQ(
        json::write(record),
        R"({"id":"trc_12","world":"w_1","seq":12,"at":"2025-01-01T00:00:00Z",)"
        R"("request":{"method":"GET","path":"/v1/runs/r_1","operation":"getRun","resource":"runs",)"
        R"("verb":"get","credential_id":"cred_1","source_id":null},)"
        R"("resolved_by":"stateful","status":200,)"
        R"("steps":[{"step":"fault","outcome":"no_match"},{"step":"idempotency","outcome":"no_key"},)"
        R"({"step":"scenario","outcome":"absent"},{"step":"magic","outcome":"none"},)"
        R"({"step":"stateful","outcome":"executed"}],)"
        R"("transitions":[{"resource":"runs","id":"r_1","from":"open","to":"done","cause":"call"}],)"
        R"("emitted":[{"event":"run.done","id":"evt_1"}],)"
        R"("scheduled":[{"timer":"tmr_1","due_at":"2025-01-01T00:00:00Z"}],)"
        R"("warnings":[{"code":"input_dropped","message":"size is not used"}],"off_model":false})");
}

TEST_F(Traces, ErrorsTellWhichMembersRepeatTheInput) {
    Entry entry;
    entry.number = 1;
    entry.status = 400;
    entry.error = stage.pack().errors.find("bad_type");
    entry.answer_body = std::make_shared<const std::string>(
        R"({"error":{"code":"bad_type","message":"bad limit","given":"x"}})");
    ledger.add(entry);
    const Value record = *ledger.trace("trc_1", {});
    EXPECT_EQ(source(record, "error.code"), "constant");
    EXPECT_EQ(source(record, "error.message"), "derived");
    EXPECT_EQ(source(record, "error.given"), "input");
}

TEST_F(Traces, AReplayIsStateWithTheOriginsOfTheFirstCall) {
    world();
    Stage::Options options;
    options.executed = stage.state().find(stage.pack().find_resource("runs"), "r_1");
    const Told told = stage.call("POST /runs", options);
    ledger.add(stage.entry(told, 5));
    Entry replay = stage.entry(told, 9);
    replay.account = {};
    replay.by = ResolvedBy::IdempotentReplay;
    replay.replay_of = 5;
    ledger.add(replay);
    const Value record = *ledger.trace("trc_9", {});
    EXPECT_EQ(record.find("resolved_by")->as_string(), "idempotent_replay");
    EXPECT_EQ(source(record, "size"), "state input");
    EXPECT_EQ(source(record, "created"), "state clock");
    EXPECT_EQ(source(record, "double"), "state derived");
    EXPECT_EQ(source(record, "object"), "state constant");
    EXPECT_EQ(source(record, "output"), "synth");
    Ledger later(std::make_shared<pack::Pack>(stage.pack()), 1, 1024);
    later.add(replay);
    EXPECT_EQ(source(*later.trace("trc_9", {}), "size"), "state");
}

TEST_F(Traces, LongBodiesAreKeptAsDigestAndLength) {
    world();
    Ledger small(std::make_shared<pack::Pack>(stage.pack()), 10, 8);
    Entry entry = stage.entry(stage.call("GET /runs/r_1"), 1);
    entry.request_body = std::make_shared<const std::string>("short");
    const std::size_t bytes = entry.answer_body->size();
    small.add(entry);
    const Value request = *small.request("rq_1");
    EXPECT_EQ(json::write(*request.find("request")), R"({"bytes":5,"body":"short"})");
    EXPECT_EQ(request.find("response")->find("bytes")->to_int64(),
              static_cast<std::int64_t>(bytes));
    EXPECT_EQ(request.find("response")->find("sha256")->as_string().size(), 64U);
    EXPECT_FALSE(request.find("response")->has("body"));
    const Value record = *small.trace("trc_1", {});
    EXPECT_EQ(source(record, "size"), "state input");
    EXPECT_FALSE(field(record, "size")->has("value"));
}

TEST_F(Traces, RawBodiesAreOneField) {
    Entry entry;
    entry.number = 1;
    entry.account.rest = Source::Derived;
    entry.answer_body = std::make_shared<const std::string>("plain \xFF words");
    ledger.add(entry);
    const Value record = *ledger.trace("trc_1", {});
    ASSERT_EQ(record.find("fields")->size(), 1U);
    EXPECT_EQ(source(record, ""), "derived");
    EXPECT_EQ(ledger.request("rq_1")->find("response")->find("body_base64")->as_string(),
              "cGxhaW4g/yB3b3Jkcw==");
}

TEST_F(Traces, OldEntriesGoAndTheCountersStay) {
    Ledger few(std::make_shared<pack::Pack>(stage.pack()), 3, 1024);
    for (std::uint64_t i = 1; i <= 5; ++i) {
        Entry entry;
        entry.number = i;
        entry.status = i == 5 ? 404 : 200;
        entry.operation = stage.pack().find_operation("getRun");
        few.add(entry);
    }
    Entry event;
    event.number = 6;
    event.event = "rain";
    few.add(event);
    EXPECT_EQ(few.evicted(), 3U);
    EXPECT_EQ(few.find_trace("trc_1"), World::Kept::Evicted);
    EXPECT_EQ(few.find_trace("trc_4"), World::Kept::Yes);
    EXPECT_EQ(few.find_trace("trc_7"), World::Kept::Unknown);
    EXPECT_EQ(few.find_trace("trc_04"), World::Kept::Unknown);
    EXPECT_EQ(few.find_trace("nonsense"), World::Kept::Unknown);
    EXPECT_FALSE(few.trace("trc_1", {}));
    ASSERT_EQ(few.counters().size(), 2U);
    EXPECT_EQ(few.counters()[0].operation, "getRun");
    EXPECT_EQ(few.counters()[0].status, 200);
    EXPECT_EQ(few.counters()[0].calls, 4U);
    EXPECT_EQ(few.counters()[1].calls, 1U);
    EXPECT_EQ(few.requests({}, 0, 10).data.size(), 2U);  // a world event is no request
    EXPECT_EQ(few.traces({}, 0, 10).data.size(), 3U);
    EXPECT_EQ(json::write(*few.traces({}, 6, 10).data[0].find("request")), R"({"event":"rain"})");
    few.clear();
    EXPECT_EQ(few.find_trace("trc_4"), World::Kept::Unknown);
    EXPECT_TRUE(few.counters().empty());
}

TEST_F(Traces, RequestsAreFilteredAndPaged) {
    for (std::uint64_t i = 1; i <= 6; ++i) {
        Entry entry;
        entry.number = i;
        entry.method = "GET";
        entry.target = "/v1/runs/r_1?api_key=sk_test_0123456789&x=1";
        entry.request_id = "req_" + std::to_string(i);
        entry.operation = stage.pack().find_operation(i % 2 == 0 ? "getRun" : "createRun");
        entry.status = i == 6 ? 404 : 200;
        entry.by = i == 5 ? ResolvedBy::Magic : ResolvedBy::Stateful;
        entry.object_id = i == 2 ? Value("r_1") : Value();
        ledger.add(entry);
    }
    const auto numbers = [&](World::RequestFilter filter) {
        std::string text;
        for (const Value& record : ledger.requests(filter, 0, 100).data)
            text += json::write(*record.find("seq")) + " ";
        return text;
    };
    World::RequestFilter filter;
    filter.operation = "getRun";
    EXPECT_EQ(numbers(filter), "2 4 6 ");
    filter.status = 404;
    EXPECT_EQ(numbers(filter), "6 ");
    filter = {};
    filter.resource = "runs";
    filter.since = 4;
    EXPECT_EQ(numbers(filter), "5 6 ");
    filter = {};
    filter.resolved_by = "magic";
    EXPECT_EQ(numbers(filter), "5 ");
    for (const std::string id : {"r_1", "req_2", "rq_2"}) {
        filter = {};
        filter.id = id;
        EXPECT_EQ(numbers(filter), "2 ") << id;
    }
    const World::Page page = ledger.requests({}, 0, 4);
    EXPECT_EQ(page.data.size(), 4U);
    EXPECT_EQ(page.next, 5U);
    EXPECT_EQ(ledger.requests({}, *page.next, 4).data.size(), 2U);
    EXPECT_FALSE(ledger.requests({}, *page.next, 4).next);
    EXPECT_EQ(ledger.request("req_3")->find("seq")->to_int64(), 3);
    EXPECT_FALSE(ledger.request("rq_9"));
    // Keys never stay.
    const std::string shown = json::write(*ledger.request("rq_1"));
    EXPECT_EQ(shown.find("sk_test_0123456789"), std::string::npos);
    EXPECT_NE(shown.find("sk_test_"), std::string::npos);
}

// --- every leaf has exactly one entry

void collect_leaves(const Value& value, const std::string& path, std::vector<std::string>& into) {
    const auto below = [&](std::string_view name) {
        return path.empty() ? std::string(name) : path + "." + std::string(name);
    };
    if (value.size() == 0) {
        if (!path.empty() || (!value.is_array() && !value.is_object())) into.push_back(path);
        return;
    }
    if (value.is_object()) {
        for (const json::Member& member : value.members())
            collect_leaves(member.value, below(member.key()), into);
        return;
    }
    for (std::size_t i = 0; i < value.size(); ++i)
        collect_leaves(value[i], below(std::to_string(i)), into);
}

bool is_at_or_below(std::string_view path, std::string_view top) {
    return path == top || (path.starts_with(top) && path.size() > top.size() &&
                           (top.empty() || path[top.size()] == '.'));
}

Value arbitrary_value(int depth) {
    switch (*rc::gen::inRange(0, depth > 2 ? 4 : 6)) {
        case 0: return Value();
        case 1: return Value(*rc::gen::inRange(0, 100));
        case 2: return Value("text");
        case 3: return Value(true);
        case 4: {
            Value list = Value::array();
            for (int i = *rc::gen::inRange(0, 3); i > 0; --i)
                list.push_back(arbitrary_value(depth + 1));
            return list;
        }
        default: {
            Value map = Value::object();
            for (int i = *rc::gen::inRange(0, 3); i > 0; --i)
                map.set("k" + std::to_string(i), arbitrary_value(depth + 1));
            return map;
        }
    }
}

RC_GTEST_PROP(TraceFields, EveryLeafHasExactlyOneEntryWithALawfulSource, ()) {
    // A random pack: fields of any source, some nested, some hidden, views that add members.
    std::string fields;
    const int count = *rc::gen::inRange(1, 8);
    for (int i = 0; i < count; ++i) {
        const std::string name =
            *rc::gen::element<std::string>("f", "g.a", "g.b", "h") + std::to_string(i);
        const std::string kind = *rc::gen::element<std::string>(
            "from: input, nullable: true", "from: input, hidden: true", "from: clock, as: epoch",
            "from: moves, init: 1", "from: derived, is: '[1, {\"a\": self.id}]'",
            "from: aggregate, count: id, over: parts, by: thing",
            "from: constant, value: { deep: [ 1, { x: null } ], none: {} }",
            "from: exogenous, schema: {}, before: null", "from: input, ref: others, show: object",
            "from: input, ref: others", "from: children, of: parts, by: thing, show: list",
            "from: children, of: parts, by: thing, show: array",
            "from: children, of: parts, by: thing, show: ids");
        fields += "      " + name + ": { " + kind + " }\n";
    }
    const std::string envelope = *rc::gen::element<std::string>(
        "page.items", "{ data: page.items, more: page.more, fixed: [ 1, { a: 2 } ] }",
        "{ \"{plural}\": page.items, meta: { n: page.size, empty: {} } }");
    const std::string view = *rc::gen::element<std::string>(
        "", "    views: { rest: { add: { extra: { deep: [ self.id, 1 ] }, flat: 1 } } }\n",
        "    views: { list: { add: { extra: self.id } }, rest: { nulls: \"\" } }\n");
    Stage stage(
        "lists: { page: { style: cursor, after: a, before: b, limit: limit }, envelope: " +
        envelope +
        " }\nresources:\n  others: { id: \"o_{base62:4}\", fields: { n: { from: "
        "input, nullable: true } } }\n  parts: { id: \"p_{base62:4}\", fields: { "
        "thing: { from: input, ref: things } } }\n  things:\n    id: "
        "\"t_{base62:4}\"\n" +
        view + "    fields:\n" + fields +
        "      status: { from: lifecycle }\n    lifecycle: { start: on, moves: { go: { from: "
        "on, to: on } } }\n    operations: { get: \"GET /things/{id}\", list: GET /things }\n");
    stage.put("others", {{"id", "o_1"}, {"n", 1}}, 2);
    const pack::Resource& resource = stage.resource("things");
    for (int i = 1; i <= 2; ++i) {
        Object object =
            stage.make("things", {{"id", "t_" + std::to_string(i)}, {"status", "on"}}, 3);
        for (pack::Index f = 0; f < resource.fields.size(); ++f) {
            const pack::Field& field = resource.fields[f];
            if (!field.is_stored() || object.has(f) || *rc::gen::inRange(0, 4) == 0) continue;
            using pack::From;
            object.values[f] = field.ref != pack::kNone    ? Value("o_1")
                               : field.from == From::Clock ? Value("2025-01-01T00:00:00Z")
                                                           : arbitrary_value(0);
            object.origins[f] = field.from == From::Clock       ? Origin::Clock
                                : field.from == From::Moves     ? Origin::Lifecycle
                                : field.from == From::Exogenous ? Origin::Tape
                                                                : Origin::Input;
        }
        stage.put(object);
        if (*rc::gen::inRange(0, 2) == 0)
            stage.put("parts",
                      {{"id", "p_" + std::to_string(i)}, {"thing", "t_" + std::to_string(i)}}, 4);
    }
    for (const std::string_view line : {"GET /things/t_1", "GET /things"}) {
        const Told told = stage.call(line);
        RC_ASSERT(told.status == 200);
        Ledger ledger(std::make_shared<pack::Pack>(stage.pack()), 10, 64 * 1024);
        ledger.add(stage.entry(told, *rc::gen::inRange<std::uint64_t>(3, 6)));
        const Value page = ledger.traces({}, 0, 1).data.at(0);
        std::vector<std::string> leaves;
        collect_leaves(told.body, {}, leaves);
        std::multiset<std::string> paths;
        for (const Value& field : page.find("fields")->items()) {
            paths.insert(std::string(field.find("path")->as_string()));
            const std::string_view source = field.find("source")->as_string();
            const bool outside = source == "pinned" || source == "tape" || source == "synth";
            RC_ASSERT(outside == (field.find("class")->as_string() == "exogenous"));
            RC_ASSERT(outside == !field.find("pin")->is_null());
        }
        for (const std::string& leaf : leaves) {
            std::size_t covered = 0;
            for (const std::string& path : paths) covered += is_at_or_below(leaf, path) ? 1 : 0;
            if (covered != 1) RC_LOG() << leaf << " in " << told.text;
            RC_ASSERT(covered == 1U);
        }
        for (const std::string& path : paths) {
            bool stands = false;
            for (const std::string& leaf : leaves) stands = stands || is_at_or_below(leaf, path);
            RC_ASSERT(stands);
        }
    }
}

}  // namespace
}  // namespace understudy::world
