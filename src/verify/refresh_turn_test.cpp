#include "verify/refresh_turn.hpp"

#include <gtest/gtest.h>

#include "json/write.hpp"

namespace understudy::verify {

namespace {

using report::Verdict;

constexpr std::int64_t kDay = 86'400;

Change change(std::string place, std::string fingerprint, std::string kind = "value_changed") {
    Change change;
    change.service = "github";
    change.cassette = "issue/list";
    change.exchange = "list";
    change.place = std::move(place);
    change.kind = std::move(kind);
    change.id = change_id(change);
    change.fingerprint = std::move(fingerprint);
    return change;
}

// Runs, a day apart.
struct Days {
    RefreshState state;
    RefreshSettings settings;
    std::int64_t day = 0;

    Turn next() { return Turn(state, settings, {++day * kDay, 0}); }

    Turn differed(std::vector<Change> changes) {
        Turn turn = next();
        turn.observe({"github", "issue/list", Verdict::Differed, "", std::move(changes)});
        turn.end_service("github");
        turn.end();
        return turn;
    }
    Turn agreed() {
        Turn turn = next();
        turn.observe({"github", "issue/list", Verdict::Agreed, "", {}});
        turn.end_service("github");
        turn.end();
        return turn;
    }
    Turn unknown() {
        Turn turn = next();
        turn.observe({"github", "issue/list", Verdict::Unknown, "no login", {}});
        turn.end_service("github");
        turn.end();
        return turn;
    }
};

std::string words(const Turn& turn) {
    std::string text;
    for (const Event& event : turn.events()) {
        text +=
            std::string(name_of(event.kind)) + " " + event.change.place + event.change.kind + ";";
    }
    return text;
}

TEST(RefreshTurn, TheSameMatterIsToldOnce) {
    Days days;
    EXPECT_EQ(words(days.differed({change("/a", "f1")})), "open /avalue_changed;");
    EXPECT_EQ(words(days.differed({change("/a", "f1")})), "");
}

TEST(RefreshTurn, P31ASecondChangeInTheSameFileIsTold) {
    Days days;
    days.differed({change("/a", "f1")});
    EXPECT_EQ(words(days.differed({change("/a", "f2")})), "update /avalue_changed;");
    EXPECT_EQ(words(days.differed({change("/a", "f2"), change("/b", "f1")})),
              "open /bvalue_changed;");
}

TEST(RefreshTurn, P46ItIsClosedOnProofAndOnlyThen) {
    Days days;
    days.differed({change("/a", "f1"), change("/b", "f1")});
    EXPECT_EQ(words(days.unknown()), "");
    // Another difference is no proof that this one is gone.
    EXPECT_EQ(words(days.differed({change("/b", "f1")})), "");
    Turn agreed = days.agreed();
    EXPECT_EQ(agreed.events().size(), 2U);
    EXPECT_EQ(name_of(agreed.events()[0].kind), "close");
    EXPECT_TRUE(days.state.findings.empty());
    EXPECT_TRUE(days.state.cassettes.at("github/issue/list").last_agreed);
}

TEST(RefreshTurn, P45WhatADriverHasFiledWaitsUntilItHasClosedIt) {
    Days days;
    const Change state = change("stdout /state", "aa");
    days.differed({state});
    days.agreed();
    EXPECT_TRUE(days.state.closings.empty());  // no driver has heard of it
    days.differed({state});
    days.state.findings.at(state.id).reference = "41";
    days.agreed();
    ASSERT_TRUE(days.state.closings.contains(state.id));
    EXPECT_EQ(days.state.closings.at(state.id).reference, "41");
    days.agreed();
    EXPECT_TRUE(days.state.closings.contains(state.id));
    // Back before anybody has closed it: the same matter.
    days.differed({state});
    EXPECT_TRUE(days.state.closings.empty());
    EXPECT_EQ(days.state.findings.at(state.id).reference, "41");
}

TEST(RefreshTurn, P30UnknownNeitherCountsNorResetsAttempts) {
    Days days;
    const Change it = change("/a", "f1");
    days.differed({it});
    days.unknown();
    days.unknown();
    EXPECT_EQ(days.state.findings.at(it.id).attempts, 1);
    EXPECT_FALSE(days.differed({it}).needs_a_person());
    const Turn third = days.differed({it});
    EXPECT_TRUE(third.needs_a_person());
    ASSERT_EQ(third.escalations().size(), 1U);
    EXPECT_EQ(third.escalations()[0].why, "3 attempts");
    EXPECT_EQ(third.escalations()[0].to, "human");
}

TEST(RefreshTurn, APersonIsCalledOnceAndNeededUntilItIsProvenGone) {
    Days days;
    const Change it = change("/a", "f1");
    for (int i = 0; i < 3; ++i) days.differed({it});
    const Turn fourth = days.differed({it});
    EXPECT_TRUE(fourth.escalations().empty());
    EXPECT_TRUE(fourth.needs_a_person());
    EXPECT_TRUE(fourth.is_paused({it}));
    EXPECT_FALSE(days.agreed().needs_a_person());
    EXPECT_FALSE(days.differed({it}).is_paused({it}));
}

TEST(RefreshTurn, AttemptsAreCountedForOneContent) {
    Days days;
    days.differed({change("/a", "f1")});
    days.differed({change("/a", "f1")});
    const Turn other = days.differed({change("/a", "f2")});
    EXPECT_FALSE(other.needs_a_person());
    EXPECT_EQ(days.state.findings.begin()->second.attempts, 1);
}

TEST(RefreshTurn, P48ACallThatIsRefusedNowEscalatesAtOnce) {
    Days days;
    const Turn turn = days.differed({change("exit_code", "f1", "now_refused")});
    ASSERT_EQ(turn.escalations().size(), 1U);
    EXPECT_EQ(turn.escalations()[0].why, "1 attempt");
    EXPECT_FALSE(turn.is_paused({change("exit_code", "f1", "now_refused")}));
}

TEST(RefreshTurn, P58WhatIsUnknownForTooLongIsAFindingOfItsOwn) {
    Days days;
    for (int i = 0; i < 14; ++i) EXPECT_FALSE(days.unknown().is_unverified_too_long());
    const Turn late = days.unknown();
    EXPECT_TRUE(late.is_unverified_too_long());
    EXPECT_EQ(words(late), "open unverified-too-long;");
    EXPECT_EQ(late.events()[0].change.message,
              "not verified since 1970-01-02T00:00:00Z: issue/list; no login");
    ASSERT_EQ(late.escalations().size(), 1U);
    EXPECT_EQ(late.escalations()[0].why, "14 days");
    EXPECT_EQ(words(days.unknown()), "");
    EXPECT_EQ(words(days.differed({change("/a", "f")})),
              "open /avalue_changed;close unverified-too-long;");
}

TEST(RefreshTurn, AnotherServiceWithTheSameBeginningIsAnother) {
    Days days;
    for (int i = 0; i < 20; ++i) {
        Turn turn = days.next();
        turn.observe({"git", "x", Verdict::Agreed, "", {}});
        turn.observe({"git2", "x", Verdict::Unknown, "", {}});
        turn.end_service("git");
        EXPECT_FALSE(turn.is_unverified_too_long());
    }
}

TEST(RefreshTurn, P47ABurstIsOneFindingMoreThanTheBudget) {
    Days days;
    days.settings.most_new_findings = 2;
    std::vector<Change> burst;
    for (int i = 0; i < 150; ++i) burst.push_back(change("/" + std::to_string(i), "f"));
    const Turn first = days.differed(burst);
    EXPECT_EQ(words(first), "open /0value_changed;open /1value_changed;open more-findings;");
    EXPECT_EQ(first.events().back().change.message, "148 further findings");
    EXPECT_EQ(words(days.differed(burst)), "open /2value_changed;open /3value_changed;");
    // What was never told is not closed either.
    EXPECT_EQ(days.agreed().events().size(), 5U);
}

TEST(RefreshTurn, EscalationIsData) {
    Days days;
    EscalationRule rule;
    rule.service = "github";
    rule.drift = "value_changed";
    rule.after_days = 2;
    rule.to = "hub-team";
    days.settings.escalation = {rule};
    const Change it = change("/a", "f1");
    EXPECT_FALSE(days.differed({it}).needs_a_person());
    EXPECT_FALSE(days.differed({it}).needs_a_person());
    const Turn third = days.differed({it});
    ASSERT_EQ(third.escalations().size(), 1U);
    EXPECT_EQ(third.escalations()[0].to, "hub-team");
    EXPECT_EQ(third.escalations()[0].why, "2 days");
    EXPECT_TRUE(days.differed({change("/b", "f1", "field_added")}).escalations().empty());
}

TEST(RefreshTurn, P46ATitleHasNoDayAndNoCount) {
    EXPECT_EQ(title_of(change("stdout /items/*/state", "f", "field_removed")),
              "github: field_removed at stdout /items/*/state of issue/list (list)");
    Change plain;
    plain.service = "github";
    plain.kind = kFakeMustChange;
    EXPECT_EQ(title_of(plain), "github: fake-must-change");
}

TEST(RefreshTurn, AnEventIsOneLineForAnyTracker) {
    Days days;
    const Turn turn = days.differed({change("/a", "f1")});
    EXPECT_EQ(
        json::write(to_json(turn.events()[0])),
        R"j({"event":"open","id":")j" + change("/a", "").id +
            R"j(","fingerprint":"f1","service":"github","cassette":"issue/list","exchange":"list","place":"/a","kind":"value_changed","severity":"warning","title":"github: value_changed at /a of issue/list (list)"})j");
}

TEST(WhyDue, AgeToolPlanAndWhatWasNotFiled) {
    const DueFacts facts{{100 * kDay, 0}, {7 * kDay, 0}, "g", "t"};
    EXPECT_EQ(why_due(nullptr, facts), "it was never looked at");
    ServiceMemory memory;
    EXPECT_EQ(why_due(&memory, facts), "it was never looked at");
    memory.last_seen = base::Instant{94 * kDay, 0};
    memory.ground = "g";
    memory.tools = "t";
    EXPECT_EQ(why_due(&memory, facts), "");
    memory.tools = "other";
    EXPECT_EQ(why_due(&memory, facts), "a tool has changed");
    memory.tools = "t";
    memory.ground = "other";
    EXPECT_EQ(why_due(&memory, facts), "its plans or rules have changed");
    memory.ground = "g";
    memory.last_seen = base::Instant{93 * kDay, 0};
    EXPECT_EQ(why_due(&memory, facts), "it was last seen at 1970-04-04T00:00:00Z");
    memory.last_seen = base::Instant{94 * kDay, 0};
    memory.proposal = ProposalMemory{};
    EXPECT_EQ(why_due(&memory, facts), "its proposal was not filed");
    memory.proposal->is_filed = true;
    EXPECT_EQ(why_due(&memory, facts), "");
}

}  // namespace

}  // namespace understudy::verify
