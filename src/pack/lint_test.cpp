// What can only be said of a pack as a whole, each with the text a user sees.
#include "pack/impl/lint.hpp"

#include <gtest/gtest.h>

#include "base/text.hpp"
#include "pack/code.hpp"

namespace understudy::pack {
namespace {

constexpr const char* kHead = R"(format: 1
pack: demo
version: 0.1.0
models: { vendor: Demo, api: "1" }
serve: { hosts: [ { host: "*", base: / } ], auth: { places: [ bearer ], fails: denied }, input: json }
errors:
  envelope: { error: error }
  on: { auth: denied, no_route: gone, required: wrong, type: wrong, missing: gone }
  codes:
    denied: { status: 401, message: No. }
    gone: { status: 404, message: Gone. }
    wrong: { status: 400, message: Wrong. }
)";

Folder folder_of(const std::string& rest, const std::string& plan = "") {
    Folder folder;
    folder.name = "demo";
    folder.files.push_back({"pack.yaml", kHead + rest});
    if (!plan.empty()) folder.files.push_back({"plans/tests/all.yaml", plan});
    return folder;
}

// The first line of each problem, and its hint.
std::string problems_of(const Folder& folder, Thoroughness thoroughness, Level level) {
    std::string text;
    for (const Problem& problem : load(folder, thoroughness).problems) {
        if (problem.level != level) continue;
        const std::string message = base::message(problem.error);
        text += std::to_string(problem.error.where.line) + ": " + message + " [" +
                std::string(base::name_of(problem.error.code)) + "]\n";
        const std::string hint = base::hint(problem.error);
        if (!hint.empty()) text += "  " + hint + "\n";
    }
    return text;
}

std::string errors_of(const std::string& rest) {
    return problems_of(folder_of(rest), Thoroughness::Load, Level::Error);
}

std::string warnings_of(const std::string& rest, const std::string& plan = "") {
    const Folder folder = folder_of(rest, plan);
    EXPECT_EQ(problems_of(folder, Thoroughness::Lint, Level::Error), "");
    return problems_of(folder, Thoroughness::Lint, Level::Warning);
}

TEST(Lint, NamesStatesNobodyReachesAndMovesNobodyMayMake) {
    EXPECT_EQ(errors_of(R"(
resources:
  things:
    id: "th_{base62:8}"
    fields: { status: { from: lifecycle } }
    lifecycle:
      start: open
      moves:
        close: { from: open, to: closed }
        revive: { from: lost, to: found }
)"),
              "15: no start and no move leads to the state things.lost [pack.state_unreached]\n"
              "15: no start and no move leads to the state things.found [pack.state_unreached]\n");
}

TEST(Lint, NamesMovesThatNoStateAllows) {
    Pack pack;
    Resource things;
    things.name = "things";
    things.lifecycle.emplace();
    things.lifecycle->states = {"nothing", "open"};
    things.lifecycle->start_states = {1};
    Move move;
    move.name = "close";
    move.from = {false, false};
    things.lifecycle->moves.push_back(move);
    pack.resources.push_back(things);
    std::vector<Problem> problems;
    check_graphs(pack, problems);
    ASSERT_EQ(problems.size(), 1U);
    EXPECT_EQ(problems[0].error.code, code::MoveNotAllowed);
    EXPECT_EQ(base::render(problems[0].error),
              "error: no state allows the move things.close [pack.move_not_allowed]\n"
              "  hint: give it `from`\n");
}

TEST(Lint, NamesAggregatesThatFoldThemselves) {
    EXPECT_EQ(errors_of(R"(
resources:
  things:
    id: "th_{base62:8}"
    fields:
      above: { from: input, ref: things, nullable: true }
      weight: { from: aggregate, sum: weight, over: things, by: above }
)"),
              "19: aggregates lead back to themselves: things.weight -> things.weight "
              "[pack.cycle]\n");
}

TEST(Lint, NamesMovesThatSetEachOtherOffForEver) {
    EXPECT_EQ(errors_of(R"(
resources:
  things:
    id: "th_{base62:8}"
    fields: { status: { from: lifecycle } }
    lifecycle:
      start: open
      moves:
        a: { from: any, to: open, then: b }
        b: { from: any, to: closed, then: a }
        c: { from: any, to: open, then: { move: d, when: 'self.status == "open"' } }
        d: { from: any, to: closed, then: c }
)"),
              "21: moves lead back to themselves: things.a -> things.b -> things.a [pack.cycle]\n"
              "  a `when` or a timer must be able to end it\n");
}

TEST(Lint, NamesReactionsThatSetEachOtherOff) {
    EXPECT_EQ(errors_of(R"(
resources:
  things:
    id: "th_{base62:8}"
    fields: { other: { from: input, ref: others, nullable: true }, status: { from: lifecycle } }
    lifecycle: { start: open, moves: { ping: { from: any, cause_of: { others.pong: { by: thing } } } } }
  others:
    id: "ot_{base62:8}"
    fields: { thing: { from: input, ref: things, nullable: true }, status: { from: lifecycle } }
    lifecycle: { start: open, moves: { pong: { from: any, cause_of: { things.ping: { by: other } } } } }
)"),
              "18: moves lead back to themselves: things.ping -> others.pong -> things.ping "
              "[pack.cycle]\n"
              "  a `when` or a timer must be able to end it\n");
}

TEST(Lint, NamesRoutesThatCannotBeToldApart) {
    EXPECT_EQ(errors_of(R"(
resources:
  things:
    id: "th_{base62:8}"
    find: { name: id }
    fields: { a: { from: input } }
    operations: { get: "GET /things/{id}", update: "POST /things/{id}", other: { route: "GET /things/{name}", does: get } }
)"),
              "19: GET /things/{id} and GET /things/{name} cannot be told apart "
              "[pack.routes_clash]\n");
}

TEST(Lint, NamesPathsThatFindNoSingleObject) {
    EXPECT_EQ(errors_of(R"(
resources:
  things:
    id: "th_{base62:8}"
    find: { name: name, code: code }
    unique: { fields: [ code ] }
    fields: { name: { from: input }, code: { from: input } }
    operations:
      get: "GET /things/{name}"
      update: "POST /things/{code}"
      list: "GET /zones/{zone}/things"
      delete: "DELETE /things"
)"),
              "21: the path parameters of GET /things/{name} do not find a single object of things "
              "[pack.finds_many]\n"
              "  they must be its id or a `unique` set\n"
              "23: GET /zones/{zone}/things has the parameter \"zone\", which nothing finds "
              "[pack.unknown_parameter]\n"
              "  declare it under `find`, `params` or `serve.hosts`\n"
              "24: the path parameters of DELETE /things do not find a single object of things "
              "[pack.finds_many]\n"
              "  they must be its id or a `unique` set\n");
}

TEST(Lint, FindsThroughParentsAndReferences) {
    EXPECT_EQ(errors_of(R"(
resources:
  users: { id: "{seq}", fields: { login: { from: input, required: true } }, unique: { fields: [ login ] } }
  repositories:
    singular: repository
    id: "{seq}"
    find: { owner: owner.login, repo: name }
    unique: { fields: [ owner, name ] }
    fields: { owner: { from: input, ref: users }, name: { from: input } }
    operations: { get: "GET /repos/{owner}/{repo}" }
  issues:
    id: "{seq}"
    parent: repositories
    find: { number: number }
    unique: { fields: [ repository, number ] }
    fields: { number: { from: input }, repository: { from: input, ref: repositories } }
    operations: { get: "GET /repos/{owner}/{repo}/issues/{number}", list: "GET /repos/{owner}/{repo}/issues" }
)"),
              "");
}

TEST(Lint, NamesEventsTheServiceDoesNotHave) {
    EXPECT_EQ(errors_of(R"(
events: { types: [ thing.made, thing.done ], payload: { id: event.id } }
resources:
  things:
    id: "th_{base62:8}"
    fields: { status: { from: lifecycle } }
    lifecycle:
      start: [ { state: open, emits: thing.maed } ]
      moves:
        end: { from: open, emits: "thing.{arm}", arms: { done: { default: true, to: closed }, lost: { to: closed } } }
)"),
              "20: the event \"thing.maed\" is not among events.types [pack.event_not_listed]\n"
              "  did you mean \"thing.made\"?\n"
              "22: the event \"thing.lost\" is not among events.types [pack.event_not_listed]\n"
              "  did you mean \"thing.done\"?\n");
}

TEST(Lint, RefusesTwoWorkflowsOfOneName) {
    EXPECT_EQ(errors_of(R"(
resources:
  things:
    id: "th_{base62:8}"
    fields: { status: { from: lifecycle } }
    lifecycle:
      start: open
      moves:
        a: { from: open, workflow: approval, to: open }
        b: { from: open, workflow: approval, to: open }
)"),
              "22: two moves have the workflow name \"approval\" [pack.two_workflows]\n");
}

TEST(Lint, WarnsOfWhatIsNeverUsed) {
    const std::string plan = R"(
steps:
  - { id: a, request: { get: "/things/${x}" }, expect: { status: 401 } }
  - { id: b, request: { get: /things }, expect: { status: 404 } }
  - { id: c, request: { post: /things }, expect: { status: 400 } }
)";
    EXPECT_EQ(
        warnings_of(R"(
    lonely: { status: 400, message: Lonely. }
tables: { colours: { a: red } }
durations: { never: 3s }
events: { types: [ thing.made ], payload: { id: event.id } }
resources:
  things:
    id: "th_{base62:8}"
    views: { short: { keep: [ id ] } }
    fields: { name: { from: input } }
    operations:
      get: "GET /things/{id}"
      create: { route: POST /things, params: { dry_run: { schema: { type: boolean } } } }
      list: { route: GET /things, filters: { name: contains } }
      search: { route: GET /things/search, syntax: stripe, filters: { name: contains } }
      find: { does: list, route: GET /found, filters: { name: { kind: contains, scans: true } } }
)",
                    plan + "  - { id: d, request: { get: /things/search } }\n"
                           "  - { id: e, request: { get: /found } }\n"),
        "14: the error code \"lonely\" is never used [pack.unused]\n"
        "15: the table \"colours\" is never used [pack.unused]\n"
        "16: the duration \"never\" is never used [pack.unused]\n"
        "17: the event type \"thing.made\" is never used [pack.unused]\n"
        "21: the view \"things.short\" is never used [pack.unused]\n"
        "25: the parameter \"createThing.dry_run\" is never used [pack.unused]\n"
        "26: the filter \"listThings.name\" looks through every object [pack.filter_scans]\n");
}

TEST(Lint, TakesErrorsThatAPlanArmsAndParametersOfPagingAsUsed) {
    const std::string pack = R"(
    broken: { status: 500, message: Broken. }
lists: { page: { style: cursor, after: after, limit: limit, default: 10, max: 100 }, envelope: { data: page.items } }
resources:
  things:
    id: "th_{base62:8}"
    fields: { name: { from: input } }
    operations:
      get: "GET /things/{id}"
      create: POST /things
      list: { route: GET /things, params: { limit: { in: query, schema: { type: integer, maximum: 100 } } } }
)";
    const std::string steps = R"(
steps:
  - { id: a, request: { get: "/things/${x}" }, expect: { status: 401 } }
  - { id: b, request: { get: /things }, expect: { status: 404 } }
  - { id: c, request: { post: /things }, expect: { status: 400 } }
  - { id: d, request: { post: /things }, expect: { status: 500 } }
)";
    EXPECT_EQ(warnings_of(pack, steps),
              "14: the error code \"broken\" is never used [pack.unused]\n");
    EXPECT_EQ(
        warnings_of(pack,
                    steps + "  - { id: e, control: { post: faults, body: { code: broken } } }\n"),
        "");
}

TEST(Lint, WarnsOfWhatNoPlanReaches) {
    const std::string pack = R"(
durations: { wait: 3s }
resources:
  things:
    id: "th_{base62:8}"
    fields: { status: { from: lifecycle } }
    operations: { get: "GET /things/{id}", create: POST /things, close: "POST /things/{id}/close" }
    lifecycle:
      start: open
      moves:
        close: { from: open, arms: { shut: { default: true, to: closed }, stuck: { to: jammed } } }
        expire: { from: open, after: wait, to: expired }
        burn: { from: open, cause: { event: fire.breaks_out }, to: burnt }
)";
    EXPECT_EQ(warnings_of(pack),
              "10: no plan reaches the error code \"denied\" [pack.untested]\n"
              "11: no plan reaches the error code \"gone\" [pack.untested]\n"
              "12: no plan reaches the error code \"wrong\" [pack.untested]\n"
              "19: no plan reaches the operation \"getThing\" [pack.untested]\n"
              "19: no plan reaches the operation \"createThing\" [pack.untested]\n"
              "19: no plan reaches the operation \"closeThing\" [pack.untested]\n"
              "23: no plan reaches the move \"things.close\" [pack.untested]\n"
              "24: no plan reaches the move \"things.expire\" [pack.untested]\n"
              "25: no plan reaches the move \"things.burn\" [pack.untested]\n");
    EXPECT_EQ(warnings_of(pack, R"(
steps:
  - { id: a, request: { post: /things }, expect: { status: 400 } }
  - { id: b, request: { post: "/things/${x}/close?x=1" }, expect: { status: 404 } }
  - { id: c, control: { post: clock/advance } }
)"),
              "10: no plan reaches the error code \"denied\" [pack.untested]\n"
              "19: no plan reaches the operation \"getThing\" [pack.untested]\n"
              "23: no plan reaches the arm \"things.close.stuck\" [pack.untested]\n"
              "25: no plan reaches the move \"things.burn\" [pack.untested]\n");
    EXPECT_EQ(warnings_of(pack, R"(
steps:
  - { id: a, request: { post: /things }, expect: { status: 400 } }
  - { id: b, request: { post: "/things/${x}/close" }, expect: { status: 404, body: { status: jammed } } }
  - { id: c, control: { post: events, body: { event: fire.breaks_out } }, expect: { status: 401 } }
  - { id: d, request: { get: "/things/${x}" } }
)"),
              "");
}

TEST(Lint, WarnsOfInputDroppedAndOfExamplesMadeUp) {
    Folder folder = folder_of(R"(
shapes: { v1: { file: shapes/v1.yaml } }
resources:
  things:
    id: "th_{base62:8}"
    shape: v1#thing
    rest: { input: omit }
    fields: { name: { from: input }, size: { from: input, schema: { type: string } } }
    operations: { create: { route: POST /things } }
)",
                              R"(
steps:
  - { id: a, request: { post: /things }, expect: { status: [ 400 ] } }
  - { id: b, expect: { body: { a: denied, b: gone, c: wrong } } }
)");
    folder.files.push_back({"shapes/v1.yaml", R"(
openapi: 3.0.0
paths:
  /things: { post: { requestBody: { content: { application/json: { schema: { type: object, properties: { name: { type: string }, colour: { type: string }, depth: { type: integer } } } } } }, responses: { "200": {} } } }
components: { schemas: { thing: { type: object, properties: { id: { type: string }, name: { type: string }, colour: { type: string }, size: { type: integer } } } } }
)"});
    EXPECT_EQ(problems_of(folder, Thoroughness::Lint, Level::Error),
              "20: size contradicts the shape \"v1#thing\": the shape says integer, not string "
              "[pack.contradicts_shape]\n"
              "  `differs: ID` names the assumption that says so\n");
    EXPECT_EQ(problems_of(folder, Thoroughness::Lint, Level::Warning),
              "16: 1 field of things show made-up examples (`rest: example`) [pack.rest_example]\n"
              "21: createThing accepts colour, depth and does nothing with it "
              "[pack.input_dropped]\n");
}

TEST(Lint, TakesInputAsDroppedOnPurposeWhereThePackSaysSo) {
    const auto told = [](const std::string& ignores) {
        Folder folder = folder_of(R"(
shapes: { v1: { file: shapes/v1.yaml } }
)" + ignores + R"(
resources:
  things:
    id: "th_{base62:8}"
    fields: { name: { from: input } }
    operations: { create: { route: POST /things }, update: { route: "POST /things/{id}", writes: name } }
)",
                                  R"(
steps:
  - { id: a, request: { post: /things }, expect: { status: [ 400 ] } }
  - { id: b, request: { post: "/things/${x}" }, expect: { body: { a: denied, b: gone, c: wrong } } }
)");
        folder.files.push_back({"shapes/v1.yaml", R"(
openapi: 3.0.0
paths:
  /things: { post: { requestBody: { content: { application/json: { schema: { type: object, properties: { name: { type: string }, colour: { type: string }, depth: { type: integer } } } } } }, responses: { "200": {} } } }
  /things/{id}: { post: { requestBody: { content: { application/json: { schema: { type: object, properties: { name: { type: string }, colour: { type: string } } } } } }, responses: { "200": {} } } }
components: { schemas: {} }
)"});
        return problems_of(folder, Thoroughness::Lint, Level::Warning);
    };
    EXPECT_EQ(told("ignores: { params: [ colour, depth ], why: nothing is painted }"), "");
    EXPECT_EQ(told("ignores: { params: colour, of: createThing, why: nothing is painted }"),
              "20: createThing accepts depth and does nothing with it [pack.input_dropped]\n"
              "20: updateThing accepts colour and does nothing with it [pack.input_dropped]\n");
    EXPECT_EQ(told("ignores: [ { params: [ colour, depth ], why: x }, { params: [ name, colour ], "
                   "of: updateThing, why: x } ]"),
              "15: the ignored parameter \"name\" is never used [pack.unused]\n");
}

TEST(Lint, TakesDeclaredParametersAsUnusedOnPurposeWhereThePackSaysSo) {
    const auto told = [](const std::string& ignores) {
        return warnings_of(ignores + R"(
resources:
  things:
    id: "th_{base62:8}"
    fields: { name: { from: input } }
    operations:
      create: { route: POST /things, params: { dry_run: { schema: { type: boolean } }, depth: {} } }
)",
                           R"(
steps:
  - { id: a, request: { post: /things }, expect: { body: { a: denied, b: gone, c: wrong } } }
)");
    };
    EXPECT_EQ(told(""),
              "19: the parameter \"createThing.dry_run\" is never used [pack.unused]\n"
              "19: the parameter \"createThing.depth\" is never used [pack.unused]\n");
    EXPECT_EQ(
        told("ignores: { params: [ dry_run, depth ], of: createThing, why: nothing is made }"), "");
    EXPECT_EQ(told("ignores: { params: [ dry_run, height ], why: nothing is made }"),
              "13: the ignored parameter \"height\" is never used [pack.unused]\n"
              "19: the parameter \"createThing.depth\" is never used [pack.unused]\n");
}

TEST(Lint, AsksTheShapeForThePrintedWordsOfStates) {
    Folder folder = folder_of(R"(
shapes: { v1: { file: shapes/v1.yaml } }
resources:
  things:
    id: "th_{base62:8}"
    shape: v1#thing
    fields: { status: { from: lifecycle, as: { ready: open, stuck: jammed } } }
    lifecycle: { start: ready, moves: { jam: { from: ready, to: stuck } } }
    operations: { create: { route: POST /things }, jam: "POST /things/{id}/jam" }
)",
                              "");
    folder.files.push_back({"shapes/v1.yaml", R"(
openapi: 3.0.0
paths: {}
components: { schemas: { thing: { type: object, properties: { id: { type: string }, status: { enum: [ open ] } } } } }
)"});
    // `ready` is printed as `open`, which the shape takes.
    EXPECT_EQ(problems_of(folder, Thoroughness::Lint, Level::Error),
              "19: status contradicts the shape \"v1#thing\": the shape does not take \"jammed\" "
              "[pack.contradicts_shape]\n"
              "  `differs: ID` names the assumption that says so\n");
}

}  // namespace
}  // namespace understudy::pack
