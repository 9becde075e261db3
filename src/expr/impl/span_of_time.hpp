// Arithmetic on durations, which stay within 2^63 nanoseconds (292 years) either way, as in other
// implementations of CEL.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/time.hpp"

namespace understudy::expr {

inline constexpr std::int64_t kMaxDurationSeconds = 9'223'372'036;

inline bool is_in_range(base::Duration span) {
    return span.seconds < kMaxDurationSeconds && span.seconds > -kMaxDurationSeconds;
}

inline base::Duration negate(base::Duration span) {
    return {-span.seconds, -span.nanoseconds};
}

// Seconds and nanoseconds of one sign.
inline std::optional<base::Duration> normal_span(std::int64_t seconds, std::int64_t nanoseconds) {
    constexpr std::int64_t kBillion = 1'000'000'000;
    seconds += nanoseconds / kBillion;
    nanoseconds %= kBillion;
    if (seconds > 0 && nanoseconds < 0) {
        --seconds;
        nanoseconds += kBillion;
    }
    if (seconds < 0 && nanoseconds > 0) {
        ++seconds;
        nanoseconds -= kBillion;
    }
    const base::Duration span{seconds, static_cast<std::int32_t>(nanoseconds)};
    if (!is_in_range(span)) return std::nullopt;
    return span;
}

// Both are in range, so their seconds cannot overflow.
inline std::optional<base::Duration> add_spans(base::Duration a, base::Duration b) {
    return normal_span(a.seconds + b.seconds, std::int64_t{a.nanoseconds} + b.nanoseconds);
}

inline std::optional<base::Duration> span_between(base::Instant from, base::Instant to) {
    return normal_span(to.seconds - from.seconds, std::int64_t{to.nanoseconds} - from.nanoseconds);
}

// 90s, -0.25s: the form CEL and JSON give a duration.
std::string to_seconds_text(base::Duration span);

}  // namespace understudy::expr
