// Error objects and the headers every answer gets.
#include <gtest/gtest.h>

#include "world/asking_testing.hpp"
#include "world/shop_testing.hpp"

namespace understudy::world {

namespace {

// A JSON service that tells of everything wrong at once, limits calls, and wraps nothing.
constexpr std::string_view kHubPack = R"yaml(
format: 1
pack: hub
version: 0.1.0
models: { vendor: Hub, api: v3 }
config: { account: { default: acme } }
serve:
  hosts: [ { host: "*", base: "/api/{account}" } ]
  auth: { places: [ bearer ], fails: bad_credentials }
  input: json
  guard: { is: params.account == config.account, else: not_found }
errors:
  envelope: { message: error.message, status: error.status, code: error.code, errors: 'has(error.errors) ? error.errors : absent' }
  collect: { into: errors, each: { field: issue.param, code: issue.keyword, limit: issue.limit } }
  on: { auth: bad_credentials, no_route: not_found, required: invalid, type: invalid, missing: not_found, unreadable: unreadable, rate: { error: slow_down, with: { message: '"Limit " + string(issue.limit)' } } }
  codes:
    bad_credentials: { status: 401, message: Bad credentials }
    not_found: { status: 404, message: Not Found, code: 7 }
    invalid: { status: 422, message: "Validation failed for {request.path}" }
    unreadable: { status: 400, message: Problems parsing JSON }
    slow_down: { status: 429, message: Slow down }
etag: { kind: strong, methods: [ GET ] }
rate_limits: { core: { limit: 3, per: 1h, by: credential, free: [ 304 ], enforce: true, headers: { X-Remaining: rate.remaining, X-Reset: epoch(rate.reset), X-Used: rate.used } } }
headers: [ { set: { Content-Type: '"application/json; charset=utf-8"', X-Status: answer.status, X-Accept: headers.accept } } ]
resources:
  users:
    id: "{seq}"
    unique: { fields: [ login ] }
    fields: { login: { from: input, required: true, schema: { type: string } } }
    operations: { create: { route: POST /users, answers: { status: 201 } }, get: "GET /users/{id}" }
  repos:
    id: "{seq}"
    find: { owner: owner.login, repo: name, repo_id: id }
    unique: { fields: [ owner, name ] }
    fields:
      name: { from: input, required: true, schema: { type: string, maxLength: 4 } }
      owner: { from: input, required: true, ref: users, found_by: [ id, login ] }
      topics: { from: input, default: [], schema: { type: array, items: { type: object, required: [ word ], properties: { word: { type: string } } } } }
      spec: { from: input, nullable: true }
      data: { from: input, nullable: true, schema_from: self.spec }
    operations:
      create: { route: POST /repos, answers: { status: 201 } }
      get: { route: [ "GET /repos/{owner}/{repo}", "GET /repositories/{repo_id}" ] }
  issues:
    id: "{seq}"
    parent: repos
    find: { number: number }
    unique: { fields: [ repo, number ] }
    fields: { repo: { from: input, ref: repos }, number: { from: input, required: true, schema: { type: integer } } }
    operations: { create: "POST /repos/{owner}/{repo}/issues", get: "GET /repos/{owner}/{repo}/issues/{number}" }
)yaml";

Asker hub() {
    std::string text(kHubPack);
    text.replace(text.find("limit: 3,"), 9, "limit: 90,");
    Asker asker(text);
    asker.content_type = "application/json";
    return asker;
}

TEST(ErrorObject, AllFailuresAreCollected) {
    Asker asker = hub();
    EXPECT_EQ(
        asker.ask("POST /api/acme/repos", R"({"name":"toolong","topics":[{"word":1},{}]})").brief(),
        R"(422 {"message":"Validation failed for /api/acme/repos","status":422,)"
        R"("code":"invalid","errors":[{"field":"owner","code":"required","limit":true},)"
        R"({"field":"name","code":"maxLength","limit":4},)"
        R"({"field":"topics.0.word","code":"type","limit":"string"},)"
        R"({"field":"topics.1.word","code":"required","limit":["word"]}]})");
}

TEST(ErrorObject, EnvelopesCanShowTheStatusAndOwnCodes) {
    Asker asker = hub();
    EXPECT_EQ(asker.ask("GET /api/acme/users/7").brief(),
              R"(404 {"message":"Not Found","status":404,"code":7})");
    EXPECT_EQ(asker.ask("POST /api/acme/users", "{").brief(),
              R"(400 {"message":"Problems parsing JSON","status":400,"code":"unreadable"})");
    EXPECT_EQ(asker.ask("POST /api/acme/users", "[1]").status, 422);
    EXPECT_EQ(asker.ask("POST /api/acme/users", R"({"login":null})").status, 422);
}

TEST(ErrorObject, TheCatalogueOrderIsKeptAndUsesAddToIt) {
    Asker asker(kShopPack);
    EXPECT_EQ(asker.ask("POST /v1/charges", "amount=50&currency=gbp").brief(),
              R"(400 {"error":{"code":"parameter_enum","message":"gbp is not known",)"
              R"("param":"currency","known":["usd","eur"]}})");
    EXPECT_EQ(asker.ask("POST /v1/charges", "amount=49").headers.get("Retry-After"), "7");
    EXPECT_EQ(asker.ask("DELETE /v1/charges").brief(),
              R"j(405 {"error":{"code":"url_invalid",)j"
              R"j("message":"Unrecognized request URL (/v1/charges)","allowed":["GET","POST"]}})j");
}

TEST(CommonGuard, ComesBeforeTheInput) {
    Asker asker = hub();
    EXPECT_EQ(asker.ask("POST /api/other/users", R"({"unknown":1})").status, 404);
    EXPECT_EQ(asker.ask("POST /api/acme/users", R"({"login":"a"})").status, 201);
}

TEST(FoundBy, OtherUniqueFieldsNameAnObjectToo) {
    Asker asker = hub();
    asker.ask("POST /api/acme/users", R"({"login":"ann"})");
    const Asked by_login = asker.ask("POST /api/acme/repos", R"({"name":"r1","owner":"ann"})");
    EXPECT_EQ(by_login.member("owner"), "1") << by_login.text;
    EXPECT_EQ(asker.ask("POST /api/acme/repos", R"({"name":"r2","owner":1})").member("owner"), "1");
    EXPECT_EQ(asker.ask("POST /api/acme/repos", R"({"name":"r3","owner":"bob"})").status, 404);
    EXPECT_EQ(asker.ask("GET /api/acme/repos/ann/r2").member("id"), "2");
    EXPECT_EQ(asker.ask("GET /api/acme/repositories/2").member("name"), "\"r2\"");
    EXPECT_EQ(asker.ask("GET /api/acme/repos/bob/r2").status, 404);
    EXPECT_EQ(asker.ask("GET /api/acme/repos/ann/r9").status, 404);
    EXPECT_EQ(asker.ask("POST /api/acme/repos/ann/r2/issues", R"({"number":4})").member("repo"),
              "2");
    EXPECT_EQ(asker.ask("GET /api/acme/repos/ann/r2/issues/4").member("number"), "4");
    EXPECT_EQ(asker.ask("GET /api/acme/repos/ann/r1/issues/4").status, 404);
}

TEST(SchemaFromData, ChecksByTheSchemaAnotherFieldHolds) {
    Asker asker = hub();
    asker.ask("POST /api/acme/users", R"({"login":"ann"})");
    const struct {
        const char* rest;
        int status;
    } cases[] = {
        {R"("data":{"a":1})", 201},  // no schema, no check
        {R"("spec":{"type":"object","required":["a"]},"data":{"a":1})", 201},
        {R"("spec":{"type":"object","required":["a"]},"data":{})", 422},
        {R"("spec":{"type":"integer"},"data":"x")", 422},
        {R"("spec":{"type":"integre"},"data":1)", 422},  // no schema: refused as input
        {R"("spec":{"type":"integer"})", 201},
    };
    int number = 0;
    for (const auto& c : cases) {
        const std::string name = "n" + std::to_string(number++);
        EXPECT_EQ(asker
                      .ask("POST /api/acme/repos",
                           R"({"owner":"ann","name":")" + name + "\"," + c.rest + "}")
                      .status,
                  c.status)
            << c.rest;
    }
}

TEST(Headers, RulesApplyInOrder) {
    Asker asker = hub();
    const Asked asked = asker.ask("GET /api/acme/users/7", "", {{"Accept", "text/x\x01y"}});
    EXPECT_EQ(asked.headers.get("Content-Type"), "application/json; charset=utf-8");
    EXPECT_EQ(asked.headers.get("X-Status"), "404");
    EXPECT_EQ(asked.headers.get("X-Accept"), "text/xy");
    EXPECT_EQ(asked.headers.get("Date"), "Wed, 01 Jan 2025 00:00:00 GMT");
    EXPECT_FALSE(asker.ask("GET /api/acme/users/7").headers.has("X-Accept"));
}

TEST(Headers, RequestIdsComeFromTheirOwnStream) {
    Asker one(kShopPack), two(kShopPack);
    one.ask("POST /v1/charges", "amount=5");  // refused: its number is used up all the same
    const std::string first(one.ask("GET /v1/charges").headers.get("Request-Id"));
    two.ask("POST /v1/customers", "email=a");
    EXPECT_EQ(two.ask("GET /v1/charges").headers.get("Request-Id"), first);
    EXPECT_EQ(first.size(), 18U);
    EXPECT_NE(two.ask("GET /v1/charges").headers.get("Request-Id"), first);
}

TEST(ETag, AMatchingOneGivesA304WithoutBody) {
    Asker asker(kShopPack);
    const Asked first = asker.ask("GET /v1/charges");
    const std::string tag(first.headers.get("ETag"));
    EXPECT_EQ(tag.substr(0, 3), "W/\"");
    for (const std::string& asked : {tag, "\"x\", " + tag, tag.substr(2), std::string("*")}) {
        const Asked again = asker.ask("GET /v1/charges", "", {{"If-None-Match", asked}});
        EXPECT_EQ(again.brief(), "304 ") << asked;
        EXPECT_EQ(again.headers.get("ETag"), tag);
        EXPECT_FALSE(again.headers.has("Content-Type"));
        EXPECT_TRUE(again.headers.has("Request-Id"));
    }
    asker.ask("POST /v1/charges", "amount=50");
    EXPECT_EQ(asker.ask("GET /v1/charges", "", {{"If-None-Match", tag}}).status, 200);
    EXPECT_FALSE(asker.ask("POST /v1/charges", "amount=50").headers.has("ETag"));
    EXPECT_FALSE(asker.ask("GET /v1/charges/ch_no").headers.has("ETag"));
}

TEST(RateLimit, CountsOnTheWorldsClockAndRefusesIfEnforced) {
    Asker asker(kHubPack);
    asker.content_type = "application/json";
    const Asked first = asker.ask("POST /api/acme/users", R"({"login":"a"})");
    EXPECT_EQ(first.headers.get("X-Remaining"), "2");
    EXPECT_EQ(first.headers.get("X-Reset"), "1735693200");
    const Asked shown = asker.ask("GET /api/acme/users/1");
    EXPECT_EQ(shown.headers.get("X-Remaining"), "1");
    const Asked same = asker.ask("GET /api/acme/users/1", "",
                                 {{"If-None-Match", std::string(shown.headers.get("ETag"))}});
    EXPECT_EQ(same.status, 304);
    EXPECT_EQ(same.headers.get("X-Remaining"), "1") << "a 304 is free";
    EXPECT_EQ(asker.ask("GET /api/acme/users/9").headers.get("X-Remaining"), "0");
    const Asked refused = asker.ask("GET /api/acme/users/1");
    EXPECT_EQ(refused.brief(), R"(429 {"message":"Limit 3","status":429,"code":"slow_down"})");
    asker.credential = "usw_somebody_else_0";
    EXPECT_EQ(asker.ask("GET /api/acme/users/1").status, 200);
    asker.credential = "usw_0123456789abcdef";
    asker.advance(3600);
    EXPECT_EQ(asker.ask("GET /api/acme/users/1").headers.get("X-Remaining"), "2");
}

TEST(Unknown, IsDroppedWithAWarningUnlessThePackSaysOtherwise) {
    Asker asker = hub();
    const Asked asked = asker.ask("POST /api/acme/users", R"({"login":"a","colour":"red"})");
    EXPECT_EQ(asked.status, 201);
    EXPECT_NE(asked.trace_text.find("input_dropped"), std::string::npos) << asked.trace_text;
    EXPECT_NE(asked.trace_text.find("colour"), std::string::npos);
}

}  // namespace

}  // namespace understudy::world
