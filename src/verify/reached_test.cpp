#include "verify/reached.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/text.hpp"
#include "verify/shop_testing.hpp"

namespace understudy::verify {

namespace {

std::string words(const Reached& reached) {
    std::string text;
    for (const Share& each : reached.shares()) {
        text += each.kind + " " + std::to_string(each.reached) + "/" + std::to_string(each.all);
        if (!each.missing.empty()) text += " not " + base::join(each.missing, ", ");
        text += "\n";
    }
    return text;
}

Taken answer(int status, std::string body) {
    Taken taken;
    taken.kind = Taken::Kind::Answer;
    taken.response.head.status = status;
    taken.response.head.headers.add("Content-Type", "application/json");
    taken.response.pieces.push_back({std::move(body), {}});
    return taken;
}

Leg leg(std::string operation, json::Value query = json::Value::object()) {
    Leg made;
    made.operation = std::move(operation);
    made.step.request.query = std::move(query);
    return made;
}

TEST(Reached, NothingAtFirst) {
    EXPECT_EQ(words(Reached(*testing::shop())),
              "operations 0/4 not createBox, getBox, listBoxes, sendBox\n"
              "states 0/3 not boxes.packed, boxes.sent, boxes.there\n"
              "moves 0/2 not boxes.send, boxes.arrive\n"
              "errors 0/3 not no_key, no_such, bad\n"
              "filters 0/1 not listBoxes kind\n"
              "pages 0/3 not after, before, limit\n");
}

TEST(Reached, CallsErrorsFiltersAndPages) {
    Reached reached(*testing::shop());
    Walk walk;
    walk.legs = {leg("createBox"), leg("getBox"),
                 leg("listBoxes", json::Value::object({{"kind", "flat"}})),
                 leg("listBoxes", json::Value::object({{"limit", 1}}))};
    Taken not_run;
    reached.note(walk,
                 {answer(201, "{}"), answer(404, R"({"error":{"code":"no_such"}})"),
                  answer(200, "{}"), not_run},
                 {});
    EXPECT_EQ(words(reached),
              "operations 3/4 not sendBox\n"
              "states 0/3 not boxes.packed, boxes.sent, boxes.there\n"
              "moves 0/2 not boxes.send, boxes.arrive\n"
              "errors 1/3 not no_key, bad\n"
              "filters 1/1\n"
              "pages 0/3 not after, before, limit\n");
}

// A call that was refused has asked for no page and no filter.
TEST(Reached, ARefusedListHasShownNothing) {
    Reached reached(*testing::shop());
    Walk walk;
    walk.legs = {leg("listBoxes", json::Value::object({{"kind", "flat"}, {"limit", 0}}))};
    reached.note(walk, {answer(400, R"({"error":{"code":"bad"}})")}, {});
    EXPECT_THAT(words(reached), ::testing::HasSubstr("filters 0/1"));
    EXPECT_THAT(words(reached), ::testing::HasSubstr("pages 0/3"));
}

TEST(Reached, MovesByWhatSetThemOff) {
    Reached reached(*testing::shop());
    reached.note({}, {},
                 {{"boxes", "box_1", "nothing", "packed", "call createBox"},
                  {"boxes", "box_1", "packed", "sent", "call sendBox"}});
    EXPECT_THAT(words(reached), ::testing::HasSubstr("states 2/3 not boxes.there\n"));
    EXPECT_THAT(words(reached), ::testing::HasSubstr("moves 1/2 not boxes.arrive\n"));
    // A timer's move is not met by a call that happens to lead there.
    reached.note({}, {}, {{"boxes", "box_1", "sent", "there", "call sendBox"}});
    EXPECT_THAT(words(reached), ::testing::HasSubstr("moves 1/2 not boxes.arrive\n"));
    reached.note({}, {}, {{"boxes", "box_1", "sent", "there", "timer arrive"}});
    EXPECT_THAT(words(reached), ::testing::HasSubstr("moves 2/2\n"));
}

TEST(Reached, WhyCallsAloneMissIt) {
    const Reached reached(*testing::shop());
    EXPECT_EQ(reached.why_not("moves", "boxes.arrive"), "a timer of 2s");
    EXPECT_EQ(reached.why_not("moves", "boxes.send"), "");
    EXPECT_EQ(reached.why_not("errors", "bad"), "");
}

}  // namespace

}  // namespace understudy::verify
