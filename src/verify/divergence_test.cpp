#include "verify/divergence.hpp"

#include <gtest/gtest.h>

#include "json/write.hpp"
#include "verify/shop_testing.hpp"

namespace understudy::verify {

namespace {

Walk walk_of(std::size_t count, bool is_loose = false) {
    Walk walk;
    walk.is_loose = is_loose;
    for (std::size_t i = 0; i < count; ++i) {
        Leg leg;
        leg.operation = "getBox";
        leg.step.id = "get" + std::to_string(i);
        leg.step.request.method = "GET";
        leg.step.request.path = "/boxes/x";
        walk.legs.push_back(std::move(leg));
    }
    return walk;
}

Taken answer(int status, std::string body) {
    Taken taken;
    taken.kind = Taken::Kind::Answer;
    taken.response.head.status = status;
    taken.response.head.headers.add("Content-Type", "application/json");
    taken.response.pieces.push_back({std::move(body), {}});
    return taken;
}

Taken silence() {
    Taken taken;
    taken.kind = Taken::Kind::NoAnswer;
    taken.why = "nobody is there";
    return taken;
}

std::string told(const std::vector<Taken>& fake, const std::vector<Taken>& target,
                 bool is_loose = false) {
    const Parting parting =
        part(*testing::shop(), walk_of(fake.size(), is_loose), fake, target, {});
    std::string text;
    for (const Divergence& each : parting.divergences) {
        text += std::to_string(each.leg) + ' ' + std::string(cassette::name_of(each.drift)) + ' ' +
                each.place() + (each.renamed_to.empty() ? "" : " -> " + each.renamed_to) + '\n';
    }
    return parting.unknown.empty() ? text : text + "unknown: " + parting.unknown + '\n';
}

TEST(Part, TellsTheClassOfEachDifference) {
    const Taken box =
        answer(200, R"({"id":"box_aaaaaaaa","size":3,"status":"sent","note":"as it was"})");
    EXPECT_EQ(
        told({box},
             {answer(200, R"({"id":"box_zzzzzzzz","size":3,"status":"sent","note":"as it was"})")}),
        "");
    EXPECT_EQ(told({box}, {answer(402, "{}")}), "0 now_refused status\n");
    EXPECT_EQ(told({box}, {answer(201, "{}")}), "0 exit_changed status\n");
    EXPECT_EQ(told({answer(409, "{}")}, {answer(200, "{}")}), "0 exit_changed status\n");
    EXPECT_EQ(
        told({box},
             {answer(200, R"({"id":"box_zzzzzzzz","size":4,"status":"sent","note":"as it was"})")}),
        "0 value_changed body /size\n");
    EXPECT_EQ(
        told({box},
             {answer(200,
                     R"({"id":"box_zzzzzzzz","size":"3","status":"sent","note":"as it was"})")}),
        "0 field_retyped body /size\n");
    EXPECT_EQ(
        told({box},
             {answer(200, R"({"id":"box_zzzzzzzz","size":3,"status":"lost","note":"as it was"})")}),
        "0 enum_grown body /status\n");
    EXPECT_EQ(
        told(
            {box},
            {answer(200, R"({"id":"box_zzzzzzzz","size":3,"status":"sent","notes":"as it was"})")}),
        "0 field_renamed body /note -> /notes\n");
    EXPECT_EQ(
        told({box},
             {answer(
                 200,
                 R"({"id":"box_zzzzzzzz","size":3,"status":"sent","note":"as it was","more":1})")}),
        "0 field_added body /more\n");
}

TEST(Part, WhatHintsAtAnotherStateEndsTheWalkUnlessItsCallsStandAlone) {
    const std::vector<Taken> fake = {answer(200, R"({"size":1})"), answer(200, R"({"size":1})")};
    const std::vector<Taken> target = {answer(200, R"({"size":2})"), answer(409, "{}")};
    EXPECT_EQ(told(fake, target), "0 value_changed body /size\n");
    EXPECT_EQ(told(fake, target, true), "0 value_changed body /size\n1 now_refused status\n");
}

TEST(Part, WhatSaysNothingAboutTheServiceIsUnknown) {
    const Taken box = answer(200, R"({"size":1})");
    EXPECT_EQ(told({box}, {silence()}), "unknown: nobody is there\n");
    EXPECT_EQ(told({box}, {answer(429, "{}")}),
              "unknown: the target answers 429 Too Many Requests\n");
    Taken page = answer(200, "<html>");
    page.response.head.headers.set("Content-Type", "text/html");
    EXPECT_EQ(told({box}, {page}), "unknown: the target answers with text that is no JSON\n");
    EXPECT_EQ(told({box}, {answer(200, "{")}).substr(0, 45),
              "unknown: the target's answer cannot be read: ");
}

TEST(Part, OneThingHasOneKeyHoweverItWasMet) {
    Divergence one;
    one.operation = "listBoxes";
    one.part = "body";
    one.path = "/data/0/size";
    Divergence other = one;
    other.path = "/data/7/size";
    EXPECT_EQ(one.key(), other.key());
    EXPECT_EQ(one.place(), "body /data/*/size");
    other.drift = cassette::Drift::FieldRemoved;
    EXPECT_NE(one.key(), other.key());
}

}  // namespace

}  // namespace understudy::verify
