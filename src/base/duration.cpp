// Durations as text: `1h30m`. Read and written through a 128-bit count of nanoseconds, so that no
// unit and no fraction can overflow before the range is checked.
#include <array>
#include <limits>

#include "base/impl/natural.hpp"
#include "base/time.hpp"

namespace understudy::base {

namespace {

constexpr std::uint64_t kSecond = 1'000'000'000;

struct Unit {
    std::string_view name;
    std::uint64_t nanoseconds;
};

// Two letters before one, so that `ms` is not taken for `m`.
constexpr auto kUnits = std::to_array<Unit>({
    {"ns", 1},
    {"us", 1'000},
    {"ms", 1'000'000},
    {"s", kSecond},
    {"m", 60 * kSecond},
    {"h", 3'600 * kSecond},
    {"d", 86'400 * kSecond},
    {"w", 604'800 * kSecond},
});

constexpr Wide kMost = Wide{std::numeric_limits<std::int64_t>::max()} * kSecond + (kSecond - 1);

bool starts_with_digit(std::string_view text) {
    return !text.empty() && text.front() >= '0' && text.front() <= '9';
}

std::optional<std::uint64_t> read_whole(std::string_view& text) {
    if (!starts_with_digit(text)) return std::nullopt;
    std::uint64_t value = 0;
    for (; starts_with_digit(text); text.remove_prefix(1)) {
        if (value > std::numeric_limits<std::uint64_t>::max() / 10 - 1) return std::nullopt;
        value = value * 10 + static_cast<std::uint64_t>(text.front() - '0');
    }
    return value;
}

struct Fraction {
    std::uint64_t digits = 0;
    std::uint64_t unit = 1;  // ten to the number of digits
};

std::optional<Fraction> read_fraction(std::string_view& text) {
    if (!starts_with_digit(text)) return std::nullopt;
    Fraction result;
    for (; starts_with_digit(text); text.remove_prefix(1)) {
        // 18 digits are finer than a nanosecond in any unit; the rest is dropped.
        if (result.unit == 1'000'000'000'000'000'000) continue;
        result.digits = result.digits * 10 + static_cast<std::uint64_t>(text.front() - '0');
        result.unit *= 10;
    }
    return result;
}

// One `1.5h`, as nanoseconds.
std::optional<Wide> read_term(std::string_view& text) {
    const std::optional<std::uint64_t> whole = read_whole(text);
    if (!whole) return std::nullopt;
    Fraction fraction;
    if (text.starts_with('.')) {
        text.remove_prefix(1);
        const std::optional<Fraction> read = read_fraction(text);
        if (!read) return std::nullopt;
        fraction = *read;
    }
    for (const Unit& unit : kUnits) {
        if (!text.starts_with(unit.name)) continue;
        text.remove_prefix(unit.name.size());
        return Wide{*whole} * unit.nanoseconds +
               Wide{fraction.digits} * unit.nanoseconds / fraction.unit;
    }
    return std::nullopt;
}

void append_term(std::string& out, Wide& rest, const Unit& unit) {
    const Wide count = rest / unit.nanoseconds;
    if (count == 0) return;
    rest %= unit.nanoseconds;
    out += std::to_string(static_cast<std::uint64_t>(count));
    out += unit.name;
}

// The rest as 1.5 of a unit that is a power of ten in nanoseconds.
void append_fractional(std::string& out, Wide rest, const Unit& unit) {
    out += std::to_string(static_cast<std::uint64_t>(rest / unit.nanoseconds));
    auto fraction = static_cast<std::uint64_t>(rest % unit.nanoseconds);
    if (fraction != 0) {
        out += '.';
        for (std::uint64_t place = unit.nanoseconds / 10; fraction != 0; place /= 10) {
            out += static_cast<char>('0' + fraction / place);
            fraction %= place;
        }
    }
    out += unit.name;
}

}  // namespace

std::optional<Duration> parse_duration(std::string_view text) {
    const bool negative = text.starts_with('-');
    if (negative) text.remove_prefix(1);
    if (text == "0") return Duration{};
    if (text.empty()) return std::nullopt;
    Wide total = 0;
    while (!text.empty()) {
        const std::optional<Wide> term = read_term(text);
        if (!term) return std::nullopt;
        total += *term;
        if (total > kMost) return std::nullopt;
    }
    const auto seconds = static_cast<std::int64_t>(total / kSecond);
    const auto nanoseconds = static_cast<std::int32_t>(total % kSecond);
    return negative ? Duration{-seconds, -nanoseconds} : Duration{seconds, nanoseconds};
}

std::string to_text(Duration duration) {
    const bool negative = duration.seconds < 0 || duration.nanoseconds < 0;
    const auto bits = static_cast<std::uint64_t>(duration.seconds);
    Wide rest = Wide{duration.seconds < 0 ? ~bits + 1 : bits} * kSecond +
                static_cast<std::uint64_t>(duration.nanoseconds < 0 ? -duration.nanoseconds
                                                                    : duration.nanoseconds);
    if (rest == 0) return "0s";
    std::string out = negative ? "-" : "";
    const auto& [ns, us, ms, s, m, h, d, w] = kUnits;
    if (rest < kSecond) {
        append_fractional(out, rest, rest < us.nanoseconds ? ns : rest < ms.nanoseconds ? us : ms);
        return out;
    }
    if (rest % w.nanoseconds == 0) append_term(out, rest, w);
    for (const Unit& unit : {d, h, m}) append_term(out, rest, unit);
    if (rest != 0) append_fractional(out, rest, s);
    return out;
}

}  // namespace understudy::base
