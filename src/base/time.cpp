// Calendar arithmetic: instants to days and clock times and back. Text is in time_text.cpp.
#include "base/time.hpp"

#include <algorithm>

namespace understudy::base {

namespace {

constexpr std::int64_t kSecondsPerDay = 86'400;
constexpr std::int32_t kNanosPerSecond = 1'000'000'000;

bool is_in_range(Instant instant) {
    return kFirstInstant <= instant && instant <= kLastInstant;
}

}  // namespace

std::optional<Instant> add(Instant instant, Duration duration) {
    Instant result;
    if (__builtin_add_overflow(instant.seconds, duration.seconds, &result.seconds)) {
        return std::nullopt;
    }
    // At most one second more is carried below: further out can be refused now, without overflow.
    if (result.seconds < kFirstInstant.seconds - 1 || result.seconds > kLastInstant.seconds + 1) {
        return std::nullopt;
    }
    result.nanoseconds = instant.nanoseconds + duration.nanoseconds;
    if (result.nanoseconds < 0) {
        result.nanoseconds += kNanosPerSecond;
        --result.seconds;
    } else if (result.nanoseconds >= kNanosPerSecond) {
        result.nanoseconds -= kNanosPerSecond;
        ++result.seconds;
    }
    if (!is_in_range(result)) return std::nullopt;
    return result;
}

std::optional<Duration> between(Instant from, Instant to) {
    Duration result;
    if (__builtin_sub_overflow(to.seconds, from.seconds, &result.seconds)) return std::nullopt;
    result.nanoseconds = to.nanoseconds - from.nanoseconds;
    // Both parts take the same sign.
    if (result.seconds > 0 && result.nanoseconds < 0) {
        result.nanoseconds += kNanosPerSecond;
        --result.seconds;
    } else if (result.seconds < 0 && result.nanoseconds > 0) {
        result.nanoseconds -= kNanosPerSecond;
        ++result.seconds;
    }
    return result;
}

Calendar to_calendar(Instant instant, std::int32_t offset_seconds) {
    instant = std::clamp(instant, kFirstInstant, kLastInstant);
    const std::int64_t local = instant.seconds + offset_seconds;
    const std::int64_t day_number =
        local / kSecondsPerDay - (local % kSecondsPerDay < 0 ? 1 : 0);  // towards the past
    const auto clock = static_cast<int>(local - day_number * kSecondsPerDay);

    using std::chrono::days;
    using std::chrono::sys_days;
    const sys_days day{days{day_number}};
    const std::chrono::year_month_day date{day};
    const sys_days new_year{date.year() / std::chrono::January / 1};
    return Calendar{
        .year = static_cast<int>(date.year()),
        .month = static_cast<int>(static_cast<unsigned>(date.month())),
        .day = static_cast<int>(static_cast<unsigned>(date.day())),
        .hour = clock / 3600,
        .minute = clock / 60 % 60,
        .second = clock % 60,
        .nanosecond = instant.nanoseconds,
        .weekday = static_cast<int>(std::chrono::weekday{day}.c_encoding()),
        .day_of_year = static_cast<int>((day - new_year).count()),
    };
}

std::optional<Instant> from_calendar(const Calendar& calendar, std::int32_t offset_seconds) {
    if (calendar.year < 0 || calendar.year > 10'000 || calendar.month < 1 || calendar.day < 1 ||
        calendar.month > 12 || calendar.day > 31) {
        return std::nullopt;
    }
    if (calendar.hour < 0 || calendar.hour > 23 || calendar.minute < 0 || calendar.minute > 59 ||
        calendar.second < 0 || calendar.second > 59 || calendar.nanosecond < 0 ||
        calendar.nanosecond >= kNanosPerSecond) {
        return std::nullopt;
    }
    const std::chrono::year_month_day date{
        std::chrono::year{calendar.year}, std::chrono::month{static_cast<unsigned>(calendar.month)},
        std::chrono::day{static_cast<unsigned>(calendar.day)}};
    if (!date.ok()) return std::nullopt;
    const std::int64_t day_number = std::chrono::sys_days{date}.time_since_epoch().count();
    const Instant result{day_number * kSecondsPerDay + calendar.hour * 3600 + calendar.minute * 60 +
                             calendar.second - offset_seconds,
                         calendar.nanosecond};
    if (!is_in_range(result)) return std::nullopt;
    return result;
}

}  // namespace understudy::base
