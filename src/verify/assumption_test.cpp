#include "verify/assumption.hpp"

#include <gtest/gtest.h>

namespace understudy::verify {

namespace {

using report::Verdict;

TEST(Assumption, BothSidesOfEveryProbe) {
    constexpr Verdict kAgreed = Verdict::Agreed;
    constexpr Verdict kDiffered = Verdict::Differed;
    constexpr Verdict kUnknown = Verdict::Unknown;
    const struct {
        Verdict fake, live, verdict;
        Meaning meaning;
    } kCases[] = {
        {kAgreed, kAgreed, kAgreed, Meaning::Holds},
        {kAgreed, kDiffered, kDiffered, Meaning::Drift},
        {kAgreed, kUnknown, kUnknown, Meaning::NotKnown},
        {kDiffered, kAgreed, kAgreed, Meaning::OurBug},
        {kDiffered, kDiffered, kDiffered, Meaning::Both},
        {kDiffered, kUnknown, kUnknown, Meaning::OurBug},
        {kUnknown, kAgreed, kAgreed, Meaning::Holds},
        {kUnknown, kDiffered, kDiffered, Meaning::Drift},
        {kUnknown, kUnknown, kUnknown, Meaning::NotKnown},
    };
    for (const auto& each : kCases) {
        const JudgedAssumption judged = judge_assumption({each.fake, each.live});
        EXPECT_EQ(judged.verdict, each.verdict);
        EXPECT_EQ(judged.meaning, each.meaning);
    }
}

TEST(Assumption, VerdictsAreWrittenWhereTheyWere) {
    const std::string kBefore =
        "# Kept.\n"
        "assumptions:\n"
        "  # Kept too.\n"
        "  - id: a\n"
        "    statement: 'one'   # and this\n"
        "    verdict: unknown\n"
        "  - { id: b, statement: two, verdict: agreed, checked_at: 2026-01-01 }\n"
        "  - id: c\n"
        "    statement: three\n"
        "channels: []\n";
    const auto after = with_verdicts({"assumptions.yaml", kBefore},
                                     {{"a", Verdict::Agreed},
                                      {"b", Verdict::Unknown},
                                      {"c", Verdict::Differed},
                                      {"elsewhere", Verdict::Agreed}},
                                     "2026-11-18");
    ASSERT_TRUE(after);
    EXPECT_EQ(*after,
              "# Kept.\n"
              "assumptions:\n"
              "  # Kept too.\n"
              "  - id: a\n"
              "    statement: 'one'   # and this\n"
              "    verdict: agreed\n"
              "    checked_at: 2026-11-18\n"
              "  - { id: b, statement: two, verdict: agreed, checked_at: 2026-01-01 }\n"
              "  - id: c\n"
              "    statement: three\n"
              "    verdict: differed\n"
              "    checked_at: 2026-11-18\n"
              "channels: []\n");
}

TEST(Assumption, AFileWithoutAssumptionsStaysAsItIs) {
    const auto after = with_verdicts({"a.yaml", "channels: []\n"}, {{"a", Verdict::Agreed}}, "x");
    ASSERT_TRUE(after);
    EXPECT_EQ(*after, "channels: []\n");
    EXPECT_FALSE(with_verdicts({"a.yaml", "a: [\n"}, {}, "x"));
}

}  // namespace

}  // namespace understudy::verify
