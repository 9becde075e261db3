#include "verify/shape_drift.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "json/parse.hpp"
#include "schema/compile.hpp"

namespace understudy::verify {

namespace {

using testing::ElementsAre;
using testing::IsEmpty;

json::Value value_of(std::string_view text) {
    auto value = json::parse(text);
    EXPECT_TRUE(value) << text;
    return value ? *value : json::Value();
}

std::vector<std::string> drift(const std::vector<std::string>& expected, std::string_view live,
                               std::map<std::string, std::vector<json::Value>> sets = {}) {
    ExpectedShape shape;
    for (const std::string& each : expected) shape.shape.add(value_of(each));
    shape.sets = std::move(sets);
    std::vector<std::string> lines;
    const json::Value real = value_of(live);
    for (const ShapeChange& change : shape_drift(shape, {&real, 1})) {
        lines.push_back(std::string(name_of(change.shape_class)) + " " + change.path + ": " +
                        change.what);
    }
    return lines;
}

TEST(ShapeDrift, ValuesAreNoShape) {
    EXPECT_THAT(drift({R"({"id":"a","n":1,"list":[{"x":1}]})"}, R"({"id":"b","n":7,"list":[]})"),
                IsEmpty());
}

TEST(ShapeDrift, KeysThatAreGoneBreakAndNewOnesDoNot) {
    EXPECT_THAT(drift({R"({"id":"a","n":1})"}, R"({"id":"b","m":1})"),
                ElementsAre("breaking /n: the key is gone", "additive /m: the key is new"));
    EXPECT_THAT(drift({R"({"id":"a","n":1})", R"({"id":"a"})"}, R"({"id":"b"})"),
                ElementsAre("harmless /n: the key, which was not always there, is not there"));
}

TEST(ShapeDrift, TypesThatAreOthersBreak) {
    EXPECT_THAT(drift({R"({"n":1})"}, R"({"n":"1"})"),
                ElementsAre("breaking /n: the type is a text, and was a number"));
    EXPECT_THAT(drift({R"({"n":1})"}, R"({"n":null})"),
                ElementsAre("breaking /n: the type is null, and was a number"));
    EXPECT_THAT(drift({R"({"n":1})"}, R"({"n":1.5})"),
                ElementsAre("breaking /n: the number has a fraction, and was whole"));
    EXPECT_THAT(drift({R"({"at":"2025-01-01T00:00:00Z"})"}, R"({"at":"yesterday"})"),
                ElementsAre("breaking /at: the text is no date-time any more"));
}

TEST(ShapeDrift, WhatWasNeverSeenIsNotExpected) {
    EXPECT_THAT(drift({R"({"n":null})"}, R"({"n":{"a":1}})"), IsEmpty());
    EXPECT_THAT(drift({R"({"list":[]})"}, R"({"list":[{"a":1}]})"), IsEmpty());
}

TEST(ShapeDrift, EnvelopesOfListsAreNamedAsSuch) {
    EXPECT_THAT(drift({R"({"data":[{"id":"a"}],"more":false})"}, R"([{"id":"a"}])"),
                ElementsAre("breaking : the envelope is a list, and was an object"));
    EXPECT_THAT(
        drift({R"({"data":[{"id":"a"}],"more":false})"}, R"({"items":[{"id":"a"}],"more":false})"),
        ElementsAre("breaking /data: the key of the envelope is gone",
                    "additive /items: the key is new"));
}

TEST(ShapeDrift, OnceForAllItemsOfAList) {
    EXPECT_THAT(drift({R"({"data":[{"id":"a","n":1},{"id":"b","n":1}]})"},
                      R"({"data":[{"id":"c"},{"id":"d"}]})"),
                ElementsAre("breaking /data/*/n: the key is gone"));
    EXPECT_THAT(
        drift({R"({"data":[{"id":"a","n":1}]})"}, R"({"data":[{"id":"c"},{"id":"d","n":1}]})"),
        ElementsAre("breaking /data/*/n: the key is missing in some, and never was"));
}

TEST(ShapeDrift, AValueOutsideAKnownSetIsNew) {
    const std::map<std::string, std::vector<json::Value>> sets = {
        {"/data/*/state", {json::Value("open"), json::Value("closed")}}};
    EXPECT_THAT(
        drift({R"({"data":[{"state":"open"}]})"},
              R"({"data":[{"state":"merged"},{"state":"closed"}]})", sets),
        ElementsAre("additive /data/*/state: the value \"merged\" is new among 2 known values"));
}

TEST(ShapeDrift, P34ANarrowProjectionIsHeldAgainstItsOwnCall) {
    EXPECT_THAT(drift({R"([{"number":1}])"}, R"([{"number":2}])"), IsEmpty());
}

TEST(ShapeDrift, PromisesInWritingThatAreBroken) {
    const auto schema = schema::compile(value_of(
        R"({"required":["id"],"properties":{"items":{"items":{"type":"integer"}},"state":{"enum":["a"]}}})"));
    ASSERT_TRUE(schema);
    std::vector<std::string> lines;
    for (const ShapeChange& change :
         broken_promises(schema::check(*schema, value_of(R"({"items":["x","y"],"state":"b"})")))) {
        lines.push_back(std::string(name_of(change.shape_class)) + " " + change.path);
    }
    EXPECT_THAT(lines,
                testing::UnorderedElementsAre("breaking ", "breaking /items/*", "additive /state"));
}

}  // namespace

}  // namespace understudy::verify
