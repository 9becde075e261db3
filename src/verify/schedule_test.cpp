#include "verify/schedule.hpp"

#include <gtest/gtest.h>

#include <regex>
#include <set>

namespace understudy::verify {

namespace {

TEST(Schedule, HasThreeForms) {
    const std::string text = schedule_text("understudy refresh --due", "/srv/shop");
    EXPECT_TRUE(std::regex_search(
        text,
        std::regex("\n[0-9]+ [2-5] \\* \\* \\* cd '/srv/shop' && understudy refresh --due\n")));
    EXPECT_NE(
        text.find("WorkingDirectory=/srv/shop\nExecStart=/usr/bin/env understudy refresh --due\n"),
        text.npos);
    EXPECT_TRUE(
        std::regex_search(text, std::regex("OnCalendar=\\*-\\*-\\* 0[2-5]:[0-9][0-9]:00\n")));
    EXPECT_NE(text.find("      - run: understudy refresh --due\n"), text.npos);
}

TEST(Schedule, AFolderIsSafeInEachOfThem) {
    const std::string text = schedule_text("understudy verify", "/srv/100% it's");
    EXPECT_NE(text.find("cd '/srv/100\\% it'\\''s' && understudy verify\n"), text.npos) << text;
    EXPECT_NE(text.find("WorkingDirectory=/srv/100%% it's\n"), text.npos) << text;
}

TEST(Schedule, NotEverybodyCallsAtOnce) {
    std::set<std::string> all;
    for (int i = 0; i < 20; ++i) {
        all.insert(schedule_text("understudy refresh", "/srv/" + std::to_string(i)).substr(0, 60));
    }
    EXPECT_GT(all.size(), 10U);
}

}  // namespace

}  // namespace understudy::verify
