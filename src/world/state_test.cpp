// The state, part by part.
#include "world/impl/state.hpp"

#include <gtest/gtest.h>

#include "base/error.hpp"
#include "json/parse.hpp"
#include "json/write.hpp"
#include "world/code.hpp"
#include "world/parcels_testing.hpp"

namespace understudy::world {
namespace {

using namespace parcels;

constexpr base::Instant kStart{1'735'689'600, 0};

class StateTest : public ::testing::Test {
protected:
    // Parcels p1, p2, ... in depot d1.
    Object parcel(int number) {
        Object made = blank(kParcels, *pack_, "p" + std::to_string(number),
                            static_cast<std::uint64_t>(number));
        set(made, kDepot, "d1");
        set(made, kParcelWeight, number);
        set(made, kColour, number % 2 == 0 ? "red" : "blue");
        set(made, kNote, "note " + std::to_string(number));
        set(made, kCreated, base::to_rfc3339({kStart.seconds + number, 0}), Origin::Clock);
        made.state = kOpen;
        return made;
    }
    void put(Object object) { state_.put(std::make_shared<const Object>(std::move(object))); }
    void put_parcels(int count) {
        for (int i = 1; i <= count; ++i) put(parcel(i));
    }
    static std::string ids(const State::Slice& slice) {
        std::string text = slice.more_before ? "..." : "";
        for (const ObjectPtr& object : slice.items) text += key_of(object->id) + " ";
        return text + (slice.more_after ? "..." : "");
    }
    std::string fold(pack::Index field, std::string_view key = "d1") {
        return json::write(state_.fold(kDepots, field, key));
    }

    std::shared_ptr<const pack::Pack> pack_ = make_pack();
    State state_{pack_, kStart};
    Where all_{.resource = kParcels};
};

TEST_F(StateTest, FindsWhatWasPut) {
    put_parcels(3);
    EXPECT_EQ(key_of(state_.find(kParcels, "p2")->id), "p2");
    EXPECT_EQ(state_.find(kParcels, "p9"), nullptr);
    EXPECT_EQ(state_.find(kDepots, "p2"), nullptr);
    EXPECT_EQ(state_.count(kParcels), 3U);
    state_.erase(kParcels, "p2");
    EXPECT_EQ(state_.find(kParcels, "p2"), nullptr);
    EXPECT_EQ(state_.count(kParcels), 2U);
}

TEST_F(StateTest, NumbersAreIdsToo) {
    put(blank(kDepots, *pack_, 42, 1));
    EXPECT_NE(state_.find(kDepots, "42"), nullptr);
}

TEST_F(StateTest, TombstonesAreFoundByKeyAlone) {
    put_parcels(3);
    Object gone = parcel(2);
    gone.deleted = true;
    put(gone);
    EXPECT_TRUE(state_.find(kParcels, "p2")->deleted);
    EXPECT_EQ(state_.count(kParcels), 2U);
    EXPECT_EQ(ids(state_.after(all_, "", 10)), "p3 p1 ");
    EXPECT_EQ(fold(kWeight), "4");
    const json::Value note = "note 2";
    const pack::Index field = kNote;
    EXPECT_EQ(state_.find_by(kParcels, {&field, 1}, {&note, 1}), nullptr);
    EXPECT_FALSE(state_.is_listed(all_, "p2"));
    EXPECT_TRUE(state_.is_listed(all_, "p3"));
    // A page may still begin at it.
    EXPECT_EQ(ids(state_.after(all_, "p2", 10)), "...p1 ");
    EXPECT_EQ(ids(state_.before(all_, "p2", 10)), "p3 ...");
}

TEST_F(StateTest, FindsByTheFieldsOfAUniqueSet) {
    put_parcels(20);
    const std::vector<pack::Index> fields = {kDepot, kNote};
    const auto find = [&](const json::Value& depot, const json::Value& note) {
        const ObjectPtr found = state_.find_by(kParcels, fields, std::vector{depot, note});
        return found ? key_of(found->id) : "none";
    };
    EXPECT_EQ(find("d1", "note 7"), "p7");
    EXPECT_EQ(find("d2", "note 7"), "none");
    EXPECT_EQ(find("d1", "note 77"), "none");
    const std::vector<pack::Index> by_id = {kId, kDepot};
    EXPECT_NE(state_.find_by(kParcels, by_id, std::vector<json::Value>{"p7", "d1"}), nullptr);
    EXPECT_EQ(state_.find_by(kParcels, by_id, std::vector<json::Value>{"p7", "d2"}), nullptr);
    const std::vector<pack::Index> no_index = {kNestedSize};
    EXPECT_EQ(state_.find_by(kParcels, no_index, std::vector<json::Value>{"p7"}), nullptr);
}

TEST_F(StateTest, ListsComeNewestFirstUnlessThePackSaysElse) {
    put_parcels(3);
    EXPECT_EQ(ids(state_.after(all_, "", 10)), "p3 p2 p1 ");
    for (int i = 1; i <= 3; ++i) {
        put(blank(kDepots, *pack_, "d" + std::to_string(i), static_cast<std::uint64_t>(i)));
    }
    EXPECT_EQ(ids(state_.after({.resource = kDepots}, "", 10)), "d1 d2 d3 ");
}

TEST_F(StateTest, OrderFieldsDecideAndTiesGoByCreation) {
    std::uint64_t sequence = 0;
    const auto tag = [&](const char* id, json::Value rank, const char* name) {
        Object made = blank(kTags, *pack_, id, ++sequence);
        set(made, kRank, std::move(rank));
        set(made, kTagName, name);
        put(made);
    };
    tag("a", 1, "x");
    tag("b", 2, "y");
    tag("c", 2, "x");
    tag("d", 2, "x");
    tag("e", nullptr, "a");
    tag("f", 10, "z");
    EXPECT_EQ(ids(state_.after({.resource = kTags}, "", 10)), "f c d b a e ");
}

TEST_F(StateTest, PagesGoBothWaysFromAnObject) {
    put_parcels(9);
    EXPECT_EQ(ids(state_.after(all_, "", 3)), "p9 p8 p7 ...");
    EXPECT_EQ(ids(state_.after(all_, "p7", 3)), "...p6 p5 p4 ...");
    EXPECT_EQ(ids(state_.after(all_, "p4", 3)), "...p3 p2 p1 ");
    EXPECT_EQ(ids(state_.after(all_, "p1", 3)), "...");
    EXPECT_EQ(ids(state_.before(all_, "p4", 3)), "...p7 p6 p5 ...");
    EXPECT_EQ(ids(state_.before(all_, "p7", 3)), "p9 p8 ...");
    EXPECT_EQ(ids(state_.before(all_, "", 2)), "...p2 p1 ");
    EXPECT_EQ(ids(state_.at(all_, 2, 3)), "...p7 p6 p5 ...");
    EXPECT_EQ(ids(state_.at(all_, 7, 3)), "...p2 p1 ");
    EXPECT_EQ(ids(state_.at(all_, 20, 3)), "...");
    EXPECT_EQ(state_.at(all_, 0, 1).total, 9U);
    EXPECT_EQ(ids(state_.after(all_, "nobody", 3)), "");
}

TEST_F(StateTest, ConditionsNarrowAList) {
    put_parcels(30);
    Object closed = parcel(4);
    closed.state = kClosed;
    put(closed);
    const auto listed = [this](Where where) {
        where.resource = kParcels;
        return ids(state_.after(where, "", 4));
    };
    EXPECT_EQ(listed({.equal = {{kColour, "red"}}}), "p30 p28 p26 p24 ...");
    EXPECT_EQ(listed({.equal = {{kColour, "green"}}}), "");
    EXPECT_EQ(listed({.equal = {{kStatus, "closed"}}}), "p4 ");
    EXPECT_EQ(listed({.equal = {{kStatus, "closed"}, {kColour, "blue"}}}), "");
    EXPECT_EQ(listed({.equal = {{kStatus, "open"}, {kColour, "blue"}}}), "p29 p27 p25 p23 ...");
    EXPECT_EQ(listed({.equal = {{kParcelWeight, json::Value::number("7.0")}}}), "p7 ");
    EXPECT_EQ(listed({.between = {{kParcelWeight, 2, 4, true, true}}}), "p4 p3 p2 ");
    EXPECT_EQ(listed({.between = {{kParcelWeight, 2, 4, false, false}}}), "p3 ");
    EXPECT_EQ(listed({.between = {{kParcelWeight, 28, std::nullopt, true, true}}}), "p30 p29 p28 ");
    EXPECT_EQ(listed({.between = {{kParcelWeight, std::nullopt, 2, true, true}}}), "p2 p1 ");
    EXPECT_EQ(listed({.between = {{kParcelWeight, 9, 2, true, true}}}), "");
    EXPECT_EQ(listed({.between = {{kNote, 3, std::nullopt, true, true}}}), "") << "other kind";
    EXPECT_EQ(listed({.between = {{kCreated, 1735689602, "2025-01-01T00:00:03Z", true, true}}}),
              "p3 p2 ");
    EXPECT_EQ(listed({.prefix = {{kNote, "note 2"}}}), "p29 p28 p27 p26 ...");
    EXPECT_EQ(listed({.equal = {{kColour, "red"}}, .prefix = {{kNote, "note 2"}}}),
              "p28 p26 p24 p22 ...");
    EXPECT_EQ(listed({.also = [](const Object& o) { return o.sequence % 10 == 0; }}),
              "p30 p20 p10 ");
    EXPECT_EQ(listed({.equal = {{kNestedSize, nullptr}}}), "p30 p29 p28 p27 ...") << "no index";
}

TEST_F(StateTest, TheTotalIsKnownWhereTheIndexTellsIt) {
    put_parcels(30);
    Where where = all_;
    where.equal = {{kColour, "red"}};
    EXPECT_EQ(state_.at(where, 10, 2).total, 15U);
    EXPECT_EQ(ids(state_.at(where, 10, 2)), "...p10 p8 ...");
    where.also = [](const Object& o) { return o.sequence > 20; };
    EXPECT_EQ(state_.at(where, 1, 2).total, std::nullopt);
    EXPECT_EQ(ids(state_.at(where, 3, 2)), "...p24 p22 ");
    EXPECT_EQ(ids(state_.before(where, "p24", 2)), "...p28 p26 ...");
    Where range = all_;
    range.between = {{kParcelWeight, 3, 5, true, true}};
    EXPECT_EQ(state_.at(range, 0, 2).total, 3U);
}

TEST_F(StateTest, LongTextsAreComparedWhole) {
    const std::string begin(400, 'x');
    for (int i = 1; i <= 3; ++i) {
        Object made = parcel(i);
        set(made, kNote, begin + std::to_string(i));
        put(made);
    }
    Where where = all_;
    where.equal = {{kNote, begin + "2"}};
    EXPECT_EQ(ids(state_.after(where, "", 10)), "p2 ");
    where.equal.clear();
    where.between = {{kNote, begin + "2", std::nullopt, true, true}};
    EXPECT_EQ(ids(state_.after(where, "", 10)), "p3 p2 ");
    where.between.clear();
    where.prefix = {{kNote, begin + "1"}};
    EXPECT_EQ(ids(state_.after(where, "", 10)), "p1 ");
    const pack::Index field = kNote;
    const json::Value wanted = begin + "3";
    EXPECT_EQ(key_of(state_.find_by(kParcels, {&field, 1}, {&wanted, 1})->id), "p3");
}

TEST_F(StateTest, AggregatesFollowEveryWrite) {
    EXPECT_EQ(fold(kWeight), "0");
    EXPECT_EQ(fold(kCount), "0");
    EXPECT_EQ(fold(kLightest), "null");
    EXPECT_EQ(fold(kByColour), "{}");
    put_parcels(4);
    EXPECT_EQ(fold(kWeight), "10");
    EXPECT_EQ(fold(kOpenWeight), "10");
    EXPECT_EQ(fold(kCount), "4");
    EXPECT_EQ(fold(kLightest), "1");
    EXPECT_EQ(fold(kHeaviest), "4");
    EXPECT_EQ(fold(kByColour), R"({"blue":4,"red":6})");
    EXPECT_EQ(fold(kMinByColour), R"({"blue":1,"red":2})");
    EXPECT_EQ(fold(kWorldWeight, ""), "10");
    EXPECT_EQ(fold(kWorldWeight, "d1"), "10");
    EXPECT_EQ(fold(kLatest), R"("2025-01-01T00:00:04Z")");
    EXPECT_EQ(fold(kWeight, "d2"), "0");

    Object changed = parcel(4);
    changed.state = kClosed;
    set(changed, kNote, nullptr, Origin::Absent);
    put(changed);
    EXPECT_EQ(fold(kOpenWeight), "6");
    EXPECT_EQ(fold(kCount), "3");
    set(changed, kDepot, "d2");
    put(changed);
    EXPECT_EQ(fold(kWeight), "6");
    EXPECT_EQ(fold(kHeaviest), "3");
    EXPECT_EQ(fold(kWeight, "d2"), "4");
    EXPECT_EQ(fold(kWorldWeight, ""), "10");
    state_.erase(kParcels, "p4");
    EXPECT_EQ(fold(kWeight, "d2"), "0");
    EXPECT_EQ(fold(kByColour, "d2"), "{}");
}

TEST_F(StateTest, SumsAreExactAndForgetNothing) {
    const auto weigh = [this](int number, const char* weight) {
        Object made = parcel(number);
        set(made, kParcelWeight, json::Value::number(weight));
        put(made);
    };
    weigh(1, "9223372036854775807");
    weigh(2, "1");
    EXPECT_EQ(fold(kWeight), "9223372036854775808");
    weigh(1, "0.1");
    EXPECT_EQ(fold(kWeight), "1.1");
    weigh(2, "0.20");
    EXPECT_EQ(fold(kWeight), "0.3");
    weigh(2, "0.9");
    EXPECT_EQ(fold(kWeight), "1.0");
    weigh(1, "2");
    weigh(2, "3");
    EXPECT_EQ(fold(kWeight), "5");
    weigh(3, "1e400");  // past every double: not summed, and no harm done
    weigh(4, "1e-900");
    EXPECT_EQ(fold(kWeight), "5.0");
    state_.erase(kParcels, "p4");
    EXPECT_EQ(fold(kWeight), "5");
    Object text = parcel(5);
    set(text, kParcelWeight, "heavy");
    put(text);
    EXPECT_EQ(fold(kWeight), "5");
}

TEST_F(StateTest, OwnFieldsAreNestedAndNamed) {
    Object made = parcel(1);
    set(made, kNestedSize, 3);
    set(made, kNote, nullptr, Origin::Absent);
    EXPECT_EQ(json::write(own_fields(made, *pack_)),
              R"({"id":"p1","depot":"d1","weight":1,"colour":"blue",)"
              R"("created":"2025-01-01T00:00:01Z","status":"open","object":"parcel",)"
              R"("size":{"width":3}})");
}

// They enter the trees some at a time, or when somebody looks.
TEST_F(StateTest, WhatWasJustMadeIsFoundInEveryWay) {
    const auto draw = [this](int number) {
        Object made = parcel(number);
        made.is_drawn = true;
        put(made);
    };
    for (int i = 1; i <= 80; ++i) draw(i);
    for (int i = 1; i <= 80; ++i) {
        const ObjectPtr found = state_.find(kParcels, "p" + std::to_string(i));
        ASSERT_NE(found, nullptr) << i;
        EXPECT_EQ(found->sequence, static_cast<std::uint64_t>(i));
    }
    draw(81);
    EXPECT_EQ(state_.count(kParcels), 81U);
    draw(82);
    EXPECT_EQ(ids(state_.after(all_, "", 2)), "p82 p81 ...");
    EXPECT_EQ(fold(kWeight), "3403");
    draw(83);
    Where red = all_;
    red.equal = {{kColour, "red"}};
    EXPECT_EQ(ids(state_.after(red, "", 2)), "p82 p80 ...");

    const State before = state_;
    draw(84);
    EXPECT_EQ(before.find(kParcels, "p84"), nullptr);
    EXPECT_EQ(before.count(kParcels), 83U);

    // Written to, taken back and made again while it waits.
    draw(85);
    Object heavier = parcel(85);
    set(heavier, kParcelWeight, 1000);
    const std::size_t mark = state_.mark();
    put(heavier);
    draw(86);
    EXPECT_EQ(state_.find(kParcels, "p85")->values[kParcelWeight], json::Value(1000));
    state_.roll_back(mark);
    EXPECT_EQ(state_.find(kParcels, "p86"), nullptr);
    EXPECT_EQ(state_.find(kParcels, "p85")->values[kParcelWeight], json::Value(85));
    draw(86);
    state_.erase(kParcels, "p85");
    EXPECT_EQ(ids(state_.after(all_, "", 3)), "p86 p84 p83 ...");
    EXPECT_EQ(state_.find(kParcels, "p85"), nullptr);
    EXPECT_EQ(fold(kWeight), "3656");  // 1 to 86 without 85
}

TEST_F(StateTest, SequencesCountFromOne) {
    EXPECT_EQ(state_.last("charges"), 0U);
    EXPECT_EQ(state_.next("charges"), 1U);
    EXPECT_EQ(state_.next("charges"), 2U);
    EXPECT_EQ(state_.next("$trace"), 1U);
    EXPECT_EQ(state_.last("charges"), 2U);
}

TEST_F(StateTest, TimersFireInOrderOfDueThenNumber) {
    const auto schedule = [this](std::int64_t seconds, const char* key, pack::Index move) {
        state_.schedule({.due = {kStart.seconds + seconds, 0},
                         .start = kStart,
                         .duration = 0,
                         .resource = kParcels,
                         .key = key,
                         .move = move});
    };
    schedule(20, "p1", 0);
    schedule(10, "p1", 1);
    schedule(10, "p2", 0);
    schedule(-5, "p10", 0);
    const auto numbers = [](const std::vector<Timer>& timers) {
        std::string text;
        for (const Timer& timer : timers) text += std::to_string(timer.number) + " ";
        return text;
    };
    EXPECT_EQ(numbers(state_.timers()), "4 2 3 1 ");
    EXPECT_EQ(numbers(state_.timers_of(kParcels, "p1")), "2 1 ");
    EXPECT_EQ(state_.next_due(kStart)->number, 4U);
    state_.take(*state_.next_due(kStart));
    EXPECT_EQ(state_.next_due(kStart), std::nullopt);
    EXPECT_EQ(state_.next_due({kStart.seconds + 10, 0})->number, 2U);
    state_.cancel(kParcels, "p1", 1);
    EXPECT_EQ(numbers(state_.timers()), "3 1 ");
    state_.cancel_all(kParcels, "p1");
    EXPECT_EQ(numbers(state_.timers()), "3 ");
    EXPECT_EQ(state_.last("$timer"), 4U);
}

TEST_F(StateTest, TimersOfAnObjectAreFoundByItsNumberAndByItsKey) {
    put_parcels(2);
    const auto schedule = [this](const char* key, std::uint64_t sequence, int count) {
        for (int i = 0; i < count; ++i) {
            state_.schedule({.due = {kStart.seconds + i, 0},
                             .start = kStart,
                             .resource = kParcels,
                             .key = key,
                             .move = 0,
                             .sequence = sequence});
        }
    };
    schedule("p1", 1, 260);  // more than there is room for beside those of the next object
    schedule("p2", 2, 3);
    schedule("p1", 0, 2);  // as a journal gives them back
    EXPECT_EQ(state_.timers_of(kParcels, "p1").size(), 262U);
    EXPECT_EQ(state_.timers_of(kParcels, "p2").size(), 3U);

    // Another one under the same key: what waited for the first waits for it.
    const State before = state_;
    Object anew = parcel(1);
    anew.sequence = 9;
    const std::size_t mark = state_.mark();
    put(anew);
    EXPECT_EQ(state_.timers_of(kParcels, "p1").size(), 262U);
    state_.roll_back(mark);
    EXPECT_EQ(state_.timers_of(kParcels, "p1").size(), 262U);
    put(anew);
    EXPECT_EQ(state_.timers_of(kParcels, "p1").size(), 262U);
    EXPECT_EQ(before.timers_of(kParcels, "p1").size(), 262U);
    state_.cancel(kParcels, "p1", 0);
    EXPECT_TRUE(state_.timers_of(kParcels, "p1").empty());
    EXPECT_EQ(state_.timers_of(kParcels, "p2").size(), 3U);
    EXPECT_EQ(state_.timers().size(), 3U);
    EXPECT_EQ(before.timers().size(), 265U);
}

TEST_F(StateTest, KeepsRecordsNotesAndTheClock) {
    state_.remember({.key = "a/k1", .shown_key = "k1", .status = 201});
    state_.remember({.key = "a/k2", .shown_key = "k2"});
    EXPECT_EQ(state_.remembered("a/k1")->status, 201);
    EXPECT_EQ(state_.all_remembered().size(), 2U);
    state_.forget("a/k1");
    state_.forget("a/k1");
    EXPECT_FALSE(state_.remembered("a/k1").has_value());
    state_.set_note("rate", 3);
    EXPECT_EQ(*state_.note("rate"), json::Value(3));
    state_.set_note("rate", nullptr);
    EXPECT_FALSE(state_.note("rate").has_value());
    state_.set_now({kStart.seconds + 1, 5});
    EXPECT_EQ(state_.now(), (base::Instant{kStart.seconds + 1, 5}));
}

TEST_F(StateTest, ARolledBackChangeLeavesNoTrace) {
    put_parcels(5);
    state_.set_note("n", "x");
    state_.schedule({.due = kStart, .start = kStart, .resource = kParcels, .key = "p1", .move = 0});
    state_.record(true);
    const std::string before = state_.digest();
    const std::size_t mark = state_.mark();
    put_parcels(8);
    state_.erase(kParcels, "p3");
    Object changed = parcel(2);
    set(changed, kDepot, "d9");
    put(changed);
    const std::size_t inner = state_.mark();
    state_.set_note("inner", true);
    state_.roll_back(inner);
    EXPECT_FALSE(state_.note("inner").has_value());
    state_.next("parcels");
    state_.cancel_all(kParcels, "p1");
    state_.set_now({1, 1});
    state_.set_note("n", nullptr);
    state_.remember({.key = "k"});
    EXPECT_NE(state_.digest(), before);
    state_.roll_back(mark);
    state_.settle();
    EXPECT_EQ(state_.digest(), before);
    EXPECT_EQ(fold(kWeight), "15");
    EXPECT_EQ(ids(state_.after(all_, "", 10)), "p5 p4 p3 p2 p1 ");
    EXPECT_EQ(state_.timers().size(), 1U);
    EXPECT_TRUE(state_.take_changes().empty());
}

TEST_F(StateTest, ChangesCarryTheLatestValueOfEachKey) {
    state_.record(true);
    put_parcels(2);
    put(parcel(1));
    state_.next("parcels");
    state_.next("parcels");
    state_.set_now({kStart.seconds + 9, 0});
    state_.erase(kParcels, "p2");
    std::string text;
    for (const Change& change : state_.take_changes()) {
        text += change.part + " " + change.key + " " + json::write(change.value) + "\n";
    }
    EXPECT_EQ(text,
              "clock  \"2025-01-01T00:00:09Z\"\n"
              "clock changed \"2025-01-01T00:00:09Z\"\n"
              "sequence parcels 2\n"
              "object parcels/p1 {\"resource\":\"parcels\",\"id\":\"p1\",\"sequence\":1,"
              "\"version\":1,\"state\":\"open\",\"values\":{\"depot\":[\"input\",\"d1\"],"
              "\"weight\":[\"input\",1],\"colour\":[\"input\",\"blue\"],"
              "\"note\":[\"input\",\"note 1\"],\"created\":[\"clock\",\"2025-01-01T00:00:01Z\"]},"
              "\"set_by\":0}\n"
              "object parcels/p2 null\n");
    EXPECT_TRUE(state_.take_changes().empty());
}

TEST_F(StateTest, EverythingComesBackFromItsEntries) {
    put_parcels(3);
    Object full = parcel(4);
    full.deleted = true;
    full.state = kClosed;
    full.set_by = 7;
    full.set_at.assign(full.values.size(), 3);
    full.bound = {{kNote, "pin", "trc_2", json::Value()}};
    full.started_by = json::Value::object({{"operation", "createParcel"}});
    set(full, kNote, nullptr, Origin::Before);
    put(full);
    state_.schedule({.due = {5, 6},
                     .start = kStart,
                     .duration = 0,
                     .resource = kParcels,
                     .key = "p1",
                     .move = 1});
    state_.remember({.key = std::string("k\xFF"),
                     .shown_key = "k",
                     .fingerprint = "f",
                     .stored = kStart,
                     .status = 402,
                     .headers = {{"Content-Type", "application/json"}},
                     .body = std::make_shared<const std::string>("\xFF\x01"),
                     .operation = "createParcel",
                     .request_id = "req_1",
                     .trace = 3,
                     .running = true});
    state_.set_note("n", json::Value::array({1, 2}));
    state_.next("parcels");

    State other(pack_, {});
    other.set_note("left over", 1);
    other.next("left over");
    ASSERT_TRUE(other.apply(State::forget_all()));
    state_.each_entry([&other](const Change& change) {
        const auto applied = other.apply(change);
        ASSERT_TRUE(applied) << base::render(applied.error());
    });
    EXPECT_EQ(other.digest(), state_.digest());
    EXPECT_EQ(*other.remembered("k\xFF")->body, "\xFF\x01");
    EXPECT_EQ(other.timers().at(0).move, 1U);
    EXPECT_EQ(other.find(kParcels, "p4")->bound[0].bound_by, "trc_2");
    EXPECT_EQ(other.find(kParcels, "p4")->set_at[0], 3U);
    EXPECT_EQ(json::write(other.fold(kDepots, kWeight, "d1")), "6");
}

TEST_F(StateTest, RefusesAJournalThatCannotBe) {
    const auto why = [this](const char* part, const char* key, const char* value) {
        const std::string before = state_.digest();
        const auto applied = state_.apply({part, key, json::parse(value).value()});
        EXPECT_EQ(state_.digest(), before);
        if (applied) return std::string("applied");
        EXPECT_EQ(applied.error().code, code::BadJournal);
        return base::message(applied.error());
    };
    put_parcels(1);
    const std::string head = "the journal cannot be applied: ";
    EXPECT_EQ(why("objekt", "x", "1"), head + "there is no part objekt");
    EXPECT_EQ(why("clock", "", "1"), head + "the clock is not an instant");
    EXPECT_EQ(why("clock", "", "null"), head + "the clock is not an instant");
    EXPECT_EQ(why("sequence", "a", "-1"), head + "a is not a whole number");
    EXPECT_EQ(why("object", "boxes/p1", "null"), head + "no resource has an object boxes/p1");
    EXPECT_EQ(why("object", "parcels", "null"), head + "no resource has an object parcels");
    EXPECT_EQ(why("object", "parcels/p1", "{}"), head + "resource is not a text");
    EXPECT_EQ(why("object", "parcels/p1", R"({"resource":"parcels","id":[1]})"),
              head + "an object without an id");
    EXPECT_EQ(why("object", "parcels/p1", R"({"resource":"parcels","id":"p1","sequence":0})"),
              head + "an object without a sequence number");
    EXPECT_EQ(why("object", "parcels/p1",
                  R"({"resource":"parcels","id":"p2","sequence":1,"version":1,"values":{},
                      "set_by":0})"),
              head + "the object of parcels/p1 is another one");
    EXPECT_EQ(why("object", "parcels/p2",
                  R"({"resource":"parcels","id":"p2","sequence":1,"version":1,"values":{},
                      "set_by":0})"),
              head + "parcels/p2 has the sequence number of another object");
    EXPECT_EQ(why("object", "parcels/p1",
                  R"({"resource":"parcels","id":"p1","sequence":1,"version":1,"state":"lost"})"),
              head + "parcels has no state lost");
    EXPECT_EQ(why("object", "parcels/p1",
                  R"({"resource":"parcels","id":"p1","sequence":1,"version":1,"values":[]})"),
              head + "values that are no map");
    EXPECT_EQ(why("object", "parcels/p1",
                  R"({"resource":"parcels","id":"p1","sequence":1,"version":1,
                      "values":{"height":["input",1]}})"),
              head + "parcels has no field height");
    EXPECT_EQ(why("object", "parcels/p1",
                  R"({"resource":"parcels","id":"p1","sequence":1,"version":1,
                      "values":{"note":["heard",1]}})"),
              head + "the value of note");
    EXPECT_EQ(why("timer", "x", "null"), head + "there is no timer x");
    EXPECT_EQ(why("timer", "2", R"({"number":3,"due":"2025-01-01T00:00:00Z",
                      "start":"2025-01-01T00:00:00Z","key":""})"),
              head + "the timer is not 2");
    EXPECT_EQ(why("timer", "3", R"({"number":3,"due":"never"})"), head + "due is not an instant");
    EXPECT_EQ(why("idempotency", "k", R"({"key":"l"})"), head + "shown_key is missing");
    EXPECT_EQ(why("idempotency", "k", R"({"key":{"base64":"!"}})"), head + "key is not a text");
}

TEST_F(StateTest, CopiesGoTheirOwnWays) {
    put_parcels(100);
    const std::string before = state_.digest();
    State fork = state_;
    put(parcel(101));
    state_.erase(kParcels, "p1");
    EXPECT_EQ(fork.digest(), before);
    fork.set_now({1, 0});
    fork.erase(kParcels, "p2");
    EXPECT_NE(state_.find(kParcels, "p2"), nullptr);
    EXPECT_EQ(state_.count(kParcels), 100U);
    EXPECT_EQ(fork.count(kParcels), 99U);
    EXPECT_EQ(json::write(fork.fold(kDepots, kWeight, "d1")), "5048");
    state_ = fork;
    EXPECT_EQ(state_.digest(), fork.digest());
}

TEST_F(StateTest, EachVisitsTheLivingInOrderOfCreation) {
    put_parcels(5);
    Object gone = parcel(2);
    gone.deleted = true;
    put(gone);
    std::string seen;
    state_.each(kParcels, [&](const ObjectPtr& object) {
        seen += key_of(object->id) + " ";
        state_.erase(kParcels, key_of(object->id));  // may be done on the way
        return object->sequence < 4;
    });
    EXPECT_EQ(seen, "p1 p3 p4 ");
}

TEST_F(StateTest, AnIdMadeAnewTakesANewPlace) {
    put_parcels(3);
    Object anew = parcel(9);
    anew.id = "p1";
    put(anew);
    EXPECT_EQ(ids(state_.after(all_, "", 10)), "p1 p3 p2 ");
    EXPECT_EQ(fold(kWeight), "14");
}

}  // namespace
}  // namespace understudy::world
