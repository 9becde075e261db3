// Points in time and spans as text and back, in the proleptic Gregorian calendar, UTC, nanoseconds.
// No clock is read here; see clock.hpp.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace understudy::base {

using Nanoseconds = std::chrono::nanoseconds;

// Wide enough for years 1 to 9999 (a 64-bit count of nanoseconds is not).
struct Instant {
    std::int64_t seconds = 0;      // since 1970-01-01T00:00:00Z
    std::int32_t nanoseconds = 0;  // 0 to 999'999'999
    friend auto operator<=>(const Instant&, const Instant&) = default;
};

struct Duration {  // may be negative; both parts then are
    std::int64_t seconds = 0;
    std::int32_t nanoseconds = 0;
    friend auto operator<=>(const Duration&, const Duration&) = default;
};

inline constexpr Instant kFirstInstant{-62'135'596'800, 0};           // 0001-01-01T00:00:00Z
inline constexpr Instant kLastInstant{253'402'300'799, 999'999'999};  // 9999-12-31T23:59:59.9...Z

// Out of the years 1 to 9999, or overflow: nullopt.
std::optional<Instant> add(Instant instant, Duration duration);
std::optional<Duration> between(Instant from, Instant to);

// 2026-06-09T10:00:00Z, fractions and offsets allowed; day, month and leap-second rules checked.
// Digits past the nanosecond are dropped; a leap second is the first instant after it.
std::optional<Instant> parse_rfc3339(std::string_view text);
// The same rules without a result, for what RFC 3339 can write and Instant cannot hold (year 0000):
// JSON Schema's formats date-time, date and time. 23:59:60 is good where it is that in UTC.
bool is_rfc3339(std::string_view text);
bool is_rfc3339_date(std::string_view text);  // 2026-06-09
bool is_rfc3339_time(std::string_view text);  // 10:00:00.5+02:00; the offset is required
// Fraction only as long as needed: ...:00Z, ...:00.5Z.
std::string to_rfc3339(Instant instant);
std::string to_rfc3339_millis(Instant instant);  // always three digits

// Sun, 06 Nov 1994 08:49:37 GMT (HTTP dates and e-mail). The reader takes any offset (+0200, GMT,
// UT, UTC, Z) and does without weekday and seconds; a weekday that is not that day's is refused.
std::string to_rfc1123(Instant instant);
std::optional<Instant> parse_rfc1123(std::string_view text);

// Our own files and CEL: 90s, 1h30m, 1.5s, 250ms, 2d, -10m, 0. Units: ns us ms s m h d w.
std::optional<Duration> parse_duration(std::string_view text);
std::string to_text(Duration duration);  // shortest in those units: 1h30m, 1.5s, 0s

struct Calendar {  // broken-down, in a fixed offset from UTC
    int year = 1970;
    int month = 1;  // 1 to 12
    int day = 1;    // 1 to 31
    int hour = 0, minute = 0, second = 0;
    std::int32_t nanosecond = 0;
    int weekday = 4;      // 0 Sunday to 6 Saturday
    int day_of_year = 0;  // from 0
};
// An instant out of the years 1 to 9999 counts as the first or last one in them; the offset may
// lead a day further. A calendar's weekday and day of year are not read.
Calendar to_calendar(Instant instant, std::int32_t offset_seconds = 0);
std::optional<Instant> from_calendar(const Calendar& calendar, std::int32_t offset_seconds = 0);

}  // namespace understudy::base
