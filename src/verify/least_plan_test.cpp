#include "verify/least_plan.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "json/parse.hpp"
#include "verify/shop_testing.hpp"

namespace understudy::verify {

namespace {

using cassette::Drift;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::StartsWith;

Taken answer(int status, std::string body) {
    Taken taken;
    taken.kind = Taken::Kind::Answer;
    taken.response.head.status = status;
    taken.response.head.headers.add("Content-Type", "application/json");
    taken.response.head.headers.add("X-Way", "sea");
    taken.response.pieces.push_back({std::move(body), {}});
    return taken;
}

Leg leg(std::string id, std::string operation, std::string method, std::string path) {
    Leg made;
    made.operation = std::move(operation);
    made.step.id = std::move(id);
    made.step.request.method = std::move(method);
    made.step.request.path = std::move(path);
    return made;
}

// A box is made, and read: the last answer is where they part.
Found found(std::string last_body, std::string path) {
    Found made;
    made.least.legs = {leg("create1", "createBox", "POST", "/boxes"),
                       leg("get1", "getBox", "GET", "/boxes/${box1}")};
    made.least.legs[0].step.effect = plan::Effect::Write;
    made.least.legs[1].step.effect = plan::Effect::Read;
    made.least.legs[0].step.request.body_kind = plan::Request::Body::Json;
    made.least.legs[0].step.request.body = json::Value::object({{"size", 3}});
    plan::Capture capture;
    capture.name = "box1";
    capture.place = *plan::Place::parse("/id");
    made.least.legs[0].step.captures.push_back(capture);
    Taken first = answer(201, R"({"id":"box_aaaaaaaa"})");
    first.captured = {{"box1", json::Value("box_aaaaaaaa")}};
    made.of_fake = {first, answer(200, std::move(last_body))};
    made.divergence.operation = "getBox";
    made.divergence.part = "body";
    made.divergence.path = std::move(path);
    made.divergence.leg = 1;
    made.divergence.fake = json::Value("x");
    made.divergence.target = json::Value("y");
    made.said = "200\n{\"kind\":\"tall\"}";
    return made;
}

std::string plan_of(const Found& found) {
    return least_plan(*testing::shop(), "shop", found);
}

TEST(LeastPlan, ExpectsWhatTheFakeSaysAndTellsWhatTheTargetSaid) {
    EXPECT_EQ(plan_of(found(R"({"id":"box_aaaaaaaa","kind":"flat"})", "/kind")),
              "# value_changed: getBox, body /kind\n"
              "# the fake says \"x\", the target \"y\"\n"
              "# The last step expects what the fake says. The target answered instead:\n"
              "#   200\n"
              "#   {\"kind\":\"tall\"}\n"
              "version: 1\n"
              "service: shop\n"
              "steps:\n"
              "  - id: create1\n"
              "    request:\n"
              "      post: /boxes\n"
              "      json:\n"
              "        size: 3\n"
              "    effect: write\n"
              "    capture:\n"
              "      box1: /id\n"
              "    expect:\n"
              "      status: 201\n"
              "  - id: get1\n"
              "    request:\n"
              "      get: /boxes/${box1}\n"
              "    effect: read\n"
              "    expect:\n"
              "      status: 200\n"
              "      body:\n"
              "        kind: flat\n");
}

TEST(LeastPlan, IdsAreThoseOfTheRunThatItWillBe) {
    EXPECT_THAT(plan_of(found(R"({"id":"box_aaaaaaaa","of":"box_aaaaaaaa"})", "/of")),
                EndsWith("        of: ${box1}\n"));
}

TEST(LeastPlan, WhatIsGoneMustBeThereAndWhatIsNewMustNot) {
    Found gone = found(R"({"kind":"flat"})", "/kind");
    gone.divergence.drift = Drift::FieldRemoved;
    gone.divergence.target.reset();
    EXPECT_THAT(plan_of(gone), EndsWith("      exists:\n        - /kind\n"));
    Found added = found(R"({})", "/colour");
    added.divergence.drift = Drift::FieldAdded;
    added.divergence.fake.reset();
    EXPECT_THAT(plan_of(added), EndsWith("      absent:\n        - /colour\n"));
    Found renamed = found(R"({"kind":"flat"})", "/kind");
    renamed.divergence.drift = Drift::FieldRenamed;
    renamed.divergence.renamed_to = "/sort";
    EXPECT_THAT(plan_of(renamed), HasSubstr("# the target calls it /sort\n"));
    EXPECT_THAT(plan_of(renamed), EndsWith("      exists:\n        - /kind\n"));
}

TEST(LeastPlan, HeadersAndStatuses) {
    Found header = found("{}", "/x-way");
    header.divergence.part = "headers";
    EXPECT_THAT(plan_of(header), EndsWith("      headers:\n        x-way: sea\n"));
    header.divergence.fake = json::Value("<id>");
    EXPECT_THAT(plan_of(header), EndsWith("        x-way:\n          matches: .\n"));
    Found status = found("{}", "");
    status.divergence.part = "status";
    EXPECT_THAT(plan_of(status), EndsWith("    expect:\n      status: 200\n"));
}

TEST(LeastPlan, ASearchThatWasEndedSaysSo) {
    Found ended = found(R"({"kind":"flat"})", "/kind");
    ended.is_minimal = false;
    EXPECT_THAT(plan_of(ended), HasSubstr("# There may be a shorter plan"));
    EXPECT_THAT(plan_of(ended), StartsWith("# value_changed"));
}

// A cursor is made up by every world anew: that there is one can be expected, not how it is
// spelled.
TEST(LeastPlan, CursorsAreNotPinned) {
    const pack::Loaded loaded = pack::load(pack::Folder{"p", {{"pack.yaml", R"(format: 1
pack: p
version: 0.1.0
models: { vendor: P, api: "1" }
serve: { hosts: [ { host: "*", base: / } ], auth: { places: [ bearer ], fails: bad }, input: json, unknown: bad }
lists: { page: { style: token, token: cursor, limit: limit }, envelope: { data: page.items, next: page.token, object: '"list"' } }
errors: { envelope: { error: error }, on: { auth: bad, no_route: bad, unknown: bad, required: bad, type: bad, cursor: bad, missing: bad, state: bad }, codes: { bad: { status: 400 } } }
resources:
  boxes: { singular: box, id: "b_{base62:8}", fields: {}, operations: { create: POST /boxes, list: GET /boxes } }
)"}}});
    ASSERT_TRUE(loaded.pack) << base::render(loaded.as_error());
    Found list;
    list.least.legs = {leg("list1", "listBoxes", "GET", "/boxes")};
    list.of_fake = {answer(200, R"({"data":[],"next":"PAPmV2dF9h","object":"list"})")};
    list.divergence.drift = Drift::FieldRetyped;
    list.divergence.operation = "listBoxes";
    list.divergence.part = "body";
    list.divergence.path = "/next";
    list.divergence.fake = json::Value("PAPmV2dF9h");
    list.divergence.target = json::Value();
    EXPECT_THAT(least_plan(*loaded.pack, "p", list),
                EndsWith("      matches:\n        /next: .\n"));
    list.divergence.path = "/object";
    EXPECT_THAT(least_plan(*loaded.pack, "p", list), EndsWith("        object: list\n"));
    // The last page has none, and must have none.
    list.of_fake = {answer(200, R"({"data":[],"next":null})")};
    list.divergence.path = "/next";
    list.divergence.fake = json::Value();
    list.divergence.target = json::Value("x");
    EXPECT_THAT(least_plan(*loaded.pack, "p", list), EndsWith("        next: null\n"));
}

TEST(SaidWords, LongValuesAreCutBetweenCharacters) {
    Divergence divergence;
    divergence.fake = json::Value(std::string(398, 'x') + "\xC3\xA9tage");
    const std::string words = said_words(divergence);
    EXPECT_THAT(words, StartsWith("the fake says \"xxx"));
    EXPECT_THAT(words, EndsWith("xxx..., the target nothing"));
}

}  // namespace

}  // namespace understudy::verify
