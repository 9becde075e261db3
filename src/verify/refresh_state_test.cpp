#include "verify/refresh_state.hpp"

#include <gtest/gtest.h>

#include "base/error.hpp"

namespace understudy::verify {

namespace {

TEST(RefreshState, WhatIsWrittenIsRead) {
    RefreshState state;
    ServiceMemory& service = state.services["git"];
    service.last_seen = base::Instant{1'700'000'000, 0};
    service.ground = "0a";
    service.tools = "0b";
    service.proposal =
        ProposalMemory{"f", "t", "c", "understudy/refresh/git/f", "41", {7, 0}, true, true};
    CassetteMemory& cassette = state.cassettes["git/log"];
    cassette.last_agreed = base::Instant{1'600'000'000, 0};
    cassette.last_unknown = base::Instant{1'650'000'000, 0};
    cassette.unknown_since = base::Instant{1'640'000'000, 0};
    cassette.unknown_why = "no login";
    FindingMemory& finding = state.findings["0123456789ab"];
    finding = {"git", "log", "field_removed",      "git: it", "ff", {9, 0}, 2,
               true,  "17",  base::Instant{10, 0}, true};
    state.closings["0123456789ac"] = {"git", "git: that", "18"};
    const std::string text = write_state(state);
    const auto again = read_state({"state.json", text});
    ASSERT_TRUE(again);
    EXPECT_EQ(write_state(*again), text);
    EXPECT_EQ(again->findings.at("0123456789ab").attempts, 2);
    EXPECT_EQ(again->services.at("git").proposal->reference, "41");
    EXPECT_EQ(again->cassettes.at("git/log").unknown_why, "no login");
    EXPECT_EQ(again->closings.at("0123456789ac").service, "git");
    EXPECT_EQ(again->closings.at("0123456789ac").title, "git: that");
    EXPECT_EQ(again->closings.at("0123456789ac").reference, "18");
}

TEST(RefreshState, WhatIsNoStateIsRefused) {
    for (const std::string_view text :
         {"", "{", "[]", "{}", R"({"version": 2})", R"({"version": "1"})"}) {
        const auto read = read_state({"state.json", std::string(text)});
        ASSERT_FALSE(read) << text;
        EXPECT_EQ(base::name_of(read.error().code), "refresh.bad_state") << text;
    }
}

TEST(RefreshState, PartsOfAnotherSortArePassedOver) {
    const auto read = read_state(
        {"state.json",
         R"({"version": 1, "services": [], "cassettes": {"a": 1}, "findings": {"x": {"attempts": "3", "first_seen": 4, "told": "yes"}}})"});
    ASSERT_TRUE(read);
    EXPECT_TRUE(read->services.empty());
    EXPECT_TRUE(read->cassettes.empty());
    EXPECT_EQ(read->findings.at("x").attempts, 0);
    EXPECT_FALSE(read->findings.at("x").is_told);
}

}  // namespace

}  // namespace understudy::verify
