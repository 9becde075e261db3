// Instants, calendars and durations against known dates, and there and back again everywhere else.
#include "base/time.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <limits>

#include "base/clock.hpp"

namespace understudy::base {
namespace {

constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();

Instant any_instant() {
    return {*rc::gen::inRange<std::int64_t>(kFirstInstant.seconds, kLastInstant.seconds + 1),
            *rc::gen::oneOf(rc::gen::just(0), rc::gen::inRange(0, 1'000'000'000))};
}

TEST(Rfc3339, ReadsInstants) {
    const std::pair<std::string_view, Instant> cases[] = {
        {"1970-01-01T00:00:00Z", {0, 0}},
        {"2026-06-09T10:00:00Z", {1'780'999'200, 0}},
        {"2026-06-09T12:00:00+02:00", {1'780'999'200, 0}},
        {"2026-06-09t04:30:00.25-05:30", {1'780'999'200, 250'000'000}},
        {"1969-12-31T23:59:59.5z", {-1, 500'000'000}},
        {"2000-02-29T00:00:00Z", {951'782'400, 0}},
        {"0001-01-01T00:00:00Z", kFirstInstant},
        {"9999-12-31T23:59:59.999999999Z", kLastInstant},
        {"1985-04-12T00:59:59.999999999999999Z", {482'115'599, 999'999'999}},
        {"1998-12-31T23:59:60Z", {915'148'800, 0}},  // the first instant of 1999
        {"1998-12-31T15:59:60.123-08:00", {915'148'800, 123'000'000}},
    };
    for (const auto& [text, expected] : cases) {
        const std::optional<Instant> instant = parse_rfc3339(text);
        ASSERT_TRUE(instant) << text;
        EXPECT_EQ(*instant, expected) << text << " " << instant->seconds;
        EXPECT_TRUE(is_rfc3339(text)) << text;
    }
}

TEST(Rfc3339, RefusesWhatIsNotADateTime) {
    for (const std::string_view text : {"",
                                        "2026-06-09",
                                        "2026-06-09T10:00:00",
                                        "2026-06-09 10:00:00Z",
                                        "2026-6-09T10:00:00Z",
                                        "2026-02-29T00:00:00Z",
                                        "1900-02-29T00:00:00Z",
                                        "2026-04-31T00:00:00Z",
                                        "2026-13-01T00:00:00Z",
                                        "2026-00-01T00:00:00Z",
                                        "2026-01-00T00:00:00Z",
                                        "2026-01-01T24:00:00Z",
                                        "2026-01-01T00:60:00Z",
                                        "2026-01-01T00:00:61Z",
                                        "2026-01-01T00:00:00.Z",
                                        "2026-01-01T00:00:00,5Z",
                                        "2026-01-01T00:00:00+24:00",
                                        "2026-01-01T00:00:00+00:60",
                                        "2026-01-01T00:00:00+0100",
                                        "2026-01-01T00:00:00+01",
                                        "2026-01-01T00:00:00Z\n",
                                        " 2026-01-01T00:00:00Z",
                                        "2026-01-01T00:00:00+01:00Z",
                                        "1998-12-31T23:58:60Z",
                                        "1998-12-31T22:59:60Z",
                                        "1998-12-31T23:59:60+01:00",
                                        "2016-12-31T24:59:60+01:00",
                                        "+2026-01-01T00:00:00Z",
                                        "12026-01-01T00:00:00Z"}) {
        EXPECT_FALSE(parse_rfc3339(text)) << text;
        EXPECT_FALSE(is_rfc3339(text)) << text;
    }
}

TEST(Rfc3339, KnowsGoodFormsOutsideTheYearsOfAnInstant) {
    for (const std::string_view text : {"0000-02-29T00:00:00Z", "0001-01-01T00:00:00+01:00",
                                        "9999-12-31T23:00:00-01:00", "9999-12-31T23:59:60Z"}) {
        EXPECT_FALSE(parse_rfc3339(text)) << text;
        EXPECT_TRUE(is_rfc3339(text)) << text;
    }
}

TEST(Rfc3339, ChecksDatesAndTimesAlone) {
    for (const std::string_view text : {"2026-06-09", "0000-01-01", "2020-02-29", "9999-12-31"}) {
        EXPECT_TRUE(is_rfc3339_date(text)) << text;
    }
    for (const std::string_view text :
         {"2021-02-29", "2026-06-09Z", "2026-06-9", "", "2026-06-09T10:00:00Z", "2026-06-31"}) {
        EXPECT_FALSE(is_rfc3339_date(text)) << text;
    }
    for (const std::string_view text :
         {"08:30:06Z", "23:59:60Z", "01:29:60+01:30", "15:59:60-08:00", "00:29:60-23:30",
          "23:29:60+23:30", "12:34:56.5-00:00"}) {
        EXPECT_TRUE(is_rfc3339_time(text)) << text;
    }
    for (const std::string_view text : {"08:30:06", "23:59:60+01:00", "22:59:60Z", "24:00:00Z",
                                        "8:30:06Z", "08:30Z", "", "08:30:06 Z"}) {
        EXPECT_FALSE(is_rfc3339_time(text)) << text;
    }
}

TEST(Rfc3339, WritesAsMuchFractionAsNeeded) {
    EXPECT_EQ(to_rfc3339({0, 0}), "1970-01-01T00:00:00Z");
    EXPECT_EQ(to_rfc3339({0, 500'000'000}), "1970-01-01T00:00:00.5Z");
    EXPECT_EQ(to_rfc3339({-1, 1}), "1969-12-31T23:59:59.000000001Z");
    EXPECT_EQ(to_rfc3339(kFirstInstant), "0001-01-01T00:00:00Z");
    EXPECT_EQ(to_rfc3339({kMost, 0}), "9999-12-31T23:59:59.999999999Z");
    EXPECT_EQ(to_rfc3339_millis({0, 0}), "1970-01-01T00:00:00.000Z");
    EXPECT_EQ(to_rfc3339_millis({0, 12'999'999}), "1970-01-01T00:00:00.012Z");
}

TEST(Rfc1123, ReadsAndWritesHttpDates) {
    EXPECT_EQ(to_rfc1123({784'111'777, 0}), "Sun, 06 Nov 1994 08:49:37 GMT");
    for (const std::string_view text :
         {"Sun, 06 Nov 1994 08:49:37 GMT", "Sun, 6 Nov 1994 08:49:37 UT",
          "06 Nov 1994 08:49:37 UTC", "Sun, 06 Nov 1994 10:49:37 +0200",
          "Sat, 05 Nov 1994 23:49:37 -0900", "Sun, 06 Nov 1994 08:49:37 Z"}) {
        EXPECT_EQ(parse_rfc1123(text), (Instant{784'111'777, 0})) << text;
    }
    EXPECT_EQ(parse_rfc1123("Sun, 06 Nov 1994 08:49 GMT"), (Instant{784'111'740, 0}));
    EXPECT_EQ(parse_rfc1123("Thu, 31 Dec 1998 23:59:60 GMT"), (Instant{915'148'800, 0}));
    for (const std::string_view text :
         {"", "Mon, 06 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:37",
          "Sun, 06 Nov 94 08:49:37 GMT", "Sun, 31 Nov 1994 08:49:37 GMT",
          "Sun, 06 nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 25:49:37 GMT",
          "Sunday, 06-Nov-94 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:37 GMT "}) {
        EXPECT_FALSE(parse_rfc1123(text)) << text;
    }
}

TEST(Calendar, BreaksInstantsDown) {
    const Calendar leap_day = to_calendar({951'782'399, 5}, 1);
    EXPECT_EQ(leap_day.year, 2000);
    EXPECT_EQ(leap_day.month, 2);
    EXPECT_EQ(leap_day.day, 29);
    EXPECT_EQ(leap_day.hour, 0);
    EXPECT_EQ(leap_day.minute, 0);
    EXPECT_EQ(leap_day.second, 0);
    EXPECT_EQ(leap_day.nanosecond, 5);
    EXPECT_EQ(leap_day.weekday, 2);
    EXPECT_EQ(leap_day.day_of_year, 59);
    EXPECT_EQ(to_calendar(kFirstInstant, -3600).year, 0);
    EXPECT_EQ(to_calendar(kLastInstant, 3600).year, 10'000);
    EXPECT_EQ(to_calendar({-kMost, 0}).year, 1);

    Calendar wrong = leap_day;
    wrong.year = 2001;
    EXPECT_FALSE(from_calendar(wrong));
    wrong = leap_day;
    wrong.second = 60;
    EXPECT_FALSE(from_calendar(wrong));
    wrong = leap_day;
    wrong.nanosecond = 1'000'000'000;
    EXPECT_FALSE(from_calendar(wrong));
}

TEST(Duration, ReadsEveryUnit) {
    const std::pair<std::string_view, Duration> cases[] = {
        {"90s", {90, 0}},
        {"1h30m", {5'400, 0}},
        {"1.5s", {1, 500'000'000}},
        {"250ms", {0, 250'000'000}},
        {"3us", {0, 3'000}},
        {"4ns", {0, 4}},
        {"2d", {172'800, 0}},
        {"1w", {604'800, 0}},
        {"-10m", {-600, 0}},
        {"-1.5s", {-1, -500'000'000}},
        {"0", {0, 0}},
        {"0s", {0, 0}},
        {"0.5h", {1'800, 0}},
        {"1.0000000009s", {1, 0}},
        {"1.00000000000000000000000000001s", {1, 0}},
        {"9223372036854775807s", {kMost, 0}},
    };
    for (const auto& [text, expected] : cases) EXPECT_EQ(parse_duration(text), expected) << text;
    for (const std::string_view text :
         {"", "-", "5", "s", "1.s", ".5s", "1x", "1 s", "+1s", "1e3s", "1h-5m", "--1s", "1h ",
          "9223372036854775808s", "99999999999999999999999s", "9223372036854775807w"}) {
        EXPECT_FALSE(parse_duration(text)) << text;
    }
}

TEST(Duration, WritesTheShortestForm) {
    const std::pair<Duration, std::string_view> cases[] = {
        {{0, 0}, "0s"},
        {{5'400, 0}, "1h30m"},
        {{1, 500'000'000}, "1.5s"},
        {{0, 250'000'000}, "250ms"},
        {{0, 1'500}, "1.5us"},
        {{0, 7}, "7ns"},
        {{-600, 0}, "-10m"},
        {{0, -1'000'000}, "-1ms"},
        {{1'209'600, 0}, "2w"},
        {{90'061, 1}, "1d1h1m1.000000001s"},
    };
    for (const auto& [duration, expected] : cases) EXPECT_EQ(to_text(duration), expected);
}

TEST(Instants, AddAndSubtractWithinTheirYears) {
    EXPECT_EQ(add({10, 900'000'000}, {0, 200'000'000}), (Instant{11, 100'000'000}));
    EXPECT_EQ(add({10, 100'000'000}, {-1, -200'000'000}), (Instant{8, 900'000'000}));
    EXPECT_EQ(add(kLastInstant, {0, 1}), std::nullopt);
    EXPECT_EQ(add(kFirstInstant, {0, -1}), std::nullopt);
    EXPECT_EQ(add({0, 0}, {kMost, 0}), std::nullopt);
    EXPECT_EQ(add({1, 0}, {kMost, 0}), std::nullopt);
    EXPECT_EQ(between({10, 900'000'000}, {12, 100'000'000}), (Duration{1, 200'000'000}));
    EXPECT_EQ(between({12, 100'000'000}, {10, 900'000'000}), (Duration{-1, -200'000'000}));
    EXPECT_EQ(between({-kMost, 0}, {kMost, 0}), std::nullopt);
}

TEST(Clock, StandsWhereItIsPut) {
    FixedClock clock({5, 0});
    Clock& seen = clock;
    EXPECT_EQ(seen.now(), (Instant{5, 0}));
    clock.set({6, 1});
    EXPECT_EQ(seen.now(), (Instant{6, 1}));
}

RC_GTEST_PROP(TimeLaws, TextReadsBackAsTheSameInstant, ()) {
    const Instant instant = any_instant();
    RC_ASSERT(parse_rfc3339(to_rfc3339(instant)) == instant);
    RC_ASSERT(parse_rfc1123(to_rfc1123(instant)) == Instant({instant.seconds, 0}));
    RC_ASSERT(is_rfc3339(to_rfc3339_millis(instant)));
}

RC_GTEST_PROP(TimeLaws, CalendarsReadBackInAnyOffset, ()) {
    const Instant instant = any_instant();
    const auto offset = *rc::gen::inRange(-86'399, 86'400);
    RC_ASSERT(from_calendar(to_calendar(instant, offset), offset) == instant);
}

RC_GTEST_PROP(TimeLaws, BetweenIsTheInverseOfAdd, ()) {
    const Instant a = any_instant();
    const Instant b = any_instant();
    const Duration duration = *between(a, b);
    RC_ASSERT(add(a, duration) == b);
    RC_ASSERT(parse_duration(to_text(duration)) == duration);
    RC_ASSERT((duration.seconds < 0 || duration.nanoseconds < 0) == (b < a));
}

}  // namespace
}  // namespace understudy::base
