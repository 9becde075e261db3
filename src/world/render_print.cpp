// Prints instants and states. The state keeps instants as RFC 3339 text whatever the vendor shows,
// so that expressions, indexes and answers agree; only here do they become what clients see.
#include "world/impl/print.hpp"

namespace understudy::world {

namespace {

constexpr std::int64_t kMillis = 1'000;
constexpr std::int32_t kNanosPerMilli = 1'000'000;

std::string to_rfc2822(base::Instant instant) {
    // Mail's form differs from HTTP's in the name of the zone alone (TW6).
    std::string text = base::to_rfc1123(instant);
    constexpr std::string_view kZone = "GMT";
    if (text.ends_with(kZone)) text.replace(text.size() - kZone.size(), kZone.size(), "+0000");
    return text;
}

std::string to_date(base::Instant instant) {
    constexpr std::size_t kDateSize = 10;  // 2025-01-01
    return base::to_rfc3339(instant).substr(0, kDateSize);
}

}  // namespace

json::Value print_instant(base::Instant instant, pack::TimeForm form) {
    switch (form) {
        case pack::TimeForm::Epoch: return instant.seconds;
        case pack::TimeForm::EpochMs:
            return instant.seconds * kMillis + instant.nanoseconds / kNanosPerMilli;
        case pack::TimeForm::Rfc2822: return to_rfc2822(instant);
        case pack::TimeForm::Date: return to_date(instant);
        case pack::TimeForm::None:
        case pack::TimeForm::Rfc3339: break;
    }
    return base::to_rfc3339(instant);
}

std::optional<base::Instant> read_instant(const json::Value& value, pack::TimeForm form) {
    std::optional<base::Instant> instant;
    if (value.is_string()) {
        instant = base::parse_rfc3339(value.as_string());
    } else if (value.is_number()) {
        const std::optional<std::int64_t> number = value.to_int64();
        if (!number) return std::nullopt;
        instant.emplace();
        if (form == pack::TimeForm::EpochMs) {
            std::int64_t rest = *number % kMillis;
            if (rest < 0) rest += kMillis;
            instant->seconds = (*number - rest) / kMillis;
            instant->nanoseconds = static_cast<std::int32_t>(rest) * kNanosPerMilli;
        } else {
            instant->seconds = *number;
        }
    }
    if (instant && (*instant < base::kFirstInstant || *instant > base::kLastInstant))
        return std::nullopt;
    return instant;
}

json::Value print(const pack::Field& field, json::Value bare) {
    if (field.as != pack::TimeForm::None) {
        if (const auto instant = read_instant(bare, field.as))
            return print_instant(*instant, field.as);
        return bare;
    }
    if (!field.words.empty() && bare.is_string()) {
        for (const auto& [state, word] : field.words)
            if (state == bare.as_string()) return word;
    }
    return bare;
}

std::string_view state_of_word(const pack::Field& field, std::string_view word) {
    for (const auto& [state, printed] : field.words)
        if (printed == word) return state;
    return word;
}

}  // namespace understudy::world
