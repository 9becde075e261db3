// Every key of a plan, and every mistake with its exact words.
#include <gtest/gtest.h>

#include "plan/code.hpp"
#include "plan/impl/testing.hpp"

namespace understudy::plan {
namespace {

using testing::problems_of;

constexpr std::string_view kHead = "version: 1\nservice: parcel\n";

Plan good(std::string text, const LoadOptions& options = {}) {
    auto plan = load(base::Source{"plan.yaml", std::move(text)}, options);
    EXPECT_TRUE(plan) << base::render(plan.error());
    return plan ? std::move(*plan) : Plan{};
}

std::string with_step(std::string_view step) {
    return std::string(kHead) + "steps:\n  - { id: a, effect: read, " + std::string(step) + " }\n";
}

TEST(LoadPlan, ReadsEveryKey) {
    const Plan plan = good(R"yaml(version: 1
service: parcel
target: "${SANDBOX}"
repeat: 2
budget: { time: 5m, step: 10s, calls: 60 }
setup:
  - id: customer
    request: { post: /v1/customers, form: { name: "${run}" } }
    effect: write
    record: customer/create
    timeout: 3s
    capture: { customer: { from: body, path: $.id, pattern: "cus_(.*)", type: string } }
    expect: { status: 2xx }
steps:
  - id: charge
    request: { method: POST, path: /v1/charges, headers: { X-A: "b ${customer}", X-C: [ d, e ] }, query: { a: [ 1 ] }, json: { customer: "${customer}" }, auth: none }
    effect: destructive
    capture: { where: { from: header, name: Location }, status: { from: status, type: integer }, whole: { from: body } }
    wait: { tries: 7, every: 250ms }
    expect:
      status: [ 201, 4xx ]
      headers: { A: b, C: { matches: "^d" }, E: null }
      body: { customer: "${customer}" }
      exactly: [ 1 ]
      text: "${customer}"
      exists: /id
      absent: [ /secret, "$..number" ]
      matches: { /id: "^ch_" }
      format: json
      schema: { type: object }
  - { id: elsewhere, request: { method: GET, url: "http://127.0.0.1:1/x" }, effect: read }
  - { id: text, request: { put: /x, text: "a ${where}", auth: wrong }, effect: write }
  - { id: time, control: { post: clock/advance, body: { by: 5s } } }
  - { id: long, control: { method: GET, path: /__admin__/state } }
variations:
  - { of: charge, id: other, record: charge/other, with: { customer: cus_0 }, auth: wrong, expect: { status: 404 } }
teardown:
  - { request: { delete: "/v1/customers/${customer}" }, effect: destructive }
)yaml",
                           {std::nullopt, {"SANDBOX"}});
    EXPECT_EQ(plan.name, "plan.yaml");
    EXPECT_EQ(plan.service, "parcel");
    EXPECT_EQ(plan.target, "${SANDBOX}");
    EXPECT_EQ(plan.repeat, 2U);
    EXPECT_EQ(plan.budget.time, (base::Duration{300, 0}));
    EXPECT_EQ(plan.budget.step, (base::Duration{10, 0}));
    EXPECT_EQ(plan.budget.calls, 60U);

    ASSERT_EQ(plan.setup.size(), 1U);
    const Step& customer = plan.setup[0];
    EXPECT_EQ(customer.phase, Phase::Setup);
    EXPECT_EQ(customer.effect, Effect::Write);
    EXPECT_EQ(customer.record, "customer/create");
    EXPECT_EQ(customer.timeout, (base::Duration{3, 0}));
    EXPECT_EQ(customer.request.body_kind, Request::Body::Form);
    ASSERT_EQ(customer.captures.size(), 1U);
    EXPECT_EQ(customer.captures[0].place->text, "$.id");
    EXPECT_EQ(customer.captures[0].pattern->pattern(), "cus_(.*)");
    EXPECT_EQ(customer.captures[0].type, Capture::Type::String);

    ASSERT_EQ(plan.steps.size(), 5U);
    const Step& charge = plan.steps[0];
    EXPECT_EQ(charge.effect, Effect::Destructive);
    EXPECT_EQ(charge.request.method, "POST");
    EXPECT_EQ(charge.request.auth, Auth::None);
    ASSERT_EQ(charge.request.headers.size(), 3U);
    EXPECT_EQ(charge.request.headers[2].second, "e");
    EXPECT_EQ(charge.captures[0].header, "Location");
    EXPECT_EQ(charge.captures[1].from, Capture::From::Status);
    EXPECT_FALSE(charge.captures[2].place);
    EXPECT_EQ(charge.wait->tries, 7U);
    EXPECT_EQ(charge.wait->every, (base::Duration{0, 250'000'000}));
    ASSERT_EQ(charge.expect.status.size(), 2U);
    EXPECT_EQ(charge.expect.status[1].first, 400);
    EXPECT_EQ(charge.expect.status[1].last, 499);
    ASSERT_EQ(charge.expect.headers.size(), 3U);
    EXPECT_TRUE(charge.expect.headers[2].absent);
    EXPECT_EQ(charge.expect.exists.size(), 1U);
    EXPECT_EQ(charge.expect.absent.size(), 2U);
    EXPECT_EQ(charge.expect.matches.size(), 1U);
    EXPECT_EQ(charge.expect.format, "json");
    EXPECT_TRUE(charge.expect.schema);

    EXPECT_TRUE(plan.steps[1].request.is_url);
    EXPECT_EQ(plan.steps[2].request.auth, Auth::Wrong);
    EXPECT_EQ(plan.steps[3].request.path, "/__admin__/clock/advance");
    EXPECT_EQ(plan.steps[3].effect, Effect::Read);
    EXPECT_EQ(plan.steps[4].request.path, "/__admin__/state");

    ASSERT_EQ(plan.variations.size(), 1U);
    EXPECT_EQ(plan.variations[0].id, "other");
    EXPECT_EQ(plan.variations[0].request.path, "/v1/charges");
    EXPECT_EQ(plan.variations[0].request.auth, Auth::Wrong);
    EXPECT_EQ(plan.variations[0].effect, Effect::Destructive);
    EXPECT_FALSE(plan.variations[0].wait);
    ASSERT_EQ(plan.teardown.size(), 1U);
    EXPECT_EQ(plan.teardown[0].id, "teardown-1");
}

TEST(LoadPlan, TheEffectThatIsNotSaidIsTheOneGivenForThePlansOfAPack) {
    const std::string text = std::string(kHead) + "steps: [ { id: a, request: { get: /x } } ]";
    EXPECT_EQ(good(text, {Effect::Write, {}}).steps[0].effect, Effect::Write);
    EXPECT_EQ(problems_of(text),
              "3:10 step 1 does not say what it does to the service [plan.no_effect] effect: read, "
              "write or destructive; what is not known counts as unsafe\n");
}

TEST(LoadPlan, ReportsAllProblemsAtOnce) {
    EXPECT_EQ(
        problems_of("version: 1\nsteps:\n  - { request: { get: x }, efect: read }\nsetpu: []\n"),
        "1:1 a plan needs `service` [plan.missing_key]\n"
        "3:5 step 1 needs `id` [plan.missing_key]\n"
        "3:23 \"x\" is no path: it does not begin with / [plan.bad_path] an absolute URL is "
        "written under `url`\n"
        "3:5 step 1 does not say what it does to the service [plan.no_effect] effect: read, "
        "write or destructive; what is not known counts as unsafe\n"
        "3:28 step 1 has no key \"efect\" [plan.unknown_key] did you mean \"effect\"?\n"
        "4:1 a plan has no key \"setpu\" [plan.unknown_key] did you mean \"setup\"?\n");
}

TEST(LoadPlan, RendersTheGroupWithTheFile) {
    auto plan = load(base::Source{"plans/a.yaml", "version: 1\nservice: a\n"});
    ASSERT_FALSE(plan);
    EXPECT_EQ(plan.error().code, code::Problems);
    EXPECT_EQ(base::render(plan.error()),
              "plans/a.yaml: error: 1 problem in the plan plans/a.yaml [plan.problems]\n"
              "  plans/a.yaml:1:1: error: a plan needs `steps` [plan.missing_key]\n"
              "      version: 1\n"
              "      ^~~~~~~~~~\n");
}

TEST(LoadPlan, SaysWhatIsWrongWithTheHead) {
    const std::string rest = "steps: [ { id: a, effect: read, request: { get: /x } } ]\n";
    const std::pair<std::string, std::string_view> cases[] = {
        {"[]", "1:1 a plan must be a map, not a list [plan.wrong_kind]\n"},
        {"version: 2\nnonsense: 1\n",
         "1:10 version 2 of plans is not known [plan.unknown_version] this understudy reads "
         "version "
         "1\n"},
        {"version: one\nservice: a\n" + rest,
         "1:10 version must be a whole number, not text [plan.wrong_kind]\n"},
        {"version: 1\nservice: [ a ]\n" + rest,
         "2:10 service must be text, not a list [plan.wrong_kind]\n"},
        {"version: 1\nservice: a\nsteps: {}\n",
         "3:8 `steps` must be a list, not a map [plan.wrong_kind]\n"},
        {"version: 1\nservice: a\nsteps: []\n",
         "3:8 `steps` must be a list with at least one step, not a list [plan.wrong_kind]\n"},
        {"version: 1\nservice: a\nsetup: 1\n" + rest,
         "3:8 `setup` must be a list, not a number [plan.wrong_kind]\n"},
        {"version: 1\nservice: a\nrepeat: 0\n" + rest,
         "3:9 repeat must be from 1 to 100, not 0 [plan.out_of_range]\n"},
        {"version: 1\nservice: a\nbudget: { time: soon, calls: many }\n" + rest,
         "3:17 \"soon\" is no duration [plan.bad_duration] write 500ms, 5s, 1h30m, 7d; never "
         "negative\n"
         "3:30 calls must be a whole number, not text [plan.wrong_kind]\n"},
        {"version: 1\nservice: a\nbudget: { time: -1s }\n" + rest,
         "3:17 \"-1s\" is no duration [plan.bad_duration] write 500ms, 5s, 1h30m, 7d; never "
         "negative\n"},
        {"version: 1\nservice: a\ntarget: \"${WHERE}\"\n" + rest,
         "3:9 nothing before this place gives ${WHERE} a value [plan.unknown_variable]\n"},
    };
    for (const auto& [text, wanted] : cases) EXPECT_EQ(problems_of(text), wanted) << text;
}

TEST(LoadPlan, SaysWhatIsWrongWithACall) {
    const std::pair<std::string_view, std::string_view> cases[] = {
        {"record: a/b", "4:5 step 1 needs `run`, `request` or `control` [plan.missing_key]\n"},
        {"request: { get: /x }, control: { get: state }",
         "4:50 step 1 has `request` and `control`; one of both [plan.exclusive]\n"},
        {"request: GET", "4:37 a request must be a map, not text [plan.wrong_kind]\n"},
        {"request: {}",
         "4:37 a request needs a method and a path [plan.missing_key] as in `post: /v1/charges`\n"},
        {"control: {}",
         "4:37 a control call needs a method and a path [plan.missing_key] as in `post: "
         "clock/advance`\n"},
        {"request: { get: /x, post: /y }",
         "4:48 a request has `get` and `post`; one of both [plan.exclusive]\n"},
        {"request: { get: /x, method: PUT }",
         "4:48 a request has `get` and `method`; one of both [plan.exclusive]\n"},
        {"request: { path: /x }", "4:37 a request needs `method` [plan.missing_key]\n"},
        {"request: { method: P UT, path: /x }",
         "4:47 the method must be a word like POST, not text [plan.wrong_kind]\n"},
        {"request: { get: \"\" }", "4:44 \"\" is no path: it is empty [plan.bad_path]\n"},
        {"request: { get: /a b }",
         "4:44 \"/a b\" is no path: it has a space, a # or a control character [plan.bad_path] "
         "write "
         "them as %20 and %23\n"},
        {"request: { method: GET, url: /x }",
         "4:57 \"/x\" is no path: it is no absolute URL [plan.bad_path] begin with http:// or "
         "https://\n"},
        {"control: { get: /state }",
         "4:44 \"/state\" is no path: it is no path below /__admin__/ [plan.bad_path] as in "
         "clock/advance\n"},
        {"request: { get: /x, json: {}, form: {} }",
         "4:58 a request has `json` and `form`; one of both [plan.exclusive]\n"},
        {"request: { get: /x, form: [] }",
         "4:54 a form must be a map, not a list [plan.wrong_kind]\n"},
        {"request: { get: /x, text: 5 }",
         "4:54 a text body must be text, not a number [plan.wrong_kind]\n"},
        {"request: { get: /x, query: a }",
         "4:55 a query must be a map, not text [plan.wrong_kind]\n"},
        {"request: { get: /x, headers: { \"a b\": c } }",
         "4:66 a header's name must be letters, digits and hyphens, not text [plan.wrong_kind]\n"},
        {"request: { get: /x, headers: { A: 5 } }",
         "4:62 the header A must be text, not a number [plan.wrong_kind]\n"},
        {"request: { get: /x, headers: { A: \"b\\nc\" } }",
         "4:62 the header A must be text without control characters, not text [plan.wrong_kind]\n"},
        {"request: { get: /x, auth: maybe }",
         "4:54 auth cannot be \"maybe\" [plan.wrong_word] one of: default, none, wrong\n"},
        {"request: { get: /x, color: red }",
         "4:48 a request has no key \"color\" [plan.unknown_key] its keys are get, post, put, "
         "patch, "
         "delete, head, options, method, path, url, headers, query, json, form, text, auth\n"},
        {"request: { get: \"/x/${charge}\" }",
         "4:44 nothing before this place gives ${charge} a value [plan.unknown_variable]\n"},
        {"request: { get: \"/x/${charge\" }",
         "4:44 \"/x/${charge\" has a hole that cannot be read: it is never closed [plan.bad_hole] "
         "a "
         "hole is ${name}; a plain ${ is written $${\n"},
        {"request: { get: \"/x/${a-b}\" }",
         "4:44 \"/x/${a-b}\" has a hole that cannot be read: \"a-b\" is no name (letters, digits "
         "and "
         "_) [plan.bad_hole] a hole is ${name}; a plain ${ is written $${\n"},
        {"request: { get: /x, json: { a: [ \"${rnu}\" ] } }",
         "4:61 nothing before this place gives ${rnu} a value [plan.unknown_variable] did you mean "
         "\"run\"?\n"},
    };
    for (const auto& [step, wanted] : cases)
        EXPECT_EQ(problems_of(with_step(step)), wanted) << step;
}

TEST(LoadPlan, SaysWhatIsWrongWithCapturesAndExpectations) {
    const std::pair<std::string_view, std::string_view> cases[] = {
        {"capture: []", "4:59 capture must be a map, not a list [plan.wrong_kind]\n"},
        {"capture: { a-b: /id }",
         "4:61 the name of a capture must be letters, digits and _, not \"a-b\" "
         "[plan.wrong_kind]\n"},
        {"capture: { a: id }",
         "4:64 \"id\" is no place in a body [plan.bad_place] write a JSON Pointer (/data/0/id) or "
         "a "
         "JSONPath ($.data[*].id)\n"},
        {"capture: { a: { path: /id } }", "4:64 the capture a needs `from` [plan.missing_key]\n"},
        {"capture: { a: { from: cookie } }",
         "4:72 from cannot be \"cookie\" [plan.wrong_word] one of: body, header, status\n"},
        {"capture: { a: { from: header } }",
         "4:64 the capture a needs `name` [plan.missing_key] the header's name\n"},
        {"capture: { a: { from: status, path: /a } }",
         "4:80 the capture a has `from` and `path`; one of both [plan.exclusive]\n"},
        {"capture: { a: { from: body, name: A } }",
         "4:78 the capture a has `from` and `name`; one of both [plan.exclusive]\n"},
        {"capture: { a: { from: body, pattern: ( } }",
         "4:87 \"(\" cannot be used as a pattern [plan.bad_pattern]\n"},
        {"capture: { a: { from: body, type: int } }",
         "4:84 type cannot be \"int\" [plan.wrong_word] one of: any, string, integer, number, "
         "boolean\n"},
        {"expect: 200", "4:58 expect must be a map, not a number [plan.wrong_kind]\n"},
        {"expect: { status: 2x }",
         "4:68 status cannot be \"2x\" [plan.wrong_word] one of: a status like 404, a class like "
         "2xx\n"},
        {"expect: { status: 99 }",
         "4:68 status cannot be \"99\" [plan.wrong_word] one of: a status like 404, a class like "
         "2xx\n"},
        {"expect: { status: [] }",
         "4:68 status must be a status like 404 or a class like 2xx, not a list "
         "[plan.wrong_kind]\n"},
        {"expect: { status: true }",
         "4:68 status must be a status like 404 or a class like 2xx, not true or false "
         "[plan.wrong_kind]\n"},
        {"expect: { headers: [] }", "4:69 headers must be a map, not a list [plan.wrong_kind]\n"},
        {"expect: { headers: { A: 5 } }",
         "4:74 the header A must be text, null or `matches`, not a number [plan.wrong_kind]\n"},
        {"expect: { headers: { A: {} } }",
         "4:74 the header A needs `matches` [plan.missing_key]\n"},
        {"expect: { exists: [ id ] }",
         "4:70 \"id\" is no place in a body [plan.bad_place] write a JSON Pointer (/data/0/id) or "
         "a "
         "JSONPath ($.data[*].id)\n"},
        {"expect: { matches: [] }", "4:69 matches must be a map, not a list [plan.wrong_kind]\n"},
        {"expect: { matches: { id: a } }",
         "4:75 \"id\" is no place in a body [plan.bad_place] write a JSON Pointer (/data/0/id) or "
         "a "
         "JSONPath ($.data[*].id)\n"},
        {"expect: { format: xml }",
         "4:68 format cannot be \"xml\" [plan.wrong_word] one of: json, text, empty\n"},
        {"expect: { schema: 5 }",
         "4:68 a schema must be a map, true or false, not a number [plan.wrong_kind]\n"},
        {"expect: { text: 5 }", "4:66 text must be text, not a number [plan.wrong_kind]\n"},
        {"expect: { body: { a: \"${b}\" } }",
         "4:71 nothing before this place gives ${b} a value [plan.unknown_variable]\n"},
        {"expect: { bodi: {} }",
         "4:60 expect has no key \"bodi\" [plan.unknown_key] did you mean \"body\"?\n"},
        {"wait: { tries: 0 }", "4:65 tries must be from 1 to 1000, not 0 [plan.out_of_range]\n"},
        {"wait: { every: 5 }", "4:65 every must be text, not a number [plan.wrong_kind]\n"},
        {"timeout: long",
         "4:59 \"long\" is no duration [plan.bad_duration] write 500ms, 5s, 1h30m, 7d; never "
         "negative\n"},
    };
    for (const auto& [step, wanted] : cases) {
        EXPECT_EQ(problems_of(with_step("request: { get: /x }, " + std::string(step))), wanted)
            << step;
    }
}

TEST(LoadPlan, SaysWhatIsWrongBetweenSteps) {
    const std::string step = "  - { id: a, effect: read, request: { get: /x } }\n";
    const std::pair<std::string, std::string_view> cases[] = {
        {"steps:\n" + step + step, "5:11 two steps have the id \"a\" [plan.repeated_id]\n"},
        {"steps:\n" + step + "variations: [ { of: b, expect: { status: 404 } } ]\n",
         "5:21 there is no step \"b\" to vary [plan.unknown_step] did you mean \"a\"?\n"},
        {"steps:\n" + step + "variations: [ { of: a } ]\n",
         "5:15 variation 1 needs `expect` [plan.missing_key]\n"},
        {"steps:\n" + step + "variations: [ { of: a, with: { b: 1 }, expect: {} } ]\n",
         "5:35 nothing before this place gives ${b} a value [plan.unknown_variable]\n"},
        {"steps:\n" + step + "variations: {}\n",
         "5:13 `variations` must be a list, not a map [plan.wrong_kind]\n"},
        // A capture is known from the next step on.
        {"steps:\n  - { id: a, effect: read, request: { get: \"/${b}\" }, capture: { b: /id } }\n",
         "4:44 nothing before this place gives ${b} a value [plan.unknown_variable]\n"},
    };
    for (const auto& [rest, wanted] : cases) {
        EXPECT_EQ(problems_of(std::string(kHead) + rest), wanted) << rest;
    }
}

TEST(LoadPlan, IsBounded) {
    std::string text = std::string(kHead) + "steps:\n";
    for (std::size_t i = 0; i <= kMaxSteps; ++i) {
        text += "  - { id: s" + std::to_string(i) + ", effect: read, request: { get: /x } }\n";
    }
    EXPECT_EQ(problems_of(text),
              "1004:5 the plan has more than 1000 steps [plan.too_many_steps]\n");
    EXPECT_TRUE(
        load(base::Source{"a", std::string(kMaxPlanBytes + 1, ' ')}).error().because.empty());
    std::string deep = std::string(kHead) + "steps: ";
    deep += std::string(100, '[') + std::string(100, ']');
    EXPECT_FALSE(load(base::Source{"a", deep}));
}

TEST(LoadPlan, StrictYamlOnly) {
    auto twice = load(base::Source{"a", "version: 1\nversion: 1\n"});
    ASSERT_FALSE(twice);
    EXPECT_EQ(base::name_of(twice.error().code), "yaml.duplicate_key");
    EXPECT_FALSE(load(base::Source{"a", "version: !!binary 1\n"}));
}

}  // namespace
}  // namespace understudy::plan
