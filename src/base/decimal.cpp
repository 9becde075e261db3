// Decimal over Natural. The idea throughout: look at exponents and digit counts first, so that a
// number written in ten bytes (1e1000000000000) is answered by arithmetic on its exponent, and only
// line up digits when there are few enough of them. Coefficients below 10^18, which is nearly all
// there ever are, go through 128-bit integers and touch no heap.
#include "base/decimal.hpp"

#include <algorithm>
#include <array>
#include <limits>

#include "base/hash.hpp"
#include "base/impl/natural.hpp"

namespace understudy::base {

namespace {

constexpr std::int64_t kSmallDigits = 18;
constexpr std::uint64_t kLimb = 1'000'000'000;

constexpr std::array<std::uint64_t, 19> kPowers = [] {
    std::array<std::uint64_t, 19> powers{};
    powers[0] = 1;
    for (std::size_t i = 1; i < powers.size(); ++i) powers[i] = powers[i - 1] * 10;
    return powers;
}();

std::uint64_t power_of_ten(std::int64_t power) {
    return kPowers[static_cast<std::size_t>(power)];
}

std::uint64_t multiply_mod(std::uint64_t a, std::uint64_t b, std::uint64_t modulus) {
    return static_cast<std::uint64_t>(Wide{a} * b % modulus);
}

// number * 10^power mod modulus, for a modulus below 10^18.
std::uint64_t times_power_of_ten_mod(std::uint64_t number, std::int64_t power,
                                     std::uint64_t modulus) {
    std::uint64_t result = number % modulus;
    std::uint64_t square = 10 % modulus;
    for (; power != 0; power /= 2) {
        if (power % 2 == 1) result = multiply_mod(result, square, modulus);
        square = multiply_mod(square, square, modulus);
    }
    return result;
}

// Does a quotient go one away from zero? `half` compares the remainder with half the divisor.
bool rounds_away(Decimal::Rounding rounding, bool negative, bool odd, std::strong_ordering half) {
    switch (rounding) {
        case Decimal::Rounding::Floor: return negative;
        case Decimal::Rounding::Ceiling: return !negative;
        case Decimal::Rounding::TowardZero: return false;
        case Decimal::Rounding::HalfUp: return half >= 0;
        case Decimal::Rounding::HalfEven: return half > 0 || (half == 0 && odd);
    }
    return false;
}

// numerator * 10^shift / denominator, rounded to a whole number. Nothing if the quotient could pass
// kMaxDigits.
std::optional<Natural> divide_rounded(const Natural& numerator, const Natural& denominator,
                                      std::int64_t shift, bool negative,
                                      Decimal::Rounding rounding) {
    const Natural one = to_natural(1);
    if (numerator.is_zero()) return Natural{};
    const std::int64_t quotient_digits =
        count_digits(numerator) + shift - count_digits(denominator);  // or one more
    if (quotient_digits > Decimal::kMaxDigits) return std::nullopt;
    if (quotient_digits < -1) {  // below 1/10: no need to look at the digits
        return rounds_away(rounding, negative, false, std::strong_ordering::less) ? one : Natural{};
    }
    const Natural divisor = shift < 0 ? times_power_of_ten(denominator, -shift) : denominator;
    Division result = divide(shift > 0 ? times_power_of_ten(numerator, shift) : numerator, divisor);
    if (!result.remainder.is_zero()) {
        const auto half = compare(add(result.remainder, result.remainder), divisor);
        if (rounds_away(rounding, negative, result.quotient.is_odd(), half)) {
            result.quotient = add(result.quotient, one);
        }
    }
    if (count_digits(result.quotient) > Decimal::kMaxDigits) return std::nullopt;
    return std::move(result.quotient);
}

}  // namespace

Decimal::Decimal(std::int64_t whole) {
    const auto bits = static_cast<std::uint64_t>(whole);
    *this = make(whole < 0, to_natural(whole < 0 ? ~bits + 1 : bits), 0);
}

Decimal Decimal::make(bool negative, Natural coefficient, std::int64_t exponent) {
    Decimal result;
    result.exponent_ = exponent;
    result.negative_ = negative && !coefficient.is_zero();
    if (coefficient.limbs.size() > 2) {
        result.limbs_ = std::move(coefficient.limbs);
    } else {
        for (std::size_t i = coefficient.limbs.size(); i-- > 0;) {
            result.small_ = result.small_ * kLimb + coefficient.limbs[i];
        }
    }
    if (result.is_zero()) result.exponent_ = std::min<std::int64_t>(exponent, 0);
    return result;
}

Natural Decimal::coefficient() const {
    return is_small() ? to_natural(small_) : Natural{limbs_};
}

std::int64_t Decimal::count_digits() const {
    if (!is_small()) return base::count_digits(Natural{limbs_});
    const auto end = std::upper_bound(kPowers.begin(), kPowers.end(), small_);
    return end - kPowers.begin();
}

bool Decimal::is_zero() const {
    return small_ == 0 && limbs_.empty();
}

bool Decimal::is_negative() const {
    return negative_;
}

bool Decimal::is_integer() const {
    if (exponent_ >= 0 || is_zero()) return true;
    if (is_small()) {
        return -exponent_ <= kSmallDigits && small_ % power_of_ten(-exponent_) == 0;
    }
    return count_trailing_zeros(Natural{limbs_}) >= -exponent_;
}

std::int64_t Decimal::scale() const {
    return std::max<std::int64_t>(-exponent_, 0);
}

std::optional<std::int64_t> Decimal::to_int64() const {
    if (is_zero()) return 0;
    const std::int64_t digits = count_digits() + exponent_;  // before the point
    if (digits < 1 || digits > 19 || !is_integer()) return std::nullopt;
    Wide whole = 0;
    if (exponent_ >= 0) {
        whole = Wide{small_} * power_of_ten(exponent_);  // at most 19 digits: small, or exponent 0
        if (!is_small()) {
            for (std::size_t i = limbs_.size(); i-- > 0;) whole = whole * kLimb + limbs_[i];
        }
    } else if (is_small()) {
        whole = small_ / power_of_ten(-exponent_);
    } else {
        const Natural ten = times_power_of_ten(to_natural(1), -exponent_);
        const Natural quotient = base::divide(coefficient(), ten).quotient;
        for (std::size_t i = quotient.limbs.size(); i-- > 0;) {
            whole = whole * kLimb + quotient.limbs[i];
        }
    }
    const auto limit = Wide{std::numeric_limits<std::int64_t>::max()} + (negative_ ? 1 : 0);
    if (whole > limit) return std::nullopt;
    const auto bits = static_cast<std::uint64_t>(whole);
    return static_cast<std::int64_t>(negative_ ? ~bits + 1 : bits);
}

std::uint64_t Decimal::hash() const {
    if (is_zero()) return fast_hash("0");
    std::string digits;
    append_digits(digits, coefficient());
    const std::size_t kept = digits.find_last_not_of('0') + 1;
    const std::int64_t exponent = exponent_ + static_cast<std::int64_t>(digits.size() - kept);
    return fast_hash(std::string_view(digits).substr(0, kept),
                     static_cast<std::uint64_t>(exponent) * 2 + (negative_ ? 1 : 0));
}

std::optional<Decimal> Decimal::add(const Decimal& other) const {
    const Decimal& high = exponent_ < other.exponent_ ? other : *this;
    const Decimal& low = exponent_ < other.exponent_ ? *this : other;
    const std::int64_t shift = high.exponent_ - low.exponent_;
    if (std::max(high.count_digits() + shift, low.count_digits()) > kMaxDigits) {
        if (high.is_zero()) return low;
        if (low.is_zero()) return high;
        return std::nullopt;
    }

    if (high.is_small() && low.is_small() && shift <= kSmallDigits) {
        const Wide wide_a = Wide{high.small_} * power_of_ten(shift);
        if (high.negative_ == low.negative_) {
            return make(high.negative_, to_natural(wide_a + low.small_), low.exponent_);
        }
        const bool low_wins = wide_a < low.small_;
        return make(low_wins ? low.negative_ : high.negative_,
                    to_natural(low_wins ? low.small_ - wide_a : wide_a - low.small_),
                    low.exponent_);
    }
    const Natural a = times_power_of_ten(high.coefficient(), shift);
    const Natural b = low.coefficient();
    if (high.negative_ == low.negative_) {
        Natural sum = base::add(a, b);
        if (base::count_digits(sum) > kMaxDigits) return std::nullopt;
        return make(high.negative_, std::move(sum), low.exponent_);
    }
    if (compare(a, b) < 0) return make(low.negative_, base::subtract(b, a), low.exponent_);
    return make(high.negative_, base::subtract(a, b), low.exponent_);
}

std::optional<Decimal> Decimal::subtract(const Decimal& other) const {
    return add(other.negate());
}

std::optional<Decimal> Decimal::multiply(const Decimal& other) const {
    const bool negative = negative_ != other.negative_;
    const std::int64_t exponent = exponent_ + other.exponent_;
    if (is_zero() || other.is_zero()) {
        return make(false, Natural{}, std::max(exponent, -Decimal::kMaxExponent));
    }
    if (exponent > Decimal::kMaxExponent || exponent < -Decimal::kMaxExponent) return std::nullopt;
    if (is_small() && other.is_small()) {
        return make(negative, to_natural(Wide{small_} * other.small_), exponent);
    }
    if (count_digits() + other.count_digits() - 1 > kMaxDigits) return std::nullopt;
    Natural product = base::multiply(coefficient(), other.coefficient());
    if (base::count_digits(product) > kMaxDigits) return std::nullopt;
    return make(negative, std::move(product), exponent);
}

std::optional<Decimal> Decimal::divide(const Decimal& other, std::int64_t scale,
                                       Rounding rounding) const {
    if (other.is_zero() || scale > Decimal::kMaxExponent || scale < -Decimal::kMaxExponent)
        return std::nullopt;
    const bool negative = negative_ != other.negative_;
    std::optional<Natural> quotient =
        divide_rounded(coefficient(), other.coefficient(), exponent_ - other.exponent_ + scale,
                       negative, rounding);
    if (!quotient) return std::nullopt;
    return make(negative, std::move(*quotient), -scale);
}

std::optional<Decimal> Decimal::remainder(const Decimal& other) const {
    if (other.is_zero()) return std::nullopt;
    const std::int64_t shift = exponent_ - other.exponent_;
    if (shift >= 0) {
        if (is_small() && other.is_small()) {
            const std::uint64_t rest = times_power_of_ten_mod(small_, shift, other.small_);
            return make(negative_, to_natural(rest), other.exponent_);
        }
        return make(negative_,
                    base::times_power_of_ten_mod(coefficient(), shift, other.coefficient()),
                    other.exponent_);
    }
    // The divisor is the one to line up; if that makes it longer than the dividend, the dividend
    // is the remainder.
    if (other.count_digits() - shift > count_digits()) return *this;
    if (is_small()) {
        return make(negative_, to_natural(small_ % (other.small_ * power_of_ten(-shift))),
                    exponent_);
    }
    const Natural divisor = times_power_of_ten(other.coefficient(), -shift);
    return make(negative_, base::divide(coefficient(), divisor).remainder, exponent_);
}

std::optional<Decimal> Decimal::round(std::int64_t scale, Rounding rounding) const {
    if (scale > Decimal::kMaxExponent || scale < -Decimal::kMaxExponent) return std::nullopt;
    const std::int64_t shift = exponent_ + scale;
    if (shift >= 0) {
        if (is_zero()) return make(false, Natural{}, -scale);
        if (count_digits() + shift > kMaxDigits) return *this;
        return make(negative_, times_power_of_ten(coefficient(), shift), -scale);
    }
    std::optional<Natural> rounded =
        divide_rounded(coefficient(), to_natural(1), shift, negative_, rounding);
    if (!rounded) return std::nullopt;
    return make(negative_, std::move(*rounded), -scale);
}

Decimal Decimal::negate() const {
    Decimal result = *this;
    result.negative_ = !negative_ && !is_zero();
    return result;
}

bool Decimal::is_multiple_of(const Decimal& divisor) const {
    if (divisor.is_zero()) return is_zero();
    return remainder(divisor)->is_zero();
}

std::strong_ordering operator<=>(const Decimal& a, const Decimal& b) {
    if (a.negative_ != b.negative_) return b.negative_ <=> a.negative_;
    if (a.is_zero() || b.is_zero()) {
        const auto magnitude = !a.is_zero() <=> !b.is_zero();
        return a.negative_ ? 0 <=> magnitude : magnitude;
    }
    const Decimal& x = a.negative_ ? b : a;
    const Decimal& y = a.negative_ ? a : b;
    const std::int64_t x_digits = x.count_digits() + x.exponent_;
    const std::int64_t y_digits = y.count_digits() + y.exponent_;
    if (x_digits != y_digits) return x_digits <=> y_digits;

    // As many digits before the point, so the exponents differ by fewer than kMaxDigits.
    const std::int64_t x_shift = std::max<std::int64_t>(x.exponent_ - y.exponent_, 0);
    const std::int64_t y_shift = std::max<std::int64_t>(y.exponent_ - x.exponent_, 0);
    if (x.is_small() && y.is_small()) {
        return Wide{x.small_} * power_of_ten(x_shift) <=> Wide{y.small_} * power_of_ten(y_shift);
    }
    return compare(times_power_of_ten(x.coefficient(), x_shift),
                   times_power_of_ten(y.coefficient(), y_shift));
}

bool operator==(const Decimal& a, const Decimal& b) {
    return (a <=> b) == 0;
}

}  // namespace understudy::base
