// Decimal as text and as double. What a number is worth is in decimal.cpp.
#include <algorithm>
#include <charconv>
#include <limits>

#include "base/decimal.hpp"
#include "base/impl/natural.hpp"

namespace understudy::base {

namespace {

constexpr std::int64_t kSmallDigits = 18;

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

// The pieces of a JSON number, still as text.
struct Spelling {
    bool negative = false;
    std::string_view whole;
    std::string_view fraction;
    std::int64_t exponent = 0;  // saturated at +-2 * Decimal::kMaxExponent
};

std::string_view take_digits(std::string_view& rest) {
    std::size_t size = 0;
    while (size < rest.size() && is_digit(rest[size])) ++size;
    const std::string_view digits = rest.substr(0, size);
    rest.remove_prefix(size);
    return digits;
}

bool take(std::string_view& rest, char c) {
    if (rest.empty() || rest.front() != c) return false;
    rest.remove_prefix(1);
    return true;
}

std::int64_t saturated(std::string_view digits) {
    constexpr std::int64_t kMost = 2 * Decimal::kMaxExponent;
    std::int64_t value = 0;
    for (const char c : digits) {
        if (value > (kMost - (c - '0')) / 10) return kMost;
        value = value * 10 + (c - '0');
    }
    return value;
}

std::optional<Spelling> spell(std::string_view text) {
    Spelling result;
    result.negative = take(text, '-');
    result.whole = take_digits(text);
    if (result.whole.empty()) return std::nullopt;
    if (result.whole.size() > 1 && result.whole.front() == '0') return std::nullopt;
    if (take(text, '.')) {
        result.fraction = take_digits(text);
        if (result.fraction.empty()) return std::nullopt;
    }
    if (take(text, 'e') || take(text, 'E')) {
        const bool down = take(text, '-');
        if (!down) take(text, '+');
        const std::string_view digits = take_digits(text);
        if (digits.empty()) return std::nullopt;
        result.exponent = down ? -saturated(digits) : saturated(digits);
    }
    if (!text.empty()) return std::nullopt;
    return result;
}

void drop_leading_zeros(std::string_view& digits) {
    digits.remove_prefix(std::min(digits.find_first_not_of('0'), digits.size()));
}

}  // namespace

std::optional<Decimal> Decimal::parse(std::string_view text) {
    return parse_digits(text, false);
}

std::optional<Decimal> Decimal::parse_leading(std::string_view text) {
    return parse_digits(text, true);
}

std::optional<Decimal> Decimal::parse_digits(std::string_view text, bool drop_excess) {
    std::optional<Spelling> spelling = spell(text);
    if (!spelling) return std::nullopt;
    auto& [negative, whole, fraction, exponent] = *spelling;
    exponent -= static_cast<std::int64_t>(fraction.size());

    drop_leading_zeros(whole);
    if (whole.empty()) drop_leading_zeros(fraction);
    std::string digits;
    std::string_view significant = fraction.empty() ? whole : fraction;
    if (!whole.empty() && !fraction.empty()) significant = digits.append(whole).append(fraction);

    if (std::ssize(significant) > kMaxDigits) {
        std::size_t kept = significant.find_last_not_of('0') + 1;
        if (kept > kMaxDigits && !drop_excess) return std::nullopt;
        kept = std::min<std::size_t>(kept, kMaxDigits);
        exponent += static_cast<std::int64_t>(significant.size() - kept);
        significant = significant.substr(0, kept);
    }

    exponent = std::clamp(exponent, -kMaxExponent, kMaxExponent);
    if (std::ssize(significant) > kSmallDigits) {
        return make(negative, natural_from_digits(significant), exponent);
    }
    Decimal result;
    for (const char c : significant) {
        result.small_ = result.small_ * 10 + static_cast<std::uint64_t>(c - '0');
    }
    result.negative_ = negative && result.small_ != 0;
    result.exponent_ = result.small_ != 0 ? exponent : std::min<std::int64_t>(exponent, 0);
    return result;
}

std::string Decimal::to_text() const {
    std::string digits;
    append_digits(digits, coefficient());
    if (digits.empty()) digits = "0";
    const std::int64_t count = std::ssize(digits);
    std::string text = negative_ ? "-" : "";

    if (-exponent_ > kMaxDigits || count + exponent_ > kMaxDigits) {
        text += digits[0];
        if (count > 1) text.append(".").append(digits, 1);
        return text.append("e").append(std::to_string(exponent_ + count - 1));
    }
    if (exponent_ >= 0) {
        return text.append(digits).append(static_cast<std::size_t>(exponent_), '0');
    }
    const std::int64_t zeros = std::max<std::int64_t>(-exponent_ - count + 1, 0);
    digits.insert(0, static_cast<std::size_t>(zeros), '0');
    digits.insert(digits.size() - static_cast<std::size_t>(-exponent_), ".");
    return text.append(digits);
}

double Decimal::to_double() const {
    constexpr std::uint64_t kExactWhole = std::uint64_t{1} << 53;
    if (is_small() && exponent_ == 0 && small_ <= kExactWhole) {
        const auto whole = static_cast<double>(small_);
        return negative_ ? -whole : whole;
    }
    const std::int64_t digits = count_digits() + exponent_;
    if (is_zero() || digits < -400) return negative_ ? -0.0 : 0.0;
    const double infinity = std::numeric_limits<double>::infinity();
    if (digits > 400) return negative_ ? -infinity : infinity;

    std::string text = negative_ ? "-" : "";
    append_digits(text, coefficient());
    text += 'e';
    text += std::to_string(exponent_);
    double result = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), result);
    if (read.ec == std::errc::result_out_of_range) {
        result = digits > 0 ? infinity : 0.0;
        return negative_ ? -result : result;
    }
    return result;
}

}  // namespace understudy::base
