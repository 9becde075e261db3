#include "http/impl/wait_text.hpp"

#include <gtest/gtest.h>

namespace understudy::http {
namespace {

TEST(WaitText, ReadsBothForms) {
    struct Case {
        std::string_view text;
        std::int64_t microseconds;
    };
    for (const Case& one : std::initializer_list<Case>{
             {"0s", 0},
             {"500ms", 500'000},
             {"5s", 5'000'000},
             {"1m30s", 90'000'000},
             {"1h1m1s1ms", 3'661'001'000},
             {"1d", 86'400'000'000},
             {"00000000000000000000000007s", 7'000'000},
             {"PT5S", 5'000'000},
             {"PT0.5S", 500'000},
             {"PT0.0000019S", 1},
             {"PT1H30M", 5'400'000'000},
             {"P1D", 86'400'000'000},
             {"P0DT3H", 10'800'000'000},
             {"P0W", 0},
         }) {
        const auto wait = parse_wait(one.text);
        ASSERT_TRUE(wait) << one.text;
        EXPECT_EQ(wait->count(), one.microseconds) << one.text;
    }
}

TEST(WaitText, RefusesEverythingElse) {
    for (const std::string_view text : {"",
                                        "0",
                                        "5",
                                        "s",
                                        "-1s",
                                        "+1s",
                                        "1.5s",
                                        "1S",
                                        " 1s",
                                        "1s ",
                                        "1 s",
                                        "30s1m",
                                        "1s1s",
                                        "10ms1s",
                                        "1us",
                                        "1d1ms",
                                        "25h",
                                        "1w",
                                        "99999999999999999999999999s",
                                        "P",
                                        "PT",
                                        "P1",
                                        "P1Y",
                                        "P1M",
                                        "PT1D",
                                        "P1H",
                                        "P1DT",
                                        "PT1.S",
                                        "PT.5S",
                                        "PT1.5H",
                                        "P1W1D",
                                        "P2D",
                                        "pt5s",
                                        "PT5s",
                                        "P1DT1S",
                                        "soon"}) {
        EXPECT_FALSE(parse_wait(text)) << text;
    }
}

}  // namespace
}  // namespace understudy::http
