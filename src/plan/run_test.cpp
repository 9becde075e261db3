// What a run does, in what order, and what it finds.
#include "plan/run.hpp"

#include <gtest/gtest.h>

#include "plan/code.hpp"
#include "plan/impl/testing.hpp"

namespace understudy::plan {
namespace {

using testing::lines_of;
using testing::loaded;
using testing::ScriptedTarget;
using Answers = std::vector<ScriptedTarget::Scripted>;

struct Ran {
    Report report;
    std::vector<std::string> asked;
};

Ran ran(std::string_view steps, Answers answers, const RunOptions& options = {}) {
    const Plan plan = loaded("version: 1\nservice: parcel\n" + std::string(steps));
    EXPECT_FALSE(plan.steps.empty()) << plan.name;
    ScriptedTarget target(std::move(answers));
    Ran result;
    result.report = run(plan, target, options);
    result.asked = std::move(target.asked);
    return result;
}

// The findings of one step against one answer.
std::string judged(std::string_view expect, ScriptedTarget::Scripted answer,
                   const RunOptions& options = {}) {
    const Ran result =
        ran("steps: [ { id: a, request: { get: /x }, expect: " + std::string(expect) + " } ]",
            {std::move(answer)}, options);
    return lines_of(result.report);
}

TEST(RunPlan, FillsHolesWithTheirTypes) {
    const Ran result = ran(R"(
steps:
  - id: create
    request: { post: /v1/charges, json: { order: "${run}" } }
    capture: { charge: /id, amount: /amount, next: /next, at: { from: header, name: Location, pattern: "/([0-9]+)$", type: integer } }
  - id: use
    request:
      post: "/v1/charges/${charge}/refunds"
      query: { expand: [ charge ], limit: "${amount}" }
      headers: { Idempotency-Key: "${run}-${amount}" }
      json: { amount: "${amount}", text: "${amount} of ${charge}", at: "${at}", plain: "$${amount}" }
  - { id: next, request: { get: "${next}" } }
  - { id: form, request: { post: /v1/refunds, form: { amount: "${amount}", tags: [ a, b ] } } }
  - { id: text, request: { put: /note, text: "for ${charge}" } }
)",
                           {{201,
                             R"({"id": "ch/1 x", "amount": 2000, "next": "/v1/charges?page=2"})",
                             {{"Content-Type", "application/json"}, {"Location", "/charges/77"}},
                             false}},
                           {.run = "us-1"});
    EXPECT_EQ(result.report.verdict, Verdict::Agreed) << lines_of(result.report);
    EXPECT_EQ(result.report.calls, 5U);
    ASSERT_EQ(result.asked.size(), 5U);
    EXPECT_EQ(result.asked[0], R"(POST /v1/charges {"order":"us-1"})");
    EXPECT_EQ(result.asked[1],
              "POST /v1/charges/ch%2F1%20x/refunds?expand[0]=charge&limit=2000 "
              R"({"amount":2000,"text":"2000 of ch/1 x","at":77,"plain":"${amount}"})");
    EXPECT_EQ(result.asked[2], "GET /v1/charges?page=2");
    EXPECT_EQ(result.asked[3], "POST /v1/refunds amount=2000&tags[0]=a&tags[1]=b");
    EXPECT_EQ(result.asked[4], "PUT /note for ch/1 x");
}

TEST(RunPlan, SendsHeadersTypesAndKeysAsThePlanSays) {
    const Plan plan = loaded(R"(version: 1
service: parcel
budget: { step: 9s }
steps:
  - { id: a, request: { post: /a, json: {}, headers: { Content-Type: application/problem+json, X-A: b } }, timeout: 2s }
  - { id: b, request: { post: /b, form: { a: 1 }, auth: none } }
  - { id: c, request: { post: /c, text: hello, auth: wrong } }
  - { id: d, request: { method: GET, url: "http://other.test/d?e=f", query: { g: h } } }
  - { id: e, control: { post: clock/advance, body: { by: 5s } } }
)");
    ScriptedTarget target({});
    EXPECT_EQ(run(plan, target).verdict, Verdict::Agreed);
    ASSERT_EQ(target.calls.size(), 5U);
    EXPECT_EQ(target.calls[0].request.head.headers.all("Content-Type").size(), 1U);
    EXPECT_EQ(target.calls[0].request.head.headers.get("content-type"), "application/problem+json");
    EXPECT_EQ(target.calls[0].request.head.headers.get("X-A"), "b");
    EXPECT_EQ(target.calls[0].timeout, (base::Duration{2, 0}));
    EXPECT_EQ(target.calls[1].timeout, (base::Duration{9, 0}));
    EXPECT_EQ(target.calls[1].request.head.headers.get("content-type"),
              "application/x-www-form-urlencoded");
    EXPECT_EQ(target.asked[1], "no key POST /b a=1");
    EXPECT_EQ(target.asked[2], "wrong key POST /c hello");
    EXPECT_EQ(target.asked[3], "GET http://other.test/d?e=f&g=h");
    EXPECT_EQ(target.calls[3].request.head.target, "/d?e=f&g=h");
    EXPECT_EQ(target.asked[4], R"(control POST /__admin__/clock/advance {"by":"5s"})");
}

TEST(RunPlan, JudgesEveryExpectation) {
    const ScriptedTarget::Scripted answer{
        200,
        R"({"id": "ch_1", "amount": 10.0, "tags": ["a", "b"], "card": {"last4": "4242"}})",
        {{"Content-Type", "application/json"}, {"A", "b"}, {"A", "c"}},
        false};
    const std::pair<std::string_view, std::string_view> cases[] = {
        {"{ status: 200 }", "a agreed 1\n"},
        {"{ status: [ 404, 2xx ] }", "a agreed 1\n"},
        {"{}", "a agreed 1\n"},
        {"{ headers: { A: c, B: null, a: { matches: ^b$ } } }", "a agreed 1\n"},
        {"{ body: { amount: 10, card: {} } }", "a agreed 1\n"},
        {"{ body: { tags: [ a, b ] } }", "a agreed 1\n"},
        {"{ exactly: { id: ch_1, amount: 10, tags: [ a, b ], card: { last4: \"4242\" } } }",
         "a agreed 1\n"},
        {"{ exists: [ /card/last4, \"$.tags[1]\" ], absent: [ /card/number ] }", "a agreed 1\n"},
        {"{ matches: { /id: ^ch_, \"$.tags[*]\": \"^[ab]$\" } }", "a agreed 1\n"},
        {"{ format: json }", "a agreed 1\n"},
        {"{ status: [ 404, 5xx ] }",
         "a differed 1\n  3:59 expected status 404 or 5xx, got 200 [plan.status] the body begins "
         "\"{\\\"id\\\": \\\"ch_1\\\", \\\"amount\\\": 10.0, \\\"tags\\\": [\\\"a\\\", \\\"b\\\"], "
         "\\\"card\\\": {\\\"last4\\\": \\\"4242\\\"}}\"\n"},
        {"{ headers: { A: d, C: d } }",
         "a differed 1\n"
         "  3:65 expected the header A \"d\", got \"b\", \"c\" [plan.header]\n"
         "  3:71 expected the header C \"d\", got none [plan.header]\n"},
        {"{ headers: { A: null } }",
         "a differed 1\n  3:65 expected the header A not to be there, got \"b\", \"c\" "
         "[plan.header]\n"},
        {"{ headers: { A: { matches: ^d } } }",
         "a differed 1\n  3:65 expected the header A to match \"^d\", got \"b\", \"c\" "
         "[plan.header]\n"},
        {"{ body: { amount: 11, card: { last4: 4242 }, other: { a: 1 } } }",
         "a differed 1\n"
         "  3:57 /amount: expected 11, got 10.0 [plan.differs]\n"
         "  3:57 /card/last4: expected 4242, got \"4242\" [plan.differs]\n"
         "  3:57 /other: expected {\"a\":1}, got nothing [plan.differs]\n"},
        {"{ body: { tags: [ a ] } }",
         "a differed 1\n  3:57 /tags: expected 1 element, got 2: [\"a\",\"b\"] [plan.differs]\n"},
        {"{ body: [] }",
         "a differed 1\n  3:57 the body: expected [], got "
         "{\"id\":\"ch_1\",\"amount\":10.0,\"tags\":[\"a\",\"b\"],\"card\":{\"last4\":\"4242\"}} "
         "[plan.differs]\n"},
        {"{ exactly: { id: ch_1, amount: 10, tags: [ a, b ], card: {} } }",
         "a differed 1\n  3:60 /card/last4: expected nothing, got \"4242\" [plan.differs]\n"},
        {"{ exists: /nothing, absent: /id }",
         "a differed 1\n"
         "  3:59 there is nothing at /nothing [plan.nothing_there]\n"
         "  3:77 /id should not be there, but is \"ch_1\" [plan.not_absent]\n"},
        {"{ matches: { /id: ^re_, /none: a } }",
         "a differed 1\n"
         "  3:67 /id: \"ch_1\" does not match \"^re_\" [plan.no_match]\n"
         "  3:80 there is nothing at /none [plan.nothing_there]\n"},
        {"{ text: ok }",
         "a differed 1\n  3:57 the body: expected \"ok\", got \"{\\\"id\\\": \\\"ch_1\\\", "
         "\\\"amount\\\": 10.0, \\\"tags\\\": [\\\"a\\\", \\\"b\\\"], \\\"card\\\": "
         "{\\\"last4\\\": \\\"4242\\\"}}\" [plan.differs]\n"},
        {"{ format: empty }",
         "a differed 1\n  3:59 expected a body that is empty, got 77 bytes [plan.format]\n"},
        {"{ schema: { type: object } }",
         "a unknown 1\n  3:59 the schema was not checked: there is nothing here that checks "
         "schemas "
         "[plan.schema_not_checked]\n"},
    };
    for (const auto& [expect, wanted] : cases) EXPECT_EQ(judged(expect, answer), wanted) << expect;
}

TEST(RunPlan, AStepThatSaysNothingStillExpectsToWork) {
    EXPECT_EQ(judged("{ body: {} }", {404, "{}", {{"Content-Type", "application/json"}}, false}),
              "a differed 1\n  3:49 expected status 2xx, got 404 [plan.status] the body begins "
              "\"{}\"\n");
}

TEST(RunPlan, SaysWhenABodyIsNoData) {
    EXPECT_EQ(
        judged("{ body: {} }", {200, "{", {{"Content-Type", "application/json"}}, false})
            .substr(0, 90),
        "a differed 1\n  3:49 the body cannot be read as data [plan.unreadable]\n    the body "
        "is not ");
    EXPECT_EQ(judged("{ format: json }", {200, "{}", {{"Content-Type", "text/plain"}}, false}),
              "a differed 1\n  3:59 expected a body that is json, got text/plain [plan.format]\n");
    EXPECT_EQ(judged("{ format: text }", {200, "\xFF", {}, false}),
              "a differed 1\n  3:59 expected a body that is text, got bytes that are no UTF-8 "
              "[plan.format]\n");
    EXPECT_EQ(judged("{ format: text, text: hi }", {200, "hi", {}, false}), "a agreed 1\n");
    EXPECT_EQ(judged("{ format: empty }", {204, "", {}, false}), "a agreed 1\n");
}

class OddShapes final : public Shapes {
public:
    base::Result<std::vector<std::string>> check(const json::Value& schema,
                                                 const json::Value& value) override {
        if (schema.is_bool()) return base::fail(base::Code::JsonEmpty);
        if (value.has("id")) return std::vector<std::string>{};
        return std::vector<std::string>{"/id is missing"};
    }
};

TEST(RunPlan, HandsSchemasToWhoeverKnowsThem) {
    OddShapes shapes;
    const RunOptions options{.shapes = &shapes};
    const http::Headers json{{"Content-Type", "application/json"}};
    EXPECT_EQ(judged("{ schema: {} }", {200, R"({"id": 1})", json, false}, options),
              "a agreed 1\n");
    EXPECT_EQ(judged("{ schema: {} }", {200, "{}", json, false}, options),
              "a differed 1\n  3:59 the body breaks the schema: /id is missing "
              "[plan.breaks_schema]\n");
    EXPECT_EQ(judged("{ schema: true }", {200, "{}", json, false}, options),
              "a unknown 1\n  3:59 the schema was not checked: there is no value, only white space "
              "[plan.schema_not_checked]\n");
}

TEST(RunPlan, SaysWhyNothingWasCaptured) {
    const ScriptedTarget::Scripted answer{200,
                                          R"({"id": 7, "list": [1, 2], "none": null})",
                                          {{"Content-Type", "application/json"}},
                                          false};
    const std::pair<std::string_view, std::string_view> cases[] = {
        {"/nothing", "there is nothing at /nothing"},
        {"\"$.list[*]\"", "there are 2 values at $.list[*]"},
        {"{ from: header, name: Location }", "there is no header Location"},
        {"{ from: body, path: /id, type: string }", "7 is not a string"},
        {"{ from: body, path: /none, type: integer }", "null is not an integer"},
        {"{ from: body, path: /id, pattern: x }", "7 does not match \"x\""},
        {"{ from: body, path: /id, pattern: \".\", type: boolean }", "\"7\" is not a boolean"},
        {"{ from: header, name: Content-Type, type: number }",
         "\"application/json\" is not a number"},
    };
    for (const auto& [capture, why] : cases) {
        const Ran result =
            ran("steps: [ { id: a, request: { get: /x }, capture: { name: " + std::string(capture) +
                    " } } ]",
                {answer});
        ASSERT_EQ(result.report.steps.size(), 1U);
        ASSERT_EQ(result.report.steps[0].findings.size(), 1U) << capture;
        EXPECT_EQ(result.report.verdict, Verdict::Differed);
        EXPECT_EQ(result.report.steps[0].findings[0].code, code::NothingCaptured);
        EXPECT_EQ(base::message(result.report.steps[0].findings[0]),
                  "name could not be captured: " + std::string(why));
    }
}

TEST(RunPlan, CapturesTypedValues) {
    const Ran result = ran(R"yaml(
steps:
  - id: a
    request: { get: /x }
    capture:
      number: { from: body, path: /n, type: number }
      text: { from: body, path: /n, pattern: "^1" }
      parsed: { from: body, path: /s, pattern: "id=([0-9]+)", type: integer }
      flag: { from: header, name: Flag, type: boolean }
      status: { from: status }
      whole: { from: body }
  - { id: b, request: { post: /y, json: [ "${number}", "${text}", "${parsed}", "${flag}", "${status}", "${whole}" ] } }
)yaml",
                           {{203,
                             R"({"n": 1.50, "s": "id=41;"})",
                             {{"Content-Type", "application/json"}, {"Flag", "true"}},
                             false}});
    EXPECT_EQ(result.report.verdict, Verdict::Agreed) << lines_of(result.report);
    EXPECT_EQ(result.asked[1], R"(POST /y [1.50,"1",41,true,203,{"n":1.50,"s":"id=41;"}])");
}

TEST(RunPlan, WaitsUntilTheExpectationsHold) {
    const std::string steps =
        "steps: [ { id: a, request: { get: /x }, wait: { tries: 3, every: 2s }, expect: { body: { "
        "status: done } } } ]";
    const http::Headers json{{"Content-Type", "application/json"}};
    const ScriptedTarget::Scripted running{200, R"({"status": "running"})", json, false};
    const ScriptedTarget::Scripted done{200, R"({"status": "done"})", json, false};
    const ScriptedTarget::Scripted advanced{200, "{}", json, false};
    Ran result = ran(steps, {running, advanced, done});
    EXPECT_EQ(lines_of(result.report), "a agreed 2\n");
    EXPECT_EQ(result.asked,
              (std::vector<std::string>{
                  "GET /x", R"(control POST /__admin__/clock/advance {"by":"2s"})", "GET /x"}));
    EXPECT_EQ(result.report.calls, 2U);

    result = ran(steps, {running, advanced, running, advanced, running, advanced, done});
    EXPECT_EQ(lines_of(result.report),
              "a differed 3\n"
              "  3:10 the expectations did not hold in 3 tries [plan.gave_up]\n"
              "  3:88 /status: expected \"done\", got \"running\" [plan.differs]\n");

    result = ran(steps, {running, {409, "no", {}, false}});
    EXPECT_EQ(lines_of(result.report),
              "a unknown 1\n"
              "  3:88 /status: expected \"done\", got \"running\" [plan.differs]\n"
              "  expected status 2xx, got 409 [plan.status] POST /__admin__/clock/advance answered "
              "\"no\"\n");
}

TEST(RunPlan, StopsAtTheFirstStepThatDoesNotAgreeAndTearsDown) {
    const std::string plan = R"yaml(
setup: [ { id: make, request: { post: /a }, capture: { a: /id, b: /b } } ]
steps:
  - { id: first, request: { get: "/a/${a}" }, expect: { status: 404 } }
  - { id: second, request: { get: /b } }
variations: [ { of: second, expect: { status: 404 } } ]
teardown:
  - { id: unmake, request: { delete: "/a/${a}" } }
  - { request: { delete: "/b/${b}" } }
)yaml";
    const http::Headers json{{"Content-Type", "application/json"}};
    // The set-up itself fails, and what it made is still removed.
    Ran result = ran(plan, {{200, R"({"id": "a1"})", json, false}});
    EXPECT_EQ(lines_of(result.report),
              "make differed 1\n"
              "  4:67 b could not be captured: there is nothing at /b [plan.nothing_captured]\n"
              "first unknown 0\n  6:5 not run: the step \"make\" did not agree [plan.not_run]\n"
              "second unknown 0\n  7:5 not run: the step \"make\" did not agree [plan.not_run]\n"
              "variation-1 unknown 0\n  8:15 not run: the step \"make\" did not agree "
              "[plan.not_run]\n"
              "unmake agreed 1\n"
              "teardown-2 agreed 0\n");
    EXPECT_EQ(result.asked, (std::vector<std::string>{"POST /a", "DELETE /a/a1"}));
    EXPECT_EQ(result.report.verdict, Verdict::Differed);

    // A step fails; a failing tear-down is a finding of its own and does not stop the next one.
    result = ran(plan, {{200, R"({"id": "a1", "b": 5})", json, false},
                        {200, "{}", json, false},
                        {500, "oops", {}, false},
                        {204, "", {}, false}});
    EXPECT_EQ(lines_of(result.report),
              "make agreed 1\n"
              "first differed 1\n  6:65 expected status 404, got 200 [plan.status] the body begins "
              "\"{}\"\n"
              "second unknown 0\n  7:5 not run: the step \"first\" did not agree [plan.not_run]\n"
              "variation-1 unknown 0\n  8:15 not run: the step \"first\" did not agree "
              "[plan.not_run]\n"
              "unmake differed 1\n"
              "  10:5 tear-down failed; what \"unmake\" should have removed may still be there "
              "[plan.teardown_failed]\n"
              "    expected status 2xx, got 500 [plan.status] the body begins \"oops\"\n"
              "teardown-2 agreed 1\n");
    EXPECT_EQ(result.asked.back(), "DELETE /b/5");
}

TEST(RunPlan, NoAnswerIsUnknownNotAgreed) {
    Ran result = ran("steps: [ { id: a, request: { get: /x } } ]", {{0, "", {}, true}});
    EXPECT_EQ(result.report.verdict, Verdict::Unknown);
    EXPECT_EQ(lines_of(result.report).substr(0, 56),
              "a unknown 1\n  3:28 GET /x got no answer [plan.no_answer]");
}

TEST(RunPlan, VariationsBindNamesForOneCall) {
    const Ran result = ran(R"(
steps:
  - { id: make, request: { post: /a }, capture: { a: /id } }
  - { id: read, request: { get: "/a/${a}" } }
variations:
  - { of: read, id: bad, with: { a: "${a}x" }, expect: { status: 404 } }
  - { of: read, id: bare, auth: none, expect: { status: 401 } }
)",
                           {{200, R"({"id": "a1"})", {{"Content-Type", "application/json"}}, false},
                            {200, "", {}, false},
                            {200, "", {}, false},
                            {401, "", {}, false}});
    EXPECT_EQ(lines_of(result.report),
              "make agreed 1\nread agreed 1\n"
              "bad differed 1\n  8:66 expected status 404, got 200 [plan.status]\n"
              "bare agreed 1\n");
    EXPECT_EQ(result.asked[2], "GET /a/a1x");
    EXPECT_EQ(result.asked[3], "no key GET /a/a1");
}

TEST(RunPlan, RefusesEffectsBeforeAnythingRuns) {
    const std::string plan =
        "steps:\n  - { id: a, request: { get: /x }, effect: read }\n"
        "  - { id: b, request: { delete: /x }, effect: destructive }\n";
    Ran result = ran(plan, {});
    EXPECT_EQ(lines_of(result.report),
              "a unknown 0\n  4:5 not run: another step is not allowed [plan.not_run]\n"
              "b unknown 0\n  5:5 the step \"b\" is destructive, and only write is allowed here "
              "[plan.not_allowed]\n");
    EXPECT_TRUE(result.asked.empty());
    EXPECT_EQ(result.report.verdict, Verdict::Unknown);
    result = ran(plan, {}, {.allowed = Effect::Destructive});
    EXPECT_EQ(result.asked.size(), 2U);
    result = ran("steps: [ { id: a, request: { post: /x } } ]", {}, {.allowed = Effect::Read});
    EXPECT_TRUE(result.asked.empty());
}

class SteppingClock final : public base::Clock {
public:
    base::Instant now() override { return base::Instant{now_ += 10, 0}; }

private:
    std::int64_t now_ = 0;
};

TEST(RunPlan, ABudgetStopsStepsAndNotTearDown) {
    const std::string rest = R"(
steps:
  - { id: a, request: { get: /a } }
  - { id: t, control: { post: clock/advance } }
  - { id: b, request: { get: /b } }
teardown: [ { request: { delete: /a } } ]
)";
    Ran result = ran("budget: { calls: 1 }" + rest, {});
    EXPECT_EQ(lines_of(result.report),
              "a agreed 1\nt agreed 1\n"
              "b unknown 0\n  7:5 the plan's budget of 1 call is used up [plan.over_budget]\n"
              "teardown-1 agreed 1\n");
    SteppingClock clock;
    result = ran("budget: { time: 30s }" + rest, {}, {.clock = &clock});
    EXPECT_EQ(lines_of(result.report),
              "a agreed 1\nt agreed 1\n"
              "b unknown 0\n  7:5 the plan's budget of 30s is used up [plan.over_budget]\n"
              "teardown-1 agreed 1\n");
}

TEST(RunPlan, KeepsStatusAndTraceOfTheLastAnswer) {
    const Ran result = ran("steps: [ { id: a, request: { get: /x } } ]",
                           {{202, "", {{"X-Mock-Resolution-Trace", "trc_1"}}, false}});
    EXPECT_EQ(result.report.steps[0].status, 202);
    EXPECT_EQ(result.report.steps[0].trace, "trc_1");
}

TEST(RunPlan, ACaptureThatIsHugeCannotBeMultipliedWithoutBound) {
    std::string holes;
    for (int i = 0; i < 20; ++i) holes += "${a}";
    const Ran result =
        ran("steps:\n  - { id: a, request: { get: /x }, capture: { a: \"\" } }\n"
            "  - { id: b, request: { post: /y, text: \"" +
                holes + "\" } }\n",
            {{200,
              "\"" + std::string(std::size_t{1} << 20, 'x') + "\"",
              {{"Content-Type", "application/json"}},
              false}});
    EXPECT_EQ(lines_of(result.report),
              "a agreed 1\nb unknown 0\n  5:23 with its holes filled the text is longer than "
              "16777216 bytes [plan.filled_too_large]\n");
}

TEST(RunPlan, AVariableThatWasPromisedAndNotGivenIsUnknown) {
    auto plan = load({"plan.yaml",
                      "version: 1\nservice: a\nsteps: [ { id: a, effect: read, request: { get: "
                      "\"/${who}\" } } ]\n"},
                     {std::nullopt, {"who"}});
    ASSERT_TRUE(plan);
    ScriptedTarget target({});
    EXPECT_EQ(lines_of(run(*plan, target)),
              "a unknown 0\n  3:42 who has no value "
              "[plan.unbound]\n");
    EXPECT_TRUE(target.asked.empty());
    EXPECT_EQ(run(*plan, target, {.variables = {{"who", "me"}}}).verdict, Verdict::Agreed);
    EXPECT_EQ(target.asked.back(), "GET /me");
}

TEST(RunPlan, WordsOfTheModel) {
    EXPECT_EQ(name_of(Verdict::Unknown), "unknown");
    EXPECT_EQ(name_of(Effect::Destructive), "destructive");
    EXPECT_EQ(name_of(Phase::Teardown), "teardown");
}

}  // namespace
}  // namespace understudy::plan
