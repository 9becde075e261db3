// The schoolbook methods behind Natural. Intermediate sums stay below 2^64 because a limb is below
// 10^9: one product plus two limbs is at most 10^18 + 10^9.
#include <algorithm>
#include <array>

#include "base/impl/natural.hpp"

namespace understudy::base {

namespace {

constexpr std::uint64_t kBase = 1'000'000'000;
constexpr int kLimbDigits = 9;
constexpr std::array<std::uint32_t, 10> kPowers = {
    1, 10, 100, 1'000, 10'000, 100'000, 1'000'000, 10'000'000, 100'000'000, 1'000'000'000};

std::uint32_t low(std::uint64_t value) {
    return static_cast<std::uint32_t>(value % kBase);
}

void drop_leading_zeros(Natural& number) {
    while (!number.limbs.empty() && number.limbs.back() == 0) number.limbs.pop_back();
}

Natural multiply_small(const Natural& number, std::uint32_t factor) {
    Natural result;
    result.limbs.reserve(number.limbs.size() + 1);
    std::uint64_t carry = 0;
    for (const std::uint32_t limb : number.limbs) {
        carry += std::uint64_t{limb} * factor;
        result.limbs.push_back(low(carry));
        carry /= kBase;
    }
    if (carry != 0) result.limbs.push_back(low(carry));
    drop_leading_zeros(result);
    return result;
}

Division divide_small(const Natural& number, std::uint32_t divisor) {
    Division result;
    result.quotient.limbs.resize(number.limbs.size());
    std::uint64_t rest = 0;
    for (std::size_t i = number.limbs.size(); i-- > 0;) {
        rest = rest * kBase + number.limbs[i];
        result.quotient.limbs[i] = low(rest / divisor);
        rest %= divisor;
    }
    drop_leading_zeros(result.quotient);
    if (rest != 0) result.remainder.limbs.push_back(low(rest));
    return result;
}

// Guesses the next limb of the quotient from the leading limbs; at most one too large.
std::uint64_t guess_limb(const std::uint32_t* top, std::uint64_t v1, std::uint64_t v2) {
    const std::uint64_t head = top[0] * kBase + top[-1];
    std::uint64_t guess = head / v1;
    std::uint64_t rest = head % v1;
    while (guess >= kBase || guess * v2 > rest * kBase + top[-2]) {
        --guess;
        rest += v1;
        if (rest >= kBase) break;
    }
    return guess;
}

// part -= v * factor; true if that went below zero (part is then the complement).
bool subtract_product(std::uint32_t* part, const Natural& v, std::uint64_t factor) {
    std::uint64_t carry = 0;
    std::uint32_t borrow = 0;
    for (std::size_t i = 0; i <= v.limbs.size(); ++i) {
        carry += i < v.limbs.size() ? v.limbs[i] * factor : 0;
        const std::uint64_t take = carry % kBase + borrow;
        carry /= kBase;
        borrow = part[i] < take ? 1 : 0;
        part[i] = low(part[i] + borrow * kBase - take);
    }
    return borrow != 0;
}

void add_back(std::uint32_t* part, const Natural& v) {
    std::uint64_t carry = 0;
    for (std::size_t i = 0; i <= v.limbs.size(); ++i) {
        carry += std::uint64_t{part[i]} + (i < v.limbs.size() ? v.limbs[i] : 0);
        part[i] = low(carry);
        carry /= kBase;
    }
}

}  // namespace

Natural to_natural(Wide value) {
    Natural result;
    for (; value != 0; value /= kBase) {
        result.limbs.push_back(static_cast<std::uint32_t>(value % kBase));
    }
    return result;
}

Natural natural_from_digits(std::string_view digits) {
    Natural result;
    result.limbs.reserve(digits.size() / kLimbDigits + 1);
    while (!digits.empty()) {
        const std::size_t take = std::min<std::size_t>(digits.size(), kLimbDigits);
        std::uint32_t limb = 0;
        for (const char c : digits.substr(digits.size() - take)) {
            limb = limb * 10 + static_cast<std::uint32_t>(c - '0');
        }
        result.limbs.push_back(limb);
        digits.remove_suffix(take);
    }
    drop_leading_zeros(result);
    return result;
}

std::int64_t count_digits(const Natural& number) {
    if (number.is_zero()) return 0;
    std::int64_t digits = static_cast<std::int64_t>(number.limbs.size() - 1) * kLimbDigits;
    for (std::uint32_t top = number.limbs.back(); top != 0; top /= 10) ++digits;
    return digits;
}

std::int64_t count_trailing_zeros(const Natural& number) {
    std::int64_t zeros = 0;
    for (std::uint32_t limb : number.limbs) {
        if (limb == 0) {
            zeros += kLimbDigits;
            continue;
        }
        for (; limb % 10 == 0; limb /= 10) ++zeros;
        break;
    }
    return zeros;
}

void append_digits(std::string& out, const Natural& number) {
    if (number.is_zero()) return;
    out += std::to_string(number.limbs.back());
    for (std::size_t i = number.limbs.size() - 1; i-- > 0;) {
        for (int digit = kLimbDigits - 1; digit >= 0; --digit) {
            out += static_cast<char>('0' + number.limbs[i] / kPowers[digit] % 10);
        }
    }
}

std::strong_ordering compare(const Natural& a, const Natural& b) {
    if (a.limbs.size() != b.limbs.size()) return a.limbs.size() <=> b.limbs.size();
    for (std::size_t i = a.limbs.size(); i-- > 0;) {
        if (a.limbs[i] != b.limbs[i]) return a.limbs[i] <=> b.limbs[i];
    }
    return std::strong_ordering::equal;
}

Natural add(const Natural& a, const Natural& b) {
    const Natural& longer = a.limbs.size() < b.limbs.size() ? b : a;
    const Natural& shorter = a.limbs.size() < b.limbs.size() ? a : b;
    Natural result;
    result.limbs.reserve(longer.limbs.size() + 1);
    std::uint32_t carry = 0;
    for (std::size_t i = 0; i < longer.limbs.size(); ++i) {
        const std::uint64_t sum = std::uint64_t{longer.limbs[i]} + carry +
                                  (i < shorter.limbs.size() ? shorter.limbs[i] : 0);
        result.limbs.push_back(low(sum));
        carry = sum >= kBase ? 1 : 0;
    }
    if (carry != 0) result.limbs.push_back(carry);
    return result;
}

Natural subtract(const Natural& a, const Natural& b) {
    Natural result = a;
    std::uint32_t borrow = 0;
    for (std::size_t i = 0; i < a.limbs.size(); ++i) {
        const std::uint64_t take = std::uint64_t{i < b.limbs.size() ? b.limbs[i] : 0} + borrow;
        borrow = a.limbs[i] < take ? 1 : 0;
        result.limbs[i] = low(a.limbs[i] + borrow * kBase - take);
    }
    drop_leading_zeros(result);
    return result;
}

Natural multiply(const Natural& a, const Natural& b) {
    Natural result;
    result.limbs.resize(a.limbs.size() + b.limbs.size());
    for (std::size_t i = 0; i < a.limbs.size(); ++i) {
        std::uint64_t carry = 0;
        for (std::size_t j = 0; j < b.limbs.size(); ++j) {
            carry += result.limbs[i + j] + std::uint64_t{a.limbs[i]} * b.limbs[j];
            result.limbs[i + j] = low(carry);
            carry /= kBase;
        }
        result.limbs[i + b.limbs.size()] = low(carry);
    }
    drop_leading_zeros(result);
    return result;
}

// Long division by guessed limbs; both sides are scaled first so that the divisor's leading limb
// is at least half the base, which keeps every guess at most one too large.
Division divide(const Natural& a, const Natural& b) {
    if (compare(a, b) < 0) return {{}, a};
    if (b.limbs.size() == 1) return divide_small(a, b.limbs[0]);

    const auto scale = static_cast<std::uint32_t>(kBase / (b.limbs.back() + 1));
    const Natural v = multiply_small(b, scale);
    Natural u = multiply_small(a, scale);
    u.limbs.resize(a.limbs.size() + 1);

    const std::size_t n = v.limbs.size();
    Division result;
    result.quotient.limbs.resize(u.limbs.size() - n);
    for (std::size_t j = result.quotient.limbs.size(); j-- > 0;) {
        std::uint64_t guess = guess_limb(&u.limbs[j + n], v.limbs[n - 1], v.limbs[n - 2]);
        if (subtract_product(&u.limbs[j], v, guess)) {
            --guess;
            add_back(&u.limbs[j], v);
        }
        result.quotient.limbs[j] = low(guess);
    }
    drop_leading_zeros(result.quotient);
    drop_leading_zeros(u);
    result.remainder = divide_small(u, scale).quotient;
    return result;
}

Natural times_power_of_ten(const Natural& number, std::int64_t power) {
    if (number.is_zero() || power == 0) return number;
    Natural result = multiply_small(number, kPowers[static_cast<std::size_t>(power % kLimbDigits)]);
    result.limbs.insert(result.limbs.begin(), static_cast<std::size_t>(power / kLimbDigits), 0U);
    return result;
}

Natural times_power_of_ten_mod(const Natural& number, std::int64_t power, const Natural& modulus) {
    // The leading bits of `power` whose power of ten is below the modulus need no reduction.
    const std::int64_t free_power = count_digits(modulus) - 1;
    int bits = 0;
    while ((power >> bits) > free_power) ++bits;

    Natural ten = divide(times_power_of_ten(to_natural(1), power >> bits), modulus).remainder;
    while (bits-- > 0) {
        ten = multiply(ten, ten);
        if (((power >> bits) & 1) != 0) ten = multiply_small(ten, 10);
        ten = divide(ten, modulus).remainder;
    }
    return divide(multiply(divide(number, modulus).remainder, ten), modulus).remainder;
}

}  // namespace understudy::base
